"""The site: ASGI dispatcher, REST, `/ws`, sessions, limits, metrics, and the page from memory."""

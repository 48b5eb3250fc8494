"""The kind of a browser in two words, for the list of one's own sessions; nothing finer is kept of it."""

from typing import Final

_BROWSERS: Final = (("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung"), ("Firefox", "Firefox"))
_MORE: Final = (("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"))
_SYSTEMS: Final = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"))
_OTHERS: Final = (("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"))


def browser_label(agent: str) -> str:
    """`Firefox · Linux` for a User-Agent header; empty when neither is known."""
    found = (_first(agent, _BROWSERS + _MORE), _first(agent, _SYSTEMS + _OTHERS))
    return " · ".join(word for word in found if word)


def _first(agent: str, words: tuple[tuple[str, str], ...]) -> str:
    return next((name for word, name in words if word in agent), "")

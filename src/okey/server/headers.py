"""Security headers, on every answer."""

from typing import Any, Final

from okey.server.settings import Settings

CSP: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types svelte-trusted-html okey",
    )
)

STARTS: Final = ("http.response.start", "websocket.accept", "websocket.http.response.start")


def security_headers(settings: Settings) -> list[tuple[bytes, bytes]]:
    """What every answer carries; strict transport only where browsers come over https."""
    found = [
        (b"content-security-policy", CSP.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"x-frame-options", b"DENY"),
        (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ]
    if settings.secure:
        found.append((b"strict-transport-security", b"max-age=31536000; includeSubDomains"))
    return found


def with_headers(send: Any, extra: list[tuple[bytes, bytes]]) -> Any:
    """An ASGI `send` that adds `extra` to every answer, those to an upgrade included."""

    async def sending(message: Any) -> None:
        if message["type"] in STARTS:
            message = {**message, "headers": [*message.get("headers", ()), *extra]}
        await send(message)

    return sending


async def refuse(scope: Any, send: Any) -> None:
    """Refuse an upgrade: 403, as an answer of ours where the ASGI server lets us give one."""
    if "websocket.http.response" in (scope.get("extensions") or ()):
        await send({"type": "websocket.http.response.start", "status": 403, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b""})
    else:
        await send({"type": "websocket.close", "code": 1008})

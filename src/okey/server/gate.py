"""Who may come in: hosts, origins, cookies, and how much of everything."""

import hashlib
import secrets
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final, TypeAlias

from okey.server.settings import Settings, is_loopback

Scope: TypeAlias = Any
TOKEN_BYTES: Final = 32
SESSION_SECONDS: Final = 180 * 86_400


class Token:
    """What the session cookie holds. It never prints; what is stored is its digest."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    @classmethod
    def new(cls) -> "Token":
        """A token nobody can guess."""
        return cls(secrets.token_urlsafe(TOKEN_BYTES))

    def open(self) -> str:
        """The text itself, for the cookie."""
        return self._value

    @property
    def digest(self) -> bytes:
        """What is stored of it."""
        return hashlib.sha256(self._value.encode()).digest()

    def __repr__(self) -> str:
        return "Token"


def header(scope: Scope, name: bytes) -> str | None:
    """The header `name`, or None when it is not there exactly once."""
    values = [value for key, value in scope["headers"] if key == name]
    return values[0].decode("latin-1") if len(values) == 1 else None


def client(scope: Scope) -> str:
    """The address at the other end of the connection; headers that claim another are not believed."""
    peer = scope.get("client")
    return peer[0] if peer else ""


def known_host(scope: Scope, settings: Settings) -> bool:
    """Whether the request names a host we are: on loopback only this machine's names (no rebinding of foreign ones)."""
    host = header(scope, b"host")
    if host is None:
        return False
    if settings.origin is not None:
        return host == settings.origin.split("://", 1)[1] or is_loopback(_name(host))
    return not settings.loopback or is_loopback(_name(host))


def _name(host: str) -> str:
    return host.rsplit(":", 1)[0] if host.rpartition(":")[2].isdigit() else host


def same_origin(scope: Scope, settings: Settings) -> bool:
    """Whether the Origin header is there and is exactly ours: scheme, host and port."""
    origin = header(scope, b"origin")
    if settings.origin is not None:
        return origin == settings.origin
    return origin is not None and origin == f"http://{header(scope, b'host')}"


def cookie_name(settings: Settings) -> str:
    """`__Host-okey` over https, plain `okey` at home."""
    return "__Host-okey" if settings.secure else "okey"


def read_cookie(scope: Scope, settings: Settings) -> Token | None:
    """The session token of a request."""
    text = header(scope, b"cookie")
    if text is None:
        return None
    try:
        morsel = SimpleCookie(text).get(cookie_name(settings))
    except CookieError:
        return None
    return Token(morsel.value) if morsel else None


def write_cookie(token: Token, settings: Settings) -> str:
    """The Set-Cookie header for `token`."""
    flags = "Secure; SameSite=Lax" if settings.secure else "SameSite=Strict"
    return f"{cookie_name(settings)}={token.open()}; Path=/; HttpOnly; Max-Age={SESSION_SECONDS}; {flags}"


class Bucket:
    """So many things a second, with as many at once."""

    def __init__(self, rate: float, now: float) -> None:
        self._rate = rate
        self._left = rate
        self._at = now

    def take(self, now: float) -> bool:
        """One more thing; False when it is too much."""
        self._left = min(self._rate, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


@dataclass(slots=True)
class Doorkeeper:
    """Counts the open sockets by session and by address."""

    settings: Settings
    sessions: Counter[bytes] = field(default_factory=Counter)
    addresses: Counter[str] = field(default_factory=Counter)
    recent: dict[bytes, deque[float]] = field(default_factory=dict)

    def enter(self, session: bytes, address: str, now: float) -> bool:
        """One more socket; False when it is one too many."""
        settings = self.settings
        times = self.recent.setdefault(session, deque(maxlen=settings.new_sockets_per_session))
        if len(times) == times.maxlen and now - times[0] < 1.0:
            return False
        if self.sessions[session] >= settings.sockets_per_session:
            return False
        if self.addresses[address] >= settings.sockets_per_address and not self.sessions[session]:
            return False
        times.append(now)
        self.sessions[session] += 1
        self.addresses[address] += 1
        return True

    def leave(self, session: bytes, address: str) -> None:
        """A socket that entered is gone."""
        for counter, key in ((self.sessions, session), (self.addresses, address)):
            _less(counter, key)
        if not self.sessions[session]:
            self._forget((session,))

    def _forget(self, sessions: Iterable[bytes]) -> None:
        if len(self.recent) > 10_000:
            for session in list(self.recent):
                if not self.sessions[session]:
                    del self.recent[session]

    @property
    def inside(self) -> int:
        """Open sockets."""
        return self.addresses.total()


def _less(counter: Counter[Any], key: Any) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]

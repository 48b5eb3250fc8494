"""Who may come in: hosts, origins, cookies, and how much of everything."""

import hashlib
import secrets
from collections import Counter
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, ip_address
from typing import Any, Final, TypeAlias

from okey.server.settings import Settings, is_address, is_loopback

Scope: TypeAlias = Any
TOKEN_BYTES: Final = 32
FORGET_AT: Final = 10_000
"""So many keys are kept before those that did nothing lately are looked for."""
SESSION_SECONDS: Final = 180 * 86_400
TRY_SECONDS: Final = 900.0
"""Tries of a password or a recovery code are counted over so long a time."""
HOUR: Final = 3600.0


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


def peer(scope: Scope) -> str:
    """The address at the other end of the connection."""
    found = scope.get("client")
    return found[0] if found else ""


def client(scope: Scope, settings: Settings) -> str:
    """The address of the browser. Headers that claim one are not believed, but for the last address that the proxy
    of this site (there is one when it has an origin, on this machine) has written into X-Forwarded-For."""
    address = peer(scope)
    if settings.origin is None or not is_loopback(address):
        return address
    lines = [value for key, value in scope["headers"] if key == b"x-forwarded-for"]
    written = lines[-1].decode("latin-1").rpartition(",")[2].strip() if lines else ""
    return written if is_address(written) else address


def network(address: str) -> str:
    """What one subscriber has: an IPv4 address, or the first half of an IPv6 address."""
    found = ip_address(address) if is_address(address) else None
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


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
    """So many things in so many seconds, with as many at once."""

    __slots__ = ("_at", "_left", "_per_second", "_size")

    def __init__(self, size: float, now: float, seconds: float = 1.0) -> None:
        self._size = size
        self._per_second = size / seconds
        self._left = size
        self._at = now

    def take(self, now: float, weight: int = 1) -> bool:
        """One more thing, which counts as so many; False when it is too much."""
        self._left = min(self._size, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < weight:
            return False
        self._left -= weight
        return True

    def full(self, now: float) -> bool:
        """Whether nothing was taken lately."""
        return self._left + (now - self._at) * self._per_second >= self._size


class Rates:
    """A bucket for each key; keys that did nothing lately are forgotten."""

    def __init__(self, size: int, seconds: float) -> None:
        self._size = size
        self._seconds = seconds
        self._buckets: dict[bytes | str, Bucket] = {}

    def take(self, key: bytes | str, now: float) -> bool:
        """One more thing for `key`; False when it is too much."""
        if len(self._buckets) >= FORGET_AT:
            self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.full(now)}
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._size, now, self._seconds)
        return bucket.take(now)


class Tries:
    """So many tries for a key within any so many seconds. Unlike a bucket it never lets twice as many through."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: dict[str, list[float]] = {}

    def take(self, key: str, now: float) -> float:
        """One more try for `key`; 0, or the seconds until there may be one when it was one too many."""
        if len(self._times) >= FORGET_AT:
            self._times = {name: times for name, times in self._times.items() if self._recent(times, now)}
        times = self._recent(self._times.get(key, []), now)
        if len(times) >= self._most:
            return times[0] + self._seconds - now
        self._times[key] = [*times, now]
        return 0.0

    def forget(self, key: str) -> None:
        """The tries of `key` count no more: the last one was right."""
        self._times.pop(key, None)

    def _recent(self, times: list[float], now: float) -> list[float]:
        return [at for at in times if at > now - self._seconds]


class Doorkeeper:
    """Counts the open sockets by session and by address, and how fast new ones, guests and tables come."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._sessions: Counter[bytes] = Counter()
        self._addresses: Counter[str] = Counter()
        self._new = Rates(settings.new_sockets_per_session, 1.0)
        self._lately = Rates(settings.sockets_per_minute, 60.0)
        self.inside = 0
        """Open sockets."""
        self.guests = Rates(settings.guests_per_minute, 60.0)
        """By address."""
        self.tables = Rates(settings.tables_per_minute, 60.0)
        """By guest."""
        self.codes = Rates(settings.codes_per_minute, 60.0)
        """By guest."""
        self.account_tries = Tries(settings.tries_per_account, TRY_SECONDS)
        """By the key of the name, whether or not there is such an account."""
        self.address_tries = Tries(settings.tries_per_address, TRY_SECONDS)
        """By network."""
        self.accounts = Tries(settings.accounts_per_hour, HOUR)
        """By network."""

    @property
    def full(self) -> bool:
        """Whether the whole site holds as many sockets as it may."""
        return self.inside >= self._settings.sockets

    def crowded(self, address: str) -> bool:
        """Whether a stranger's socket from `address` would be one too many, for the address or for the site."""
        return self.full or self._addresses[address] >= self._settings.sockets_per_address

    def enter(self, session: bytes, address: str, now: float, seated: bool = False) -> bool:
        """One more socket; False when it is one too many. Who is `seated` is counted by session only."""
        if self._sessions[session] >= self._settings.sockets_per_session:
            return False
        if self.crowded(address) and not seated:
            return False
        if not (self._new.take(session, now) and self._lately.take(session, now)):
            return False
        self._sessions[session] += 1
        self._addresses[address] += 1
        self.inside += 1
        return True

    def leave(self, session: bytes, address: str) -> None:
        """A socket that entered is gone."""
        _less(self._sessions, session)
        _less(self._addresses, address)
        self.inside -= 1


def _less(counter: Counter[Any], key: Any) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]

"""What the host of a site may set."""

import os
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit


def workers_here() -> int:
    """How many processes may think on this machine: one processor is left to the server."""
    return max(1, min(4, (os.cpu_count() or 2) - 1))


class SettingsError(ValueError):
    """Settings that cannot be; the text says which."""


def is_address(text: str) -> bool:
    """Whether `text` is an IP address."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether `host` (a name or address without port) is this machine."""
    if host == "localhost":
        return True
    bare = host.strip("[]")
    return is_address(bare) and ip_address(bare).is_loopback


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Where a site listens, where its data lies, and how it is reached."""

    data: Path
    """Folder of the key files, and of the SQLite database when there is no `database`."""
    database: str | None = None
    """`postgresql://...`; any number of nodes may share it."""
    nats: str | None = None
    """`nats://...`: where nodes hear of each other's moves at once, instead of within two seconds."""
    host: str = "127.0.0.1"
    port: int = 8000
    origin: str | None = None
    """Public origin behind a proxy, `https://okey.example`; None: whatever host the browser names, over http."""
    pace: float = 1.0
    """Scale of the computers' pauses; 0 plays at once."""
    workers: int = 2
    """Processes in which computers think."""
    sockets_per_session: int = 4
    new_sockets_per_session: int = 5
    """In a second."""
    sockets_per_minute: int = 60
    """New ones of a session: coming and going is written into a table's log."""
    sockets_per_address: int = 300
    sockets: int = 10_000
    """On the whole site. Who sits at a table is refused neither for this nor for the address."""
    commands_per_second: int = 20
    hello_seconds: float = 5.0
    """From the upgrade to the hello."""
    guests_per_minute: int = 300
    """New guests from one address."""
    tables_per_minute: int = 30
    """New tables of one guest."""
    codes_per_minute: int = 30
    """Short codes one guest may try."""
    tries_per_account: int = 10
    """Passwords and recovery codes that may be tried in 15 minutes for one name."""
    tries_per_address: int = 30
    """Of any names, from one address, in 15 minutes."""
    accounts_per_hour: int = 30
    """New accounts from one address."""
    tables_per_guest: int = 100
    """Running matches of one guest."""
    request_seconds: float = 15.0
    """For one REST request, its body included."""

    def __post_init__(self) -> None:
        if self.pace != 1.0 and not is_loopback(self.host):
            raise SettingsError("a pace other than 1 works on a loopback host only")
        if self.pace < 0:
            raise SettingsError("the pace cannot be negative")
        if self.workers < 1:
            raise SettingsError("at least one worker is needed")
        if self.database is not None and urlsplit(self.database).scheme not in ("postgresql", "postgres"):
            raise SettingsError("the database is no address like postgresql://user@host/name")
        if self.nats is not None and urlsplit(self.nats).scheme not in ("nats", "tls"):
            raise SettingsError("the hints' server is no address like nats://host:4222")
        if self.nats is not None and self.database is None:
            raise SettingsError("nodes that hear of each other need one database: --database")
        if self.origin is not None:
            parts = urlsplit(self.origin)
            if parts.scheme not in ("http", "https") or not parts.netloc or self.origin != self.origin.rstrip("/"):
                raise SettingsError(f"{self.origin!r} is no origin like https://okey.example")

    @property
    def secure(self) -> bool:
        """Whether browsers come over https."""
        return self.origin is not None and self.origin.startswith("https://")

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the site."""
        return is_loopback(self.host)

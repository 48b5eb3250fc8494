"""Accounts: names, passwords, passkeys, recovery codes, and the sessions that show them.

Every way into an account ends the session of the browser and begins another in the same transaction: so what was bound
to the old one can be used once only.
"""

import json
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from okey.storage.results import MINT, move
from okey.storage.schema import account, guest, notice, passkey, recovery, session
from okey.storage.steps import alone, perform
from okey.storage.store import SESSION_IDLE, SESSION_LIFE, Person, Session

WELCOME: Final = 500
"""Çekirdek that comes with an account."""
MISSES: Final = 5
"""Wrong recovery codes after which none is looked at for `LOCKED`."""
LOCKED: Final = 3_600_000
MOST_PASSKEYS: Final = 20
SHOWN_BYTES: Final = 8
"""So much of a session's digest names it in lists."""
_NOTICE_BYTES: Final = 16
_CHUNK: Final = 500


class SessionEndedError(Exception):
    """The session that asked has ended meanwhile; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Start:
    """A session that begins at `at`, in place of `old` if that is not None."""

    digest: bytes
    browser: bytes
    label: str
    at: int
    old: bytes | None = None


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey; `public_key` as COSE."""

    id: bytes
    public_key: bytes
    sign_count: int
    label: str
    created_at: int = 0
    used_at: int = 0


@dataclass(frozen=True, slots=True)
class Login:
    """What a name and a password are compared with; `password` None: there is none."""

    person: Person
    password: str | None


@dataclass(frozen=True, slots=True)
class Account:
    """An account as its owner sees it."""

    name: str
    created_at: int
    password: bool
    passkeys: tuple[Passkey, ...]
    codes_left: int
    private: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """A session as its owner sees it."""

    digest: bytes
    label: str
    created_at: int
    seen_at: int


class Accounts:
    """Plain blocking calls; the server runs them in a thread. Times are Unix milliseconds.

    Names come with their key, `okey.play.names.fold`: an account is found by what its name looks like.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # --- names

    def owns(self, key: str) -> bool:
        """Whether a name that looks like this belongs to an account."""
        with self._engine.connect() as connection:
            return _owner(connection, key) is not None

    def rename(self, person: bytes, name: str, key: str) -> bool:
        """Another name for a person; False when it is an account's of somebody else. Running tables keep the old."""
        with alone(self._engine) as connection:
            if _owner(connection, key) not in (None, person):
                return False
            connection.execute(update(guest).where(guest.c.id == person).values(name=name))
            connection.execute(update(account).where(account.c.person_id == person).values(name_key=key))
        return True

    # --- opening

    def open(
        self, person: bytes, name: str, key: str, way: str | Passkey, codes: Collection[bytes], start: Start
    ) -> Literal["name_taken", "already", "passkey_taken"] | None:
        """An account for somebody who has played as a guest, with a first `way` in (a password's hash or a passkey),
        digests of recovery codes, and a welcome. None when it is open, else why it is not."""
        with alone(self._engine) as connection:
            if connection.execute(select(account.c.person_id).where(account.c.person_id == person)).first():
                return "already"
            if _owner(connection, key) is not None:
                return "name_taken"
            if isinstance(way, Passkey) and _passkey(connection, way.id) is not None:
                return "passkey_taken"
            made = {"person_id": person, "name_key": key, "created_at": start.at, "private": 0}
            made |= {"password": way if isinstance(way, str) else None, "code_misses": 0, "codes_locked_until": 0}
            connection.execute(insert(account).values(made))
            connection.execute(update(guest).where(guest.c.id == person).values(name=name))
            if isinstance(way, Passkey):
                _add_passkey(connection, person, way, start.at)
            _set_codes(connection, person, codes)
            perform(connection, move(f"welcome:{person.hex()}", start.at, MINT, person, WELCOME))
            _begin(connection, person, start)
        return None

    # --- ways in

    def login(self, key: str) -> Login | None:
        """The account with this name's key."""
        query = (
            select(guest.c.id, guest.c.name, account.c.password)
            .join(account, account.c.person_id == guest.c.id)
            .where(account.c.name_key == key)
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Login(Person(row.id, row.name, True), row.password)

    def passkey(self, key_id: bytes) -> tuple[Person, Passkey] | None:
        """The passkey with this credential id, and whose it is."""
        with self._engine.connect() as connection:
            row = _passkey(connection, key_id)
            if row is None:
                return None
            name = connection.execute(select(guest.c.name).where(guest.c.id == row.person_id)).scalar_one()
        return Person(row.person_id, name, True), _shown(row)

    def begin(self, person: bytes, start: Start, password: str | None = None) -> None:
        """A session for who has shown the password; `password`: its hash by today's parameters, if that is another."""
        with self._engine.begin() as connection:
            if password is not None:
                _set_password(connection, person, password)
            _begin(connection, person, start)

    def begin_with(self, person: bytes, key_id: bytes, counts: tuple[int, int], start: Start) -> bool:
        """A session for who has shown a passkey, whose sign count goes from one to the other of `counts`; False when it
        was used or removed meanwhile."""
        before, after = counts
        used = (
            update(passkey)
            .where(passkey.c.id == key_id, passkey.c.person_id == person, passkey.c.sign_count == before)
            .values(sign_count=after, used_at=start.at)
        )
        with self._engine.begin() as connection:
            if connection.execute(used).rowcount != 1:
                return False
            _begin(connection, person, start)
        return True

    def recover(self, key: str, code: bytes | None, password: str, start: Start) -> tuple[Person, list[bytes]] | None:
        """A new password for who has a recovery code (by its digest; None: none that can be), with the sessions that
        ended beside the old one of this browser: all there were. None when the code is wrong, or too many were."""
        with alone(self._engine) as connection:
            query = select(account.c.person_id, account.c.code_misses, account.c.codes_locked_until)
            row = connection.execute(query.where(account.c.name_key == key)).one_or_none()
            if row is None or row.codes_locked_until > start.at:
                return None
            person, mine = row.person_id, account.c.person_id == row.person_id
            used = delete(recovery).where(recovery.c.digest == code, recovery.c.person_id == person)
            if code is None or connection.execute(used).rowcount != 1:
                full = row.code_misses + 1 >= MISSES
                until = start.at + LOCKED if full else row.codes_locked_until
                misses = 0 if full else row.code_misses + 1
                connection.execute(update(account).where(mine).values(code_misses=misses, codes_locked_until=until))
                return None
            connection.execute(update(account).where(mine).values(code_misses=0, password=password))
            ended = _end(connection, person, start.old)
            _begin(connection, person, start)
            _tell(connection, person, "recovered", {}, start.at)
            name = connection.execute(select(guest.c.name).where(guest.c.id == person)).scalar_one()
        return Person(person, name, True), ended

    # --- what an owner sees and changes

    def account(self, person: bytes) -> Account | None:
        """The account of a person."""
        query = select(guest.c.name, account.c.created_at, account.c.password, account.c.private)
        mine = query.join(account, account.c.person_id == guest.c.id).where(guest.c.id == person)
        codes = select(func.count()).select_from(recovery).where(recovery.c.person_id == person)
        keys = select(passkey).where(passkey.c.person_id == person).order_by(passkey.c.created_at, passkey.c.id)
        with self._engine.connect() as connection:
            row = connection.execute(mine).one_or_none()
            if row is None:
                return None
            left = connection.execute(codes).scalar_one()
            shown = tuple(_shown(key) for key in connection.execute(keys))
        return Account(row.name, row.created_at, row.password is not None, shown, left, bool(row.private))

    def change_password(self, person: bytes, password: str, start: Start) -> None:
        """Another password, by its hash, and another session."""
        with self._engine.begin() as connection:
            _set_password(connection, person, password)
            _begin(connection, person, start)

    def add_passkey(self, person: bytes, made: Passkey, start: Start) -> Literal["passkey_taken", "too_many"] | None:
        """One more passkey, and another session; None when it is added, else why it is not."""
        with alone(self._engine) as connection:
            if _passkey(connection, made.id) is not None:
                return "passkey_taken"
            if _count_passkeys(connection, person) >= MOST_PASSKEYS:
                return "too_many"
            _add_passkey(connection, person, made, start.at)
            _begin(connection, person, start)
        return None

    def remove_passkey(self, person: bytes, key_id: bytes) -> Literal["not_found", "last_way_in"] | None:
        """One passkey less; not the last one of an account without a password. None when it is gone, else why not."""
        with alone(self._engine) as connection:
            row = _passkey(connection, key_id)
            if row is None or row.person_id != person:
                return "not_found"
            password = select(account.c.password).where(account.c.person_id == person)
            if connection.execute(password).scalar() is None and _count_passkeys(connection, person) == 1:
                return "last_way_in"
            connection.execute(delete(passkey).where(passkey.c.id == key_id))
        return None

    def set_codes(self, person: bytes, codes: Collection[bytes]) -> None:
        """New recovery codes, by their digests; the old ones are gone."""
        with self._engine.begin() as connection:
            _set_codes(connection, person, codes)

    def set_private(self, person: bytes, private: bool) -> None:
        """Whether others see the profile."""
        with self._engine.begin() as connection:
            connection.execute(update(account).where(account.c.person_id == person).values(private=int(private)))

    def notices(self, person: bytes) -> int:
        """How many notices wait."""
        with self._engine.connect() as connection:
            mine = select(func.count()).select_from(notice).where(notice.c.person_id == person)
            return connection.execute(mine).scalar_one()

    # --- sessions

    def sessions(self, person: bytes, now: int) -> list[Seen]:
        """The sessions of a person that have not run out, the one seen last first."""
        query = (
            select(session.c.digest, session.c.label, session.c.created_at, session.c.seen_at)
            .where(session.c.guest_id == person)
            .where(session.c.seen_at >= now - SESSION_IDLE, session.c.created_at >= now - SESSION_LIFE)
            .order_by(session.c.seen_at.desc(), session.c.digest)
        )
        with self._engine.connect() as connection:
            return [Seen(*row) for row in connection.execute(query)]

    def end(self, person: bytes, name: bytes) -> bytes | None:
        """End the session of a person whose digest begins with `name`; its digest, None when there is none."""
        with alone(self._engine) as connection:
            mine = connection.execute(select(session.c.digest).where(session.c.guest_id == person)).scalars()
            found = next((digest for digest in mine if digest[:SHOWN_BYTES] == name), None)
            if found is not None:
                connection.execute(delete(session).where(session.c.digest == found))
        return found

    def end_others(self, person: bytes, kept: bytes | None) -> list[bytes]:
        """End all sessions of a person but `kept`; their digests."""
        with alone(self._engine) as connection:
            return _end(connection, person, kept)

    def gone(self, sessions: Sequence[Session]) -> dict[bytes, bool]:
        """Those of these sessions that have ended, by digest, and whether another of the same person has followed in
        the same browser."""
        left = {one.digest: one for one in sessions}
        digests = list(left)
        with self._engine.connect() as connection:
            for at in range(0, len(digests), _CHUNK):
                known = select(session.c.digest).where(session.c.digest.in_(digests[at : at + _CHUNK]))
                for digest in connection.execute(known).scalars():
                    del left[digest]
            return {digest: _followed(connection, one) for digest, one in left.items()}


def _followed(connection: Connection, ended: Session) -> bool:
    same = select(session.c.digest).where(session.c.guest_id == ended.person.id, session.c.browser == ended.browser)
    return connection.execute(same).first() is not None


def _owner(connection: Connection, key: str) -> bytes | None:
    """Whose account has the name with this key."""
    return connection.execute(select(account.c.person_id).where(account.c.name_key == key)).scalar_one_or_none()


def _begin(connection: Connection, person: bytes, start: Start) -> None:
    """The new session in place of the old one."""
    if start.old is not None:
        old = delete(session).where(session.c.digest == start.old)
        if connection.execute(old).rowcount != 1:
            raise SessionEndedError
    kept = {"digest": start.digest, "guest_id": person, "created_at": start.at, "seen_at": start.at}
    kept |= {"label": start.label, "browser": start.browser, "proved_at": start.at}
    connection.execute(insert(session).values(kept))


def _end(connection: Connection, person: bytes, kept: bytes | None) -> list[bytes]:
    mine = connection.execute(select(session.c.digest).where(session.c.guest_id == person)).scalars().all()
    ended = [digest for digest in mine if digest != kept]
    connection.execute(delete(session).where(session.c.digest.in_(ended)))
    return ended


def _set_password(connection: Connection, person: bytes, password: str) -> None:
    connection.execute(update(account).where(account.c.person_id == person).values(password=password))


def _set_codes(connection: Connection, person: bytes, codes: Collection[bytes]) -> None:
    connection.execute(delete(recovery).where(recovery.c.person_id == person))
    connection.execute(insert(recovery), [{"digest": digest, "person_id": person} for digest in codes])


def _passkey(connection: Connection, key_id: bytes) -> Any:
    return connection.execute(select(passkey).where(passkey.c.id == key_id)).one_or_none()


def _shown(row: Any) -> Passkey:
    return Passkey(row.id, row.public_key, row.sign_count, row.label, row.created_at, row.used_at)


def _count_passkeys(connection: Connection, person: bytes) -> int:
    mine = select(func.count()).select_from(passkey).where(passkey.c.person_id == person)
    return connection.execute(mine).scalar_one()


def _add_passkey(connection: Connection, person: bytes, made: Passkey, now: int) -> None:
    kept = {"id": made.id, "person_id": person, "public_key": made.public_key, "sign_count": made.sign_count}
    connection.execute(insert(passkey).values(kept | {"label": made.label, "created_at": now, "used_at": now}))


def _tell(connection: Connection, person: bytes, kind: str, body: dict[str, Any], now: int) -> None:
    """A notice for the next visit."""
    kept = {"id": secrets.token_bytes(_NOTICE_BYTES), "person_id": person, "at": now, "kind": kind}
    connection.execute(insert(notice).values(kept | {"body": json.dumps(body)}))

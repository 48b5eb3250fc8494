"""A whole site: its database, its tables, its sessions. What REST and `/ws` stand on."""

import asyncio
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import structlog

from okey import __version__
from okey.fair.streams import KEY_BYTES
from okey.play.codes import new_code, read_code
from okey.play.gathering import Fairness
from okey.play.hub import TABLE_BYTES, Hub, TakenError
from okey.play.invitation import Invitation
from okey.play.names import fold
from okey.play.opening import PRIVATE, Level, Options, Secret, calm
from okey.play.ports import ALONE, ALONE_NODE, Clock, Ports
from okey.play.rated import quick_options
from okey.play.recording import record_of
from okey.record.model import write_record
from okey.rules.ruleset import Ruleset
from okey.server.counting import Counting
from okey.server.doors import LoopScheduler, StoredPurses, SystemClock, SystemRandomness
from okey.server.errands import Errandry
from okey.server.gate import Doorkeeper, Token, read_cookie
from okey.server.jobs import again
from okey.server.lobby import Lobby
from okey.server.metrics import Metrics
from okey.server.nodes import Lookout
from okey.server.passwords import Passwords
from okey.server.pool import Pool
from okey.server.reckoning import Reckoning
from okey.server.settings import Settings
from okey.server.sockets import Sockets, watch_sessions
from okey.server.worker import think
from okey.storage.accounts import Accounts
from okey.storage.backup import read_mark, write_mark
from okey.storage.database import Database, open_postgres, open_sqlite
from okey.storage.errands import Errands
from okey.storage.host import Host
from okey.storage.keys import SeedBox, SigningKeys, challenge_box, seed_box, signing_keys
from okey.storage.store import Line, Person, Running, Session

if TYPE_CHECKING:
    from okey.server.nats import NatsHints

CODE_TRIES: Final = 8
FAREWELL_SECONDS: Final = 1.0
PURGE_SECONDS: Final = 6 * 3600.0
MARK_SECONDS: Final = 5.0
READY_SECONDS: Final = 2.0
"""A database that does not answer for so long is not there."""
MEASURE_SECONDS: Final = 10.0
CANCEL_STEP: Final = 0.05
GUEST: Final = "Misafir"
ID_BYTES: Final = 16
QUICK_LEVEL: Final[Level] = "orta"
"""Of computers at tables of quick match."""
LEVEL_NAMES: Final = {"kolay": "Kolay", "orta": "Orta", "zor": "Zor"}
log: Final = structlog.get_logger("okey")


def computer_names(level: str) -> tuple[str, ...]:
    """Names of computers: the level and a number, so that nobody takes them for persons."""
    label = LEVEL_NAMES.get(level, level)
    return tuple(f"{label} {number}" for number in (1, 2, 3))


def new_id() -> bytes:
    """Random bytes for a person or a browser."""
    return secrets.token_bytes(ID_BYTES)


def guest_name(person: bytes) -> str:
    """What a guest is called at first."""
    return f"{GUEST} {1000 + int.from_bytes(person) % 9000}"


class Site:
    """Everything between the sockets and the disk. Between `start` and `stop`, in one event loop."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.doorkeeper = Doorkeeper(settings)
        self.clock: Clock = SystemClock()
        self.pool = Pool(settings.workers)
        self.talking: set[asyncio.Task[None]] = set()
        """The open sockets."""
        self.sockets = Sockets()
        self.passwords = Passwords()
        self._database: Database | None = None
        self._hub: Hub | None = None
        self._keys: SigningKeys | None = None
        self._fairness: Fairness | None = None
        self._challenges: SeedBox | None = None
        self._counting: Counting | None = None
        self._lobby: Lobby | None = None
        self._errandry: Errandry | None = None
        self._jobs: list[asyncio.Task[None]] = []
        self._leaving = False
        self._measured = -MEASURE_SECONDS

    @property
    def hub(self) -> Hub:
        """The tables."""
        if self._hub is None:
            raise RuntimeError("the site was not started")
        return self._hub

    @property
    def keys(self) -> SigningKeys:
        """The keys that sign for this site."""
        if self._keys is None:
            raise RuntimeError("the site was not started")
        return self._keys

    @property
    def fairness(self) -> Fairness:
        """What tables need to prove their deals."""
        if self._fairness is None:
            raise RuntimeError("the site was not started")
        return self._fairness

    @property
    def challenges(self) -> SeedBox:
        """Seals the challenges of passkeys, so that no node has to keep them."""
        if self._challenges is None:
            raise RuntimeError("the site was not started")
        return self._challenges

    @property
    def accounts(self) -> Accounts:
        """Accounts and their sessions on the disk."""
        return Accounts(self.database.engine)

    @property
    def counting(self) -> Counting:
        """The public statistics."""
        if self._counting is None:
            raise RuntimeError("the site was not started")
        return self._counting

    @property
    def lobby(self) -> Lobby:
        """The tables that are shown to everybody."""
        if self._lobby is None:
            raise RuntimeError("the site was not started")
        return self._lobby

    @property
    def errandry(self) -> Errandry:
        """What the host asks of this node."""
        if self._errandry is None:
            raise RuntimeError("the site was not started")
        return self._errandry

    @property
    def database(self) -> Database:
        """The disk."""
        if self._database is None:
            raise RuntimeError("the site was not started")
        return self._database

    async def open(self) -> None:
        """Open the database. Raises `OSError` or `MigrationError`."""
        url = self.settings.database
        self._database = await (open_sqlite(self.settings.data) if url is None else open_postgres(url))

    async def start(self) -> None:
        """Open the database, unless that was done, and take up the tables."""
        if self._database is None:
            await self.open()
        self.pool.start()
        scheduler = LoopScheduler(self.pool, self.trace)
        hints = self._hints()
        log, roster = self.database.log, self.database.roster
        node = ALONE_NODE if roster is None else roster.node
        purses = StoredPurses(self.database.store)
        ports = Ports(self.clock, scheduler, log, SystemRandomness(), self.trace, hints or ALONE, purses, node)
        keys = await asyncio.to_thread(signing_keys, self.settings.data)
        box = await asyncio.to_thread(seed_box, self.settings.data)
        self._keys = keys
        self._challenges = await asyncio.to_thread(challenge_box, self.settings.data)
        self._fairness = Fairness(box, keys.of, computer_names)
        self._hub = Hub(ports, think, self.settings.pace, self._fairness)
        self.metrics.watch(lambda: self.hub.tables, lambda: self.doorkeeper.inside, lambda: self.passwords.inside)
        await self._cancel_if_restored()
        await self._hub.start()
        self._counting = Counting(self.database, box, self.trace)
        self._lobby = Lobby(self.database.store, self.hub.watchers, self.trace)
        self._errandry = Errandry(Errands(self.database.engine), self._hub, self.clock, self.trace)
        reckoning = Reckoning(self.database, box, self.trace)
        running = [
            again(self._purge, PURGE_SECONDS, self.trace, "purge_failed"),
            again(self._mark, MARK_SECONDS, self.trace, "mark_failed"),
        ]
        running += [self._counting.run(), reckoning.run(), self._lobby.run()]
        running += [self._errandry.run(), watch_sessions(self.sockets, self.accounts, self.trace)]
        if roster is not None:
            running.append(Lookout(self._hub, self.database.store, roster, self.clock, self.trace).run())
        if hints is not None:
            running.append(hints.run(self._hub.hinted, self._hub.said))
        self._jobs = [asyncio.create_task(job) for job in running]

    def _hints(self) -> "NatsHints | None":
        if self.settings.nats is None:
            return None
        from okey.server.nats import NatsHints

        return NatsHints(self.settings.nats, self.trace)

    async def _cancel_if_restored(self) -> None:
        """A database that was restored has lost what the site has signed since: its open tables are cancelled."""
        store, folder = self.database.store, self.settings.data
        written, copied = await asyncio.to_thread(store.written)
        mark = await asyncio.to_thread(read_mark, folder)
        if not copied and written >= mark:
            return
        tables = await asyncio.to_thread(store.open_tables)
        log.warning("restored", tables=len(tables), written=written, mark=mark)
        for table in tables:
            self.hub.close(table, all_left=False)
        while tables:
            await asyncio.sleep(CANCEL_STEP)
            tables = await asyncio.to_thread(store.open_tables)
        await asyncio.to_thread(store.take_up, mark)

    async def ready(self) -> bool:
        """Whether people may be sent here: everything was started, nothing is being stopped, the database answers."""
        if self._hub is None or self._leaving:
            return False
        try:
            async with asyncio.timeout(READY_SECONDS):
                await asyncio.to_thread(self.database.store.written)
        except Exception:
            return False
        return True

    async def measure(self) -> None:
        """Ask the database for the numbers of the metrics, unless that was done just now."""
        begun = time.monotonic()
        if begun < self._measured + MEASURE_SECONDS:
            return
        self._measured = begun
        try:
            await asyncio.to_thread(self.database.store.written)
            seconds = time.monotonic() - begun
            numbers = await asyncio.to_thread(Host(self.database.engine).statistics, self.clock.now())
            self.metrics.store(numbers, seconds)
        except Exception as fault:
            self.trace("measure_failed", fault=repr(fault))

    async def say_good_bye(self) -> None:
        """Tell every socket that the server goes down, and give them a moment to hear it."""
        self._leaving = True
        self.hub.stop()
        self.lobby.stop()
        if self.talking:
            await asyncio.wait(self.talking, timeout=FAREWELL_SECONDS)

    async def stop(self) -> None:
        """Close everything; what was acknowledged is on disk."""
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        self.passwords.close()
        await self.pool.close()
        if self._database is not None:
            await self._database.log.close()
            await asyncio.to_thread(self._note_progress)
            await self._database.close()

    def trace(self, event: str, **fields: Any) -> None:
        """Tell a fault to the log and the metrics."""
        self.metrics.faults.labels(event).inc()
        log.warning(event, **fields)

    # --- sessions

    async def session(self, scope: Any) -> Session | None:
        """The session that a request brings."""
        token = read_cookie(scope, self.settings)
        if token is None:
            return None
        return await asyncio.to_thread(self._session, token.digest)

    def _session(self, digest: bytes) -> Session | None:
        """The session of a token. A guest whose name is an account's by now is called as at first."""
        found = self.database.store.session_of(digest, self.clock.now())
        if found is None or found.person.account or found.person.name.startswith(GUEST):
            return found
        if not self.accounts.owns(fold(found.person.name)):
            return found
        return replace(found, person=replace(found.person, name=guest_name(found.person.id)))

    async def new_guest(self, label: str = "", browser: bytes | None = None) -> tuple[Session, Token]:
        """A new guest with a session, in a new `browser` or in one that is known; the token goes into the cookie and
        nowhere else."""
        token, person, browser = Token.new(), new_id(), browser or new_id()
        add, now = self.database.store.add_guest, self.clock.now()
        made = await asyncio.to_thread(add, person, guest_name(person), token.digest, now, browser, label)
        return Session(made, token.digest, browser, 0), token

    async def rename(self, person: Person, name: str) -> bool:
        """Another name, from the next socket on; False when it is the name of somebody else's account."""
        return await asyncio.to_thread(self.accounts.rename, person.id, name, fold(name))

    # --- tables

    async def running(self, person: Person) -> list[Running]:
        """The running matches of a guest."""
        return await asyncio.to_thread(self.database.store.running, person.id)

    async def seated(self, person: Person) -> bool:
        """Whether a guest sits at a running table."""
        return bool(await self.running(person))

    async def open_table(self, person: Person, rules: Ruleset, level: Level, hints: bool) -> bytes:
        """A match of `person` against computers of `level`."""
        return await self.hub.invite(self._invitation(person, calm(rules), level, alone=True, hints=hints))

    async def open_room(
        self,
        person: Person,
        rules: Ruleset,
        level: Level,
        options: Options = PRIVATE,
        kept: Sequence[Person | None] = (None,) * 4,
    ) -> tuple[bytes, str]:
        """A table of `person` for several people, by the rules' own clock: its id and its short code. `kept`: by seat,
        for whom a place is kept at first."""
        for _ in range(CODE_TRIES - 1):
            try:
                return await self._open_room(person, rules, level, options, kept)
            except TakenError:
                continue
        return await self._open_room(person, rules, level, options, kept)

    async def _open_room(
        self, person: Person, rules: Ruleset, level: Level, options: Options, kept: Sequence[Person | None]
    ) -> tuple[bytes, str]:
        code = new_code(secrets.token_bytes)
        made = self._invitation(person, rules, level, code=code, options=options)
        ids = tuple(None if one is None else one.id for one in kept)
        names = tuple(None if one is None else one.name for one in kept)
        return await self.hub.invite(replace(made, kept=ids, kept_names=names)), code

    async def quick_match(self, person: Person, rules: Ruleset) -> bytes:
        """The oldest table of quick match by these rules with a free place for `person`, or else a new one."""
        store = self.database.store
        balance = await asyncio.to_thread(store.balance, person.id) if person.account else 0
        options = quick_options(rules, person.account, balance)
        wanted = (rules.text, person.id, options.rated, options.stake)
        async with self.database.log.alone():
            found = await asyncio.to_thread(store.waiting_quick, *wanted)
            if found is not None:
                return found
            table, _ = await self.open_room(person, rules, QUICK_LEVEL, options)
            return table

    async def find_room(self, text: str) -> bytes | None:
        """The running table with a short code."""
        code = read_code(text)
        return None if code is None else await asyncio.to_thread(self.database.store.table_of, code)

    def _invitation(
        self,
        person: Person,
        rules: Ruleset,
        level: Level,
        alone: bool = False,
        hints: bool = False,
        code: str = "",
        options: Options = PRIVATE,
    ) -> Invitation:
        return Invitation(
            table=secrets.token_bytes(TABLE_BYTES),
            rules=rules,
            founder=person.id,
            alone=alone,
            hints=hints,
            level=level,
            public_key=self.keys.current.public,
            created=self.clock.now(),
            seed=Secret(secrets.token_bytes(KEY_BYTES)),
            bots=Secret(secrets.token_bytes(KEY_BYTES)),
            code=code,
            options=options,
        )

    # --- proofs

    async def record(self, person: Person, table: str) -> bytes | None:
        """The record file of an ended table; None when there is none, or `person` did not sit there."""
        try:
            found = bytes.fromhex(table)
        except ValueError:
            return None
        if not await asyncio.to_thread(self.database.store.sat, found, person.id):
            return None
        rows = await self.database.log.read(found)
        record = await asyncio.to_thread(
            record_of, found, rows, self.fairness, self.keys.changes, f"okey {__version__}"
        )
        return None if record is None else write_record(record)

    async def outcomes(self, after: int) -> list[Line]:
        """Lines of the public list of outcomes from number `after` + 1 on."""
        return await asyncio.to_thread(self.database.store.outcomes, after)

    async def _mark(self) -> None:
        """Keep the mark of how far the log has come."""
        await asyncio.to_thread(self._note_progress)

    def _note_progress(self) -> None:
        written, _ = self.database.store.written()
        if written > read_mark(self.settings.data):
            write_mark(self.settings.data, written)

    async def _purge(self) -> None:
        """What has become too old, now."""
        for table in await asyncio.to_thread(self.database.store.forsaken, self.clock.now()):
            self.hub.close(table)
        gone = await asyncio.to_thread(self.database.store.purge, self.clock.now())
        if gone:
            log.info("purged", matches=gone)

"""REST of accounts: opening one, signing in, recovery, and what an owner sees and changes.

A wrong password and an unknown name are answered alike and after the same work; so are a wrong recovery code, an
unknown name, and codes that are locked after five wrong ones.
"""

import asyncio
import secrets
import time
from typing import Any, Final

from litestar import Response, get, post, put
from litestar.params import JSONBody

from okey.play.names import fold
from okey.server import wire
from okey.server.asking import Asked, Asking, ProblemError, strictly
from okey.server.entrance import Entrance, stored
from okey.server.passkeys import shown
from okey.server.recovery import code_digest, new_codes
from okey.server.site import Site
from okey.storage.accounts import Account, Login
from okey.storage.store import Session

RECOVERY_SECONDS: Final = 0.5
"""A recovery is answered after so long at the earliest, whatever the disk had to do for it."""


def routes(site: Site, asking: Asking) -> list[Any]:
    """Everything about accounts but passkeys and the list of sessions."""
    entrance = Entrance(site)

    async def mine(session: Session) -> Account:
        """The account of a session."""
        found = await asyncio.to_thread(site.accounts.account, session.person.id)
        if found is None:
            raise ProblemError(401, "account_needed")
        return found

    async def opened(key: str, password: str) -> Login | None:
        """The account whose name has this key, if this is its password."""
        login = await asyncio.to_thread(site.accounts.login, key)
        known = None if login is None else login.password
        return login if await site.passwords.matches(password, known) else None

    async def shows_password(request: Asked, session: Session, password: str) -> None:
        """Whether this is the password of who asks; `wrong_password`."""
        key = fold(session.person.name)
        entrance.knock(request, key)
        login = await opened(key, password)
        if login is None or login.person.id != session.person.id:
            raise ProblemError(403, "wrong_password")
        entrance.forgive(key)

    @post("/api/account", summary="An account with a password, for who has played as a guest")
    async def sign_up(request: Asked, data: JSONBody[wire.SignUp]) -> Response[wire.SignedUp]:
        asked = await strictly(request, wire.SignUp)
        await asking.stranger(request)
        name = await entrance.new_name(asked.name)
        await entrance.may_take(asked.password, name)
        entrance.register(request)
        password = await site.passwords.hash(asked.password)
        session, _ = await asking.visitor(request)
        return await entrance.open(request, session, name, password)

    @post("/api/session", status_code=200, summary="Sign in with a password")
    async def sign_in(request: Asked, data: JSONBody[wire.SignIn]) -> Response[wire.SignedIn]:
        asked = await strictly(request, wire.SignIn)
        key = fold(asked.name)
        entrance.knock(request, key)
        login = await opened(key, asked.password)
        if login is None or login.password is None:
            raise ProblemError(401, "sign_in_failed")
        entrance.forgive(key)
        old = await asking.session(request)
        token, start = entrance.start(request, old)
        renewed = await site.passwords.renewed(asked.password, login.password)
        await stored(site.accounts.begin, login.person.id, start, renewed)
        headers = entrance.entered(token, login.person.id, old)
        return Response(wire.SignedIn(login.person.name), headers=headers)

    @post("/api/prove", status_code=200, summary="Show the password again, for what needs a proof")
    async def prove(request: Asked, data: JSONBody[wire.Proof]) -> Response[wire.SignedIn]:
        asked = await strictly(request, wire.Proof)
        session = await asking.member(request)
        await shows_password(request, session, asked.password)
        token, start = entrance.start(request, session)
        await stored(site.accounts.begin, session.person.id, start)
        headers = entrance.entered(token, session.person.id, session)
        return Response(wire.SignedIn(session.person.name), headers=headers)

    @post("/api/recovery", status_code=200, summary="A new password by a recovery code; all other sessions end")
    async def recover(request: Asked, data: JSONBody[wire.Recovery]) -> Response[wire.SignedIn]:
        asked = await strictly(request, wire.Recovery)
        key = fold(asked.name)
        await entrance.may_take(asked.password, asked.name)
        entrance.knock(request, key)
        begun = time.monotonic()
        password = await site.passwords.hash(asked.password)
        old = await asking.session(request)
        token, start = entrance.start(request, old)
        found = await stored(site.accounts.recover, key, code_digest(asked.code), password, start)
        await asyncio.sleep(begun + RECOVERY_SECONDS - time.monotonic())
        if found is None:
            raise ProblemError(401, "recovery_failed")
        person, ended = found
        entrance.forgive(key)
        site.sockets.end(ended)
        return Response(wire.SignedIn(person.name), headers=entrance.entered(token, person.id, old))

    @get("/api/account", summary="My account")
    async def account(request: Asked) -> wire.AccountShown:
        found = await mine(await asking.member(request))
        keys = [shown(key) for key in found.passkeys]
        return wire.AccountShown(found.name, found.created_at, found.password, keys, found.codes_left, found.private)

    @put("/api/account/password", summary="Another password, or a first one")
    async def password(request: Asked, data: JSONBody[wire.NewPassword]) -> Response[wire.SignedIn]:
        asked = await strictly(request, wire.NewPassword)
        session = await asking.member(request)
        if asked.current is None:
            session = await asking.proved(request)
        else:
            await shows_password(request, session, asked.current)
        await entrance.may_take(asked.password, session.person.name)
        made = await site.passwords.hash(asked.password)
        token, start = entrance.start(request, session)
        await stored(site.accounts.change_password, session.person.id, made, start)
        headers = entrance.entered(token, session.person.id, session)
        return Response(wire.SignedIn(session.person.name), headers=headers)

    @put("/api/account/privacy", status_code=204, summary="Whether my profile is hidden from others")
    async def privacy(request: Asked, data: JSONBody[wire.Privacy]) -> None:
        asked = await strictly(request, wire.Privacy)
        session = await asking.member(request)
        await asyncio.to_thread(site.accounts.set_private, session.person.id, asked.private)

    @post("/api/account/codes", summary="New recovery codes instead of the old ones")
    async def codes(request: Asked) -> wire.Codes:
        session = await asking.proved(request)
        made = new_codes(secrets.token_bytes)
        await asyncio.to_thread(site.accounts.set_codes, session.person.id, made.values())
        return wire.Codes(list(made))

    return [sign_up, sign_in, prove, recover, account, password, privacy, codes]

"""Pairing a phone: the PIN on the table's screen becomes a cookie; an overlay's token becomes one that only reads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import ConfigDict, Field

from web.contract.rights import Role
from web.contract.views import View
from web.gate import PAIR_FIRST
from web.machine_names import MachineNames
from web.problems import problems
from web.public_address import address_from_afar, is_everywhere, typed, url_of
from web.qr import qr_answer
from web.sessions import BROWSER_KEPT_S, COOKIE, Identity, Sessions, TooManyPinsError, WrongPinError
from web.settings import WebSettings

HOW = "Scan, or on the phone open {} and enter"
ALONE = "No phone reaches this table: start it with --host 0.0.0.0. On this machine, open {}/pair and enter"


class Invitation(View):
    """What the table's own screen shows: the PIN, how long it is good, where it is entered, and overlays' token.

    `scanned` is whether a phone that scans the picture reaches the table; `taken` are the seats for which a phone was
    paired since the program started.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"pin": "204817", "seconds": 180, "words": HOW.format("table.local:8765/pair"), "token": "c1f0"}
            ]
        }
    )

    pin: Annotated[str, Field(pattern=r"^(\d{6}|\d{9})$")]
    seconds: Annotated[int, Field(ge=1)]
    words: str
    scanned: bool = True
    token: str
    taken: tuple[str, ...] = ()


class Pairing(View):
    """A PIN with the seat that is wanted ("referee" for none), or an overlay's token."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"pin": "204817", "seat": "p1"}]})

    pin: Annotated[str, Field(max_length=12)] = ""
    seat: Annotated[str, Field(max_length=40)] = "referee"
    token: Annotated[str, Field(max_length=64)] = ""


class Paired(View):
    """Who this device is."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"role": "player", "seat": "p1"}]})

    role: Literal["table", "referee", "player", "viewer", "nobody"]
    seat: str = ""


class Seated(Paired):
    """Who this device is, and for which seats a phone was paired since the program started (`taken`)."""

    taken: tuple[str, ...] = ()


def acting(sessions: Sessions) -> Callable[[Request], Awaitable[Identity]]:
    """Return the dependency of routes that change something: who acts, or 401."""

    async def who(request: Request) -> Identity:
        identity = sessions.who(request)
        if not identity.may_act:
            raise HTTPException(401, PAIR_FIRST)
        return identity

    return who


def pairing_router(sessions: Sessions, seats: Callable[[], tuple[str, ...]], settings: WebSettings) -> APIRouter:
    """Return the routes of pairing; `seats` are the players there are now."""
    router = APIRouter(prefix="/api", tags=["pair"])
    taken: dict[str, None] = {}
    names = MachineNames()

    @router.get("/pairing", responses=problems(401))
    async def invitation(request: Request) -> Invitation:
        """The PIN to type on a phone: for the table's own screen and the referee alone."""
        pin, seconds = sessions.pin()
        port = request.url.port or 80
        from_afar = address_from_afar(settings, port)
        named = is_everywhere(settings.host) and names.own
        by_name = url_of(settings, f"{names.own}.local", port) if named else ""
        also = f" or {typed(by_name)}/pair" if by_name and by_name != from_afar else ""
        words = HOW.format(f"{typed(from_afar)}/pair{also}") if from_afar else ALONE.format(request.url.netloc)
        return Invitation(
            pin=pin,
            seconds=seconds,
            words=words,
            scanned=bool(from_afar),
            token=sessions.token,
            taken=tuple(taken),
        )

    @router.get("/pairing/qr.svg", response_class=Response, responses=problems(401))
    async def scanned(request: Request) -> Response:
        """The same as a picture that a phone scans: address and PIN at once, the PIN where no server reads it."""
        pin, _ = sessions.pin()
        own = f"{request.url.scheme}://{request.url.netloc}"
        return qr_answer(f"{address_from_afar(settings, request.url.port or 80) or own}/pair#pin={pin}")

    @router.get("/session", responses=problems())
    async def session(request: Request) -> Seated:
        """Who this device is to the table, and who is there already."""
        identity = sessions.who(request)
        return Seated(role=identity.role.value, seat=identity.seat, taken=tuple(taken))

    @router.post("/pair", responses=problems(401, 422, 429))
    async def pair(asked: Pairing, response: Response, request: Request) -> Paired:
        """Pair this device: with the PIN for a seat, or with the token of an overlay."""
        identity = _identity(asked, request.client.host if request.client is not None else "")
        secure = request.url.scheme == "https"
        if identity.seat:
            taken[identity.seat] = None
        response.set_cookie(
            COOKIE,
            sessions.cookie(identity),
            max_age=BROWSER_KEPT_S,
            httponly=True,
            samesite="strict",
            secure=secure,
            path="/",
        )
        return Paired(role=identity.role.value, seat=identity.seat)

    def _identity(asked: Pairing, address: str) -> Identity:
        if asked.token:
            if not sessions.is_token(asked.token):
                raise HTTPException(401, "That is not this table's overlay token")
            return Identity(Role.VIEWER)
        if asked.seat != "referee" and asked.seat not in seats():
            raise HTTPException(422, f"seat: there is {', '.join(seats()) or 'nobody'} and referee")
        try:
            sessions.redeem(asked.pin, address, seat=asked.seat)
        except WrongPinError as wrong:
            raise HTTPException(401, str(wrong)) from wrong
        except TooManyPinsError as many:
            raise HTTPException(429, str(many), {"Retry-After": str(many.wait_s)}) from many
        return Identity(Role.REFEREE) if asked.seat == "referee" else Identity(Role.PLAYER, asked.seat)

    @router.post("/unpair", responses=problems())
    async def unpair(request: Request, response: Response) -> Paired:
        """Forget this device, and every copy of its cookie."""
        taken.pop(sessions.who(request).seat, None)
        sessions.forget(request.cookies.get(COOKIE, ""))
        response.delete_cookie(COOKIE, path="/", samesite="strict", httponly=True)
        return Paired(role="nobody")

    return router

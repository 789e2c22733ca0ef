"""Routes that pair a device, show the QR code, and claim a new table."""

from __future__ import annotations

import io
import ipaddress
import logging
from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse
from pydantic import ConfigDict, Field

from messages.message import Message
from web.auth.sessions import (
    ADMIN_COOKIE,
    BROWSER_KEPT_S,
    COOKIE,
    OWNER_COOKIE,
    STAFF,
    Identity,
    Sessions,
    TooManyPinsError,
    WrongPinError,
)
from web.contract.base import View
from web.contract.permissions import ClaimPort, ClaimView, Role
from web.contract.table.table_port import TablePort
from web.server.addresses import MachineNames, is_wildcard_host, public_url, typed, url_of
from web.server.responses import problems
from web.server.settings import WebSettings

log = logging.getLogger("overlook.web.pairing")

STAFF_PIN_SHOWN = frozenset({Role.TABLE, Role.SCREEN, Role.REFEREE})
"""Roles that are shown the referee's PIN: an owner or player becomes no referee by being the owner."""

CLOSED = Message.of("access-claim-closed")


def near(address: str) -> bool:
    """Whether an address is on the local network: a table cannot be claimed from the internet."""
    try:
        read = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = read.ipv4_mapped if isinstance(read, ipaddress.IPv6Address) else None
    found = mapped or read
    return found.is_private or found.is_link_local


def claim_router(sessions: Sessions, claim: ClaimPort | None) -> APIRouter:
    """Return the routes of claiming."""
    router = APIRouter(prefix="/api/claim", tags=["pair"])

    def seconds(request: Request) -> int:
        here = request.client.host if request.client is not None else ""
        return claim.seconds() if claim is not None and near(here) else 0

    @router.get("", responses=problems())
    async def state(request: Request, response: Response) -> ClaimView:
        """Whether this table can be claimed, and whether this device has claimed it."""
        response.headers["Cache-Control"] = "no-store"
        return ClaimView(seconds=seconds(request), owner=sessions.is_owner(request.cookies.get(OWNER_COOKIE, "")))

    @router.post("", responses=problems(401))
    async def take(request: Request, response: Response) -> ClaimView:
        """Claim this table, or come back to it as who has: this device becomes the owner's, beside what it is.

        A device that is not paired becomes a screen of the table as well, so that it can set the table up.
        """
        owner = sessions.is_owner(request.cookies.get(OWNER_COOKIE, ""))
        if not owner and not (seconds(request) and claim is not None and claim.take()):
            raise HTTPException(401, CLOSED)
        secure = request.url.scheme == "https"

        def keep(name: str, value: str, path: str) -> None:
            response.set_cookie(
                name, value, max_age=BROWSER_KEPT_S, httponly=True, samesite="strict", secure=secure, path=path
            )

        keep(ADMIN_COOKIE, sessions.cookie(Identity(Role.OWNER)), "/")
        if not sessions.identify(request).may_act:
            keep(COOKIE, sessions.cookie(Identity(Role.SCREEN)), "/")
        if not owner:
            keep(OWNER_COOKIE, sessions.owner_cookie(), "/api/claim")
        return ClaimView(owner=True)

    return router


QUIET_MODULES = 4
"""Quiet zone of a QR code in modules (ISO/IEC 18004)."""


def qr_answer(address: str) -> Response:
    """Return the QR code of an address as SVG, black on white in every colour scheme; never cached."""
    import segno  # imported late: most starts pair no phone

    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", border=QUIET_MODULES, dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


def _with_example(schema: dict[str, Any]) -> None:
    """Add an example to the schema of an invitation."""
    message = Message.of("access-invitation", address="table.local:8765/pair")
    example = {"pin": "204817", "seconds": 180, "words": str(message), "message": message.to_data(), "token": "c1f0"}
    schema["examples"] = [example]


class Invitation(View):
    """The PIN with its validity and the address at which it is entered, and the overlays' token.

    `words` and `message` are the text above the PIN. `staff_pin` pairs the referee or another screen; it is empty for
    the owner's device. `scanned` is whether a phone that scans the code reaches the table; `taken` are the seats for
    which a phone was paired since the program started.
    """

    model_config = ConfigDict(json_schema_extra=_with_example)

    pin: Annotated[str, Field(pattern=r"^(\d{6}|\d{9})$")]
    seconds: Annotated[int, Field(ge=1)]
    words: str
    message: Message
    staff_pin: Annotated[str, Field(pattern=r"^(\d{6}|\d{9})?$")] = ""
    scanned: bool = True
    token: str
    taken: tuple[str, ...] = ()


class Pairing(View):
    """A PIN with the seat that is wanted, or an overlay's token, or the `ticket` of a seat that is being handed over.

    The seat is "referee" for the referee and "screen" for a shared screen, each with the referee's PIN.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"pin": "204817", "seat": "p1"}]})

    pin: Annotated[str, Field(max_length=12)] = ""
    seat: Annotated[str, Field(max_length=40)] = "referee"
    token: Annotated[str, Field(max_length=64)] = ""
    ticket: Annotated[str, Field(max_length=64)] = ""


class Waiting(View):
    """A seat that has a phone: it is handed over by that phone, or on the table's screen after 30 seconds.

    Ask again with `ticket`, every few seconds.
    """

    seat: str
    ticket: str
    words: str
    message: Message


class Paired(View):
    """Identity of this device."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"role": "player", "seat": "p1"}]})

    role: Literal["table", "screen", "owner", "referee", "player", "viewer", "nobody"]
    seat: str = ""


class Seated(Paired):
    """Identity of this device, and the seats for which a phone was paired since the program started (`taken`).

    `owner` is whether the device also administers the machine.
    """

    taken: tuple[str, ...] = ()
    owner: bool = False


def _waiting(seat: str, ticket: str) -> Waiting:
    message = Message.of("access-hand-over-asked", seat=seat)
    return Waiting(seat=seat, ticket=ticket, words=str(message), message=message)


def _invitation(from_afar: str, by_name: str, here: str) -> Message:
    """Return where the PIN is entered: at one or two addresses of the table, or only on this machine."""
    if not from_afar:
        return Message.of("access-invitation-local", address=f"{here}/pair")
    address = f"{typed(from_afar)}/pair"
    if not by_name or by_name == from_afar:
        return Message.of("access-invitation", address=address)
    return Message.of("access-invitation-two", address=address, other=f"{typed(by_name)}/pair")


class SeatPairing:
    """Pairs devices for places at the table.

    `seats` returns the current players, `table` is None before the first game. `taken` are the seats for which a phone
    was paired since the program started.
    """

    def __init__(self, sessions: Sessions, seats: Callable[[], tuple[str, ...]], table: TablePort | None) -> None:
        self.taken: dict[str, None] = {}
        self._sessions = sessions
        self._seats = seats
        self._table = table

    def pair(self, asked: Pairing, before: Identity, address: str) -> Identity | Waiting:
        """Return the identity that a device gets, or what it waits for; `before` is its identity until now.

        A seat that has a phone is handed over, unless that phone itself asks. Raises `HTTPException`.
        """
        if asked.ticket:
            found = self._handed_over(asked)
        else:
            found = self._redeemed(asked, address)
            if self._table is not None and found.seat != before.seat and self._is_held(found.seat, self._table):
                ticket = self._table.ask_hand_over(found.seat)
                if ticket is None:
                    raise HTTPException(409, Message.of("access-hand-over-open", seat=found.seat))
                return _waiting(found.seat, ticket)
        if isinstance(found, Identity):
            if before.seat and before.seat != found.seat:
                self.give_up(before.seat)
            if found.seat:
                self.taken[found.seat] = None
            log.info("a device was paired for %s", found.place)
        return found

    def give_up(self, seat: str) -> None:
        """Note that a seat's phone gave it up."""
        self.taken.pop(seat, None)
        if self._table is not None:
            self._table.note_phone(seat, "unpaired")
        log.info("the phone of %s gave up its seat", seat)

    def _is_held(self, seat: str, table: TablePort) -> bool:
        return bool(seat) and (self._sessions.term.is_held(seat) or table.is_phone_here(seat))

    def _handed_over(self, asked: Pairing) -> Identity | Waiting:
        state = "declined" if self._table is None else self._table.hand_over(asked.ticket, asked.seat)
        if state == "declined" or asked.seat not in self._seats():
            raise HTTPException(401, Message.of("access-hand-over-declined"))
        return Identity(Role.PLAYER, asked.seat) if state == "accepted" else _waiting(asked.seat, asked.ticket)

    def _redeemed(self, asked: Pairing, address: str) -> Identity:
        """Return the identity for a PIN or an overlay's token."""
        if asked.token:
            if not self._sessions.is_token(asked.token):
                raise HTTPException(401, Message.of("access-overlay-token-wrong"))
            return Identity(Role.VIEWER)
        if asked.seat not in (*self._seats(), *STAFF):
            raise HTTPException(422, Message.of("access-seat-unknown", seats=[*self._seats(), *STAFF]))
        try:
            self._sessions.redeem_pin(asked.pin, address, seat=asked.seat)
        except WrongPinError as wrong:
            raise HTTPException(401, wrong.message) from wrong
        except TooManyPinsError as many:
            raise HTTPException(429, many.message, {"Retry-After": str(many.wait_s)}) from many
        role = STAFF.get(asked.seat)
        return Identity(Role.PLAYER, asked.seat) if role is None else Identity(role)


def pairing_router(
    sessions: Sessions, seats: Callable[[], tuple[str, ...]], settings: WebSettings, table: TablePort | None
) -> APIRouter:
    """Return the routes of pairing; `seats` returns the current players, `table` is None before the first game."""
    router = APIRouter(prefix="/api", tags=["pair"])
    places = SeatPairing(sessions, seats, table)
    names = MachineNames()

    @router.get("/pairing", responses=problems(401))
    async def invitation(request: Request) -> Invitation:
        """The PIN to type on a phone: for the table's own screen and the referee alone."""
        pin, seconds = sessions.pin()
        port = request.url.port or 80
        from_afar = public_url(settings, port)
        named = is_wildcard_host(settings.host) and names.own
        by_name = url_of(settings, f"{names.own}.local", port) if named else ""
        message = _invitation(from_afar, by_name, request.url.netloc)
        return Invitation(
            pin=pin,
            seconds=seconds,
            words=str(message),
            message=message,
            staff_pin=sessions.pin(staff=True)[0] if sessions.identify(request).role in STAFF_PIN_SHOWN else "",
            scanned=bool(from_afar),
            token=sessions.token,
            taken=tuple(places.taken),
        )

    @router.get("/pairing/qr.svg", response_class=Response, responses=problems(401))
    async def scanned(request: Request) -> Response:
        """The address with the PIN as a QR code. The PIN is in the fragment, which no server receives."""
        pin, _ = sessions.pin()
        own = f"{request.url.scheme}://{request.url.netloc}"
        return qr_answer(f"{public_url(settings, request.url.port or 80) or own}/pair#pin={pin}")

    @router.get("/session", responses=problems())
    async def session(request: Request) -> Seated:
        """Identity of this device, and the seats that are taken."""
        identity = sessions.identify(request)
        return Seated(role=identity.role.value, seat=identity.seat, taken=tuple(places.taken), owner=identity.owner)

    @router.post("/pair", response_model=Paired, responses={**problems(401, 409, 422, 429), 202: {"model": Waiting}})
    async def pair(asked: Pairing, response: Response, request: Request) -> Paired | JSONResponse:
        """Pair this device: with the PIN for a seat, with the token of an overlay, or with a ticket."""
        address = request.client.host if request.client is not None else ""
        found = places.pair(asked, sessions.identify(request), address)
        if isinstance(found, Waiting):
            return JSONResponse(found.model_dump(mode="json"), status_code=202)
        sessions.revoke(request.cookies.get(COOKIE, ""))
        response.set_cookie(
            COOKIE,
            sessions.cookie(found),
            max_age=BROWSER_KEPT_S,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
            path="/",
        )
        return Paired(role=found.role.value, seat=found.seat)

    @router.post("/unpair", responses=problems())
    async def unpair(request: Request, response: Response) -> Paired:
        """Forget this device, and every copy of its cookie."""
        seat = sessions.identify(request).seat
        if seat:
            places.give_up(seat)
        for name in (COOKIE, ADMIN_COOKIE):
            sessions.revoke(request.cookies.get(name, ""))
            response.delete_cookie(name, path="/", samesite="strict", httponly=True)
        return Paired(role="nobody")

    return router

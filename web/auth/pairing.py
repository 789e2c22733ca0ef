"""Routes that pair a device, show the QR code, and claim a new table."""

from __future__ import annotations

import io
import ipaddress
from collections.abc import Callable
from types import MappingProxyType
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import ConfigDict, Field

from messages.message import Message
from web.auth.sessions import (
    ADMIN_COOKIE,
    BROWSER_KEPT_S,
    COOKIE,
    OWNER_COOKIE,
    Identity,
    Sessions,
    TooManyPinsError,
    WrongPinError,
)
from web.contract.base import View
from web.contract.permissions import ClaimPort, ClaimView, Role
from web.server.addresses import MachineNames, is_wildcard_host, public_url, typed, url_of
from web.server.responses import problems
from web.server.settings import WebSettings

SEATLESS = MappingProxyType({"referee": Role.REFEREE, "screen": Role.SCREEN})
"""Roles of devices that are paired for no player's seat, by what is asked for."""

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
    """What the table's own screen shows: the PIN, how long it is good, where it is entered, and overlays' token.

    `words` and `message` are the text above the PIN. `scanned` is whether a phone that scans the code reaches the
    table; `taken` are the seats for which a phone was paired since the program started.
    """

    model_config = ConfigDict(json_schema_extra=_with_example)

    pin: Annotated[str, Field(pattern=r"^(\d{6}|\d{9})$")]
    seconds: Annotated[int, Field(ge=1)]
    words: str
    message: Message
    scanned: bool = True
    token: str
    taken: tuple[str, ...] = ()


class Pairing(View):
    """A PIN with the seat that is wanted ("referee" for none, "screen" for a shared screen), or an overlay's token."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"pin": "204817", "seat": "p1"}]})

    pin: Annotated[str, Field(max_length=12)] = ""
    seat: Annotated[str, Field(max_length=40)] = "referee"
    token: Annotated[str, Field(max_length=64)] = ""


class Paired(View):
    """Who this device is."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"role": "player", "seat": "p1"}]})

    role: Literal["table", "screen", "owner", "referee", "player", "viewer", "nobody"]
    seat: str = ""


class Seated(Paired):
    """Who this device is, and for which seats a phone was paired since the program started (`taken`).

    `owner` is whether the device also administers the machine.
    """

    taken: tuple[str, ...] = ()
    owner: bool = False


def _invitation(from_afar: str, by_name: str, here: str) -> Message:
    """Return where the PIN is entered: at one or two addresses of the table, or only on this machine."""
    if not from_afar:
        return Message.of("access-invitation-local", address=f"{here}/pair")
    address = f"{typed(from_afar)}/pair"
    if not by_name or by_name == from_afar:
        return Message.of("access-invitation", address=address)
    return Message.of("access-invitation-two", address=address, other=f"{typed(by_name)}/pair")


def pairing_router(
    sessions: Sessions,
    seats: Callable[[], tuple[str, ...]],
    settings: WebSettings,
    unpaired: Callable[[str], None] = lambda _: None,
) -> APIRouter:
    """Return the routes of pairing; `seats` returns the current players, `unpaired` is told of a seat given up."""
    router = APIRouter(prefix="/api", tags=["pair"])
    taken: dict[str, None] = {}
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
            scanned=bool(from_afar),
            token=sessions.token,
            taken=tuple(taken),
        )

    @router.get("/pairing/qr.svg", response_class=Response, responses=problems(401))
    async def scanned(request: Request) -> Response:
        """The same as a picture that a phone scans: address and PIN at once, the PIN where no server reads it."""
        pin, _ = sessions.pin()
        own = f"{request.url.scheme}://{request.url.netloc}"
        return qr_answer(f"{public_url(settings, request.url.port or 80) or own}/pair#pin={pin}")

    @router.get("/session", responses=problems())
    async def session(request: Request) -> Seated:
        """Who this device is to the table, and who is there already."""
        identity = sessions.identify(request)
        return Seated(role=identity.role.value, seat=identity.seat, taken=tuple(taken), owner=identity.owner)

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
                raise HTTPException(401, Message.of("access-overlay-token-wrong"))
            return Identity(Role.VIEWER)
        if asked.seat not in (*seats(), *SEATLESS):
            raise HTTPException(422, Message.of("access-seat-unknown", seats=[*seats(), *SEATLESS]))
        try:
            sessions.redeem_pin(asked.pin, address, seat=asked.seat)
        except WrongPinError as wrong:
            raise HTTPException(401, wrong.message) from wrong
        except TooManyPinsError as many:
            raise HTTPException(429, many.message, {"Retry-After": str(many.wait_s)}) from many
        role = SEATLESS.get(asked.seat)
        return Identity(Role.PLAYER, asked.seat) if role is None else Identity(role)

    @router.post("/unpair", responses=problems())
    async def unpair(request: Request, response: Response) -> Paired:
        """Forget this device, and every copy of its cookie."""
        seat = sessions.identify(request).seat
        taken.pop(seat, None)
        if seat:
            unpaired(seat)
        for name in (COOKIE, ADMIN_COOKIE):
            sessions.revoke(request.cookies.get(name, ""))
            response.delete_cookie(name, path="/", samesite="strict", httponly=True)
        return Paired(role="nobody")

    return router

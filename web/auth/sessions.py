"""Device identities: signed cookies, PINs, the overlay token, and the dependency of routes that act."""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import secrets
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from fastapi import HTTPException, Request
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection

from messages.message import Message
from referee.game.intents import ANY, CAMERA, REFEREE
from web.auth.pairing_term import PairingTerm
from web.contract.errors import WebError
from web.contract.permissions import ROLES, ClaimPort, Permission, Role
from web.server.settings import LOOPBACK_NAMES

ELSEWHERE = "overlook.elsewhere"
"""Scope key of a request sent by a page of another site that the settings allow to read."""


COOKIE = "overlook"
OWNER_COOKIE = "overlook-owner"
"""Cookie of the device that has claimed the table, sent to the claim's routes alone and valid for good."""

ADMIN_COOKIE = "overlook-admin"
"""Cookie of the owner's device, sent beside `COOKIE`, so that an owner can also be paired for a seat."""

BROWSER_KEPT_S = 400 * 24 * 3600
"""The longest that browsers keep a cookie (400 days); the table decides how long it is valid."""

PIN_S = 180
PIN_DIGITS = 6
MOST_WRONG = 5
WRONG_WINDOW_S = 60.0
MOST_WRONG_TOGETHER = 20
"""Wrong PINs in a minute from all addresses together, after which PINs become long."""

LONG_PIN_DIGITS = 9
LONG_PINS_S = 3600.0
"""How long PINs stay long after that many wrong ones: a guesser gets twenty short ones an hour, or 19 a minute."""

MOST_REMEMBERED = 10_000
"""Limit of remembered wrong PINs, which bounds memory during a flood."""

SECRET_BYTES = 32
UNIQUE_LOCAL = ipaddress.IPv6Network("fc00::/7")
TOKEN_OF = b"overlay"
OWNER_OF = b"owner"
UNENCRYPTED = "overlook.unencrypted"
"""Scope key of a request that is not encrypted, at a table that serves HTTPS."""


class WrongPinError(WebError, ValueError):
    """The PIN is wrong or has expired."""


class TooManyPinsError(WebError, ValueError):
    """Too many wrong PINs in a minute; further PINs are refused for `wait_s` seconds."""

    def __init__(self, wait_s: float) -> None:
        self.wait_s = max(1, round(wait_s))
        super().__init__("access-too-many-pins", seconds=self.wait_s)


class SeatNotTakenError(WebError, PermissionError):
    """A device acted in the name of another seat, the referee or the camera."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Identity of a device: a role, for a player the seat, and whether it is also the owner's."""

    role: Role
    seat: str = ""
    owner: bool = False

    def has(self, permission: Permission) -> bool:
        """Whether the device has a permission, by its role or as the owner's."""
        return self.role in ROLES[permission] or (self.owner and Role.OWNER in ROLES[permission])

    @property
    def may_act(self) -> bool:
        """Whether the role permits to take part in the game."""
        return self.role in ROLES[Permission.PLAY]

    @property
    def place(self) -> str:
        """Place that the device is paired for: a player's seat, else the role."""
        return self.seat or self.role.value

    @property
    def seat_or_any(self) -> str:
        """Player the device acts for: a player's own seat, or "any" for every other role that may act."""
        return self.seat if self.role is Role.PLAYER else "any"

    def acting_player(self, player: str, *, in_person: bool = False) -> str:
        """Return the author of an act that this device submits for `player`.

        A paired player acts only for its own seat, and only the referee's device acts as the referee. What is done
        `in_person` is done in no other name: the referee's device is the referee, the table's screen is "any".
        Raises `SeatNotTakenError` for a name that the device may not use.
        """
        if self.role is Role.PLAYER:
            if player not in (self.seat, "any"):
                raise SeatNotTakenError("access-other-seat", seat=self.seat, player=player)
            return self.seat
        own = REFEREE if self.role is Role.REFEREE else ANY
        allowed = player in (own, ANY) if in_person else player == own or player not in (REFEREE, CAMERA)
        if not allowed:
            raise SeatNotTakenError("access-other-name", player=player)
        return own if in_person else player


NOBODY = Identity(Role.NOBODY)


STAFF = MappingProxyType({"referee": Role.REFEREE, "screen": Role.SCREEN})
"""Roles of devices that act for both players, by the place that they are paired for; they have a separate PIN."""


@dataclass
class _Pin:
    """A PIN that is shown until `until_s` or until it is used, and the one that was used before it."""

    shown: str = ""
    spent: str = ""
    until_s: float = 0.0


class _WrongPins:
    """Wrong PINs of the last minute by guesser, at most `MOST_REMEMBERED`."""

    def __init__(self) -> None:
        self._all: deque[tuple[str, float]] = deque()
        self._by_guesser: defaultdict[str, deque[float]] = defaultdict(deque)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, guesser: str, now_s: float) -> None:
        self._all.append((guesser, now_s))
        self._by_guesser[guesser].append(now_s)
        self._forget(now_s)

    def wait_s(self, guesser: str, now_s: float) -> float:
        """Return how many seconds a guesser has to wait, or 0."""
        self._forget(now_s)
        own = self._by_guesser.get(guesser)
        return WRONG_WINDOW_S - (now_s - own[0]) if own is not None and len(own) >= MOST_WRONG else 0.0

    def _forget(self, now_s: float) -> None:
        while self._all and (now_s - self._all[0][1] >= WRONG_WINDOW_S or len(self._all) > MOST_REMEMBERED):
            guesser, _ = self._all.popleft()
            own = self._by_guesser[guesser]
            own.popleft()
            if not own:
                del self._by_guesser[guesser]


class Sessions:
    """Signs and reads cookies, and issues and redeems PINs.

    `secret` is the signing key, 32 bytes; it can forge any cookie, so it never leaves this machine. `own_screen` lets a
    browser on this machine act without a cookie. `claim` reports whether the table can be claimed, None if it never
    can. `term` decides how long cookies are valid. `steady` is a monotonic clock in seconds, by which PINs expire.
    """

    def __init__(
        self,
        secret: bytes,
        *,
        own_screen: bool = True,
        claim: ClaimPort | None = None,
        term: PairingTerm | None = None,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"{len(secret)} bytes, not {SECRET_BYTES}")
        self._secret = secret
        self._own_screen = own_screen
        self.claim = claim
        self.term = term or PairingTerm(steady=steady)
        self._steady = steady
        self._pins = {staff: _Pin() for staff in (False, True)}
        self._second_use: tuple[str, float, str] = ("", 0.0, "")
        self._long_until_s = float("-inf")
        self._wrong = _WrongPins()
        self._cookies = URLSafeSerializer(
            secret, salt=f"{COOKIE} {self.term.epoch}", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def identify(self, request: HTTPConnection) -> Identity:
        """Return the identity of a request: by its cookie, else by its client address.

        `NOBODY` for a page of another site, and for an unencrypted request to a table that serves HTTPS.
        """
        if ELSEWHERE in request.scope or UNENCRYPTED in request.scope:
            return NOBODY
        known = self.read(request.cookies.get(COOKIE, ""))
        own_screen = self._own_screen and is_loopback_request(request)
        found = known or (Identity(Role.TABLE) if own_screen else NOBODY)
        admin = self.read(request.cookies.get(ADMIN_COOKIE, ""))
        if admin is None or admin.role is not Role.OWNER:
            return found
        return Identity(Role.OWNER, owner=True) if found == NOBODY else replace(found, owner=True)

    def pin(self, *, staff: bool = False) -> tuple[str, int]:
        """Return the current PIN and for how many seconds it is valid: the players', or that of the `staff` roles.

        It has six digits, and nine during an attack (`MOST_WRONG_TOGETHER`).
        """
        now_s, pin = self._steady(), self._pins[staff]
        digits = self._digits(now_s)
        if now_s >= pin.until_s or len(pin.shown) < digits:
            others = self._pins[not staff]
            while (fresh := f"{secrets.randbelow(10**digits):0{digits}d}") in (others.shown, self._second_use[0]):
                continue
            pin.shown, pin.until_s = fresh, now_s + PIN_S
        return pin.shown, max(1, round(pin.until_s - now_s))

    def _digits(self, now_s: float) -> int:
        return LONG_PIN_DIGITS if now_s < self._long_until_s else PIN_DIGITS

    def redeem_pin(self, pin: str, address: str = "", *, seat: str) -> None:
        """Redeem a PIN for a seat; spaces are ignored. `address` is the client's address.

        The places of `STAFF` have a separate PIN. Both players read theirs off the screen at the same time, so a used
        PIN stays valid for one other seat until it expires. Raises `WrongPinError` for a wrong, used or malformed PIN,
        and `TooManyPinsError` after five wrong ones in a minute from that address.

        Wrong PINs from all addresses together never lock anybody out, since one guesser can have any number of
        addresses in its own network. They make the PIN longer: with any number of addresses, the chance of a guesser
        stays below 19 a minute in 10^6, or the table's answers per minute in 10^9.
        """
        now_s, pin = self._steady(), pin.replace(" ", "")
        if len(pin) not in {PIN_DIGITS, LONG_PIN_DIGITS} or not pin.isdecimal():
            raise WrongPinError("access-pin-form", pin=pin, digits=self._digits(now_s))
        guesser = client_subnet(address)
        wait_s = self._wrong.wait_s(guesser, now_s)
        if wait_s > 0:
            raise TooManyPinsError(wait_s)
        given, staff = pin.encode(), seat in STAFF
        current = self._pins[staff]
        if current.shown and now_s < current.until_s and hmac.compare_digest(given, current.shown.encode()):
            if not staff:
                self._second_use = (current.shown, current.until_s, seat)
            current.shown, current.spent = "", current.shown
            return
        lent, until_s, whose = self._second_use
        may_be_lent = lent and not staff and now_s < until_s and seat != whose
        if may_be_lent and hmac.compare_digest(given, lent.encode()):
            self._second_use = ("", 0.0, "")
            return
        self._note_wrong(guesser, now_s)
        if hmac.compare_digest(given, current.spent.encode()):
            raise WrongPinError("access-pin-used")
        if staff and hmac.compare_digest(given, self._pins[False].shown.encode()):
            raise WrongPinError("access-pin-of-players")
        raise WrongPinError("access-pin-wrong")

    def _note_wrong(self, guesser: str, now_s: float) -> None:
        """Remember a wrong PIN; after too many, invalidate short PINs and issue long ones."""
        self._wrong.add(guesser, now_s)
        if len(self._wrong) >= MOST_WRONG_TOGETHER:
            self._long_until_s = now_s + LONG_PINS_S
        if now_s < self._long_until_s:
            for pin in self._pins.values():
                if len(pin.shown) < LONG_PIN_DIGITS:
                    pin.shown = ""
            if len(self._second_use[0]) < LONG_PIN_DIGITS:
                self._second_use = ("", 0.0, "")

    @property
    def token(self) -> str:
        """Read-only token for overlays, valid until the secret changes."""
        return self._signature(TOKEN_OF)

    def is_token(self, token: str) -> bool:
        """Whether `token` is the overlay token; compared in constant time."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    def cookie(self, identity: Identity) -> str:
        """Return the signed cookie of a new pairing; `PairingTerm` decides how long it is valid."""
        mark = secrets.token_hex(8)
        if identity.role in (Role.PLAYER, Role.REFEREE):
            ended, idle_s = self.term.begin(identity.place, is_player=identity.role is Role.PLAYER, mark=mark)
        else:
            ended, idle_s = self.term.stamp()
        claim = {"role": identity.role, "seat": identity.seat, "id": mark, "ended": ended}
        return str(self._cookies.dumps({**claim, "idle_s": round(idle_s, 1)}))

    def read(self, cookie: str) -> Identity | None:
        """Return the identity in a cookie, or None if it is forged, expired, revoked or malformed."""
        claim = self._claim(cookie)
        if claim is None:
            return None
        identity, stamp = Identity(Role(claim["role"]), claim["seat"]), (claim["ended"], claim["idle_s"])
        is_player = identity.role is Role.PLAYER
        return identity if self.term.holds(claim["id"], stamp, identity.place, is_player=is_player) else None

    def owner_cookie(self) -> str:
        """Return the signed cookie of the device that claims this table, valid until the secret changes."""
        mark = secrets.token_hex(8)
        return f"{mark}.{self._signature(OWNER_OF + mark.encode())}"

    def is_owner(self, cookie: str) -> bool:
        """Whether `cookie` belongs to a device that has claimed this table."""
        mark, _, signed = cookie.partition(".")
        return hmac.compare_digest(signed.encode(), self._signature(OWNER_OF + mark.encode()).encode())

    def revoke(self, cookie: str) -> None:
        """Revoke a cookie, including every copy of it."""
        claim = self._claim(cookie)
        if claim is not None:
            self.term.forget(claim["id"])

    def _claim(self, cookie: str) -> dict[str, Any] | None:
        """Return the content of a cookie, or None if its signature is invalid."""
        try:
            return dict(self._cookies.loads(cookie))
        except BadSignature:
            return None

    def _signature(self, body: bytes) -> str:
        return base64.urlsafe_b64encode(hmac.digest(self._secret, body, hashlib.sha256)).decode().rstrip("=")


def is_loopback_request(request: HTTPConnection) -> bool:
    """Whether a request comes from this machine and addresses it by a loopback name (against DNS rebinding)."""
    try:
        if (request.url.hostname or "").lower() not in LOOPBACK_NAMES:
            return False
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def client_subnet(address: str) -> str:
    """Return the key by which guesses and requests of one household are counted together.

    That is the address itself, or the /64 network of a global IPv6 address, since one household holds all of it.
    Link-local and unique local addresses count one by one, because one such network has every phone of a hall. A zone
    id is kept, because this machine sets it. An IPv4-mapped IPv6 address counts as IPv4.
    """
    try:
        read = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv4Address):
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    if read.is_link_local:
        return str(read)
    if read in UNIQUE_LOCAL:
        return str(ipaddress.IPv6Address(int(read)))
    return str(ipaddress.IPv6Network((int(read), 64), strict=False))


PAIR_FIRST = Message.of("access-pair-first")


def require_player(sessions: Sessions) -> Callable[[Request], Awaitable[Identity]]:
    """Return the dependency of routes that change something: the identity of the request, or status 401."""

    async def who(request: Request) -> Identity:
        identity = sessions.identify(request)
        if not identity.may_act:
            raise HTTPException(401, PAIR_FIRST)
        return identity

    return who

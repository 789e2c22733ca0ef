"""Who is asking: the table's own screen, a paired phone, or somebody who looks on. Cookies are signed."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import ipaddress
import json
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from web.contract.errors import WebError
from web.contract.rights import ROLES, Role, Who

COOKIE = "overlook"
KEPT_S = 12 * 3600
PIN_S = 180
PIN_DIGITS = 6
MOST_WRONG = 5
WRONG_WINDOW_S = 60.0
TOKEN_OF = b"overlay"


class WrongPinError(WebError, ValueError):
    """A PIN that is not the one on the table's screen, or is no more."""


class TooManyPinsError(WebError, ValueError):
    """Too many wrong PINs in a minute; `wait_s` says how long nobody is listened to."""

    def __init__(self, wait_s: float) -> None:
        self.wait_s = max(1, round(wait_s))
        super().__init__(f"Too many wrong PINs: try again in {self.wait_s} s")


class NotSpokenForError(WebError, PermissionError):
    """A seat that wants to speak for another player."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who asks: a role, and for a player the seat."""

    role: Role
    seat: str = ""

    @property
    def may_act(self) -> bool:
        """Whether it may do anything but look."""
        return self.role in ROLES[Who.ACTING]

    @property
    def says(self) -> str:
        """Whose word it is: the seat's of a player, "any" of everybody else who may act."""
        return self.seat if self.role is Role.PLAYER else "any"

    def spoken_for(self, player: str) -> str:
        """Return whose word it is: a paired player speaks for its own seat alone.

        Raises `NotSpokenForError` for another's.
        """
        if self.role is not Role.PLAYER:
            return player
        if player not in (self.seat, "any"):
            raise NotSpokenForError(f"This phone is {self.seat}'s: it does not speak for {player}")
        return self.seat


NOBODY = Identity(Role.NOBODY)


class Sessions:
    """Cookies, the PIN of the moment, and how often it was guessed wrong.

    `secret` signs; whoever has it can make cookies, so it stays on this machine. `own_screen` lets a browser on this
    very machine act without a cookie. `clock` is for tests.
    """

    def __init__(self, secret: bytes, *, own_screen: bool = True, clock: Callable[[], float] = time.time) -> None:
        self._secret = secret
        self._own_screen = own_screen
        self._clock = clock
        self._pin = ""
        self._pin_until_s = 0.0
        self._wrong: deque[float] = deque(maxlen=MOST_WRONG)

    def who(self, request: HTTPConnection) -> Identity:
        """Return who asks: by its cookie, else by where it calls from."""
        known = self.read(request.cookies.get(COOKIE, ""))
        if known is not None:
            return known
        return Identity(Role.TABLE) if self._own_screen and _from_here(request) else NOBODY

    def pin(self) -> tuple[str, int]:
        """Return the PIN of the moment and for how many seconds it is good."""
        now_s = self._clock()
        if not self._pin or now_s >= self._pin_until_s:
            self._pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}d}"
            self._pin_until_s = now_s + PIN_S
        return self._pin, max(1, round(self._pin_until_s - now_s))

    def redeem(self, pin: str) -> None:
        """Use the PIN up; spaces are as the screen shows it.

        Raises `WrongPinError` when it is another or is no PIN, `TooManyPinsError` after five others in a minute.
        """
        pin = pin.replace(" ", "")
        if len(pin) != PIN_DIGITS or not pin.isdecimal():
            raise WrongPinError(
                f"A PIN has {PIN_DIGITS} digits, {pin!r} is not one: enter the PIN from the table's screen, "
                f"where 'Pair a phone' shows it"
            )
        now_s = self._clock()
        while self._wrong and now_s - self._wrong[0] >= WRONG_WINDOW_S:
            self._wrong.popleft()
        if len(self._wrong) == MOST_WRONG:
            raise TooManyPinsError(WRONG_WINDOW_S - (now_s - self._wrong[0]))
        good = self._pin and now_s < self._pin_until_s and hmac.compare_digest(pin.encode(), self._pin.encode())
        if not good:
            self._wrong.append(now_s)
            raise WrongPinError("That is not the PIN on the table's screen: it changes every three minutes")
        self._pin = ""

    @property
    def token(self) -> str:
        """The read-only token for overlays: the same until the secret is another."""
        return self._signature(TOKEN_OF)

    def is_token(self, token: str) -> bool:
        """Whether that is the read-only token."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    def cookie(self, identity: Identity) -> str:
        """Return the signed cookie for an identity, good for twelve hours."""
        claim = {"role": identity.role, "seat": identity.seat, "until": int(self._clock()) + KEPT_S}
        body = base64.urlsafe_b64encode(json.dumps(claim, separators=(",", ":")).encode()).decode().rstrip("=")
        return f"{body}.{self._signature(body.encode())}"

    def read(self, cookie: str) -> Identity | None:
        """Return whose cookie it is; None for one that is forged, expired or no cookie of ours."""
        body, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(body.encode()).encode()):
            return None
        try:
            claim = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
            if self._clock() >= float(claim["until"]):
                return None
            return Identity(Role(claim["role"]), str(claim["seat"]))
        except (ValueError, KeyError, TypeError, binascii.Error):
            return None

    def _signature(self, body: bytes) -> str:
        return base64.urlsafe_b64encode(hmac.digest(self._secret, body, hashlib.sha256)).decode().rstrip("=")


def _from_here(request: HTTPConnection) -> bool:
    """Whether the request comes from this very machine."""
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False

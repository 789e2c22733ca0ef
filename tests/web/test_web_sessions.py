"""Cookies and PINs under attack: guessing, clocks that are set, copies, and keys that are none."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.contract.rights import Role
from web.sessions import (
    KEPT_S,
    MOST_WRONG,
    MOST_WRONG_TOGETHER,
    PIN_S,
    WRONG_WINDOW_S,
    Identity,
    Sessions,
    TooManyPinsError,
    WrongPinError,
)

PLAYER = Identity(Role.PLAYER, "p1")
DAY_S = 86_400.0


class Clock:
    def __init__(self, now_s: float) -> None:
        self.now_s = now_s

    def __call__(self) -> float:
        return self.now_s


def made() -> tuple[Sessions, Clock, Clock]:
    wall, steady = Clock(1_700_000_000.0), Clock(50.0)
    return Sessions(b"s" * 32, clock=wall, steady=steady), wall, steady


def wrong(sessions: Sessions) -> str:
    return "000000" if sessions.pin()[0] != "000000" else "111111"


@pytest.mark.parametrize("secret", [b"", b"s", b"s" * 31, b"s" * 33])
def test_a_key_that_is_none_signs_nothing(secret: bytes) -> None:
    with pytest.raises(ValueError, match="expected 32"):
        Sessions(secret)


def test_a_cookie_signed_with_the_empty_key_is_nobodys() -> None:
    claim = {"role": "referee", "seat": "", "until": 9_999_999_999}
    body = base64.urlsafe_b64encode(json.dumps(claim).encode()).decode().rstrip("=")
    signature = base64.urlsafe_b64encode(hmac.digest(b"", body.encode(), hashlib.sha256)).decode().rstrip("=")
    assert made()[0].read(f"{body}.{signature}") is None


def test_a_stranger_that_guesses_locks_itself_out_and_nobody_else() -> None:
    sessions, _, _ = made()
    for _ in range(MOST_WRONG):
        with pytest.raises(WrongPinError):
            sessions.redeem(wrong(sessions), "192.0.2.66", seat="p1")
    with pytest.raises(TooManyPinsError):
        sessions.redeem(sessions.pin()[0], "192.0.2.66", seat="p1")
    sessions.redeem(sessions.pin()[0], "192.0.2.7", seat="p1")


def test_one_household_of_ipv6_is_one_guesser() -> None:
    sessions, _, _ = made()
    for number in range(MOST_WRONG):
        with pytest.raises(WrongPinError):
            sessions.redeem(wrong(sessions), f"2001:db8:1:1::{number + 1:x}", seat="p1")
    with pytest.raises(TooManyPinsError):
        sessions.redeem(sessions.pin()[0], "2001:db8:1:1:ffff::9", seat="p1")
    sessions.redeem(sessions.pin()[0], "2001:db8:1:2::9", seat="p1")


def test_many_strangers_together_guess_no_faster_than_sixty_a_minute() -> None:
    sessions, _, steady = made()
    guessed = 0
    for number in range(250):
        try:
            sessions.redeem(wrong(sessions), f"198.51.100.{number}", seat="p1")
        except TooManyPinsError:
            continue
        except WrongPinError:
            guessed += 1
    assert guessed == MOST_WRONG_TOGETHER
    steady.now_s += WRONG_WINDOW_S
    sessions.redeem(sessions.pin()[0], "192.0.2.7", seat="p1")


def test_a_pin_ends_by_a_clock_that_nobody_sets() -> None:
    sessions, wall, steady = made()
    pin, _ = sessions.pin()
    wall.now_s -= DAY_S
    assert sessions.pin() == (pin, PIN_S)
    steady.now_s += PIN_S
    with pytest.raises(WrongPinError):
        sessions.redeem(pin, seat="p1")


def test_a_pin_that_was_used_is_good_for_one_other_seat_and_then_for_nobody() -> None:
    sessions, _, _ = made()
    pin, _ = sessions.pin()
    sessions.redeem(pin, "192.0.2.7", seat="p1")
    assert sessions.pin()[0] != pin, "a fresh one is on the screen at once"
    with pytest.raises(WrongPinError, match="has paired a phone already"):
        sessions.redeem(pin, "192.0.2.8", seat="p1")
    sessions.redeem(pin, "192.0.2.8", seat="p2")
    for seat in ("p1", "p2", "referee"):
        with pytest.raises(WrongPinError, match="has paired a phone already"):
            sessions.redeem(pin, "192.0.2.9", seat=seat)


def test_a_pin_that_was_used_is_good_for_the_other_seat_no_longer_than_it_was() -> None:
    sessions, _, steady = made()
    pin, _ = sessions.pin()
    sessions.redeem(pin, seat="p1")
    steady.now_s += PIN_S
    with pytest.raises(WrongPinError):
        sessions.redeem(pin, seat="p2")


@pytest.mark.parametrize("set_by_s", [-3600.0, -1.0, 0.0, 1.0, 3600.0])
def test_a_clock_that_is_put_right_unpairs_nobody(set_by_s: float) -> None:
    sessions, wall, _ = made()
    cookie = sessions.cookie(PLAYER)
    wall.now_s += set_by_s
    assert sessions.read(cookie) == PLAYER


@pytest.mark.parametrize("set_by_s", [-3 * DAY_S, -DAY_S, KEPT_S, DAY_S])
def test_a_clock_that_is_far_off_keeps_nobody_paired(set_by_s: float) -> None:
    sessions, wall, _ = made()
    cookie = sessions.cookie(Identity(Role.REFEREE))
    wall.now_s += set_by_s
    assert sessions.read(cookie) is None


def test_a_cookie_that_was_taken_back_is_nobodys_and_others_stay() -> None:
    sessions, _, _ = made()
    copied, other = sessions.cookie(PLAYER), sessions.cookie(PLAYER)
    assert copied != other
    sessions.forget(copied)
    assert sessions.read(copied) is None
    assert sessions.read(other) == PLAYER


@given(st.text(max_size=200) | st.from_regex(r"[A-Za-z0-9_-]{0,60}\.[A-Za-z0-9_-]{0,8}\.[A-Za-z0-9_-]{0,43}"))
def test_whatever_is_sent_as_a_cookie_is_nobodys(text: str) -> None:
    sessions, _, _ = made()
    assert sessions.read(text) is None
    sessions.forget(text)


@given(st.integers(0, 5000), st.integers(0, 255))
def test_a_cookie_with_one_changed_letter_is_nobodys(at: int, letter: int) -> None:
    sessions, _, _ = made()
    cookie = sessions.cookie(Identity(Role.VIEWER))
    place = at % (len(cookie) - 1)  # the last letter of the signature carries bits that count for nothing
    changed = cookie[:place] + chr(letter) + cookie[place + 1 :]
    assert (sessions.read(changed) is not None) == (changed == cookie)

"""Cookies and PINs under attack: guessing, clocks that are set, copies, and keys that are none."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.auth.sessions import (
    LONG_PIN_DIGITS,
    LONG_PINS_S,
    MOST_WRONG,
    MOST_WRONG_TOGETHER,
    PIN_S,
    Identity,
    Sessions,
    TooManyPinsError,
    WrongPinError,
    client_subnet,
)
from web.contract.permissions import Role

PLAYER = Identity(Role.PLAYER, "p1")


class Clock:
    def __init__(self, now_s: float) -> None:
        self.now_s = now_s

    def __call__(self) -> float:
        return self.now_s


def made() -> tuple[Sessions, Clock]:
    steady = Clock(50.0)
    return Sessions(b"s" * 32, steady=steady), steady


def wrong(sessions: Sessions) -> str:
    return "000000" if sessions.pin()[0] != "000000" else "111111"


@pytest.mark.parametrize("secret", [b"", b"s", b"s" * 31, b"s" * 33])
def test_a_key_that_is_none_signs_nothing(secret: bytes) -> None:
    with pytest.raises(ValueError, match="not 32"):
        Sessions(secret)


def test_a_cookie_signed_with_the_empty_key_is_nobodys() -> None:
    claim = {"role": "referee", "seat": "", "until": 9_999_999_999}
    body = base64.urlsafe_b64encode(json.dumps(claim).encode()).decode().rstrip("=")
    signature = base64.urlsafe_b64encode(hmac.digest(b"", body.encode(), hashlib.sha256)).decode().rstrip("=")
    assert made()[0].read(f"{body}.{signature}") is None


def test_a_stranger_that_guesses_locks_itself_out_and_nobody_else() -> None:
    sessions, _ = made()
    for _ in range(MOST_WRONG):
        with pytest.raises(WrongPinError):
            sessions.redeem_pin(wrong(sessions), "192.0.2.66", seat="p1")
    with pytest.raises(TooManyPinsError):
        sessions.redeem_pin(sessions.pin()[0], "192.0.2.66", seat="p1")
    sessions.redeem_pin(sessions.pin()[0], "192.0.2.7", seat="p1")


def test_one_household_of_ipv6_is_one_guesser() -> None:
    sessions, _ = made()
    for number in range(MOST_WRONG):
        with pytest.raises(WrongPinError):
            sessions.redeem_pin(wrong(sessions), f"2001:db8:1:1::{number + 1:x}", seat="p1")
    with pytest.raises(TooManyPinsError):
        sessions.redeem_pin(sessions.pin()[0], "2001:db8:1:1:ffff::9", seat="p1")
    sessions.redeem_pin(sessions.pin()[0], "2001:db8:1:2::9", seat="p1")


def guess(sessions: Sessions, address: str) -> bool:
    """Enter a wrong PIN as long as the shown one; return whether it was compared at all."""
    pin, _ = sessions.pin()
    try:
        sessions.redeem_pin(f"{(int(pin) + 1) % 10 ** len(pin):0{len(pin)}d}", address, seat="p1")
    except TooManyPinsError:
        return False
    except WrongPinError:
        return True
    raise AssertionError("a wrong PIN was taken")


def local_v6(network: int, last: int) -> IPv6Address:
    """Return an address of fe80::/10 or fc00::/7 with any bits after those of the network."""
    prefix, bits = ((0xFE80, 118), (0xFC00, 121))[network]
    return IPv6Address(prefix << 112 | last & (1 << bits) - 1)


LOCAL = st.builds(local_v6, st.integers(0, 1), st.integers(0, (1 << 121) - 1))
ZONE = st.sampled_from(["", "%wlan0", "%eth0", "%2"])
GLOBAL_NETWORK = st.integers(0x2000 << 48, (0x3FFF << 48) - 1)
HOST = st.integers(0, (1 << 64) - 1)
V4 = st.integers(0, (1 << 32) - 1).map(IPv4Address)


@given(LOCAL, LOCAL, ZONE)
def test_phones_with_local_addresses_count_one_by_one(one: IPv6Address, other: IPv6Address, zone: str) -> None:
    assert (client_subnet(f"{one}{zone}") == client_subnet(f"{other}{zone}")) == (one == other)
    assert client_subnet(f"{one}{zone}") == client_subnet(f"{one.exploded.upper()}{zone}")


@given(GLOBAL_NETWORK, GLOBAL_NETWORK, HOST, HOST)
def test_phones_with_global_addresses_count_by_their_network_of_64_bits(
    network: int, other_network: int, one: int, other: int
) -> None:
    mine = client_subnet(str(IPv6Address(network << 64 | one)))
    assert mine == client_subnet(str(IPv6Address(network << 64 | other)))
    assert (mine == client_subnet(str(IPv6Address(other_network << 64 | other)))) == (network == other_network)


@given(V4, V4)
def test_an_address_of_ipv4_is_itself_also_mapped_into_ipv6(one: IPv4Address, other: IPv4Address) -> None:
    assert (
        client_subnet(f"::ffff:{one}") == client_subnet(f"::FFFF:{int(one) >> 16:x}:{int(one) & 0xFFFF:x}") == str(one)
    )
    assert (client_subnet(f"::ffff:{one}") == client_subnet(str(other))) == (one == other)


@given(st.lists(LOCAL, min_size=1, max_size=12, unique=True), LOCAL)
def test_wrong_pins_from_any_local_addresses_lock_out_those_alone(
    guessers: list[IPv6Address], owner: IPv6Address
) -> None:
    sessions, _ = made()
    for address in guessers:
        assert [guess(sessions, str(address)) for _ in range(MOST_WRONG + 1)] == [True] * MOST_WRONG + [False]
    if owner not in guessers:
        sessions.redeem_pin(sessions.pin()[0], str(owner), seat="p1")


def test_many_strangers_together_lock_nobody_out_and_make_the_pin_long() -> None:
    sessions, steady = made()
    short, _ = sessions.pin()
    assert all(guess(sessions, f"fe80::{number:x}") for number in range(MOST_WRONG_TOGETHER - 1))
    assert sessions.pin()[0] == short
    assert guess(sessions, "fe80::ffff")
    with pytest.raises(WrongPinError):
        sessions.redeem_pin(short, "192.0.2.7", seat="p1")
    assert all(guess(sessions, f"fe80::1:{number:x}") for number in range(1000))
    long, _ = sessions.pin()
    assert len(long) == LONG_PIN_DIGITS
    sessions.redeem_pin(f"{long[:3]} {long[3:6]} {long[6:]}", "192.0.2.7", seat="p1")
    steady.now_s += LONG_PINS_S - 1
    assert len(sessions.pin()[0]) == LONG_PIN_DIGITS
    steady.now_s += 1 + PIN_S
    assert len(sessions.pin()[0]) == len(short)


def test_a_used_short_pin_is_for_no_other_seat_while_somebody_guesses() -> None:
    sessions, _ = made()
    used, _ = sessions.pin()
    sessions.redeem_pin(used, "192.0.2.7", seat="p1")
    assert all(guess(sessions, f"fd00::{number:x}") for number in range(MOST_WRONG_TOGETHER))
    with pytest.raises(WrongPinError):
        sessions.redeem_pin(used, "192.0.2.8", seat="p2")


def test_a_pin_ends_by_a_clock_that_nobody_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions, steady = made()
    pin, _ = sessions.pin()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert sessions.pin() == (pin, PIN_S)
    steady.now_s += PIN_S
    with pytest.raises(WrongPinError):
        sessions.redeem_pin(pin, seat="p1")


def test_a_pin_that_was_used_is_good_for_one_other_seat_and_then_for_nobody() -> None:
    sessions, _ = made()
    pin, _ = sessions.pin()
    sessions.redeem_pin(pin, "192.0.2.7", seat="p1")
    assert sessions.pin()[0] != pin, "a fresh one is on the screen at once"
    with pytest.raises(WrongPinError) as error:
        sessions.redeem_pin(pin, "192.0.2.8", seat="p1")
    assert error.value.message.code == "access-pin-used"
    sessions.redeem_pin(pin, "192.0.2.8", seat="p2")
    for seat in ("p1", "p2", "referee"):
        with pytest.raises(WrongPinError) as error:
            sessions.redeem_pin(pin, "192.0.2.9", seat=seat)
        assert error.value.message.code == ("access-pin-wrong" if seat == "referee" else "access-pin-used")


def test_the_players_pin_and_the_referees_are_never_the_same_and_each_pairs_its_own() -> None:
    sessions, _ = made()
    for _ in range(50):
        players, referees = sessions.pin()[0], sessions.pin(staff=True)[0]
        assert players != referees
        for pin, seat in ((players, "referee"), (players, "screen"), (referees, "p1")):
            sessions._wrong = type(sessions._wrong)()
            with pytest.raises(WrongPinError):
                sessions.redeem_pin(pin, seat=seat)
        sessions.redeem_pin(referees, seat="referee")
        with pytest.raises(WrongPinError):
            sessions.redeem_pin(referees, seat="screen")
        sessions.redeem_pin(players, seat="p1")


def test_a_pin_that_was_used_is_good_for_the_other_seat_no_longer_than_it_was() -> None:
    sessions, steady = made()
    pin, _ = sessions.pin()
    sessions.redeem_pin(pin, seat="p1")
    steady.now_s += PIN_S
    with pytest.raises(WrongPinError):
        sessions.redeem_pin(pin, seat="p2")


def test_a_cookie_that_was_taken_back_is_nobodys_and_others_stay() -> None:
    sessions, _ = made()
    copied, other = sessions.cookie(PLAYER), sessions.cookie(PLAYER)
    assert copied != other
    sessions.revoke(copied)
    assert sessions.read(copied) is None
    assert sessions.read(other) == PLAYER


@given(st.text(max_size=200) | st.from_regex(r"[A-Za-z0-9_-]{0,60}\.[A-Za-z0-9_-]{0,8}\.[A-Za-z0-9_-]{0,43}"))
def test_whatever_is_sent_as_a_cookie_is_nobodys(text: str) -> None:
    sessions, _ = made()
    assert sessions.read(text) is None
    sessions.revoke(text)


@given(st.integers(0, 5000), st.integers(0, 255))
def test_a_cookie_with_one_changed_letter_is_nobodys(at: int, letter: int) -> None:
    sessions, _ = made()
    cookie = sessions.cookie(Identity(Role.VIEWER))
    place = at % (len(cookie) - 1)  # the last letter of the signature carries bits that count for nothing
    changed = cookie[:place] + chr(letter) + cookie[place + 1 :]
    assert (sessions.read(changed) is not None) == (changed == cookie)

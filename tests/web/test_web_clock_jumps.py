"""The time of day jumps in the middle of a game: two phones that are paired stay so, and the game goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from overlook.data_folder import load_or_create_secret, read_pairing_term
from tests.wall_clock import JUMPS_S, WallClock
from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.auth.pairing_term import KEPT_S
from web.auth.sessions import COOKIE, Identity, Sessions
from web.contract.permissions import Role
from web.server.settings import WebSettings

SEATS = ("p1", "p2")


class Clock:
    now_s = 50.0

    def __call__(self) -> float:
        return self.now_s


class Hall:
    """A table that can be started again from its folder, and a phone for each seat."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.steady, self.table = folder, Clock(), FakeTable(moving=False, number=3)
        self.app = self.start()
        self._number = 0
        self.phones: dict[str, str] = {}

    def start(self) -> FastAPI:
        """Start the program: monotonic clocks begin again, what is on disk is read."""
        self.steady = Clock()
        self.sessions = Sessions(
            load_or_create_secret(self.folder),
            own_screen=False,
            term=read_pairing_term(self.folder, steady=self.steady),
            steady=self.steady,
        )
        self.app = create_app(Ports(table=self.table), WebSettings(host="0.0.0.0"), self.sessions)
        return self.app

    def ask(self, path: str, body: object, seat: str = "") -> httpx.Response:
        self._number += 1
        headers = {"Idempotency-Key": f"hall-{self._number:06d}"}
        if seat:
            headers["Cookie"] = f"{COOKIE}={self.phones[seat]}"

        async def answer() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, client=("192.168.1.20", 40_000))
            async with httpx.AsyncClient(transport=transport, base_url="http://192.168.1.9:8000") as client:
                return await client.post(path, json=body, headers=headers)

        return asyncio.run(answer())

    def pair(self, seat: str) -> httpx.Response:
        answer = self.ask("/api/pair", {"pin": self.sessions.pin()[0], "seat": seat})
        assert answer.status_code == 200
        self.phones[seat] = answer.cookies[COOKIE]
        return answer

    def may_act(self) -> list[bool]:
        """Whether each phone may act for its player."""
        asked = {"intent": {"kind": "challenge", "ruling": "r1"}}
        return [self.ask("/api/intents", asked | {"player": seat}, seat).status_code != 401 for seat in SEATS]

    def run(self, seconds: float) -> None:
        self.steady.now_s += seconds
        self.sessions.term.keep()

    def end_game(self) -> None:
        self.table.over = True
        self.table.publish()
        self.sessions.term.keep()


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> WallClock:
    return WallClock(monkeypatch)


@pytest.fixture
def hall(tmp_path: Path, wall: WallClock) -> Hall:
    found = Hall(tmp_path)
    for seat in SEATS:
        found.pair(seat)
    return found


@pytest.mark.parametrize("jump_s", JUMPS_S)
def test_a_jump_of_the_clock_in_the_middle_of_a_game_unpairs_no_phone(
    hall: Hall, wall: WallClock, jump_s: float
) -> None:
    assert hall.may_act() == [True, True]
    wall.jump(jump_s)
    assert hall.may_act() == [True, True]
    hall.run(20 * 3600)
    assert hall.may_act() == [True, True]
    wall.jump(-jump_s)
    assert hall.may_act() == [True, True]


@pytest.mark.parametrize("jump_s", JUMPS_S)
def test_a_power_cut_with_another_time_of_day_after_it_unpairs_no_phone(
    hall: Hall, wall: WallClock, jump_s: float
) -> None:
    wall.jump(jump_s)
    hall.start()
    assert hall.may_act() == [True, True]
    wall.jump(-jump_s)
    assert hall.may_act() == [True, True]


@pytest.mark.parametrize("jump_s", JUMPS_S)
def test_phones_of_a_game_that_has_ended_go_after_twelve_hours_of_running_whatever_the_clock_says(
    hall: Hall, wall: WallClock, jump_s: float
) -> None:
    hall.end_game()
    wall.jump(jump_s)
    hall.run(KEPT_S - 600)
    assert hall.may_act() == [True, True]
    hall.start()
    hall.run(600)
    assert hall.may_act() == [False, False]


def test_phones_of_a_game_that_has_ended_go_when_somebody_pairs_for_the_next(hall: Hall) -> None:
    hall.end_game()
    old = dict(hall.phones)
    hall.pair("p2")
    assert hall.may_act() == [False, True]
    hall.phones = old
    assert hall.may_act() == [False, False]


def test_a_browser_is_told_no_time_of_day_and_leaves_it_to_the_table_how_long_it_is_paired(hall: Hall) -> None:
    hall.end_game()
    cookie = hall.pair("p1").headers["set-cookie"].lower()
    assert "expires" not in cookie
    assert "max-age=34560000" in cookie


def test_a_table_that_is_not_open_keeps_the_phones_of_its_game(hall: Hall) -> None:
    hall.start()
    hall.sessions.term.game = None
    hall.run(100 * 3600)
    assert hall.sessions.read(hall.phones["p1"]) == Identity(Role.PLAYER, "p1")

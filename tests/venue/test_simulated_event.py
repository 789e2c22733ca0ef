"""A whole event through a hall that is killed again and again: 64 players, 32 tables, five rounds."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.depth import depth
from tests.ports import free_port
from tests.venue.conftest import Mosquitto
from tests.venue.event.oracle import Book, faults
from tests.venue.event_serving import EVENT, KEY
from tests.venue.hall import Seat, until
from venue.protocol import Side, TableState, UnnumberedGameMessage

pytestmark = pytest.mark.slow

PLAYERS, TABLES, ROUNDS = 64, 32, 5
HUB_KILLS, BROKER_CUTS = depth(25, 50), depth(10, 20)
PATIENCE_S = 300.0


class KilledHub:
    """`overlook hub` in a process of its own, killed while acts come in and begun anew."""

    def __init__(self, folder: Path, broker: Mosquitto, dice: random.Random) -> None:
        self.url = ""
        self.kills = self.done = 0
        self._dice = dice
        self._port = free_port()
        self._command = [sys.executable, "-m", "overlook", "hub", "--broker", f"127.0.0.1:{broker.port}"]
        self._command += ["--port", str(self._port), "--database", f"sqlite:///{folder / 'hub.sqlite'}"]
        self._command += ["--event", "cup"]
        self._env = {**os.environ, "HOME": str(folder), "OVERLOOK_HUB_ORGANISER": KEY}
        self._ended = threading.Event()
        self._killer = threading.Thread(target=self._kill_often)
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        self.url = f"http://127.0.0.1:{self._port}"
        return subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self._env)

    def begin_killing(self) -> None:
        self._killer.start()

    def _kill_often(self) -> None:
        due = self.done + self._dice.randrange(2, 9)
        while not self._ended.is_set() and self.kills < HUB_KILLS:
            if self.done < due:
                time.sleep(0.002)
                continue
            time.sleep(self._dice.random() * 0.05)
            self._process.kill()
            self._process.wait(60)
            self.kills += 1
            self._process = self._start()
            due = self.done + self._dice.randrange(2, 9)

    def close(self) -> None:
        self._ended.set()
        if self._killer.is_alive():
            self._killer.join(60)
        self._process.kill()
        self._process.wait(60)

    def ask(self, path: str, body: dict[str, Any] | None = None, *, organiser: bool = True) -> Any:
        """Ask until the hub answers, with the same key; a refusal is a failure of the test."""
        headers = {"Authorization": f"Bearer {KEY}"} if organiser else {}
        end_s = time.monotonic() + PATIENCE_S
        while True:
            assert time.monotonic() < end_s, f"no answer to {path}"
            try:
                with httpx.Client(timeout=60) as client:
                    answer = (
                        client.get(self.url + EVENT + path, headers=headers)
                        if body is None
                        else client.post(self.url + EVENT + path, json=body, headers=headers)
                    )
            except httpx.TransportError:
                time.sleep(0.1)
                continue
            if answer.status_code == 503:
                time.sleep(0.1)
                continue
            assert answer.status_code == 200, answer.text
            self.done += body is not None
            return answer.json()


class Event:
    """The event as its organiser and players carry it through, and what it should come to."""

    def __init__(self, hub: KilledHub, seats: dict[str, Seat], dice: random.Random) -> None:
        self.hub = hub
        self.seats = seats
        self.dice = dice
        self.book = Book()
        self.dropped: set[str] = set()
        self.codes: dict[str, str] = {}
        self.keys = 0
        self._lock = threading.Lock()

    def key(self) -> str:
        with self._lock:
            self.keys += 1
            return f"simulated-{self.keys:06}"

    def act(self, **act: Any) -> None:
        asked = {"key": self.key(), "by": "Ref", "act": act}
        self.hub.ask("/acts", asked)
        if self.dice.random() < 0.2:
            assert self.hub.ask("/acts", asked)["again"]

    def known(self) -> None:
        self.codes = self.hub.ask("/codes")
        self.book.names = {one["id"]: one["name"] for one in self.hub.ask("")["entrants"]}

    def play_round(self, number: int) -> None:
        self.hub.ask("/rounds", {"key": self.key(), "by": "Ref", "mission": f"Mission {number}", "minutes": 90})
        round_ = self.hub.ask("")["rounds"][-1]
        assert round_["number"] == number
        pairs = [(match["first"], match["second"]) for match in round_["matches"]]
        assert not faults(pairs, [one for one in self.book.names if one not in self.dropped], self.book)
        points = {match["first"]: (self.dice.randrange(21), self.dice.randrange(21)) for match in round_["matches"]}
        ways = {match["first"]: self.dice.choice(["sign", "sign", "table", "correct"]) for match in round_["matches"]}
        games = [match for match in round_["matches"] if match["second"] is not None]
        dead = self.seats[games[0]["table"]]
        dead.close()
        with ThreadPoolExecutor(6) as pool:
            for done in [
                pool.submit(self.play, number, match, points[match["first"]], ways[match["first"]])
                for match in games[1:]
            ]:
                done.result()
        self.seats[dead.name] = Seat(dead.name, dead.outbox.path.parent, self.port).start()
        self.play(number, games[0], points[games[0]["first"]], "table")
        self.book.games.append([(one, other, *points[one], None) for one, other in pairs if other is not None])
        self.book.byes.append([one for one, other in pairs if other is None])

    port = 0

    def play(self, number: int, match: dict[str, Any], points: tuple[int, int], way: str) -> None:
        first, second, table = match["first"], match["second"], match["table"]
        if way == "table":
            self.said_by_table(number, match, points)
        if way == "correct":
            self.sign(first, number, points)
            self.sign(second, number, (points[1] + 1, points[0]))
            self.act(kind="correct", round=number, entrant=second, points=points, why="signed differently")
            return
        self.sign(second, number, points)
        if way == "sign":
            self.sign(first, number, points)
        self.act(kind="confirm", round=number, table=table)

    def sign(self, entrant: str, number: int, points: tuple[int, int]) -> None:
        asked = {"entrant": entrant, "code": self.codes[entrant], "round": number, "points": points, "key": self.key()}
        self.hub.ask("/signatures", asked, organiser=False)

    def said_by_table(self, number: int, match: dict[str, Any], points: tuple[int, int]) -> None:
        """The table is told who plays there, plays, and says how it ended: with the second's side first, even."""
        seat = self.seats[match["table"]]
        names = tuple(match["names"])

        def told() -> bool:
            assigned = seat.publisher.assigned
            return assigned is not None and (assigned.round, assigned.players) == (number, names)

        until(told, within_s=PATIENCE_S)
        sides = tuple(
            Side(player=f"p{at}", name=name, vp=vp)
            for at, (name, vp) in enumerate(((names[1], points[1]), (names[0], points[0])), 1)
        )
        now = datetime.now(UTC)
        game = f"{number:04}"
        ended = TableState(title="x", edition="kt24", game=game, sides=sides, ended=True, at=now)
        said = UnnumberedGameMessage(game=game, sequence=1, kind="battle_ended", result=ended, at=now)
        seat.outbox.append([said.model_dump_json()])
        seat.publisher.wake()
        until(lambda: self.state_of(match["table"]) == "said", within_s=PATIENCE_S)

    def state_of(self, table: str) -> str:
        time.sleep(0.3)
        matches = self.hub.ask("")["rounds"][-1]["matches"]
        return str(next(one["state"] for one in matches if one["table"] == table))


def cut_often(broker: Mosquitto, dice: random.Random, ended: threading.Event, cuts: list[float]) -> None:
    while not ended.wait(dice.uniform(1.0, 4.0)):
        if len(cuts) >= BROKER_CUTS:
            return
        broker.kill()
        cuts.append(time.monotonic())
        time.sleep(dice.uniform(0.1, 0.8))
        broker.start()


def test_an_event_loses_and_doubles_nothing_while_hub_and_broker_are_killed(tmp_path: Path, broker: Mosquitto) -> None:
    dice = random.Random(20261124)
    seats = {
        name: Seat(name, tmp_path, broker.port).start() for name in (f"table-{at:02}" for at in range(1, TABLES + 1))
    }
    hub = KilledHub(tmp_path, broker, dice)
    event = Event(hub, seats, dice)
    event.port = broker.port
    ended, cuts = threading.Event(), list[float]()
    cutter = threading.Thread(target=cut_often, args=(broker, dice, ended, cuts))
    try:
        names = "".join(f"Player {at:02},Team {at % 9}\n" for at in range(PLAYERS))
        event.act(kind="set_up", title="Simulated", rounds=ROUNDS, tables=list(seats))
        event.hub.ask("/entrants", {"key": event.key(), "by": "Ref", "csv": "Name,Team\n" + names})
        event.known()
        hub.begin_killing()
        cutter.start()
        for number in range(1, ROUNDS + 1):
            event.play_round(number)
            if number in {1, 2, 3}:
                gone = dice.choice([one for one in event.book.names if one not in event.dropped])
                event.act(kind="drop", entrant=gone, why="had to go")
                event.dropped.add(gone)
            if number in {1, 3}:
                event.act(kind="enter", entrant=f"late{number}", name=f"Late {number}")
                event.known()
        until(lambda: hub.ask("") is not None and hub.kills >= HUB_KILLS, within_s=300)
        until(lambda: len(cuts) >= BROKER_CUTS, within_s=300)
        check(event)
    finally:
        ended.set()
        cutter.join(60)
        hub.close()
        for seat in seats.values():
            seat.close()
    print(f"hub killed {hub.kills} times, broker cut {len(cuts)} times, {hub.done} acts answered")


def check(event: Event) -> None:
    """Every result stands once, as it was played; the standings are the oracle's."""
    view = event.hub.ask("")
    for round_, played in zip(view["rounds"], event.book.games, strict=True):
        stands = {(match["first"], match["second"], *match["points"]) for match in round_["matches"] if match["second"]}
        assert stands == {game[:4] for game in played}
    acts = [one for one in event.hub.ask("/acts") if one["kind"] in {"confirm", "correct"}]
    assert len(acts) == sum(len(played) for played in event.book.games)
    signed = [(one["round"], one["entrant"]) for one in event.hub.ask("/acts") if one["kind"] == "sign"]
    assert len(signed) == len(set(signed))
    got = [
        (one["place"], one["entrant"], one["score"], one["difference"], one["points_for"], one["strength"])
        for one in view["standings"]
    ]
    assert got == [
        (place, who, line[0], line[2], line[3], round(float(line[1]) * 100, 1))
        for place, who, line in event.book.table()
    ]

"""Measure the waiting times of a player in a scripted game of 14 against 14 past twelve walls, and of commands.

    python -m benchmarks.table.felt [table] [wire] [commands] [start] [rest] [--rounds 7] [--json]

Parts, all five by default:
- `table`: from an activation to its available actions, odds and reach, and the sensitivity of rulings (computed in the
  background); 14 shots of one operative, all 756 pairs, three reaches, undo;
- `wire`: the same from a separate process, as a phone sees it: medians of wall time over sockets;
- `commands`: `overlook --help` and the adjudication of one position, each in a separate process;
- `start`: the program on a simulated table of 2304x1296 with its demonstration: time to page and image, CPU and memory;
- `rest`: the same figures for a table at rest.

Programs run with compiled modules, as after an installation. Times are milliseconds: CPU time of the process (for
commands: user and system) and wall time; `loops` is the median CPU time in runs of the reference loop, timed in the
same run.

For `wire`, one connection sends requests, like a phone after a tap; another receives events, like the opponent's phone.
Its times are wall times, so other load on the machine counts.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import queue
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import numpy as np

from benchmarks.reference import reference
from benchmarks.table.felt_program import as_installed, resting, started
from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games
from overlook.table.offers.advisor import card_of, reach_of
from overlook.table.offers.available_actions import available_actions
from overlook.table.rulings.judging_context import JudgingContext, ShotCache, with_cached_sight
from referee.rules.judgement import Shot
from web.contract.requests import GAME_REQUESTS, Accepted, Button, GameRequest

A_SIDE = 14


@contextmanager
def scripted_table() -> Iterator[ScriptedTable]:
    """Yield the table before its game begins, with journals in a temporary folder."""
    script = script_of(document())
    with TemporaryDirectory(prefix="overlook-felt-") as folder:
        games = Games(Path(folder))
        try:
            yield ScriptedTable(script, laid_table(script), games)
        finally:
            games.close()


def document() -> dict[str, object]:
    """Return the script of the game; `benchmarks/referee/rulings.py` uses similar terrain."""
    weapons = [
        {"name": "rifle", "type": "ranged", "atk": 4, "hit": 3, "damage": [3, 4]},
        {"name": "blade", "type": "melee", "atk": 4, "hit": 3, "damage": [3, 4]},
    ]
    card = {"apl": 2, "move_in": 6, "save": 4, "wounds": 10, "base_mm": 32, "head_in": 1.4, "weapons": weapons}
    operatives, places = [], {}
    for number in range(2 * A_SIDE):
        side, place = divmod(number, A_SIDE)
        name = f"{'AB'[side]}{place + 1}"
        operatives.append({"id": name, "player": f"p{side + 1}", "name": name, **card})
        places[name] = [2.0 + 2.0 * place, (3.0 if side == 0 else 17.0) + 1.6 * (place % 2)]
    terrain = []
    for number in range(12):
        x, y = 4.0 + 6.5 * (number % 4), 5.9 + 4.6 * (number // 4)
        poly = [[x, y], [x + 2.4, y], [x + 2.4, y + 0.4], [x, y + 0.4]]
        part = {"id": f"t{number}", "feature": f"f{number}", "poly": poly, "z": [0, 2 + number % 3]}
        terrain.append({**part, "traits": ["Heavy"]})
    return {
        "version": 1,
        "edition": "kt24",
        "killzone": None,
        "board_in": [30, 22],
        "sigma_mm": 0.16,
        "operatives": operatives,
        "terrain": terrain,
        "markers": [{"id": "middle", "kind": "objective", "mm": 40, "pos": [15, 13]}],
        "places": places,
        "begin": "firefight",
        "initiative": "p1",
        "steps": [],
    }


SERVED_S, PATIENCE_S = 60, 30.0
SCANNED_S = 1.5
"""Seconds in which a player reads before the next tap; the table computes ahead meanwhile."""
REACHES = ("Reposition", "Dash", "Charge")


class OtherPhone:
    """A client of the live channel; each change is recorded with its time of arrival."""

    def __init__(self, netloc: str) -> None:
        self._line = http.client.HTTPConnection(netloc, timeout=SERVED_S)
        self._line.request("GET", "/api/live")
        self._answer = self._line.getresponse()
        self._told: queue.SimpleQueue[tuple[float, str]] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException, AttributeError, ValueError):
            for line in self._answer:
                if line.startswith(b"data:"):
                    self._told.put((time.perf_counter(), line.decode()))

    def forget(self) -> None:
        """Discard the changes received so far."""
        while not self._told.empty():
            self._told.get()

    def told(self, meets: Callable[[str], bool]) -> float:
        """Return the arrival time of the first change that satisfies `meets`."""
        end_s = time.perf_counter() + PATIENCE_S
        while True:
            came_s, change = self._told.get(timeout=max(0.01, end_s - time.perf_counter()))
            if meets(change):
                return came_s


def over_the_wire(rounds: int) -> dict[str, float]:
    """Return the medians of `rounds` activations, each of another operative and undone."""
    taken: dict[str, list[float]] = {}
    with _served() as netloc:
        other, line = OtherPhone(netloc), http.client.HTTPConnection(netloc, timeout=PATIENCE_S)
        for number in range(rounds + 1):
            operative = f"A{1 + number % 14}"
            time.sleep(SCANNED_S)
            other.forget()
            began_s = time.perf_counter()
            activate = {"intent": {"kind": "activate", "operative": operative, "order": "engage"}}
            _asked(line, "POST", "/api/intents", activate)
            taken_s = time.perf_counter()
            told_s = other.told(lambda change: '"offers"' in change and '"Charge"' in change)
            card_s = time.perf_counter()
            _asked(line, "GET", f"/api/operatives/{operative}")
            odds_s = time.perf_counter()
            for action in REACHES:
                _asked(line, "GET", f"/api/operatives/{operative}/reach/{action}")
            reached_s = time.perf_counter()
            _asked(line, "POST", "/api/buttons/undo")
            undone_s = time.perf_counter()
            if number == 0:  # the first round also loads the edition
                continue
            for name, since_s, until_s in (
                ("tap -> taken", began_s, taken_s),
                ("tap -> what may be done, on the other phone", began_s, told_s),
                ("targets with odds", card_s, odds_s),
                ("three reaches", odds_s, reached_s),
                ("undo", reached_s, undone_s),
            ):
                taken.setdefault(f"over the wire, {name}, ms", []).append(1000 * (until_s - since_s))
    return {name: round(statistics.median(waits), 1) for name, waits in taken.items()}


def _asked(line: http.client.HTTPConnection, method: str, path: str, body: object = None) -> None:
    headers = {"Content-Type": "application/json"}
    if method == "POST":
        headers["Idempotency-Key"] = f"felt-{time.monotonic_ns()}"
    line.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = line.getresponse()
    said = answer.read()
    assert answer.status == http.client.OK, (path, answer.status, said)


@contextlib.contextmanager
def _served() -> Iterator[str]:
    """Serve the game from a separate process; yield its address."""
    with tempfile.TemporaryDirectory(prefix="overlook-felt-") as folder:
        script = Path(folder) / "game.json"
        script.write_text(json.dumps(document()))
        words = ["-m", "overlook", "play", str(script), "--show", "0", "--pace", str(SERVED_S)]
        served = subprocess.Popen(
            [sys.executable, *words], env=as_installed(Path(folder)), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        try:
            assert served.stderr is not None
            found = None
            while found is None:
                said = served.stderr.readline().decode()
                assert said, "the table has stopped"
                found = re.search(r"http://[^\s/]+", said)
            _wait_for_the_battle(urlsplit(found.group()).netloc)
            yield urlsplit(found.group()).netloc
        finally:
            served.send_signal(signal.SIGINT)
            with contextlib.suppress(ProcessLookupError):
                os.waitpid(served.pid, 0)


def _wait_for_the_battle(netloc: str) -> None:
    line = http.client.HTTPConnection(netloc, timeout=PATIENCE_S)
    end_s = time.monotonic() + PATIENCE_S
    while True:
        line.request("GET", "/api/snapshot")
        if json.loads(line.getresponse().read())["game"]["phase"] == "firefight":
            return
        assert time.monotonic() < end_s, "the battle has not begun"
        time.sleep(0.2)


PARTS = ("table", "wire", "commands", "start", "rest")
POSITION = {
    "id": "one",
    "edition": "kt24",
    "operatives": [
        {"id": "A1", "player": "p1", "pos": [5, 5], "base_mm": 32, "order": "engage"},
        {"id": "B1", "player": "p2", "pos": [15, 12], "base_mm": 32, "order": "engage"},
    ],
    "terrain": [],
    "query": {"type": "shoot", "by": "A1", "target": "B1"},
    "expect": {"valid": True},
}


@dataclass(slots=True)
class Waits:
    """All times by name: pairs of CPU and wall time, milliseconds."""

    taken: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    def add(self, name: str, cpu_ms: float, wall_ms: float) -> None:
        """Add one time."""
        self.taken.setdefault(name, []).append((cpu_ms, wall_ms))

    def timed(self, name: str, work: Callable[[], object]) -> None:
        """Time blocking work."""
        cpu, wall = time.process_time(), time.perf_counter()
        work()
        self.add(name, (time.process_time() - cpu) * 1000, (time.perf_counter() - wall) * 1000)

    async def awaited(self, name: str, work: Awaitable[object]) -> None:
        """Time awaited work, including its threads."""
        cpu, wall = time.process_time(), time.perf_counter()
        await work
        self.add(name, (time.process_time() - cpu) * 1000, (time.perf_counter() - wall) * 1000)

    def figures(self) -> Iterator[tuple[str, dict[str, float]]]:
        """Yield the rounded statistics of each name."""
        loop = float(np.median([cpu for cpu, _ in self.taken["reference loop"]]))
        for name, taken in self.taken.items():
            cpus, walls = np.array(taken).T
            figures = {
                "cpu_ms": float(np.median(cpus)),
                "best_ms": float(cpus.min()),
                "p95_ms": float(np.percentile(cpus, 95)),
                "p99_ms": float(np.percentile(cpus, 99)),
                "wall_ms": float(np.median(walls)),
                "loops": float(np.median(cpus)) / loop,
            }
            yield name, {key: round(value, 2) for key, value in figures.items()}


def fresh(context: JudgingContext) -> JudgingContext:
    """Return the same context with empty caches."""
    return JudgingContext(
        with_cached_sight(context.edition),
        context.flow,
        context.timeline,
        context.table,
        ShotCache(),
        sharp=context.sharp,
    )


async def at_the_table(waits: Waits, rounds: int) -> None:
    """Measure requests to a table in play; each round activates another operative of the same side."""
    with scripted_table() as table:
        await table.begin()
        await _activated(table, "A7")
        for number in range(rounds):
            waits.timed("reference loop", reference)
            operative = f"A{1 + (6 + number) % 14}"
            await _pressed(table, Button.UNDO, f"undo-{number}")
            await waits.awaited("looked ahead to all activations", table.service.wait_for_prefetch())
            activated = table.service.submit(_activate(operative), player="p1", key=f"again-{number}")
            await waits.awaited("activation -> taken", activated)
            await waits.awaited("  -> what may be done", table.service.wait_for_actions())
            await waits.awaited("  -> targets with odds", table.service.advisor.card(operative))
            await waits.awaited("  -> three reaches", _reaches(table, operative))
            context = table.table.facts().context(exact=True)
            assert context is not None
            await waits.awaited("  -> what of it is open", table.service.wait_for_uncertain_actions())
            for name, work in AT_ONCE.items():
                waits.timed(name, partial(work, fresh(context), operative))
            await waits.awaited("publish what stands", _published(table))


def _shots(context: JudgingContext, operative: str) -> None:
    context.judge_together(Shot(operative, enemy.id) for enemy in context.position.enemies_of(operative))


def _pairs(context: JudgingContext, _operative: str) -> None:
    position = context.position
    pairs = list(permutations(position.table.operatives, 2))
    context.edition.sight.all_visible(position, pairs)


def _all_reaches(context: JudgingContext, operative: str) -> None:
    for move in REACHES:
        reach_of(context, operative, move)


def _offers(context: JudgingContext, _operative: str) -> None:
    assert available_actions(context) is not None


AT_ONCE: dict[str, Callable[[JudgingContext, str], object]] = {
    "what may be done, nothing known": _offers,
    "card, nothing known": card_of,
    "three reaches, nothing known": _all_reaches,
    "14 shots of one operative": _shots,
    "all 756 pairs of the table": _pairs,
}
"""Work measured with empty caches, from a context and an operative."""


def _activate(operative: str) -> GameRequest:
    words = {"kind": "activate", "operative": operative, "order": "engage"}
    return GAME_REQUESTS["activate"].model_validate_json(json.dumps(words))


async def _activated(table: ScriptedTable, operative: str) -> None:
    outcome = await table.service.submit(_activate(operative), player="p1", key=f"first-{operative}")
    assert isinstance(outcome, Accepted), outcome
    await table.service.wait_for_actions()


async def _pressed(table: ScriptedTable, button: Button, key: str) -> None:
    outcome = await table.service.press(button, key=key)
    assert isinstance(outcome, Accepted), outcome
    await table.service.wait_for_actions()


async def _reaches(table: ScriptedTable, operative: str) -> None:
    for move in REACHES:
        await table.service.advisor.reach(operative, move)


async def _published(table: ScriptedTable) -> None:
    table.service.publish()


def commands(waits: Waits, rounds: int) -> None:
    """Measure commands in separate processes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "one.json"
        file.write_text(json.dumps([POSITION]))
        compiled = as_installed(Path(folder))
        for words in (["--help"], ["adjudicate", str(file)]):
            subprocess.run([sys.executable, "-m", "overlook", *words], env=compiled, capture_output=True, check=True)
        for _ in range(rounds):
            waits.timed("reference loop", reference)
            for name, words in (("--help", ["--help"]), ("adjudicate one position", ["adjudicate", str(file)])):
                began_s = time.perf_counter()
                said = [sys.executable, "-m", "overlook", *words]
                command = subprocess.Popen(said, env=compiled, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                _, status, used = os.wait4(command.pid, 0)
                command.returncode = os.waitstatus_to_exitcode(status)
                assert command.returncode in (0, 1), command.returncode
                cpu_ms = (used.ru_utime + used.ru_stime) * 1000
                waits.add(f"overlook {name}", cpu_ms, (time.perf_counter() - began_s) * 1000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"what to measure: {', '.join(PARTS)}")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"found {', '.join(sorted(unknown))}; expected some of {', '.join(PARTS)}")
    parts = options.parts or PARTS
    waits = Waits()
    machine: dict[str, float] = {}
    if "table" in parts:
        asyncio.run(at_the_table(waits, options.rounds))
    if "wire" in parts:
        waits.timed("reference loop", reference)
        machine |= over_the_wire(options.rounds)
    if "commands" in parts:
        commands(waits, options.rounds)
    if "start" in parts:
        waits.timed("reference loop", reference)
        machine |= started()
    if "rest" in parts:
        waits.timed("reference loop", reference)
        machine |= resting()
    found = dict(waits.figures())
    if options.json:
        print(json.dumps({"waits": found, "program": machine}))
        return
    for name, figures in found.items():
        print(f"{name:36}", "  ".join(f"{key} {value:8.1f}" for key, value in figures.items()))
    for name, figure in machine.items():
        print(f"{name:58} {figure:g}")


if __name__ == "__main__":
    main()

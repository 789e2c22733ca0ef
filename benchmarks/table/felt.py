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
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations
from pathlib import Path

import numpy as np

from benchmarks.reference import reference
from benchmarks.table.felt_program import as_installed, resting, started
from benchmarks.table.felt_script import scripted_table
from benchmarks.table.felt_wire import over_the_wire
from overlook.play.runner import ScriptedTable
from overlook.table.offers.advisor import card_of, reach_of
from overlook.table.offers.available_actions import available_actions
from overlook.table.rulings.judging_context import JudgingContext, ShotCache, with_cached_sight
from referee.rules.judgement import Shot
from web.contract.requests import GAME_REQUESTS, Accepted, Button, GameRequest

PARTS = ("table", "wire", "commands", "start", "rest")
REACHES = ("Reposition", "Dash", "Charge")
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

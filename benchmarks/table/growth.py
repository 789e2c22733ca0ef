"""Measure what a long game costs: the median act, and a start, at several lengths of the journal.

`python -m benchmarks.table.growth` plays points for and back until the journal has 500, 10,000 and 50,000 events, and
prints the median time of an act (the intent on disk and its snapshot published), of a start (journal read, state
folded, snapshot shown), and their ratios to those at the first length. Each length is a fresh process.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games
from referee.game.intents import Score

LENGTHS = (500, 10_000, 50_000)
MODEL = {"apl": 2, "move_in": 6, "save": 4, "wounds": 10, "base_mm": 32, "head_in": 1.4, "weapons": []}
SCRIPT = {
    "version": 1,
    "edition": "kt24",
    "operatives": [
        {"id": name, "name": name, "player": player, **MODEL} for name, player in (("A1", "p1"), ("B1", "p2"))
    ],
    "places": {"A1": [5.0, 11.0], "B1": [12.0, 11.0]},
    "steps": [],
}


@dataclass(frozen=True, slots=True)
class Cost:
    """Median seconds of an act and of a start, at a number of events."""

    events: int
    act_s: float
    start_s: float


def score(number: int) -> Score:
    """Return points that are given, or taken back by the next ones."""
    return Score(id=f"grown-{number}", player="p1", op="crit", vp=1 - 2 * (number % 2), by="referee")


async def measure(folder: Path, events: int, acts: int, starts: int) -> Cost:
    """Return the costs of a game of that many events in an empty folder."""
    script = script_of(SCRIPT)
    games = Games(folder)
    try:
        table = ScriptedTable(script, laid_table(script), games)
        await table.begin()
        number = 0
        while table.table.sequence < events:
            table.table.game.submit(score(number))
            number += 1
        games.close()
        start_s = []
        for _ in range(starts):
            began_s = time.perf_counter()
            table = ScriptedTable(script, laid_table(script), games)
            table.service.snapshot()
            start_s.append(time.perf_counter() - began_s)
            games.close()
        table = ScriptedTable(script, laid_table(script), games)
        act_s = []
        for _ in range(acts):
            began_s = time.perf_counter()
            await table.service.submit_intent(score(number))
            act_s.append(time.perf_counter() - began_s)
            number += 1
    finally:
        games.close()
    return Cost(events, statistics.median(act_s), statistics.median(start_s))


def measured(asked: tuple[int, int, int]) -> Cost:
    """Return the costs of one length, in this process."""
    events, acts, starts = asked
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(Path(folder), events, acts, starts))


def main() -> None:
    """Measure each length and print its costs and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS)
    parser.add_argument("--acts", type=int, default=101)
    parser.add_argument("--starts", type=int, default=5)
    asked = parser.parse_args()
    first: Cost | None = None
    for events in asked.lengths:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            found = pool.map(measured, [(events, asked.acts, asked.starts)])[0]
        first = first or found
        act, start = found.act_s / first.act_s, found.start_s / first.start_s
        print(
            f"{found.events:6} events: act {found.act_s * 1000:.1f} ms (x {act:.2f}), "
            f"start {found.start_s * 1000:.0f} ms (x {start:.2f})"
        )


if __name__ == "__main__":
    main()

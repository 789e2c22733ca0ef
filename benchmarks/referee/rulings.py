"""Measure the referee: opening a game of 400 events, and judging a settled table with 28 operatives.

    python benchmarks/referee/rulings.py [--rounds 9] [--json]

Prints best and median in milliseconds of wall and CPU time, the limit, and the ratio to a reference loop in the same
run; judging is timed for both editions, and for the 2021 one also between walls. It covers everything that the table
computes when a model has come to rest: every reading of its move, other displaced operatives, and then every possible
shot. Exact odds are timed by `benchmarks/referee/odds_speed.py`.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.reference import reference
from geometry.placement import Placement
from geometry.table import Table
from overlook.table.moves.move_classification import classify_move, find_out_of_turn_moves
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card, Seat
from referee.game.engine.game import Game
from referee.game.intents import SetUp, read_intent
from referee.game.judging.position import position_of, table_of
from referee.records.journal.journal import Journal
from referee.rules.judgement import Shot
from referee.rules.weapon import Weapon, WeaponType

OPENING_MS, JUDGING_MS = 200.0, 50.0
TABLES = (("kt24", None), ("kt21", None), ("kt21", "close quarters"))
"""Editions and killzones in which a settled table is judged."""
EVENTS = 400
A_SIDE = 14
SIGMA_IN = 0.009


def terrain(role: str | None = None) -> tuple[RecordedTerrain, ...]:
    """Return twelve walls and ruins in three rows, all with the same role."""
    parts = []
    for number in range(12):
        x, y = 4.0 + 6.5 * (number % 4), 5.5 + 5.0 * (number // 4)
        corners = ((x, y), (x + 2.4, y), (x + 2.4, y + 0.4), (x, y + 0.4))
        parts.append(RecordedTerrain(f"t{number}", f"f{number}", corners, 0.0, 2.0 + number % 3, ("Heavy",), role=role))
    return tuple(parts)


def game(edition: str = "kt24", killzone: str | None = None) -> Game:
    """Return a firefight of 14 against 14 with one active operative, in a killzone if one is named."""
    gun = Weapon("rifle", WeaponType.RANGED, 4, 3, (3, 4))
    cards, places = [], {}
    for number in range(2 * A_SIDE):
        side, place = divmod(number, A_SIDE)
        name = f"{'AB'[side]}{place + 1}"
        cards.append(Card(name, f"p{side + 1}", name, 2, 6.0, 4, 10, weapons=(gun,)))
        places[name] = BoardPlace(2.0 + 2.0 * place, (3.0 if side == 0 else 18.5) + 1.6 * (place % 2))
    played = Game(ruleset_of(edition).flow)
    seats = (Seat("p1", "Red"), Seat("p2", "Blue"))
    parts = terrain("wall" if killzone else None)
    played.submit(
        SetUp(id="s", seats=seats, operatives=tuple(cards), places=places, terrain=parts, killzone=killzone, free=True)
    )
    played.submit(read_intent({"kind": "activate", "id": "a", "operative": "A7", "order": "engage"}))
    return played


def seen(played: Game) -> Table:
    """Return the table as the camera sees it: A7 has moved, and every position has a covariance."""
    table = table_of(played.state)
    doubt = np.diag([SIGMA_IN**2, SIGMA_IN**2, 0.0, 0.0])

    def stands(name: str, where: Placement) -> Placement:
        moved = (1.1, 3.2) if name == "A7" else (0.0, 0.0)
        return Placement(name, where.x + moved[0], where.y + moved[1], where.z, where.rotation_deg, covariance=doubt)

    operatives = {
        name: replace(each, placement=stands(name, each.placement)) for name, each in table.operatives.items()
    }
    return replace(table, operatives=operatives)


def timed(work: Callable[[], object], rounds: int) -> dict[str, float]:
    """Return best and median of CPU time, and median wall time, milliseconds."""
    walls, cpus = [], []
    for _ in range(rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    figures = {"best_cpu_ms": min(cpus), "median_cpu_ms": statistics.median(cpus)}
    return {name: round(value, 2) for name, value in {**figures, "median_wall_ms": statistics.median(walls)}.items()}


def judging(name: str, killzone: str | None) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return functions that judge a settled table of that edition and killzone, and every shot on it."""
    edition = ruleset_of(name).edition.in_killzone(killzone)
    played = game(name, killzone)
    table = seen(played)

    def judge() -> None:
        assert classify_move(edition, played.state, table, mover="A7")
        assert not find_out_of_turn_moves(played.state, table, {})

    def shots() -> None:
        position = position_of(played.state, table)
        for enemy in position.enemies_of("A7"):
            edition.judge_shot(position, Shot("A7", enemy.id))

    return judge, shots


def main() -> int:
    """Measure, print, and return 1 if a limit on CPU time is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rules = ruleset_of("kt24")
    report: dict[str, dict[str, float]] = {}
    limits: dict[str, float] = {}

    with tempfile.TemporaryDirectory() as folder:
        long = game()
        while len(long.log) < EVENTS:
            amount = 1 if len(long.log) % 4 < 2 else -1
            data = {"kind": "declare_damage", "id": f"d{len(long.log)}", "operative": "B3", "amount": amount}
            long.submit(read_intent(data))
        path = Path(folder) / "game"
        with Journal.open(path) as journal:
            journal.append(long.log[:EVENTS])

        def opened() -> None:
            with Journal.open(path) as journal:
                assert len(Game(rules.flow, journal.events).log) == EVENTS

        base = timed(reference, options.rounds)["median_cpu_ms"]
        report["open 400 events"] = timed(opened, options.rounds)
        limits["open 400 events"] = OPENING_MS
        for name, killzone in TABLES:
            where = f"{name} in {killzone}" if killzone else name
            judge, shots = judging(name, killzone)
            report[f"judge a settled table, {where}"] = timed(judge, options.rounds)
            limits[f"judge a settled table, {where}"] = JUDGING_MS
            report[f"all 14 shots of one operative, {where}"] = timed(shots, options.rounds)
    missed = 0
    for name, figures in report.items():
        limit = limits.get(name, math.inf)
        figures["reference_loops"] = round(figures["median_cpu_ms"] / base, 2)
        if limit < math.inf:
            figures["limit_ms"] = limit
        missed += figures["median_cpu_ms"] > limit
    if options.json:
        print(json.dumps(report))
    else:
        for name, figures in report.items():
            print(f"{name:62}", "  ".join(f"{key} {value:g}" for key, value in figures.items()))
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())

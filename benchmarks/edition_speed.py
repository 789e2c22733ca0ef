"""What a table asks of both editions, timed on the example table: every shot between the teams, every move's reach.

    python benchmarks/edition_speed.py [--rounds 3] [--sigma 0.012] [--json]

Operatives stand as on the simulated table, each a little in doubt; a4 stands close to the bunker, so that b2 may charge
down at it. Prints the sum and the slowest answer in milliseconds of processor time (the best of the rounds) for each
edition, the ratio between the editions, and the slowest answer's ratio to a fixed reference loop in the same run. Exits
1 when a single answer takes longer than 300 ms.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from benchmarks.reference import reference
from geometry.placement import Placement
from overlook.simulated.demonstration import set_up
from overlook.table.observation.seen_table import table_of
from referee.editions.registry import RULESETS
from referee.game.board_place import BoardPlace
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.game import Game
from referee.game.judging.position import position_of
from referee.rules.judgement import Shot
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from simulation.scene.example_table import example_catalogue, example_poses

PATIENCE_MS = 300.0
CLOSE_TO_THE_BUNKER = Placement("a4", 18.0, 7.2, 0.0, 0.0)
Answers = dict[str, Callable[[], object]]


def position(flow: BattleFlow, sigma_in: float) -> Position:
    """The example table as a camera with that error has it."""
    catalogue, poses = example_catalogue(), example_poses()
    doubt = np.diag([sigma_in**2, sigma_in**2, 0.0, 1e-5])
    standing = {**poses.operatives, "a4": CLOSE_TO_THE_BUNKER}
    seen = {name: replace(where, covariance=doubt) for name, where in standing.items()}
    places = {name: BoardPlace.of(where) for name, where in standing.items()}
    markers = {name: BoardPlace.of(where) for name, where in poses.markers.items()}
    game = Game(flow)
    game.submit(set_up(catalogue, places, markers, key="setup"))
    return position_of(game.state, table_of(catalogue, operatives=seen, terrain=poses.terrain, markers=poses.markers))


def questions(edition: Edition, here: Position) -> Answers:
    """Every shot between the teams and every move's reach, by what they are called."""
    operatives = here.table.operatives
    asked: Answers = {}
    for shooter in operatives:
        for enemy in here.enemies_of(shooter):
            asked[f"shot {shooter}-{enemy.id}"] = partial(edition.judge_shot, here, Shot(shooter, enemy.id))
    for move in edition.movement.names:
        for mover in operatives:
            search = edition.movement.search(edition, here, mover, move)
            asked[f"{move} of {mover}"] = search.areas
    return asked


def best_ms(work: Callable[[], object], rounds: int) -> float:
    """Return the least processor time of some rounds, milliseconds."""
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        work()
        times.append((time.process_time() - begun) * 1000)
    return min(times)


def main() -> int:
    """Measure, print, and return 1 when an answer takes too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sigma", type=float, default=0.012, help="inches")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    fixed = best_ms(reference, 5)
    report = {}
    for rules in RULESETS.values():
        edition, here = rules.edition, position(rules.flow, options.sigma)
        asked = questions(edition, here)
        taken = {name: best_ms(work, options.rounds) for name, work in asked.items()}
        slowest = max(taken, key=lambda name: taken[name])
        report[edition.id] = {
            "answers": len(taken),
            "sum_ms": round(sum(taken.values())),
            "slowest": slowest,
            "slowest_ms": round(taken[slowest], 1),
            "slowest_to_reference": round(taken[slowest] / fixed, 2),
        }
    sums = [float(str(one["sum_ms"])) for one in report.values()]
    ratio = round(sums[-1] / sums[0], 2)
    if options.json:
        print(json.dumps({"editions": report, "ratio_of_sums": ratio, "reference_ms": round(fixed, 2)}))
    else:
        for name, row in report.items():
            print(name, ", ".join(f"{key} {value}" for key, value in row.items()))
        print(f"{' : '.join(reversed(report))} is {ratio} (sums of all answers); reference loop {fixed:.1f} ms")
    return int(any(float(str(row["slowest_ms"])) > PATIENCE_MS for row in report.values()))


if __name__ == "__main__":
    sys.exit(main())

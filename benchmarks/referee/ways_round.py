"""Check the verdicts on paths around an enemy, by the margin between the Move and their least cost (2021).

    python -m benchmarks.referee.ways_round [--ways 30] [--seed 1000] [--doubt INCHES]

Each path is random, and its least cost is that of bends with equal turns, computed independently by the tests; unequal
turns may be cheaper still. With `--doubt 0` the search's best path is taken as optimal.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from overlook.table.moves import path_candidates
from tests.overlook.play.test_moves21 import least_round_an_enemy, round_an_enemy, said_of_a_way_round

MORE_IN = (0.05, 0.03, 0.01, 0.002, -0.01, -0.02, -0.04, -0.06, -0.1)


def verdict(label: str) -> str:
    """Return the verdict in a reading's label."""
    if "too close to call" in label:
        return "TOO CLOSE"
    return "NO" if ":" in label else "YES"


def main() -> None:
    """Print a row for each margin."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ways", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--doubt", type=float, default=path_candidates.SEARCHED_IN)
    asked = parser.parse_args()
    path_candidates.SEARCHED_IN = asked.doubt
    ways = [round_an_enemy(asked.seed + number) for number in range(asked.ways)]
    for more in MORE_IN:
        called = Counter(verdict(said_of_a_way_round(way, least_round_an_enemy(*way) + more)) for way in ways)
        said = ", ".join(f"{name} {called[name]}" for name in ("YES", "TOO CLOSE", "NO"))
        print(f'{more:+.3f}": {said}', flush=True)


if __name__ == "__main__":
    main()

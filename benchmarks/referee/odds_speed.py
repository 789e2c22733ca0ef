"""Measure the time of exact odds: the median over the vectors, for one shot and for one fight.

    python benchmarks/referee/odds_speed.py [--data ../shared/data/rules] [--json]

Each vector is answered with empty caches; wall and CPU time are both printed, as the machine may be busy. The limits
are 5 ms for a shot and 30 ms for a fight (median). The last lines compare the computation by stages with plain
enumeration of every roll, in the same run.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path

from referee.corpus.odds_questions import answers
from referee.editions.kt24.dice import DICE
from referee.rules.dice import attack, step
from referee.rules.dice import shot as blocking
from referee.rules.dice.shot import Defender, Hits, ShotSetup
from referee.rules.dice.step import CRIT, NORMAL
from referee.rules.weapon import Weapon, WeaponType

LIMITS_MS = {"shoot": 5.0, "fight": 30.0}
FILES = {
    "shoot": ("vectors_2024_shoot.json", "vectors_2021_shoot.json"),
    "fight": ("vectors_2024_fight.json", "vectors_2021_fight.json"),
}


def forget() -> None:
    """Empty every cache that the odds use."""
    for cached in (step.rolls, step.grades, attack.renamed, blocking.best):
        cached.cache_clear()


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return wall and CPU time of one call, ms."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000


def single_files(path: Path, folder: Path) -> Iterator[Path]:
    """Yield one file per vector, so that each is timed from file to answer."""
    for vector in json.loads(path.read_text(encoding="utf-8"))["vectors"]:
        single = folder / f"{vector['id']}.json"
        single.write_text(json.dumps([vector]), encoding="utf-8")
        yield single


def enumerated(weapon: Weapon, target: Defender) -> dict[int, Fraction]:
    """Return the damage distribution of a plain shot by enumeration of every roll of attack and defence."""
    hit, save = step.grades(weapon.hit), step.grades(target.save)
    found: dict[int, int] = {}
    for roll in itertools.product(range(1, 7), repeat=weapon.atk):
        hits = Hits(sum(hit[die] == CRIT for die in roll), sum(hit[die] == NORMAL for die in roll))
        for defence in itertools.product(range(1, 7), repeat=target.dice):
            saves = Hits(sum(save[die] == CRIT for die in defence), sum(save[die] == NORMAL for die in defence))
            left = blocking.best(hits, saves, weapon.damage).left_of(hits).damage(weapon.damage)
            found[left] = found.get(left, 0) + 1
    total = 6 ** (weapon.atk + target.dice)
    return {damage: Fraction(ways, total) for damage, ways in found.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parent.parents[2] / "shared/data/rules")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"{options.data}: no such folder: give the folder of the vectors with --data", file=sys.stderr)
        return 2
    import tempfile

    report: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for kind, names in FILES.items():
            times: list[tuple[float, float]] = []
            for name in names:
                for single in single_files(options.data / name, Path(folder)):
                    forget()
                    times.append(timed(partial(answers, single)))
            walls, cpus = sorted(wall for wall, _ in times), sorted(cpu for _, cpu in times)
            report[kind] = {
                "vectors": len(times),
                "median_wall_ms": round(statistics.median(walls), 3),
                "median_cpu_ms": round(statistics.median(cpus), 3),
                "p95_cpu_ms": round(cpus[int(0.95 * (len(cpus) - 1))], 3),
                "limit_ms": LIMITS_MS[kind],
            }
    weapon, target = Weapon("rifle", WeaponType.RANGED, 4, 3, (3, 4)), Defender(3, 4)
    shot = ShotSetup(weapon, target)
    assert enumerated(weapon, target) == DICE.shot_odds(shot)
    slow = timed(lambda: enumerated(weapon, target))[1]
    fast = min(timed(lambda: DICE.shot_odds(shot))[1] for _ in range(20))
    report["beside_enumeration"] = {"stages_ms": round(fast, 3), "enumeration_ms": round(slow, 1), "ratio": slow / fast}
    if options.json:
        print(json.dumps(report))
    else:
        for name, figures in report.items():
            print(name, "  ".join(f"{key} {value:g}" for key, value in figures.items()))
    missed = [kind for kind, limit in LIMITS_MS.items() if report[kind]["median_cpu_ms"] > limit]
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Play seeded Swiss events with drops, byes and late entries, and count repeats that a solver would have avoided.

`python -m benchmarks.hall.swiss --events 1000 --seed 1` prints the number of events, games, rematches and second byes.
The solver is an integer programme (HiGHS) that knows the whole event: who plays in each round. It shares no code with
the pairing. `among those present` counts repeats although the rounds planned at the start of that round could have been
paired without one. Standings are compared with the oracle of the tests after each round.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from tests.venue.event.playing import Played

LEAST, MOST = 6, 32
BYE = "bye"


@dataclass
class Tally:
    """Counts of all events."""

    events: int = 0
    rounds: int = 0
    games: int = 0
    dropped: int = 0
    late: int = 0
    odd_rounds: int = 0
    repeated: int = 0
    avoidable: list[int] = field(default_factory=list)
    avoidable_when_known: list[int] = field(default_factory=list)
    second_byes: int = 0
    wrong_standings: int = 0
    pairing_s: list[float] = field(default_factory=list)


def is_possible(present: Sequence[Sequence[str]], met: set[frozenset[str]]) -> bool:
    """Return whether all rounds can be paired from those present without a rematch, also of `met`, or a second bye."""
    columns: list[tuple[int, frozenset[str]]] = []
    for at, names in enumerate(present):
        everybody = [*names, BYE] if len(names) % 2 else list(names)
        pairs = (frozenset(pair) for pair in itertools.combinations(everybody, 2))
        columns += [(at, pair) for pair in pairs if pair not in met]
    rows: dict[object, int] = {}
    seats = [[rows.setdefault((at, name), len(rows)) for name in pair] for at, pair in columns]
    needed = sum(len(names) + len(names) % 2 for names in present)
    if len(rows) < needed:
        return False
    exact = len(rows)
    once = [rows.setdefault(pair, len(rows)) for _, pair in columns]
    entries = [(row, column) for column, found in enumerate(seats) for row in (*found, once[column])]
    matrix = csr_array((np.ones(len(entries)), tuple(zip(*entries, strict=True))), shape=(len(rows), len(columns)))
    lower = np.where(np.arange(len(rows)) < exact, 1, 0)
    found = milp(
        np.zeros(len(columns)),
        constraints=LinearConstraint(matrix, lower, np.ones(len(rows))),
        integrality=np.ones(len(columns)),
        bounds=Bounds(0, 1),
    )
    return bool(found.success)


def pairs_met(played: Played, before: int) -> set[frozenset[str]]:
    """Return who has met whom, and who has had a bye, before a round."""
    games = itertools.chain.from_iterable(played.book.games[:before])
    byes = itertools.chain.from_iterable(played.book.byes[:before])
    return {frozenset(game[:2]) for game in games} | {frozenset((name, BYE)) for name in byes}


def play(seed: int, tally: Tally) -> None:
    """Play one event and add its counts."""
    dice = random.Random(seed)
    size, rounds = dice.randint(LEAST, MOST), dice.randint(3, 7)
    rounds = min(rounds, size - 1 + size % 2)
    played = Played(size, seed, clubs=dice.choice([0, 3]), rounds=rounds)
    present: list[list[str]] = []
    new_faults: list[int] = []
    for number in range(rounds):
        if number and dice.random() < 0.15:
            played.enter()
            tally.late += 1
        if number and dice.random() < 0.2 and len(played.playing) > 4:
            played.drop(dice.choice(played.playing))
            tally.dropped += 1
        present.append(list(played.playing))
        began_s = time.perf_counter()
        pairs = played.pair()
        tally.pairing_s.append(time.perf_counter() - began_s)
        met = pairs_met(played, number)
        again = [pair for one, other in pairs if (pair := frozenset((one, other or BYE))) in met]
        tally.second_byes += sum(BYE in pair for pair in again)
        tally.repeated += sum(BYE not in pair for pair in again)
        if again:
            new_faults.append(number)
        played.play(pairs)
        try:
            played.check()
        except AssertionError:
            tally.wrong_standings += 1
        tally.games += sum(other is not None for _, other in pairs)
        tally.odd_rounds += len(present[-1]) % 2
    tally.events += 1
    tally.rounds += rounds
    if not new_faults:
        return
    if is_possible(present, set()):
        tally.avoidable_when_known.append(seed)
    for number in range(new_faults[0] + 1):
        after = pairs_met(played, number + 1)
        left = [present[number]] * (rounds - number)
        could = is_possible(left, pairs_met(played, number))
        if could and len(left) > 1 and not is_possible(left[1:], after):
            tally.avoidable.append(seed)
            break


def main() -> None:
    """Play the events and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tally = Tally()
    for at in range(asked.events):
        play(asked.seed * 1_000_000 + at, tally)
    rate = statistics.quantiles(tally.pairing_s, n=100)
    print(
        f"{tally.events} events, {tally.rounds} rounds ({tally.odd_rounds} with an odd number), {tally.games} games,"
        f" {tally.dropped} drops, {tally.late} late entries"
    )
    print(f"rematches: {tally.repeated}, second byes: {tally.second_byes}")
    print(f"events with a repeat that those present at some round could have avoided: {len(tally.avoidable)}")
    print(f"events with a repeat that a solver knowing all drops and entries avoids: {len(tally.avoidable_when_known)}")
    print(f"rounds whose standings differ from the oracle's: {tally.wrong_standings}")
    print(f"pairing: median {rate[49]:.3f} s, p99 {rate[98]:.3f} s, longest {max(tally.pairing_s):.3f} s")
    for title, seeds in (("present", tally.avoidable), ("known", tally.avoidable_when_known)):
        if seeds:
            print(f"seeds ({title}): {seeds[:20]}")


if __name__ == "__main__":
    main()

"""Check that the cause of uncertainty that a ruling names first is the one whose error decides most.

    python -m benchmarks.referee.contributions --rulings 200 --seed 1

Each ruling is drawn near its limits: control range, an action that an enemy prevents, a set-up position, a move. Every
error of the table is removed in turn and the ruling is judged again from the positions. The error of the cause named
first must change the probability most, to within `TIE`, and the shares must add up to 1. Exits with 1 otherwise.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from geometry.base import BaseShape
from geometry.contributions import Cause, Source
from geometry.placement import Placement
from geometry.position_errors import TagOffsetError
from geometry.table import Board, Operative, Table
from referee.editions.registry import ruleset_of
from referee.rules.judgement import Attempt, Move
from referee.rules.ports.actions import judge_attempt
from referee.rules.position import Order, Position, Status
from referee.rules.ruling import Ruling

Array = NDArray[np.float64]

TIE = 1e-6
"""Difference of two changes of a probability below which they are equal."""

NEAR = (0.02, 0.98)
"""Probabilities between which a ruling counts as near its limits."""

RADIUS = 16 / 25.4
REACH_MM = 32.0
CAUSES = (Cause.PIXEL, Cause.LENS, Cause.BOARD, Cause.LEVEL, Cause.MOUNTING, Cause.RIM)
EDITION = ruleset_of("kt24").edition


@dataclass(frozen=True)
class Case:
    """A table with its errors, a move's errors if it is about a move, and how it is judged."""

    kind: str
    table: Table
    judge: Callable[[Case], Ruling]
    move: Move | None = None

    def ruling(self) -> Ruling:
        """Return the ruling."""
        return self.judge(self)

    def position(self) -> Position:
        """Return the table with what the game knows."""
        status = {name: Status(Order.ENGAGE, 2, 6.0, 10, 10) for name in self.table.operatives}
        return Position(self.table, status)

    def sources(self) -> tuple[Source, ...]:
        """Return every error there is."""
        own = [(Cause(cause), name) for name, one in self.table.operatives.items() for cause, _ in one.placement.errors]
        return (*own, (Cause.BOARD, ""), *([(Cause.PATH, self.move.mover)] if self.move else []))

    def without(self, source: Source) -> Case:
        """Return the case with one error removed."""
        cause, thing = source
        table, move = self.table, self.move
        if source == (Cause.BOARD, ""):
            common = table.common
            assert common is not None
            shared = {name: _less(one, Cause.BOARD, common, whole=False) for name, one in table.operatives.items()}
            table = replace(table, operatives=shared, common=None)
        elif thing in table.operatives and cause is not Cause.PATH:
            one = table.operatives[thing]
            parts = dict(one.placement.errors)
            part = parts[cause] - (table.common if cause is Cause.BOARD and table.common is not None else 0.0)
            operatives = {**table.operatives, thing: _less(one, cause, part, whole=True)}
            table = replace(table, operatives=operatives)
        if move is not None and move.mounted is not None and thing == move.mover:
            mounted = move.mounted
            if cause is Cause.PATH:
                mounted = replace(mounted, own=np.zeros((2, 2)))
            elif cause is Cause.MOUNTING:
                mounted = replace(mounted, mount=np.zeros((2, 2)))
            move = replace(move, mounted=mounted)
        return replace(self, table=table, move=move)


def _less(one: Operative, cause: Cause, part: Array, *, whole: bool) -> Operative:
    """Return an operative without a part of its error."""
    where = one.placement
    errors = tuple(
        (name, known - part) if name == cause else (name, known)
        for name, known in where.errors
        if name != cause or not whole or np.abs(known - part).max() > 1e-12
    )
    return replace(one, placement=replace(where, covariance=where.covariance - part, errors=errors))


def drawn_operative(rng: np.random.Generator, name: str, x: float, y: float, common: Array) -> Operative:
    """Return an operative on the floor whose error has every cause, each of another size and direction."""
    errors = []
    for cause in CAUSES:
        root = np.zeros((4, 4))
        axes = slice(0, 3) if cause is Cause.LEVEL else slice(0, 2)
        size = axes.stop
        root[axes, axes] = rng.normal(0, 1, (size, size)) * rng.uniform(0.001, 0.012)
        part = root @ root.T
        errors.append((cause, part + common if cause is Cause.BOARD else part))
    covariance = sum((part for _, part in errors), np.zeros((4, 4)))
    placement = Placement(name, x, y, covariance=covariance, errors=tuple(errors))
    return Operative(name, "p1" if name.startswith("A") else "p2", BaseShape.from_mm(REACH_MM), 1.4, placement)


def beside(rng: np.random.Generator, gap: float) -> tuple[float, float]:
    """Return the point (x, y) of a base so many inches from one at (10, 10), in a random direction."""
    angle = rng.uniform(0, 2 * np.pi)
    away = 2 * RADIUS + gap
    return 10 + away * float(np.cos(angle)), 10 + away * float(np.sin(angle))


def near(rng: np.random.Generator, limit: float) -> float:
    """Return a length near a limit."""
    return limit + float(rng.normal(0, 0.025))


def drawn_case(rng: np.random.Generator, kind: str) -> Case:
    """Return a random case of a kind."""
    common = np.diag([1.0, 1.0, 0.0, 0.0]) * rng.uniform(0.001, 0.006) ** 2
    own = drawn_operative(rng, "A1", 10.0, 10.0, common)
    others: list[Operative] = []
    move = None
    if kind == "control":
        others = [drawn_operative(rng, "B1", *beside(rng, near(rng, 1.0)), common)]
    elif kind == "action":
        others = [drawn_operative(rng, f"B{row}", *beside(rng, near(rng, 1.0)), common) for row in (1, 2)]
    elif kind == "set-up":
        own = drawn_operative(rng, "A1", near(rng, RADIUS), 10.0, common)
        angle, away = rng.uniform(-1.2, 1.2), near(rng, 2 * RADIUS)
        at = (own.placement.x + away * float(np.cos(angle)), 10 + away * float(np.sin(angle)))
        others = [drawn_operative(rng, "B1", *at, common)]
    else:
        mount = dict(own.placement.errors)[Cause.MOUNTING][:2, :2]
        own = replace(own, placement=replace(own.placement, mount=mount))
        mounted = TagOffsetError.of(own.placement, float(rng.uniform(-180, 180)), common)
        first = near(rng, float(rng.choice([2.0, 3.0, 4.0])))
        turn = rng.uniform(0, 2 * np.pi)
        corner = (10 + first, 10.0, 0.0)
        last = near(rng, 6.0 - round(first))
        end = (corner[0] + last * float(np.cos(turn)), 10 + last * float(np.sin(turn)), 0.0)
        path = ((10.0, 10.0, 0.0), corner, end)
        move = Move("A1", "Reposition", path, sigma=own.placement.sigma, mounted=mounted)
    table = Table(Board(), {one.id: one for one in (own, *others)}, common=common)
    return Case(kind, table, JUDGES[kind], move)


def _control(case: Case) -> Ruling:
    return EDITION.engagement.engaged(case.position(), "A1", "B1")


def _action(case: Case) -> Ruling:
    return judge_attempt(EDITION, case.position(), Attempt("A1", "Shoot"))


def _set_up(case: Case) -> Ruling:
    return EDITION.set_up.operative(case.position(), "A1", {})


def _move(case: Case) -> Ruling:
    assert case.move is not None
    return EDITION.judge_move(case.position(), case.move).ruling


JUDGES: Mapping[str, Callable[[Case], Ruling]] = {
    "control": _control,
    "action": _action,
    "set-up": _set_up,
    "move": _move,
}


@dataclass
class Tally:
    """Results so far, by kind of ruling."""

    drawn: Counter[str] = field(default_factory=Counter)
    first: Counter[str] = field(default_factory=Counter)
    unnamed: Counter[str] = field(default_factory=Counter)
    worst_sum: float = 0.0
    missed: list[str] = field(default_factory=list)

    def add(self, case: Case) -> bool:
        """Judge a case without each error in turn; return False if it is not near its limits."""
        ruling = case.ruling()
        if not NEAR[0] < ruling.p_yes < NEAR[1]:
            return False
        self.drawn[case.kind] += 1
        if not ruling.contributions:
            self.unnamed[case.kind] += 1
            return True
        self.worst_sum = max(self.worst_sum, abs(sum(one.share for one in ruling.contributions) - 1))
        changes = {source: abs(case.without(source).ruling().p_yes - ruling.p_yes) for source in case.sources()}
        named = (ruling.contributions[0].cause, ruling.contributions[0].thing)
        most = max(changes, key=lambda source: changes[source])
        if changes[named] >= changes[most] - TIE:
            self.first[case.kind] += 1
        else:
            self.missed.append(
                f"{case.kind} p {ruling.p_yes:.4f}: {named} {changes[named]:.5f} < {most} {changes[most]:.5f}"
            )
        return True


def main() -> int:
    """Draw, judge and print; return 1 if a ruling names another cause first, or shares do not add up to 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulings", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rng, tally, kinds = np.random.default_rng(options.seed), Tally(), list(JUDGES)
    while sum(tally.drawn.values()) < options.rulings:
        tally.add(drawn_case(rng, kinds[sum(tally.drawn.values()) % len(kinds)]))
    drawn, first = sum(tally.drawn.values()), sum(tally.first.values())
    report = {
        "rulings": drawn,
        "first_named_decides_most": first,
        "without_contributions": sum(tally.unnamed.values()),
        "largest_error_of_a_sum": tally.worst_sum,
        "by_kind": {kind: [tally.first[kind], tally.drawn[kind]] for kind in kinds},
    }
    if options.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name}: {value}")
        for line in tally.missed:
            print(f"missed: {line}")
    return 0 if first == drawn and tally.worst_sum < 1e-9 else 1


if __name__ == "__main__":
    raise SystemExit(main())

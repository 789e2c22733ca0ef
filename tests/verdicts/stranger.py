"""The referee's doubt on tables of a stranger, drawn from the words of `docs/rules.md` without a look at how it judges.

    python -m tests.verdicts.stranger [--tables 60] [--only WORD] [--seed 28] [--draws 4000]

Two kinds in which several limits meet that share errors. **Crowd**: two to four operatives of either player, of APL 1
to 3, each about as far from a marker as it may be. **Way among enemies**: a move of two or three legs that may just
cost what it may, past one or two enemies whose reach it just keeps out of or does not. What is true follows from
distances between points and discs; thousands of draws of where everything may stand give the posterior. Printed for
each: how far the referee's probability is from it, TOO CLOSE of both, and what is wrong by the posterior of what the
referee called. All are of tables that are open, where an ideal judge is often too close and often wrong.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from geometry.placement import Placement
from geometry.table import Marker
from messages.message import Message
from referee.editions.registry import ruleset_of
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Ruling, Threshold, Verdict
from tests.verdicts.kinds import WALK
from tests.verdicts.tables import BOARD, VARIANTS, Scene, Stream, across, middle, operative, stated, unit

Array = NDArray[np.float64]
Spots = Mapping[str, Array]
"""Where things are on n tables, (n, 2): centres by their id, and "way 1", "way 2", ... where the way turns or ends."""
ERRORS, USUAL = VARIANTS["usual"], Threshold()
OPEN = 0.002
"""Probability, and distance from one, inside which a table is open enough to tell anything."""


@dataclass(frozen=True, slots=True)
class Stranger:
    """A table: its scene, what each operative has (APL, Move), what is asked of it, and what is true by its spots."""

    scene: Scene
    stats: Mapping[str, tuple[int, float]]
    ask: Callable[[Edition, Position, Scene], Ruling]
    held: Callable[[Spots], NDArray[np.bool_]]

    def ruling(self, edition: Edition, scene: Scene) -> Ruling:
        """Return what the referee says of it, standing as in that scene."""
        position = scene.position()
        status = {name: replace(position.status[name], apl=apl, move=move) for name, (apl, move) in self.stats.items()}
        return self.ask(edition, replace(position, status=status), scene)


def crowd(stream: Stream, edition: str) -> Stranger:
    """Return operatives round a marker: within an inch of its rim (2024) or two of its centre (2021) each has a say."""
    at, turn, count = middle(stream), unit(stream), int(stream.integers(2, 5))
    token = Marker("m", "objective", 40 / 25.4, Placement("m", *at))
    reach = 2.0 if edition == "kt21" else 1.0 + token.diameter / 2
    people = {}
    for number in range(count):
        one = operative(stream, f"o{number}", at, ovals=False, player=f"p{number % 2 + 1}")
        angle = math.atan2(turn[1], turn[0]) + 2 * math.pi * (number + stream.uniform(-0.1, 0.1)) / count
        far = reach + one.base.radius + (stream.uniform(-0.02, 0.02) if stream.integers(3) else -0.2)
        there = at + far * np.array([math.cos(angle), math.sin(angle)])
        people[one.id] = replace(one, placement=replace(one.placement, x=there[0], y=there[1]))
    stats = {name: (int(stream.integers(1, 4)), 6.0) for name in people}

    def held(spots: Spots) -> NDArray[np.bool_]:
        total = {"p1": 0.0, "p2": 0.0}
        for name, one in people.items():
            near = np.hypot(*(spots[name] - spots["m"]).T) - one.base.radius <= reach
            total[one.player] = total[one.player] + stats[name][0] * near
        return np.asarray(total["p1"] > total["p2"])

    def ask(rules: Edition, position: Position, scene: Scene) -> Ruling:
        found = rules.markers.controlled(position, "m", "L24-02", player="p1")
        return Ruling.of(Message.stored("p1 controls m"), found)

    return Stranger(Scene(people, markers={"m": token}), stats, ask, held)


def among_enemies(stream: Stream, edition: str) -> Stranger:
    """Return a way whose legs, rounded up each (2024) or one inch at least each (2021), may just cost its Move."""
    whole = [int(stream.integers(1, 4)) for _ in range(int(stream.integers(2, 4)))]
    most = max(sum(whole), 4)
    whole[-1] += most - sum(whole)
    short = stream.uniform(0.02, 0.6, len(whole)) if edition == "kt24" else stream.uniform(-0.2, 0.2, len(whole))
    last = int(stream.integers(len(whole)))
    short[last] = stream.uniform(-0.02, 0.04) - (0.0 if edition == "kt24" else short.sum() - short[last])
    one = operative(stream, "A", middle(stream), ovals=False)
    spots, towards = [np.array([one.placement.x, one.placement.y])], unit(stream)
    for far in np.array(whole) - short:
        spots.append(spots[-1] + far * towards)
        turn = stream.uniform(-0.9, 0.9)
        towards = math.cos(turn) * towards + math.sin(turn) * across(towards)
    people = {"A": one}
    for name in "BC"[: int(stream.integers(1, 3))]:
        other = operative(stream, name, np.zeros(2), ovals=False, player="p2")
        leg = int(stream.integers(len(whole)))
        along = spots[leg + 1] - spots[leg]
        side = across(along / np.hypot(*along)) * (1 if stream.integers(2) else -1)
        away = one.base.radius + other.base.radius + 1.0 + stream.uniform(-0.01, 0.03)
        there = spots[leg] + stream.uniform(0.5, 1.0) * along + away * side
        people[name] = replace(other, placement=replace(other.placement, x=there[0], y=there[1]))
    way = tuple((float(x), float(y), 0.0) for x, y in spots)
    if not all(1.5 < x < BOARD.width - 1.5 and 1.5 < y < BOARD.depth - 1.5 for x, y, _ in way):
        return among_enemies(stream, edition)

    def held(where: Spots) -> NDArray[np.bool_]:
        turns = [where["A"], *(where[f"way {number}"] for number in range(1, len(way)))]
        legs = np.array([np.hypot(*(end - begin).T) for begin, end in pairwise(turns)])
        cost = np.ceil(legs) if edition == "kt24" else np.maximum(legs, 1.0)
        holds = cost.sum(axis=0) <= most
        for name in people.keys() - {"A"}:
            rims = one.base.radius + people[name].base.radius
            for begin, end in pairwise(turns):
                along = end - begin
                share = ((where[name] - begin) * along).sum(axis=1) / (along * along).sum(axis=1)
                nearest = begin + np.clip(share, 0.0, 1.0)[:, None] * along
                holds &= np.hypot(*(nearest - where[name]).T) - rims > 1.0
        return np.asarray(holds)

    def ask(rules: Edition, position: Position, scene: Scene) -> Ruling:
        doubt = 0.0 if position.table.operative("A").placement.exact else ERRORS.place
        return rules.judge_move(position, replace(scene.move(doubt), action=WALK[edition])).ruling

    stats = dict.fromkeys(people, (2, float(most)))
    return Stranger(Scene(people, way=way), stats, ask, held)


STRANGERS = {"crowd": crowd, "way among enemies": among_enemies}


@dataclass(frozen=True, slots=True)
class Judged:
    """One table as it is seen: the probability that the referee states, and the posterior."""

    p_yes: float
    ideal: float


def judged(kind: str, edition: str, *, seed: int, tables: int, draws: int) -> Iterator[Judged]:
    """Yield so many tables that are open; raises `AssertionError` where referee and closed form differ of the truth."""
    stream = np.random.default_rng([seed, *kind.encode(), *edition.encode()])
    rules, found = ruleset_of(edition).edition, 0
    while found < tables:
        one = STRANGERS[kind](stream, edition)
        spots = _spots(one.scene)
        could = one.held({name: at + ERRORS.place * stream.standard_normal((draws, 2)) for name, at in spots.items()})
        if not OPEN < could.mean() < 1 - OPEN:
            continue
        found += 1
        truth = bool(one.held({name: at[None] for name, at in spots.items()})[0])
        if one.ruling(rules, one.scene).holds is not truth:
            raise AssertionError(f"{kind}, {edition}, table {found} of seed {seed}: the closed form says {truth}")
        yield Judged(one.ruling(rules, stated(one.scene, ERRORS)).p_yes, float(could.mean()))


def _spots(scene: Scene) -> dict[str, Array]:
    things = [one.placement for kind in (scene.operatives, scene.markers) for one in kind.values()]
    spots = {at.thing: np.array([at.x, at.y]) for at in things}
    turns = {f"way {number}": np.array(spot[:2]) for number, spot in enumerate(scene.way) if number}
    return {**spots, **turns}


def row_of(kind: str, edition: str, found: list[Judged]) -> str:
    """Return the row of one kind."""
    own, ideal = (np.array([getattr(one, what) for one in found]) for what in ("p_yes", "ideal"))
    calls = np.array([USUAL.call(float(p)) for p in own])
    said = calls != Verdict.TOO_CLOSE
    wrong = np.where(calls == Verdict.YES, 1 - ideal, ideal)[said].mean() if said.any() else math.nan
    close = [100 * np.mean([USUAL.call(float(p)) == Verdict.TOO_CLOSE for p in each]) for each in (own, ideal)]
    apart = np.abs(own - ideal)
    return (
        f"| {kind} | {edition} | {len(found)} | {apart.mean():.4f} | {apart.max():.3f} | {(own - ideal).mean():+.4f} "
        f"| {close[0]:.0f} / {close[1]:.0f} | {100 * wrong:.2f} |"
    )


HEAD = (
    "| tables | edition | open ones | apart, mean | most | on the whole | TOO CLOSE % of these / ideal "
    "| wrong by posterior % |\n|---|---|---|---|---|---|---|---|"
)


def main() -> None:
    """Judge and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=28)
    parser.add_argument("--draws", type=int, default=4000)
    options = parser.parse_args()
    print(HEAD)
    for kind in STRANGERS:
        for edition in ("kt24", "kt21") if options.only in kind else ():
            found = judged(kind, edition, seed=options.seed, tables=options.tables, draws=options.draws)
            print(row_of(kind, edition, list(found)), flush=True)


if __name__ == "__main__":
    main()

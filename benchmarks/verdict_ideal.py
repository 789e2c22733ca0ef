"""What a judge calls who knows the posterior, by closed forms that share no code with the referee, beside the referee.

    python benchmarks/verdict_ideal.py [--tables 40] [--only WORD] [--seed 28] [--draws 4000]

Of ranges, moves, charges and smoke what is true follows from a few distances between points and discs. Each look of
`verdict_proof.py` is put to it with thousands of draws of where everything may stand, given what was seen. Where a
table has two limits near each other (into one's reach and out of another's, smoke and two inches) an ideal judge calls
more too close than the tenth that it does at one. Printed for each kind: the shares of TOO CLOSE and of wrong among the
called, the referee's beside the ideal's, what share of the referee's calls is wrong by the posterior (with its 99 %
bound), how far their probabilities are apart, and the ideal's TOO CLOSE of single tables. `verdict_sampled.py` has
every other kind.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from benchmarks.verdict_cases import limit_of, truth_of
from benchmarks.verdict_kinds import KINDS
from benchmarks.verdict_proof import ROOMS, USUAL
from benchmarks.verdict_tables import BOARD, NEAR, VARIANTS, Errors, Scene, disturbed, stated
from referee.rules.ruling import Verdict

Array = NDArray[np.float64]
Held = Callable[[Scene, Array], NDArray[np.bool_]]
Z99, MOVE_IN = 2.326, 6.0
THINGS = 5
"""Begin and end of the way, the two others, a marker: what may be off."""


def charge(scene: Scene, off: Array) -> NDArray[np.bool_]:
    """Return whether a charge ends within an inch of its enemy."""
    return np.asarray(_apart(scene, "B", _end(scene, off), off[2]) <= 1.0)


def sticky(scene: Scene, off: Array) -> NDArray[np.bool_]:
    """Return whether it ends within an inch of B, and of C, too, where it ever came within an inch of that one."""
    begin, end = np.array(scene.way[0][:2]) + off[0], _end(scene, off)
    third = _at(scene, "C", off[3])
    along = end - begin
    share = ((third - begin) * along).sum(axis=-1) / (along * along).sum(axis=-1)
    nearest = begin + np.clip(share, 0.0, 1.0)[:, None] * along
    stays = (_apart(scene, "C", end, off[3]) <= 1.0) | (_apart(scene, "C", nearest, off[3]) > 1.0)
    return np.asarray(charge(scene, off) & stays)


def smoked(scene: Scene, off: Array) -> NDArray[np.bool_]:
    """Return whether the two are more than two inches apart, and one is wholly within an inch of the smoke's edge."""
    one, other = _at(scene, "A", off[0]), _at(scene, "B", off[2])
    lies, token = scene.markers["m"].placement, scene.markers["m"]
    middle = np.array([lies.x, lies.y]) + off[4]
    reach = token.diameter / 2 + 1.0
    inside = [
        np.hypot(*(at - middle).T) + scene.operatives[name].base.radius <= reach
        for name, at in (("A", one), ("B", other))
    ]
    return np.asarray((_apart(scene, "B", one, off[2]) > 2.0) & (inside[0] | inside[1]))


def in_range(scene: Scene, off: Array) -> NDArray[np.bool_]:
    """Return whether B is within six inches of A."""
    return np.asarray(_apart(scene, "B", _at(scene, "A", off[0]), off[2]) <= 6.0)


def nobody_near(scene: Scene, off: Array) -> NDArray[np.bool_]:
    """Return whether B is more than an inch from A."""
    return np.asarray(_apart(scene, "B", _at(scene, "A", off[0]), off[2]) > 1.0)


def on_board(scene: Scene, off: Array) -> NDArray[np.bool_]:
    """Return whether A's base is wholly on the board."""
    return _on_board(scene, _at(scene, "A", off[0]))


def length(scene: Scene, off: Array) -> NDArray[np.bool_]:
    """Return whether the way is no longer than six inches and ends on the board."""
    return np.asarray((_legs(scene, off).sum(axis=0) <= MOVE_IN) & _on_board(scene, _end(scene, off)))


def price(scene: Scene, off: Array) -> NDArray[np.bool_]:
    """Return whether its legs, each rounded up to a whole inch, come to no more than six, and it ends on the board."""
    return np.asarray((np.ceil(_legs(scene, off)).sum(axis=0) <= MOVE_IN) & _on_board(scene, _end(scene, off)))


CLOSED: dict[str, Held] = {
    "weapon's range": in_range,
    "no enemy in reach": nobody_near,
    "base over the board's edge": on_board,
    "price of one leg": length,
    "price of several legs": price,
    "length of several legs": length,
    "charge ends in reach": charge,
    "charge stays with whom it reaches": sticky,
    "obscured by smoke": smoked,
}
EDITIONS = {kind: KINDS[kind].editions for kind in CLOSED}


def _at(scene: Scene, name: str, off: Array) -> Array:
    where = scene.operatives[name].placement
    return np.asarray(np.array([where.x, where.y]) + off)


def _end(scene: Scene, off: Array) -> Array:
    return np.asarray(np.array(scene.way[-1][:2]) + off[1])


def _on_board(scene: Scene, spot: Array) -> NDArray[np.bool_]:
    radius = scene.operatives["A"].base.radius
    return np.asarray(((spot >= radius) & (spot <= np.array([BOARD.width, BOARD.depth]) - radius)).all(axis=-1))


def _legs(scene: Scene, off: Array) -> Array:
    """Return the lengths of the legs of A's way, (legs, n); its turns are off by what the two others would be."""
    of = (0, *range(2, len(scene.way)), 1)
    spots = [np.array(spot[:2]) + off[thing] for spot, thing in zip(scene.way, of, strict=True)]
    return np.array([np.hypot(*(other - one).T) for one, other in pairwise(spots)])


def _apart(scene: Scene, name: str, spot: Array, off: Array) -> Array:
    """Return how far A, standing there, is from another, edge to edge, (n,)."""
    rims = sum(scene.operatives[each].base.radius for each in ("A", name))
    return np.asarray(np.hypot(*(spot - _at(scene, name, off)).T) - rims)


@dataclass(frozen=True, slots=True)
class Compared:
    """A look: its table and weight, what the referee and the ideal judge state, what is true."""

    table: int
    weight: float
    p_yes: float
    ideal: float
    truth: bool


def compared(
    kind: str, edition: str, *, seed: int, tables: int, draws: int, errors: Errors = VARIANTS["usual"]
) -> Iterator[Compared]:
    """Yield the looks at so many tables of a kind; raises `AssertionError` where the closed form and the judge differ
    of what is true."""
    held, stream = CLOSED[kind], np.random.default_rng(seed)
    exact = np.zeros((THINGS, 1, 2))
    for number in range(tables):
        found = limit_of(kind, edition, errors, seed=seed, number=number)
        for low, high, count in ROOMS if found is not None else ():
            assert found is not None
            for _ in range(count // 2):
                off = found.stream.uniform(low, high) * (1 if found.stream.integers(2) else -1)
                scene = found.scene(off)
                seen = disturbed(scene, errors, found.stream)
                known = stated(seen, errors)
                ruling = found.kind.ask(
                    found.edition, known.position(), known.move(errors.place) if known.way else None
                )
                truth = bool(held(scene, exact)[0])
                if truth is not truth_of(found.kind, found.edition, scene):
                    raise AssertionError(f"{kind}, {edition}, table {number}, {off}: the closed form says {truth}")
                could = held(seen, errors.place * stream.standard_normal((THINGS, draws, 2)))
                share = (high - low) / NEAR / (count // 2)
                yield Compared(number, share, ruling.p_yes, float(could.mean()), truth)


@dataclass(frozen=True, slots=True)
class Shares:
    """Of many looks, in per cent: TOO CLOSE of all, wrong of the called."""

    too_close: float
    wrong: float


def shares_of(looks: Sequence[Compared], stated: Array) -> Shares:
    """Return the shares of one who states those probabilities and calls as a game does."""
    weight, truth = np.array([one.weight for one in looks]), np.array([one.truth for one in looks])
    call = np.array([USUAL.call(float(p)) for p in stated])
    close = call == Verdict.TOO_CLOSE
    wrong = ~close & ((call == Verdict.YES) != truth)
    return Shares(
        100 * float((weight * close).sum() / weight.sum()), 100 * float((weight * wrong).sum() / weight[~close].sum())
    )


def by_posterior(looks: Sequence[Compared]) -> tuple[float, float]:
    """Return what share of the referee's calls the posterior has wrong, and its 99 % bound with a table as the unit.

    It counts every table that could be as seen, where `Shares.wrong` counts the one that was: a few hundred tables tell
    what some ten thousand would.
    """
    tables = sorted({one.table for one in looks})
    row = {table: number for number, table in enumerate(tables)}
    said, wrong = np.zeros(len(tables)), np.zeros(len(tables))
    for one in looks:
        call = USUAL.call(one.p_yes)
        if call is not Verdict.TOO_CLOSE:
            said[row[one.table]] += one.weight
            wrong[row[one.table]] += one.weight * (1 - one.ideal if call is Verdict.YES else one.ideal)
    share = wrong.sum() / said.sum()
    spread = float(np.sqrt(((wrong - share * said) ** 2).sum()) / said.sum())
    return float(share), float(share + Z99 * spread)


def row_of(kind: str, edition: str, looks: Sequence[Compared]) -> str:
    """Return the row of one kind."""
    weight, tables = np.array([one.weight for one in looks]), np.array([one.table for one in looks])
    stated, best = (np.array([getattr(one, what) for one in looks]) for what in ("p_yes", "ideal"))
    own, ideal = shares_of(looks, stated), shares_of(looks, best)
    wrong, at_most = (100 * share for share in by_posterior(looks))
    apart = np.abs(stated - best)
    of_tables = [shares_of([one for one in looks if one.table == each], best[tables == each]) for each in set(tables)]
    low, high = np.percentile([one.too_close for one in of_tables], [10, 90])
    cells = (
        f"{kind} | {edition} | {len(of_tables)}",
        f"{own.too_close:.2f} / {ideal.too_close:.2f}",
        f"{own.wrong:.3f} / {ideal.wrong:.3f}",
        f"{wrong:.3f} | {at_most:.3f}",
        f"{(weight * apart).sum() / weight.sum():.4f} | {apart.max():.3f} | {low:.0f} to {high:.0f}",
    )
    return f"| {' | '.join(cells)} |"


HEAD = (
    "| ruling | edition | tables | TOO CLOSE % / ideal | wrong % / ideal | wrong by posterior % | at most "
    "| apart, mean | most | ideal by table % |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=28)
    parser.add_argument("--draws", type=int, default=4000)
    options = parser.parse_args()
    print(HEAD)
    for kind in CLOSED:
        for edition in EDITIONS[kind] if options.only in kind else ():
            found = compared(kind, edition, seed=options.seed, tables=options.tables, draws=options.draws)
            print(row_of(kind, edition, list(found)), flush=True)


if __name__ == "__main__":
    main()

"""What a judge calls who knows the posterior, by closed forms that share no code with the referee, beside the referee.

    python -m tests.verdicts.ideal [--tables 40] [--only WORD] [--seed 28] [--draws 4000]

Of ranges, markers, moves, charges, set-up, hatches and smoke what is true follows from a few distances between points,
discs and blocks (`verdict_closed.py`). Each look of `verdict_proof.py` is put to it with thousands of draws of where
everything may stand, given what was seen. Where a table has two limits near each other (into one's reach and out of
another's, smoke and two inches) an ideal judge calls more too close than the tenth that it does at one. Printed for
each kind: the shares of TOO CLOSE and of wrong among the called, the referee's beside the ideal's; how many times the
ideal's TOO CLOSE it is; the **least** TOO CLOSE of any judge of whose calls no more than .2 % are wrong, whatever its
threshold; what share of the referee's calls is wrong by the posterior (with its 99 % bound), how far their
probabilities are apart, and the ideal's TOO CLOSE of single tables. `verdict_sampled.py` has every other kind.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.rules.ruling import Verdict
from tests.verdicts.cases import limit_of, truth_of
from tests.verdicts.closed import CLOSED, THINGS
from tests.verdicts.proof import ASKED, ROOMS, USUAL
from tests.verdicts.tables import NEAR, VARIANTS, Errors, disturbed, stated

Array = NDArray[np.float64]
Z99 = 2.326
ROUNDING = 1e-5
"""Inches from a limit within which what is true may hang on how somebody rounds."""


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
    held, stream = CLOSED[kind, edition], np.random.default_rng(seed)
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
                beside = [bool(held(found.scene(off + by), exact)[0]) for by in (-ROUNDING, ROUNDING)]
                if truth is not truth_of(found.kind, found.edition, scene) and beside == [truth, truth]:
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


def least_too_close(looks: Sequence[Compared], wrong: float = ASKED) -> float:
    """Return the least share of TOO CLOSE, in per cent, of one who knows the posterior and may have so much wrong.

    The surest looks are called, as many as keep what is wrong by the posterior at that share of the called.
    """
    weight, best = (np.array([getattr(one, what) for one in looks]) for what in ("weight", "ideal"))
    doubt = np.minimum(best, 1 - best)
    surest = np.argsort(doubt, kind="stable")
    called = np.cumsum(weight[surest])
    allowed = np.cumsum((weight * doubt)[surest]) <= wrong * called
    return 100 * float(1 - max(called[allowed], default=0.0) / called[-1])


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
        f"{own.too_close:.2f} / {ideal.too_close:.2f} | {own.too_close / ideal.too_close:.2f}",
        f"{least_too_close(looks):.1f}",
        f"{own.wrong:.3f} / {ideal.wrong:.3f}",
        f"{wrong:.3f} | {at_most:.3f}",
        f"{(weight * apart).sum() / weight.sum():.4f} | {apart.max():.3f} | {low:.0f} to {high:.0f}",
    )
    return f"| {' | '.join(cells)} |"


HEAD = (
    "| ruling | edition | tables | TOO CLOSE % / ideal | times | least % | wrong % / ideal | wrong by posterior % "
    "| at most | apart, mean | most | ideal by table % |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|"
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
    for kind, edition in CLOSED:
        if options.only in kind:
            found = compared(kind, edition, seed=options.seed, tables=options.tables, draws=options.draws)
            print(row_of(kind, edition, list(found)), flush=True)


if __name__ == "__main__":
    main()

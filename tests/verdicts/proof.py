"""Whether fewer than one YES or NO in five hundred is wrong, shown or refuted of every kind of ruling by itself.

    nice -n 10 python -m tests.verdicts.proof --kept FILE [--tables 3200] [--minutes 50] [--only WORD]
        [--variant usual] [--seed 11] [--sure 0.95] [--wrong] [--page docs/accuracy.md]

`verdict_calibration.py` draws what is within 0.15" of a limit evenly, where most cases can hardly go wrong. Here each
random table is brought to its limit once and looked at 36 times, oftener the nearer to the limit (as is best for the
bound, with some everywhere), and each look counts by the share of the 0.3" that it stands for: the same question for a
twentieth of the time. A bound is of weighted counts (Tiwari, Clegg and Zou 2006), with a table as what is counted, as
its looks depend on each other.

A kind is settled when its bound is below 0.2 % or its lower one above; that is looked at where its tables have doubled,
from `FIRST_LOOK` on, five times at most, each at 0.2 %, so that all together have the 99 % asked: between two looks
nothing is. `--kept` keeps every table in a file and goes on from it; with `--minutes 0` it shows what is there, with
`--sure` what another threshold would have called. Returns 1 where a kind is refuted.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from scipy.stats import gamma

from referee.rules.ruling import Threshold, Verdict
from tests.verdicts.cases import limit_of, seen_as
from tests.verdicts.kinds import KINDS
from tests.verdicts.tables import NEAR, VARIANTS, Errors

ASKED = 0.002
FIRST_LOOK = 200
LOOKS = 5
ALPHA = 0.01 / LOOKS
TURN_S = 5.0
USUAL = Threshold()
DOUBTS = (0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.501)
"""Probabilities of the less likely answer, at which what is stated is held to what came true."""
BEGIN, END = "<!-- proof -->", "<!-- end of proof -->"
ROOMS: tuple[tuple[float, float, int], ...] = ((0.0, 0.015, 24), (0.015, 0.04, 4), (0.04, NEAR, 8))
"""Inches from the limit, from and to, and how many looks a table has there."""


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a table: the share of the 0.3" that it stands for, what was stated, what is true."""

    weight: float
    p_yes: float
    truth: bool

    def said(self, threshold: Threshold) -> bool:
        """Return whether YES or NO was called."""
        return threshold.call(self.p_yes) is not Verdict.TOO_CLOSE

    def wrong(self, threshold: Threshold) -> bool:
        """Return whether it was called and is not so."""
        return self.said(threshold) and (threshold.call(self.p_yes) is Verdict.YES) != self.truth


@dataclass(frozen=True, slots=True)
class Looked:
    """A table by its kind, edition and number, with its looks; none where it has no limit to come near."""

    kind: str
    edition: str
    number: int
    looks: tuple[Look, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """Shares of one kind: wrong among the called with bounds at `ALPHA`, what was stated, TOO CLOSE of all."""

    tables: int
    wrong: float
    at_least: float
    at_most: float
    stated: float
    too_close: float

    @property
    def verdict(self) -> str:
        """What is known of the kind."""
        if self.at_most <= ASKED:
            return "shown"
        return "refuted" if self.at_least > ASKED else "open"


def looked(kind: str, edition: str, errors: Errors, *, seed: int, number: int) -> Looked:
    """Return a table with its looks."""
    found = limit_of(kind, edition, errors, seed=seed, number=number)
    looks = []
    for low, high, count in ROOMS if found is not None else ():
        assert found is not None
        for _ in range(count):
            off = found.stream.uniform(low, high) * (1 if found.stream.integers(2) else -1)
            ruling, truth = seen_as(found, errors, off)
            looks.append(Look((high - low) / NEAR / count, ruling.p_yes, truth))
    return Looked(kind, edition, number, tuple(looks))


def proof_of(tables: Sequence[Looked], threshold: Threshold = USUAL) -> Proof:
    """Return what tables show, of one kind or of several alike."""
    of = [table.looks for table in tables if table.looks]
    called = [[look for look in looks if look.said(threshold)] for looks in of]
    said = sum(look.weight for looks in called for look in looks)
    wrong = np.array([sum(look.weight for look in looks if look.wrong(threshold)) for looks in called]) / said
    stated = sum(look.weight * min(look.p_yes, 1 - look.p_yes) for looks in called for look in looks)
    one_more = np.array(sorted({look.weight for looks in of for look in looks})) / said
    low, high = bounds(wrong, one_more)
    return Proof(len(of), float(wrong.sum()), low, high, stated / said, 1 - said / len(of))


def bounds(counted: np.ndarray, one_more: np.ndarray) -> tuple[float, float]:
    """Return the lower and the upper bound, each at `ALPHA`, of a sum of weighted counts.

    `counted` are the weights of what was counted, zeros among them; `one_more` those that one count more can have.
    """
    total, squares = float(counted.sum()), float((counted**2).sum())
    low = gamma.ppf(ALPHA, total**2 / squares, scale=squares / total) if total else 0.0
    more, wider = total + float(one_more.mean()), squares + float((one_more**2).mean())
    return float(low), float(gamma.ppf(1 - ALPHA, more**2 / wider, scale=wider / more))


def settled(tables: Sequence[Looked], threshold: Threshold = USUAL) -> Proof | None:
    """Return the proof at the first look that settles a kind; None where none does."""
    of = [table for table in tables if table.looks]
    look = FIRST_LOOK
    while look <= len(of):
        found = proof_of(of[:look], threshold)
        if found.verdict != "open":
            return found
        look *= 2
    return None


class Kept:
    """Tables by kind and edition, kept in a file of one line each where one is named: a run goes on where it ended."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.tables: dict[tuple[str, str], list[Looked]] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else ():
            row = json.loads(line)
            looks = tuple(Look(**look) for look in row.pop("looks"))
            self._put(Looked(**row, looks=looks))

    def _put(self, one: Looked) -> None:
        self.tables.setdefault((one.kind, one.edition), []).append(one)

    def of(self, kind: str, edition: str) -> list[Looked]:
        """Return the tables so far of one kind."""
        return self.tables.get((kind, edition), [])

    def add(self, one: Looked) -> None:
        """Keep one more."""
        self._put(one)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(one)) + "\n")


HEAD = (
    "| ruling | edition | tables | wrong % | at least | at most | as stated % | TOO CLOSE % | 0.2 % is |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def row_of(key: tuple[str, str], proof: Proof, verdict: str) -> str:
    """Return one row of the table; `verdict` is what is known of the kind."""
    shares = (proof.wrong, proof.at_least, proof.at_most, proof.stated)
    of = " | ".join(f"{100 * share:.3f}" for share in shares)
    return f"| {key[0]} | {key[1]} | {proof.tables} | {of} | {100 * proof.too_close:.1f} | {verdict} |"


def put_into(page: Path, rows: Sequence[str]) -> None:
    """Write the rows into the page, between the lines that are this program's."""
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    made = f"Generated by `python -m tests.verdicts.proof {' '.join(sys.argv[1:])}`. Do not edit."
    page.write_text(f"{before}{BEGIN}\n{made}\n\n" + "\n".join(rows) + f"\n{END}{rest.split(END)[1]}", encoding="utf-8")


def measure(options: argparse.Namespace, keys: Sequence[tuple[str, str]], kept: Kept) -> None:
    """Look at tables until all are settled or the time is over: first of the kind that comes to a look soonest."""
    end = math.inf if options.minutes is None else time.monotonic() + 60 * options.minutes
    number = {key: max((one.number for one in kept.of(*key)), default=-1) + 1 for key in keys}
    dear_s = dict.fromkeys(keys, 0.0)

    def count(key: tuple[str, str]) -> int:
        return sum(bool(one.looks) for one in kept.of(*key))

    def wait_s(key: tuple[str, str]) -> float:
        return (next_look(count(key)) - count(key)) * dear_s[key]

    open_ones = [key for key in keys if settled(kept.of(*key)) is None and count(key) < options.tables]
    while open_ones and time.monotonic() < end:
        key = min(open_ones, key=wait_s)
        began, cost, look, looks = time.monotonic(), time.process_time(), next_look(count(key)), 0
        while time.monotonic() < began + TURN_S and count(key) < look:
            kept.add(looked(*key, VARIANTS[options.variant], seed=options.seed, number=number[key]))
            number[key], looks = number[key] + 1, looks + 1
        dear_s[key] = (time.process_time() - cost) / looks
        if count(key) >= options.tables or settled(kept.of(*key)) is not None:
            open_ones.remove(key)


def next_look(count: int) -> int:
    """Return after how many tables it is next looked at whether a kind is settled, of which there are so many."""
    look = FIRST_LOOK
    while look <= count:
        look *= 2
    return look


def shown(
    keys: Sequence[tuple[str, str]], kept: Kept, threshold: Threshold = USUAL
) -> Iterator[tuple[tuple[str, str], Proof, str]]:
    """Yield the proof of every kind that has tables, that which settled it or that of all so far, and what is known."""
    for key in keys:
        tables = kept.of(*key)
        if any(one.looks for one in tables):
            found = settled(tables, threshold)
            yield key, found or proof_of(tables, threshold), "open" if found is None else found.verdict


def reliability(tables: Sequence[Looked]) -> Iterator[str]:
    """Yield a row for each step of doubt: what of all looks has it, what was stated of the less likely, what was so."""
    looks = [look for table in tables for look in table.looks]
    whole = sum(look.weight for look in looks)
    yield "| doubt below % | share of all % | as stated % | came true % | to one sigma |\n|---|---|---|---|---|"
    for low, high in pairwise((0.0, *DOUBTS)):
        here = [look for look in looks if low <= min(look.p_yes, 1 - look.p_yes) < high]
        share = sum(look.weight for look in here)
        if share:
            stated = sum(look.weight * min(look.p_yes, 1 - look.p_yes) for look in here) / share
            other = [look.weight for look in here if (look.p_yes > 0.5) != look.truth]
            off = math.sqrt(sum(weight**2 for weight in other)) / share
            figures = (100 * high, 100 * share / whole, 100 * stated, 100 * sum(other) / share, 100 * off)
            yield "| {:.3g} | {:.1f} | {:.3f} | {:.3f} | {:.3f} |".format(*figures)


def over_all(keys: Sequence[tuple[str, str]], kept: Kept, threshold: Threshold) -> str:
    """Return the row of all kinds together, each counting alike."""
    of = [[one for one in kept.of(*key) if one.looks] for key in keys]
    proofs = [proof_of(tables, threshold) for tables in of if tables]
    means = [float(np.mean([getattr(one, what) for one in proofs])) for what in ("wrong", "stated", "too_close")]
    tables = sum(one.tables for one in proofs)
    return f"| all, alike | | {tables} | {100 * means[0]:.3f} | | | {100 * means[1]:.3f} | {100 * means[2]:.1f} | |"


def wrong_looks(keys: Sequence[tuple[str, str]], kept: Kept, threshold: Threshold) -> Iterator[str]:
    """Yield a line for each look that was called and is not so."""
    for key in keys:
        for table in kept.of(*key):
            for row, look in enumerate(table.looks):
                if look.wrong(threshold):
                    which = f"{table.kind}, {table.edition}, table {table.number}, look {row}"
                    yield f"{which}: {look.p_yes:.4f}, is {look.truth}"


def main() -> int:
    """Measure, print, and return 1 when a kind is refuted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--tables", type=int, default=FIRST_LOOK * 2 ** (LOOKS - 1))
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--only", default="")
    parser.add_argument("--edition", default="")
    parser.add_argument("--variant", choices=sorted(VARIANTS), default="usual")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--sure", type=float, default=USUAL.sure, help="how sure a ruling must be to be called")
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    every = [(name, edition) for name, kind in KINDS.items() for edition in kind.editions]
    keys = [key for key in every if options.only in key[0] and options.edition in key[1]]
    kept = Kept(options.kept)
    measure(options, keys, kept)
    threshold = Threshold(options.sure)
    found = tuple(shown(keys, kept, threshold))
    rows = [HEAD, *(row_of(*one) for one in found), over_all(keys, kept, threshold)]
    rows += ["", *reliability([one for key in keys for one in kept.of(*key)])]
    print(*rows, *(wrong_looks(keys, kept, threshold) if options.wrong else ()), sep="\n")
    if options.page is not None:
        put_into(options.page, rows)
    return int(any(verdict == "refuted" for *_, verdict in found))


if __name__ == "__main__":
    sys.exit(main())

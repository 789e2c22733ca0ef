"""TOO CLOSE beside a judge who knows the posterior, for every kind of ruling, by sampling: it needs no closed form.

    python -m tests.verdicts.sampled [--tables 24] [--minutes 20] [--only WORD] [--edition kt24] [--seed 28]
        [--kept FILE]

Each table is looked at `ROOMS` times near its limit. What could be there, given what was seen, is drawn and judged
without doubt until it is plain on which side of the threshold the share that holds lies (`MOST` draws at most). Where
the first `BATCH` all agree it is taken to be called, so that the ideal judge is rather thought surer than it is. Both
judges are asked about the same looks, so that their ratio tells with few tables. Returns 1 where a kind is more often
too close than 1.3 times the ideal's, or than 12 %, by more than chance.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from referee.rules.ruling import Threshold, Verdict
from tests.verdicts.cases import AtLimit, limit_of, truth_of
from tests.verdicts.kinds import KINDS
from tests.verdicts.tables import NEAR, VARIANTS, Errors, Scene, Stream, disturbed, stated

OF_IDEAL, TOO_CLOSE = 1.3, 0.12
USUAL = Threshold()
ROOMS: tuple[tuple[float, float, int], ...] = ((0.0, 0.015, 4), (0.015, 0.04, 2), (0.04, NEAR, 1))
"""Inches from the limit, from and to, and how many looks a table has there."""
BATCH, MOST, PLAIN = 24, 384, 3.3
"""Draws at a time and at most, and standard deviations from both thresholds beyond which more would tell nothing."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """A table: the shares of its 0.3" that the referee and the ideal judge call TOO CLOSE."""

    kind: str
    edition: str
    number: int
    own: float
    ideal: float


def is_close(table: AtLimit, seen: Scene, errors: Errors, stream: Stream) -> bool:
    """Return whether one who knows the posterior calls it too close: by draws, until that is plain."""
    held = drawn = 0
    while drawn < MOST:
        held += sum(truth_of(table.kind, table.edition, disturbed(seen, errors, stream)) for _ in range(BATCH))
        drawn += BATCH
        if held in (0, drawn):
            return False
        share = held / drawn
        off = PLAIN * math.sqrt(share * (1 - share) / drawn)
        if all(abs(share - limit) > off for limit in (USUAL.sure, 1 - USUAL.sure)):
            break
    return USUAL.call(held / drawn) is Verdict.TOO_CLOSE


def sampled(kind: str, edition: str, errors: Errors, *, seed: int, number: int) -> Sampled | None:
    """Return one table's shares; None where it has no limit."""
    table = limit_of(kind, edition, errors, seed=seed, number=number)
    if table is None:
        return None
    own = ideal = 0.0
    for low, high, count in ROOMS:
        for _ in range(count):
            off = table.stream.uniform(low, high) * (1 if table.stream.integers(2) else -1)
            seen = disturbed(table.scene(off), errors, table.stream)
            known, share = stated(seen, errors), (high - low) / NEAR / count
            move = known.move(errors.place) if known.way else None
            ruling = table.kind.ask(table.edition, known.position(), move)
            own += share * (ruling.verdict() is Verdict.TOO_CLOSE)
            ideal += share * is_close(table, seen, errors, table.stream)
    return Sampled(kind, edition, number, own, ideal)


@dataclass(frozen=True, slots=True)
class BothJudges:
    """One kind: mean shares of both, the ratio, and one standard deviation of the first and of the last."""

    tables: int
    own: float
    ideal: float
    own_off: float
    ratio_off: float

    @property
    def ratio(self) -> float:
        """How many times as often as the ideal judge."""
        return self.own / self.ideal if self.ideal else math.nan

    @property
    def missed(self) -> list[str]:
        """Which of the demands are missed by more than chance."""
        found = {
            f"{self.ratio - OF_IDEAL:.2f} above {OF_IDEAL} times": self.ratio - 2.326 * self.ratio_off > OF_IDEAL,
            f"{100 * (self.own - TOO_CLOSE):.1f} % above {100 * TOO_CLOSE:.0f} %": self.own - 2.326 * self.own_off
            > TOO_CLOSE,
        }
        return [what for what, missed in found.items() if missed]


def compare(tables: Sequence[Sampled]) -> BothJudges:
    """Return what tables of one kind come to."""
    own, ideal = (np.array([getattr(one, what) for one in tables]) for what in ("own", "ideal"))
    count = len(tables)
    ratio = own.sum() / ideal.sum() if ideal.sum() else math.nan
    apart = float(np.sqrt(((own - ratio * ideal) ** 2).sum()) / ideal.sum()) if ideal.sum() else math.nan
    off = float(own.std(ddof=1) / math.sqrt(count)) if count > 1 else math.nan
    return BothJudges(count, float(own.mean()), float(ideal.mean()), off, apart)


HEAD = (
    "| ruling | edition | tables | TOO CLOSE % / ideal | times | to one sigma | missed |\n|---|---|---|---|---|---|---|"
)


def row_of(key: tuple[str, str], found: BothJudges) -> str:
    """Return the row of one kind."""
    shares = f"{100 * found.own:.1f} / {100 * found.ideal:.1f}"
    return (
        f"| {key[0]} | {key[1]} | {found.tables} | {shares} | {found.ratio:.2f} | {found.ratio_off:.2f} "
        f"| {', '.join(found.missed) or 'none'} |"
    )


def kept_in(path: Path | None) -> Iterator[Sampled]:
    """Yield the tables that were kept."""
    for line in path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else ():
        yield Sampled(**json.loads(line))


def measured(keys: Iterable[tuple[str, str]], had: Sequence[Sampled], options: argparse.Namespace) -> Iterator[Sampled]:
    """Yield table after table, of each kind in turn, until there are enough of each or the time is over."""
    end = math.inf if options.minutes is None else time.monotonic() + 60 * options.minutes
    number = {key: max((one.number for one in had if (one.kind, one.edition) == key), default=-1) + 1 for key in keys}
    count = {key: sum((one.kind, one.edition) == key for one in had) for key in number}
    while number and min(count.values()) < options.tables and time.monotonic() < end:
        key = min(count, key=lambda one: count[one])
        found = sampled(*key, VARIANTS["usual"], seed=options.seed, number=number[key])
        number[key] += 1
        if found is not None:
            count[key] += 1
            yield found


def main() -> int:
    """Compare, print, and return 1 where something is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--only", default="")
    parser.add_argument("--edition", default="")
    parser.add_argument("--seed", type=int, default=28)
    parser.add_argument("--kept", type=Path)
    options = parser.parse_args()
    every = [(name, edition) for name, kind in KINDS.items() for edition in kind.editions]
    keys = [key for key in every if options.only in key[0] and options.edition in key[1]]
    tables = list(kept_in(options.kept))
    for one in measured(keys, tuple(tables), options):
        tables.append(one)
        if options.kept is not None:
            with options.kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(one)) + "\n")
    of = {key: [one for one in tables if (one.kind, one.edition) == key] for key in keys}
    found = {key: compare(mine) for key, mine in of.items() if mine}
    print(HEAD, *(row_of(key, each) for key, each in found.items()), sep="\n")
    return int(any(each.missed for each in found.values()))


if __name__ == "__main__":
    sys.exit(main())

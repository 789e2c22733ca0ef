"""Whether the referee knows when it does not know: every kind of ruling near its limit, against the truth.

    python -m tests.verdicts.calibration [--cases 400] [--minutes 50] [--only WORD] [--variant usual] [--seed 1]
        [--ideal 120] [--kept FILE] [--wrong] [--json] [--page docs/accuracy.md]

Each case is a random table on which one ruling lies within 0.15" of its limit. What truly stands is judged without
doubt; the judge is shown it with errors as stated (0.23 mm of a distance) and their covariance. For each kind and
edition the table says how many of its YES and NO were wrong beside how many its own probabilities allow, how many it
called TOO CLOSE beside a judge that knows the posterior (by sampling, on `--ideal` of the cases), how far its
probabilities are from what came true in ten bins, the Brier score, how many of the answers surer than 0.999 were wrong,
and what a ruling costs with doubt and without: each of both is asked first in every other case, and only what was asked
first is counted, for the second finds the processor warm.

With `--minutes` all kinds get the same time, a dear kind fewer cases. `--kept` keeps every case in a file and goes on
from it; `--wrong` lists the wrong ones by number. Variants are terrain with an error of its own (0.2 mm, 0.15 degrees),
heads (1 mm), errors in common (ninety per cent of the variance), and oval bases. Returns 1 where something is missed.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from referee.rules.ruling import Threshold, Verdict
from tests.verdicts.cases import Case, Kept, case_of, doubt_first
from tests.verdicts.kinds import KINDS
from tests.verdicts.tables import VARIANTS, Errors

WRONG, TOO_CLOSE, OF_IDEAL, BIN_GAP, SURE_WRONG = 0.002, 0.12, 1.3, 0.02, 0.001
COST, P99_MS = 5.0, 100.0
Z99 = 2.326
BEGIN, END = "<!-- verdicts -->", "<!-- end of verdicts -->"
TURN_S = 5.0
"""Seconds that a kind is measured before the next has its turn, where there is a time for all."""


def more(kept: Kept, name: str, edition: str, errors: Errors, *, seed: int, ideals: int) -> Iterator[Case]:
    """Yield case after case of one kind, from where its kept ones end."""
    had = kept.of(name, edition)
    number = max((one.number for one in had), default=-1) + 1
    while True:
        asked = sum(not math.isnan(one.ideal) for one in kept.of(name, edition)) < ideals
        case = case_of(name, edition, errors, seed=seed, number=number, with_ideal=asked)
        number += 1
        if case is not None:
            kept.add(case)
            yield case


def wrong_ones(cases: Sequence[Case]) -> list[Case]:
    """Return the cases in which YES or NO was said and was not so."""
    calls = ((one, Threshold().call(one.p_yes)) for one in cases)
    return [one for one, call in calls if call != Verdict.TOO_CLOSE and (call == Verdict.YES) != one.truth]


def summary(cases: Sequence[Case]) -> dict[str, float]:
    """Return the figures of one kind."""
    p, truth = np.array([one.p_yes for one in cases]), np.array([one.truth for one in cases])
    costs = np.array([one.cost_s for one in cases if doubt_first(one.number)] or [math.nan])
    sharp = np.array([one.sharp_s for one in cases if not doubt_first(one.number)] or [math.nan])
    call = np.array([Threshold().call(one) for one in p])
    close = call == Verdict.TOO_CLOSE
    said = ~close
    wrong = said & ((call == Verdict.YES) != truth)
    count = max(int(said.sum()), 1)
    share = float(wrong.sum() / count)
    sure = (p > 0.999) | (p < 0.001)
    figures = {
        "cases": len(p),
        "wrong": share,
        "wrong_at_least": max(0.0, share - Z99 * math.sqrt(max(share, 1e-9) / count)),
        "wrong_stated": float(np.minimum(p, 1 - p)[said].sum() / count),
        "too_close": float(close.mean()),
        "bin_gap": bin_gap(p, truth),
        "brier": float(((p - truth) ** 2).mean()),
        "sure_wrong": float((wrong & sure).sum() / max(sure.sum(), 1)),
        "median_ms": float(np.median(costs)) * 1000,
        "p99_ms": float(np.percentile(costs, 99)) * 1000,
        "cost_ratio": float(np.median(costs) / np.median(sharp)),
    }
    best = np.array([one.ideal for one in cases])
    asked = ~np.isnan(best)
    if asked.any():
        figures["ideal_too_close"] = float(np.mean([Threshold().call(one) == Verdict.TOO_CLOSE for one in best[asked]]))
        figures["too_close_there"] = float(close[asked].mean())
        figures["from_ideal"] = float(np.abs(best[asked] - p[asked]).mean())
    return figures


def bin_gap(p: np.ndarray, truth: np.ndarray) -> float:
    """Return the mean distance of stated and true shares in ten bins, each weighed by its cases."""
    rows = np.minimum((p * 10).astype(int), 9)
    gaps = [abs(p[rows == row].mean() - truth[rows == row].mean()) * (rows == row).mean() for row in set(rows.tolist())]
    return float(sum(gaps))


def misses(figures: dict[str, float]) -> list[str]:
    """Return which of the demands are missed for certain, by their names."""
    found = {
        "wrong": figures["wrong_at_least"] > WRONG,
        "too close": figures["too_close"] - Z99 * math.sqrt(TOO_CLOSE / figures["cases"]) > TOO_CLOSE,
        "bins": figures["bin_gap"] > BIN_GAP + 1.5 / math.sqrt(figures["cases"]),
        "p99": figures["p99_ms"] > P99_MS,
    }
    return [name for name, missed in found.items() if missed]


def row_of(name: str, edition: str, figures: dict[str, float]) -> str:
    """Return one row of the table."""
    there, ideal = (100 * figures.get(what, math.nan) for what in ("too_close_there", "ideal_too_close"))
    return (
        f"| {name} | {edition} | {figures['cases']} | {100 * figures['wrong']:.2f} | "
        f"{100 * figures['wrong_stated']:.2f} | {100 * figures['too_close']:.1f} | {there:.0f} / {ideal:.0f} | "
        f"{figures['bin_gap']:.3f} | {figures['brier']:.4f} | {100 * figures['sure_wrong']:.2f} | "
        f"{figures['median_ms']:.1f} | {figures['p99_ms']:.0f} | {figures['cost_ratio']:.1f} |"
    )


HEAD = (
    "| ruling | edition | cases | wrong % | as stated % | TOO CLOSE % | beside ideal % | bins | Brier | sure, wrong % "
    "| median ms | p99 ms | x sharp |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
)


def put_into(page: Path, rows: list[str]) -> None:
    """Write the rows so far into the page, between the lines that are this program's."""
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    command = f"python -m tests.verdicts.calibration {' '.join(sys.argv[1:])}"
    made = f"Generated by `{command}`, run again and again: cases are kept and added to. Do not edit."
    page.write_text(f"{before}{BEGIN}\n{made}\n\n" + "\n".join(rows) + f"\n{END}{after}", encoding="utf-8")


def asked_for(options: argparse.Namespace) -> list[tuple[str, str]]:
    """Return the kinds and editions that are asked for."""
    every = [(name, edition) for name, kind in KINDS.items() for edition in kind.editions]
    return [(name, edition) for name, edition in every if options.only in name and options.edition in edition]


def measured(options: argparse.Namespace, kept: Kept) -> Iterator[tuple[str, str]]:
    """Measure kind after kind, in turns where there is a time for all; yield each that has more cases than before."""
    sources = {
        key: more(kept, *key, VARIANTS[options.variant], seed=options.seed, ideals=options.ideal)
        for key in asked_for(options)
    }
    end = math.inf if options.minutes is None else time.monotonic() + 60 * options.minutes
    while sources and time.monotonic() < end:
        for key, source in list(sources.items()):
            turn = math.inf if options.minutes is None else time.monotonic() + TURN_S
            while len(kept.of(*key)) < options.cases and time.monotonic() < turn:
                next(source)
            if len(kept.of(*key)) >= options.cases:
                sources.pop(key)
            yield key


def main() -> int:
    """Measure, print, and return 1 when something is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--ideal", type=int, default=120)
    parser.add_argument("--only", default="")
    parser.add_argument("--edition", default="")
    parser.add_argument("--variant", choices=sorted(VARIANTS), default="usual")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    kept = Kept(options.kept)
    for _ in measured(options, kept):
        if options.page is not None:
            put_into(options.page, [HEAD, *rows_of(report_of(options, kept))])
    report = report_of(options, kept)
    if options.json:
        print(json.dumps({f"{name}, {edition}": figures for (name, edition), figures in report.items()}))
    else:
        print(HEAD, *rows_of(report), sep="\n")
    for key in report if options.wrong else ():
        for one in wrong_ones(kept.of(*key)):
            print(
                f"{one.kind}, {one.edition}, case {one.number}: {one.p_yes:.4f}, ideal {one.ideal:.4f}, is {one.truth}"
            )
    for key, figures in report.items():
        if misses(figures) and not options.json:
            print(*key, "misses", *misses(figures))
    return int(any(misses(figures) for figures in report.values()))


def report_of(options: argparse.Namespace, kept: Kept) -> dict[tuple[str, str], dict[str, float]]:
    """Return the figures of every kind that has cases."""
    return {key: summary(kept.of(*key)) for key in asked_for(options) if kept.of(*key)}


def rows_of(report: dict[tuple[str, str], dict[str, float]]) -> list[str]:
    """Return the table's rows."""
    return [row_of(*key, figures) for key, figures in report.items()]


if __name__ == "__main__":
    sys.exit(main())

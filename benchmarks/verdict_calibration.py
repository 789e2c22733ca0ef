"""Whether the referee knows when it does not know: every kind of ruling near its limit, against the truth.

    python benchmarks/verdict_calibration.py [--cases 400] [--only WORD] [--variant usual] [--seed 1] [--ideal 120]
        [--json] [--page docs/accuracy.md]

Each case is a random table on which one ruling lies within 0.15" of its limit. What truly stands is judged without
doubt; the judge is shown it with errors as stated (0.23 mm of a distance) and their covariance. For each kind and
edition the table says how many of its YES and NO were wrong, how many it called TOO CLOSE beside a judge that knows the
posterior (by sampling, on `--ideal` of the cases), how far its probabilities are from what came true in ten bins, the
Brier score, how many of the answers surer than 0.999 were wrong, and what a ruling costs with doubt and without.

Variants are terrain with an error of its own (0.2 mm, 0.15 degrees), heads (1 mm), errors in common (ninety per cent of
the variance), and oval bases. Returns 1 where something is missed.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.verdict_kinds import KINDS, Kind
from benchmarks.verdict_tables import NEAR, VARIANTS, Drawn, Errors, Scene, Stream, common_of, disturbed, stated
from referee.editions.registry import ruleset_of
from referee.rules.edition import Edition
from referee.rules.ruling import Threshold, Verdict

WRONG, TOO_CLOSE, OF_IDEAL, BIN_GAP, SURE_WRONG = 0.002, 0.12, 1.3, 0.02, 0.001
COST, P99_MS = 5.0, 100.0
Z99 = 2.326
BEGIN, END = "<!-- verdicts -->", "<!-- end of verdicts -->"


@dataclass
class Tally:
    """What all cases of one kind came to."""

    p_yes: list[float] = field(default_factory=list)
    truth: list[bool] = field(default_factory=list)
    ideal: list[float] = field(default_factory=list)
    ideal_truth: list[bool] = field(default_factory=list)
    cost_s: list[float] = field(default_factory=list)
    sharp_s: list[float] = field(default_factory=list)


def truth_of(kind: Kind, edition: Edition, scene: Scene) -> bool:
    """Return what the judge says of a scene that has no errors."""
    return kind.ask(edition, scene.position(), scene.move() if scene.way else None).holds


def at_the_limit(kind: Kind, edition: Edition, drawn: Drawn, stream: Stream) -> Scene | None:
    """Return the scene within `NEAR` of where its ruling changes; None where it does not change."""
    low, high = drawn.reach

    def truth(far: float) -> bool:
        return truth_of(kind, edition, drawn.scene.shifted(drawn.thing, far * drawn.along))

    before = truth(low)
    if truth(high) is before:
        return None
    for _ in range(12):
        half = (low + high) / 2
        low, high = (half, high) if truth(half) is before else (low, half)
    off = low + stream.uniform(-NEAR, NEAR)
    return drawn.scene.shifted(drawn.thing, off * drawn.along)


def ideal(kind: Kind, edition: Edition, seen: Scene, errors: Errors, stream: Stream, draws: int = 200) -> float:
    """Return the probability by one who knows the posterior: the share of tables that could be so in which it holds."""
    held: list[bool] = []
    for number in range(draws):
        held.append(truth_of(kind, edition, disturbed(seen, errors, stream)))
        if number == 39 and len(set(held)) == 1:
            break
    return sum(held) / len(held)


def measure(name: str, edition_id: str, errors: Errors, *, seed: int, cases: int, ideals: int) -> Tally:
    """Return what so many cases came to."""
    kind, edition = KINDS[name], ruleset_of(edition_id).edition
    stream = np.random.default_rng([seed, sorted(KINDS).index(name), edition_id == "kt21"])
    tally = Tally()
    while len(tally.p_yes) < cases:
        scene = at_the_limit(kind, edition, kind.draw(stream, errors.ovals), stream)
        if scene is None:
            continue
        seen = disturbed(scene, errors, stream)
        known = stated(seen, errors)
        position = known.position(common=common_of(errors))
        move = known.move(errors.place) if known.way else None
        begun = time.process_time()
        ruling = kind.ask(edition, position, move)
        tally.cost_s.append(time.process_time() - begun)
        sharp = seen.position()
        begun = time.process_time()
        kind.ask(edition, sharp, seen.move() if seen.way else None)
        tally.sharp_s.append(time.process_time() - begun)
        tally.p_yes.append(ruling.p_yes)
        tally.truth.append(truth_of(kind, edition, scene))
        if len(tally.ideal) < ideals:
            tally.ideal.append(ideal(kind, edition, seen, errors, stream))
    return tally


def summary(tally: Tally) -> dict[str, float]:
    """Return the figures of one kind."""
    p, truth = np.array(tally.p_yes), np.array(tally.truth)
    call = np.array([Threshold().call(one) for one in p])
    close = call == Verdict.TOO_CLOSE
    said = ~close
    wrong = said & ((call == Verdict.YES) != truth)
    share = float(wrong.sum() / max(said.sum(), 1))
    sure = (p > 0.999) | (p < 0.001)
    figures = {
        "cases": len(p),
        "wrong": share,
        "wrong_at_least": max(0.0, share - Z99 * math.sqrt(max(share, 1e-9) / max(said.sum(), 1))),
        "too_close": float(close.mean()),
        "bin_gap": bin_gap(p, truth),
        "brier": float(((p - truth) ** 2).mean()),
        "sure_wrong": float((wrong & sure).sum() / max(sure.sum(), 1)),
        "median_ms": float(np.median(tally.cost_s)) * 1000,
        "p99_ms": float(np.percentile(tally.cost_s, 99)) * 1000,
        "cost_ratio": float(np.median(tally.cost_s) / np.median(tally.sharp_s)),
    }
    if tally.ideal:
        best = np.array(tally.ideal)
        figures["ideal_too_close"] = float(((best > 0.05) & (best < 0.95)).mean())
        figures["from_ideal"] = float(np.abs(best - p[: len(best)]).mean())
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
    return (
        f"| {name} | {edition} | {100 * figures['wrong']:.2f} | {100 * figures['too_close']:.1f} | "
        f"{100 * figures.get('ideal_too_close', math.nan):.1f} | {figures['bin_gap']:.3f} | {figures['brier']:.4f} | "
        f"{100 * figures['sure_wrong']:.2f} | {figures['median_ms']:.1f} | {figures['p99_ms']:.0f} | "
        f"{figures['cost_ratio']:.1f} |"
    )


HEAD = (
    "| ruling | edition | wrong % | TOO CLOSE % | ideal % | bins | Brier | sure, wrong % "
    "| median ms | p99 ms | x sharp |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|"
)


def main() -> int:
    """Measure, print, and return 1 when something is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--ideal", type=int, default=120)
    parser.add_argument("--only", default="")
    parser.add_argument("--edition", default="")
    parser.add_argument("--variant", choices=sorted(VARIANTS), default="usual")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    report: dict[str, dict[str, float]] = {}
    rows, missed = [HEAD], 0
    if not options.json:
        print(HEAD)
    for name, kind in KINDS.items():
        for edition in kind.editions:
            if options.only not in name or options.edition not in edition:
                continue
            tally = measure(
                name, edition, VARIANTS[options.variant], seed=options.seed, cases=options.cases, ideals=options.ideal
            )
            figures = summary(tally)
            report[f"{name}, {edition}"] = figures
            rows.append(row_of(name, edition, figures))
            missed += bool(misses(figures))
            if not options.json:
                print(rows[-1], *misses(figures), flush=True)
    if options.json:
        print(json.dumps(report))
    if options.page is not None:
        page = options.page.read_text(encoding="utf-8")
        before, rest = page.split(BEGIN)
        after = rest.split(END)[1]
        made = f"Generated by `python benchmarks/verdict_calibration.py {' '.join(sys.argv[1:])}`; do not edit."
        options.page.write_text(f"{before}{BEGIN}\n{made}\n\n" + "\n".join(rows) + f"\n{END}{after}", encoding="utf-8")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())

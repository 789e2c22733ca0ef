"""Fit the probability that a roll is correct: `python -m tools.training.dice.weigh_guard --photos DATA [--cases FILE]`.

Logistic regressions over photographs, original and degraded, at unknown scale: for accepted dice, by the confidence of
both networks and by that of the classifier alone; and for the number of dice of rolls whose count was not given. Each
source is left out in turn, and its results are printed for weights that were not fitted to it. The constants are then
lowered until at most one in two hundred accepted rolls of each left-out source is wrong: a make of dice that was never
seen is that much less certain. Prints the constants of `vision/dice/acceptance.py`. The readings are cached in
`--cases`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.dice.photographs import DOUBTFUL
from vision.dice.acceptance import (
    CERTAIN,
    CERTAIN_COUNTED,
    LookWeights,
    NameWeights,
    Weights,
    accept_all_dice,
    die_chance,
    named_evidence,
    number_chance,
    others_of,
    seen_evidence,
)
from vision.dice.detections import DetectedDie
from vision.dice.detector import dice_of_any_size
from vision.image_file import read_image

SOURCES = ("nell-byler", "matteop65", "skovy", "bartek-classic-d6", "tomitomi3")
"""Sources with reliable labels, by which the strictness is set."""

MORE = ("rune55-circle-gray", "epanemu")
"""Further sources for the fit: emblems for faces, tokens that look like ones, and wrong labels."""

RIDGE = 0.05
MOST_WRONG = 0.005
LEAST = 0.5
FAMILIAR = 0.5
"""Bonus in log odds for dice of a make that was read before, so that rolls of a known source can be accepted."""

BINS = (0.0, 0.9, 0.98, 0.995, 0.999, 1.01)
Rows = NDArray[np.float64]
Image = NDArray[np.uint8]


@dataclass(frozen=True)
class JudgedDie:
    """An accepted die of a roll: its evidence, and whether a die of that value was in the tray."""

    confidence: float
    against: float
    named: float
    face: float
    doubted: float
    right: bool

    @property
    def die(self) -> DetectedDie:
        """The die as input of the guard."""
        said = {"against": self.against, "named": self.named, "face": self.face, "doubted": self.doubted}
        return DetectedDie(1, 0.0, 0.0, 1.0, self.confidence, 0.0, 0.0, (0.0, 0.0), **said)


@dataclass(frozen=True)
class Case:
    """A roll that only the guard may still refuse: its dice, and the confidence of the best candidate besides them.

    `spoiled` is true for a degraded image.
    """

    source: str
    image: str
    counted: bool
    spoiled: bool
    dice: tuple[JudgedDie, ...]
    beside: float
    number_right: bool
    exact: bool

    def chance(self, weights: Weights) -> float:
        """Return the probability that the roll is correct, by the guard."""
        whole = float(np.prod([die_chance(seen.die, weights=weights) for seen in self.dice]))
        return whole if self.counted else whole * number_chance([_thing(self.beside)], weights=weights)

    def accepted(self, weights: Weights) -> bool:
        """Whether the guard accepts the roll."""
        return self.chance(weights) >= (CERTAIN_COUNTED if self.counted else CERTAIN)


def _thing(present: float) -> DetectedDie:
    return DetectedDie(1, 0.0, 0.0, 1.0, present, 0.0, 0.0, (0.0, 0.0))


def case_of(
    name: tuple[str, str], found: Sequence[DetectedDie], true: Counter[int], *, counted: bool, spoiled: bool
) -> Case | None:
    """Return a roll by the dice found and the true values, None if it is unsure even without the guard."""
    reading = accept_all_dice(found, true.total() if counted else None) if found else None
    if reading is None or reading.why is not None:
        return None
    left, dice = Counter(true), []
    for each in reading.dice:
        right = left[each.seen.value] > 0
        left[each.seen.value] -= right
        seen = each.seen
        dice.append(JudgedDie(seen.confidence, seen.against, seen.named, seen.face, seen.doubted, right))
    beside = max((die.present for die in others_of(reading, found)), default=0.0)
    right_number, exact = len(dice) == true.total(), Counter(reading.values) == true
    return Case(*name, counted, spoiled, tuple(dice), beside, right_number, exact)


def spoiled_as(image: Image, kind: int, rng: np.random.Generator) -> Image:
    """Return a degraded image: blurred and noisy (0), recoloured and compressed (1), or negative (2)."""
    if kind == 0:
        soft = cv2.GaussianBlur(image, (0, 0), 1.3 * max(1.0, image.shape[1] / 900)).astype(np.float32)
        return np.asarray((0.6 * soft + rng.normal(0, 7, image.shape)).clip(0, 255), dtype=np.uint8)
    if kind == 1:
        turned = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
        turned[..., 0] = (turned[..., 0].astype(int) + 60) % 180
        flat = (cv2.cvtColor(turned, cv2.COLOR_HSV2BGR) * 0.5 + 70).clip(0, 255).astype(np.uint8)
        coded = cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, 35])[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return np.asarray(255 - image, dtype=np.uint8)


def cases_of(photos: Path, source: str, every: int) -> Iterator[Case]:
    """Yield the rolls of a source's photographs, original and degraded, with their count and without."""
    refused = set(DOUBTFUL.read_text().split())
    for number, entry in enumerate(json.loads((photos / source / "labels.json").read_text())[::every]):
        plain = read_image(photos / source / entry["image"])
        true = Counter(int(die["value"]) for die in entry["dice"])
        if f"{source}/{entry['image']}" in refused or not true:
            continue
        for spoiled in (False, True):
            image = spoiled_as(plain, number % 3, np.random.default_rng(number)) if spoiled else plain
            for counted in (True, False):
                found = dice_of_any_size(image, true.total() if counted else None)
                case = case_of((source, entry["image"]), found, true, counted=counted, spoiled=spoiled)
                if case is not None:
                    yield case


def weights_of(cases: Sequence[Case]) -> Weights:
    """Return the fitted weights for correct dice and correct numbers of dice."""
    dice = [seen for case in cases for seen in case.dice]
    right = np.array([seen.right for seen in dice])
    by_looks = _logistic(np.array([[1.0, *seen_evidence(seen.die)] for seen in dice]), right)
    by_name = _logistic(np.array([[1.0, *named_evidence(seen.die)] for seen in dice]), right)
    uncounted = [case for case in cases if not case.counted]
    rows = np.array([[1.0, -_beside(case)] for case in uncounted])
    alone, another = _logistic(rows, np.array([case.number_right for case in uncounted]))
    return Weights(LookWeights(*by_looks), NameWeights(*by_name), alone, another, familiar=0.0)


def _beside(case: Case) -> float:
    return seen_evidence(_thing(case.beside))[0]


def _logistic(rows: Rows, right: NDArray[np.bool_]) -> list[float]:
    """Return the weights of a logistic regression, by Newton's method; all but the constant are at least 0."""
    found = np.zeros(rows.shape[1])
    ridge = RIDGE * np.eye(rows.shape[1])
    for _ in range(60):
        share = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        slope = rows.T @ (right - share) - ridge @ found
        found += np.linalg.solve((rows * (share * (1 - share))[:, None]).T @ rows + ridge, slope)
    return [float(found[0]), *(max(0.0, float(each)) for each in found[1:])]


def stricter(weights: Weights, dice: float, number: float) -> Weights:
    """Return the weights with each die, and a roll's number of dice, less certain by so many log odds."""
    seen = replace(weights.seen, constant=weights.seen.constant - dice)
    named = replace(weights.named, constant=weights.named.constant - dice)
    return replace(weights, seen=seen, named=named, alone=weights.alone - number, familiar=FAMILIAR)


def strictness(left_out: Sequence[tuple[Weights, Sequence[Case]]]) -> tuple[float, float]:
    """Return the log odds by which dice of an unseen make, and their number, must be less certain.

    The first is set by rolls with a count, the second by rolls without one, so that no left-out source has too many
    wrong rolls; each is at least `LEAST`.
    """
    dice = _least(lambda by: [(stricter(weights, by, 0.0), _counted(cases, True)) for weights, cases in left_out])
    return dice, _least(
        lambda by: [(stricter(weights, dice, by), _counted(cases, False)) for weights, cases in left_out]
    )


def _least(judged: Callable[[float], Iterable[tuple[Weights, Sequence[Case]]]]) -> float:
    for by in np.arange(LEAST, 6.0, 0.1):
        if all(_wrong(cases, weights) <= MOST_WRONG for weights, cases in judged(float(by))):
            return round(float(by), 1)
    return 6.0


def _counted(cases: Sequence[Case], counted: bool) -> list[Case]:
    return [case for case in cases if case.counted is counted]


def _wrong(cases: Sequence[Case], weights: Weights) -> float:
    accepted = [case.exact for case in cases if case.accepted(weights)]
    return 1 - sum(accepted) / len(accepted) if accepted else 0.0


def reliability(cases: Sequence[Case], weights: Weights) -> str:
    """Return the number of rolls and of exact ones in each interval of the guard's probability."""
    words = []
    for low, high in pairwise(BINS):
        there = [case.exact for case in cases if low <= case.chance(weights) < high]
        words.append(f"{low:g}: {sum(there)}/{len(there)}")
    return "  ".join(words)


def kept(file: Path | None, photos: Path, sources: Sequence[str], every: int) -> list[Case]:
    """Return the cases in a file, or compute them from the photographs and write them there."""
    if file is not None and file.exists():
        return [_case(entry) for entry in json.loads(file.read_text())]
    cases = [case for source in sources for case in cases_of(photos, source, every)]
    if file is not None:
        file.write_text(json.dumps([asdict(case) for case in cases]))
    return cases


def _case(entry: dict[str, Any]) -> Case:
    return Case(**{**entry, "dice": tuple(JudgedDie(**die) for die in entry["dice"])})


def _left_out(cases: Sequence[Case], source: str) -> tuple[Weights, list[Case]]:
    """Return the weights fitted to all other sources, and the source's own cases."""
    own = [case for case in cases if case.source == source]
    return weights_of([case for case in cases if case.source != source]), own


def main() -> None:
    """Print the results of each source left out, and the constants."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--sources", nargs="*", default=[*SOURCES, *MORE])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--cases", type=Path)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    cases = kept(asked.cases, asked.photos, asked.sources, asked.every)
    without = {
        source: (
            weights_of([case for case in cases if case.source != source]),
            [c for c in cases if c.source == source],
        )
        for source in dict.fromkeys(case.source for case in cases)
    }
    dice, number = strictness([each for source, each in without.items() if source in SOURCES])
    print(f"makes that nobody has seen: {dice} log odds stricter of each die, {number} of their number")
    for source, (weights, own) in without.items():
        strict = stricter(weights, dice, number)
        for counted in (True, False):
            rolls = [case for case in own if case.counted is counted]
            accepted = [case for case in rolls if case.accepted(strict)]
            wrong = [case.image for case in accepted if not case.exact]
            print(f"{source}, left out, {'counted' if counted else 'no count'}: {len(rolls)} rolls to judge")
            print(f"  reliability  {reliability(rolls, weights)}")
            print(f"  stricter: {len(accepted)} accepted, {len(wrong)} of them wrong {wrong}")
    whole = stricter(weights_of(cases), dice, number)
    print(json.dumps(asdict(whole), default=float))


if __name__ == "__main__":
    main()

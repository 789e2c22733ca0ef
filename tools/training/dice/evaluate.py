"""Score a dice reader on labelled photographs: `python -m tools.training.dice.evaluate --photos DATA --sources a b`.

`--onnx` and `--closer` select other weights than the committed ones; scores are meaningful only on sources that neither
was trained on. `--scale` takes die sizes from the labels, `--count` the number of dice. A die is correct if a die of
that value is read within `NEAR` edges of its label's centre.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tools.training.dice.photographs import SOURCES, Photograph, photographs
from vision.dice import acceptance, detector, networks
from vision.dice import detector as die_size

NEAR = 0.6


@dataclass
class Score:
    """Counts over the photographs of one source."""

    dice: int = 0
    right: int = 0
    wrong: int = 0
    spare: int = 0
    missed: int = 0
    rolls: int = 0
    exact: int = 0
    taken: int = 0
    taken_exact: int = 0
    believed: int = 0
    believed_right: int = 0
    mistakes: list[str] = field(default_factory=list)

    def summary(self) -> dict[str, Any]:
        """Return the shares."""

        def share(part: int, whole: int) -> float | None:
            return round(part / whole, 4) if whole else None

        return {
            "dice": self.dice,
            "found": share(self.dice - self.missed, self.dice),
            "die_right": share(self.right, self.dice),
            "precision": share(self.right, self.right + self.wrong + self.spare),
            "rolls": self.rolls,
            "roll_exact": share(self.exact, self.rolls),
            "accepted": share(self.taken, self.rolls),
            "accepted_exact": share(self.taken_exact, self.taken),
            "believed_dice": share(self.believed, self.dice),
            "believed_right": share(self.believed_right, self.believed),
        }


def compare(photo: Photograph, reading: acceptance.RollReading, score: Score) -> None:
    """Add one photograph's reading to the score."""
    left = list(photo.dice)
    flaws = []
    pairs = sorted(
        (
            (np.hypot(die.seen.x_px - true.x_px, die.seen.y_px - true.y_px) / true.edge_px, i, j)
            for i, die in enumerate(reading.dice)
            for j, true in enumerate(left)
        ),
    )
    matched: dict[int, int] = {}
    used: set[int] = set()
    for far, i, j in pairs:
        if far < NEAR and i not in matched and j not in used:
            matched[i] = j
            used.add(j)
    for i, die in enumerate(reading.dice):
        right = i in matched and left[matched[i]].value == die.value
        if die.doubt is None:
            score.believed += 1
            score.believed_right += right
        if i not in matched:
            score.spare += 1
            flaws.append(f"+{die.value}({die.confidence:.2f})")
        elif right:
            score.right += 1
        else:
            score.wrong += 1
            flaws.append(f"{left[matched[i]].value}->{die.value}({die.confidence:.2f})")
    missing = [die for j, die in enumerate(left) if j not in used]
    score.missed += len(missing)
    flaws.extend(f"-{die.value}" for die in missing)
    score.dice += len(left)
    score.rolls += 1
    score.exact += not flaws
    if reading.why is None:
        score.taken += 1
        score.taken_exact += not flaws
    if flaws:
        score.mistakes.append(f"{photo.name} {'read' if reading.why is None else 'unsure'}: {' '.join(flaws)}")


def read(photo: Photograph, scaled: bool, counted: bool, flips: int, by: networks.Networks) -> acceptance.RollReading:
    """Return the reading of one photograph."""
    count = len(photo.dice) if counted else None
    if scaled:
        edge = float(np.median([die.edge_px for die in photo.dice]))
        return acceptance.accept_dice(detector.dice_in(photo.image, edge, flips, by=by), count)
    return acceptance.accept_dice(die_size.dice_of_any_size(photo.image, count, flips, by), count)


def main() -> None:
    """Print the shares of each source, and the mistakes with `--mistakes`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--sources", nargs="*", default=list(SOURCES), choices=SOURCES)
    parser.add_argument("--onnx", type=Path, default=networks.WEIGHTS)
    parser.add_argument("--closer", type=Path, default=networks.LOOKS)
    parser.add_argument("--scale", action="store_true")
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--sure", action="store_true", help="without pictures whose labels we hold for wrong")
    parser.add_argument("--flips", type=int, default=4)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--mistakes", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    by = networks.networks(asked.onnx, asked.closer)
    for source in asked.sources:
        score = Score()
        for photo in photographs(asked.photos, source, doubtful=not asked.sure)[:: asked.every]:
            if photo.dice:
                compare(photo, read(photo, asked.scale, asked.count, asked.flips, by), score)
        print(source, json.dumps(score.summary()), flush=True)
        if asked.mistakes:
            print("\n".join(f"  {line}" for line in score.mistakes))


if __name__ == "__main__":
    main()

"""Rolls that a calibrated tray refuses, drawn for a person to read: what is the reader's limit, and what the picture's.

    python -m benchmarks.dice_refused --picture FILE [--trays N] [--rolls K] [--first SEED] [--truth]

The rolls are those of `benchmarks/dice_trays.py` with the same seeds. FILE shows each that is refused, its doubted dice
in rings with a letter, and why; printed is how many there are of how many and, with `--truth`, what each die in a
ring shows and was read as: read the picture first.
"""

from __future__ import annotations

import argparse
import math
import string
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.dice_trays import FIRST_SEED, calibrated_trays, thrown
from vision.dice.acceptance import ReadDie, Reading
from vision.dice.reader import read_view

Image = NDArray[np.uint8]

ACROSS = 4
TILE_PX, WORDS_PX = 460, 40
RING = (60, 220, 255)


@dataclass(frozen=True, slots=True)
class Refused:
    """One refused roll: its rectified picture (BGR), the reading, and what each die of it truly shows."""

    name: str
    view: Image
    reading: Reading
    true: tuple[int, ...]

    @property
    def doubted(self) -> list[tuple[str, ReadDie, int]]:
        """The letter, the die and the true value of each die in doubt, all of them where none is."""
        dice = list(zip(self.reading.dice, self.true, strict=True))
        some = [each for each in dice if each[0].doubt is not None] or dice
        return [(letter, die, value) for letter, (die, value) in zip(string.ascii_lowercase, some, strict=False)]


def refused(seeds: Sequence[int], rolls: int) -> Iterator[Refused | None]:
    """Yield each roll that is refused, None for each that is read."""
    for seed, made, tray in calibrated_trays(seeds):
        for number in range(rolls):
            count = thrown(seed, number)
            light, labels = made.laid(count)
            view = tray.view(made.taken(light))
            reading = read_view(view, tray, count, tray.flat)
            if reading.call == "read":
                yield None
                continue
            places = np.array([[[label.x_px, label.y_px]] for label in labels], np.float64)
            lie = cv2.perspectiveTransform(places, tray.onto)[:, 0]
            true = tuple(
                labels[int(np.hypot(lie[:, 0] - die.seen.x_px, lie[:, 1] - die.seen.y_px).argmin())].value
                for die in reading.dice
            )
            yield Refused(f"{seed}.{number}", view, reading, true)


def tile(roll: Refused) -> Image:
    """Return one roll's picture with its rings, and below it why it is refused."""
    scale = TILE_PX / max(roll.view.shape[:2])
    drawn = cv2.resize(roll.view, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    for letter, die, _ in roll.doubted:
        x, y, edge = (round(scale * number) for number in (die.seen.x_px, die.seen.y_px, die.seen.edge_px))
        cv2.circle(drawn, (x, y), round(0.95 * edge), RING, 1, cv2.LINE_AA)
        cv2.putText(drawn, letter, (x + edge, y - edge // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.6, RING, 2, cv2.LINE_AA)
    whole: Image = np.zeros((TILE_PX + WORDS_PX, TILE_PX + 6, 3), np.uint8)
    whole[: drawn.shape[0], : drawn.shape[1]] = drawn
    for line, words in enumerate((f"{roll.name}, {len(roll.reading.dice)} dice", (roll.reading.why or "")[:66])):
        at = (4, TILE_PX + 16 + 18 * line)
        cv2.putText(whole, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA)
    return whole


def sheet(rolls: Sequence[Refused]) -> Image:
    """Return all of them side by side."""
    tiles = [tile(roll) for roll in rolls]
    tiles += [np.zeros_like(tiles[0])] * (math.ceil(len(tiles) / ACROSS) * ACROSS - len(tiles))
    return np.vstack([np.hstack(tiles[at : at + ACROSS]) for at in range(0, len(tiles), ACROSS)])


def main() -> None:
    """Draw the sheet and say how many rolls it has."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--trays", type=int, default=40)
    parser.add_argument("--rolls", type=int, default=5)
    parser.add_argument("--first", type=int, default=FIRST_SEED)
    parser.add_argument("--truth", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    all_of_them = list(refused(range(asked.first, asked.first + asked.trays), asked.rolls))
    rolls = [roll for roll in all_of_them if roll is not None]
    print(f"{len(rolls)} of {len(all_of_them)} rolls are refused")
    if rolls and asked.picture is not None:
        cv2.imwrite(str(asked.picture), sheet(rolls))
    if asked.truth:
        for roll in rolls:
            dice = ", ".join(f"{letter} shows {value}, read {die.value}" for letter, die, value in roll.doubted)
            print(f"{roll.name}: {dice}")


if __name__ == "__main__":
    main()

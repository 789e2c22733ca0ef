"""Draw refused rolls for inspection, to distinguish limits of the reader from limits of the image.

    python -m benchmarks.dice.refused --picture FILE [--trays N] [--rolls K] [--first SEED] [--truth]
    python -m benchmarks.dice.refused --picture FILE --rooms FOLDER [--truth]
    python -m benchmarks.dice.refused --picture FILE --photos DATA/SOURCE [--every N] [--truth]

The rolls are those of `benchmarks/dice/trays.py` with the same seeds, those of `benchmarks/dice/rooms.py`, or a
source's photographs, with their number given. FILE shows each refused roll with the reason, and its unsure dice in
rings with letters; of photographs, it shows each unsure die as a patch. Prints the number of refused rolls and, with
`--truth`, the true and the read value of each die in a ring: read the image first.
"""

from __future__ import annotations

import argparse
import json
import math
import string
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.dice.rooms import ROLLS, calibrated, picture
from benchmarks.dice.rooms import trays as traced
from benchmarks.dice.trays import FIRST_SEED, calibrated_trays, thrown
from tools.training.dice.photographs import DOUBTFUL
from vision.dice.acceptance import ReadDie, RollReading
from vision.dice.networks import CropSize, crops_of
from vision.dice.pips import STRAIGHT_ON
from vision.dice.reader import read_dice, read_view
from vision.dice.tray import Tray, TrayError

Image = NDArray[np.uint8]

ACROSS, CUTS_ACROSS = 4, 10
TILE_PX, WORDS_PX = 460, 40
CUT_PX, ROOM = 130, 2.0
"""Side of a patch with one die, px, and its width in edges."""

RING = (60, 220, 255)


@dataclass(frozen=True, slots=True)
class Refused:
    """A refused roll: its rectified image (BGR), its reading, and the true value of each die in the reading."""

    name: str
    view: Image
    reading: RollReading
    true: tuple[int, ...]

    @property
    def doubted(self) -> list[tuple[str, ReadDie, int]]:
        """Letter, die and true value of each unsure die, or of all dice if none is unsure."""
        dice = list(zip(self.reading.dice, self.true, strict=True))
        some = [each for each in dice if each[0].doubt is not None] or dice
        return [(letter, die, value) for letter, (die, value) in zip(string.ascii_lowercase, some, strict=False)]


def refused(seeds: Sequence[int], rolls: int) -> Iterator[Refused | None]:
    """Yield each refused roll, and None for each accepted one."""
    for seed, made, tray in calibrated_trays(seeds):
        for number in range(rolls):
            count = thrown(seed, number)
            light, labels = made.laid(count)
            lie = [(label.x_px, label.y_px, label.value) for label in labels]
            yield in_a_tray(f"{seed}.{number}", tray, made.taken(light), lie)


def refused_in_rooms(folder: Path) -> Iterator[Refused | None]:
    """Yield the same for path-traced trays; trays that cannot be calibrated are left out."""
    for name, place, about in traced(folder):
        try:
            tray = calibrated(place, about)
        except TrayError:
            continue
        for path in sorted(place.glob(ROLLS)):
            lie = [(die["x"], die["y"], int(die["value"])) for die in about["pictures"][path.name]]
            yield in_a_tray(f"{name}.{path.stem[-1]}", tray, picture(path), lie)


def in_a_tray(name: str, tray: Tray, image: Image, lie: Sequence[tuple[float, float, int]]) -> Refused | None:
    """Return a tray's roll if it is refused; `lie` has the positions of its dice in the image and their values."""
    view = tray.view(image)
    reading = read_view(view, tray, len(lie), tray.flat)
    if reading.call == "read":
        return None
    places = cv2.perspectiveTransform(np.array([[each[:2]] for each in lie], np.float64), tray.onto)[:, 0]
    return Refused(name, view, reading, shown(reading, np.asarray(places, np.float64), [each[2] for each in lie]))


def refused_photographs(source: Path, every: int) -> Iterator[Refused | None]:
    """Yield the same for a source's photographs, without those with unreliable labels."""
    doubtful = DOUBTFUL.read_text().split()
    for entry in json.loads((source / "labels.json").read_text())[::every]:
        dice = [die for die in entry["dice"] if "bbox" in die]
        if f"{source.name}/{entry['image']}" in doubtful or not dice:
            continue
        image = picture(source / entry["image"])
        reading = read_dice(image, len(dice))
        if reading.call == "read":
            yield None
            continue
        boxes = np.array([die["bbox"] for die in dice], np.float64)
        true = shown(reading, boxes[:, :2] + boxes[:, 2:] / 2, [int(die["value"]) for die in dice])
        yield Refused(Path(entry["image"]).stem[-10:], image, reading, true)


def shown(reading: RollReading, places: NDArray[np.float64], values: Sequence[int]) -> tuple[int, ...]:
    """Return the true value of each die of a reading: that of the nearest label."""
    far = [np.hypot(*(places - (die.seen.x_px, die.seen.y_px)).T) for die in reading.dice]
    return tuple(values[int(each.argmin())] for each in far)


def cut_outs(roll: Refused) -> list[Image]:
    """Return a patch of each unsure die of a photograph, with the roll's name and the die's letter below."""
    found = []
    for letter, die, _ in roll.doubted:
        place = die.seen.x_px, die.seen.y_px, die.seen.edge_px
        (alone,) = crops_of(roll.view, [place], STRAIGHT_ON, CropSize(CUT_PX, CUT_PX / ROOM))
        whole: Image = np.zeros((CUT_PX + 20, CUT_PX + 4, 3), np.uint8)
        whole[:CUT_PX, :CUT_PX] = alone
        words = f"{roll.name} {letter}"
        cv2.putText(whole, words, (2, CUT_PX + 14), cv2.FONT_HERSHEY_SIMPLEX, 0.38, (255, 255, 255), 1, cv2.LINE_AA)
        found.append(whole)
    return found


def tile(roll: Refused, height_px: int) -> Image:
    """Return a roll's image with its rings, and the reason of the refusal below it."""
    scale = TILE_PX / max(roll.view.shape[:2])
    drawn = cv2.resize(roll.view, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    for letter, die, _ in roll.doubted:
        x, y, edge = (round(scale * number) for number in (die.seen.x_px, die.seen.y_px, die.seen.edge_px))
        cv2.circle(drawn, (x, y), round(0.95 * edge), RING, 1, cv2.LINE_AA)
        cv2.putText(drawn, letter, (x + edge, y - edge // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.6, RING, 2, cv2.LINE_AA)
    whole: Image = np.zeros((height_px + WORDS_PX, TILE_PX + 6, 3), np.uint8)
    whole[: drawn.shape[0], : drawn.shape[1]] = drawn
    for line, words in enumerate((f"{roll.name}, {len(roll.reading.dice)} dice", str(roll.reading.why or "")[:66])):
        at = (4, height_px + 16 + 18 * line)
        cv2.putText(whole, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA)
    return whole


def sheet(tiles: Sequence[Image], across: int) -> Image:
    """Return the images in rows of `across`."""
    whole = [*tiles, *[np.zeros_like(tiles[0])] * (-len(tiles) % across)]
    return np.vstack([np.hstack(whole[at : at + across]) for at in range(0, len(whole), across)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--trays", type=int, default=40)
    parser.add_argument("--rolls", type=int, default=5)
    parser.add_argument("--first", type=int, default=FIRST_SEED)
    parser.add_argument("--rooms", type=Path)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--truth", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.photos is not None:
        all_of_them = list(refused_photographs(asked.photos, asked.every))
    elif asked.rooms is not None:
        all_of_them = list(refused_in_rooms(asked.rooms))
    else:
        all_of_them = list(refused(range(asked.first, asked.first + asked.trays), asked.rolls))
    rolls = [roll for roll in all_of_them if roll is not None]
    print(f"{len(rolls)} of {len(all_of_them)} rolls are refused")
    if rolls and asked.picture is not None:
        alone = asked.photos is not None
        height_px = max(math.ceil(TILE_PX * roll.view.shape[0] / max(roll.view.shape[:2])) for roll in rolls)
        drawn = [cut_outs(roll) if alone else [tile(roll, height_px)] for roll in rolls]
        tiles = [each for some in drawn for each in some]
        cv2.imwrite(str(asked.picture), sheet(tiles, CUTS_ACROSS if alone else ACROSS))
    if asked.truth:
        for roll in rolls:
            dice = ", ".join(f"{letter} shows {value}, read {die.value}" for letter, die, value in roll.doubted)
            print(f"{roll.name}: {dice}")


if __name__ == "__main__":
    main()

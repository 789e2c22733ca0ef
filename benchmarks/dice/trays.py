"""Measure the acceptance and correctness of rolls in trays that were calibrated with one roll of the same dice.

    python benchmarks/dice/trays.py [--trays N] [--rolls K] [--first SEED] [--flat] [--json]
    python benchmarks/dice/trays.py --confirmed 1 2 4 [--mistyped SHARE] [--trays N] [--rolls K] [--first SEED]
    python benchmarks/dice/trays.py --photos DATA [--every N] [--json]

Each rendered tray has one background, one light, one camera from above and one make of dice. Its images are processed
like a table's: the empty tray, one roll for calibration (`tray_of_pictures`), then rolls of three to eight dice with
their number given. Their seeds were not used for training, but the renderer was. Options:
- `--flat`: trays of the demonstration (`simulation/cameras/tray_camera.py`), which was not used for training;
- `--confirmed`: the same rolls, read after that many others whose values a player entered in any order
  (`vision/dice/examples.py`); a share `--mistyped` of those values is wrong, half of them equal to misread ones, if
  any;
- `--photos`: photographs of the same few dice, by source; the first one that is read serves as calibration (its dice
  are known from then on), the others are rolls; there is no image of an empty tray.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.dice.sources import pictures
from simulation.cameras.tray_camera import AZURE, CRIMSON, IVORY, SimulatedTray
from tools.training.dice import scene as rendering
from tools.training.dice.die import Array, random_style
from tools.training.dice.scene import Label, random_ground, random_light, tray_camera
from vision.dice.acceptance import RollReading, accept_all_dice, reject_uncertain_roll
from vision.dice.detector import dice_of_any_size
from vision.dice.examples import label_examples, with_newer
from vision.dice.reader import faces_in, read_dice, read_view
from vision.dice.tray import Tray, TrayError
from vision.dice.tray_calibration import tray_of_pictures
from vision.dice.tta_check import TtaCheck

Image = NDArray[np.uint8]
Values = Counter[int]

FIRST_SEED = 1_200_000
SIDE_PX = 512
BORDER_PX = 24.0
CALIBRATING = 6
ONE_MAKE = ("skovy", "tomitomi3", "matteop65")
"""Sources whose photographs all show the same few dice."""


@dataclass
class Tally:
    """Counts of rolls in calibrated trays."""

    trays: int = 0
    refused: list[str] = field(default_factory=list)
    rolls: int = 0
    exact: int = 0
    accepted: int = 0
    wrong: list[str] = field(default_factory=list)
    unsure: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, true: Values, reading: RollReading) -> None:
        """Count one roll."""
        said = Counter(reading.values)
        self.rolls += 1
        self.exact += said == true
        if reading.call == "read":
            self.accepted += 1
            if said != true:
                self.wrong.append(f"{name}: {sorted(true.elements())} read as {sorted(said.elements())}")
        else:
            self.unsure[reading.why.code if reading.why is not None else ""] += 1

    def row(self) -> dict[str, object]:
        """Return the counts and shares."""
        return {
            "trays": self.trays,
            "not calibrated": self.refused,
            "rolls": self.rolls,
            "roll exact": round(self.exact / max(1, self.rolls), 3),
            "accepted": round(self.accepted / max(1, self.rolls), 3),
            "exact when accepted": f"{self.accepted - len(self.wrong)} of {self.accepted}",
            "wrong and accepted": self.wrong,
            "unsure": dict(self.unsure.most_common()),
        }


class RenderedTray:
    """A tray with one background, light, camera and make of dice; `edge_px` is a die's edge in its images."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = np.random.default_rng(seed)
        self.edge_px = float(rng.uniform(34, 46))
        self.camera = tray_camera(rng, SIDE_PX, self.edge_px, abs(rng.normal(0, 0.09)))
        self.ground = random_ground(rng, SIDE_PX, self.camera)
        self._light, self.style = random_light(rng), random_style(rng)
        self._shade, self._soft = rng.uniform(0.1, 0.75), rng.uniform(0.03, 0.3)
        self._gain, self._blur, self._noise = rng.uniform(0.6, 1.2), rng.uniform(0.3, 1.2), rng.uniform(0.5, 4)

    @property
    def corners_px(self) -> NDArray[np.float64]:
        """Corners of the tray, (4, 2)."""
        low, high = BORDER_PX, SIDE_PX - BORDER_PX
        return np.array([[low, low], [high, low], [high, high], [low, high]])

    def empty(self) -> list[Image]:
        """Return images of the empty tray."""
        return [self.taken(self.ground) for _ in range(4)]

    def throw(self, count: int) -> tuple[Image, Values]:
        """Return an image of `count` flat dice, and their values."""
        picture, labels = self.laid(count)
        return self.taken(picture), Counter(label.value for label in labels)

    def laid(self, count: int) -> tuple[Array, list[Label]]:
        """Return the light of `count` flat dice, and their labels; all of them are inside and visible."""
        while True:
            places, before = self.places(count), self.rng.bit_generator.state
            labels = [rendering._labelled(self.rng, self.camera, place, SIDE_PX) for place in places]
            if len(labels) == count and all(label is not None and self._whole(label) for label in labels):
                self.rng.bit_generator.state = before
                return self.drawn(places)

    def places(self, count: int, cocked: float = 0.0) -> list[rendering._Place]:
        """Return random poses of `count` dice, a share `cocked` of them cocked."""
        return rendering._places(self.rng, self.camera, SIDE_PX, [self.style], [1.0], cocked, count)

    def drawn(self, places: list[rendering._Place]) -> tuple[Array, list[Label]]:
        """Return the light of dice in those poses, and the labels of those in the image."""
        picture, who = self.ground.copy(), np.zeros((SIDE_PX, SIDE_PX), np.int32)
        labels = []
        for place in places:
            rendering._shadow(picture, self.camera, place, self._light.towards, self._shade, self._soft)
        for index, place in enumerate(places, start=1):
            label, _ = rendering._draw(self.rng, picture, who, index, self.camera, place, self._light)
            labels += [] if label is None else [label]
        return picture, labels

    def taken(self, light: Array) -> Image:
        """Return the image of the light, with exposure, blur and noise."""
        soft = cv2.GaussianBlur(light * self._gain, (0, 0), self._blur)
        return np.asarray(np.clip(soft + self.rng.normal(0, self._noise, soft.shape), 0, 255), dtype=np.uint8)

    def _whole(self, label: Label) -> bool:
        low, high = BORDER_PX + self.edge_px, SIDE_PX - BORDER_PX - self.edge_px
        return label.sure and low < label.x_px < high and low < label.y_px < high


class FlatTray:
    """The demonstration's tray with one make of dice."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self.edge_px = float(self._rng.uniform(30, 60))
        self._tray = SimulatedTray((960, 640), self.edge_px, noise=float(self._rng.uniform(0.5, 4)), seed=seed)
        self._body = (IVORY, CRIMSON, AZURE, tuple(self._rng.uniform(0, 255, 3)))[seed % 4]
        self.corners_px = self._tray.corners_px

    def empty(self) -> list[Image]:
        """Return images of the empty tray."""
        return [self._tray.picture() for _ in range(4)]

    def throw(self, count: int) -> tuple[Image, Values]:
        """Return an image of `count` dice, and their values."""
        values = [int(value) for value in self._rng.integers(1, 7, count)]
        red, green, blue = self._body
        return self._tray.picture(self._tray.throw(values, (red, green, blue))), Counter(values)


def calibrated(made: RenderedTray | FlatTray) -> Tray:
    """Return the tray after calibration with images of it empty and one roll of its dice; raises `TrayError`."""
    roll, _ = made.throw(CALIBRATING)
    return tray_of_pictures(made.empty(), made.corners_px, made.edge_px, {"p1": roll}, printed=True)


def calibrated_trays(seeds: Sequence[int]) -> Iterator[tuple[int, RenderedTray, Tray]]:
    """Yield the seed, the rendered tray and the calibrated one, for trays that can be calibrated."""
    for seed in seeds:
        made = RenderedTray(seed)
        try:
            tray = calibrated(made)
        except TrayError:
            continue
        yield seed, made, tray


def thrown(seed: int, number: int) -> int:
    """Return the number of dice of a tray's roll, three to eight."""
    return 3 + (seed + number) % 6


def rendered(seeds: range, rolls: int, *, flat: bool) -> Tally:
    """Return the readings of rolls in trays calibrated with one roll of the same dice."""
    tally = Tally()
    for seed in seeds:
        made = FlatTray(seed) if flat else RenderedTray(seed)
        tally.trays += 1
        try:
            tray = calibrated(made)
        except TrayError as fault:
            tally.refused.append(f"{seed}: {fault}")
            continue
        for number in range(rolls):
            count = thrown(seed, number)
            image, true = made.throw(count)
            tally.add(f"{seed}.{number}", true, read_dice(image, count, tray=tray))
    return tally


def confirmed(seeds: range, rolls: int, after: Sequence[int], *, flat: bool, mistyped: float) -> dict[int, Tally]:
    """Return the readings of the same rolls, by the number of rolls before with values entered by a player."""
    tallies = {number: Tally() for number in sorted({0, *after})}
    for seed in seeds:
        made, rng = FlatTray(seed) if flat else RenderedTray(seed), np.random.default_rng([seed, 1])
        for tally in tallies.values():
            tally.trays += 1
        try:
            tray = calibrated(made)
        except TrayError as fault:
            for tally in tallies.values():
                tally.refused.append(f"{seed}: {fault}")
            continue
        trays = {0: tray}
        for number in range(max(tallies)):
            image, true = made.throw(thrown(seed, number))
            tray = told(tray, image, true, rng=rng, roll=str(number), mistyped=mistyped)
            trays[number + 1] = tray
        for number in range(rolls):
            count = thrown(seed, number)
            image, true = made.throw(count)
            for known, tally in tallies.items():
                tally.add(f"{seed}.{number}", true, read_dice(image, count, tray=trays[known]))
    return tallies


def told(tray: Tray, image: Image, true: Values, *, rng: np.random.Generator, roll: str, mistyped: float) -> Tray:
    """Return the tray after it has learned from one roll with a player's values, a share of them wrong."""
    view = tray.view(image)
    dice = read_view(view, tray, true.total(), tray.flat).dice
    said = [int(value) for value in rng.permutation(list(true.elements()))]
    misread = list((Counter(die.seen.value for die in dice) - true).elements())
    for k, value in enumerate(said):
        if rng.random() < mistyped:
            copied = misread and rng.random() < 0.5
            said[k] = int(rng.choice(misread if copied else [other for other in range(1, 7) if other != value]))
    faces = faces_in(view, tray, [die.seen for die in dice])
    return replace(tray, examples=with_newer(tray.examples, label_examples(dice, faces, said, roll=roll, player="p1")))


def photographed(folder: Path, every: int) -> Tally:
    """Return the readings of photographs of dice after one of the same dice was read."""
    tally, familiar = Tally(), False
    tally.trays = 1
    for name, image, true in pictures(folder, every):
        if not familiar:
            familiar = read_dice(image, true.total()).call == "read"
            continue
        found = dice_of_any_size(image, true.total())
        reading = reject_uncertain_roll(
            accept_all_dice(found, true.total()), found, counted=True, familiar=True, again=TtaCheck(image).at
        )
        tally.add(name, true, reading)
    return tally


def rows(asked: argparse.Namespace) -> Iterator[tuple[str, Tally]]:
    """Yield the name and tally of each group."""
    if asked.photos is None:
        seeds = range(asked.first, asked.first + asked.trays)
        name = "flat trays" if asked.flat else "rendered trays"
        if asked.confirmed:
            tallies = confirmed(seeds, asked.rolls, asked.confirmed, flat=asked.flat, mistyped=asked.mistyped)
            for number, tally in tallies.items():
                yield f"{name}, {number} confirmed", tally
            return
        yield name, rendered(seeds, asked.rolls, flat=asked.flat)
    else:
        for source in ONE_MAKE:
            yield source, photographed(asked.photos / source, asked.every)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trays", type=int, default=40)
    parser.add_argument("--rolls", type=int, default=5)
    parser.add_argument("--first", type=int, default=FIRST_SEED)
    parser.add_argument("--flat", action="store_true", help="trays of the demonstration's renderer")
    parser.add_argument("--confirmed", type=int, nargs="+", default=[], help="rolls that a player said the values of")
    parser.add_argument("--mistyped", type=float, default=0.0, help="share of those dice that are said wrongly")
    parser.add_argument("--photos", type=Path, help="photographs instead: a folder of sources")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for name, tally in rows(asked):
        row = {"of": name, **tally.row()}
        print(json.dumps(row) if asked.json else "  ".join(f"{key} {value}" for key, value in row.items()), flush=True)


if __name__ == "__main__":
    main()

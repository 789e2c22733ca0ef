"""Measure the dice reader on random adversarial images: no accepted roll may be wrong.

    python benchmarks/dice/adversary.py [--each N] [--first SEED] [--only WORD] [--pictures FOLDER] [--json]

Each image is a rendered tray of one make of dice with one of `FAULTS`: a lamp's glare, motion, touching dice, a die
that leans on the rim, one half outside the image, dice printed on a card or shown by a phone, dominoes, cubes without
pips. It is read as a photograph with the true number of dice given, without it, and in its calibrated tray. A die half
outside the image or on the rim is part of the true roll. All images are rendered. `--pictures` writes each image that
is read wrongly and accepted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.dice.trays import BORDER_PX, SIDE_PX, RenderedTray
from tools.training.dice import scene as rendering
from tools.training.dice.die import Array
from tools.training.dice.scene import Label
from vision.dice.reader import read_dice
from vision.dice.tray import TrayError, calibrate_tray

Image = NDArray[np.uint8]
Spoilt = tuple[Array, Counter[int]]
FIRST_SEED = 1_700_000
LAID = 4


def cut_out(table: RenderedTray, count: int) -> list[Array]:
    """Return image patches, one and a half edges wide, of dice in that tray."""
    light, labels = table.laid(count)
    half = int(0.75 * table.edge_px)
    return [light[int(d.y_px) - half : int(d.y_px) + half, int(d.x_px) - half : int(d.x_px) + half] for d in labels]


def values(labels: list[Label]) -> Counter[int]:
    """Return the counts of the dice's values."""
    return Counter(label.value for label in labels)


def glare(table: RenderedTray) -> Spoilt:
    """Draw the reflection of a lamp over half of a die."""
    picture, labels = table.laid(LAID)
    under = labels[int(table.rng.integers(LAID))]
    gy, gx = np.mgrid[0:SIDE_PX, 0:SIDE_PX].astype(np.float32)
    x, y = under.x_px + table.rng.normal(0, 0.3 * table.edge_px), under.y_px + table.rng.normal(0, 0.3 * table.edge_px)
    far = np.hypot(gx - x, gy - y) / (table.rng.uniform(0.25, 0.7) * table.edge_px)
    return picture + 255 * np.exp(-(far**4))[..., None], values(labels)


def motion(table: RenderedTray) -> Spoilt:
    """Blur the image by motion of an eighth to a half of an edge."""
    picture, labels = table.laid(LAID)
    length = max(3, int(table.rng.uniform(0.12, 0.5) * table.edge_px))
    kernel = np.zeros((length, length), np.float32)
    way = table.rng.uniform(0, np.pi)
    middle, reach = (length - 1) / 2, (length - 1) / 2
    ends = [
        (round(middle + sign * reach * float(np.cos(way))), round(middle + sign * reach * float(np.sin(way))))
        for sign in (-1, 1)
    ]
    cv2.line(kernel, ends[0], ends[1], 1.0)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), dtype=np.float32), values(labels)


def touching(table: RenderedTray) -> Spoilt:
    """Lay dice side by side in a row."""
    turn = table.rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(turn), np.sin(turn), 0], np.float32)
    places = [
        rendering._Place(
            (k - 1.5) * 1.0 * along + np.array([0, 0, 0.5], np.float32),
            rendering.turned((0, 0, 1), turn + table.rng.normal(0, 0.05)),
            table.style,
            0.98,
            0.0,
        )
        for k in range(LAID)
    ]
    light, labels = table.drawn(places)
    return light, values(labels)


def half_out(table: RenderedTray) -> Spoilt:
    """Move a die half out of the image."""
    picture, labels = table.laid(LAID)
    out = min(labels, key=lambda label: label.x_px)
    shift = int(out.x_px + table.rng.uniform(-0.25, 0.25) * table.edge_px)
    moved = np.concatenate([picture[:, shift:], table.ground[:, SIDE_PX - shift :]], axis=1) if shift > 0 else picture
    return moved, values(labels)


def on_the_rim(table: RenderedTray) -> Spoilt:
    """Lay some dice cocked, as if they leaned on the rim."""
    light, labels = table.drawn(table.places(LAID, cocked=0.5))
    return light, values(labels)


def printed(table: RenderedTray) -> Spoilt:
    """Add a card with printed dice, smaller or larger than the real ones."""
    picture, labels = table.laid(2)
    cuts = cut_out(table, 2)
    return _shown(table, picture, cuts, labels, dark=False), values(labels)


def phone(table: RenderedTray) -> Spoilt:
    """Add a phone that shows dice."""
    picture, labels = table.laid(2)
    return _shown(table, picture, cut_out(table, 3), labels, dark=True), values(labels)


def _shown(table: RenderedTray, picture: Array, cuts: list[Array], labels: list[Label], *, dark: bool) -> Array:
    size = float(table.rng.uniform(0.6, 1.3))
    cuts = [cv2.resize(cut, None, fx=size, fy=size, interpolation=cv2.INTER_AREA).astype(np.float32) for cut in cuts]
    height = max(cut.shape[0] for cut in cuts) + 16
    width = sum(cut.shape[1] + 8 for cut in cuts) + 8
    best, far = (0, 0), -1.0
    for _ in range(40):
        x = int(table.rng.integers(0, max(1, SIDE_PX - width)))
        y = int(table.rng.integers(0, max(1, SIDE_PX - height)))
        gap = min(float(np.hypot(x + width / 2 - d.x_px, y + height / 2 - d.y_px)) for d in labels)
        best, far = ((x, y), gap) if gap > far else (best, far)
    x, y = best
    picture = picture.copy()
    picture[y : y + height, x : x + width] = (20, 20, 20) if dark else (235, 238, 240)
    left = x + 8
    for cut in cuts:
        part = picture[y + 8 : y + 8 + cut.shape[0], left : left + cut.shape[1]]
        part[:] = cut[: part.shape[0], : part.shape[1]]
        left += cut.shape[1] + 8
    return picture


def dominoes(table: RenderedTray) -> Spoilt:
    """Add dominoes beside two dice: two squares each, with zero to six pips."""
    picture, labels = table.laid(2)
    spots = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
    edge = int(table.edge_px * table.rng.uniform(0.8, 1.2))
    body, pip = ((235, 240, 240), (20, 20, 25)) if table.rng.random() < 0.6 else ((25, 25, 28), (240, 240, 240))
    for _ in range(int(table.rng.integers(1, 4))):
        stone = np.full((edge, 2 * edge, 3), body, np.float32)
        cv2.line(stone, (edge, 3), (edge, edge - 3), pip, 2)
        for half in (0, 1):
            for spot in spots.get(int(table.rng.integers(0, 7)), []):
                at = (int(half * edge + (0.25 + 0.25 * (spot % 3)) * edge), int((0.25 + 0.25 * (spot // 3)) * edge))
                cv2.circle(stone, at, max(2, edge // 10), pip, -1, cv2.LINE_AA)
        stone = np.ascontiguousarray(np.rot90(stone)) if table.rng.random() < 0.5 else stone
        _lay(table, picture, stone, labels)
    return picture, values(labels)


def blank(table: RenderedTray) -> Spoilt:
    """Add cubes of the dice's make without pips beside two dice."""
    picture, labels = table.laid(2)
    made = table.style
    table.style = replace(made, pip=made.body.copy(), pip_radius=0.01, recess=0.0, logo_on=0, ringed=False)
    cubes = cut_out(table, 3)
    table.style = made
    for cube in cubes:
        _lay(table, picture, cube, labels)
    return picture, values(labels)


def _lay(table: RenderedTray, picture: Array, thing: Array, labels: list[Label]) -> None:
    height, width = thing.shape[:2]
    border = int(BORDER_PX)
    for _ in range(60):
        x = int(table.rng.integers(border, SIDE_PX - border - width))
        y = int(table.rng.integers(border, SIDE_PX - border - height))
        gap = min(float(np.hypot(x + width / 2 - d.x_px, y + height / 2 - d.y_px)) for d in labels)
        if gap > 0.7 * (max(width, height) + table.edge_px):
            picture[y : y + height, x : x + width] = thing
            return


FAULTS: Mapping[str, Callable[[RenderedTray], Spoilt]] = {
    "glare": glare,
    "motion": motion,
    "touching": touching,
    "half out": half_out,
    "on the rim": on_the_rim,
    "printed": printed,
    "phone": phone,
    "dominoes": dominoes,
    "blank cubes": blank,
}


@dataclass
class Tally:
    """Readings of the images with one fault."""

    read: int = 0
    accepted: int = 0
    wrong: list[str] = field(default_factory=list)


def tried(name: str, seed: int, tallies: Mapping[str, Tally], folder: Path | None) -> None:
    """Read one image in every way: with the count, without it, in its tray; write it to `folder` if accepted and wrong.

    The tray is left out if it cannot be calibrated, for example because it is too dark.
    """
    table = RenderedTray(seed)
    empty = table.empty()
    light, true = FAULTS[name](table)
    image = table.taken(light)
    count = true.total()
    readings = {"counted": read_dice(image, count), "no count": read_dice(image)}
    try:
        tray = calibrate_tray(empty, table.corners_px, table.edge_px)
    except TrayError as fault:
        print(f"{seed}: {fault}", file=sys.stderr)
    else:
        readings["in a tray"] = read_dice(image, count, tray=tray)
    for way, reading in readings.items():
        tally = tallies[way]
        tally.read += 1
        if reading.call != "read":
            continue
        tally.accepted += 1
        if Counter(reading.values) != true:
            tally.wrong.append(f"{name} {seed} {sorted(true.elements())} read as {sorted(reading.values)}")
            if folder is not None:
                cv2.imwrite(str(folder / f"{name} {seed} {way}.png".replace(" ", "_")), image)


def main() -> None:
    """Print a row for each fault and way of reading."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=8, help="pictures of each fault")
    parser.add_argument("--first", type=int, default=FIRST_SEED)
    parser.add_argument("--only", choices=list(FAULTS))
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.pictures is not None:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    for name in [asked.only] if asked.only else FAULTS:
        tallies = {way: Tally() for way in ("counted", "no count", "in a tray")}
        for seed in range(asked.first, asked.first + asked.each):
            tried(name, seed, tallies, asked.pictures)
        for way, tally in tallies.items():
            row = {"fault": name, "read": way, "pictures": tally.read, "accepted": tally.accepted, "wrong": tally.wrong}
            print(
                json.dumps(row) if asked.json else "  ".join(f"{key} {value}" for key, value in row.items()), flush=True
            )


if __name__ == "__main__":
    main()

"""Score a dice reader on rendered trays unseen in training: `python -m tools.training.dice.trials [--onnx F]`.

Rows:
- trays from above with cocked dice among flat ones: without and with the count given, and in a tray in which flat dice
  were seen before;
- rolls of one to three dice, without and with such flat dice;
- trays at 45 degrees with 5-40 marbled dice, rims and gold pips;
- trays without dice: empty, cluttered, with a hand in.

All images are rendered, by the renderer that made the training scenes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.dice.die import Style, random_style
from tools.training.dice.scene import COCKED, Camera, Label, finish, flat_ground, scene, tray_camera
from vision.dice import acceptance, detector, networks
from vision.dice.detections import FlatDie, as_flat

FIRST_SEED = 800_000
COCKED_FROM_DEG = 15.0
NEAR = 0.6
GOLD = (60.0, 185.0, 225.0)
SKIN = ((120, 150, 200), (90, 120, 175), (60, 85, 130), (150, 180, 225))
Image = NDArray[np.uint8]
Trays = Callable[[Sequence[int]], Iterator[tuple[Image, list[Label], float]]]


def trays_from_above(seeds: Sequence[int]) -> Iterator[tuple[Image, list[Label], float]]:
    """Yield images, 512 px, of a tray from above with three in ten dice cocked, their labels and the dice's edge."""
    for seed in seeds:
        rng, edge, camera = _above(seed)
        yield *scene(rng, 512, camera, cocked=0.3), edge


def small_rolls(seeds: Sequence[int]) -> Iterator[tuple[Image, list[Label], float]]:
    """Yield the same with one to three dice, half of them cocked."""
    for seed in seeds:
        rng, edge, camera = _above(seed)
        yield *scene(rng, 512, camera, 0.5, int(rng.integers(1, 4))), edge


def flat_before(seed: int, by: networks.Networks) -> list[FlatDie]:
    """Return 4-8 other dice seen flat before under that seed's camera, on another background, in other light."""
    _, edge, camera = _above(seed)
    rng = np.random.default_rng([seed, 1])
    image, _ = scene(rng, 512, camera, 0.0, int(rng.integers(4, 9)))
    return [as_flat(die.seen) for die in acceptance.accept_dice(detector.dice_in(image, edge, by=by)).sure]


def _above(seed: int) -> tuple[np.random.Generator, float, Camera]:
    rng = np.random.default_rng(seed)
    edge = rng.uniform(34, 46)
    return rng, edge, tray_camera(rng, 512, edge, abs(rng.normal(0, 0.09)))


def trays_from_the_side(seeds: Sequence[int]) -> Iterator[tuple[Image, list[Label], float]]:
    """Yield images, 640 px, of marbled dice at 40-50 degrees."""
    for seed in seeds:
        rng = np.random.default_rng(seed)
        edge = rng.uniform(34, 46)
        camera = tray_camera(rng, 640, edge, np.radians(rng.uniform(40, 50)))
        yield *scene(rng, 640, camera, 0.0, int(rng.integers(5, 41)), marbled), edge


def marbled(rng: np.random.Generator) -> Style:
    """Return a marbled set, every second one with gold pips."""
    style = random_style(rng)
    pip = np.array(GOLD, np.float32) if rng.random() < 0.5 and style.body.mean() < 150 else style.pip
    return replace(style, marble=rng.uniform(0.4, 1), pip=pip)


def trays_without_dice(seeds: Sequence[int]) -> Iterator[tuple[str, Image]]:
    """Yield empty trays, cluttered ones, and ones with a hand in, 640 px, in turn."""
    for seed in seeds:
        rng = np.random.default_rng(seed)
        ground = flat_ground(rng, 640)
        kind = ("empty", "cluttered", "hand in")[seed % 3]
        if kind == "cluttered":
            for _ in range(rng.integers(5, 20)):
                _thing(rng, ground)
        if kind == "hand in":
            _hand(rng, ground)
        yield kind, finish(rng, ground)


def _thing(rng: np.random.Generator, ground: NDArray[np.float32]) -> None:
    """Draw a token, a coin, a base, a pencil or a card."""
    x, y = (int(v) for v in rng.integers(0, 640, 2))
    colour, rim = ([float(v) for v in rng.uniform(0, 255, 3)] for _ in range(2))
    size, kind = int(rng.integers(10, 45)), rng.integers(4)
    cv2.circle(ground, (x + 3, y + 4), size, [float(v) * 0.5 for v in ground[y, x]], -1, cv2.LINE_AA)
    if kind == 0:
        cv2.circle(ground, (x, y), size, colour, -1, cv2.LINE_AA)
        cv2.circle(ground, (x, y), int(size * 0.7), rim, 2, cv2.LINE_AA)
    elif kind == 1:
        box = cv2.boxPoints(((x, y), (size * 1.6, size * rng.uniform(1.2, 2.4)), rng.uniform(0, 90)))
        cv2.fillConvexPoly(ground, box.astype(np.int32), colour, cv2.LINE_AA)
        mask = np.zeros(ground.shape[:2], np.uint8)
        cv2.putText(mask, str(rng.integers(0, 21)), (x - 10, y + 8), cv2.FONT_HERSHEY_SIMPLEX, 0.8, 255, 2)
        ground[mask > 0] = rim
    elif kind == 2:
        way = rng.uniform(0, 2 * np.pi)
        end = (int(x + 180 * np.cos(way)), int(y + 180 * np.sin(way)))
        cv2.line(ground, (x, y), end, colour, int(rng.integers(6, 16)), cv2.LINE_AA)
    else:
        corners = [(x + int(rng.normal(0, size)), y + int(rng.normal(0, size))) for _ in range(6)]
        cv2.fillPoly(ground, [cv2.convexHull(np.array(corners))], colour, cv2.LINE_AA)


def _hand(rng: np.random.Generator, ground: NDArray[np.float32]) -> None:
    """Draw a hand from the left: an arm, a palm, four fingers with nails, a thumb."""
    skin = np.array(SKIN[rng.integers(len(SKIN))], np.float64) * rng.uniform(0.8, 1.15)
    x, y, size = rng.uniform(200, 420), rng.uniform(200, 440), rng.uniform(60, 95)
    tone = [float(v) for v in skin]
    cv2.line(ground, (-20, int(y + rng.normal(0, 60))), (int(x), int(y)), tone, int(1.3 * size), cv2.LINE_AA)
    cv2.ellipse(ground, (int(x), int(y)), (int(size), int(0.8 * size)), 0, 0, 360, tone, -1, cv2.LINE_AA)
    for k, way in enumerate((-0.5, -0.2, 0.1, 0.4, 1.3)):
        angle, reach = way + rng.normal(0, 0.06), size * (1.9 if k < 4 else 1.5)
        tip = (int(x + reach * np.cos(angle)), int(y + reach * np.sin(angle)))
        shade = [v * rng.uniform(0.85, 1.05) for v in tone]
        cv2.line(ground, (int(x), int(y)), tip, shade, int(0.38 * size), cv2.LINE_AA)
        cv2.circle(ground, tip, int(0.11 * size), [min(255.0, v * 1.2) for v in tone], -1, cv2.LINE_AA)


def read_labels(
    image: Image,
    labels: Sequence[Label],
    edge: float,
    by: networks.Networks,
    *,
    counted: bool = False,
    known: Sequence[FlatDie] = (),
) -> Iterator[tuple[Label, acceptance.ReadDie | None]]:
    """Yield each label that can be scored with its reading; with `counted` the reader is given the number of dice."""
    found = detector.dice_in(image, edge, by=by, known=known)
    dice = list(acceptance.accept_dice(found, len(labels) if counted else None, known).dice)
    for label in labels:
        inside = 12 < label.x_px < image.shape[1] - 12 and 12 < label.y_px < image.shape[0] - 12
        if not label.sure or not inside:
            continue
        far = [float(np.hypot(die.seen.x_px - label.x_px, die.seen.y_px - label.y_px)) for die in dice]
        at = int(np.argmin(far)) if far else -1
        yield label, dice.pop(at) if far and far[at] < NEAR * label.edge_px else None


def cocked_figures(read: Iterable[tuple[Label, acceptance.ReadDie | None]]) -> dict[str, Any]:
    """Return the counts of cocked and flat dice that are flagged, and of flat ones read correctly."""
    tally = {"cocked": [0, 0], "cocked believed": [0, 0], "flat": [0, 0], "flat right": [0, 0]}
    for label, die in read:
        flagged = die is not None and die.state is acceptance.DieState.COCKED
        if label.value != COCKED:
            _add(tally["flat"], flagged)
            _add(tally["flat right"], die is not None and die.value == label.value)
        elif label.tilt_deg >= COCKED_FROM_DEG:
            _add(tally["cocked"], flagged)
            _add(tally["cocked believed"], die is not None and die.doubt is None)
    return {name: [*row, round(row[0] / max(1, row[1]), 4)] for name, row in tally.items()}


def read_trays(
    trays: Trays, seeds: Sequence[int], by: networks.Networks, *, counted: bool, known: bool = False
) -> Iterator[tuple[Label, acceptance.ReadDie | None]]:
    """Yield each label of those trays with its reading; with `known`, flat dice were seen in the tray before."""
    for seed, (image, labels, edge) in zip(seeds, trays(seeds), strict=True):
        before = flat_before(seed, by) if known else ()
        yield from read_labels(image, labels, edge, by, counted=counted, known=before)


def side_figures(seeds: Sequence[int], by: networks.Networks) -> dict[str, Any]:
    """Return the share of dice from the side that are read correctly, and precision and coverage of accepted ones."""
    right, believed, whole = 0, [0, 0], 0
    for image, labels, edge in trays_from_the_side(seeds):
        for label, die in read_labels(image, labels, edge, by):
            whole += 1
            right += die is not None and die.value == label.value
            if die is not None and die.doubt is None:
                _add(believed, die.value == label.value)
    return {
        "dice": whole,
        "right": round(right / max(1, whole), 4),
        "precision of believed": round(believed[0] / max(1, believed[1]), 4),
        "coverage of believed": round(believed[1] / max(1, whole), 4),
    }


def nothing_figures(seeds: Sequence[int], by: networks.Networks) -> dict[str, Any]:
    """Return the number of trays without dice in which dice were read, and that were accepted as rolls."""
    tally: dict[str, list[int]] = {}
    for kind, image in trays_without_dice(seeds):
        reading = acceptance.accept_dice(detector.dice_in(image, networks.EDGE_PX, by=by))
        row = tally.setdefault(kind, [0, 0, 0])
        row[0] += bool(reading.dice)
        row[1] += reading.why is None
        row[2] += 1
    return {kind: dict(zip(("dice seen", "accepted", "trays"), row, strict=True)) for kind, row in tally.items()}


def _add(row: list[int], hit: bool) -> None:
    row[0] += hit
    row[1] += 1


def main() -> None:
    """Print the scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--onnx", type=Path, default=networks.WEIGHTS)
    parser.add_argument("--closer", type=Path, default=networks.LOOKS)
    parser.add_argument("--trays", type=int, default=100)
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the first tray's seed")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.trays)
    cv2.setNumThreads(1)
    by = networks.networks(asked.onnx, asked.closer)
    for words, trays, counted, known in (
        ("from above", trays_from_above, False, False),
        ("from above, the count given", trays_from_above, True, False),
        ("the same in a tray that is known", trays_from_above, True, True),
        ("one to three dice", small_rolls, True, False),
        ("the same in a tray that is known", small_rolls, True, True),
    ):
        print(words, json.dumps(cocked_figures(read_trays(trays, seeds, by, counted=counted, known=known))), flush=True)
    print("from the side", json.dumps(side_figures(seeds, by)), flush=True)
    print(
        "without dice",
        json.dumps(nothing_figures(range(asked.first, asked.first + 3 * asked.trays), by)),
        flush=True,
    )


if __name__ == "__main__":
    main()

"""Measure the acceptance and correctness of rolls in path-traced trays.

    python -m benchmarks.dice.rooms FOLDER [--uncounted] [--refused] [--json]

FOLDER has a folder for each tray, as written by `python -m tools.training.dice.traced.trays`: images of the empty tray,
of one roll for calibration, and of others, with `labels.json`. They are processed like a table's images, with the
number of dice given unless `--uncounted`. A roll with a cocked die is correct only if it is refused. `--refused` prints
the reason for each other refusal.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.dice.trays import Image, Tally, Values
from vision.dice.reader import read_dice
from vision.dice.tray import Tray, TrayError
from vision.dice.tray_calibration import tray_of_pictures
from vision.image_file import ImageError, read_image

EMPTY, CALIBRATING, ROLLS = "empty*.png", "calib.png", "roll*.png"
COCKED_ROLLS, FLAT_ROLLS = "rolls with a cocked die", "rolls of flat dice"
_COCKED = 0
"""Value of a cocked die: no reading has it, so that no reading of the roll is exact."""


def trays(folder: Path) -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Yield each tray's name, folder and labels."""
    said = sorted(folder.glob("*/labels.json"))
    if not said:
        raise SystemExit(f"{folder} has no trays: render some with python -m tools.training.dice.traced.trays {folder}")
    for path in said:
        yield path.parent.name, path.parent, json.loads(path.read_text())


def calibrated(folder: Path, about: dict[str, Any]) -> Tray:
    """Return the calibrated tray; `TrayError` if it cannot be calibrated."""
    empty = [picture(path) for path in sorted(folder.glob(EMPTY))]
    roll = picture(folder / CALIBRATING)
    return tray_of_pictures(empty, np.array(about["corners"]), about["edge_px"], {"p1": roll}, printed=True)


def picture(path: Path) -> Image:
    """Return an image of a tray."""
    try:
        return read_image(path)
    except (OSError, ImageError) as fault:
        raise SystemExit(f"{fault}; delete its folder and render the tray again") from None


def shown(dice: list[dict[str, Any]]) -> Values:
    """Return the values of a roll's dice."""
    return Counter(_COCKED if die["cocked"] else int(die["value"]) for die in dice)


def read(folder: Path, *, counted: bool, refused: bool) -> dict[str, Tally]:
    """Return the readings of rolls, those with cocked dice separately."""
    tallies = {FLAT_ROLLS: Tally(), COCKED_ROLLS: Tally()}
    for name, place, about in trays(folder):
        rolls = {path.name: shown(about["pictures"][path.name]) for path in sorted(place.glob(ROLLS))}
        tally = tallies[COCKED_ROLLS if any(_COCKED in true for true in rolls.values()) else FLAT_ROLLS]
        tally.trays += 1
        try:
            tray = calibrated(place, about)
        except TrayError as fault:
            tally.refused.append(f"{name}: {fault}")
            continue
        for roll, true in rolls.items():
            reading = read_dice(picture(place / roll), true.total() if counted else None, tray=tray)
            tally.add(f"{name} {roll}", true, reading)
            if refused and reading.call != "read":
                print(f"{name} {roll}: {reading.why} ({about['made']})", flush=True)
    return {name: tally for name, tally in tallies.items() if tally.trays}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--uncounted", action="store_true", help="the number of dice is not said")
    parser.add_argument("--refused", action="store_true", help="print why rolls are refused")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for name, tally in read(asked.folder, counted=not asked.uncounted, refused=asked.refused).items():
        row = {"of": name, **tally.row()}
        print(json.dumps(row) if asked.json else "  ".join(f"{key} {value}" for key, value in row.items()), flush=True)


if __name__ == "__main__":
    main()

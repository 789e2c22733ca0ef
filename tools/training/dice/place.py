"""Locate the die in photographs of one die without a box: `python -m tools.training.dice.place --photos DATA ...`.

Prints the lines of `places.txt`: `source/image x y edge`, px, as read at `--die-px`. Photographs in which no die, or
another value than the label's, is read are left out, so that no wrong position is used for training.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2

from vision.dice.detector import dice_in
from vision.image_file import read_image


def main() -> None:
    """Print the position of each die that is read as labelled."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--die-px", type=float, required=True)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    folder = asked.photos / asked.source
    for entry in json.loads((folder / "labels.json").read_text()):
        image = read_image(folder / entry["image"])
        found = dice_in(image, asked.die_px)
        if found and [found[0].value] == [die["value"] for die in entry["dice"]]:
            die = found[0]
            print(f"{asked.source}/{entry['image']} {die.x_px:.1f} {die.y_px:.1f} {die.edge_px:.1f}")


if __name__ == "__main__":
    main()

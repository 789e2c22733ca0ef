"""Draws docs/pictures/dice-limits.jpg: what the dice reader makes of hard pictures: `python -m docs.dice_sheet`.

Each is a rendered tray with one fault of `benchmarks/dice/adversary.py`, as a photograph with the number of dice that
lie there said (its marks), with none said, and in its calibrated tray. Nothing of it is a photograph. Prints the lines.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.dice.adversary import FAULTS, FIRST_SEED
from benchmarks.dice.trays import RenderedTray
from overlook.cli.dice import marked
from vision.dice.acceptance import RollReading
from vision.dice.reader import read_dice
from vision.dice.tray import calibrate_tray

SHEET = Path(__file__).resolve().parent / "pictures" / "dice-limits.jpg"
ACROSS = 3
CELL_PX = 400
LINE_PX = 22
QUALITY = 80
SEEDS = dict.fromkeys(FAULTS, FIRST_SEED) | {"printed": FIRST_SEED + 3, "phone": FIRST_SEED + 3}
"""Which picture of each fault is shown."""

Image = NDArray[np.uint8]


def said(reading: RollReading, true: Counter[int]) -> str:
    """Return a reading in a few words; one that is believed and wrong says so."""
    shown = " ".join(f"{die.value or 'cocked'}{'' if die.doubt is None else '?'}" for die in reading.dice) or "nothing"
    wrong = reading.call == "read" and Counter(reading.values) != true
    return f"{'WRONG' if wrong else reading.call}: {shown}"


def cell(fault: str, seed: int) -> Image:
    """Return one picture with its marks, and below it what lies there and what is read."""
    table = RenderedTray(seed)
    empty = table.empty()
    light, true = FAULTS[fault](table)
    image = table.taken(light)
    tray = calibrate_tray(empty, table.corners_px, table.edge_px)
    counted = read_dice(image, true.total())
    lines = (
        f"{fault}: {' '.join(map(str, sorted(true.elements())))} thrown".replace(" 0", " cocked"),
        f"number said: {said(counted, true)}",
        f"none said: {said(read_dice(image), true)}",
        f"in its tray: {said(read_dice(image, true.total(), tray=tray), true)}",
    )
    print("; ".join(lines), flush=True)
    drawn = cv2.resize(marked(image, counted), (CELL_PX, CELL_PX), interpolation=cv2.INTER_AREA)
    below = np.full((LINE_PX * (len(lines) + 1), CELL_PX, 3), 255, np.uint8)
    for number, line in enumerate(lines, start=1):
        cv2.putText(below, line, (6, LINE_PX * number), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    return np.asarray(np.vstack([drawn, below]), dtype=np.uint8)


def main() -> None:
    """Draw the sheet."""
    cells = [cell(fault, seed) for fault, seed in SEEDS.items()]
    rows = [np.hstack(cells[start : start + ACROSS]) for start in range(0, len(cells), ACROSS)]
    cv2.imwrite(str(SHEET), np.vstack(rows), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


if __name__ == "__main__":
    main()

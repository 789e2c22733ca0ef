"""Measure the detection of cocked dice in calibrated trays, and how many of them are accepted.

    python -m benchmarks.dice.cocked [--trays N] [--rolls K] [--first SEED] [--weigh] [--json]

The trays are those of `trays.py`. Each gets K rolls of one to six dice with their number given, half of the dice
cocked: tilted by 12 to 45 degrees, on the ground or on a neighbour. Dice cocked by 15 degrees or more, and flat ones,
are counted by result: called cocked, unsure for another reason, unseen, accepted; and rolls with a cocked die that were
accepted are listed. `--weigh` prints the weights that these dice give to the evidence in a known tray (`KNOWN_WEIGHTS`
in `vision/dice/detections.py`).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass, field, fields

import cv2
import numpy as np

from benchmarks.dice.trays import BORDER_PX, FIRST_SEED, SIDE_PX, RenderedTray, calibrated_trays
from tools.training.dice.scene import Label
from tools.training.dice.trials import COCKED_FROM_DEG
from tools.training.dice.weigh import weights_of
from vision.dice.acceptance import DieState, ReadDie, RollReading
from vision.dice.detections import LEAN_ENOUGH, LESS_SURE_KNOWN, TOGETHER, Tilt, TiltWeights, tilts_of
from vision.dice.reader import in_picture, read_view

COCKED_SHARE = 0.5
SAME = 0.6
"""Largest distance, in edges, between a die that was read and the label it belongs to."""


@dataclass
class Tally:
    """Dice of calibrated trays, counted by pose and result."""

    trays: int = 0
    rolls: int = 0
    dice: Counter[str] = field(default_factory=Counter)
    accepted: list[str] = field(default_factory=list)
    evidence: dict[str, list[list[float]]] = field(default_factory=lambda: {"flat": [], "cocked": []})

    def add(
        self,
        name: str,
        reading: RollReading,
        lying: list[Tilt],
        labels: list[Label],
        made: RenderedTray,
        *,
        known: bool,
    ) -> None:
        """Count the visible dice of one roll; `lying` are the tilts of the dice that were read.

        `known` is whether the tray knows how flat dice lean; only then is the evidence kept for fitting.
        """
        self.rolls += 1
        if reading.call == "read" and any(label.tilt_deg >= COCKED_FROM_DEG for label in labels):
            self.accepted.append(name)
        for label in labels:
            if _clear(label, made) and (label.tilt_deg == 0 or label.tilt_deg >= COCKED_FROM_DEG):
                kind = "flat" if label.tilt_deg == 0 else "cocked"
                at = _nearest(reading, label, SAME * made.edge_px)
                self.dice[kind] += 1
                self.dice[f"{kind} {'unseen' if at is None else _said(reading.dice[at])}"] += 1
                if at is not None and known:
                    self.evidence[kind].append(_weighed(reading.dice[at], lying[at]))

    def row(self) -> dict[str, object]:
        """Return the counts."""
        return {
            "trays": self.trays,
            "rolls": self.rolls,
            **dict(sorted(self.dice.items())),
            "accepted with a cocked die": self.accepted,
        }


def _clear(label: Label, made: RenderedTray) -> bool:
    low, high = BORDER_PX + made.edge_px / 2, SIDE_PX - BORDER_PX - made.edge_px / 2
    return label.sure and low < label.x_px < high and low < label.y_px < high


def _nearest(reading: RollReading, label: Label, near_px: float) -> int | None:
    """Return the index of the die that was read at a label, or None."""
    far = [float(np.hypot(die.seen.x_px - label.x_px, die.seen.y_px - label.y_px)) for die in reading.dice]
    return int(np.argmin(far)) if far and min(far) < near_px else None


def _weighed(die: ReadDie, stance: Tilt) -> list[float]:
    """Return a die's evidence in a known tray, and 1 for the constant."""
    lean = min(LEAN_ENOUGH, stance.tilt / (1 + LESS_SURE_KNOWN * stance.oblique))
    return [die.askew.first_look, die.askew.closer_look, lean, 1.0]


def _said(die: ReadDie) -> str:
    if die.state is DieState.COCKED:
        return "called cocked"
    return "believed" if die.doubt is None else "doubted"


def tally_of(seeds: range, rolls: int) -> Tally:
    """Return the results of the dice of `rolls` rolls in each tray."""
    tally = Tally()
    for seed, made, tray in calibrated_trays(seeds):
        tally.trays += 1
        known = len(tray.flat) >= TOGETHER
        for number in range(rolls):
            light, labels = made.drawn(made.places(int(made.rng.integers(1, 7)), COCKED_SHARE))
            reading = read_view(tray.view(made.taken(light)), tray, len(labels), tray.flat)
            lying = tilts_of([die.seen for die in reading.dice], tray.flat)
            tally.add(f"{seed}.{number}", in_picture(reading, tray), lying, labels, made, known=known)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trays", type=int, default=40)
    parser.add_argument("--rolls", type=int, default=5)
    parser.add_argument("--first", type=int, default=FIRST_SEED)
    parser.add_argument("--weigh", action="store_true", help="print the weights of the evidence too")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    tally = tally_of(range(asked.first, asked.first + asked.trays), asked.rolls)
    if asked.weigh:
        flat, cocked = (np.array(rows, np.float64).reshape(-1, 4) for rows in tally.evidence.values())
        print(
            dict(
                zip(
                    [each.name for each in fields(TiltWeights)], weights_of(flat, cocked).round(2).tolist(), strict=True
                )
            )
        )
    row = tally.row()
    print(json.dumps(row) if asked.json else "  ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()

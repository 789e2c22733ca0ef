"""Measure the dice reader on photographs of each source, at unknown scale.

    python benchmarks/dice/sources.py DATA [--sources a b] [--every N] [--uncounted] [--mistakes] [--json]
    python benchmarks/dice/sources.py FOLDER --empty [--every N] [--thrown K]
    python -m benchmarks.dice.sources DATA --ablate [NAME ...] [--rendered N] [--sources a b] [--every N]

DATA is a folder of sources, each with labels.json (`[{"image", "dice": [{"value"}]}]`). A die counts as right if a die
of its value is read, a roll as exact if its values are. "accepted" are rolls that are called read; "wrong and accepted"
must be 0. "one die in doubt" are rolls that one answer about one die would make accepted, with the count given. Results
for sources that the committed weights were trained on mean little: they are marked. With `--empty`,
FOLDER holds photographs without dice, in folders of any depth: no dice may be read in them, even with `--thrown` as
their given number. With `--ablate`, each heuristic of `benchmarks/dice/ablation.py` (or those named) is switched off
in turn, with the count and without; `--rendered N` adds N rendered trays, and clutter. A row is printed for the reader
as it is and for each heuristic that changes a count; "wrong at most" is the upper 95 % bound of the share of wrong
rolls among those accepted (Clopper and Pearson).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from vision.dice.acceptance import RollReading, open_die
from vision.dice.reader import read_dice
from vision.image_file import ImageError, read_image

SEEN_IN_TRAINING = ("nell-byler", "matteop65", "rune55-circle-gray", "epanemu")
MANY_DICE = 40
PICTURES = (".jpg", ".jpeg", ".png")


@dataclass
class Tally:
    """Counts over the photographs of one source."""

    dice: int = 0
    right: int = 0
    rolls: int = 0
    exact: int = 0
    accepted: int = 0
    accepted_exact: int = 0
    asked: int = 0
    asked_exact: int = 0
    cpu_s: float = 0.0
    mistakes: list[str] = field(default_factory=list)

    def add(self, name: str, true: Counter[int], reading: RollReading) -> None:
        """Count one photograph."""
        said = Counter(reading.values)
        self.dice += true.total()
        self.right += (said & true).total()
        self.rolls += 1
        self.exact += said == true
        self.accepted += reading.call == "read"
        self.accepted_exact += reading.call == "read" and said == true
        asked = open_die(reading)
        if asked is not None and len(reading.dice) == true.total():
            others = Counter(die.value for k, die in enumerate(reading.dice) if k != asked and die.value is not None)
            self.asked += 1
            self.asked_exact += (others - true).total() == 0
        if said != true:
            words = f"{reading.call}: {_words(true)} read as {_words(said)}"
            self.mistakes.append(f"{name} {words}{f' ({reading.why})' if reading.why else ''}")

    def row(self, source: str) -> dict[str, object]:
        """Return the shares."""
        return {
            "source": source + (" (seen in training)" if source in SEEN_IN_TRAINING else ""),
            "rolls": self.rolls,
            "die right": _share(self.right, self.dice),
            "roll exact": _share(self.exact, self.rolls),
            "accepted": _share(self.accepted, self.rolls),
            "exact when accepted": _share(self.accepted_exact, self.accepted),
            "wrong and accepted": self.accepted - self.accepted_exact,
            "one die in doubt": self.asked,
            "exact when it is answered": self.asked_exact,
            "cpu s a picture": round(self.cpu_s / max(1, self.rolls), 2),
        }


def pictures(folder: Path, every: int) -> Iterator[tuple[str, NDArray[np.uint8], Counter[int]]]:
    """Yield each photograph of a source with the values of its dice."""
    for entry in json.loads((folder / "labels.json").read_text())[::every]:
        try:
            image = read_image(folder / entry["image"])
        except (OSError, ImageError) as fault:
            raise SystemExit(f"{fault}; download the source's folder again") from None
        values = Counter(int(die["value"]) for die in entry["dice"])
        if 0 < values.total() <= MANY_DICE:
            yield entry["image"], image, values


def tally(folder: Path, every: int, *, counted: bool) -> Tally:
    """Return the readings of one source's photographs."""
    score = Tally()
    for name, image, true in pictures(folder, every):
        began = time.process_time()
        reading = read_dice(image, true.total() if counted else None)
        score.cpu_s += time.process_time() - began
        score.add(name, true, reading)
    return score


def read_in_empty(folder: Path, every: int, thrown: int | None = None) -> dict[str, object]:
    """Return the number of photographs without dice, the dice read in them, and how many had any detection."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in PICTURES)[::every]
    readings = {path.name: read_dice(read_image(path), thrown) for path in paths}
    return {
        "pictures": len(paths),
        "dice read": {name: _words(Counter(each.values)) for name, each in readings.items() if each.call == "read"},
        "dice believed": sum(len(each.sure) for each in readings.values()),
        "something seen": sum(bool(each.dice) for each in readings.values()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sources", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--uncounted", action="store_true", help="do not say how many dice were thrown")
    parser.add_argument("--empty", action="store_true", help="the pictures show no dice")
    parser.add_argument("--thrown", type=int, help="how many dice pictures without any are said to show")
    parser.add_argument("--ablate", nargs="*", help="heuristics to switch off, all by default")
    parser.add_argument("--rendered", type=int, default=0, help="with --ablate: rendered trays")
    parser.add_argument("--mistakes", action="store_true")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.empty:
        print(json.dumps(read_in_empty(asked.data, asked.every, asked.thrown)))
        return
    sources = asked.sources
    if sources is None:
        sources = sorted(each.name for each in asked.data.iterdir() if each.is_dir())
    if asked.ablate is not None:
        print_ablation(asked, sources)
        return
    for source in sources:
        score = tally(asked.data / source, asked.every, counted=not asked.uncounted)
        row = score.row(source)
        print(
            json.dumps(row) if asked.json else "  ".join(f"{name} {value}" for name, value in row.items()), flush=True
        )
        if asked.mistakes:
            print("\n".join(f"    {line}" for line in score.mistakes))


def print_ablation(asked: argparse.Namespace, sources: Sequence[str]) -> None:
    """Print the rows of the readings with heuristics switched off."""
    from benchmarks.dice.ablation import HEURISTICS, cases_of, measure, rows

    cases = cases_of(asked.data, sources, asked.every, rendered=asked.rendered)
    for row in rows(measure(cases, asked.ablate or list(HEURISTICS))):
        print(json.dumps(row), flush=True)


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def _words(values: Counter[int]) -> str:
    return " ".join(map(str, sorted(values.elements()))) or "nothing"


if __name__ == "__main__":
    main()

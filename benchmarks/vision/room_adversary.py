"""Measure table vision in rendered rooms with random combinations of faults.

    python benchmarks/vision/room_adversary.py [--rooms N] [--pictures N] [--first N] [--kept FILE]

Renders N rooms of the simulated table and degrades each N times by two to four effects of different kinds with random
severity: blur, light, covered tags, distortion, a wrong lens calibration, a rotated image, coding. They are independent
of the conditions in docs/accuracy.md. Prints for each kind, over the images that have it, and over all: share found,
share covered by the stated 95 %, largest error, largest error relative to the stated 95 % radius, and lies (see
`room_figures.py`), with the faults of each lie.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from benchmarks.vision.room_figures import SIZES, kept_cards, read
from simulation.degradations import GroundTruthImage, Scorecard, Verdict, camera_effects, occluders, rendered_image

Draw = Callable[[GroundTruthImage, np.random.Generator], tuple[str, GroundTruthImage]]

MOST_FAULTS = 4


@dataclass(frozen=True, slots=True)
class Way:
    """One effect of a kind of fault: its description, its function, and the range of its severity."""

    says: str
    does: Callable[[GroundTruthImage, np.random.Generator, float], GroundTruthImage]
    least: float
    most: float
    whole: bool = False

    def __call__(self, room: GroundTruthImage, rng: np.random.Generator) -> tuple[str, GroundTruthImage]:
        """Return the description of the effect, and the room after it."""
        drawn = int(rng.integers(int(self.least), int(self.most))) if self.whole else rng.uniform(self.least, self.most)
        return self.says.format(drawn), self.does(room, rng, drawn)


def _one_of(*ways: Draw) -> Draw:
    return lambda room, rng: ways[rng.integers(len(ways))](room, rng)


def _blur(room: GroundTruthImage, rng: np.random.Generator) -> tuple[str, GroundTruthImage]:
    moved = Way("moved {:.1f} px", camera_effects.motion_blur, 1.0, 6.5)
    return (moved if rng.random() < 0.5 else Way("defocused {:.1f} px", camera_effects.defocus, 0.5, 3.0))(room, rng)


FAULTS: dict[str, Draw] = {
    "on tags": _one_of(
        Way("{:.0%} of the tags partly covered", occluders.partly_covered, 0.05, 0.4),
        Way("{} things lie about", lambda room, rng, things: occluders.clutter(room, rng, int(things)), 10, 70, True),
        lambda room, rng: ("terrain's tags covered", occluders.terrain_tags_covered(room, rng)),
        Way("worn {:.1f}", occluders.worn, 0.5, 2.5),
    ),
    "bent": _one_of(
        Way("wobble {:.1f} px", camera_effects.wobble, 0.3, 1.5),
        Way("bowed {:.1f} mm", camera_effects.bowed, 0.5, 4.0),
        Way("tags curled {:.1f} mm", camera_effects.curled_tags, 0.5, 2.5),
        Way("stretched {:+.2%}", camera_effects.stretched, -0.004, 0.004),
    ),
    "light": _one_of(
        Way("shadows to {:.2f}", occluders.hard_shadows, 0.15, 0.6),
        Way("exposure {:+.1f}", camera_effects.exposure, -5.0, 1.5),
        Way("glare of {}", lambda room, rng, lamps: camera_effects.glare(room, rng, int(lamps)), 1, 6, True),
        Way("vignette to {:.2f}", camera_effects.vignette, 0.2, 0.7),
    ),
    "blur": _blur,
    "turned": lambda room, rng: ("turned by 180 degrees", camera_effects.turned_round(room, rng)),
    "lens": _one_of(
        Way("fx {:.2%} wrong", camera_effects.wrong_focal, 0.001, 0.006),
        Way("focal length {:.2%} wrong", camera_effects.wrong_zoom, 0.001, 0.01),
        Way("centre {:.0f} px off", camera_effects.wrong_centre, 3.0, 18.0),
        Way("k1 {:+.3f}", camera_effects.wrong_distortion, -0.04, 0.04),
    ),
    "coded": _one_of(
        Way("JPEG {:.0f}", camera_effects.jpeg, 25, 80),
        Way("gamma {:.1f}", camera_effects.gamma, 1.0, 2.8),
        Way("denoised", camera_effects.denoise, 0.3, 1.0),
        Way("white balance", camera_effects.white_balance, 0.1, 0.5),
    ),
}
"""Random effects of each kind of fault, in the order in which light meets them."""


def spoiled(room: GroundTruthImage, seed: int) -> tuple[dict[str, str], GroundTruthImage]:
    """Return the effects applied to a room, by kind, and the room after them."""
    rng = np.random.default_rng([seed, 2323])
    count = int(rng.integers(2, MOST_FAULTS + 1))
    chosen = sorted(rng.choice(len(FAULTS), count, replace=False))
    done = {}
    for index in chosen:
        kind, draw = list(FAULTS.items())[index]
        done[kind], room = draw(room, rng)
    return done, room


def row(name: str, card: Scorecard) -> str:
    """Return one row of the table."""
    worst = card.worst
    furthest = max(card.verdicts, key=lambda each: each.error_mm / each.stated_mm, default=None)
    if worst is None or furthest is None:
        return f"| {name} | {card.rooms} | {len(card.refusals)} | - | - | - | - | - |"
    return (
        f"| {name} | {card.rooms} | {len(card.refusals)} | {card.found_share:.3f} | {card.covered:.3f} "
        f"| {worst.error_mm:.1f} mm (stated {worst.stated_mm:.2f}) | {furthest.error_mm / furthest.stated_mm:.1f} "
        f"({furthest.error_mm:.2f} mm) | {len(card.lies)} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Several faults at once, drawn at random.")
    parser.add_argument("--rooms", type=int, default=6, help="how many rooms are drawn")
    parser.add_argument("--pictures", type=int, default=20, help="how often each is spoiled")
    parser.add_argument("--first", type=int, default=4000, help="the first room's seed")
    parser.add_argument("--kept", type=Path, help="a file that keeps what was measured (JSON lines)")
    arguments = parser.parse_args()
    kept = kept_cards(arguments.kept)
    cards: dict[str, Scorecard] = {"all": Scorecard()}
    lies: list[tuple[str, Verdict]] = []
    for seed in range(arguments.first, arguments.first + arguments.rooms):
        clean: GroundTruthImage | None = None
        for number in range(arguments.pictures):
            own = 1000 * seed + number
            key = str(own)
            if key not in kept:
                clean = clean or rendered_image(seed, SIZES[seed % 2])
                done, room = spoiled(clean, own)
                kept[key] = card = read(room, own, ())[0]
                card.said = [f"{kind}: {what}" for kind, what in done.items()]
                if arguments.kept is not None:
                    with arguments.kept.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({"key": key, "card": asdict(card)}) + "\n")
                print(f"\r{own}: {'; '.join(card.said):110s}", end="", file=sys.stderr)
            card = kept[key]
            for kind in ("all", *(line.partition(":")[0] for line in card.said)):
                cards.setdefault(kind, Scorecard()).add(card)
            lies += [(f"{key}: {'; '.join(card.said)}", lie) for lie in card.lies]
    print(file=sys.stderr)
    print("| with | pictures | refused | found | covered | furthest off | furthest off / stated | lies |")
    print("|---|---|---|---|---|---|---|---|")
    for name in ("all", *FAULTS):
        if name in cards:
            print(row(name, cards[name]))
    for where, lie in lies:
        print(f"lie: {lie.id} {lie.error_mm:.1f} mm off, stated {lie.stated_mm:.2f}; {where}")


if __name__ == "__main__":
    main()

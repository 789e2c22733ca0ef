"""Rooms in which several faults, drawn at random, come together: python benchmarks/room_adversary.py.

    python benchmarks/room_adversary.py [--rooms N] [--pictures N] [--first N] [--kept FILE]

Draws N rooms of the simulated table and spoils each N times by two to four effects of different kinds with severities
drawn at random: blur, light, what lies on tags, what bends the picture, a lens that is not the calibrated one, the
picture turned, how it is coded. Nothing of it is one of the table's conditions in docs/accuracy.md. Says for each kind,
of the pictures in which it takes part, and over all: found, covered by the stated 95 %, the furthest off, the furthest
off as a multiple of the 95 % radius that was stated, and lies (see `room_figures.py`), with the faults of each lie.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from benchmarks.room_figures import SIZES, kept_cards, read
from hardware.simulated.rooms import Room, Scorecard, Verdict, coding, covering, drawn_room, lens, rigs, shadows, warps

Draw = Callable[[Room, np.random.Generator], tuple[str, Room]]

MOST_FAULTS = 4


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault: what it is drawn by, in the order in which light meets it."""

    kind: str
    draw: Draw


def _blur(room: Room, rng: np.random.Generator) -> tuple[str, Room]:
    if rng.random() < 0.5:
        length = rng.uniform(1.0, 6.5)
        return f"moved {length:.1f} px", lens.motion_blur(room, rng, length)
    radius = rng.uniform(0.5, 3.0)
    return f"defocused {radius:.1f} px", lens.defocus(room, rng, radius)


def _light(room: Room, rng: np.random.Generator) -> tuple[str, Room]:
    which = rng.integers(4)
    if which == 0:
        left = rng.uniform(0.15, 0.6)
        return f"shadows to {left:.2f}", shadows.hard_shadows(room, rng, left)
    if which == 1:
        stops = rng.uniform(-5.0, 1.5)
        return f"exposure {stops:+.1f}", lens.exposure(room, rng, stops)
    if which == 2:
        lamps = int(rng.integers(1, 6))
        return f"glare of {lamps}", lens.glare(room, rng, lamps)
    left = rng.uniform(0.2, 0.7)
    return f"vignette to {left:.2f}", lens.vignette(room, rng, left)


def _on_tags(room: Room, rng: np.random.Generator) -> tuple[str, Room]:
    which = rng.integers(4)
    if which == 0:
        share = rng.uniform(0.05, 0.4)
        return f"{share:.0%} of the tags partly covered", covering.partly_covered(room, rng, share)
    if which == 1:
        things = int(rng.integers(10, 70))
        return f"{things} things lie about", covering.clutter(room, rng, things)
    if which == 2:
        return "terrain's tags covered", covering.terrain_tags_covered(room, rng)
    worn = rng.uniform(0.5, 2.5)
    return f"worn {worn:.1f}", covering.worn(room, rng, worn)


def _bends(room: Room, rng: np.random.Generator) -> tuple[str, Room]:
    which = rng.integers(4)
    if which == 0:
        px = rng.uniform(0.3, 1.5)
        return f"wobble {px:.1f} px", warps.wobble(room, rng, px)
    if which == 1:
        mm = rng.uniform(0.5, 4.0)
        return f"bowed {mm:.1f} mm", warps.bowed(room, rng, mm)
    if which == 2:
        mm = rng.uniform(0.5, 2.5)
        return f"tags curled {mm:.1f} mm", warps.curled_tags(room, rng, mm)
    share = rng.uniform(-0.004, 0.004)
    return f"stretched {share:+.2%}", warps.stretched(room, rng, share)


def _wrong_lens(room: Room, rng: np.random.Generator) -> tuple[str, Room]:
    which = rng.integers(4)
    if which == 0:
        share = rng.uniform(0.001, 0.006)
        return f"fx {share:.2%} wrong", rigs.wrong_focal(room, rng, share)
    if which == 1:
        share = rng.uniform(0.001, 0.01)
        return f"focal length {share:.2%} wrong", rigs.wrong_zoom(room, rng, share)
    if which == 2:
        px = rng.uniform(3.0, 18.0)
        return f"centre {px:.0f} px off", rigs.wrong_centre(room, rng, px)
    off = rng.uniform(-0.04, 0.04)
    return f"k1 {off:+.3f}", rigs.wrong_distortion(room, rng, off)


def _turned(room: Room, rng: np.random.Generator) -> tuple[str, Room]:
    return "turned by 180 degrees", rigs.turned_round(room, rng)


def _coded(room: Room, rng: np.random.Generator) -> tuple[str, Room]:
    which = rng.integers(4)
    if which == 0:
        quality = rng.uniform(25, 80)
        return f"JPEG {quality:.0f}", coding.jpeg(room, rng, quality)
    if which == 1:
        power = rng.uniform(1.0, 2.8)
        return f"gamma {power:.1f}", coding.gamma(room, rng, power)
    if which == 2:
        return "denoised", coding.denoise(room, rng, rng.uniform(0.3, 1.0))
    return "white balance", coding.white_balance(room, rng, rng.uniform(0.1, 0.5))


FAULTS = (
    Fault("on tags", _on_tags),
    Fault("bent", _bends),
    Fault("light", _light),
    Fault("blur", _blur),
    Fault("turned", _turned),
    Fault("lens", _wrong_lens),
    Fault("coded", _coded),
)


def spoiled(room: Room, seed: int) -> tuple[dict[str, str], Room]:
    """Return what was done to a room, by kind, and the room after it."""
    rng = np.random.default_rng([seed, 2323])
    count = int(rng.integers(2, MOST_FAULTS + 1))
    chosen = sorted(rng.choice(len(FAULTS), count, replace=False))
    done = {}
    for index in chosen:
        done[FAULTS[index].kind], room = FAULTS[index].draw(room, rng)
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
        clean: Room | None = None
        for number in range(arguments.pictures):
            own = 1000 * seed + number
            key = str(own)
            if key not in kept:
                clean = clean or drawn_room(seed, SIZES[seed % 2])
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
    for name in ("all", *(fault.kind for fault in FAULTS)):
        if name in cards:
            print(row(name, cards[name]))
    for where, lie in lies:
        print(f"lie: {lie.id} {lie.error_mm:.1f} mm off, stated {lie.stated_mm:.2f}; {where}")


if __name__ == "__main__":
    main()

"""Measure table vision in rooms under realistic conditions: share found, coverage of the stated error, and lies.

    python benchmarks/vision/room_figures.py [--seeds N] [--only WORDS] [--scenes FOLDER] [--named WORDS] [--kept FILE]
        [--page FILE]

Renders N rooms of the simulated table (default two, alternately 2304 x 1296 and 1920 x 1080), and adds the photographs
with truth of `--scenes`. Each is degraded by every condition of `simulation/degradations/conditions.py` (those whose
id contains one of WORDS) and read as a single image. The table has for each condition: the share of readable
operatives that was found, the share of those within the stated 95 % ellipse, the largest error with its stated 95 %
radius, and lies: errors over 1.5 mm with under 0.75 mm stated and no warning that names the operative. The number in
brackets is of lies with a warning about the whole image that the room without degradation does not get.

Progress goes to the error stream. Results already in `--kept` are not measured again, so an interrupted run can
continue. `--page` writes the table into docs/accuracy.md.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from calibration.errors import CalibrationError
from messages.message import Message
from simulation.degradations import (
    CONDITIONS,
    Condition,
    GroundTruthImage,
    Scorecard,
    Verdict,
    photographed_image,
    rendered_image,
    scene_names,
    score_detection,
)
from vision.tracking.photograph import locate

SIZES = ((2304, 1296), (1920, 1080))
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
"""Lines of docs/accuracy.md between which this program writes its table."""


def room_makers(arguments: argparse.Namespace) -> Iterator[tuple[str, GroundTruthImage]]:
    """Yield every room by name, rendered or read on demand."""
    for seed in range(arguments.first, arguments.first + arguments.seeds):
        yield f"drawn {seed}", rendered_image(seed, SIZES[seed % 2])
    for name in chosen_scenes(arguments):
        yield name, photographed_image(arguments.scenes, name)


def chosen_scenes(arguments: argparse.Namespace) -> list[str]:
    """Return the names of the selected photographs."""
    if arguments.scenes is None:
        return []
    words = arguments.named.split(",")
    return [name for name in scene_names(arguments.scenes) if any(word in name for word in words)]


def read(room: GroundTruthImage, seed: int, usual: tuple[Message, ...]) -> tuple[Scorecard, tuple[Message, ...]]:
    """Return the score of one image, and its warnings."""
    try:
        reading = locate(room.picture(seed), room.believed, room.catalogue)
    except CalibrationError as error:
        return Scorecard(rooms=1, refusals=[str(error)], said=[str(error)]), ()
    return score_detection(room, reading.operatives, reading.warnings, usual), reading.warnings


def measured(
    wanted: list[Condition], arguments: argparse.Namespace, kept: dict[str, Scorecard]
) -> dict[str, Scorecard]:
    """Return each condition's score over all rooms; results in `kept` are not measured again."""
    cards = {condition.id: Scorecard() for condition in wanted}
    began_s, done = time.monotonic(), 0
    for name, room in room_makers(arguments):
        usual: tuple[Message, ...] | None = None
        for condition in wanted:
            if condition.needs_floor and room.floor is None:
                continue
            key = f"{name} | {condition.id}"
            if key not in kept:
                if usual is None:
                    usual = read(room, arguments.seed, ())[1]
                kept[key] = read(condition.applied(room, arguments.seed), arguments.seed, usual)[0]
                if arguments.kept is not None:
                    with arguments.kept.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({"key": key, "card": asdict(kept[key])}) + "\n")
            cards[condition.id].add(kept[key])
            done += 1
            print(f"\r{done} pictures, {time.monotonic() - began_s:.0f} s: {key:60s}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return cards


def kept_cards(path: Path | None) -> dict[str, Scorecard]:
    """Return the results of an earlier run, by room and condition."""
    cards: dict[str, Scorecard] = {}
    if path is None or not path.exists():
        return cards
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        data = entry["card"]
        data["verdicts"] = [Verdict(**each) for each in data["verdicts"]]
        cards[entry["key"]] = Scorecard(**data)
    return cards


def row(condition: Condition, card: Scorecard) -> str:
    """Return a condition's row of the table."""
    worst = card.worst
    excused = sum(each.excused for each in card.lies)
    cells = (
        str(condition.title),
        _share(card.found_share, condition.found),
        _share(card.covered, condition.covered),
        "-" if worst is None else f"{worst.error_mm:.1f} mm (stated {worst.stated_mm:.2f})",
        f"{len(card.lies)}" + (f" ({excused})" if excused else ""),
        str(len(card.refusals)) if card.refusals else "-",
        str(condition.advice),
    )
    return "| " + " | ".join(cells) + " |"


def _share(share: float, bar: float | None) -> str:
    if math.isnan(share):
        return "-"
    text = "1.00" if share == 1 else f"{share:.3f}".lstrip("0")
    return text if bar is None or share >= bar else f"**{text}** (asked {bar:.2f})"


def table(wanted: list[Condition], cards: dict[str, Scorecard]) -> str:
    """Return the whole table as markdown."""
    head = "| condition | found | covered | worst | lies | refused | what to do |\n|---|---|---|---|---|---|---|\n"
    return head + "\n".join(row(each, cards[each.id]) for each in wanted if cards[each.id].rooms)


def main() -> None:
    parser = argparse.ArgumentParser(description="Found, coverage, worst and lies in rooms as they are.")
    parser.add_argument("--seeds", type=int, default=2, help="how many rooms are drawn")
    parser.add_argument("--first", type=int, default=0, help="the first room's seed")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the effects and the noise")
    parser.add_argument("--only", default="", help="parts of the conditions' ids, with commas")
    parser.add_argument("--scenes", type=Path, help="a folder of photographs with truth files")
    parser.add_argument("--named", default="", help="words of the photographs' names, with commas")
    parser.add_argument("--kept", type=Path, help="a file that keeps what was measured (JSON lines)")
    parser.add_argument("--page", type=Path, help="write docs/accuracy.md there")
    arguments = parser.parse_args()
    words = [word.strip().lower() for word in arguments.only.split(",")]
    wanted = [each for each in CONDITIONS if any(word in each.id.lower() for word in words)]
    if not wanted:
        parser.error(f"--only {arguments.only!r} is in no condition's id: {', '.join(e.id for e in CONDITIONS)}")
    cards = measured(wanted, arguments, kept_cards(arguments.kept))
    print(table(wanted, cards))
    if arguments.page is not None:
        write_page(arguments.page, arguments, table(wanted, cards))


def write_page(page: Path, arguments: argparse.Namespace, figures: str) -> None:
    """Write the table into the page, with the command that made it."""
    scenes = chosen_scenes(arguments)
    command = f"python benchmarks/vision/room_figures.py --seeds {arguments.seeds}"
    command += f" --scenes ../shared/data/renders/scenes --named {arguments.named}" if scenes else ""
    said = f"Generated by `{command} --page docs/accuracy.md`; do not edit: {arguments.seeds} drawn rooms"
    said += f", {len(scenes)} path-traced photographs." if scenes else "."
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n{said}\n\n{figures}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Makes a folder of files as this version of the program keeps them, and what it makes of them.

    python -m tests.compat.make_fixtures v0_2 --demonstration FOLDER

FOLDER is the data folder of an `overlook run` without settings that was left alone for about four minutes: its first
game is the scripted one, with pictures. Run it once a version, when journals, files or rulings may have changed for a
reason, and never over an older folder: what is in those was kept by players.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from calibration.catalogue import load_catalogue, parse_catalogue
from calibration.pose.tag_offset_learning import MountModel
from calibration.rig import Rig, save_rig
from overlook.app.table_vision import MountStore
from overlook.setup.draft import PLAYERS, Draft, Piece
from overlook.setup.saved_setups import PlaceKept, SavedSetup, SavedSetups
from overlook.setup.teams import team_of, typed_text
from overlook.simulated.demonstration import BODIES, demonstration_tray
from overlook.table.games.games import Clock, GameSidecar
from referee.records.duration import Duration
from referee.records.files.roster_file import roster_text
from referee.records.journal.journal import Journal
from simulation import example_catalogue, example_poses, example_rig
from tests.compat import by_hand, calibrations, hall_files
from tests.compat.chosen_games import battles, chosen, played_by_tests, wandered
from tests.compat.observed import FIXTURES, kinds, overlook, rows
from tests.compat.set_up_by_web import set_up
from tests.compat.yesterday import EXPECTED, observe
from vision.dice.tray import tray_document

MADE = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)
MOST_BYTES = 1_300_000
PICTURES = 2
"""Clips and rolls that are kept of the demonstration."""


def ticking() -> Iterator[datetime]:
    """Yield times a second apart, so that the same games make the same files."""
    return (MADE + timedelta(seconds=number) for number in count())


def keep_games(table: Path) -> None:
    """Write the chosen games as journals, each with a clock of its own."""
    (table / "games").mkdir(parents=True)
    games = [*battles(), *chosen([*wandered(), *played_by_tests()], MOST_BYTES)]
    for number, one in enumerate(games, 1):
        path = table / "games" / f"{number:04d}.game"
        with Journal.open(path, clock=partial(next, ticking())) as journal:
            journal.append(one.log)
        path.with_name(f"{path.name}.lock").unlink(missing_ok=True)
        print(f"{path.name}: {len(one.log)} events, from {one.source}")


def keep_demonstration(table: Path, demonstration: Path) -> None:
    """Take over the demonstration's first game with some of its pictures, and what lies beside it."""
    number = 1 + len(list((table / "games").glob("*.game")))
    target = table / "games" / f"{number:04d}.game"
    shutil.copy(demonstration / "games" / "0001.game", target)
    for suffix in ("clips", "rolls"):
        pictures = sorted((demonstration / "games" / f"0001.{suffix}").iterdir(), key=lambda path: path.stat().st_size)
        target.with_suffix(f".{suffix}").mkdir()
        for picture in pictures[:PICTURES]:
            shutil.copy(picture, target.with_suffix(f".{suffix}"))
    beside = GameSidecar(target)
    beside.sign("p1", 3)
    beside.keep_clock(Clock({"p1": 61.5, "p2": 75.25}, Duration(140.0)))


def keep_shelf(table: Path) -> None:
    """Put a set-up of another day on the shelf: three pieces and two models of the simulated table."""
    draft, poses, known = Draft(), example_poses(), example_catalogue()
    for player in PLAYERS:
        text = typed_text(f"Team of {player}", [("Grub", 32.0, None)], edition="2024")
        roster = roster_text(text, "typed.toml")
        draft = team_of(draft, player, roster=roster, source="typed.toml", text=text, dictionary=known.dictionary)
    entries = {entry.id: entry for entry in known.terrain}
    names = ("platform", "tower", "barricade-south")
    pieces = tuple(Piece(id=name, name=name.capitalize(), entries=(entries[name],)) for name in names)
    terrain = {name: PlaceKept.of(poses.terrain[name]) for name in names}
    whole = draft.model_copy(
        update={"pieces": pieces, "mission": by_hand.mission(), "sides": {"p1": "west", "p2": "east"}}
    )
    SavedSetups(table / "setup" / "shelf").keep(SavedSetup(on=date(2026, 11, 20), draft=whole, terrain=terrain))


def keep_trays(folder: Path, table: Path) -> None:
    """Write the demonstration's tray as each version of the file had it, and a picture of a roll in it."""
    camera, tray = demonstration_tray()
    document = tray_document(tray)
    document["flat"] = [[120.5, 80.25, 0.05, -0.02], [300.0, 200.0, 0.0, 0.01]]
    plain = [{key: value for key, value in colour.items() if key != "pips"} for colour in document["colours"]]
    older = {1: ("stir", "flat"), 2: ("flat",), 3: (), 4: ()}
    (folder / "trays").mkdir()
    for version, unknown in older.items():
        kept = {key: value for key, value in document.items() if key not in unknown} | {"version": version}
        kept["colours"] = document["colours"] if version >= 4 else plain
        (folder / "trays" / f"tray{version}.json").write_text(json.dumps(kept))
    shutil.copy(folder / "trays" / "tray4.json", table / "tray.json")
    mine = camera.tray.throw([2, 4], BODIES["p1"])
    roll = camera.tray.picture([*mine, *camera.tray.throw([6, 5], BODIES["p2"], among=mine)])
    calibrations.write_picture(folder / "trays" / "roll.png", roll)


def keep_calibrations(folder: Path) -> None:
    """Write a rig and a catalogue with all that they may say, and a photograph that fits them."""
    place = folder / "calibration"
    place.mkdir()
    rig = example_rig((1280, 720))
    save_rig(calibrations.whole_rig(rig), place / "rig.json")
    save_rig(Rig(rig.camera), place / "lens.json")
    things: dict[str, Any] = calibrations.whole_catalogue(json.loads(example_catalogue().model_dump_json()))
    parse_catalogue(things)
    (place / "catalogue.json").write_text(json.dumps(things, indent=1) + "\n")
    calibrations.write_picture(place / "table.jpg", calibrations.photograph_of_the_example(rig))


def keep_lessons(folder: Path, table: Path) -> None:
    """Write what the camera has learned of two bases of the catalogue."""
    lesson = {"shift_mm": [0.21, -0.14], "information": [[40.0, 1.0], [1.0, 38.0]], "rests": 7}
    learned = MountModel.from_json({"version": 1, "lessons": {"a1": lesson, "b3": lesson}})
    MountStore(table / "mounting.json", load_catalogue(folder / "calibration" / "catalogue.json")).keep(learned)


def back_up(folder: Path, table: Path) -> None:
    """Back the table up as its owner does, with its settings, rig and catalogue."""
    with contextlib.chdir(folder / "calibration"):
        settings = Path("backed-up.toml")
        settings.write_text('[camera]\nrig = "rig.json"\ncatalogue = "catalogue.json"\n')
        said = overlook("backup", folder / "table.backup", "--data", table, "--settings", settings)
        settings.unlink()
    assert said.status == 0, said.err


def keep_loose(folder: Path, table: Path) -> None:
    """Keep a short game of each edition in every form: a journal, notation, JSON lines."""
    for edition in ("kt24", "kt21"):
        found = (
            game for game in sorted((table / "games").glob("*.game")) if edition in {one for one, _ in kinds(game)}
        )
        game = next(game for game in found if 40 < len(rows(game)) < 90)
        shutil.copy(game, folder / "games" / f"{edition}.game")
        for form, suffix in (("notation", "txt"), ("lines", "jsonl")):
            said = overlook("export", game, "--form", form, "--to", folder / "games" / f"{edition}.{suffix}")
            assert said.status == 0, said.err


def main() -> None:
    """Make the folder that the command line names."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("version")
    asked.add_argument("--demonstration", type=Path, required=True)
    given = asked.parse_args()
    folder = FIXTURES / given.version
    folder.mkdir(parents=True)
    table = folder / "table"
    keep_games(table)
    keep_demonstration(table, given.demonstration)
    keep_shelf(table)
    keep_trays(folder, table)
    keep_calibrations(folder)
    by_hand.write_all(folder, table)
    hall_files.write_hall(folder)
    set_up(table)
    keep_lessons(folder, table)
    keep_loose(folder, table)
    back_up(folder, table)
    shutil.rmtree(table)
    for name, document in observe(folder).items():
        (folder / EXPECTED / f"{name}.json").write_text(by_hand.in_lines(document), encoding="utf-8")


if __name__ == "__main__":
    main()

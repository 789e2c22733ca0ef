"""`overlook mission`: mission files checked, and those that ship."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from overlook.cli.shipped import ExampleName, ExampleOut, hand_out, listed
from overlook.console import Exit, emit, note
from overlook.setup.toml_text import toml_text
from referee.editions.registry import edition_of
from referee.records.files.mission_file import example_missions, mission_data, mission_schema, read_mission
from referee.rules.errors import MalformedError
from referee.rules.mission import Mission


def mission_named(name: str) -> Mission:
    """Return one of our own missions by its name, else the one in that file."""
    return example_missions().get(name) or read_mission(Path(name))


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    group = typer.Typer(help="Missions: drop zones, territories, objectives, markers and equipment in a file.")
    app.add_typer(group, name="mission")

    @group.command("check")
    def check(
        file: Annotated[str, typer.Argument(help="A mission file, or the name of one of ours.")],
        as_json: Annotated[bool, typer.Option("--json", help="Print what was understood as JSON.")] = False,
    ) -> int:
        """Read a mission and say what is in it."""
        mission = mission_named(file)
        edition = edition_of(mission.edition)
        if as_json:
            emit(mission_data(mission))
            return Exit.DONE
        width, depth = mission.board
        typer.echo(f'{mission.name}: {edition.title}, board {width:g}" x {depth:g}"')
        for side in mission.sides:
            typer.echo(f"  side {side.id}: {side.name}")
        for spot in mission.markers:
            typer.echo(f"  {spot.kind} {spot.id} at {spot.at[0]:g}, {spot.at[1]:g}")
        for item in mission.items:
            typer.echo(f"  {item.item} of {item.side or 'nobody'}")
        if mission.killzone is not None and mission.killzone not in edition.killzones:
            note(f"killzone {mission.killzone!r}: {edition.title} has no rules of its own for it")
        for option in sorted({*map(str.casefold, mission.equipment or ())} - edition.set_up.options):
            note(f"equipment {option!r}: {edition.title} has {', '.join(sorted(edition.set_up.options)) or 'none'}")
        return Exit.DONE

    @group.command("schema")
    def schema() -> int:
        """Print the JSON schema of a mission file."""
        emit(mission_schema())
        return Exit.DONE

    @group.command("example")
    def example(name: ExampleName = None, out: ExampleOut = None) -> int:
        """List the missions that ship with Overlook, or write one of them to a file."""
        missions = example_missions()
        if name is None:
            return listed(missions)
        if name not in missions:
            raise MalformedError(f"mission {name!r}: expected one of {', '.join(missions)}")
        return hand_out(missions, name, out, toml_text(mission_data(missions[name])), read_mission)

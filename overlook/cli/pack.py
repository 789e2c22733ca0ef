"""`overlook pack`: files of actions that teams and missions add, checked, and those that ship."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from overlook.cli.shipped import ExampleName, ExampleOut, hand_out, listed
from overlook.console import Exit, emit
from referee.editions.registry import edition_of
from referee.records.files.packs import example_packs, example_texts, pack_schema, read_pack
from referee.rules.errors import MalformedError


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    group = typer.Typer(help="Packs: actions and equipment that a team or a mission adds, in a file.")
    app.add_typer(group, name="pack")

    @group.command("check")
    def check(file: Annotated[str, typer.Argument(help="A pack's file, or the name of one of ours.")]) -> int:
        """Read a pack and say what is in it."""
        pack = example_packs().get(file) or read_pack(Path(file))
        typer.echo(f"{pack.name}: {edition_of(pack.edition).title}")
        for action in pack.actions:
            like = f", treated as {action.treated_as}" if action.treated_as else ""
            typer.echo(f"  {action.name}: {action.cost_ap} AP{like}. {action.text}".rstrip())
        for option in pack.equipment:
            typer.echo(f"  equipment {option}")
        return Exit.DONE

    @group.command("schema")
    def schema() -> int:
        """Print the JSON schema of a pack's file."""
        emit(pack_schema())
        return Exit.DONE

    @group.command("example")
    def example(name: ExampleName = None, out: ExampleOut = None) -> int:
        """List the packs that ship with Overlook, or write one of them to a file."""
        packs = example_packs()
        if name is None:
            return listed(packs)
        if name not in packs:
            raise MalformedError(f"pack {name!r}: expected one of {', '.join(packs)}")
        return hand_out(packs, name, out, example_texts()[name], read_pack)

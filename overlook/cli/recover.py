"""`overlook recover`: a damaged game, with everything that stands before the damage."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from overlook.console import Exit, note
from overlook.maintenance.file_ownership import hand_over
from referee.records.journal.reading import read_journal
from referee.records.journal.recovery import recover as recovered
from referee.records.journal.recovery import salvage


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command()
    def recover(
        game: Annotated[Path, typer.Argument(help="The damaged game, such as games/0003.game.")],
        look: Annotated[bool, typer.Option("--look", help="Only say what could be saved.")] = False,
    ) -> int:
        """Put a sound game in a damaged one's place, with every event before the damage; the damaged file is kept."""
        saved = salvage(game)
        if not saved.why:
            typer.echo(f"{game}: {len(saved.events)} events, all of them sound: nothing to recover")
            return Exit.DONE
        note(saved.why)
        if look:
            typer.echo(f"{game}: {len(saved.events)} events can be saved")
            return Exit.ANSWER_IS_NO
        aside = recovered(game)
        hand_over(game, like=game.parent)
        typer.echo(f"{game}: {len(read_journal(game))} events saved; the damaged file is kept as {aside}")
        return Exit.DONE

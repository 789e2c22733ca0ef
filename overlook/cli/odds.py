"""`overlook odds`: exact distributions of shooting and fighting."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from overlook.console import Exit, emit
from referee.corpus.odds_questions import answers, mismatches


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("odds")
    def command(
        file: Annotated[Path, typer.Argument(help="A file of dice questions (JSON).")],
        as_json: Annotated[bool, typer.Option("--json", help="Print every answer as JSON.")] = False,
    ) -> int:
        """Answer dice questions exactly, and compare with the answers they expect."""
        found = answers(file)
        wrong = mismatches(found)
        if as_json:
            emit({"results": [{"id": answer.id, "got": dict(answer.got)} for answer in found]})
        else:
            for line in wrong:
                typer.echo(line)
            typer.echo(f"{len(found)} answered, {len(wrong)} differences")
        return Exit.ANSWER_IS_NO if wrong else Exit.DONE

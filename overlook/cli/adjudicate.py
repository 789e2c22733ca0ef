"""`overlook adjudicate`: answer a corpus of positions and compare."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from overlook.console import Exit, emit, note
from referee.corpus.runner import run
from referee.corpus.scenario import load_scenarios
from referee.rules.ports.edition import read_choices


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command()
    def adjudicate(
        file: Annotated[Path, typer.Argument(help="A file of positions with questions (JSON).")],
        as_json: Annotated[bool, typer.Option("--json", help="Print every answer as JSON.")] = False,
        reading: Annotated[
            list[str] | None, typer.Option(help="Read an open option otherwise, such as 'climb minimum=per climb'.")
        ] = None,
    ) -> int:
        """Answer a corpus of positions, and compare with the answers it expects."""
        scenarios = load_scenarios(file)
        answers = run(scenarios, readings=read_choices(reading or ()))
        for answer in answers:
            if answer.unanswered is not None:
                note(f"{answer.id}: not yet: {answer.unanswered}")
        refused = [answer for answer in answers if answer.refused is not None]
        wrong = [answer for answer in answers if not answer.matches]
        if as_json:
            emit({"results": [{"id": answer.id, "got": dict(answer.got)} for answer in answers]})
        else:
            for answer in wrong:
                for difference in answer.differences:
                    typer.echo(f"{answer.id}: {difference}")
            typer.echo(f"{len(answers) - len(wrong)} of {len(answers)} answered as expected")
        for answer in refused:
            note(f"overlook: {file}: scenario {answer.id}: {answer.refused}")
        if refused:
            return Exit.BAD_INPUT
        return Exit.ANSWER_IS_NO if wrong else Exit.DONE

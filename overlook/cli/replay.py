"""`overlook replay`, `export` and `import`: recorded games judged again, written down, read back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from overlook.console import Exit, emit, note
from referee.game.engine.timeline import has_secrets
from referee.records.recorded_game import Form, read_game, write_journal, write_text
from referee.records.rejudging import Account, Rejudged, rejudge
from referee.rules.errors import MalformedError
from referee.rules.ports.edition import read_choices
from referee.rules.ruling import Finding, Ruling

FORMS = {Form.NOTATION: (".txt", ".notation"), Form.LINES: (".jsonl", ".json", ".lines")}
GameFile = Annotated[Path, typer.Argument(help="A journal, JSON lines or notation.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""

    @app.command()
    def replay(
        game: GameFile,
        reading: Annotated[
            list[str] | None, typer.Option(help="Read an open option otherwise, such as 'climb minimum=per climb'.")
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Print every ruling as JSON.")] = False,
    ) -> int:
        """Judge a recorded game again and say every ruling that would differ today."""
        recorded = read_game(game)
        account = rejudge(recorded, recorded.edition.playing(read_choices(reading or ())))
        if as_json:
            emit(_document(game, recorded.edition.id, account))
        else:
            for refused in account.refused:
                typer.echo(f"event {refused.sequence}, {refused.what}: {refused.why}")
            for one in account.rulings:
                if one.differs:
                    typer.echo(f"event {one.sequence}, {one.what}: {one.differs}")
            differ = len(account.refused) + sum(bool(one.differs) for one in account.rulings)
            asked = sum(one.now is not None for one in account.rulings)
            typer.echo(f"{account.intents} intents, {asked} of {len(account.rulings)} rulings judged: {differ} differ")
        return Exit.DONE if account.same else Exit.ANSWER_IS_NO

    @app.command("export")
    def export(
        game: GameFile,
        to: Annotated[Path | None, typer.Option(help="The file to write; standard output without it.")] = None,
        form: Annotated[
            str | None, typer.Option("--form", help="notation or lines; by default what the file's name says.")
        ] = None,
    ) -> int:
        """Write a recorded game as notation for people, or as JSON lines with every event."""
        recorded = read_game(game)
        text = recorded.text(_form(form, to))
        if has_secrets(recorded.events, recorded.game().timeline):
            note(f"{game}: a choice in it is still secret: keep the exported game to yourself until it is revealed")
        if to is None:
            typer.echo(text, nl=False)
        else:
            write_text(to, text)
            note(f"{to}: {len(recorded.events)} events")
        return Exit.DONE

    @app.command("import")
    def import_(
        game: GameFile, to: Annotated[Path, typer.Argument(help="The journal to write; it must not be there yet.")]
    ) -> int:
        """Read a game from notation or JSON lines into a journal that the table can go on with."""
        recorded = read_game(game)
        write_journal(to, recorded.events)
        note(f"{to}: {len(recorded.events)} events of {recorded.edition.title}")
        return Exit.DONE


def _form(said: str | None, to: Path | None) -> Form:
    """Return the form to write: as said, else as the file is named, else notation."""
    if said is not None:
        if said not in (Form.NOTATION, Form.LINES):
            raise MalformedError(f"--form {said!r}: expected notation or lines")
        return Form(said)
    return next((form for form, ends in FORMS.items() if to is not None and to.suffix in ends), Form.NOTATION)


def _document(game: Path, edition: str, account: Account) -> dict[str, Any]:
    return {
        "game": str(game),
        "edition": edition,
        "intents": account.intents,
        "same": account.same,
        "refused": [{"sequence": one.sequence, "what": one.what, "why": one.why} for one in account.refused],
        "rulings": [_rejudged(one) for one in account.rulings],
    }


def _rejudged(one: Rejudged) -> dict[str, Any]:
    return {
        "sequence": one.sequence,
        "what": one.what,
        "was": _ruling(one.was),
        "now": _ruling(one.now),
        "differs": one.differs or None,
    }


def _ruling(ruling: Ruling | None) -> dict[str, Any] | None:
    if ruling is None:
        return None
    return {
        "claim": ruling.claim,
        "verdict": ruling.verdict().value,
        "p_yes": ruling.p_yes,
        "findings": [_finding(finding) for finding in ruling.findings],
        "notes": list(ruling.notes),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    finite = {name: _number(getattr(finding, name)) for name in ("measured", "required", "margin", "sigma")}
    return {"rule": finding.rule, "means": finding.means, "holds": finding.holds, **finite}


def _number(value: float) -> float | None:
    """Return a number that JSON has, None for one without bounds."""
    return value if abs(value) < float("inf") else None

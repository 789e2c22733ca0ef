"""`overlook roster`: what a roster file says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from overlook.console import Exit, emit, note, stop
from overlook.setup.errors import SetupRefusedError
from overlook.setup.ktdash_site import interface_of, shared_roster
from overlook.setup.toml_text import toml_text
from referee.game.card import PloyTime
from referee.records.files.roster import roster_json
from referee.records.files.roster_file import read_roster, roster_text
from referee.records.files.team_file import ktdash_document, own_document
from referee.records.files.text_files import MOST_CHARACTERS

TIMES = {
    PloyTime.STRATEGY: "before the Firefight phase",
    PloyTime.FIREFIGHT: "in the Firefight phase",
    PloyTime.ANY: "at any time",
}


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("roster")
    def command(
        file: Annotated[
            str,
            typer.Argument(help="A file of ours, KTDash, New Recruit or BattleScribe, or a roster's KTDash address."),
        ],
        as_json: Annotated[bool, typer.Option("--json", help="Print what was understood as JSON.")] = False,
        save: Annotated[
            Path | None, typer.Option("--save", help="Write it as a team file of ours (.toml, .json).")
        ] = None,
        ktdash: Annotated[Path | None, typer.Option("--ktdash", help="Write it as KTDash's JSON.")] = None,
    ) -> int:
        """Read a roster, say what was understood of it, and write it as another program's or ours."""
        try:
            roster = roster_text(shared_roster(file), file) if interface_of(file) else read_roster(Path(file))
        except SetupRefusedError as refused:
            stop(str(refused))
        if save is not None:
            document = own_document(roster)
            _write(save, _as_toml(save, document) if save.suffix == ".toml" else json.dumps(document, indent=1))
        if ktdash is not None:
            _write(ktdash, json.dumps(ktdash_document(roster), indent=1))
        document = roster_json(roster)
        if as_json:
            emit(document)
            return Exit.DONE
        for operative in document["operatives"]:
            typer.echo(
                f'{operative["name"]}: APL {operative["apl"]}, {operative["move_in"]:g}", '
                f"save {operative['save']}+, {operative['wounds']} wounds, base {operative['base_mm']} mm"
            )
            for weapon in operative["weapons"]:
                rules = ", ".join(str(rule["rule"]) for rule in weapon["rules"])
                low, high = weapon["damage"]
                typer.echo(f"  {weapon['name']}: {weapon['atk']} dice, {weapon['hit']}+, {low}/{high} {rules}".rstrip())
        for ploy in document["ploys"]:
            typer.echo(f"{ploy['name']}: {ploy['cp']} CP, {TIMES[PloyTime(ploy['when'])]}")
        for text in document["own_rules"]:
            note(f"the team's own rule, shown and not judged: {text}")
        for text in document["not_understood"]:
            places = [place["where"] for place in document["places"] if place["text"] == text]
            note(f"not understood: {text}" + "".join(f" ({where})" for where in places if where not in text))
        return Exit.DONE


def _as_toml(path: Path, document: dict[str, Any]) -> str:
    text = toml_text(document)
    if len(text) > MOST_CHARACTERS["TOML"]:
        stop(
            f"{path}: the team has {len(text)} characters as TOML, and {MOST_CHARACTERS['TOML']} is the most that is "
            f"read: save it as {path.with_suffix('.json').name}"
        )
    return text


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        stop(f"{path}: cannot be written ({fault.strerror})")
    note(f"written: {path}")

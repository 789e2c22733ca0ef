"""Read a roster from a file, whichever kind it is."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from referee.records.parsing import parsed, text_of
from referee.records.rosters import ktdash, own
from referee.records.rosters.roster import Roster
from referee.rules.errors import MalformedError, RefereeError

EXPECTED = "a team file or a KTDash roster"
EXAMPLES = files("referee.records.rosters") / "examples"


def read_roster(path: Path) -> Roster:
    """Return the team of a file: our own format in TOML or JSON, or a KTDash roster in JSON.

    Raises `MalformedError` with one line that names the file, the field, the value found and what was expected.
    """
    return roster_text(text_of(path, EXPECTED), str(path))


def roster_text(text: str, source: str) -> Roster:
    """Return the team of a file's text; `source` is the name of the file, for errors and for its kind."""
    return roster_of(parsed(source, text, EXPECTED), source)


def example_rosters() -> dict[str, Roster]:
    """Return the teams that ship with Overlook, by the name of their file."""
    return {name: roster_text(text, f"{name}.toml") for name, text in example_texts().items()}


def example_texts() -> dict[str, str]:
    """Return the files of the teams that ship with Overlook, by their names."""
    found = sorted((entry for entry in EXAMPLES.iterdir() if entry.name.endswith(".toml")), key=lambda one: one.name)
    return {entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8") for entry in found}


def roster_of(raw: Any, source: str) -> Roster:
    """Return the team of a file's parsed content; `source` names the file in errors."""
    if not isinstance(raw, Mapping) or not ("operatives" in raw or ktdash.is_ktdash(raw)):
        raise MalformedError(
            f"{source}: field 'operatives': missing: expected a team file, or a KTDash roster with its 'ops'"
        )
    reader = ktdash.team_of if ktdash.is_ktdash(raw) else own.team_of
    try:
        return reader(raw, source)
    except ValidationError as error:
        raise MalformedError(f"{source}: {_fault(raw, error)}") from error
    except RefereeError as error:
        raise MalformedError(f"{source}: {error}") from error


def _fault(raw: Any, error: ValidationError) -> str:
    """Return the first fault in one line: the field, whose it is, what was found and what was expected."""
    first = error.errors()[0]
    where, named = raw, ""
    for key in first["loc"]:
        where = _inside(where, key)
        if isinstance(where, Mapping):
            named = str(where.get("opName") or where.get("wepName") or where.get("name") or named)
    field = ".".join(map(str, first["loc"])) or "(whole)"
    who = f" ({named})" if named else ""
    message = first["msg"].removeprefix("Value error, ")
    return f"field {field}{who}: found {str(first['input'])[:60]!r}: {message}"


def _inside(where: Any, key: str | int) -> Any:
    if isinstance(where, Mapping):
        return where.get(key)
    return where[key] if isinstance(where, list) and isinstance(key, int) and key < len(where) else None

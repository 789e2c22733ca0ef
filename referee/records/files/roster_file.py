"""Reading of rosters from files of any supported kind."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from messages.message import Message
from referee.records.files import battlescribe, ktdash, team_file
from referee.records.files.battlescribe import unpacked, xml_data
from referee.records.files.roster import Roster
from referee.records.files.text_files import bytes_of, parsed, text_of
from referee.rules.errors import WHOLE_FILE, MalformedError, RefereeError, fault_at

EXPECTED = Message.of("record-kind-roster")
PACKED = "data:application/zip;base64,"
"""Prefix of a packed file where only text is possible: in a form of a page, or a saved set-up."""

EXAMPLES = files("referee.records.files") / "examples" / "rosters"

READERS: tuple[tuple[Callable[[Any], bool], Callable[[Any, str], Roster]], ...] = (
    (ktdash.is_ktdash, ktdash.team_of),
    (battlescribe.is_battlescribe, battlescribe.team_of),
    (lambda raw: isinstance(raw, Mapping) and "operatives" in raw, team_file.team_of),
)
"""Kinds of files: how each is recognised, and its reader."""


def read_roster(path: Path) -> Roster:
    """Return the team of a file: own format (TOML, JSON), KTDash JSON, New Recruit JSON, BattleScribe `.ros`, `.rosz`.

    Raises `MalformedError` with one line that names the file, the field, the value found and what was expected.
    """
    data = bytes_of(path, EXPECTED)
    if data.startswith(b"PK"):
        return roster_of(xml_data(str(path), unpacked(str(path), data)), str(path))
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return roster_of(xml_data(str(path), data), str(path))
    return roster_text(text_of(path, EXPECTED), str(path))


def roster_text(text: str, source: str) -> Roster:
    """Return the team of a file's text; `source` is the name of the file, for errors and for its type.

    A packed file is its bytes in base 64 after `PACKED`.
    """
    if text.startswith(PACKED):
        try:
            data = base64.b64decode(text[len(PACKED) :], validate=True)
        except ValueError as error:
            raise MalformedError("import-not-base64", file=source, fault=error, kind=EXPECTED) from error
        return roster_of(xml_data(source, unpacked(source, data)), source)
    if text.lstrip("\ufeff \t\r\n").startswith("<"):
        return roster_of(xml_data(source, text.lstrip("\ufeff \t\r\n")), source)
    return roster_of(parsed(source, text, EXPECTED), source)


def example_rosters() -> dict[str, Roster]:
    """Return the teams shipped with Overlook, by file name."""
    return {name: roster_text(text, f"{name}.toml") for name, text in example_texts().items()}


def example_texts() -> dict[str, str]:
    """Return the files of the teams shipped with Overlook, by name."""
    found = sorted((entry for entry in EXAMPLES.iterdir() if entry.name.endswith(".toml")), key=lambda one: one.name)
    return {entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8") for entry in found}


def roster_of(raw: Any, source: str) -> Roster:
    """Return the team of a file's parsed content; `source` names the file in errors."""
    reader = next((reader for ours, reader in READERS if ours(raw)), None)
    if reader is None:
        raise MalformedError("import-no-operatives", file=source)
    try:
        return reader(raw, source)
    except ValidationError as error:
        raise MalformedError("file-fault", file=source, fault=_fault(raw, error)) from error
    except RefereeError as error:
        raise MalformedError("file-fault", file=source, fault=error) from error


def _fault(raw: Any, error: ValidationError) -> Message:
    """Return the first fault: field with the name concerned, value found, what was expected."""
    first = error.errors()[0]
    where, name = raw, ""
    for key in first["loc"]:
        where = _inside(where, key)
        if isinstance(where, Mapping):
            name = str(where.get("opName") or where.get("wepName") or where.get("name") or name)
    field: str | Message = ".".join(map(str, first["loc"])) or WHOLE_FILE
    return fault_at(Message.of("record-field-of", field=field, name=name) if name else field, first)


def _inside(where: Any, key: str | int) -> Any:
    if isinstance(where, Mapping):
        return where.get(key)
    return where[key] if isinstance(where, list) and isinstance(key, int) and key < len(where) else None

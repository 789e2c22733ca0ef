"""Read a mission from a file, and say it as a file's data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from referee.records.missions.schema import MissionFile, file_of
from referee.records.parsing import parsed, text_of
from referee.records.plain_words import expected
from referee.rules.errors import MalformedError
from referee.rules.mission import Mission

EXPECTED = "a mission file"
EXAMPLES = files("referee.records.missions") / "examples"


def read_mission(path: Path) -> Mission:
    """Return the mission of a file; `MalformedError` in one line: file, field, value found, what was expected."""
    return mission_text(text_of(path, EXPECTED), str(path))


def mission_text(text: str, source: str) -> Mission:
    """Return the mission of a file's text, TOML or JSON; `source` is the file's name, for errors and for its kind."""
    return mission_of(parsed(source, text, EXPECTED), source)


def mission_of(raw: Any, source: str) -> Mission:
    """Return the mission of a file's parsed content; `source` names the file in errors."""
    try:
        return MissionFile.model_validate(raw).mission()
    except ValidationError as error:
        raise MalformedError(f"{source}: {_fault(error)}") from error


@cache
def example_missions() -> Mapping[str, Mission]:
    """Return the missions that ship with Overlook, by the name of their file."""
    found = sorted((entry for entry in EXAMPLES.iterdir() if entry.name.endswith(".toml")), key=lambda one: one.name)
    texts = {entry.name: entry.read_text(encoding="utf-8") for entry in found}
    return MappingProxyType({name.removesuffix(".toml"): mission_text(text, name) for name, text in texts.items()})


def mission_data(mission: Mission) -> dict[str, Any]:
    """Return a mission as plain data without what is as usual, fit for a file.

    Raises `MalformedError` for a mission that no file may hold.
    """
    try:
        kept = file_of(mission)
    except ValidationError as error:
        raise MalformedError(f"mission {mission.name!r}: {_fault(error)}") from error
    data = kept.model_dump(mode="json", exclude_defaults=True)
    return {"version": kept.version, "name": kept.name, "edition": kept.edition, "board": list(kept.board)} | data


def mission_schema() -> dict[str, Any]:
    """Return the JSON schema of a mission file."""
    return MissionFile.model_json_schema()


def _fault(error: ValidationError) -> str:
    first = error.errors()[0]
    field = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in first["loc"]).lstrip(".")
    asked = expected(first)
    if first["type"] == "value_error":
        return f"{field}: {asked}" if field else asked
    if first["type"] == "missing":
        return f"{field}: missing; {asked}"
    return f"{field}: found {str(first['input'])[:60]!r}; {asked}"

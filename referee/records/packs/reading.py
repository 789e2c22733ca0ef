"""Read a pack from a file."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from referee.game.mission_pack import PackAction
from referee.records.packs.schema import PackFile
from referee.records.parsing import parsed, text_of
from referee.rules.errors import MalformedError, RefereeError

EXPECTED = "a pack file"
EXAMPLES = files("referee.records.packs") / "examples"


@dataclass(frozen=True, slots=True)
class Pack:
    """What a team or a mission adds to an edition ("2024"): actions, and the names of equipment."""

    name: str
    edition: str
    actions: tuple[PackAction, ...] = ()
    equipment: tuple[str, ...] = ()


def read_pack(path: Path) -> Pack:
    """Return the pack of a file, TOML or JSON; `MalformedError` in one line: file, field, value, what was expected."""
    return pack_of(parsed(str(path), text_of(path, EXPECTED), EXPECTED), str(path))


def pack_of(raw: Any, source: str) -> Pack:
    """Return the pack of a file's parsed content; `source` names the file in errors."""
    try:
        file = PackFile.model_validate(raw)
        return Pack(file.name, file.edition, file.pack_actions(), file.equipment)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"])) or "(whole)"
        raise MalformedError(f"{source}: {field}: found {str(first['input'])[:60]!r}; {first['msg']}") from error
    except RefereeError as error:
        raise MalformedError(f"{source}: {error}") from error


def example_packs() -> dict[str, Pack]:
    """Return the packs that ship with Overlook, by the name of their file."""
    found = sorted((entry for entry in EXAMPLES.iterdir() if entry.name.endswith(".toml")), key=lambda one: one.name)
    return {
        entry.name.removesuffix(".toml"): pack_of(
            parsed(entry.name, entry.read_text(encoding="utf-8"), EXPECTED), entry.name
        )
        for entry in found
    }

"""Read a pack from a file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from referee.editions.registry import edition_of
from referee.game.mission_pack import PackAction
from referee.game.ploy_card import PloyCard
from referee.records.packs.schema import PackFile
from referee.records.parsing import parsed, text_of
from referee.records.rosters.roster import PrintedRule
from referee.records.rosters.tac_ops import TAC_OP
from referee.rules.edition import Edition
from referee.rules.errors import MalformedError, RefereeError
from referee.rules.mission import Mission

EXPECTED = "a pack file"
EXAMPLES = files("referee.records.packs") / "examples"


@dataclass(frozen=True, slots=True)
class PackPloy:
    """A ploy of a pack: every player's, or of those who have an operative with all of the `keywords`."""

    card: PloyCard
    keywords: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Pack:
    """What a team or a mission adds to an edition ("2024"): actions, ploys, tac ops, and the names of equipment."""

    name: str
    edition: str
    actions: tuple[PackAction, ...] = ()
    equipment: tuple[str, ...] = ()
    about: str = ""
    ploys: tuple[PackPloy, ...] = ()
    tac_ops: tuple[PrintedRule, ...] = ()

    def for_edition(self, edition: Edition) -> Pack:
        """Return the pack itself; `MalformedError` where that edition is not its own."""
        own = edition_of(self.edition)
        if own.id != edition.id:
            raise MalformedError(f"pack {self.name!r} is for {own.title}; expected one for {edition.title}")
        return self

    def without(self, names: Collection[str]) -> Pack:
        """Return the pack without the actions of those names."""
        return replace(self, actions=tuple(one for one in self.actions if one.name not in names))


def read_pack(path: Path) -> Pack:
    """Return the pack of a file, TOML or JSON; `MalformedError` in one line: file, field, value, what was expected."""
    return pack_of(parsed(str(path), text_of(path, EXPECTED), EXPECTED), str(path))


def pack_of(raw: Any, source: str) -> Pack:
    """Return the pack of a file's parsed content; `source` names the file in errors."""
    try:
        file = PackFile.model_validate(raw)
        ploys = tuple(PackPloy(one.card(), frozenset(map(str.casefold, one.keywords))) for one in file.ploys)
        tac_ops = tuple(PrintedRule(TAC_OP, one.name, one.text) for one in file.tac_ops)
        return Pack(file.name, file.edition, file.pack_actions(), file.equipment, file.about, ploys, tac_ops)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"])) or "(whole)"
        raise MalformedError(f"{source}: {field}: found {str(first['input'])[:60]!r}; {first['msg']}") from error
    except RefereeError as error:
        raise MalformedError(f"{source}: {error}") from error


def pack_in(mission: Mission) -> Pack:
    """Return what a mission adds, as a pack of its name."""
    raw = {"version": 1, "name": mission.name[:60], "edition": mission.edition, "actions": mission.actions}
    return pack_of(raw, f"mission {mission.name!r}")


def together(packs: tuple[Pack, ...]) -> tuple[Pack, ...]:
    """Return the packs of one game; `MalformedError` where two have an action of the same name."""
    seen: dict[str, str] = {}
    for pack in packs:
        for action in pack.actions:
            if action.name in seen:
                first = seen[action.name]
                raise MalformedError(f"action {action.name!r} stands in {first!r} and in {pack.name!r}; expected one")
            seen[action.name] = pack.name
    return packs


@cache
def example_packs() -> Mapping[str, Pack]:
    """Return the packs that ship with Overlook, by the name of their file."""
    texts = example_texts().items()
    return MappingProxyType({name: pack_of(parsed(f"{name}.toml", text, EXPECTED), name) for name, text in texts})


def example_texts() -> dict[str, str]:
    """Return the files of the packs that ship, by name."""
    found = sorted((entry for entry in EXAMPLES.iterdir() if entry.name.endswith(".toml")), key=lambda one: one.name)
    return {entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8") for entry in found}


def pack_schema() -> dict[str, Any]:
    """Return the JSON schema of a pack's file."""
    return PackFile.model_json_schema()

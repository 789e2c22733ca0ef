"""Packs: reading them from files and missions, and the packs of teams."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from messages.message import Message
from referee.editions.registry import edition_of
from referee.game.card import PloyCard
from referee.game.pack_action import PackAction
from referee.records.files.pack_file import PackFile
from referee.records.files.roster import TAC_OP, PrintedRule, Roster
from referee.records.files.text_files import parsed, text_of
from referee.rules.errors import MalformedError, RefereeError, fault_at
from referee.rules.mission import Mission
from referee.rules.ports.edition import Edition

EXPECTED = Message.of("record-kind-pack")
EXAMPLES = files("referee.records.files") / "examples" / "packs"


@dataclass(frozen=True, slots=True)
class PackPloy:
    """A ploy of a pack: for every player, or for those with an operative that has all of the `keywords`."""

    card: PloyCard
    keywords: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Pack:
    """Additions of a team or a mission to an edition ("2024"): actions, ploys, tac ops, and names of equipment."""

    name: str
    edition: str
    actions: tuple[PackAction, ...] = ()
    equipment: tuple[str, ...] = ()
    about: str = ""
    ploys: tuple[PackPloy, ...] = ()
    tac_ops: tuple[PrintedRule, ...] = ()

    def for_edition(self, edition: Edition) -> Pack:
        """Return the pack itself; raises `MalformedError` if it belongs to another edition."""
        own = edition_of(self.edition)
        if own.id != edition.id:
            raise MalformedError("pack-other-edition", pack=self.name, found=own.title, edition=edition.title)
        return self

    def without(self, names: Collection[str]) -> Pack:
        """Return the pack without the actions of those names."""
        return replace(self, actions=tuple(one for one in self.actions if one.name not in names))


def read_pack(path: Path) -> Pack:
    """Return the pack of a file, TOML or JSON; raises `MalformedError` on one line: file, field, value, expected."""
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
        fault = fault_at(".".join(map(str, first["loc"])), first)
        raise MalformedError("file-fault", file=source, fault=fault) from error
    except RefereeError as error:
        raise MalformedError("file-fault", file=source, fault=error) from error


def pack_in(mission: Mission) -> Pack:
    """Return a mission's additions as a pack with its name."""
    raw = {"version": 1, "name": mission.name[:60], "edition": mission.edition, "actions": mission.actions}
    return pack_of(raw, f"mission {mission.name!r}")


def require_distinct_actions(packs: tuple[Pack, ...]) -> tuple[Pack, ...]:
    """Return the packs of one game unchanged; raises `MalformedError` if two have an action of the same name."""
    seen: dict[str, str] = {}
    for pack in packs:
        for action in pack.actions:
            if action.name in seen:
                first = seen[action.name]
                raise MalformedError("pack-action-in-two", action=action.name, pack=first, other=pack.name)
            seen[action.name] = pack.name
    return packs


@cache
def example_packs() -> Mapping[str, Pack]:
    """Return the packs shipped with Overlook, by file name."""
    texts = example_texts().items()
    return MappingProxyType({name: pack_of(parsed(f"{name}.toml", text, EXPECTED), name) for name, text in texts})


def example_texts() -> dict[str, str]:
    """Return the files of the shipped packs, by name."""
    found = sorted((entry for entry in EXAMPLES.iterdir() if entry.name.endswith(".toml")), key=lambda one: one.name)
    return {entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8") for entry in found}


def pack_schema() -> dict[str, Any]:
    """Return the JSON schema of a pack file."""
    return PackFile.model_json_schema()


MOST_NAME = 60


def with_own_keyword(team: Roster) -> Roster:
    """Add a team's name to its operatives' keywords, which permits its own actions; unchanged if it has none."""
    if not team.actions:
        return team

    def marked(keywords: tuple[str, ...]) -> tuple[str, ...]:
        known = {one.casefold() for one in keywords}
        return keywords if team.name.casefold() in known else (*keywords, team.name)

    return replace(team, operatives=tuple(replace(one, keywords=marked(one.keywords)) for one in team.operatives))


def packs_of_teams(teams: Iterable[Roster]) -> tuple[Pack, ...]:
    """Return the packs of teams that play each other.

    An action without operatives or keywords belongs to its own team. If two teams have different actions of one name,
    the second gets its team's name appended; a repeated team adds each action once.
    """
    seen: dict[str, PackAction] = {}
    packs = []
    for team in teams:
        raw = {"version": 1, "name": team.name[:MOST_NAME], "edition": team.edition, "actions": list(team.actions)}
        own = [_owned(action, team) for action in pack_of(raw, f"team {team.name!r}").actions]
        new = [_called_apart(action, team, seen) for action in own if seen.get(action.name) != action]
        seen |= {action.name: action for action in new}
        if new:
            packs.append(Pack(team.name, team.edition, tuple(new)))
    return tuple(packs)


def _called_apart(action: PackAction, team: Roster, seen: Mapping[str, PackAction]) -> PackAction:
    if action.name not in seen:
        return action
    return replace(action, name=f"{action.name} ({team.name})"[:MOST_NAME])


def _owned(action: PackAction, team: Roster) -> PackAction:
    named = action.operatives or action.keywords
    return action if named else replace(action, keywords=(team.name,))

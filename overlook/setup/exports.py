"""Output of a draft: camera catalogue, game defaults, tag sheets (PDF), mission and library files."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from calibration.catalogue import Catalogue, OperativeEntry, TerrainEntry, ThingTag, parse_catalogue
from calibration.errors import LibraryError, SheetError
from calibration.sheets import tag_sheets
from calibration.terrain_library import Library
from overlook.setup.draft import Draft
from overlook.setup.mission import marker_entries, marker_states, mission_in, token_entries
from overlook.setup.terrain import Libraries, sheet_of
from overlook.table.games.new_game import TableDefaults
from overlook.toml_writer import dump_toml
from referee.editions.registry import edition_of
from referee.records.files.packs import pack_in, packs_of_teams, with_own_keyword
from referee.records.files.roster import Roster
from referee.records.files.roster_file import example_rosters, roster_text
from web.contract.errors import UnknownError


def catalogue_of(draft: Draft, bare: Catalogue, laid: Collection[str]) -> Catalogue:
    """Return the catalogue of a draft; a tag claimed by two things belongs to the first until the clash is resolved.

    `laid` are kinds of markers that actions can place: tokens for them are included.
    """
    taken = set(bare.tag_ids)

    def own(tags: tuple[ThingTag, ...]) -> tuple[ThingTag, ...]:
        kept = tuple(tag for tag in tags if tag.id not in taken)
        taken.update(tag.id for tag in kept)
        return kept

    operatives: list[OperativeEntry] = []
    for _, base in draft.bases:
        tags = own(base.entry.tags)
        operatives.append(base.entry.model_copy(update={"tags": tags}))
    terrain: list[TerrainEntry] = []
    for piece in draft.pieces:
        terrain += [entry.model_copy(update={"tags": own(entry.tags)}) for entry in piece.entries]
    markers = [entry.model_copy(update={"tags": own(entry.tags)}) for entry in marker_entries(draft)]
    markers += [entry for entry in token_entries(laid) if own(entry.tags)]
    document = bare.model_dump(mode="json")
    document["operatives"] = [entry.model_dump(mode="json") for entry in operatives]
    document["terrain"] = [entry.model_dump(mode="json") for entry in terrain]
    document["markers"] = [entry.model_dump(mode="json") for entry in markers]
    return parse_catalogue(document, source="the set-up")


def rosters_of(draft: Draft) -> dict[str, Roster]:
    """Return the rosters by player, parsed from the teams' text."""
    return {team.player: roster_text(team.text, team.source) for team in draft.teams if team.text}


def team_names(edition: str) -> tuple[str, ...]:
    """Return the names of the teams shipped for an edition ("kt24")."""
    return tuple(name for name, team in example_rosters().items() if edition_of(team.edition).id == edition)


def table_defaults_of(draft: Draft, before: TableDefaults) -> TableDefaults:
    """Return the defaults of games with this set-up: teams, markers with positions, equipment, sides.

    Actions of one name take precedence in this order: mission, teams, packs in the settings.
    """
    mission = mission_in(draft)
    killzone = mission.killzone if mission is not None and mission.killzone is not None else before.killzone
    equipment = mission.equipment if mission is not None else None
    sides = {} if mission is None else {player: mission.side(side) for player, side in draft.sides.items()}
    teams = {player: with_own_keyword(team) for player, team in rosters_of(draft).items()}
    added = () if mission is None else (pack_in(mission),)
    names = {action.name for pack in added for action in pack.actions}
    own = tuple(pack.without(names) for pack in packs_of_teams(teams.values()))
    names |= {action.name for pack in own for action in pack.actions}
    others = (pack.without(names) for pack in before.packs)
    return replace(
        before,
        teams=teams,
        killzone=killzone,
        markers=marker_states(draft),
        equipment=equipment,
        grounds=sides,
        packs=(*others, *own, *added),
        mission=mission_name(draft),
    )


def mission_name(draft: Draft) -> str:
    """Return the mission's name, empty without one."""
    return str(draft.mission["name"]) if draft.mission is not None else ""


LEAST_BASE_MM = 5.0
"""Least diameter in mm: there are no smaller bases, and no tab can be cut beside one."""


def tagged_models(draft: Draft, player: str) -> tuple[OperativeEntry, ...]:
    """Return a team's models with tags; raises `UnknownError` if there are none."""
    team = draft.team(player)
    entries = tuple(base.entry for base in team.bases if base.entry.tags)
    if not entries:
        raise UnknownError("setup-team-empty", team=team.name or player)
    return entries


def team_sheet(entries: tuple[OperativeEntry, ...], bare: Catalogue, paper: str) -> bytes:
    """Return a PDF with the tags of a team's models."""
    return _printed(bare.model_copy(update={"operatives": entries}), paper)


def terrain_sheet(libraries: Libraries, name: str, *, bare: Catalogue, paper: str) -> bytes:
    """Return a PDF with the tags of a library's pieces; raises `UnknownError` if there is no such library."""
    return _printed(sheet_of(_library(libraries, name), bare), paper)


def marker_sheet(catalogue: Catalogue, bare: Catalogue, paper: str) -> bytes:
    """Return a PDF with the tags of the mission's markers; raises `UnknownError` if there are none."""
    markers = tuple(one for one in catalogue.markers if one.tags)
    if not markers:
        raise UnknownError("setup-markers-none")
    return _printed(bare.model_copy(update={"markers": markers}), paper)


def library_file(libraries: Libraries, name: str) -> str:
    """Return the text of a library's file; raises `UnknownError` if there is no such library."""
    _library(libraries, name)
    return libraries.text(name)


def mission_file(draft: Draft) -> str:
    """Return the text of the mission's file; raises `UnknownError` if none is chosen."""
    if draft.mission is None:
        raise UnknownError("setup-mission-none")
    return dump_toml(draft.mission)


def _printed(catalogue: Catalogue, paper: str) -> bytes:
    """Return the PDF of a catalogue's tags; raises `UnknownError` in one line for sizes that cannot be printed."""
    small = next((one.id for one in catalogue.operatives if min(footprint_mm(one)) < LEAST_BASE_MM), None)
    if small is not None:
        raise UnknownError("setup-base-small", model=small, least=LEAST_BASE_MM)
    try:
        return tag_sheets(catalogue, paper)
    except SheetError as fault:
        raise UnknownError(fault.message) from fault


def footprint_mm(operative: OperativeEntry) -> tuple[float, float]:
    """Return a base's long and short diameter in mm."""
    base = operative.base_mm
    return base if isinstance(base, tuple) else (base, base)


def _library(libraries: Libraries, name: str) -> Library:
    try:
        return libraries.get(name)
    except LibraryError as fault:
        raise UnknownError(fault.message) from fault

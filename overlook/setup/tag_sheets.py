"""What a set-up puts on paper and in files: the tags of teams, terrain and markers, the mission as text."""

from __future__ import annotations

from calibration.catalogue import Catalogue, OperativeEntry
from calibration.errors import LibraryError, SheetError
from calibration.sheets import tag_sheets
from calibration.terrain_library import Library
from overlook.setup.draft import Draft
from overlook.setup.libraries import Libraries, sheet_of
from overlook.setup.toml_text import toml_text
from web.contract.errors import UnknownError

LEAST_BASE_MM = 5.0
"""No miniature's base is smaller, and no tab can be cut beside one that is."""


def tagged_models(draft: Draft, player: str) -> tuple[OperativeEntry, ...]:
    """Return a team's models that carry tags; `UnknownError` when there are none."""
    team = draft.team(player)
    entries = tuple(base.entry for base in team.bases if base.entry.tags)
    if not entries:
        raise UnknownError(f"{team.name or player} has no models yet: bring a roster first")
    return entries


def team_sheet(entries: tuple[OperativeEntry, ...], bare: Catalogue, paper: str) -> bytes:
    """Return a PDF of the tags of a team's models."""
    return _printed(bare.model_copy(update={"operatives": entries}), paper)


def terrain_sheet(libraries: Libraries, name: str, *, bare: Catalogue, paper: str) -> bytes:
    """Return a PDF of the tags of a library's pieces; `UnknownError` when there is no such library."""
    return _printed(sheet_of(_library(libraries, name), bare), paper)


def marker_sheet(catalogue: Catalogue, bare: Catalogue, paper: str) -> bytes:
    """Return a PDF of the tags that the mission's markers are looked for by; `UnknownError` when there are none."""
    markers = tuple(one for one in catalogue.markers if one.tags)
    if not markers:
        raise UnknownError("there are no markers to print: pick a mission first")
    return _printed(bare.model_copy(update={"markers": markers}), paper)


def library_file(libraries: Libraries, name: str) -> str:
    """Return a library as the text of its file; `UnknownError` when there is no such library."""
    _library(libraries, name)
    return libraries.text(name)


def mission_file(draft: Draft) -> str:
    """Return the mission as the text of its file; `UnknownError` when none is picked."""
    if draft.mission is None:
        raise UnknownError("no mission is picked yet")
    return toml_text(draft.mission)


def _printed(catalogue: Catalogue, paper: str) -> bytes:
    """Return the sheets; `UnknownError` in one line for sizes that cannot be printed."""
    small = next((one.id for one in catalogue.operatives if min(across(one)) < LEAST_BASE_MM), None)
    if small is not None:
        raise UnknownError(f"the base of {small} is under {LEAST_BASE_MM:g} mm: correct its size first")
    try:
        return tag_sheets(catalogue, paper)
    except SheetError as fault:
        raise UnknownError(str(fault)) from fault


def across(operative: OperativeEntry) -> tuple[float, float]:
    """Return a base's long and short diameter, mm."""
    base = operative.base_mm
    return base if isinstance(base, tuple) else (base, base)


def _library(libraries: Libraries, name: str) -> Library:
    try:
        return libraries.get(name)
    except LibraryError as fault:
        raise UnknownError(str(fault)) from fault

"""Ids and sizes of printed tags: the range of ids for each use, and the size that the camera can read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

import numpy as np

from calibration.catalogue import Catalogue, OperativeEntry, ThingTag, parse_catalogue
from calibration.errors import CatalogueError
from calibration.pose.accuracy import PLATE
from calibration.rig import BoardPose, Rig, project
from calibration.tags import MARGIN_MODULES, modules
from calibration.terrain_library import LibraryPiece, entries_of
from messages.message import Message
from referee.records.files.roster import Roster, RosterOperative
from web.contract.base import HealthState

TAG_SIZES_MM = (14.0, 17.0, 20.0, 24.0, 28.0)
"""Sizes offered on the page."""

NEEDED_PX = 3.5
"""Pixels per module above which at most one tag in a hundred is missed."""

LEAST_PX = 2.2
"""Pixels per module below which a tag is often lost (tests/vision/test_detect.py: 96 of 100 are found at this size)."""


def px_per_mm(rig: Rig, pose: BoardPose, bare: Catalogue) -> float:
    """Return the lowest resolution in pixels per millimetre at the board's corners and centre."""
    width, depth = bare.board.size_mm
    spots = [(width / 2, depth / 2), *((x, y) for x in (20.0, width - 20) for y in (20.0, depth - 20))]
    scales = []
    for x, y in spots:
        cross = np.array([[x - 10, y, 0.0], [x + 10, y, 0.0], [x, y - 10, 0.0], [x, y + 10, 0.0]])
        a, b, c, d = project(rig.camera, pose, cross)
        scales.append(min(float(np.hypot(*(b - a))), float(np.hypot(*(d - c)))) / 20)
    return min(scales)


def sight_of(px_per_module: float) -> HealthState:
    """Return whether a tag of this size is read always, mostly, or too seldom."""
    if px_per_module >= NEEDED_PX:
        return HealthState.OK
    return HealthState.TROUBLE if px_per_module >= LEAST_PX else HealthState.LOST


def fitting_size(px_of_mm: float, modules: int) -> float:
    """Return the smallest offered size that is always read; the largest if there is none."""
    return next(
        (size for size in TAG_SIZES_MM if sight_of(round(px_of_mm * size / modules, 1)) is HealthState.OK),
        TAG_SIZES_MM[-1],
    )


def size_advice(px_of_mm: float, tag_mm: float, *, modules: int, base_mm: float) -> tuple[Message | None, float | None]:
    """Return advice on tags of this size and a better size; None and None if the size is fine or the largest.

    `base_mm` is the width of the smallest base with a tag; a wider tag is printed on a tab beside it.
    """
    px = round(px_of_mm * tag_mm / modules, 1)
    better = fitting_size(px_of_mm, modules)
    if sight_of(px) is HealthState.OK or better <= tag_mm:
        return None, None
    small = Message.of("setup-tags-small", tag=tag_mm, px=px, sight=sight_of(px))
    if better <= base_mm:
        return small, better
    return Message.of("setup-tags-wide", small=small, better=better, base=base_mm), better


RANGES: Mapping[str, range] = {
    "board": range(16),
    "p1": range(40, 70),
    "p2": range(70, 100),
    "terrain": range(100, 170),
    "equipment": range(170, 200),
    "markers": range(200, min(PLATE.ids)),
    "plate": range(min(PLATE.ids), max(PLATE.ids) + 1),
}
"""Default range of ids for each use. The plate's ids are never used for things."""

FIRST_ID = RANGES["p1"].start
"""First id given to operatives; lower ones are the board's."""

KIT_TABS = {28.0: 5, 32.0: 4, 40.0: 2, 50.0: 1}
"""Number of tabs in the starter kit for each player, by base diameter in mm."""

TAB_TAG_MM = 14.0
PAPER_MM = 0.3
"""Height in mm of a tag printed on card."""

Millimetres = float | tuple[float, float]


def with_roster(
    catalogue: Catalogue,
    roster: Roster,
    *,
    player: str = "",
    base_mm: float = 32.0,
    first_id: int = FIRST_ID,
    tag_mm: float = TAB_TAG_MM,
) -> Catalogue:
    """Return the catalogue with a player's operatives replaced by a team's; those without tags get a tab.

    The tabs get the lowest free ids from `first_id` on. `base_mm` is the default for bases. Raises `CatalogueError` if
    an id is used twice or the dictionary has no more ids.
    """
    others = tuple(entry for entry in catalogue.operatives if entry.player != player)
    rest = catalogue.model_copy(update={"operatives": others})
    named = {tag.id for operative in roster.operatives for tag in operative.tags}
    free = _free_ids(rest.tag_ids | named | PLATE.ids, first_id)
    added = [
        _entry(operative, player, base_mm=base_mm, free=free, dictionary=rest.dictionary, tag_mm=tag_mm)
        for operative in roster.operatives
    ]
    document = rest.model_dump(mode="json")
    document["operatives"] += [entry.model_dump(mode="json") for entry in added]
    return parse_catalogue(document, source="the roster's tags")


def with_terrain(catalogue: Catalogue, pieces: Iterable[LibraryPiece]) -> Catalogue:
    """Return the catalogue with these pieces added to its terrain, with their own ids and tags."""
    document = catalogue.model_dump(mode="json")
    document["terrain"] += [entry.model_dump(mode="json") for piece in pieces for entry in entries_of(piece)]
    return parse_catalogue(document, source="the terrain's tags")


def tab_tag(
    tag_id: int, base_mm: Millimetres, *, tag_mm: float = TAB_TAG_MM, dictionary: str = PLATE.dictionary
) -> ThingTag:
    """Return the tag on the tab beside a base; its white margin begins at the base's rim."""
    long = base_mm[0] if isinstance(base_mm, tuple) else base_mm
    margin = tag_mm * MARGIN_MODULES / modules(dictionary)
    reach = round(long / 2 + margin + tag_mm / 2, 2)
    return ThingTag(id=tag_id, size_mm=tag_mm, offset_mm=(reach, 0.0, PAPER_MM))


def kit_bases(player: str) -> Mapping[int, float]:
    """Return the base width in mm of each of a player's tabs in the starter kit, by tag id.

    The kit uses the last ids of the seat's range, since rosters use the first.
    """
    widths = [base_mm for base_mm, number in KIT_TABS.items() for _ in range(number)]
    return dict(zip(RANGES[player][-len(widths) :], widths, strict=True))


def _free_ids(taken: frozenset[int] | set[int], first_id: int) -> Iterator[int]:
    return (tag_id for tag_id in count(first_id) if tag_id not in taken)


def _entry(
    operative: RosterOperative, player: str, *, base_mm: float, free: Iterator[int], dictionary: str, tag_mm: float
) -> OperativeEntry:
    entry = entry_of(operative, operative.id, player=player, base_mm=base_mm)
    if entry.tags:
        return entry
    return entry.model_copy(
        update={"tags": (tab_tag(next(free), entry.base_mm, tag_mm=tag_mm, dictionary=dictionary),)}
    )


def entry_of(operative: RosterOperative, name: str, *, player: str, base_mm: float) -> OperativeEntry:
    """Return the catalogue entry of a roster's operative with its tags; one without tags gets the mount "tab".

    `base_mm` is the default. Raises `CatalogueError` for an unknown mount.
    """
    mount = operative.mount or (None if operative.tags else "tab")
    if mount not in {None, "tab", "whole", "head", "collar"}:
        raise CatalogueError("setup-mount-unknown", operative=operative.id, mount=mount)
    return OperativeEntry.model_validate(
        {
            "id": name,
            "player": player,
            "name": operative.name,
            "base_mm": operative.base_mm if operative.base_mm is not None else base_mm,
            "figure_height_mm": operative.figure_height_mm,
            "mount": mount,
            "tags": tuple(
                ThingTag(id=tag.id, size_mm=tag.size_mm, offset_mm=tag.offset_mm, angle_deg=tag.angle_deg)
                for tag in operative.tags
            ),
        }
    )

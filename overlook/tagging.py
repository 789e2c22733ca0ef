"""Tags for a roster: who gets which tag, on a tab beside the base."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from calibration.catalogue import Catalogue, OperativeEntry, ThingTag, parse_catalogue
from calibration.dictionary import modules
from calibration.errors import CatalogueError
from calibration.plate import PLATE
from calibration.sheets.marks import MARGIN_MODULES
from referee.keeper.rosters.roster import Roster, RosterOperative

FIRST_ID = 40
"""First id given to operatives: lower ones are the board's and the terrain's."""

TAB_TAG_MM = 14.0
PAPER_MM = 0.3
"""Height of a printed tag on card that lies on the table."""


def with_roster(catalogue: Catalogue, roster: Roster, *, player: str = "", base_mm: float = 32.0) -> Catalogue:
    """Return the catalogue with a team's operatives in place of that player's; each without tags of its own gets a tab.

    Ids are the lowest that are free from `FIRST_ID` on. `base_mm` is taken where the roster does not say. Raises
    `CatalogueError` when an id is taken twice or the dictionary has no more.
    """
    others = tuple(entry for entry in catalogue.operatives if entry.player != player)
    rest = catalogue.model_copy(update={"operatives": others})
    named = {tag.id for operative in roster.operatives for tag in operative.tags}
    free = _free_ids(rest.tag_ids | named | PLATE.ids)
    added = [_entry(operative, player, base_mm, free, rest.dictionary) for operative in roster.operatives]
    document = rest.model_dump(mode="json")
    document["operatives"] += [entry.model_dump(mode="json") for entry in added]
    return parse_catalogue(document, source="the roster's tags")


def _free_ids(taken: frozenset[int] | set[int]) -> Iterator[int]:
    return (tag_id for tag_id in count(FIRST_ID) if tag_id not in taken)


def _entry(
    operative: RosterOperative, player: str, base_mm: float, free: Iterator[int], dictionary: str
) -> OperativeEntry:
    base = operative.base_mm or base_mm
    tags = tuple(
        ThingTag(id=tag.id, size_mm=tag.size_mm, offset_mm=tag.offset_mm, angle_deg=tag.angle_deg)
        for tag in operative.tags
    )
    if not tags:
        long = base[0] if isinstance(base, tuple) else base
        margin = TAB_TAG_MM * MARGIN_MODULES / modules(dictionary)
        reach = round(long / 2 + margin + TAB_TAG_MM / 2, 2)
        tags = (ThingTag(id=next(free), size_mm=TAB_TAG_MM, offset_mm=(reach, 0.0, PAPER_MM)),)
    mount = operative.mount or (None if operative.tags else "tab")
    if mount not in {None, "tab", "whole", "head", "collar"}:
        raise CatalogueError(f"{operative.id}: mount {mount!r}: expected tab, whole, head or collar")
    return OperativeEntry.model_validate(
        {
            "id": operative.id,
            "player": player,
            "name": operative.name,
            "base_mm": base,
            "figure_height_mm": operative.figure_height_mm,
            "mount": mount,
            "tags": tags,
        }
    )

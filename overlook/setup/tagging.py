"""Tags for teams and terrain: whose which ids are, and who gets which, on a tab beside the base."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from calibration.catalogue import Catalogue, OperativeEntry, ThingTag, parse_catalogue
from calibration.errors import CatalogueError
from calibration.pose.accuracy import PLATE
from calibration.tags import MARGIN_MODULES, modules
from calibration.terrain_library import LibraryPiece, entries_of
from referee.records.files.roster import Roster, RosterOperative

RANGES: Mapping[str, range] = {
    "board": range(16),
    "p1": range(40, 70),
    "p2": range(70, 100),
    "terrain": range(100, 170),
    "equipment": range(170, 200),
    "markers": range(200, min(PLATE.ids)),
    "plate": range(min(PLATE.ids), max(PLATE.ids) + 1),
}
"""Which ids are whose, where nobody says else. The plate's are no thing's."""

FIRST_ID = RANGES["p1"].start
"""First id given to operatives: lower ones are the board's."""

KIT_TABS = {28.0: 5, 32.0: 4, 40.0: 2, 50.0: 1}
"""How many tabs the starter kit has for each player's bases of each diameter, mm."""

TAB_TAG_MM = 14.0
PAPER_MM = 0.3
"""Height of a printed tag on card that lies on the table."""

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
    """Return the catalogue with a team's operatives in place of that player's; each without tags of its own gets a tab.

    Ids are the lowest that are free from `first_id` on. `base_mm` is taken where the roster does not say. Raises
    `CatalogueError` when an id is taken twice or the dictionary has no more.
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
    """Return the catalogue with these pieces under their own names and tags added to its terrain."""
    document = catalogue.model_dump(mode="json")
    document["terrain"] += [entry.model_dump(mode="json") for piece in pieces for entry in entries_of(piece)]
    return parse_catalogue(document, source="the terrain's tags")


def tab_tag(
    tag_id: int, base_mm: Millimetres, *, tag_mm: float = TAB_TAG_MM, dictionary: str = PLATE.dictionary
) -> ThingTag:
    """Return the tag on the tab beside a base: its white margin begins at the base's rim."""
    long = base_mm[0] if isinstance(base_mm, tuple) else base_mm
    margin = tag_mm * MARGIN_MODULES / modules(dictionary)
    reach = round(long / 2 + margin + tag_mm / 2, 2)
    return ThingTag(id=tag_id, size_mm=tag_mm, offset_mm=(reach, 0.0, PAPER_MM))


def kit_bases(player: str) -> Mapping[int, float]:
    """Return for how wide a base each of a player's tabs in the starter kit is, mm, by its tag.

    They are the last of the seat's ids: what is printed for a roster begins with the first.
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
    """Return a roster's operative under that name with the tags that it has; one without tags is to stand on a tab.

    `base_mm` is taken where the roster does not say. Raises `CatalogueError` for a mount that does not exist.
    """
    mount = operative.mount or (None if operative.tags else "tab")
    if mount not in {None, "tab", "whole", "head", "collar"}:
        raise CatalogueError(f"{operative.id}: mount {mount!r}: expected tab, whole, head or collar")
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

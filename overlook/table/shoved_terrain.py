"""Terrain that stands elsewhere than the game has it, moved by no rule: called, and judged where it stood."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from geometry.table import Table
from geometry.terrain import Part
from overlook.table.carried_terrain import MOVED_IN
from referee.game.board_place import RecordedTerrain
from referee.game.judging.position import as_operated
from referee.game.state import GameState
from referee.rules.ports.edition import Edition

SIGMAS = 5.0
TURNED = frozenset({"door", "hatch", "access_point", "leaf"})
"""What moves on terrain: whether it stands open is another question."""


def shoved_terrain(edition: Edition, state: GameState, table: Table) -> dict[str, str]:
    """Return what to call about terrain that a hand has moved in the battle: the sentence, by feature.

    No rule moves it but doors, hatches, and the equipment that is taken along (J24-09).
    """
    found: dict[str, float] = {}
    for seen, known in _shoved(edition, state, table):
        found[seen.feature] = max(found.get(seen.feature, 0.0), _apart(seen, known))
    lifted = {one.feature for one in _lifted(edition, state, table)} - found.keys()
    gone = {name: f"{name} is not on the table any more: put it back, it is judged where it stood" for name in lifted}
    return gone | {
        name: f'{name} stands {far:.1f}" from where the game has it: put it back, it is judged where it stood'
        for name, far in found.items()
    }


def as_it_was(edition: Edition, state: GameState, table: Table) -> Table:
    """Return the table with what was moved of its terrain, or lifted off, where the game has it."""
    moved = {seen.id: known for seen, known in _shoved(edition, state, table)}
    lifted = tuple(_lifted(edition, state, table))
    if not moved and not lifted:
        return table
    back = (replace(part, outline=moved[part.id].outline) if part.id in moved else part for part in table.terrain)
    return replace(table, terrain=(*back, *lifted))


def _lifted(edition: Edition, state: GameState, table: Table) -> Iterator[Part]:
    """Yield the parts that a hand has taken off the table in the battle, as the game has them."""
    if not state.turning_point:
        return
    there, again = {part.id for part in table.terrain}, edition.set_up.again
    gone = (one.part() for one in state.terrain if one.id not in there and one.equipment is None)
    yield from as_operated(state, (part for part in gone if again is None or not part.has(again.trait)))


def _shoved(edition: Edition, state: GameState, table: Table) -> Iterator[tuple[Part, Part]]:
    """Yield the parts that were moved, each as it is seen and as the game has it."""
    if not state.turning_point:
        return
    known = {one.id: one for one in state.terrain if one.equipment is None and one.role not in TURNED}
    again = edition.set_up.again
    for part in table.terrain:
        before = known.get(part.id)
        if before is None or (again is not None and part.has(again.trait)):
            continue
        if _corners_near(part, before):
            continue
        recorded = before.part()
        if _apart(part, recorded) > max(MOVED_IN, SIGMAS * _doubt(part)):
            yield part, recorded


def _corners_near(part: Part, before: RecordedTerrain) -> bool:
    """Return whether each corner is near where it was: then so is the whole outline, and nothing else is asked."""
    same = len(part.outline) == len(before.outline)
    return same and all(math.dist(*pair) <= MOVED_IN for pair in zip(part.outline, before.outline, strict=True))


def _apart(part: Part, other: Part) -> float:
    return float(part.polygon.hausdorff_distance(other.polygon))


def _doubt(part: Part) -> float:
    """Return by how much a corner of a part may be off, inches, one standard deviation."""
    if part.exact:
        return 0.0
    lever = max(math.dist(part.pivot, corner) for corner in part.outline)
    along = float(part.covariance[0, 0] + part.covariance[1, 1])
    return math.sqrt(along + (lever * math.radians(1.0)) ** 2 * float(part.covariance[3, 3]))

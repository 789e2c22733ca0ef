"""Equipment that an operative takes along as it moves: where it stood, and whether it may be set up again (J24-09)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from geometry.measure import gap_to_part_horizontal
from geometry.placement import Placement
from geometry.table import Table
from geometry.terrain import Part
from referee.rules.edition import Edition
from referee.rules.errors import RefereeError
from referee.rules.position import Position
from referee.rules.ruling import Ruling
from referee.rules.set_up import items_of

MOVED_IN = 0.12
"""Inches by which a part that was moved stands elsewhere: well beyond the camera's error."""

Stood = Mapping[str, Part]


def portable(edition: Edition, table: Table) -> Stood:
    """Return the parts that are taken along by an action of this edition, by id."""
    again = edition.set_up.again
    return {} if again is None else {part.id: part for part in table.terrain if part.has(again.trait)}


def as_it_stood(table: Table, stood: Stood) -> Table:
    """Return the table with what can be taken along where it stood."""
    there = {part.id for part in table.terrain}
    kept = tuple(stood.get(part.id, part) for part in table.terrain)
    return replace(table, terrain=(*kept, *(part for name, part in stood.items() if name not in there)))


def set_up_again(
    edition: Edition, position: Position, *, table: Table, stood: Stood, action: str, by: Placement
) -> Ruling | None:
    """Return whether what was taken along may stand where it is seen; None where nothing was, or nothing is judged.

    `position` has it where it stood, `by` is where the operative ends. What is not seen any more was not set up again.
    """
    again = edition.set_up.again
    if again is None or action != again.action:
        return None
    moved = [part for part in table.terrain if part.id in stood and _elsewhere(part, stood[part.id])]
    if not moved:
        return None
    mover = replace(position.table.operative(by.thing), placement=by)
    feature = min(moved, key=lambda part: gap_to_part_horizontal(mover.base, part)).feature
    without = tuple(part for part in position.table.terrain if part.feature != feature)
    operatives = {**position.table.operatives, mover.id: mover}
    there = replace(position, table=replace(position.table, operatives=operatives, terrain=without))
    seen = tuple(part for part in table.terrain if part.feature == feature)
    own = replace(there, table=replace(there.table, terrain=seen))
    item = next(iter(items_of(own, {}, frozenset())), None)
    try:
        return None if item is None else again.rule(there, mover.id, item)
    except RefereeError:
        return None


def _elsewhere(part: Part, before: Part) -> bool:
    return float(part.polygon.hausdorff_distance(before.polygon)) > MOVED_IN

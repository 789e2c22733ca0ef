"""Equipment that an operative takes along as it moves: where it stood, and whether it may be set up again (J24-09)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from geometry.base import EXACT_TOLERANCE
from geometry.measure import gap_to_part_horizontal
from geometry.placement import Placement
from geometry.table import Table
from geometry.terrain import Part
from referee.game.state import GameState
from referee.rules.errors import RefereeError
from referee.rules.findings import contact
from referee.rules.ports.edition import Edition
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

    `position` has it where it stood, `by` is where the operative ends. What is not seen any more was not set up again;
    what was left standing where the operative set off was set up there.
    """
    again = edition.set_up.again
    if again is None or action != again.action:
        return None
    setting_off = position.table.operative(by.thing)
    there = [part for part in table.terrain if part.id in stood]
    moved = [part for part in there if _elsewhere(part, stood[part.id])]
    if not moved:
        touch = contact(setting_off, *there) + EXACT_TOLERANCE
        moved = [part for part in there if gap_to_part_horizontal(setting_off.base, part) <= touch]
    if not moved:
        return None
    mover = replace(setting_off, placement=by)
    feature = min(moved, key=lambda part: gap_to_part_horizontal(mover.base, part)).feature
    without = tuple(part for part in position.table.terrain if part.feature != feature)
    operatives = {**position.table.operatives, mover.id: mover}
    bare = replace(position, table=replace(position.table, operatives=operatives, terrain=without))
    seen = tuple(part for part in table.terrain if part.feature == feature)
    own = replace(bare, table=replace(bare.table, terrain=seen))
    item = next(iter(items_of(own, {}, frozenset())), None)
    try:
        return None if item is None else again.rule(bare, mover.id, item)
    except RefereeError:
        return None


def _elsewhere(part: Part, before: Part) -> bool:
    return float(part.polygon.hausdorff_distance(before.polygon)) > MOVED_IN


class CarriedTerrain:
    """Where equipment stands that is taken along, as the game has it: a hand alone moves none of it.

    It follows what is seen until the battle begins, and in an activation in which it was taken along; also to where it
    stood once, as the move may have been taken back.
    """

    def __init__(self) -> None:
        self.stood: Stood = {}
        self._been: dict[str, tuple[Part, ...]] = {}

    def take(self, edition: Edition, state: GameState, table: Table) -> None:
        """Take in a table at rest on which no model stands elsewhere than the game has it."""
        seen = portable(edition, table)
        free = not state.turning_point or _taken_along(edition, state)
        kept = {} if free else {name: one for name, one in self.stood.items() if name not in seen}
        for name, part in seen.items():
            stood, been = self.stood.get(name), self._been.get(name, ())
            new = all(_elsewhere(part, one) for one in been)
            if stood is not None and not free and new and _elsewhere(part, stood):
                kept[name] = stood
                continue
            kept[name] = part
            if new:
                self._been[name] = (*been, part)
        self.stood = kept

    def shoved(self, edition: Edition, table: Table) -> dict[str, str]:
        """Return what to call about it: the sentence, by feature."""
        again, seen = edition.set_up.again, portable(edition, table)
        found = {}
        for name, stood in self.stood.items():
            there = seen.get(name)
            if again is not None and (there is None or _elsewhere(there, stood)):
                found[stood.feature] = (
                    f"{stood.feature} is not where it stood, and nobody has taken it along: put it back, it is judged "
                    f"where it stood ({again.action} moves it)"
                )
        return found


def _taken_along(edition: Edition, state: GameState) -> bool:
    again, acting = edition.set_up.again, state.acting
    return again is not None and acting is not None and any(one.action == again.action for one in acting.performed)

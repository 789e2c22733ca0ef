"""Displacement: models, markers, terrain and carried equipment that are not where the game has them (J24-09)."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace

import numpy as np
from shapely import unary_union

from geometry.base import EXACT_TOLERANCE
from geometry.measure import gap, gap_to_part_horizontal
from geometry.placement import Placement
from geometry.table import Marker, Operative, Table
from geometry.terrain import Part
from messages.message import Message
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.intents import Act, Intent
from referee.game.judging.position import as_operated
from referee.game.state import GameState
from referee.rules.errors import RefereeError
from referee.rules.findings import contact_tolerance
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Ruling
from referee.rules.set_up import items_of

MOVED_IN = 0.12
"""Distance in inches beyond which a part of terrain counts as moved: well beyond the camera's error."""

RecordedParts = Mapping[str, Part]


def portable_parts(edition: Edition, table: Table) -> RecordedParts:
    """Return the parts of terrain that an action of this edition can carry along, by id; feet go with their shield."""
    carried = _portable_features(edition, table.terrain)
    return {part.id: part for part in table.terrain if part.feature in carried}


def _portable_features(edition: Edition, parts: Iterable[Part]) -> frozenset[str]:
    again = edition.set_up.again
    return frozenset() if again is None else frozenset(part.feature for part in parts if part.has(again.trait))


def with_recorded_parts(table: Table, stood: RecordedParts) -> Table:
    """Return the table with equipment terrain at its recorded place (`stood`)."""
    there = {part.id for part in table.terrain}
    kept = tuple(stood.get(part.id, part) for part in table.terrain)
    return replace(table, terrain=(*kept, *(part for name, part in stood.items() if name not in there)))


def set_up_again(
    edition: Edition, position: Position, *, table: Table, stood: RecordedParts, action: str, by: Placement
) -> Ruling | None:
    """Return the ruling on whether carried terrain may be set up at its seen place.

    Returns None if nothing was carried or it cannot be judged. `position` has the terrain at its previous place; `by`
    is where the operative's move ends. Terrain that is no longer seen was not set up again. Terrain that was not moved
    but touches the operative's starting place counts as set up there.
    """
    again = edition.set_up.again
    if again is None or action != again.action:
        return None
    setting_off = position.table.operative(by.thing)
    there = [part for part in portable_parts(edition, table).values() if part.id in stood]
    moved = [part for part in there if _elsewhere(part, stood[part.id])]
    if not moved:
        touch = contact_tolerance(setting_off, *there) + EXACT_TOLERANCE
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
    return _apart(part, before) > max(MOVED_IN, SIGMAS * _doubt(part))


class EquipmentTerrain:
    """Recorded places of equipment terrain. A hand alone does not change them (J24-04 to J24-10).

    The recorded place follows the camera until the battle begins. In the battle that of portable equipment also does
    during an activation in which it was carried, and back to any earlier recorded place, because the move may have been
    undone.
    """

    def __init__(self) -> None:
        self.stood: RecordedParts = {}
        self._been: dict[str, tuple[Part, ...]] = {}

    def take(self, edition: Edition, state: GameState, table: Table) -> None:
        """Update from a table at rest."""
        seen = {**portable_parts(edition, table), **{part.id: part for part in table.terrain if part.equipment}}
        portable, setting_up = self._portable(edition, table), not state.turning_point
        waits, carried = bool(displaced_models(state, table)), _taken_along(edition, state)
        kept: dict[str, Part] = {}
        for name in {**self.stood, **seen}:
            part, stood = seen.get(name), self.stood.get(name)
            may_carry = (seen.get(name) or self.stood[name]).feature in portable
            free = setting_up or (may_carry and carried and not waits)
            if part is None:
                if stood is not None and not free:
                    kept[name] = stood
                continue
            been = self._been.get(name, ())
            new = all(_elsewhere(part, one) for one in been)
            if stood is not None and not free and (new or (may_carry and waits)):
                kept[name] = stood
                continue
            kept[name] = part
            if new:
                self._been[name] = (*been, part)
        self.stood = kept

    def _portable(self, edition: Edition, table: Table) -> frozenset[str]:
        return _portable_features(edition, (*self.stood.values(), *table.terrain))

    def shoved(self, edition: Edition, state: GameState, table: Table) -> dict[str, Message]:
        """Return a fault for each feature that was moved or lifted off although no action did it.

        While a model is not where the game has it, that model may have carried portable equipment.
        """
        again, seen = edition.set_up.again, {part.id: part for part in table.terrain}
        portable, waits = self._portable(edition, table), bool(displaced_models(state, table))
        away: dict[str, float] = {}
        for name, stood in self.stood.items():
            there = seen.get(name)
            if there is None or _elsewhere(there, stood):
                far = math.inf if there is None else _apart(there, stood)
                away[stood.feature] = max(away.get(stood.feature, 0.0), far)
        found = {}
        for feature, far in away.items():
            x, y = self._middle(feature)
            if again is not None and feature in portable:
                if not waits:
                    found[feature] = Message.of("displaced-carried-terrain", feature=feature, action=again.action)
            elif math.isinf(far):
                found[feature] = Message.of("displaced-equipment-gone", feature=feature, x=x, y=y)
            else:
                found[feature] = Message.of("displaced-equipment", feature=feature, apart=far, x=x, y=y)
        return found

    def _middle(self, feature: str) -> tuple[float, float]:
        whole = unary_union([part.polygon for part in self.stood.values() if part.feature == feature])
        middle = whole.convex_hull.centroid
        return float(middle.x), float(middle.y)


def _taken_along(edition: Edition, state: GameState) -> bool:
    again, acting = edition.set_up.again, state.acting
    return again is not None and acting is not None and any(one.action == again.action for one in acting.performed)


ELSEWHERE_IN = 0.12
"""Distance in inches from its accepted place beyond which a resting thing is displaced: well beyond the camera's error.
"""

NUDGED_IN, NUDGED_SIGMAS = 0.03, 6.0
"""Distance in inches, and in standard deviations, beyond which a model near its accepted place was nudged."""


def displaced_models(state: GameState, table: Table) -> dict[str, Placement]:
    """Return the seen placements of models that are not where the game has them, by operative."""
    return {
        name: seen.placement
        for name, seen in table.operatives.items()
        if (known := state.operatives.get(name)) is not None
        and known.on_board
        and known.place is not None
        and known.place.distance_to(seen.placement) > ELSEWHERE_IN
    }


def missing_models(state: GameState, table: Table) -> dict[str, BoardPlace]:
    """Return the places of models that the game has on the board and the camera does not see, by operative."""
    return {
        name: one.place
        for name, one in state.operatives.items()
        if one.on_board and one.place is not None and not one.place.declared and name not in table.operatives
    }


def is_set_up(state: GameState, table: Table) -> bool:
    """Return whether every model is seen where the game has it."""
    return not displaced_models(state, table) and not missing_models(state, table)


def widen_covariance_for_nudge(seen: Placement, known: BoardPlace) -> Placement:
    """Return the seen placement of a model, with a small offset from its accepted place added as uncertainty.

    Either a hand brushed the model or the camera was wrong when the place was accepted, so a ruling that depends on the
    difference has to be too close to call. Offsets that the camera's error explains add nothing.
    """
    dx, dy = seen.x - known.x, seen.y - known.y
    apart = math.hypot(dx, dy)
    if apart <= NUDGED_IN or apart <= NUDGED_SIGMAS * seen.sigma:
        return seen
    along = np.array([dx, dy, 0.0, 0.0])
    return replace(seen, covariance=seen.covariance + np.outer(along, along))


def where_displaced(state: GameState, table: Table) -> frozenset[tuple[str, float, float]]:
    """Return the displaced models and their positions to 0.1 inch, as a key for cached reports about them."""
    return frozenset((name, round(at.x, 1), round(at.y, 1)) for name, at in displaced_models(state, table).items())


Displaced = Mapping[str, Placement]
"""Seen placements of displaced models, by operative (`displaced_models`)."""


def displaced_model_block(
    state: GameState, away: Displaced, intent: Intent, *, moves: Container[str]
) -> Message | None:
    """Return why an intent must wait for a displaced model; None if it need not.

    An action is performed where its operative is (rules D24-01, D21-01), so nothing is judged from a place where the
    model is not. Actions named in `moves`, and actions with a destination, do not wait: they explain the displacement.
    """
    if not isinstance(intent, Act) or intent.action in moves or intent.to is not None:
        return None
    named = (intent.operative, *((intent.target,) if intent.target is not None else ()))
    return next(filter(None, (_model_fault(state, away, name) for name in named)), None)


def _model_fault(state: GameState, away: Displaced, operative: str) -> Message | None:
    place = away.get(operative)
    known = state.operatives[operative].place if place is not None else None
    if place is None or known is None or known.declared:
        return None  # a place that players declared overrides the camera
    code = "displaced-model-asked" if _is_asked_about(state, operative) else "displaced-model"
    return Message.of(code, operative=operative, apart=known.distance_to(place))


def _is_asked_about(state: GameState, operative: str) -> bool:
    """Return whether a proposal about the operative's move is open."""
    return any(one.operative == operative and one.to is not None for one in state.proposals)


BESIDE_IN = 1.0
"""Largest distance in inches from its carrier at which a carried marker may be kept on the table."""


def moved_marker_faults(state: GameState, table: Table) -> dict[str, Message]:
    """Return a fault for each marker that was moved by hand in the battle or left behind by its carrier.

    Only the actions that pick up and place move a marker (rules D24-10, D24-11, D21-08). A marker with a declared place
    is skipped: the camera is more accurate.
    """
    called = {
        name: Message.of(
            "displaced-marker",
            marker=name,
            apart=place.distance_to(table.markers[name].placement),
            x=place.x,
            y=place.y,
        )
        for name, place in _shoved(state, table).items()
    }
    return {**called, **_left_behind(state, table)}


def _left_behind(state: GameState, table: Table) -> dict[str, Message]:
    """Return a fault for each carried marker that is not beside its carrier (rule D24-10)."""
    called = {}
    for name, seen in table.markers.items() if state.turning_point else ():
        known = state.markers.get(name)
        carrier = None if known is None else table.operatives.get(known.carried_by or "")
        if carrier is not None and gap(carrier.base, seen.base) > BESIDE_IN:
            x, y = seen.placement.x, seen.placement.y
            called[name] = Message.of("displaced-carried-marker", marker=name, operative=carrier.id, x=x, y=y)
    return called


def with_recorded_markers(state: GameState, table: Table) -> dict[str, Marker]:
    """Return the markers of a table, with those that were moved by hand back at their accepted places.

    A marker that the game has keeps the game's kind, because its kind on the table may have been changed since.
    """
    known = state.markers
    markers = {
        name: replace(seen, kind=known[name].kind) if name in known and known[name].kind != seen.kind else seen
        for name, seen in table.markers.items()
    }
    for name, place in _shoved(state, table).items():
        seen = markers[name]
        error, parts = seen.placement.covariance, seen.placement.errors
        placement = Placement(name, place.x, place.y, place.z, place.rotation_deg, error, errors=parts)
        markers[name] = replace(seen, placement=placement)
    return markers


def _shoved(state: GameState, table: Table) -> Mapping[str, BoardPlace]:
    """Return the accepted places of the markers that were moved by hand, by marker."""
    found = {}
    for name, seen in table.markers.items() if state.turning_point else ():
        known = state.markers.get(name)
        if known is None or known.place is None or known.place.declared or known.carried_by is not None:
            continue
        if known.place.distance_to(seen.placement) > ELSEWHERE_IN:
            found[name] = known.place
    return found


class MarkerWatch:
    """Remembers the markers that the camera has seen, to notice when a hand takes one off the table.

    `asked` are those about which a player was asked since they were last seen, `waiting` those whose question is open
    or comes after that about a move.
    """

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self.asked: set[str] = set()
        self.waiting: set[str] = set()

    def take(self, table: Table) -> None:
        """Update from a table at rest."""
        self._seen |= table.markers.keys()
        self.asked -= table.markers.keys()

    def lifted(self, state: GameState, table: Table) -> dict[str, BoardPlace]:
        """Return the accepted places of the markers that were taken off the table in the battle, by marker.

        A marker beneath a model is covered, and one with a declared place has no tag to be seen.
        """
        found = {}
        for name in sorted(self._seen - table.markers.keys()) if state.turning_point else ():
            known = state.markers.get(name)
            if known is None or known.place is None or known.place.declared or known.carried_by is not None:
                continue
            lay = Marker(name, known.kind, known.diameter, known.place.placement(name)).base
            if not any(gap(one.base, lay) <= EXACT_TOLERANCE for one in table.operatives.values()):
                found[name] = known.place
        return found

    def faults(self, state: GameState, table: Table) -> dict[str, Message]:
        """Return a fault for each marker that was taken off the table and waits for no answer."""
        return {
            name: Message.of("displaced-marker-gone", marker=name, x=place.x, y=place.y)
            for name, place in self.lifted(state, table).items()
            if name not in self.waiting
        }


SIGMAS = 5.0
TURNED = frozenset({"door", "hatch", "access_point", "leaf"})
"""Roles of terrain parts that open and close; they are not checked for displacement."""


def moved_terrain_faults(edition: Edition, state: GameState, table: Table) -> dict[str, Message]:
    """Return a fault for each terrain feature that was moved or lifted off by hand in the battle.

    No rule moves terrain, except doors, hatches and carried equipment (J24-09).
    """
    found: dict[str, float] = {}
    for seen, known in _shoved_parts(edition, state, table):
        found[seen.feature] = max(found.get(seen.feature, 0.0), _apart(seen, known))
    lifted = {one.feature for one in _lifted(edition, state, table)} - found.keys()
    gone = {name: Message.of("displaced-terrain-gone", feature=name) for name in lifted}
    return gone | {name: Message.of("displaced-terrain", feature=name, apart=far) for name, far in found.items()}


def with_recorded_terrain(edition: Edition, state: GameState, table: Table) -> Table:
    """Return the table with moved and lifted terrain back where the game has it."""
    moved = {seen.id: known for seen, known in _shoved_parts(edition, state, table)}
    lifted = tuple(_lifted(edition, state, table))
    if not moved and not lifted:
        return table
    back = (replace(part, outline=moved[part.id].outline) if part.id in moved else part for part in table.terrain)
    return replace(table, terrain=(*back, *lifted))


def _lifted(edition: Edition, state: GameState, table: Table) -> Iterator[Part]:
    """Yield the parts that were lifted off the table in the battle, as the game has them."""
    if not state.turning_point:
        return
    there, again = {part.id for part in table.terrain}, edition.set_up.again
    gone = (one.part() for one in state.terrain if one.id not in there and one.equipment is None)
    yield from as_operated(state, (part for part in gone if again is None or not part.has(again.trait)))


def _shoved_parts(edition: Edition, state: GameState, table: Table) -> Iterator[tuple[Part, Part]]:
    """Yield the parts that were moved in the battle, each as seen and as the game has it."""
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
    """Return whether every corner is near its recorded place: a quick test that spares comparing the outlines."""
    same = len(part.outline) == len(before.outline)
    return same and all(math.dist(*pair) <= MOVED_IN for pair in zip(part.outline, before.outline, strict=True))


def _apart(part: Part, other: Part) -> float:
    return float(part.polygon.hausdorff_distance(other.polygon))


def _doubt(part: Part) -> float:
    """Return the standard deviation of the corner farthest from a part's pivot, in inches."""
    if part.exact:
        return 0.0
    lever = max(math.dist(part.pivot, corner) for corner in part.outline)
    along = float(part.covariance[0, 0] + part.covariance[1, 1])
    return math.sqrt(along + (lever * math.radians(1.0)) ** 2 * float(part.covariance[3, 3]))


def turned_base_faults(state: GameState, table: Table) -> dict[str, Message]:
    """Return a fault for each oval base that was turned on the spot in the battle, by operative."""
    found = {}
    for name, seen in table.operatives.items():
        known = state.operatives.get(name)
        if known is None or not known.on_board or known.place is None or not state.turning_point:
            continue
        by = turned_by(seen, known.place)
        if by and known.place.distance_to(seen.placement) <= ELSEWHERE_IN:
            found[name] = Message.of("displaced-model-turned", operative=name, turned=by)
    return found


def recorded_facing(seen: Operative, known: BoardPlace) -> Placement:
    """Return a model's seen placement, with the accepted rotation if the model was turned on the spot."""
    if not turned_by(seen, known):
        return seen.placement
    return replace(seen.placement, rotation_deg=known.rotation_deg)


def turned_by(seen: Operative, known: BoardPlace) -> float:
    """Return how many degrees an oval base was turned; 0 if the camera's error explains it or the rim barely moves."""
    if seen.shape.is_round or known.declared:
        return 0.0
    by = abs((seen.placement.rotation_deg - known.rotation_deg + 90.0) % 180.0 - 90.0)
    sigma = math.sqrt(float(seen.placement.covariance[3, 3]))
    far = math.radians(by) * seen.shape.long / 2
    return by if far > ELSEWHERE_IN and by > SIGMAS * sigma else 0.0

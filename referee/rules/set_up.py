"""Set-up before the battle: permitted positions of operatives, markers and equipment (A24-01, A24-07, A24-13).

Every failed finding has a witness: its strokes mark what is wrong on the board.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from shapely import LineString, Point, Polygon, unary_union

from geometry.base import Base
from geometry.measure import distance_to_outline, farthest_from_outline, inside_margin
from geometry.position_errors import apart_limit, measured_limit
from geometry.table import Marker, Operative
from geometry.terrain import Part, features
from messages.message import Message
from referee.rules.findings import area_of, footprint, where
from referee.rules.mission import Corners, MarkerSpot, Mission, MissionSide, PlacedItem
from referee.rules.position import Position
from referee.rules.ruling import Fact, Finding, FindingWithLimits, Measurement, RuleId, Ruling
from referee.rules.support import SPECK, carried, in_no_terrain, over_no_edge, support_on

LAID_WITHIN = 0.25
"""Tolerance in inches of the position of a marker or equipment from the mission's, because hands place it."""


@dataclass(frozen=True, slots=True)
class Item:
    """Equipment on the board: the item, its player, and its outline or its centre, inches.

    `parts` are its terrain parts or its marker. `body` is the outline without insignificant parts such as feet, None if
    it is the same. `sigma` is the standard deviation of its position, inches.
    """

    id: str
    item: str
    player: str
    outline: Corners | None = None
    centre: tuple[float, float] | None = None
    z: float = 0.0
    parts: frozenset[str] = frozenset()
    sigma: float = 0.0
    body: Corners | None = None


def singular(item: str) -> str:
    """Return an item's name in the singular and in lower case: cards, tags and missions say it in either way."""
    return " ".join(item.split()).casefold().removesuffix("s")


ItemRules = Callable[[Position, Item, MissionSide | None], Ruling]
"""Edition's rule of one item of equipment: takes the position, the item, and its player's side if known."""


@dataclass(frozen=True, slots=True)
class SetUpAgain:
    """Equipment that an action takes along and sets up again: its trait, and the rule of its new position.

    `rule` takes the position without it, the operative that has moved, and the item.
    """

    action: str
    trait: str
    rule: Callable[[Position, str, Item], Ruling]


@dataclass(frozen=True, slots=True)
class SetUpRules:
    """Set-up rules of an edition, with the rule ids under which faults are reported.

    `stand_on` is the trait that a raised surface needs to support an operative, None if any will do. `items` judges
    equipment, None if the edition's sources have no rule. `markers` are the kinds of marker that are equipment,
    `options` the universal equipment, `pieces` how many pieces an option brings, by item in the singular, `again` the
    equipment taken along in a move. An operative is set up `wholly` within its drop zone, or with some part of its
    base; `zone_note` is the note on that reading. `hatches_begin` is the state in which hatches begin the battle, None
    if that is left to the mission.
    """

    board_rule: RuleId
    bases_rule: RuleId
    placement_rule: RuleId
    zone_rule: RuleId
    marker_rule: RuleId
    stand_on: str | None = None
    items: ItemRules | None = None
    markers: frozenset[str] = frozenset()
    options: frozenset[str] = frozenset()
    pieces: Mapping[str, int] = field(default_factory=dict)
    again: SetUpAgain | None = None
    wholly: bool = True
    zone_note: Message | None = None
    hatches_begin: str | None = None

    def check(
        self, position: Position, mission: Mission, sides: Mapping[str, str], items: Iterable[Item] = ()
    ) -> tuple[Ruling, ...]:
        """Return a ruling for each object set up; `sides` maps players to the mission's sides.

        The drop zone is not checked for a player without a side.
        """
        ground = {player: mission.side(side) for player, side in sides.items()}
        items = tuple(items)
        return (
            self.board(position, mission),
            *(self.operative(position, name, ground) for name in position.table.operatives),
            *(self.marker(position, spot) for spot in mission.markers),
            *(self.laid(one, items) for one in mission.items),
            *self.equipment(position, items, ground),
        )

    def board(self, position: Position, mission: Mission) -> Ruling:
        """Return whether the board has the mission's size (rule A24-01)."""
        board, (width, depth) = position.table.board, mission.board
        findings = [
            Measurement.at_most(
                self.board_rule,
                Message.of("placement-board-size", side=which, wanted=wanted, found=found),
                abs(found - wanted),
                LAID_WITHIN,
                witness=where(area_of(board)),
            )
            for which, found, wanted in (("width", board.width, width), ("depth", board.depth, depth))
        ]
        return Ruling.of(Message.of("placement-claim-board"), *findings)

    def operative(self, position: Position, name: str, ground: Mapping[str, MissionSide]) -> Ruling:
        """Return whether an operative may be set up in its position."""
        own = position.table.operative(name)
        tested = [*self._standing(position, own)]
        side = ground.get(own.player)
        notes: tuple[Message, ...] = ()
        if side is not None:
            astride = inside_margin(own.base, side.drop_zone) < 0 <= _reach_into(own.base, side.drop_zone)
            notes = (self.zone_note,) if astride and self.zone_note is not None else ()
            tested.append(self._in_zone(own, side, position.table.common, notes))
        return Ruling.joint(Message.of("placement-claim-set-up", thing=name), tested, position.table, notes)

    def equipment(
        self, position: Position, items: Iterable[Item], ground: Mapping[str, MissionSide]
    ) -> tuple[Ruling, ...]:
        """Return for each item of equipment whether it may be set up in its position, if the edition has a rule."""
        if self.items is None:
            return ()
        return tuple(self.items(position, item, ground.get(item.player)) for item in items)

    def marker(self, position: Position, spot: MarkerSpot) -> Ruling:
        """Return whether a marker is where the mission puts it."""
        claim = Message.of("placement-claim-as-mission", thing=spot.id)
        alike = [one for one in position.table.markers.values() if one.id == spot.id] or [
            one for one in position.table.markers.values() if one.kind == spot.kind
        ]
        disc = Point(spot.at).buffer(spot.diameter / 2)
        if not alike:
            return Ruling.of(
                claim,
                Fact.declared(self.marker_rule, False, Message.of("placement-present", thing=spot.id), where(disc)),
            )
        found = min(alike, key=lambda one: math.dist(spot.at, (one.placement.x, one.placement.y)))
        at = (found.placement.x, found.placement.y)
        way = LineString([at, spot.at])
        finding = Measurement.at_most(
            self.marker_rule,
            Message.of("placement-at-place", thing=spot.id),
            math.dist(at, spot.at),
            LAID_WITHIN,
            sigma=found.placement.sigma,
            witness=where(way, disc, things=(found.id,)),
        )
        return Ruling.of(claim, finding, *self._marker_in_terrain(position, found))

    def _marker_in_terrain(self, position: Position, found: Marker) -> Iterable[Finding]:
        """Yield a fault for each part that a marker overlaps by more than the placing tolerance.

        Such a marker would be out of reach.
        """
        inner = replace(found, diameter=max(2 * SPECK, found.diameter - 2 * LAID_WITHIN))
        table = position.table
        tested = in_no_terrain(self.marker_rule, inner, table.terrain, table.common, marker=True)
        return (one.finding for one in tested)

    def laid(self, laid: PlacedItem, items: Iterable[Item]) -> Ruling:
        """Return whether equipment that the mission sets up is where the mission puts it."""
        claim, place = Message.of("placement-claim-as-mission", thing=laid.item), Polygon(laid.outline)
        shapes = [Polygon(one.outline) for one in items if one.item == laid.item and one.outline is not None]
        if not shapes:
            return Ruling.of(
                claim,
                Fact.declared(self.marker_rule, False, Message.of("placement-present", thing=laid.item), where(place)),
            )
        off = min(float(place.hausdorff_distance(shape)) for shape in shapes)
        means = Message.of("placement-at-place", thing=laid.item)
        return Ruling.of(claim, Measurement.at_most(self.marker_rule, means, off, LAID_WITHIN, witness=where(place)))

    def _standing(self, position: Position, own: Operative) -> Iterable[FindingWithLimits]:
        """Yield whether the base is on the board, on no other base, in no terrain, and fully supported."""
        table, base, common = position.table, own.base, position.table.common
        yield from over_no_edge(self.board_rule, own, table.board, common)
        for other in table.operatives.values():
            if other.id == own.id or abs(base.z - other.base.z) >= min(own.head, other.head):
                continue
            limit = apart_limit(own, other, common)
            if limit.margin >= -SPECK and not limit.doubtful:
                continue
            shared = footprint(base).intersection(footprint(other.base))
            means = Message.of("placement-off-base", thing=own.id, other=other.id)
            witness = where(shared, things=(own.id, other.id))
            finding = Measurement.at_most(
                self.bases_rule, means, -limit.margin, 0.0, sigma=limit.sigma, witness=witness
            )
            yield FindingWithLimits(finding, (limit,))
        yield from in_no_terrain(self.placement_rule, own, table.terrain, common)
        support = support_on(own, table.terrain)
        yield from carried(self.placement_rule, own, table.terrain, support, common)
        if self.stand_on is not None and not support.floor:
            by_id = {part.id: part for part in table.terrain}
            wrong = [name for name in support.on if not by_id[name].has(self.stand_on)]
            means = Message.of("placement-on-trait", thing=own.id, trait=self.stand_on, parts=wrong)
            drawn = where(footprint(base), things=(own.id, *wrong))
            yield FindingWithLimits(Fact.declared(self.placement_rule, not wrong, means, drawn))

    def _in_zone(
        self, own: Operative, side: MissionSide, common: NDArray[np.float64] | None, notes: tuple[Message, ...]
    ) -> FindingWithLimits:
        """Return whether the base is wholly within its drop zone, or partly if that is enough."""
        if not self.wholly:
            means = Message.of("placement-touches-drop-zone", thing=own.id, zone=side.name, readings=notes)
            limit = measured_limit((own,), (), common, lambda bases, parts: _reach_into(bases[0], side.drop_zone))
            finding = Measurement.at_most(self.zone_rule, means, max(0.0, -limit.margin), 0.0, sigma=limit.sigma)
            return FindingWithLimits(replace(finding, margin=limit.margin), (limit,))
        limit = measured_limit((own,), (), common, lambda bases, parts: inside_margin(bases[0], side.drop_zone))
        outline = footprint(own.base).difference(Polygon(side.drop_zone))
        finding = Measurement.at_least(
            self.zone_rule,
            Message.of("placement-in-drop-zone", thing=own.id, zone=side.name, readings=notes),
            limit.margin,
            0.0,
            sigma=limit.sigma,
            witness=where(outline, things=(own.id,)),
        )
        return FindingWithLimits(finding, (limit,))


def _reach_into(base: Base, zone: Corners) -> float:
    """Return how far a base reaches into a zone, inches; negative: its distance from the zone."""
    away = distance_to_outline(base, zone)
    return -away if away > 0 else 2 * base.radius - farthest_from_outline(base, zone)


def _outline(parts: Iterable[Part]) -> Corners:
    """Return the outline of the parts on the board: that of their hull if they are apart."""
    whole = unary_union([part.polygon for part in parts])
    shape = whole if isinstance(whole, Polygon) else whole.convex_hull
    return tuple((float(x), float(y)) for x, y in shape.exterior.coords[:-1])


def items_of(position: Position, owners: Mapping[str, str], marker_kinds: frozenset[str]) -> tuple[Item, ...]:
    """Return the equipment on the board: terrain that names its item, and markers of these kinds.

    `owners` maps the id of a part, a feature or a marker to its player.
    """
    built = [part for part in position.table.terrain if part.equipment is not None]
    items = []
    for name, parts in features(built).items():
        body = [part for part in parts if not part.has("Insignificant")]
        owner = next((owners[key] for key in (name, *(part.id for part in parts)) if key in owners), "")
        items.append(
            Item(
                name,
                str(parts[0].equipment),
                owner,
                outline=_outline(parts),
                body=_outline(body) if 0 < len(body) < len(parts) else None,
                z=min(part.bottom for part in parts),
                parts=frozenset(part.id for part in parts),
            )
        )
    for marker in position.table.markers.values():
        if marker.kind in marker_kinds and marker.carried_by is None:
            where_ = marker.placement
            items.append(
                Item(
                    marker.id,
                    marker.kind,
                    owners.get(marker.id, ""),
                    centre=(where_.x, where_.y),
                    z=where_.z,
                    parts=frozenset({marker.id}),
                    sigma=where_.sigma,
                )
            )
    return tuple(items)

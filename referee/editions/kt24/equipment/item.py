"""What one item of universal equipment is, and where it may be set up before the battle (rules J24-01 to J24-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

from shapely.geometry import MultiPolygon, Point, Polygon

from geometry.base import EXACT_TOLERANCE, MM_PER_INCH
from geometry.terrain import Part
from messages.message import Message
from referee.game.handlers.act_handler import ActionHook
from referee.game.handlers.handler import TestOutcome
from referee.game.intents import Intent
from referee.game.prompt import Choice
from referee.rules.errors import MalformedError
from referee.rules.findings import area_of, between, where
from referee.rules.mission import Corners
from referee.rules.moves.move_table import MoveSpec
from referee.rules.ports.edition import ActionSpec
from referee.rules.ports.markers import MARKER_MM
from referee.rules.position import Position
from referee.rules.ruling import Fact, Finding, Measurement, RuleId, Ruling
from referee.rules.set_up import Item
from referee.rules.weapon import EquipmentGrant, Weapon

MARKER_RADIUS = MARKER_MM / MM_PER_INCH / 2
DISC_SEGMENTS = 256
TOUCHING = 0.05
"""How far a ladder may be from the wall it leans on, inches."""

PICKS = 2
"""How many are picked of an option that has picks."""


@dataclass(frozen=True, slots=True)
class FootprintRules:
    """Where an item may stand, distances in inches, None where it does not matter.

    `floor` asks for the killzone floor, `drop_zone` for wholly within that distance of the own drop zone, `territory`
    for wholly within the own territory. `from_equipment`, `from_access` (access points and doors), `from_accessible`
    and `from_markers` ask for more than that distance. `against_tall` asks to stand upright against terrain at least
    so tall.
    """

    floor: bool = False
    territory: bool = True
    drop_zone: float | None = None
    from_equipment: float | None = None
    from_access: float | None = None
    from_accessible: float | None = None
    from_markers: float | None = None
    against_tall: float | None = None


BARRICADE = FootprintRules(floor=True, from_equipment=2.0, from_access=2.0, from_accessible=2.0)
"""Where barricades and razor wire may stand."""


@dataclass(frozen=True, slots=True)
class Pick:
    """What may be picked of an option: the word for it, under which name its uses are counted, its weapon if it is one.

    What is no weapon is the action of that name.
    """

    word: str
    supply: str
    weapon: Weapon | None = None


@dataclass(frozen=True, slots=True)
class EquipmentItem:
    """One item of universal equipment: its name in the singular, its rule, and all that it adds to a game.

    `text` is what it does, in short, for people to choose by; `pieces` is how many of it an option brings; `kinds` are
    the kinds of the marker that it is, empty for terrain. An item without `footprint` is not set up before the battle;
    one without `picks` either is no option: another option's pick brings it. `actions` are its rows of the action
    table, `moves` those of the table of moves, `hooks` what it adds to actions, `handlers` answer its intents,
    `outcomes` say what dice of its tests do.
    """

    name: str
    rule: RuleId
    text: Message | None = None
    pieces: int = 1
    kinds: frozenset[str] = frozenset()
    footprint: FootprintRules | None = None
    picks: tuple[Pick, ...] = ()
    actions: tuple[ActionSpec, ...] = ()
    moves: tuple[MoveSpec, ...] = ()
    hooks: tuple[ActionHook, ...] = ()
    handlers: Mapping[type[Intent], Any] = field(default_factory=dict)
    outcomes: Mapping[str, TestOutcome] = field(default_factory=dict)

    @property
    def is_option(self) -> bool:
        """Whether players choose it before the battle."""
        return self.footprint is not None or bool(self.picks)

    @property
    def option(self) -> str:
        """The name of the option that brings it: in the plural where that is several."""
        return self.name if self.pieces == 1 else f"{self.name}s"

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What a player may choose of it: the option, or each two of its picks."""
        if not self.picks:
            return (
                Choice(
                    key=self.option,
                    label=Message.of("choice-equipment", item=self.option.replace(" ", "_")),
                    says=self.text,
                ),
            )
        pairs = combinations_with_replacement((each.word for each in self.picks), PICKS)
        return tuple(
            Choice(key=f"{self.option}: {one}, {other}", label=Message.of("choice-grenades", one=one, other=other))
            for one, other in pairs
        )

    def option_id(self, option: str) -> str:
        """Return the key of the choice that is meant: the option, with its picks in the order of the list."""
        order = [pick.word for pick in self.picks]
        words = _picked(option)
        if not words or not set(words) <= set(order):
            return option if self.picks else self.option
        return f"{self.option}: {', '.join(sorted(words, key=order.index))}"

    def bring(self, option: str) -> EquipmentGrant:
        """Return what it brings, chosen so: `explosive grenades: frag, krak` two uses and two weapons.

        Raises `MalformedError` where the picks are not two of those that there are.
        """
        if not self.picks:
            return EquipmentGrant()
        name = option.partition(":")[0]
        known = {pick.word: pick for pick in self.picks}
        words = _picked(option)
        if len(words) != PICKS or not set(words) <= set(known):
            one, other = list(known)[:PICKS]
            raise MalformedError("item-two-picks", option=option, name=name.strip(), one=one, other=other)
        return EquipmentGrant(
            weapons=tuple(weapon for word in dict.fromkeys(words) if (weapon := known[word].weapon) is not None),
            supplies={known[word].supply: uses for word, uses in Counter(words).items()},
        )


def _picked(option: str) -> list[str]:
    """Return the picks of an option, in lower case."""
    return [word.strip().casefold() for word in option.partition(":")[2].split(",") if word.strip()]


def outline(item: Item, spec: EquipmentItem) -> Polygon:
    """Return the item's outline on the board: its corners, or a 20 mm disc for a marker."""
    if spec.kinds:
        if item.centre is None:
            raise MalformedError("item-marker-centre", item=item.item)
        return Point(item.centre).buffer(MARKER_RADIUS, quad_segs=DISC_SEGMENTS)
    if item.outline is None:
        raise MalformedError("item-outline", item=item.item)
    return Polygon(item.outline)


def judge_set_up(
    spec: EquipmentItem, position: Position, item: Item, *, territory: Corners | None, drop_zone: Corners | None
) -> Ruling:
    """Return whether the item may stand there, with everything that is wrong (rules J24-*, A24-13).

    An area of its player's that is not given is not asked about.
    """
    shape = outline(item, spec)
    findings = list(_areas(spec, shape, item, territory, drop_zone))
    findings.extend(room_findings(position, spec, shape, item))
    return Ruling.of(Message.of("item-claim-set-up", item=item.item), *findings)


def room_findings(position: Position, spec: EquipmentItem, shape: Polygon, item: Item) -> Iterable[Finding]:
    """Yield whether there is room for the item: the board, other terrain, and the distances that it keeps."""
    rules = spec.footprint or FootprintRules()
    yield from _room(position, spec, rules, shape, item)
    yield from _spacing(position, spec, rules, shape, item)


def _overhang(shape: Polygon, area: Polygon) -> float:
    """Return how far the shape reaches out of the area, inches; negative: how far from its edge it stays inside."""
    outside = shape.difference(area)
    if outside.is_empty or outside.area < EXACT_TOLERANCE**2:
        return -float(area.exterior.distance(shape))
    pieces = outside.geoms if isinstance(outside, MultiPolygon) else [outside]
    return max(float(area.distance(Point(corner))) for piece in pieces for corner in piece.exterior.coords)


def _areas(
    spec: EquipmentItem, shape: Polygon, item: Item, territory: Corners | None, drop_zone: Corners | None
) -> Iterable[Finding]:
    rules = spec.footprint or FootprintRules()
    if rules.territory and territory is not None:
        area = Polygon(territory)
        means = Message.of("item-in-territory", item=spec.name)
        out = where(shape.difference(area))
        yield Measurement.at_most(spec.rule, means, _overhang(shape, area), 0.0, sigma=item.sigma, witness=out)
    if rules.drop_zone is not None and drop_zone is not None:
        zone = Polygon(drop_zone)
        far = max(zone.distance(Point(corner)) for corner in shape.exterior.coords)
        means = Message.of("item-near-drop-zone", item=spec.name)
        out = where(shape.difference(zone.buffer(rules.drop_zone)))
        yield Measurement.at_most(spec.rule, means, far, rules.drop_zone, sigma=item.sigma, witness=out)
    if rules.floor:
        means = Message.of("item-on-floor", item=spec.name)
        yield Measurement.at_most(spec.rule, means, abs(item.z), 0.0, witness=where(shape, z=item.z))


def _room(
    position: Position, spec: EquipmentItem, rules: FootprintRules, shape: Polygon, item: Item
) -> Iterable[Finding]:
    area = area_of(position.table.board)
    out, far = where(shape.difference(area)), _overhang(shape, area)
    yield Measurement.at_most(
        "A24-01", Message.of("placement-on-board", thing=spec.name), far, 0.0, sigma=item.sigma, witness=out
    )
    terrain = [part for part in position.table.terrain if part.id not in item.parts]
    for part in terrain:
        if part.has("Insignificant") or not part.bottom - EXACT_TOLERANCE <= item.z < part.top - EXACT_TOLERANCE:
            continue
        shared = shape.intersection(part.polygon)
        if shared.area > EXACT_TOLERANCE:
            yield Fact.declared(
                "A24-13", False, Message.of("placement-clear", thing=spec.name, part=part.id), where(shared)
            )
    if rules.against_tall is not None:
        tall = [part for part in terrain if part.equipment is None and part.top - item.z > 0]
        near = min(tall, key=lambda part: (part.polygon.distance(shape), -part.top), default=None)
        touching = [part for part in tall if part.polygon.distance(shape) < TOUCHING]
        best = max((part.top - max(part.bottom, item.z) for part in touching), default=0.0)
        witness = between(shape, near.polygon, (near.id,)) if near else where(shape)
        means = Message.of("item-against-tall", item=spec.name)
        yield Measurement.at_least(spec.rule, means, best, rules.against_tall, witness=witness)


def _spacing(
    position: Position, spec: EquipmentItem, rules: FootprintRules, shape: Polygon, item: Item
) -> Iterable[Finding]:
    for part in position.table.terrain:
        for limit, what in _limits(rules, part) if part.id not in item.parts else ():
            distance = part.polygon.distance(shape)
            means = Message.of("item-clear-of", item=spec.name, kind=what, other=part.id)
            near = between(shape, part.polygon, (part.id,), f'{distance:.1f}"')
            yield Measurement.more_than(spec.rule, means, distance, limit, sigma=item.sigma, witness=near)
    if rules.from_markers is not None:
        for marker in position.table.markers.values():
            if marker.carried_by is None and marker.id not in item.parts:
                centre = Point(marker.placement.x, marker.placement.y)
                own = shape.centroid
                distance = max(0.0, centre.distance(own) - marker.diameter / 2 - MARKER_RADIUS)
                means = Message.of("item-clear-of", item=spec.name, kind="marker", other=marker.id)
                near = between(shape, centre.buffer(marker.diameter / 2), (marker.id,), f'{distance:.1f}"')
                limit = rules.from_markers
                yield Measurement.more_than(spec.rule, means, distance, limit, sigma=item.sigma, witness=near)


def _limits(rules: FootprintRules, part: Part) -> Iterable[tuple[float, str]]:
    if rules.from_equipment is not None and part.equipment is not None:
        yield rules.from_equipment, "equipment"
    if rules.from_access is not None and part.role in {"access_point", "door"}:
        yield rules.from_access, "access_point"
    if rules.from_accessible is not None and part.has("Accessible"):
        yield rules.from_accessible, "accessible"

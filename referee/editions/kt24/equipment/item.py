"""Where universal equipment may be set up before the battle (rules J24-01 to J24-10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from shapely.geometry import MultiPolygon, Point, Polygon

from geometry.base import EXACT_TOLERANCE, MM_PER_INCH
from geometry.measure import distance_to_outline
from geometry.terrain import Part
from referee.rules.errors import MalformedError
from referee.rules.findings import area_of, between, contact, where
from referee.rules.mission import Corners, Ground
from referee.rules.ports.markers import MARKER_MM
from referee.rules.position import Position
from referee.rules.ruling import Finding, RuleId, Ruling
from referee.rules.set_up import Item

MARKER_RADIUS = MARKER_MM / MM_PER_INCH / 2
DISC_SEGMENTS = 256
TOUCHING = 0.05
"""How far a ladder may be from the wall it leans on, inches."""


@dataclass(frozen=True, slots=True)
class EquipmentSpec:
    """One row of the equipment table: where the item may stand, distances in inches, None where it does not matter.

    `pieces` is how many of it an option brings.
    `drop_zone` asks for wholly within that distance of the own drop zone, `territory` for wholly within the own
    territory. `from_equipment`, `from_access` (access points and doors), `from_accessible` and `from_markers` ask
    for more than that distance. `against_tall` asks to stand upright against terrain at least so tall. `text` is what
    it does, in short, for people to choose by.
    """

    name: str
    rule: RuleId
    pieces: int = 1
    marker: bool = False
    floor: bool = False
    territory: bool = True
    drop_zone: float | None = None
    from_equipment: float | None = None
    from_access: float | None = None
    from_accessible: float | None = None
    from_markers: float | None = None
    against_tall: float | None = None
    text: str = ""

    @property
    def option(self) -> str:
        """The name of the option that brings it: in the plural where that is several."""
        return self.name if self.pieces == 1 else f"{self.name}s"


def _barricade(name: str, rule: RuleId, text: str, *, pieces: int = 1, drop_zone: float | None = None) -> EquipmentSpec:
    return EquipmentSpec(
        name,
        rule,
        pieces=pieces,
        floor=True,
        territory=drop_zone is None,
        drop_zone=drop_zone,
        from_equipment=2.0,
        from_access=2.0,
        from_accessible=2.0,
        text=text,
    )


EQUIPMENT = {
    spec.name: spec
    for spec in (
        EquipmentSpec("ammo cache", "J24-01", marker=True, text="A marker: who controls it re-rolls an attack die"),
        EquipmentSpec("comms device", "J24-03", marker=True, text="A marker: SUPPORT reaches 3 in further"),
        _barricade("heavy barricade", "J24-04", "Heavy cover near the drop zone", drop_zone=4.0),
        EquipmentSpec(
            "ladder",
            "J24-05",
            pieces=2,
            from_equipment=2.0,
            from_access=1.0,
            against_tall=2.0,
            text="Two: one climb of an action counts as 1 in",
        ),
        _barricade("light barricade", "J24-06", "Two: Light cover in the territory", pieces=2),
        EquipmentSpec(
            "mines",
            "J24-07",
            marker=True,
            from_markers=2.0,
            from_access=2.0,
            from_accessible=2.0,
            text="A marker: D3+3 damage to the first that comes near, whoever it is",
        ),
        _barricade("portable barricade", "J24-08", "Light cover that an operative carries along"),
        _barricade("razor wire", "J24-10", "Crossing it costs 1 in more"),
    )
}


def spec_of(item: str) -> EquipmentSpec:
    """Return the table's row for an item, in the singular or the plural; `MalformedError` lists what there is."""
    name = item.strip().lower()
    for candidate in (name, name.removesuffix("s"), name + "s"):
        if candidate in EQUIPMENT:
            return EQUIPMENT[candidate]
    raise MalformedError(f"equipment {item!r}: expected one of {', '.join(sorted(EQUIPMENT))}")


def footprint(item: Item, spec: EquipmentSpec) -> Polygon:
    """Return the item's outline on the board: its corners, or a 20 mm disc for a marker."""
    if spec.marker:
        if item.centre is None:
            raise MalformedError(f"{item.item}: a marker needs the place of its centre")
        return Point(item.centre).buffer(MARKER_RADIUS, quad_segs=DISC_SEGMENTS)
    if item.outline is None:
        raise MalformedError(f"{item.item}: needs an outline of three corners or more")
    return Polygon(item.outline)


def may_set_up(
    position: Position, item: Item, *, territory: Corners | None = None, drop_zone: Corners | None = None
) -> Ruling:
    """Return whether the item may stand there, with everything that is wrong (rules J24-*, A24-13).

    An area of its player's that is not given is not asked about.
    """
    spec = spec_of(item.item)
    shape = footprint(item, spec)
    findings = list(_areas(spec, shape, item, territory, drop_zone))
    findings.extend(_room(position, spec, shape, item))
    findings.extend(_spacing(position, spec, shape, item))
    return Ruling.of(f"{item.item} may be set up there", *findings)


def item_may_stand(position: Position, item: Item, side: Ground | None) -> Ruling:
    """Return whether equipment that stands on the board may stand there, for a player whose side is known or not."""
    if side is None:
        return may_set_up(position, item)
    return may_set_up(position, item, territory=side.territory, drop_zone=side.drop_zone)


def barricade_again(position: Position, by: str, item: Item) -> Ruling:
    """Return whether a portable barricade may be set up again after the move with it (rule J24-09).

    Connected to the operative again, and as clear of other equipment, access points and Accessible terrain as before;
    territory is not asked. Where it may not, it is gone. `position` has the table without the barricade.
    """
    spec = replace(spec_of(item.item), rule="J24-09")
    shape = footprint(item, spec)
    operative = position.table.operative(by)
    touches = distance_to_outline(operative.base, item.outline or ())
    findings = [
        Finding.at_most(
            spec.rule,
            f"{spec.name} is connected to {by}",
            touches,
            contact(operative),
            sigma=operative.placement.sigma,
            otherwise=f"{spec.name} is not connected to {by}",
        ),
        *_room(position, spec, shape, item),
        *_spacing(position, spec, shape, item),
    ]
    return Ruling.of(f"{spec.name} may be set up again there", *findings)


def _overhang(shape: Polygon, area: Polygon) -> float:
    """Return how far the shape reaches out of the area, inches; negative: how far from its edge it stays inside."""
    outside = shape.difference(area)
    if outside.is_empty or outside.area < EXACT_TOLERANCE**2:
        return -float(area.exterior.distance(shape))
    pieces = outside.geoms if isinstance(outside, MultiPolygon) else [outside]
    return max(float(area.distance(Point(corner))) for piece in pieces for corner in piece.exterior.coords)


def _areas(
    spec: EquipmentSpec, shape: Polygon, item: Item, territory: Corners | None, drop_zone: Corners | None
) -> Iterable[Finding]:
    if spec.territory and territory is not None:
        area = Polygon(territory)
        means = f"{spec.name} must be wholly within its player's territory"
        out = where(shape.difference(area))
        yield Finding.at_most(spec.rule, means, _overhang(shape, area), 0.0, sigma=item.sigma, witness=out)
    if spec.drop_zone is not None and drop_zone is not None:
        zone = Polygon(drop_zone)
        far = max(zone.distance(Point(corner)) for corner in shape.exterior.coords)
        means = f"{spec.name} must be wholly near its drop zone"
        out = where(shape.difference(zone.buffer(spec.drop_zone)))
        yield Finding.at_most(spec.rule, means, far, spec.drop_zone, sigma=item.sigma, witness=out)
    if spec.floor:
        means = f"{spec.name} must stand on the killzone floor"
        yield Finding.at_most(spec.rule, means, abs(item.z), 0.0, witness=where(shape, z=item.z))


def _room(position: Position, spec: EquipmentSpec, shape: Polygon, item: Item) -> Iterable[Finding]:
    area = area_of(position.table.board)
    means, out = "nothing hangs over the killzone's edge", where(shape.difference(area))
    over, far = f"{spec.name} hangs over the killzone's edge", _overhang(shape, area)
    yield Finding.at_most("A24-01", means, far, 0.0, otherwise=over, sigma=item.sigma, witness=out)
    terrain = [part for part in position.table.terrain if part.id not in item.parts]
    for part in terrain:
        if part.has("Insignificant") or not part.bottom - EXACT_TOLERANCE <= item.z < part.top - EXACT_TOLERANCE:
            continue
        shared = shape.intersection(part.polygon)
        if shared.area > EXACT_TOLERANCE:
            yield Finding.fact("A24-13", False, f"{spec.name} stands in terrain {part.id}", where(shared))
    if spec.against_tall is not None:
        tall = [part for part in terrain if part.equipment is None and part.top - item.z > 0]
        near = min(tall, key=lambda part: (part.polygon.distance(shape), -part.top), default=None)
        touching = [part for part in tall if part.polygon.distance(shape) < TOUCHING]
        best = max((part.top - max(part.bottom, item.z) for part in touching), default=0.0)
        name = near.id if near else "no terrain"
        witness = between(shape, near.polygon, (near.id,)) if near else where(shape)
        means = f"{spec.name} stands upright against {name}"
        loose = f"{spec.name} does not stand upright against terrain that is tall enough"
        yield Finding.at_least(spec.rule, means, best, spec.against_tall, otherwise=loose, witness=witness)


def _spacing(position: Position, spec: EquipmentSpec, shape: Polygon, item: Item) -> Iterable[Finding]:
    for part in position.table.terrain:
        for limit, what in _limits(spec, part) if part.id not in item.parts else ():
            distance = part.polygon.distance(shape)
            means = f"{spec.name} stands clear of {what} {part.id}"
            near = between(shape, part.polygon, (part.id,), f'{distance:.1f}"')
            close = f'{spec.name} stands {distance:.1f}" from {what} {part.id}, not more than {limit:g}"'
            yield Finding.more_than(spec.rule, means, distance, limit, otherwise=close, sigma=item.sigma, witness=near)
    if spec.from_markers is not None:
        for marker in position.table.markers.values():
            if marker.carried_by is None and marker.id not in item.parts:
                centre = Point(marker.placement.x, marker.placement.y)
                own = shape.centroid
                distance = max(0.0, centre.distance(own) - marker.diameter / 2 - MARKER_RADIUS)
                means = f"{spec.name} stands clear of marker {marker.id}"
                near = between(shape, centre.buffer(marker.diameter / 2), (marker.id,), f'{distance:.1f}"')
                limit = spec.from_markers
                close = f'{spec.name} stands {distance:.1f}" from marker {marker.id}, not more than {limit:g}"'
                yield Finding.more_than(
                    spec.rule, means, distance, limit, otherwise=close, sigma=item.sigma, witness=near
                )


def _limits(spec: EquipmentSpec, part: Part) -> Iterable[tuple[float, str]]:
    if spec.from_equipment is not None and part.equipment is not None:
        yield spec.from_equipment, "equipment"
    if spec.from_access is not None and part.role in {"access_point", "door"}:
        yield spec.from_access, "access point"
    if spec.from_accessible is not None and part.has("Accessible"):
        yield spec.from_accessible, "Accessible terrain"

"""Close Quarters: an overlay of the 2021 edition (rules K21-01 to K21-06)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from shapely.geometry import Polygon

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import CERTAIN_SIGMAS
from geometry.measure import gap
from geometry.paths.passages import HATCH_LEAF_ROLE
from geometry.position_errors import max_sigmas, measured_limit
from geometry.table import Operative
from geometry.terrain import Part
from messages.message import Message
from referee.editions.kt21.movement import movement
from referee.editions.kt21.objectives import ObjectivesByCentre
from referee.editions.kt21.options import APPARATUS_REACH, INDIRECT, LEAF, TOKENS, WALL_COVER
from referee.editions.kt21.sight import RULES, CoverLines, SightByCoverLines, sight
from referee.editions.kt21.walls import (
    AROUND_WALLS,
    EngagementBetweenWalls,
    MovementBetweenWalls,
    Point,
    Sightlines,
    hatch_in_reach,
    walls,
    with_findings,
    with_walls,
)
from referee.rules.findings import contact_tolerance
from referee.rules.judgement import Shot, ShotJudgement
from referee.rules.mission import MissionSide
from referee.rules.moves.interactions import hatchway_fight, operating_hatch
from referee.rules.ports.actions import table_of
from referee.rules.ports.edition import ActionSpec, Edition, Killzone, note
from referee.rules.ports.killzone import OpenGround
from referee.rules.position import Order, Position
from referee.rules.ruling import Fact, Finding, Ruling
from referee.rules.set_up import Item, SetUpRules
from referee.rules.sight.control_range import ControlRange
from referee.rules.sight.targeting_lines import CoverField, DuelSampling, ShooterPoint, between
from referee.rules.support import SPECK, SURFACE_TOLERANCE
from referee.rules.terrain_traits import matters
from referee.rules.weapon import RuleUse, lethal_in_condensed_environment

SPREADING = frozenset({"blast", "splash", "torrent"})
SMALL_WOUNDS = 5
RIM, SIDES = 48, 96
POST = 0.01
ENDS_ALONE = "its ends alone"
LEAF_ALONE = "Wall trait alone"


@dataclass(frozen=True, slots=True)
class LinesBetweenWalls(CoverLines):
    """A duel by cover lines with `walls` in between; `whole` is the field with all of them."""

    walls: tuple[Part, ...] = ()
    sightlines: Sightlines[ShooterPoint] | None = None
    whole: CoverField | None = None

    def clear(self, place: ShooterPoint) -> bool:
        """Return whether some cover line from that point crosses no wall (rule K21-04)."""
        return self.sightlines is None or self.sightlines.clear_from(place.point)

    def best(self, found: tuple[ShooterPoint, ...]) -> ShooterPoint:
        """Return the best point for the shooter; points from which walls block every line are the worst."""
        if self.sightlines is None:
            return min(found, key=self._order)
        clear = self.sightlines.clear_from_each([place.point for place in found])
        free = [place for place, unbarred in zip(found, clear, strict=True) if unbarred]
        free = free or list(self.sightlines.places(self.shooter.base, self.places_at))
        return min(free or found, key=self._order)

    def _order(self, place: ShooterPoint) -> tuple[tuple[bool, ...], float]:
        return self.rank(place), -place.room

    def places_at(self, points: Sequence[Point]) -> tuple[ShooterPoint, ...]:
        """Return the parts that lines from each point of the shooter's base meet, seen from above."""
        if not points:
            return ()
        rules, here, there = self.field.rules, self.shooter.base, self.target.base
        own, theirs = Polygon(_rim(here)), Polygon(_rim(there))
        near, far = theirs.buffer(rules.cover_reach), own.buffer(max(0.0, rules.obscured_beyond_shooter))
        far = far.union(theirs.buffer(max(0.0, rules.obscured_beyond_target)))
        covers = gap(here, there) > rules.cover_beyond + EXACT_TOLERANCE
        fans = shapely.convex_hull(shapely.linestrings([[point, *_rim(there)] for point in points]))
        around = shapely.convex_hull(shapely.multipoints(shapely.get_coordinates(fans)))
        crossed = [part for part in self.field.parts if part.polygon.intersects(around)]
        covering = [one for one in crossed if covers and one.id in self.field.covering]
        obscuring = [one for one in crossed if one.id in self.field.obscuring]
        return tuple(
            ShooterPoint(point, 0.0, *found)
            for point, *found in zip(
                points,
                _met(fans, covering, lambda part: part.polygon.intersection(near)),
                _met(fans, obscuring, lambda part: part.polygon.difference(far)),
                strict=True,
            )
        )


def _met(
    fans: Sequence[Polygon], parts: Sequence[Part], piece: Callable[[Part], shapely.Geometry]
) -> list[frozenset[str]]:
    """Return for each fan of lines the ids of the parts of which it meets a piece."""
    pieces = np.array([piece(part) for part in parts], dtype=object)
    meets = shapely.intersects(np.asarray(fans)[:, None], pieces[None, :])
    return [frozenset(part.id for part, met in zip(parts, row, strict=True) if met) for row in meets]


@dataclass(frozen=True, slots=True)
class SightBetweenWalls:
    """Sight port with walls that block every line, range around walls, and friends in the way (K21-03/04).

    `indirect` is the range in inches of a shot with Indirect; with `ends_alone` only lines over a wall's corner or end
    get cover from it; with `leaf_alone` the leaf of an open hatch gives none.
    """

    inner: SightByCoverLines
    indirect: float
    ends_alone: bool
    leaf_alone: bool

    def visible(self, position: Position, viewer: str, target: str) -> Ruling:
        """Return whether one operative sees the other."""
        return self.inner.visible(with_walls(position), viewer, target)

    def all_visible(self, position: Position, pairs: Sequence[tuple[str, str]]) -> tuple[Ruling, ...]:
        """Return the same for several pairs of viewer and target."""
        return self.inner.all_visible(with_walls(position), pairs)

    def judge(self, edition: Edition, position: Position, shot: Shot) -> ShotJudgement:
        """Return visibility, cover, obscured and validity, with the rules of close quarters."""
        here = with_walls(position)
        shot = self._ranged(shot)
        duel = self.prepare(here, shot)
        if duel.sightlines is not None:
            duel.sightlines.clear_from_each([place.point for found in duel.doubt.likeliest for place in found])
        judged = self.inner.judge_prepared(edition, duel)
        best = duel.best(duel.doubt.best_estimate)
        clear = duel.clear(best)
        more: list[Finding] = [Fact.declared("K21-04", clear, Message.of("sight-cover-line-clear"))]
        middle = () if clear else (Fact.declared("K21-04", False, Message.of("sight-cover-line-by-wall-end")),)
        reach = shot.rule("range")
        if reach is not None:
            more += edition.spacing.also(here, duel.shooter.base, duel.target.base, reach.x or 0.0)
        notes = () if shot.rule("indirect") is None else (note(INDIRECT, edition.reads(INDIRECT)),)
        read, line = self._notes(edition, duel, best), line_crossed(duel, best)
        return replace(
            judged,
            in_cover=with_findings(judged.in_cover, middle, read),
            obscured=with_findings(judged.obscured, middle, read),
            cover_saves=judged.cover_saves if clear else 0,
            cover_matters=judged.cover_matters and clear,
            target_ruling=with_findings(judged.target_ruling, more, (*notes, *read)),
            selectable=with_findings(judged.selectable, more, (*notes, *read)),
            modifiers=replace(judged.modifiers, fewer_attack_dice=int(line.holds)),
            line_crossed=line,
        )

    def judge_all(self, edition: Edition, position: Position, shots: Sequence[Shot]) -> tuple[ShotJudgement, ...]:
        """Return the same for several shots, one after the other."""
        return tuple(self.judge(edition, position, shot) for shot in shots)

    def prepare(self, here: Position, shot: Shot) -> LinesBetweenWalls:
        """Return the duel of a shot in a position with walls, prepared once for all queries."""
        duel = self.inner.prepare(here, shot)
        field = without_shelter(duel.field, leaves(here)) if self.leaf_alone else duel.field
        near = between(replace(field, parts=walls(here)), duel.shooter, duel.target).parts
        if AROUND_WALLS.barred(here, duel.shooter.base, duel.target.base, RULES.cover_beyond):
            field = replace(field, rules=replace(field.rules, cover_beyond=-1.0))
        whole = field
        if self.ends_alone and near:
            field = with_posts(field, near)
        doubt = duel.doubt if field is duel.field else DuelSampling(field, duel.shooter, duel.target, here.table.common)
        return LinesBetweenWalls(
            duel.position,
            duel.shot,
            duel.shooter,
            duel.target,
            duel.concealed,
            field,
            doubt,
            duel.light,
            duel.vantage,
            duel.vantage_chance,
            near,
            Sightlines(near, duel.target.base) if near else None,
            whole,
        )

    def _ranged(self, shot: Shot) -> Shot:
        """Return the shot with Indirect's range, if it is used (rule K21-03)."""
        if shot.rule("indirect") is None:
            return shot
        own = shot.rule("range")
        reach = self.indirect if own is None or own.x is None else min(own.x, self.indirect)
        others = tuple(use for use in shot.weapon_rules if use.rule != "range")
        return replace(shot, weapon_rules=(*others, RuleUse("range", reach)))

    def _notes(self, edition: Edition, duel: LinesBetweenWalls, best: ShooterPoint) -> tuple[Message, ...]:
        """Return the readings of what a wall or an open hatch shelters, if the other reading changes the result."""
        if not duel.walls:
            return ()
        crossed = (best.covering | best.obscuring) & {part.id for part in duel.walls}
        found = []
        if crossed or self.ends_alone:
            other = duel.whole if self.ends_alone and duel.whole is not None else with_posts(duel.field, duel.walls)
            found += [] if duel.seen_alike(best, other) else [WALL_COVER]
        if leaf := leaves(duel.position) & {part.id for part in duel.walls}:
            whole = duel.whole or duel.field
            other = _sheltering(whole, leaf) if self.leaf_alone else without_shelter(whole, leaf)
            other = with_posts(other, duel.walls) if self.ends_alone else other
            found += [] if duel.seen_alike(best, other) else [LEAF]
        return tuple(note(name, edition.reads(name)) for name in found)


def leaves(position: Position) -> frozenset[str]:
    """Return the ids of the leaves of open hatches, in a position from `with_walls`."""
    return frozenset(part.id for part in position.table.terrain if part.role == HATCH_LEAF_ROLE)


def without_shelter(field: CoverField, names: frozenset[str]) -> CoverField:
    """Return a field in which these parts neither give cover nor obscure."""
    return replace(field, covering=field.covering - names, obscuring=field.obscuring - names)


def _sheltering(field: CoverField, names: frozenset[str]) -> CoverField:
    return replace(field, covering=field.covering | names, obscuring=field.obscuring | names)


def with_posts(field: CoverField, solid: Sequence[Part]) -> CoverField:
    """Return a field in which walls are reduced to their corners and ends."""
    names = {part.id for part in solid}
    outline = shapely.simplify(shapely.union_all([part.polygon for part in solid]), SPECK)
    ends = shapely.points(shapely.get_coordinates(outline))
    posts = [
        replace(part, id=f"{part.id}#{number}", outline=_post(end.x, end.y))
        for part in solid
        for number, end in enumerate(ends)
        if part.polygon.distance(end) <= SPECK
    ]
    added = frozenset(post.id for post in posts)
    owner = {post.id: post.id.rpartition("#")[0] for post in posts}
    return replace(
        field,
        parts=(*(part for part in field.parts if part.id not in names), *posts),
        covering=(field.covering - names) | frozenset(one for one in added if owner[one] in field.covering),
        obscuring=(field.obscuring - names) | frozenset(one for one in added if owner[one] in field.obscuring),
    )


def _post(x: float, y: float) -> tuple[tuple[float, float], ...]:
    half = POST / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def _rim(base: Base) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return ellipse.rim(base, np.linspace(0, 2 * math.pi, RIM, endpoint=False))


def line_crossed(duel: LinesBetweenWalls, best: ShooterPoint) -> Ruling:
    """Return whether cover lines from every equally good point cross an operative with an Engage order (rule K21-03).

    Operatives with few wounds do not count, nor friends whose base touches the shooter's.
    """
    claim = Message.of("sight-claim-line-crossed", target=duel.target.id)
    others = _in_the_way(duel)
    if not others:
        return Ruling.of(claim, Fact.declared("K21-03", False, Message.of("sight-line-crossed", operatives=[])))
    base = duel.shooter.base
    own = (np.array(_equal_points(duel, best)) - ellipse.centre(base)) @ ellipse.inverse(base).T

    def room(bases: Sequence[Base], _: Sequence[Part]) -> float:
        here, there, *way = bases
        starts, ends = ellipse.centre(here) + own @ ellipse.axes(here).T, _rim(there)
        fans = shapely.convex_hull(shapely.linestrings([[start, *ends] for start in starts]))
        return max(min(_room_beside(fan, one) for one in way) for fan in fans)

    free = measured_limit((duel.shooter, duel.target, *others), (), duel.position.table.common, room)
    crossed = Message.of("sight-line-crossed", operatives=sorted(other.id for other in others))
    finding = Fact.seen("K21-03", free.margin < -EXACT_TOLERANCE, crossed, 1.0 - free.p, free.sigma)
    return Ruling(claim, (finding,), 1.0 - free.p)


def _in_the_way(duel: LinesBetweenWalls) -> tuple[Operative, ...]:
    """Return the operatives that cost a die if they are in the line."""
    position, ends = duel.position, (duel.shooter, duel.target)
    around = Polygon(_rim(duel.shooter.base)).union(Polygon(_rim(duel.target.base))).convex_hull
    return tuple(
        other
        for name, other in position.table.operatives.items()
        if name not in (duel.shot.shooter, duel.shot.target)
        and position.status[name].order is Order.ENGAGE
        and position.status[name].start_wounds > SMALL_WOUNDS
        and around.distance(Polygon(_rim(other.base))) <= CERTAIN_SIGMAS * 2 * max_sigmas((*ends, other), ())[0]
        and not (
            other.player == duel.shooter.player
            and gap(other.base, duel.shooter.base) <= contact_tolerance(other, duel.shooter) + EXACT_TOLERANCE
        )
    )


def _equal_points(duel: LinesBetweenWalls, best: ShooterPoint) -> list[Point]:
    """Return points of the shooter's rim that are as good for the shot as the best point; that alone if none is.

    A line from nearer the target crosses no more, so points of the rim are enough.
    """
    if abs(duel.shooter.base.z - duel.target.base.z) > SURFACE_TOLERANCE:
        return [best.point]
    angles = np.linspace(0, 2 * math.pi, SIDES, endpoint=False)
    rim = [(float(x), float(y)) for x, y in ellipse.rim(duel.shooter.base, angles)]
    clear = [True] * SIDES if duel.sightlines is None else duel.sightlines.clear_from_each(rim)
    found = duel.places_at([point for point, free in zip(rim, clear, strict=True) if free])
    return [place.point for place in found if duel.rank(place) <= duel.rank(best)] or [best.point]


def _room_beside(fan: Polygon, base: Base) -> float:
    """Return the distance of a base from a fan of lines, inches; negative: how far it is across the fan's edge."""
    middle = shapely.Point(base.x, base.y)
    if fan.contains(middle):
        return -float(fan.exterior.distance(middle)) - base.radius
    outside = fan.distance(Polygon(_rim(base)))
    return float(outside if outside > 0 else fan.distance(middle) - base.radius)


@dataclass(frozen=True, slots=True)
class CondensedEnvironment(OpenGround):
    """Weapons that spread gain Lethal 5+; Indirect, if used, gains a Range of `indirect` inches (rule K21-03)."""

    indirect: float

    @property
    def declinable(self) -> frozenset[str]:
        """Indirect, which a player may choose not to use."""
        return frozenset({"indirect"})

    @property
    def gains_by(self) -> str:
        """Rule K21-03."""
        return "K21-03"

    def gained_rules(self, position: Position, rules: Sequence[RuleUse], target: str | None) -> tuple[RuleUse, ...]:
        """Return the rules that the weapon gains."""
        ranged = any(use.rule == "indirect" for use in rules)
        return (
            *lethal_in_condensed_environment(rules, SPREADING),
            *((RuleUse("range", self.indirect),) if ranged else ()),
        )


ACTIONS = table_of(
    ActionSpec("Guard", "K21-01", 1, treated_as="Shoot", conceal=False, engaged=False, rolls=False),
    hatchway_fight("K21-02"),
    operating_hatch("K21-02", hatch_in_reach, "Dash", "Normal Move"),
)


def with_barricades(rules: SetUpRules) -> SetUpRules:
    """Return the set-up rules with close quarters' barricades: on no relevant terrain (rule K21-06).

    The sources have lost their distance from drop zones, access points and each other, so it is not enforced.
    """
    return replace(rules, items=_barricade)


def _barricade(position: Position, item: Item, ground: MissionSide | None) -> Ruling:
    claim = Message.of("item-claim-set-up", item=item.id)
    if "barricade" not in item.item.lower() or item.outline is None:
        return Ruling.of(claim)
    own = Polygon(item.outline)
    others = [part for part in position.table.terrain if part.id not in item.parts and part.feature != item.id]
    under = [part.id for part in others if matters(part) and part.polygon.intersection(own).area > SPECK]
    means = Message.of("item-off-terrain", item=item.id, parts=under)
    return Ruling.of(claim, Fact.declared("K21-06", not under and item.z <= SURFACE_TOLERANCE, means))


def close_quarters(edition: Edition) -> Edition:
    """Return the edition with guards, hatchways, walls up to the ceiling, and condensed environment."""
    moves = movement(edition.readings)
    terms = replace(moves.terms, clear_of_passages=True)
    indirect = float(edition.reads(INDIRECT))
    return replace(
        edition,
        actions={**edition.actions, **ACTIONS},
        engagement=EngagementBetweenWalls(ControlRange("A21-05", Message.of("control-engagement-range")), AROUND_WALLS),
        movement=MovementBetweenWalls(replace(moves, terms=terms)),
        sight=SightBetweenWalls(
            replace(sight(edition.readings), cover_reading=None),
            indirect,
            ends_alone=edition.reads(WALL_COVER) == ENDS_ALONE,
            leaf_alone=edition.reads(LEAF) == LEAF_ALONE,
        ),
        markers=ObjectivesByCentre(AROUND_WALLS, edition.reads(TOKENS), edition.reads(APPARATUS_REACH)),
        environment=CondensedEnvironment(indirect),
        spacing=AROUND_WALLS,
        set_up=replace(with_barricades(edition.set_up), hatches_begin="closed"),
    )


KILLZONES: dict[str, Killzone] = {"close quarters": close_quarters, "gallowdark": close_quarters}

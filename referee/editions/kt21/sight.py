"""Line of sight, cover and obscured in 2021 (rules E21-01, E21-02, H21-01 to H21-05, I21-01)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import prob_any
from geometry.measure import gap
from geometry.position_errors import measured_limit
from geometry.table import Operative
from geometry.targeting.line_rules import LineRules
from geometry.terrain import Part
from geometry.witness import Role
from messages.message import Message
from referee.editions.kt21.movement import with_default_traits
from referee.editions.kt21.options import (
    BLAST_ABOVE,
    COVER_LINES,
    FIRST_ORDER,
    FROM_ABOVE,
    IN_SPACE,
    MATERIEL,
    RAMPART,
    RELENTLESS,
    SHELTERS,
    TORRENT,
)
from referee.rules.judgement import Shot, ShotJudgement, ShotModifiers
from referee.rules.ports.edition import BLOCK, BODIES, Edition, note
from referee.rules.ports.killzone import near_chance
from referee.rules.position import Order, Position
from referee.rules.ruling import Fact, RuleId, Ruling
from referee.rules.sight.control_range import blast_reading
from referee.rules.sight.duel import UNLIKELY, Duel
from referee.rules.sight.targeting_lines import CoverField, DuelSampling, ShooterPoint
from referee.rules.sight.visibility import BodiesInSight, all_seen, sees
from referee.rules.support import SURFACE_TOLERANCE, gap_or_depth, on_vantage, vantage_chance, vantage_features
from referee.rules.terrain_traits import matters, opaque

RULES = LineRules(cover_reach=1.0, cover_beyond=2.0, obscured_beyond_shooter=1.0, obscured_beyond_target=2.0)
VANTAGE_HEIGHT = 2.0
RIM_POINTS = 128
BASE_PREFIX = "base of "


@dataclass(frozen=True, slots=True)
class CoverLines(Duel):
    """A duel by cover lines.

    `light` are the parts and bases whose cover a Vantage Point overcomes; `vantage`: it may do so, by the best
    estimate, and `vantage_chance` is the probability.
    """

    light: frozenset[str]
    vantage: bool
    vantage_chance: float

    def treated_as(self, place: ShooterPoint) -> Order:
        """Return the effective order: concealed targets in Light cover far below a Vantage Point count as engaged."""
        if not self.concealed:
            return Order.ENGAGE
        covering = self.cover_of(place)
        lifted = self.vantage and bool(covering) and covering <= self.light
        return Order.ENGAGE if lifted else Order.CONCEAL

    def cover_of(self, place: ShooterPoint) -> frozenset[str]:
        """Return what gives the target cover from that point: nothing against Indirect (rule G21-09)."""
        return frozenset() if self.shot.rule("indirect") is not None else place.covering

    def in_sight_chance(self) -> float:
        """Return the probability that the target is in line of sight, over both states of the Vantage Point."""
        as_thought = self.probability(self.in_sight)
        p = 1.0 - self.vantage_chance if self.vantage else self.vantage_chance
        if not self.concealed or p <= UNLIKELY:
            return as_thought
        other = replace(self, vantage=not self.vantage)
        return (1.0 - p) * as_thought + p * other.probability(other.in_sight)

    def in_sight(self, place: ShooterPoint) -> bool:
        """Return whether neither obscured nor cover takes the target out of line of sight from that point."""
        if place.obscuring:
            return False
        return self.treated_as(place) is Order.ENGAGE or not self.cover_of(place)

    def rank(self, place: ShooterPoint) -> tuple[bool, ...]:
        """Return the disadvantages of a point: out of sight, then obscured, then in cover."""
        return not self.in_sight(place), bool(place.obscuring), bool(self.cover_of(place))

    def cover(self, rule: RuleId, best: ShooterPoint, notes: tuple[Message, ...] = ()) -> Ruling:
        """Return whether something near the target gives it cover from that point; not against Indirect."""
        ruling = super(CoverLines, self).cover(rule, best, notes)
        if self.shot.rule("indirect") is None:
            return ruling
        unusable = Fact.declared("G21-09", False, Message.of("sight-cover-counts"))
        return replace(ruling, findings=(*ruling.findings, unusable), p_yes=0.0)


@dataclass(frozen=True, slots=True)
class SightByCoverLines:
    """Sight port of 2021; whether a rampart shelters from below, and how cover lines pass heights, are options.

    Materiel up to `traversable` inches high can be traversed. `cover_reading` is None where everything is on one floor.
    """

    rampart: str
    traversable: float
    bodies: BodiesInSight
    cover_reading: str | None = IN_SPACE

    def visible(self, position: Position, viewer: str, target: str) -> Ruling:
        """Return whether one operative sees the other (rule H21-01); bases neither block nor are seen."""
        one, other = position.table.operative(viewer), position.table.operative(target)
        blockers = opaque(with_default_traits(position, self.traversable).table.terrain)
        past = self.bodies.past(position.table, one, other, blockers)
        ruling = sees("H21-01", one, other, past, position.table.common)
        return self.bodies.noted(position.table, (ruling,), ((one, other, blockers),))[0]

    def all_visible(self, position: Position, pairs: Sequence[tuple[str, str]]) -> tuple[Ruling, ...]:
        """Return the same for several pairs of viewer and target, all at once."""
        table = position.table
        blockers = opaque(with_default_traits(position, self.traversable).table.terrain)
        looks = [(table.operative(viewer), table.operative(target), blockers) for viewer, target in pairs]
        past = [(one, other, self.bodies.past(table, one, other, blockers)) for one, other, _ in looks]
        return self.bodies.noted(table, all_seen("H21-01", past, table.common), looks)

    def judge(self, edition: Edition, position: Position, shot: Shot) -> ShotJudgement:
        """Return visibility, cover, obscured and line of sight, from the shooter's best point."""
        return self.judge_prepared(edition, self.prepare(position, shot))

    def judge_all(self, edition: Edition, position: Position, shots: Sequence[Shot]) -> tuple[ShotJudgement, ...]:
        """Return the same for several shots, one after the other."""
        return tuple(self.judge(edition, position, shot) for shot in shots)

    def judge_prepared(self, edition: Edition, duel: CoverLines) -> ShotJudgement:
        """Return the judgement of a prepared duel."""
        shot = duel.shot
        visible = self.visible(duel.position, shot.shooter, shot.target)
        best = duel.best(duel.doubt.best_estimate)
        notes = (*visible.notes, *self._notes(duel, best))
        if shot.rule("torrent") is not None:
            notes = (*notes, note(TORRENT, edition.reads(TORRENT)))
        if shot.rule("relentless") is not None:
            notes = (*notes, note(RELENTLESS, edition.reads(RELENTLESS)))
        notes = (*notes, *blast_reading(edition, duel.position, shot), *_blast_above(edition, duel.position, shot))
        if shot.target in duel.position.unordered and duel.cover_of(best) and not best.obscuring:
            notes = (*notes, note(FIRST_ORDER, edition.reads(FIRST_ORDER)))
        cover, obscured = duel.cover("H21-03", best, notes), duel.obscured("H21-04", best, notes)
        sighted = replace(_line_of_sight(duel, best, visible), notes=notes)
        valid = _valid(edition, duel, sighted)
        from_above = _from_above(duel)
        saves = int((from_above or cover).holds and shot.rule("no_cover") is None)
        treated_as = duel.treated_as(best) if duel.concealed else None
        modifiers = ShotModifiers(in_line_of_sight=sighted.holds, treated_as_order=treated_as)
        return ShotJudgement(
            visible,
            cover,
            obscured,
            valid,
            valid,
            saves,
            modifiers,
            cover_matters=shot.rule("no_cover") is None,
            cover_hides=from_above is None and duel.concealed and not duel.vantage and duel.vantage_chance <= UNLIKELY,
            from_above=from_above,
        )

    def prepare(self, position: Position, shot: Shot) -> CoverLines:
        """Return the duel of a shot, with ramparts and lines by the edition's readings."""
        duel = _prepare(with_default_traits(position, self.traversable), shot)
        if self.rampart == SHELTERS and _ramparts(duel):
            duel = _on(duel, _reaching_down(duel), duel.shooter)
        return _as_on_one_height(duel) if self.cover_reading == FROM_ABOVE and _on_two_heights(duel) else duel

    def _notes(self, duel: CoverLines, best: ShooterPoint) -> tuple[Message, ...]:
        """Return the readings of ramparts and of lines between heights, each if the other one changes the result."""
        found = []
        if _ramparts(duel):
            plain = _prepare(duel.position, duel.shot)
            other = plain.field if self.rampart == SHELTERS else _reaching_down(plain)
            found += [] if duel.seen_alike(best, other) else [note(RAMPART, self.rampart)]
        if self.cover_reading is not None and _on_two_heights(duel):
            lines = FROM_ABOVE if self.cover_reading == IN_SPACE else IN_SPACE
            read = replace(self, cover_reading=lines).prepare(duel.position, duel.shot)
            else_ = read.best(read.doubt.best_estimate)
            alike = (bool(else_.covering), bool(else_.obscuring)) == (bool(best.covering), bool(best.obscuring))
            found += [] if alike else [note(COVER_LINES, self.cover_reading)]
        return tuple(found)


def sight(readings: Mapping[str, str]) -> SightByCoverLines:
    """Return the sight port with the edition's readings."""
    bodies = BodiesInSight(readings[BODIES] == BLOCK, note(BODIES, readings[BODIES]))
    return SightByCoverLines(readings[RAMPART], float(readings[MATERIEL]), bodies, readings[COVER_LINES])


def _on(duel: CoverLines, field: CoverField, shooter: Operative) -> CoverLines:
    """Return the duel on another field, with its lines drawn from there."""
    return replace(duel, field=field, doubt=DuelSampling(field, shooter, duel.target, duel.position.table.common))


def _on_two_heights(duel: CoverLines) -> bool:
    """Return whether lines between the two rise, so that they may pass above or below what is in between."""
    return abs(duel.shooter.base.z - duel.target.base.z) > SURFACE_TOLERANCE


def _as_on_one_height(duel: CoverLines) -> CoverLines:
    """Return the duel with lines as seen from above: they cross all between the lower floor and the higher head.

    The 2" between shooter and target remain those in space.
    """
    shooter, target = duel.shooter, duel.target
    low = min(shooter.base.z, target.base.z)
    high = max(shooter.base.z + shooter.head, target.base.z + target.head)
    parts = tuple(
        replace(part, bottom=min(part.bottom, low), top=max(part.top, high))
        if part.bottom < high and part.top > low + SURFACE_TOLERANCE
        else part
        for part in duel.field.parts
    )
    far = gap(shooter.base, target.base) > RULES.cover_beyond + EXACT_TOLERANCE
    rules = replace(duel.field.rules, cover_beyond=-1.0 if far else math.inf)
    lowered = replace(shooter, placement=replace(shooter.placement, z=target.base.z))
    return _on(duel, replace(duel.field, parts=parts, rules=rules), lowered)


def _blast_above(edition: Edition, position: Position, shot: Shot) -> tuple[Message, ...]:
    """Return the note on the reading of a Blast on a Vantage Point, if a concealed enemy is near and far below."""
    blast = shot.rule("blast")
    centre = position.table.operative(shot.target)
    if blast is None or BLAST_ABOVE not in edition.readings or not on_vantage(position, centre):
        return ()
    for enemy in position.enemies_of(shot.shooter):
        lower = centre.base.z - enemy.base.z >= VANTAGE_HEIGHT - EXACT_TOLERANCE
        if not lower or position.status[enemy.id].order is not Order.CONCEAL:
            continue
        if near_chance(edition.spacing, position, centre, enemy, blast.x or 0.0) > UNLIKELY:
            return (note(BLAST_ABOVE, edition.reads(BLAST_ABOVE)),)
    return ()


def _ramparts(duel: CoverLines) -> frozenset[str]:
    """Return the parts beside a target on a Vantage Point, of its feature and above a lower shooter (H21-05)."""
    foot, head = duel.target.base.z, duel.target.base.z + duel.target.head
    features = vantage_features(duel.position, duel.target) if duel.shooter.base.z < foot else frozenset()
    return frozenset(
        part.id
        for part in duel.position.table.terrain
        if part.feature in features and duel.shooter.base.z < part.bottom < head and part.top > foot + SURFACE_TOLERANCE
    )


def _reaching_down(duel: CoverLines) -> CoverField:
    """Return the field with ramparts extended down to the shooter's floor.

    Lines to a base pass below parts on the base's floor; the rule nevertheless lets the target use them.
    """
    names, floor = _ramparts(duel), duel.shooter.base.z
    parts = tuple(replace(part, bottom=floor) if part.id in names else part for part in duel.field.parts)
    return replace(duel.field, parts=parts)


def _from_above(duel: CoverLines) -> Ruling | None:
    """Return whether terrain hides some of the target's base from above, which decides its save under a Barrage.

    None for a weapon without Barrage (rule G21-02).
    """
    if duel.shot.rule("barrage") is None:
        return None
    target, common = duel.target, duel.position.table.common
    foot = target.base.z
    over = (
        replace(part, bottom=min(part.bottom, foot))
        for part in duel.position.table.terrain
        if matters(part) and part.top > foot + SURFACE_TOLERANCE
    )
    limits = {part.id: measured_limit((target,), (part,), common, gap_or_depth).opposite for part in over}
    hiding = sorted(name for name, limit in limits.items() if limit.margin >= 0)
    means = Message.of("sight-hidden-from-above", target=target.id, parts=hiding)
    p_yes = prob_any(limits.values())
    sigma = max((limit.sigma for limit in limits.values() if limit.doubtful), default=0.0)
    return Ruling(
        Message.of("sight-claim-hidden-from-above", target=target.id),
        (Fact.seen("G21-02", bool(hiding), means, p_yes, sigma),),
        p_yes,
    )


def _prepare(position: Position, shot: Shot) -> CoverLines:
    """Return the duel of a shot: Heavy and Light terrain, and the bases of other operatives (rules H21-03, I21-01)."""
    shooter, target = position.table.operative(shot.shooter), position.table.operative(shot.target)
    ignored = _under_foot(position, target)
    terrain = tuple(part for part in position.table.terrain if matters(part) and part.id not in ignored)
    bases = tuple(
        _as_part(name, other.base)
        for name, other in position.table.operatives.items()
        if name not in (shooter.id, target.id)
    )
    heavy = frozenset(part.id for part in terrain if part.has("Heavy"))
    light = frozenset(part.id for part in terrain if part.has("Light")) | frozenset(part.id for part in bases)
    field = CoverField((*terrain, *bases), heavy | light, heavy, RULES)
    higher = shooter.base.z - target.base.z >= VANTAGE_HEIGHT - EXACT_TOLERANCE
    return CoverLines(
        position,
        shot,
        shooter,
        target,
        position.status[target.id].order is Order.CONCEAL,
        field,
        DuelSampling(field, shooter, target, position.table.common),
        field.covering - heavy,
        higher and on_vantage(position, shooter),
        vantage_chance(position, shooter, target, VANTAGE_HEIGHT),
    )


def _under_foot(position: Position, target: Operative) -> frozenset[str]:
    """Return the parts a target on a Vantage Point cannot use: its floor, and lower parts of its feature (I21-01).

    Other parts of the same height are no floor, so they can be used.
    """
    features, foot = vantage_features(position, target), target.base.z
    return frozenset(
        part.id
        for part in position.table.terrain
        if part.feature in features
        and part.top <= foot + (SURFACE_TOLERANCE if part.has("Vantage") else -SURFACE_TOLERANCE)
    )


@lru_cache(maxsize=256)
def _as_part(name: str, base: Base) -> Part:
    """Return a base as a thin prism: a polygon around it whose sides touch its rim from outside.

    Cached by base: all shots of a table pass the same bases.
    """
    grow = 1 / math.cos(math.pi / RIM_POINTS)
    turn = math.radians(base.rotation_deg)
    outline = []
    for step in range(RIM_POINTS):
        angle = 2 * math.pi * step / RIM_POINTS
        x, y = base.shape.long / 2 * grow * math.cos(angle), base.shape.short / 2 * grow * math.sin(angle)
        outline.append(
            (base.x + x * math.cos(turn) - y * math.sin(turn), base.y + x * math.sin(turn) + y * math.cos(turn))
        )
    return Part(BASE_PREFIX + name, BASE_PREFIX + name, tuple(outline), base.z, base.z + 0.15)


def _line_of_sight(duel: CoverLines, best: ShooterPoint, visible: Ruling) -> Ruling:
    clear = duel.in_sight(best)
    in_the_way = best.obscuring or best.covering
    why = "obscured" if best.obscuring else "concealed"
    means = Message.of("sight-in-line", target=duel.target.id, why=why, parts=sorted(in_the_way))
    p_yes = duel.in_sight_chance()
    finding = duel.likely("E21-02", clear, means, p_yes, duel.witness(best, Role.OBSCURED, frozenset(in_the_way)))
    return Ruling(
        Message.of("sight-claim-in-line", target=duel.target.id), (*visible.findings, finding), visible.p_yes * p_yes
    )


def _valid(edition: Edition, duel: CoverLines, sighted: Ruling) -> Ruling:
    within = duel.in_range("G21-12")
    friends, alone = duel.past_friends(edition, "E21-01")
    p_yes = sighted.p_yes * math.prod(finding.p_yes for finding in within) * alone
    return Ruling(
        Message.of("sight-claim-valid-target", target=duel.target.id),
        (*sighted.findings, *within, *friends),
        p_yes,
        sighted.notes,
    )

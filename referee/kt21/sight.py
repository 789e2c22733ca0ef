"""Line of sight, cover and obscured, 2021 (rules E21-01, E21-02, H21-01 to H21-04, I21-01)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from geometry.base import Base
from geometry.measure import gap_to_part_horizontal
from geometry.table import Operative
from geometry.targeting.rules import LineRules
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE
from geometry.witness import Role, Stroke, Witness
from referee.rules.blockers import is_open, opaque
from referee.rules.edition import Edition, Shot, ShotJudgement
from referee.rules.exemption import Exemption
from referee.rules.lines import Doubt, Field, Place
from referee.rules.measuring import gap_finding
from referee.rules.position import Order, Position
from referee.rules.ruling import Finding, Ruling
from referee.rules.seeing import sees

RULES = LineRules(cover_reach=1.0, cover_beyond=2.0, obscured_beyond_shooter=1.0, obscured_beyond_target=2.0)
VANTAGE_HEIGHT = 2.0
ON_TOP = 0.06
RIM_POINTS = 128
BASE_PREFIX = "base of "


@dataclass(frozen=True, slots=True)
class Duel:
    """One shooter, one target and everything that bears on the lines between them, looked up once.

    `light` are the parts and bases whose cover a Vantage Point overcomes; `vantage` says that it may.
    """

    position: Position
    shot: Shot
    shooter: Operative
    target: Operative
    concealed: bool
    field: Field
    doubt: Doubt
    light: frozenset[str]
    vantage: bool

    def treated_as(self, place: Place) -> Order:
        """Return the order that counts: a concealed target in Light cover well below a Vantage Point is engaged."""
        if not self.concealed:
            return Order.ENGAGE
        lifted = self.vantage and bool(place.covering) and place.covering <= self.light
        return Order.ENGAGE if lifted else Order.CONCEAL

    def in_sight(self, place: Place) -> bool:
        """Return whether neither obscured nor cover takes the target out of sight, seen from that place."""
        if place.obscuring:
            return False
        return self.treated_as(place) is Order.ENGAGE or not self._conceals(place)

    def _conceals(self, place: Place) -> bool:
        return bool(place.covering) and self.shot.rule("indirect") is None

    def best(self, found: tuple[Place, ...]) -> Place:
        """Return the place that serves the shooter best: in sight, then not obscured, then not in cover."""
        return min(
            found,
            key=lambda place: (not self.in_sight(place), bool(place.obscuring), bool(place.covering), -place.room),
        )

    def probability(self, outcome: Callable[[Place], bool]) -> float:
        """Return how probable an outcome is at the place that serves the shooter best."""
        return self.doubt.probability(lambda found: outcome(self.best(found)))


@dataclass(frozen=True, slots=True)
class SightByCoverLines:
    """The sight port of 2021."""

    def visible(self, position: Position, viewer: str, target: str) -> Ruling:
        """Return whether one operative sees the other (rule H21-01); bases neither block nor are seen."""
        one, other = position.table.operative(viewer), position.table.operative(target)
        return sees("H21-01", one, other, opaque(position.table.terrain))

    def judge(self, edition: Edition, position: Position, shot: Shot) -> ShotJudgement:
        """Return visibility, cover, obscured and line of sight, by the point that serves the shooter best."""
        visible = self.visible(position, shot.shooter, shot.target)
        duel = prepare(position, shot)
        best = duel.best(duel.doubt.best_estimate)
        cover, obscured = _cover(duel, best), _obscured(duel, best)
        sighted = _line_of_sight(duel, best, visible)
        valid = _valid(edition, duel, sighted)
        saves = int(_sheltered(duel, cover) and shot.rule("no_cover") is None and shot.rule("indirect") is None)
        extras: dict[str, object] = {"in_los": sighted.holds}
        if duel.concealed:
            extras["treated_as_order"] = duel.treated_as(best).value
        return ShotJudgement(visible, cover, obscured, valid, valid, saves, extras)


def _sheltered(duel: Duel, cover: Ruling) -> bool:
    """Return whether a defence die may be kept for cover; under a Barrage that is judged from above (rule G21-02)."""
    if duel.shot.rule("barrage") is None:
        return cover.holds
    base = duel.target.base
    return any(
        part.top > base.z + ON_TOP and gap_to_part_horizontal(base, part) <= 0
        for part in duel.position.table.terrain
        if not (part.has("Insignificant") or is_open(part))
    )


def prepare(position: Position, shot: Shot) -> Duel:
    """Return what bears on the lines of a shot: terrain, and the bases of other operatives (rule H21-03)."""
    shooter, target = position.table.operative(shot.shooter), position.table.operative(shot.target)
    ignored = _under_foot(position, target)
    terrain = tuple(
        part
        for part in position.table.terrain
        if not (part.has("Insignificant") or is_open(part) or part.id in ignored)
    )
    bases = tuple(
        _as_part(name, other.base)
        for name, other in position.table.operatives.items()
        if name not in (shooter.id, target.id)
    )
    heavy = frozenset(part.id for part in terrain if part.has("Heavy"))
    field = Field((*terrain, *bases), frozenset(part.id for part in (*terrain, *bases)), heavy, RULES)
    higher = shooter.base.z - target.base.z >= VANTAGE_HEIGHT - EXACT_TOLERANCE
    return Duel(
        position,
        shot,
        shooter,
        target,
        position.status[target.id].order is Order.CONCEAL,
        field,
        Doubt(field, shooter, target),
        field.covering - heavy,
        higher and any(_stands_on(shooter, part) for part in position.table.terrain if part.has("Vantage")),
    )


def _stands_on(operative: Operative, part: Part) -> bool:
    on_top = abs(operative.base.z - part.top) <= ON_TOP
    return on_top and gap_to_part_horizontal(operative.base, part) <= EXACT_TOLERANCE


def _under_foot(position: Position, target: Operative) -> frozenset[str]:
    """Return what a target on a Vantage Point cannot use: its floor, and lower parts of its feature (I21-01)."""
    features = {part.feature for part in position.table.terrain if part.has("Vantage") and _stands_on(target, part)}
    return frozenset(
        part.id for part in position.table.terrain if part.feature in features and part.top <= target.base.z + ON_TOP
    )


def _as_part(name: str, base: Base) -> Part:
    """Return a base as a thin prism: a polygon round it whose sides touch its rim from outside."""
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


def _witness(duel: Duel, place: Place, role: Role, names: frozenset[str]) -> Witness:
    eye, base = (*place.point, duel.shooter.base.z), duel.target.base
    blockers = [part for part in duel.field.parts if part.id in names]
    strokes = [
        Stroke(Role.EYE, (eye,)),
        Stroke(role if names else Role.CLEAR_LINE, (eye, (base.x, base.y, base.z))),
        *(Stroke(Role.BLOCKER, tuple((x, y, part.top) for x, y in part.outline), closed=True) for part in blockers),
    ]
    return Witness(tuple(strokes), (duel.shooter.id, duel.target.id, *sorted(names)))


def _cover(duel: Duel, best: Place) -> Ruling:
    names = best.covering
    means = f"{', '.join(sorted(names))} gives cover" if names else "no cover line is crossed near the target"
    findings = (
        gap_finding("H21-03", "the shooter is far enough for cover", duel.shooter, duel.target, 2.0, beyond=True),
        Finding.fact("H21-03", bool(names), means, _witness(duel, best, Role.COVER, names)),
    )
    return Ruling("in cover", findings, duel.probability(lambda place: bool(place.covering)))


def _obscured(duel: Duel, best: Place) -> Ruling:
    names = best.obscuring
    means = f"{', '.join(sorted(names))} obscures" if names else "no obscuring terrain is crossed away from both"
    finding = Finding.fact("H21-04", bool(names), means, _witness(duel, best, Role.OBSCURED, names))
    return Ruling("obscured", (finding,), duel.probability(lambda place: bool(place.obscuring)))


def _line_of_sight(duel: Duel, best: Place, visible: Ruling) -> Ruling:
    clear = duel.in_sight(best)
    in_the_way = best.obscuring or best.covering
    means = "in line of sight" if clear else f"out of sight behind {', '.join(sorted(in_the_way))}"
    finding = Finding.fact("E21-02", clear, means, _witness(duel, best, Role.OBSCURED, frozenset(in_the_way)))
    p_yes = visible.p_yes * duel.probability(duel.in_sight)
    return Ruling(f"{duel.target.id} is in line of sight", (*visible.findings, finding), p_yes)


def _valid(edition: Edition, duel: Duel, sighted: Ruling) -> Ruling:
    findings, p_yes = list(sighted.findings), sighted.p_yes
    reach = duel.shot.rule("range")
    if reach is not None:
        within = gap_finding("G21-12", "within the weapon's range", duel.shooter, duel.target, reach.x or 0.0)
        findings.append(within)
        p_yes *= within.p_yes
    for friend in duel.position.friends_of(duel.shooter.id):
        if Exemption.TARGET_ENGAGED in duel.position.status[duel.shooter.id].exempt:
            break
        engaged = edition.engagement.engaged(duel.position, friend.id, duel.target.id)
        if engaged.holds:
            findings.append(Finding.fact("E21-01", False, f"{friend.id} is engaged with it"))
        p_yes *= 1 - engaged.p_yes
    return Ruling(f"{duel.target.id} is a valid target", tuple(findings), p_yes)

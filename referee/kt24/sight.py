"""Who can be shot and what shelters them, 2024 (rules E24-02 to E24-04, H24-05 to H24-12, J24-12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from geometry.measure import gap, gap_to_part
from geometry.table import Operative
from geometry.targeting.rules import LineRules
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE
from geometry.witness import Role, Stroke, Witness
from referee.kt24.options import SMOKE_PIERCING, SMOKE_REACH
from referee.kt24.smoke import in_smoke
from referee.kt24.vantage import VANTAGE, is_light, lower_by, on_vantage, vantage_features
from referee.rules.blockers import barred, is_open, opaque
from referee.rules.edition import Edition, Shot, ShotJudgement
from referee.rules.exemption import Exemption
from referee.rules.lines import Doubt, Field, Place
from referee.rules.measuring import gap_finding
from referee.rules.options import note
from referee.rules.position import Order, Position
from referee.rules.ruling import Finding, Ruling
from referee.rules.seeing import sees

RULES = LineRules(cover_reach=1.0, cover_beyond=2.0, obscured_beyond_shooter=1.0, obscured_beyond_target=1.0)
BARRED_REACH = 1.0
NO_ACCURATE = 0
PROTECTIVE = 1
MOST_ACCURATE = 2


@dataclass(frozen=True, slots=True)
class Duel:
    """One shooter, one target and everything that bears on the lines between them, looked up once.

    `unusable` are the covering parts that the target cannot use against being selected (Seek, Vantage).
    """

    position: Position
    shot: Shot
    shooter: Operative
    target: Operative
    concealed: bool
    field: Field
    doubt: Doubt
    unusable: frozenset[str]
    smoke: bool
    gap: float
    smoke_from_centre: bool = False

    def usable(self, place: Place) -> frozenset[str]:
        """Return the cover that counts when the target is selected, seen from that place."""
        return place.covering - self.unusable

    def best(self, found: tuple[Place, ...]) -> Place:
        """Return the place that serves the shooter best: a valid target, then not obscured, then not in cover."""
        return min(
            found,
            key=lambda place: (
                self.concealed and bool(self.usable(place)),
                bool(place.obscuring),
                bool(place.covering),
                -place.room,
            ),
        )

    def probability(self, outcome: Callable[[Place], bool]) -> float:
        """Return how probable an outcome is at the place that serves the shooter best."""
        return self.doubt.probability(lambda found: outcome(self.best(found)))


@dataclass(frozen=True, slots=True)
class SightByTargetingLines:
    """The sight port of 2024; how smoke is read are options of the edition."""

    smoke_from_centre: bool = False
    smoke_softens: bool = False

    def visible(self, position: Position, viewer: str, target: str) -> Ruling:
        """Return whether one operative sees the other (rule H24-05): Barred terrain stops sight from afar (I24-10)."""
        one, other = position.table.operative(viewer), position.table.operative(target)
        parts = position.table.terrain
        blockers = opaque(part for part in parts if not part.has("Barred"))
        return sees("H24-05", one, other, (*blockers, *barred(parts, one, other, BARRED_REACH)))

    def judge(self, edition: Edition, position: Position, shot: Shot) -> ShotJudgement:
        """Return visibility, cover, obscured and validity, by the point that serves the shooter best."""
        visible = self.visible(position, shot.shooter, shot.target)
        duel = prepare(position, shot, smoke_from_centre=self.smoke_from_centre)
        best = duel.best(duel.doubt.best_estimate)
        cover = _cover(duel, best)
        obscured = _obscured(duel, best)
        valid = _valid(duel, best, visible)
        saves = 1 if cover.holds and shot.rule("saturate") is None else 0
        return ShotJudgement(
            visible=visible,
            in_cover=cover,
            obscured=obscured,
            target_ruling=valid,
            selectable=_selectable(edition, duel, valid),
            cover_saves=saves,
            extras={**_extras(duel, best, saves, cover=cover.holds), **_through_smoke(duel, self.smoke_softens)},
        )


def smoke_readings(readings: Mapping[str, str]) -> tuple[bool, bool]:
    """Return how smoke is read: from the marker's centre, and softening Piercing instead of taking it away."""
    return readings[SMOKE_REACH] == "from the centre", readings[SMOKE_PIERCING] == "one at most"


def prepare(position: Position, shot: Shot, *, smoke_from_centre: bool = False) -> Duel:
    """Return what bears on the lines of a shot."""
    shooter, target = position.table.operative(shot.shooter), position.table.operative(shot.target)
    parts = tuple(part for part in position.table.terrain if part.id not in _ignored(position, target))
    features = vantage_features(position, shooter, target)
    field = Field(
        parts,
        frozenset(part.id for part in parts),
        frozenset(part.id for part in parts if part.has("Heavy") and part.feature not in features),
        RULES,
    )
    concealed = position.status[target.id].order is Order.CONCEAL
    return Duel(
        position,
        shot,
        shooter,
        target,
        concealed,
        field,
        Doubt(field, shooter, target),
        _unusable(position, shot, shooter, target, concealed=concealed),
        in_smoke(position, shooter, target, from_centre=smoke_from_centre),
        gap(shooter.base, target.base),
        smoke_from_centre,
    )


def _ignored(position: Position, target: Operative) -> frozenset[str]:
    """Return the parts that never intervene: Exposed, Insignificant, open, a shield nobody holds (I24-08..12)."""

    def ignored(part: Part) -> bool:
        if part.has("Exposed") or part.has("Insignificant") or is_open(part):
            return True
        return part.has("Portable") and gap_to_part(target.base, part) > EXACT_TOLERANCE + 2 * target.placement.sigma

    return frozenset(part.id for part in position.table.terrain if ignored(part))


def _unusable(
    position: Position, shot: Shot, shooter: Operative, target: Operative, *, concealed: bool
) -> frozenset[str]:
    """Return the parts whose cover does not count at selection (rules G24-17, H24-11)."""
    parts = position.table.terrain
    if shot.rule("seek") is not None:
        return frozenset(part.id for part in parts)
    denied = concealed and on_vantage(position, shooter) and lower_by(shooter, target, VANTAGE.conceal)
    if denied or shot.rule("seek_light") is not None:
        return frozenset(part.id for part in parts if is_light(part))
    return frozenset()


def _eye(duel: Duel, place: Place) -> tuple[float, float, float]:
    return (*place.point, duel.shooter.base.z)


def _lines_witness(duel: Duel, place: Place, role: Role, names: frozenset[str]) -> Witness:
    eye, base = _eye(duel, place), duel.target.base
    parts = [part for part in duel.position.table.terrain if part.id in names]
    strokes = [
        Stroke(Role.EYE, (eye,)),
        Stroke(role if names else Role.CLEAR_LINE, (eye, (base.x, base.y, base.z))),
        *(Stroke(Role.BLOCKER, tuple((x, y, part.top) for x, y in part.outline), closed=True) for part in parts),
    ]
    return Witness(tuple(strokes), (duel.shooter.id, duel.target.id, *sorted(names)))


def _cover(duel: Duel, best: Place) -> Ruling:
    names = best.covering
    means = f"{', '.join(sorted(names))} gives cover" if names else "no terrain near the target is crossed"
    findings = [
        gap_finding("H24-08", "the shooter is far enough for cover", duel.shooter, duel.target, 2.0, beyond=True),
        Finding.fact("H24-08", bool(names), means, _lines_witness(duel, best, Role.COVER, names)),
    ]
    return Ruling("in cover", tuple(findings), duel.probability(lambda place: bool(place.covering)))


def _obscured(duel: Duel, best: Place) -> Ruling:
    notes = _smoke_notes(duel)
    if duel.smoke:
        return Ruling.of("obscured", Finding.fact("J24-12", True, "smoke lies between them"), notes=notes)
    names = best.obscuring
    means = f"{', '.join(sorted(names))} obscures" if names else "no Heavy terrain is crossed away from both"
    finding = Finding.fact("H24-09", bool(names), means, _lines_witness(duel, best, Role.OBSCURED, names))
    return Ruling("obscured", (finding,), duel.probability(lambda place: bool(place.obscuring)), notes)


def _valid(duel: Duel, best: Place, visible: Ruling) -> Ruling:
    findings = list(visible.findings)
    p_yes = visible.p_yes
    if duel.concealed:
        names = duel.usable(best)
        means = f"{', '.join(sorted(names))} conceals it" if names else "concealed, but no cover counts"
        witness = _lines_witness(duel, best, Role.COVER, names)
        findings.append(Finding.fact("E24-03", not names, means, witness))
        p_yes *= duel.probability(lambda place: not duel.usable(place))
    reach = duel.shot.rule("range")
    if reach is not None:
        within = gap_finding("G24-13", "within the weapon's range", duel.shooter, duel.target, reach.x or 0.0)
        findings.append(within)
        p_yes *= within.p_yes
    return Ruling(f"{duel.target.id} is a valid target", tuple(findings), p_yes)


def _selectable(edition: Edition, duel: Duel, valid: Ruling) -> Ruling:
    if Exemption.TARGET_ENGAGED in duel.position.status[duel.shooter.id].exempt:
        return Ruling(f"{duel.shooter.id} may select {duel.target.id}", valid.findings, valid.p_yes)
    findings = list(valid.findings)
    p_yes = valid.p_yes
    for friend in duel.position.friends_of(duel.shooter.id):
        engaged = edition.engagement.engaged(duel.position, friend.id, duel.target.id)
        if engaged.p_yes > 0:
            means = f"{friend.id} is engaged with it" if engaged.holds else f"{friend.id} is near, but not engaged"
            findings.append(Finding.fact("E24-02", not engaged.holds, means))
            p_yes *= 1 - engaged.p_yes
    return Ruling(f"{duel.shooter.id} may select {duel.target.id}", tuple(findings), p_yes)


def _extras(duel: Duel, best: Place, saves: int, *, cover: bool) -> dict[str, object]:
    extras: dict[str, object] = {"accurate": accurate(duel)}
    light_denied = (
        duel.concealed
        and on_vantage(duel.position, duel.shooter)
        and lower_by(duel.shooter, duel.target, VANTAGE.conceal)
    )
    if saves and light_denied and any(is_light(part) for part in duel.field.parts if part.id in best.covering):
        extras["cover_save_options"] = ["one critical", "two normal"]
    if cover and any(part.has("Protective") for part in duel.field.parts if part.id in best.covering):
        extras["save_improved_by"] = PROTECTIVE
    one_feature = _same_feature(duel, best) if cover else False
    extras["same_feature"] = one_feature
    if one_feature:
        extras["defender_selects_one"] = ["cover", "obscured"]
    return extras


def _smoke_notes(duel: Duel) -> tuple[str, ...]:
    """Return the reading of smoke's reach, where the other one would see it otherwise."""
    other = in_smoke(duel.position, duel.shooter, duel.target, from_centre=not duel.smoke_from_centre)
    reading = "from the centre" if duel.smoke_from_centre else "from the edge"
    return (note(SMOKE_REACH, reading),) if other is not duel.smoke else ()


def _through_smoke(duel: Duel, softens: bool) -> dict[str, object]:
    """Return what smoke around the target does to a Piercing weapon (rule J24-12)."""
    if duel.shot.rule("piercing") is None and duel.shot.rule("piercing_crits") is None:
        return {}
    smoked = in_smoke(duel.position, duel.shooter, duel.target, only_target=True, from_centre=duel.smoke_from_centre)
    found: dict[str, object] = {"piercing_ignored": smoked and not softens}
    if smoked:
        found["read_as"] = note(SMOKE_PIERCING, "one at most" if softens else "ignored")
    if smoked and softens:
        found["piercing_at_most"] = 1
    return found


def _same_feature(duel: Duel, best: Place) -> bool:
    """Return whether cover and obscured come from one feature alone, so that the defender must choose (E24-04)."""
    feature_of = {part.id: part.feature for part in duel.field.parts}
    covering = {feature_of[name] for name in best.covering}
    obscuring = {feature_of[name] for name in best.obscuring}
    return bool(covering) and bool(obscuring) and len(covering | obscuring) == 1 and not duel.smoke


def accurate(duel: Duel) -> int:
    """Return the Accurate value that the weapon has in the end, Vantage included (rules H24-10, G24-01)."""
    values = [int(use.x or 0) for use in duel.shot.weapon_rules if use.rule == "accurate"]
    if not duel.concealed and on_vantage(duel.position, duel.shooter):
        if lower_by(duel.shooter, duel.target, VANTAGE.accurate_2):
            values.append(2)
        elif lower_by(duel.shooter, duel.target, VANTAGE.accurate_1):
            values.append(1)
    if len(values) > 1:
        return MOST_ACCURATE
    return values[0] if values else NO_ACCURATE

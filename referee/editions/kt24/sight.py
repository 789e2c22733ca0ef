"""Sight port of 2024: cover, obscured, Vantage."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from geometry.base import EXACT_TOLERANCE
from geometry.measure import gap, gap_to_part
from geometry.table import Operative
from geometry.targeting.line_rules import LineRules
from geometry.terrain import Part
from geometry.witness import Role, Witness
from messages.message import Message
from referee.editions.kt24.equipment.portable_barricade import PORTABLE as PORTABLE_TRAIT
from referee.editions.kt24.equipment.smoke_grenade import in_smoke, piercing_cap, piercing_doubt, smoke_chance
from referee.editions.kt24.options import BRUTAL, COVER, PIERCING, PORTABLE, RENDING, SMOKE_PIERCING, SMOKE_REACH
from referee.rules.findings import contact_tolerance
from referee.rules.judgement import UNCAPPED, CoverSave, Shot, ShotJudgement, ShotModifiers
from referee.rules.ports.edition import BLOCK, BODIES, Edition, note
from referee.rules.position import Order, Position
from referee.rules.ruling import Fact, Ruling
from referee.rules.sight.control_range import blast_reading
from referee.rules.sight.duel import UNLIKELY, Duel
from referee.rules.sight.targeting_lines import CoverBy, CoverField, DuelSampling, ShooterPoint
from referee.rules.sight.visibility import BodiesInSight, all_seen, sees
from referee.rules.support import on_vantage, vantage_chance, vantage_features
from referee.rules.terrain_traits import BARRED_REACH, barred, blockers_between, matters, opaque


@dataclass(frozen=True, slots=True)
class VantageHeights:
    """Required height differences of a lower target, inches."""

    accurate_1: float = 2.0
    accurate_2: float = 4.0
    conceal: float = 2.0


VANTAGE = VantageHeights()


def is_light(part: Part) -> bool:
    """Return whether a part is Light terrain: by trait, or as a Vantage platform (rule H24-13)."""
    return part.has("Light") or (part.has("Vantage") and not part.has("Heavy"))


def lower_by(shooter: Operative, target: Operative, height: float) -> bool:
    """Return whether the target is at least this much lower than the shooter, inches."""
    return shooter.base.z - target.base.z >= height - EXACT_TOLERANCE


def accurate_from(position: Position, shooter: Operative, target: Operative) -> int:
    """Return the Accurate value from Vantage for a shot at an engaged target (rule H24-10), by the best estimate."""
    if not on_vantage(position, shooter):
        return 0
    return 2 if lower_by(shooter, target, VANTAGE.accurate_2) else int(lower_by(shooter, target, VANTAGE.accurate_1))


@dataclass(frozen=True, slots=True)
class VantageDoubt:
    """Whether Vantage has its estimated effect, and the most probable other Accurate value."""

    ruling: Ruling
    otherwise: int


def accurate_doubt(position: Position, shooter: Operative, target: Operative) -> VantageDoubt | None:
    """Return the uncertainty of Vantage's effect (rule H24-10); None if it is certain."""
    sigma = math.hypot(shooter.placement.sigma, math.sqrt(shooter.placement.covariance[2, 2]))
    if sigma == 0:
        return None
    best = accurate_from(position, shooter, target)
    least = {
        2: vantage_chance(position, shooter, target, VANTAGE.accurate_2),
        1: vantage_chance(position, shooter, target, VANTAGE.accurate_1),
    }
    chances = {2: least[2], 1: least[1] - least[2], 0: 1.0 - least[1]}
    p = chances.pop(best)
    if p >= 1.0 - UNLIKELY:
        return None
    claim = Message.of("sight-claim-vantage-accurate", shooter=shooter.id, value=best)
    ruling = Ruling(claim, (Fact.seen("H24-10", True, claim, p, sigma),), p)
    return VantageDoubt(ruling, max(chances, key=lambda value: chances[value]))


RULES = LineRules(cover_reach=1.0, cover_beyond=2.0, obscured_beyond_shooter=1.0, obscured_beyond_target=1.0)
NO_ACCURATE = 0
PROTECTIVE = 1
MOST_ACCURATE = 2


@dataclass(frozen=True, slots=True)
class TargetingLines(Duel):
    """A duel by targeting lines.

    `unusable` are the covering parts that the target cannot use against being selected (Seek, Vantage); `otherwise` are
    those if the shooter's Vantage differs from the estimate, with the probability.
    """

    unusable: frozenset[str]
    otherwise: tuple[frozenset[str], float]
    smoke: bool
    gap: float
    smoke_from_centre: bool

    def usable(self, place: ShooterPoint) -> frozenset[str]:
        """Return the cover that counts when the target is selected, from that point."""
        return place.covering - self.unusable

    def open_chance(self) -> float:
        """Return the probability that no cover counts when the concealed target is selected."""
        as_thought = self.probability(lambda place: not self.usable(place))
        unusable, p = self.otherwise
        if p == 0.0:
            return as_thought
        other = replace(self, unusable=unusable, otherwise=(unusable, 0.0))
        return (1.0 - p) * as_thought + p * other.open_chance()

    def rank(self, place: ShooterPoint) -> tuple[bool, ...]:
        """Return the disadvantages of a point: no valid target, then obscured, then in cover."""
        return self.concealed and bool(self.usable(place)), bool(place.obscuring), bool(place.covering)


@dataclass(frozen=True, slots=True)
class SightByTargetingLines:
    """Sight port of 2024; the readings of cover and smoke are options of the edition."""

    cover_by: CoverBy
    smoke_from_centre: bool
    smoke_softens: bool
    bodies: BodiesInSight
    shared_shield: bool = False

    def visible(self, position: Position, viewer: str, target: str) -> Ruling:
        """Return whether one operative sees the other (rule H24-05): Barred terrain blocks sight from afar (I24-10)."""
        one, other = position.table.operative(viewer), position.table.operative(target)
        blockers = blockers_between(position.table.terrain, one.base, other.base)
        past = self.bodies.past(position.table, one, other, blockers)
        ruling = sees("H24-05", one, other, past, position.table.common)
        return self.bodies.noted(position.table, (ruling,), ((one, other, blockers),))[0]

    def all_visible(self, position: Position, pairs: Sequence[tuple[str, str]]) -> tuple[Ruling, ...]:
        """Return the same for several pairs of viewer and target, all at once."""
        table = position.table
        apart = tuple(part for part in table.terrain if not part.has("Barred"))
        always, near = opaque(apart), len(apart) != len(table.terrain)
        looks = []
        for viewer, target in pairs:
            one, other = table.operative(viewer), table.operative(target)
            more = barred(table.terrain, one.base, other.base, BARRED_REACH) if near else ()
            looks.append((one, other, (*always, *more) if more else always))
        past = [(one, other, self.bodies.past(table, one, other, blockers)) for one, other, blockers in looks]
        return self.bodies.noted(table, all_seen("H24-05", past, table.common), looks)

    def judge(self, edition: Edition, position: Position, shot: Shot) -> ShotJudgement:
        """Return visibility, cover, obscured and validity, from the shooter's best point."""
        return self._judged(edition, self._prepare(position, shot))

    def judge_all(self, edition: Edition, position: Position, shots: Sequence[Shot]) -> tuple[ShotJudgement, ...]:
        """Return the same for several shots, whose lines are drawn together."""
        duels = [self._prepare(position, shot) for shot in shots]
        DuelSampling.estimate_together(duel.doubt for duel in duels)
        return tuple(self._judged(edition, duel) for duel in duels)

    def _prepare(self, position: Position, shot: Shot) -> TargetingLines:
        return build_targeting_lines(
            position,
            shot,
            smoke_from_centre=self.smoke_from_centre,
            cover_by=self.cover_by,
            shared_shield=self.shared_shield,
        )

    def _judged(self, edition: Edition, duel: TargetingLines) -> ShotJudgement:
        shot = duel.shot
        visible = edition.sight.visible(duel.position, shot.shooter, shot.target)
        best = duel.best(duel.doubt.best_estimate)
        notes = (note(COVER, self.cover_by),) if duel.cover_by_matters(best) else ()
        if _shield_matters(duel, best, shared=self.shared_shield):
            notes = (*notes, note(PORTABLE, edition.reads(PORTABLE)))
        cover = duel.cover("H24-08", best, notes)
        obscured = _obscured(duel, best)
        hidden = (*(notes if duel.concealed else ()), *visible.notes)
        valid = _valid(edition, duel, best, visible=visible, notes=hidden)
        retains = shot.rule("saturate") is None
        saves = 1 if cover.holds and retains else 0
        modifiers = _modifiers(duel, best, cover, softens=self.smoke_softens)
        vantage = None if duel.concealed else accurate_doubt(duel.position, duel.shooter, duel.target)
        return ShotJudgement(
            visible=visible,
            in_cover=cover,
            obscured=obscured,
            target_ruling=valid,
            selectable=_selectable(edition, duel, valid),
            cover_saves=saves,
            modifiers=modifiers,
            vantage=None if vantage is None else vantage.ruling,
            accurate_else=None if vantage is None else _accurate_of(duel, vantage.otherwise),
            cover_matters=retains or modifiers.save_improved_by > 0,
            obscured_matters=True,
            cover_hides=duel.concealed and not duel.unusable and not duel.otherwise[1],
            piercing=piercing_doubt(duel, softens=self.smoke_softens, from_centre=duel.smoke_from_centre),
        )


def sight(readings: Mapping[str, str]) -> SightByTargetingLines:
    """Return the sight port with the edition's readings."""
    return SightByTargetingLines(
        CoverBy(readings[COVER]),
        readings[SMOKE_REACH] == "from the centre",
        readings[SMOKE_PIERCING] == "one at most",
        BodiesInSight(readings[BODIES] == BLOCK, note(BODIES, readings[BODIES])),
        readings[PORTABLE] == "everybody behind it",
    )


def build_targeting_lines(
    position: Position, shot: Shot, *, smoke_from_centre: bool, cover_by: CoverBy, shared_shield: bool = False
) -> TargetingLines:
    """Return the duel of a shot."""
    shooter, target = position.table.operative(shot.shooter), position.table.operative(shot.target)
    ignored = _ignored(position, target, shared=shared_shield)
    parts = tuple(part for part in position.table.terrain if part.id not in ignored)
    features = vantage_features(position, shooter, target)
    field = CoverField(
        parts,
        frozenset(part.id for part in parts),
        frozenset(part.id for part in parts if part.has("Heavy") and part.feature not in features),
        RULES,
        cover_by,
    )
    concealed = position.status[target.id].order is Order.CONCEAL
    return TargetingLines(
        position,
        shot,
        shooter,
        target,
        concealed,
        field,
        DuelSampling(field, shooter, target, position.table.common),
        *_unusable(position, shot, shooter=shooter, target=target, concealed=concealed),
        in_smoke(position, shooter, target, from_centre=smoke_from_centre),
        gap(shooter.base, target.base),
        smoke_from_centre,
    )


def _shield_matters(duel: TargetingLines, best: ShooterPoint, *, shared: bool) -> bool:
    """Return whether the other reading changes the effect of a portable barricade that is held (I24-12)."""
    if not any(part.has(PORTABLE_TRAIT) for part in duel.position.table.terrain):
        return False
    ours, others = (_ignored(duel.position, duel.target, shared=each) for each in (shared, not shared))
    if ours == others:
        return False
    parts = tuple(part for part in duel.position.table.terrain if part.id not in others)
    covering = duel.field.covering | (ours - others)
    return not duel.seen_alike(best, replace(duel.field, parts=parts, covering=covering))


def _ignored(position: Position, target: Operative, *, shared: bool = False) -> frozenset[str]:
    """Return the parts that never intervene: Exposed, Insignificant, open, a shield nobody holds (I24-08..12).

    A shield shelters the operative that holds it; a `shared` one shelters everybody behind it.
    """
    everybody = tuple(position.table.operatives.values())

    def ignored(part: Part) -> bool:
        if part.has("Exposed") or not matters(part):
            return True
        holders = everybody if shared else (target,)
        return part.has(PORTABLE_TRAIT) and not any(_connected(one, part) for one in holders)

    return frozenset(part.id for part in position.table.terrain if ignored(part))


def _connected(one: Operative, part: Part) -> bool:
    return gap_to_part(one.base, part) <= EXACT_TOLERANCE + contact_tolerance(one, part)


def _unusable(
    position: Position, shot: Shot, *, shooter: Operative, target: Operative, concealed: bool
) -> tuple[frozenset[str], tuple[frozenset[str], float]]:
    """Return the parts whose cover does not count at selection (rules G24-17, H24-11), and a possible alternative."""
    parts = position.table.terrain
    if shot.rule("seek") is not None:
        every = frozenset(part.id for part in parts)
        return every, (every, 0.0)
    light, nothing = frozenset(part.id for part in parts if is_light(part)), frozenset[str]()
    if shot.rule("seek_light") is not None or not concealed:
        known = nothing if shot.rule("seek_light") is None else light
        return known, (known, 0.0)
    denied = on_vantage(position, shooter) and lower_by(shooter, target, VANTAGE.conceal)
    p = vantage_chance(position, shooter, target, VANTAGE.conceal) if light else float(denied)
    return (light, (nothing, _doubt(1.0 - p))) if denied else (nothing, (light, _doubt(p)))


def _doubt(p: float) -> float:
    return p if p > UNLIKELY else 0.0


def _obscured(duel: TargetingLines, best: ShooterPoint) -> Ruling:
    notes = _smoke_notes(duel)
    smoked, sigma = smoke_chance(duel.position, duel.shooter, duel.target, from_centre=duel.smoke_from_centre)
    means = Message.of("sight-smoke-between")
    both = Witness((), (duel.shooter.id, duel.target.id))
    smoke = Fact.seen("J24-12", duel.smoke, means, smoked, sigma, both)
    if sigma == 0 or not UNLIKELY < smoked < 1 - UNLIKELY:
        if duel.smoke:
            return Ruling.of(
                Message.of("sight-claim-obscured", target=duel.target.id),
                Fact.declared("J24-12", True, means),
                notes=notes,
            )
        return duel.obscured("H24-09", best, notes)
    by_terrain = duel.obscured("H24-09", best, notes)
    findings = (smoke,) if duel.smoke else by_terrain.findings
    if not duel.smoke and not by_terrain.holds:
        findings = (*findings, smoke)
    return replace(by_terrain, findings=findings, p_yes=1.0 - (1.0 - smoked) * (1.0 - by_terrain.p_yes))


def _valid(
    edition: Edition, duel: TargetingLines, best: ShooterPoint, *, visible: Ruling, notes: tuple[Message, ...] = ()
) -> Ruling:
    findings, p_yes = list(visible.findings), visible.p_yes
    if duel.shot.rule("brutal") is not None:
        notes = (*notes, note(BRUTAL, edition.reads(BRUTAL)))
    if duel.shot.rule("rending") is not None and (duel.shot.rule("accurate") or duel.shot.rule("punishing")):
        notes = (*notes, note(RENDING, edition.reads(RENDING)))
    cap = piercing_cap(duel, softens=False, from_centre=duel.smoke_from_centre)
    if cap not in (None, UNCAPPED):
        notes = (*notes, note(SMOKE_PIERCING, edition.reads(SMOKE_PIERCING)))
    elif duel.shot.rule("piercing") is not None and duel.shot.rule("piercing_crits") is not None:
        notes = (*notes, note(PIERCING, edition.reads(PIERCING)))
    notes = (*notes, *blast_reading(edition, duel.position, duel.shot))
    if duel.concealed:
        names = duel.usable(best)
        means = Message.of("sight-not-concealed", target=duel.target.id, parts=sorted(names))
        open_ = duel.open_chance()
        findings.append(duel.likely("E24-03", not names, means, open_, duel.witness(best, Role.COVER, names)))
        p_yes *= open_
    for within in duel.in_range("G24-13"):
        findings.append(within)
        p_yes *= within.p_yes
    return Ruling(Message.of("sight-claim-valid-target", target=duel.target.id), tuple(findings), p_yes, notes)


def _selectable(edition: Edition, duel: TargetingLines, valid: Ruling) -> Ruling:
    friends, alone = duel.past_friends(edition, "E24-02")
    claim = Message.of("sight-claim-may-select", shooter=duel.shooter.id, target=duel.target.id)
    return Ruling(claim, (*valid.findings, *friends), valid.p_yes * alone, valid.notes)


def _covered_by(duel: TargetingLines, best: ShooterPoint, cover: Ruling, trait: Callable[[Part], bool]) -> bool:
    """Return whether terrain of that sort covers the target: as estimated, else most likely if it is in cover."""
    wanted = frozenset(part.id for part in duel.field.parts if trait(part))
    if not wanted or best.covering:
        return bool(best.covering & wanted)
    return cover.p_yes > UNLIKELY and duel.probability(lambda place: bool(place.covering & wanted)) >= cover.p_yes / 2


def _modifiers(duel: TargetingLines, best: ShooterPoint, cover: Ruling, *, softens: bool) -> ShotModifiers:
    light_denied = (
        duel.concealed
        and on_vantage(duel.position, duel.shooter)
        and lower_by(duel.shooter, duel.target, VANTAGE.conceal)
    )
    retains = duel.shot.rule("saturate") is None
    either = retains and light_denied and _covered_by(duel, best, cover, is_light)
    protective = _covered_by(duel, best, cover, lambda part: part.has("Protective"))
    cap = piercing_cap(duel, softens=softens, from_centre=duel.smoke_from_centre)
    smoked = cap not in (None, UNCAPPED)
    return ShotModifiers(
        accurate=final_accurate(duel),
        piercing_cap=cap,
        cover_save_options=tuple(CoverSave) if either else (),
        save_improved_by=PROTECTIVE if protective else 0,
        same_feature=cover.holds and _same_feature(duel, best),
        read_as=note(SMOKE_PIERCING, "one at most" if softens else "ignored") if smoked else None,
    )


def _smoke_notes(duel: TargetingLines) -> tuple[Message, ...]:
    """Return the reading of smoke's reach, if the other one changes the result."""
    other = in_smoke(duel.position, duel.shooter, duel.target, from_centre=not duel.smoke_from_centre)
    reading = "from the centre" if duel.smoke_from_centre else "from the edge"
    return (note(SMOKE_REACH, reading),) if other is not duel.smoke else ()


def _same_feature(duel: TargetingLines, best: ShooterPoint) -> bool:
    """Return whether cover and obscured come from one feature alone, so that the defender must choose (E24-04)."""
    feature_of = {part.id: part.feature for part in duel.field.parts}
    covering = {feature_of[name] for name in best.covering}
    obscuring = {feature_of[name] for name in best.obscuring}
    return bool(covering) and bool(obscuring) and len(covering | obscuring) == 1 and not duel.smoke


def final_accurate(duel: TargetingLines) -> int:
    """Return the weapon's final Accurate value, including Vantage (rules H24-10, G24-01)."""
    higher = 0 if duel.concealed else accurate_from(duel.position, duel.shooter, duel.target)
    return _accurate_of(duel, higher)


def _accurate_of(duel: TargetingLines, higher: int) -> int:
    """Return the final Accurate value if Vantage gives `higher`."""
    values = [int(use.x or 0) for use in duel.shot.weapon_rules if use.rule == "accurate"]
    if higher:
        values.append(higher)
    if len(values) > 1:
        return MOST_ACCURATE
    return values[0] if values else NO_ACCURATE

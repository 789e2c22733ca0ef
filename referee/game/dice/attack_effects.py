"""Reasons for changed dice, spread of critical successes, and the players' answers to uncertain questions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any, Protocol

from messages.message import Message
from referee.game.state import GameState
from referee.rules.dice.attack_facts import EVEN, NearFacts, ReasonFacts
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.rule_book import CritStrikeSpread, DamagePerCrit
from referee.rules.dice.rule_parser import written
from referee.rules.judgement import UNCAPPED, ShotJudgement
from referee.rules.ports.edition import Edition
from referee.rules.ports.killzone import near_chance
from referee.rules.position import Position
from referee.rules.ruling import Threshold, Verdict
from referee.rules.sight.duel import UNLIKELY
from referee.rules.weapon import RuleUse, Weapon


def of_hit(
    dice: DiceRules, state: GameState, operative: str, *, injured: int, stats: Collection[str]
) -> Iterator[ReasonFacts]:
    """Yield the reasons for an operative's changed Hit: its wounds, and declared changes.

    `injured` is the change of its Hit by wounds; `stats` are the names under which this Hit is declared.
    """
    if injured:
        yield of_injury(dice, operative, worse_by=injured)
    yield from of_changes(dice, state, operative, "Hit", stats=stats)


def of_injury(dice: DiceRules, operative: str, *, worse_by: int) -> ReasonFacts:
    """Return the reason for an injured operative's worse Hit (rules L24-07, L21-01)."""
    return _reason(operative, Message.of("modifier-injured", **_by(worse_by)), dice.reasons.injured)


def of_changes(
    dice: DiceRules, state: GameState, operative: str, named: str, *, stats: Collection[str]
) -> Iterator[ReasonFacts]:
    """Yield each declared change of a stat with its stated reason; `stats` are the names used for it."""
    for change in state.operative(operative).changes:
        if change.stat.casefold() in stats and change.by:
            says = (
                Message.of("modifier-changed", stat=named, why=change.why, **_by(change.by))
                if change.why
                else Message.of("modifier-changed-by-hand", stat=named, **_by(change.by))
            )
            yield _reason(operative, says, dice.reasons.changed)


def of_moment(dice: DiceRules, operative: str, *, worse_by: int, point_blank: bool) -> Iterator[ReasonFacts]:
    """Yield the reason for a worse Hit of a shot out of turn (rules K24-10, K21-01, C21-04)."""
    if not worse_by:
        return
    if point_blank:
        says = Message.of("modifier-point-blank", **_by(worse_by))
        yield _reason(operative, says, dice.reasons.point_blank)
    else:
        yield _reason(operative, Message.of("modifier-overwatch", **_by(worse_by)), dice.reasons.overwatch)


def of_ground(dice: DiceRules, edition: Edition, operative: str, gained: Sequence[RuleUse]) -> Iterator[ReasonFacts]:
    """Yield the rules that the killzone adds to a weapon (rules K24-03, K24-06, K21-03)."""
    for use in gained:
        gained_rule = Message.of("modifier-killzone-rule", rule=written(dice.weapon_rules, use))
        yield _reason(operative, gained_rule, edition.environment.gains_by)


def of_helpers(dice: DiceRules, operative: str, helpers: Sequence[str]) -> Iterator[ReasonFacts]:
    """Yield the assisting friends in a fight (rules F24-06, F21-02)."""
    for helper in helpers:
        yield _reason(operative, Message.of("modifier-helped", helper=helper, **_by(-1)), dice.reasons.helped)


def of_lines(
    dice: DiceRules, weapon: Weapon, *, shooter: str, target: str, judged: ShotJudgement
) -> Iterator[ReasonFacts]:
    """Yield the effects of terrain and operatives between shooter and target on dice; `weapon` is as printed."""
    modifiers, ids = judged.modifiers, dice.reasons
    if modifiers.fewer_attack_dice:
        fewer = Message.of("modifier-operative-in-line", dice=modifiers.fewer_attack_dice)
        yield _reason(shooter, fewer, ids.in_the_way)
    own = weapon.rule("accurate")
    if modifiers.accurate and (own is None or own.x != modifiers.accurate):
        yield _reason(shooter, Message.of("modifier-accurate", number=modifiers.accurate), ids.vantage)
    most = modifiers.piercing_cap
    if most is not None and most != UNCAPPED:
        yield _reason(shooter, Message.of("modifier-smoke", most=most, target=target), ids.smoke)
    if modifiers.save_improved_by and judged.sheltered:
        improved = Message.of("modifier-protective-cover", **_by(-modifiers.save_improved_by))
        yield _reason(target, improved, ids.protective)
    if modifiers.cover_save_options and judged.sheltered:
        yield _reason(target, Message.of("modifier-vantage-cover"), ids.vantage_cover)


def _by(change: int) -> dict[str, Any]:
    """Return a change of a required roll as arguments: worse means higher (L24-09)."""
    return {"amount": abs(change), "worse": change > 0}


def _reason(who: str, says: Message, rule: str) -> ReasonFacts:
    return ReasonFacts(who=who, says=str(says), rule=rule, message=says)


class DoubtKind(Enum):
    """Kind of an uncertain question: assistance, garrison, who is near or in the line, effect of Vantage."""

    HELPS = "helps"
    GARRISONED = "garrisoned"
    NEAR = "near"
    VANTAGE = "vantage"
    IN_LINE = "in line"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question about an operative that the camera cannot decide; `beside` is the operative it may be near.

    `accurate` is what Vantage gives (Accurate, 0 for nothing): if it has its effect, and otherwise.
    """

    about: DoubtKind
    of: str
    beside: str = ""
    accurate: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AttackAnswers:
    """The players' answers by question."""

    answers: Mapping[Doubt, bool] = field(default_factory=lambda: MappingProxyType({}))

    def holds(self, doubt: Doubt, p: float) -> bool:
        """Return the answer; without one, whether it is more likely than not."""
        return self.answers.get(doubt, p >= EVEN)

    def about(self, about: DoubtKind) -> dict[str, bool]:
        """Return the answers of one kind, by operative."""
        return {doubt.of: held for doubt, held in self.answers.items() if doubt.about is about}


NOTHING_SAID = AttackAnswers()


class Scene(Protocol):
    """Context of dice: edition, dice rules and position."""

    @property
    def edition(self) -> Edition:
        """The edition with the killzone's overlay."""

    @property
    def dice(self) -> DiceRules:
        """Its dice."""

    @property
    def position(self) -> Position:
        """The judged position."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Operatives near enough, by distance (inches): certain and uncertain ones."""

    sure: Mapping[float, tuple[str, ...]]
    unsure: tuple[NearFacts, ...]


def spread_from(scene: Scene, weapon: Weapon, target: str, threshold: Threshold) -> Spread:
    """Return the operatives visible to the target within each distance to which the weapon's criticals spread."""
    found = {far: _chances(scene, target, far) for far in _reaches(scene, weapon)}
    call = threshold.call
    sure = {far: tuple(name for name, p in near.items() if call(p) is Verdict.YES) for far, near in found.items()}
    unsure = tuple(
        NearFacts(id=name, distance=far, p=p)
        for far, near in found.items()
        for name, p in near.items()
        if call(p) is Verdict.TOO_CLOSE
    )
    return Spread(sure, unsure)


def struck_near(
    scene: Scene, weapon: Weapon, *, struck: str, striker: str, said: AttackAnswers = NOTHING_SAID
) -> dict[float, tuple[str, ...]]:
    """Return who else is hurt when one fighter strikes the other: as answered, otherwise by the best estimate."""
    chances = strike_chances(scene, weapon, struck=struck, striker=striker)
    return {
        far: tuple(sorted(name for name, p in near.items() if said.holds(Doubt(DoubtKind.NEAR, name, struck), p)))
        for far, near in chances.items()
    }


def strike_chances(scene: Scene, weapon: Weapon, *, struck: str, striker: str) -> dict[float, dict[str, float]]:
    """Return who else may be hurt when one fighter strikes the other, by distance (inches), with probabilities.

    These are operatives near the struck one; with Reap also other enemies visible to the striker and near either of the
    two (G21-13).
    """
    near = {far: _chances(scene, struck, far) for far in _reaches(scene, weapon)}
    for _, hook, _ in scene.dice.weapon_rules.hooks(weapon.rules, CritStrikeSpread):
        also = near.setdefault(hook.distance, {})
        for name, p in _reaped(scene, striker, struck, hook.distance).items():
            also[name] = max(p, also.get(name, 0.0))
    return near


def _reaped(scene: Scene, striker: str, struck: str, far: float) -> dict[str, float]:
    """Return the striker's other enemies that it may see and that may be near either of the two, with probabilities."""
    position, spacing, found = scene.position, scene.edition.spacing, {}
    ends = [position.table.operative(name) for name in (struck, striker)]
    for enemy in position.enemies_of(striker):
        near = 0.0 if enemy.id == struck else max(near_chance(spacing, position, end, enemy, far) for end in ends)
        p = near * scene.edition.sight.visible(position, striker, enemy.id).p_yes if near > UNLIKELY else 0.0
        if p > UNLIKELY:
            found[enemy.id] = p
    return found


def _reaches(scene: Scene, weapon: Weapon) -> set[float]:
    """Return the distances to which the weapon's criticals spread from the target."""
    found = {
        use.distance if hook.spread is None else hook.spread
        for _, hook, uses in scene.dice.weapon_rules.hooks(weapon.rules, DamagePerCrit)
        for use in uses
    }
    return {distance for distance in found if distance is not None}


def _chances(scene: Scene, centre: str, far: float) -> dict[str, float]:
    """Return the probability that each other operative is within `far` and visible; omits impossible ones."""
    position, found = scene.position, {}
    middle = position.table.operative(centre)
    for name, other in sorted(position.table.operatives.items()):
        near = 0.0 if name == centre else near_chance(scene.edition.spacing, position, middle, other, far)
        p = near * scene.edition.sight.visible(position, centre, name).p_yes if near > UNLIKELY else 0.0
        if p > UNLIKELY:
            found[name] = p
    return found

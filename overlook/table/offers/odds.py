"""Odds of a shot or fight before the roll, and how likely its result was.

The odds are exact sums under the standard policy, from the facts recorded with the action.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from messages.message import Message
from overlook.table.rulings.action_rulings import facts_of_fight, facts_of_shot, judged_shot
from overlook.table.rulings.judging_context import JudgingContext
from referee.game.dice.dice_actions import SHOOTING, DiceActionType
from referee.game.engine.battle_flow import BattleFlow
from referee.game.intents import Act
from referee.game.state import GameState
from referee.rules.dice.attack_facts import FightFacts, ShootingFacts, TargetFacts
from referee.rules.dice.fight import FightSetup
from referee.rules.dice.fighting import FightSequence, setup_of
from referee.rules.dice.odds import at_least, mean
from referee.rules.dice.shooting import ShootingSequence
from referee.rules.dice.shot import ShotSetup
from referee.rules.judgement import ShotJudgement
from referee.rules.ruling import Verdict


@dataclass(frozen=True, slots=True)
class Chance:
    """Expected result: in words, the chance that the target is incapacitated, and what shelters the target."""

    words: Message | None = None
    end: float | None = None
    cover: Verdict = Verdict.NO
    obscured: Verdict = Verdict.NO


def chance_of(context: JudgingContext, act: Act, sort: DiceActionType) -> Chance:
    """Return the expected result of an allowed shot or fight; raises what the facts of dice raise."""
    if act.target is None:
        return Chance()
    if sort is not SHOOTING:
        return _fight(context, act, act.target)
    return chance_of_shot(context, act, act.target, judged=judged_shot(context, act, act.target))


def shelter_of(context: JudgingContext, act: Act) -> Chance:
    """Return what shelters the target of a shot that may not be taken, without odds because nobody rolls for it."""
    there = context.position.table.operatives
    if act.target is None or act.target not in there or act.operative not in there:
        return Chance()
    judged, threshold = judged_shot(context, act, act.target), context.state.policies.threshold
    if not judged.visible.holds:
        return Chance()
    return Chance(cover=judged.in_cover.verdict(threshold), obscured=judged.obscured.verdict(threshold))


def chance_of_shot(context: JudgingContext, act: Act, target: str, *, judged: ShotJudgement) -> Chance:
    """Return the expected result of a shot: its odds under the standard policy, and the target's shelter."""
    threshold = context.state.policies.threshold
    cover, obscured = judged.in_cover.verdict(threshold), judged.obscured.verdict(threshold)
    if act.weapon is None:
        return Chance(cover=cover, obscured=obscured)
    given = act.evidence.facts or facts_of_shot(context, act, target, judged=judged, alone=True)
    facts = ShootingFacts.model_validate(given)
    setup = ShotSetup(facts.weapon, facts.targets[0].defender)
    odds = context.shot_odds(setup)
    wounds = context.state.operative(target).wounds
    down, damage = float(at_least(odds, wounds)), float(mean(odds))
    words = Message.of("chance-attack", down=down, damage=damage)
    if judged.vantage is not None and judged.vantage.verdict(threshold) is Verdict.TOO_CLOSE:
        words = Message.of("chance-attack-vantage", down=down, damage=damage, claim=judged.vantage.claim)
    return Chance(words, down, cover, obscured)


def _fight(context: JudgingContext, act: Act, enemy: str) -> Chance:
    if act.weapon is None:
        return Chance()
    facts = FightFacts.model_validate(act.evidence.facts or facts_of_fight(context, act, enemy))
    odds = _fight_odds(context.flow, facts)
    end = _falls(odds)
    own = sum((chance for (left, _), chance in odds.items() if left == 0), Fraction(0))
    lost = sum(((facts.defender.wounds - left) * chance for (_, left), chance in odds.items()), Fraction(0))
    words = Message.of("chance-fight", down=float(end), damage=float(lost), own=float(own))
    return Chance(words, float(end))


def chance_of_facts(flow: BattleFlow, state: GameState, act: Act, *, target: str) -> float | None:
    """Return how likely a recorded shot or fight was to incapacitate its target, from the facts recorded with it.

    None for an action without such dice; raises what the facts of dice raise.
    """
    if not act.evidence.facts:
        return None
    if "targets" not in act.evidence.facts:
        return float(_falls(_fight_odds(flow, FightFacts.model_validate(act.evidence.facts))))
    facts = ShootingFacts.model_validate(act.evidence.facts)
    odds = flow.dice_actions.rules.shot_odds(ShotSetup(facts.weapon, facts.targets[0].defender))
    return float(at_least(odds, state.operative(target).wounds))


def _fight_odds(flow: BattleFlow, facts: FightFacts) -> Mapping[tuple[int, int], Fraction]:
    return flow.dice_actions.rules.fight_odds(setup_of(facts))


def _falls(odds: Mapping[tuple[int, int], Fraction]) -> Fraction:
    """Return the probability that the enemy has no wounds left."""
    return sum((chance for (_, left), chance in odds.items() if left == 0), Fraction(0))


MOST_KEPT = 32


@dataclass(frozen=True, slots=True)
class OddsBeforeRoll:
    """Probability of each number of wounds that the target may lose, and the wounds that it has."""

    lost: Mapping[int, Fraction]
    wounds: int

    @property
    def before(self) -> Message:
        """The odds in words."""
        down = at_least(self.lost, self.wounds)
        return Message.of("chance-attack", down=float(down), damage=float(mean(self.lost)))

    def after(self, lost: int) -> Message:
        """Return the result compared with the odds; `lost` is the number of wounds that the target lost."""
        average = float(mean(self.lost))
        if lost >= self.wounds:
            chance = float(at_least(self.lost, self.wounds))
            return Message.of("chance-result-down", damage=lost, average=average, chance=chance)
        if not lost:
            chance = float(self.lost.get(0, Fraction(0)))
            return Message.of("chance-result-none", average=average, chance=chance)
        chance = float(at_least(self.lost, lost))
        return Message.of("chance-result", damage=lost, average=average, chance=chance)


class CombatOdds:
    """Cache of the odds of the last shots and fights."""

    def __init__(self) -> None:
        self._shots: dict[ShotSetup, Mapping[int, Fraction]] = {}
        self._fights: dict[FightSetup, Mapping[int, Fraction]] = {}

    def of_shot(self, action: ShootingSequence, target: TargetFacts, wounds: int) -> OddsBeforeRoll:
        """Return the odds of a shot at a target with so many wounds; it cannot lose more than these."""
        setup = ShotSetup(action.weapon_against(target), target.defender)
        if setup not in self._shots:
            _make_room(self._shots)
            self._shots[setup] = action.rules.shot_odds(setup)
        capped: dict[int, Fraction] = {}
        for harm, chance in self._shots[setup].items():
            capped[min(harm, wounds)] = capped.get(min(harm, wounds), Fraction(0)) + chance
        return OddsBeforeRoll(capped, wounds)

    def of_fight(self, action: FightSequence) -> OddsBeforeRoll | None:
        """Return the odds of a fight for its defender; None while the weapons are unknown."""
        one, two = action.fought.attacker, action.fought.defender
        if action.walk is None or one.weapon is None:
            return None
        setup = setup_of(action.fought)
        if setup not in self._fights:
            _make_room(self._fights)
            lost: dict[int, Fraction] = {}
            for (_, left), chance in action.rules.fight_odds(setup).items():
                lost[two.wounds - left] = lost.get(two.wounds - left, Fraction(0)) + chance
            self._fights[setup] = lost
        return OddsBeforeRoll(self._fights[setup], two.wounds)


def _make_room(kept: dict[ShotSetup, Mapping[int, Fraction]] | dict[FightSetup, Mapping[int, Fraction]]) -> None:
    if len(kept) >= MOST_KEPT:
        kept.clear()

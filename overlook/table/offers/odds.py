"""Odds of a shot or fight before the roll, and how likely its result was.

The odds are exact sums under the standard policy, from the facts recorded with the action.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

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
    """Expected result: as text, the chance that the target is incapacitated, and what shelters the target."""

    words: str = ""
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
    words = _words(at_least(odds, wounds), mean(odds))
    if judged.vantage is not None and judged.vantage.verdict(threshold) is Verdict.TOO_CLOSE:
        words = f"{words}; too close to call: {judged.vantage.claim}"
    return Chance(words, float(at_least(odds, wounds)), cover, obscured)


def _fight(context: JudgingContext, act: Act, enemy: str) -> Chance:
    if act.weapon is None:
        return Chance()
    facts = FightFacts.model_validate(act.evidence.facts or facts_of_fight(context, act, enemy))
    odds = _fight_odds(context.flow, facts)
    end = _falls(odds)
    own = sum((chance for (left, _), chance in odds.items() if left == 0), Fraction(0))
    lost = sum(((facts.defender.wounds - left) * chance for (_, left), chance in odds.items()), Fraction(0))
    return Chance(f"{_words(end, lost)}, {percent(own)} to be incapacitated itself", float(end))


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


def _words(end: Fraction, wounds: Fraction) -> str:
    return f"{percent(end)} incapacitated, {float(wounds):.1f} wounds on average"


def percent(chance: Fraction) -> str:
    """Return a probability in whole percent; never 0 % or 100 % unless it is exactly that."""
    whole = round(100 * float(chance))
    if 0 < chance < 1:
        whole = min(99, max(1, whole))
    return f"{whole} %"


MOST_KEPT = 32


@dataclass(frozen=True, slots=True)
class OddsBeforeRoll:
    """Probability of each number of wounds that the target may lose, and the wounds that it has."""

    lost: Mapping[int, Fraction]
    wounds: int

    @property
    def before(self) -> str:
        """The odds as text."""
        down = at_least(self.lost, self.wounds)
        return f"{percent(down)} to take it out, {float(mean(self.lost)):.1f} wounds on average"

    def after(self, lost: int) -> str:
        """Return the result as text, compared with the odds; `lost` is the number of wounds that the target lost."""
        down, average = at_least(self.lost, self.wounds), f"{float(mean(self.lost)):.1f} on average"
        if lost >= self.wounds:
            return f"The odds of that were {percent(down)}: {_wounds(lost)}, {average}"
        if not lost:
            return f"Nothing came through, as it does {percent(self.lost.get(0, Fraction(0)))} of the time: {average}"
        return f"{_wounds(lost)}, {average}: as many or more {percent(at_least(self.lost, lost))} of the time"


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


def _wounds(count: int) -> str:
    return f"{count} {'wound' if count == 1 else 'wounds'}"

"""What dice promise before a shot or a fight, and how rare what came of it was, in words for who watches.

The odds are exact sums under the standard policy, from the facts that the action was recorded with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from overlook.table.odds import percent
from referee.rules.dice.attack_facts import TargetFacts
from referee.rules.dice.fight import FightSetup
from referee.rules.dice.fighting import FightSequence, setup_of
from referee.rules.dice.odds import at_least, mean
from referee.rules.dice.shooting import ShootingSequence
from referee.rules.dice.shot import ShotSetup

MOST_KEPT = 32


@dataclass(frozen=True, slots=True)
class Promise:
    """How likely each number of wounds is that the target loses, and how many it has."""

    lost: Mapping[int, Fraction]
    wounds: int

    @property
    def before(self) -> str:
        """What the dice promise."""
        down = at_least(self.lost, self.wounds)
        return f"{percent(down)} to take it out, {float(mean(self.lost)):.1f} wounds on average"

    def after(self, lost: int) -> str:
        """What came of it, beside what was promised; `lost` wounds of the target."""
        down, average = at_least(self.lost, self.wounds), f"{float(mean(self.lost)):.1f} on average"
        if lost >= self.wounds:
            return f"The odds of that were {percent(down)}: {_wounds(lost)}, {average}"
        if not lost:
            return f"Nothing came through, as it does {percent(self.lost.get(0, Fraction(0)))} of the time: {average}"
        return f"{_wounds(lost)}, {average}: as many or more {percent(at_least(self.lost, lost))} of the time"


class CombatOdds:
    """The promises of the last shots and fights, each worked out once."""

    def __init__(self) -> None:
        self._shots: dict[ShotSetup, Mapping[int, Fraction]] = {}
        self._fights: dict[FightSetup, Mapping[int, Fraction]] = {}

    def of_shot(self, action: ShootingSequence, target: TargetFacts, wounds: int) -> Promise:
        """Return what a shot promises against a target that has so many wounds; more than those it cannot lose."""
        setup = ShotSetup(action.weapon_against(target), target.defender)
        if setup not in self._shots:
            _make_room(self._shots)
            self._shots[setup] = action.rules.shot_odds(setup)
        capped: dict[int, Fraction] = {}
        for harm, chance in self._shots[setup].items():
            capped[min(harm, wounds)] = capped.get(min(harm, wounds), Fraction(0)) + chance
        return Promise(capped, wounds)

    def of_fight(self, action: FightSequence) -> Promise | None:
        """Return what a fight promises against who is fought; None while the weapons are not known."""
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
        return Promise(self._fights[setup], two.wounds)


def _make_room(kept: dict[ShotSetup, Mapping[int, Fraction]] | dict[FightSetup, Mapping[int, Fraction]]) -> None:
    if len(kept) >= MOST_KEPT:
        kept.clear()


def _wounds(count: int) -> str:
    return f"{count} {'wound' if count == 1 else 'wounds'}"

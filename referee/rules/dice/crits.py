"""What happens once dice are retained: fails leave, critical successes take effect (E24-14)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from referee.rules.dice.attack import AttackDice
from referee.rules.dice.hooks import ChangeApl, ClassifiedDice, PerCrit
from referee.rules.dice.shot_state import ShotState
from referee.rules.dice.step import Ask, DiceStep, DiceStepName, Effect, Roll, Side
from referee.rules.dice.weapon import RuleUse


@dataclass(frozen=True, slots=True)
class DiscardFails(DiceStep[ShotState]):
    """Fails leave the table; each die of 1 among them may cost the shooter wounds (G21-08)."""

    name: ClassVar[DiceStepName] = DiceStepName.DISCARD
    wounds_per_one: int
    rule: str

    def step(self, state: ShotState) -> ShotState | Roll | Ask:
        """Count the ones."""
        volley = state.attack
        if not volley.ones or not self.wounds_per_one:
            return state
        return state._replace(attack=volley._replace(ones=0), own=state.own + volley.ones * self.wounds_per_one)

    def effects(self, before: ShotState, after: ShotState) -> tuple[Effect, ...]:
        """The shooter's wounds."""
        lost = after.own - before.own
        return (Effect("mortal", lost, self.rule, on="user"),) if lost else ()


@dataclass(frozen=True, slots=True)
class CritHarm:
    """What a rule takes with each retained critical success: `count` wounds from the target.

    From each other operative within `reach` inches of it `beside`; `reach` is None where it spreads to nobody.
    """

    rule: str
    kind: str
    count: int
    reach: float | None
    beside: int


def crit_harm(rule: str, hook: PerCrit, uses: Iterable[RuleUse]) -> CritHarm:
    """Return what a rule takes that stands on a weapon once or more: from nobody twice (G24-00)."""
    uses = tuple(uses)
    widest = max((use for use in uses if hook.reach(use)), key=lambda use: use.count, default=None)
    most = max(use.count for use in uses)
    return CritHarm(
        rule, hook.kind, most, None if widest is None else hook.reach(widest), widest.count if widest else 0
    )


@dataclass(frozen=True, slots=True)
class CritsRetained(DiceStep[ShotState]):
    """What retained critical successes do before anything is blocked (E24-14): Devastating, MWx, Splash, Stun."""

    name: ClassVar[DiceStepName] = DiceStepName.CRITS
    wounds: tuple[CritHarm, ...]
    dazes: tuple[tuple[str, ChangeApl], ...]

    def step(self, state: ShotState) -> ShotState | Roll | Ask:
        """Inflict; afterwards a retained normal is a normal, however it was retained."""
        crits, normals, fixed, _ = state.attack.tally
        harm = state.harm + crits * sum(harm.count for harm in self.wounds)
        return state._replace(attack=AttackDice(tally=ClassifiedDice(crits, normals + fixed)), harm=harm)

    def effects(self, before: ShotState, after: ShotState) -> tuple[Effect, ...]:
        """Wounds on the target, wounds on others near it, a lower APL."""
        return crit_effects(before.attack.tally.crits, self.wounds, self.dazes, Side.ATTACKER)


def crit_effects(
    crits: int,
    wounds: tuple[CritHarm, ...],
    dazes: tuple[tuple[str, ChangeApl], ...],
    side: Side,
) -> tuple[Effect, ...]:
    """Return what a number of retained critical successes does to the target and to others near it."""
    found: list[Effect] = []
    for harm in wounds if crits else ():
        found.append(Effect(harm.kind, crits * harm.count, harm.rule, side=side))
        if harm.reach:
            found.append(Effect(harm.kind, crits * harm.beside, harm.rule, "others", harm.reach, side))
    found += [Effect("apl", hook.amount, rule, side=side) for rule, hook in dazes if crits]
    return tuple(found)

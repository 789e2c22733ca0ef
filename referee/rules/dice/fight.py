"""One fight: its set-up, and the stages that an edition puts in order (F24-*, F21-*)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from referee.rules.dice.attack import Attack, AttackDice, Detail, compile_attack
from referee.rules.dice.crits import CritHarm, crit_effects, crit_harm
from referee.rules.dice.fight_state import SIDES, Fighter, FightState, OfFighter, OfRetaliator
from referee.rules.dice.hooks import ChangeApl, CritStrike, CritStrikeSpread, OnlyCritsBlock, PerCrit, RuleBook
from referee.rules.dice.resolve import EmptyBlock, Melee, Resolve
from referee.rules.dice.sequence import Sequence
from referee.rules.dice.step import Ask, DiceStep, DiceStepName, Effect, Roll, Side
from referee.rules.dice.weapon import RuleUse, Weapon
from referee.rules.errors import MalformedError


@dataclass(frozen=True, slots=True)
class FightSide:
    """One operative in a fight: its weapon as the situation made it, its wounds, points to spend on re-rolls.

    `weapon` None is an operative that cannot retaliate: it collects and resolves nothing (F24-03). `caught` are the
    distances in inches within which what its own weapon spreads around the enemy reaches itself (G24-06).
    """

    weapon: Weapon | None
    wounds: int
    cp: int = 0
    caught: frozenset[float] = frozenset()

    def __post_init__(self) -> None:
        if not 1 <= self.wounds <= 99:
            raise MalformedError(f"a fighter with {self.wounds!r} wounds: expected 1 to 99")


@dataclass(frozen=True, slots=True)
class FightSetup:
    """A fight to be resolved: who fights, who retaliates.

    `first` resolves the first die (the defender in a garrisoned stronghold, K24-04). `initiative` re-rolls first
    where both may (F24-05).
    """

    attacker: FightSide
    defender: FightSide
    first: Side = Side.ATTACKER
    initiative: Side = Side.ATTACKER


CritWounds = tuple[CritHarm, ...]
Dazes = tuple[tuple[str, ChangeApl], ...]


@dataclass(frozen=True, slots=True)
class FightPlan:
    """A fight compiled: the rule book, the set-up, both attacks, whether one may block nothing (F24-10)."""

    book: RuleBook
    setup: FightSetup
    attacks: tuple[Attack | None, Attack | None]
    empty_block: EmptyBlock
    detail: Detail
    read_as: str = ""

    def rules(self, side: int) -> tuple[RuleUse, ...]:
        """Return the rules of one side's weapon."""
        attack = self.attacks[side]
        return attack.weapon.rules if attack else ()


MakeFightStep = Callable[[FightPlan], tuple[DiceStep[FightState], ...]]
"""What makes one stage of a fight, or one stage for each side that rolls."""


def _each(plan: FightPlan, make: Callable[[Attack], DiceStep[AttackDice]]) -> tuple[DiceStep[FightState], ...]:
    adapters = (OfFighter, OfRetaliator)
    return tuple(adapters[side](make(attack)) for side, attack in enumerate(plan.attacks) if attack)


def retain_unrolled(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the stages in which dice are kept without rolling."""
    return _each(plan, Attack.unrolled_stage)


def roll_dice(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the stages of rolling; both roll at once (F24-04), the attacker's dice are entered first."""
    return _each(plan, lambda attack: attack.roll_stage(plan.detail))


def reroll_in_turn(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the stages of re-rolls where one side ends before the other begins."""
    return _each(plan, Attack.reroll_stage)


def classify_dice(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the stages of sorting."""
    return _each(plan, Attack.classify_stage)


def retain_dice(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the stages in which dice are retained as something better."""
    return _each(plan, Attack.retain_stage)


def side_by_side(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return all stages from the hand to the retained dice, the attacker's before the defender's.

    What either does with its dice must not depend on the other's: true of the standard policy. Then the order is of
    no consequence, and odds need each volley only once.
    """
    made = (retain_unrolled, roll_dice, reroll_in_turn, classify_dice, retain_dice)
    stages = [stage for make in made for stage in make(plan)]
    return tuple(sorted(stages, key=lambda stage: isinstance(stage, OfRetaliator)))


@dataclass(frozen=True, slots=True)
class BeginResolving(DiceStep[FightState]):
    """Dice are retained: critical successes take effect, the attacker's first; then the fighters face each other.

    What spreads around the enemy may reach whoever wields it, and that ends the fight as well. Where an attacker's
    critical successes incapacitate either, the wounds of the defender's come too late. What they take from the
    attacker's APL does not: they were retained before anybody was hurt (G24-21).
    """

    name: ClassVar[DiceStepName] = DiceStepName.CRITS
    wounds: tuple[CritWounds, CritWounds]
    caught: tuple[frozenset[float], frozenset[float]]
    dazes: tuple[Dazes, Dazes]
    first: int

    def step(self, state: FightState) -> FightState | Roll | Ask:
        """Inflict wounds, and give the first turn to whoever has dice to resolve."""
        one, two = self._hurt(0, _fighter(state, 0), _fighter(state, 1))
        if one.wounds and two.wounds:
            two, one = self._hurt(1, two, one)
        turn = self.first if (one, two)[self.first].dice else 1 - self.first
        return FightState(None, None, one, two, turn)

    def effects(self, before: FightState, after: FightState) -> tuple[Effect, ...]:
        """Wounds and lower APL on either side."""
        stand = all(one.wounds for one in self._hurt(0, _fighter(before, 0), _fighter(before, 1)))
        found: tuple[Effect, ...] = ()
        for side in (0, 1):
            wounds = self.wounds[side] if not side or stand else ()
            crits = before.volley(side).tally.crits
            found += crit_effects(crits, wounds, self.dazes[side], SIDES[side])
        return found

    def _hurt(self, side: int, own: Fighter, foe: Fighter) -> tuple[Fighter, Fighter]:
        """Return one who has retained critical successes, and its enemy, after the wounds of these."""
        for harm in self.wounds[side]:
            foe = foe._replace(wounds=max(0, foe.wounds - own.crits * harm.count))
            if harm.reach in self.caught[side]:
                own = own._replace(wounds=max(0, own.wounds - own.crits * harm.beside))
        return own, foe


def _fighter(state: FightState, side: int) -> Fighter:
    crits, normals, fixed, _ = state.volley(side).tally
    return Fighter(crits, normals + fixed, (state.two if side else state.one).wounds)


def begin_resolving(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the stage in which retained critical successes take effect."""

    def wounds(side: int) -> CritWounds:
        found = plan.book.hooks(plan.rules(side), PerCrit)
        return tuple(crit_harm(rule.name, hook, uses) for rule, hook, uses in found if hook.in_fights)

    def dazes(side: int) -> Dazes:
        found = plan.book.hooks(plan.rules(side), ChangeApl)
        return tuple((rule.name, hook) for rule, hook, _ in found if hook.in_fights)

    setup = plan.setup
    caught = setup.attacker.caught, setup.defender.caught
    return (BeginResolving((wounds(0), wounds(1)), caught, (dazes(0), dazes(1)), SIDES.index(setup.first)),)


def resolve_dice(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the stage of strikes and blocks."""

    def melee(side: int) -> Melee:
        attack, rules = plan.attacks[side], plan.rules(side)
        if attack is None:
            return Melee()
        strikes = plan.book.hooks(rules, CritStrike)
        spreads = plan.book.hooks(rules, CritStrikeSpread)
        return Melee(
            attack.weapon.damage,
            bool(plan.book.hooks(rules, OnlyCritsBlock)),
            (strikes[0][0].name, strikes[0][1]) if strikes else None,
            (spreads[0][0].name, spreads[0][1], max(spreads[0][2], key=lambda use: use.count)) if spreads else None,
        )

    return (Resolve((melee(0), melee(1)), plan.empty_block, plan.read_as),)


FROM_CLASSIFYING: tuple[MakeFightStep, ...] = (classify_dice, retain_dice, begin_resolving, resolve_dice)
"""The stages of a fight once no die is re-rolled any more, as both editions have them."""


def fight_plan(
    book: RuleBook,
    setup: FightSetup,
    *,
    empty_block: EmptyBlock,
    detail: Detail = Detail.PLAY,
    read_as: str = "",
) -> FightPlan:
    """Return a fight compiled; `MalformedError` for a weapon rule that the edition does not have."""
    sides = (setup.attacker, setup.defender)
    attacks = tuple(
        compile_attack(book, side.weapon, owner, command_rerolls=side.cp) if side.weapon else None
        for side, owner in zip(sides, SIDES, strict=True)
    )
    return FightPlan(book, setup, (attacks[0], attacks[1]), empty_block, detail, read_as)


def fight_sequence(plan: FightPlan, order: tuple[MakeFightStep, ...]) -> Sequence[FightState]:
    """Return the sequence of one fight, with the stages in an edition's order."""
    one, two = plan.attacks
    start = FightState(
        one.start if one else None,
        two.start if two else None,
        Fighter(0, 0, plan.setup.attacker.wounds),
        Fighter(0, 0, plan.setup.defender.wounds),
    )
    dice = sum(attack.most_dice for attack in plan.attacks if attack)
    return Sequence(tuple(stage for make in order for stage in make(plan)), start, dice)

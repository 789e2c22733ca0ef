"""One fight: state, alternating re-rolls, strike or block, order of stages.

Both sides prefer the other incapacitated and themselves not, then the larger lead in wounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple

from messages.message import Message
from referee.rules.dice.attack import (
    Attack,
    AttackDice,
    Detail,
    can_reroll,
    compile_attack,
    permitted,
    pick_up,
    points_spent,
    remaining_rerolls,
    singles,
    standard_reroll,
)
from referee.rules.dice.odds import DiceSequence, Policy
from referee.rules.dice.rule_book import (
    ChangeApl,
    CritStrike,
    CritStrikeSpread,
    DamagePerCrit,
    OnlyCritsBlock,
    RuleBook,
)
from referee.rules.dice.shot import CritHarm, crit_effects, crit_harm
from referee.rules.dice.step import (
    PASS,
    AskChoice,
    DiceChoice,
    DiceStep,
    DiceStepName,
    Effect,
    Faces,
    PartStep,
    Roll,
    Side,
)
from referee.rules.errors import MalformedError
from referee.rules.weapon import RuleUse, Weapon

NO_VOLLEY = AttackDice()
SIDES = (Side.ATTACKER, Side.DEFENDER)


class Fighter(NamedTuple):
    """One fighter while dice are resolved: unresolved successes, wounds left, critical hits that count."""

    crits: int
    normals: int
    wounds: int
    strikes: int = 0

    @property
    def dice(self) -> int:
        """Number of dice still to resolve."""
        return self.crits + self.normals


class FightState(NamedTuple):
    """State of a fight: both sides' attack dice until they are retained, then the two fighters.

    `turn` is 0 for the attacker's turn, 1 for the defender's. `passes` counts consecutive passes while both may
    re-roll.
    """

    a: AttackDice | None
    b: AttackDice | None
    one: Fighter
    two: Fighter
    turn: int = 0
    passes: int = 0

    def volley(self, side: int) -> AttackDice:
        """Return one side's dice."""
        return (self.b if side else self.a) or NO_VOLLEY

    def with_volley(self, side: int, volley: AttackDice) -> FightState:
        """Return the fight with one side's dice replaced."""
        return self._replace(b=volley) if side else self._replace(a=volley)

    @property
    def wounds(self) -> tuple[int, int]:
        """Remaining wounds of both."""
        return self.one.wounds, self.two.wounds


@dataclass(frozen=True, slots=True)
class OfFighter(PartStep[FightState, AttackDice]):
    """An attack stage of the attacker in a fight."""

    inner: DiceStep[AttackDice]

    def part(self, state: FightState) -> AttackDice:
        """The attacker's dice."""
        return state.volley(0)

    def with_part(self, state: FightState, part: AttackDice) -> FightState:
        """The fight with the attacker's dice replaced."""
        return state.with_volley(0, part)


@dataclass(frozen=True, slots=True)
class OfRetaliator(PartStep[FightState, AttackDice]):
    """An attack stage of the retaliating defender in a fight."""

    inner: DiceStep[AttackDice]

    def part(self, state: FightState) -> AttackDice:
        """The defender's dice."""
        return state.volley(1)

    def with_part(self, state: FightState, part: AttackDice) -> FightState:
        """The fight with the defender's dice replaced."""
        return state.with_volley(1, part)


Worth = tuple[int, int]
"""Value of an ended fight for the attacker: incapacitations (1: only the defender), and its lead in wounds."""

Ways = Callable[[FightState], Iterable[tuple[DiceChoice, FightState]]]
"""Every strike and block in a state, with the state after it; empty if the fight is over."""


def best_exchange(state: FightState, ways: Ways) -> DiceChoice | None:
    """Return the best choice of the side whose turn it is, the first of equals; None if the fight is over."""
    known: dict[FightState, Worth] = {}

    def worth(of: FightState) -> Worth:
        if of not in known:
            values = [worth(after) for _, after in ways(of)]
            known[of] = (min if of.turn else max)(values) if values else _ended(of)
        return known[of]

    found = [(worth(after), choice) for choice, after in ways(state)]
    if not found:
        return None
    best = (min if state.turn else max)(value for value, _ in found)
    return next(choice for value, choice in found if value == best)


def _ended(state: FightState) -> Worth:
    one, two = state.wounds
    return int(two <= 0) - int(one <= 0), one - two


CRIT_STRIKE = DiceChoice("strike", "crit")
NORMAL_STRIKE = DiceChoice("strike", "normal")
CRIT_ON_CRIT = DiceChoice("block", "crit on crit")
CRIT_ON_NORMAL = DiceChoice("block", "crit on normal")
NORMAL_ON_NORMAL = DiceChoice("block", "normal on normal")
CRIT_ON_NOTHING = DiceChoice("block", "crit on nothing")
NORMAL_ON_NOTHING = DiceChoice("block", "normal on nothing")


class EmptyBlock(StrEnum):
    """When a die may block nothing (F24-10)."""

    NEVER = "never"
    NONE_LEFT = "when none remain"
    ANY_TIME = "at any time"


@dataclass(frozen=True, slots=True)
class Melee:
    """One side's weapon while dice are resolved.

    `damage` is (normal, critical). `bars_normals` lets the opponent block with critical successes only (Brutal).
    `crit_strike` and `spread` are hooks of critical strikes with the names of their rules.
    """

    damage: tuple[int, int] = (0, 0)
    bars_normals: bool = False
    crit_strike: tuple[str, CritStrike] | None = None
    spread: tuple[str, CritStrikeSpread, RuleUse] | None = None


@dataclass(frozen=True, slots=True)
class Resolve(DiceStep[FightState]):
    """Resolve dice alternately, one at a time; a fighter without dice is skipped; an incapacitation ends the fight.

    `empty_block` is when a die may block nothing (F24-10), and `read_as` is the note if that is a reading.
    """

    name: ClassVar[DiceStepName] = DiceStepName.RESOLVE
    melee: tuple[Melee, Melee]
    empty_block: EmptyBlock
    read_as: Message | None = None

    def reading_at(self, state: FightState) -> Message | None:
        """Return the reading of an empty block, if the die can block nothing but the opponent has successes left."""
        own, foe = (state.two, state.one) if state.turn else (state.one, state.two)
        blocks = [one for one in self._legal(own, foe, self.melee[1 - state.turn].bars_normals) if one.verb == "block"]
        idle = foe.dice and all(one in (CRIT_ON_NOTHING, NORMAL_ON_NOTHING) for one in blocks)
        return self.read_as if idle else None

    def step(self, state: FightState) -> FightState | Roll | AskChoice:
        """Ask the side whose turn it is, until no dice are left or a fighter is incapacitated."""
        own = state.two if state.turn else state.one
        if state.one.wounds <= 0 or state.two.wounds <= 0 or not own.crits + own.normals:
            return state
        return AskChoice(SIDES[state.turn], CRIT_STRIKE if own.crits else NORMAL_STRIKE)

    def chosen(self, state: FightState, choice: DiceChoice) -> FightState:
        """Strike at once, or take a die from the opponent; then it is the opponent's turn, if it has dice."""
        own, foe = (state.two, state.one) if state.turn else (state.one, state.two)
        if choice.verb == "strike":
            own, foe = self._struck(state.turn, own, foe, choice == CRIT_STRIKE)
        else:
            first, (own, foe) = not own.strikes, _blocked(own, foe, choice)
            if self._parry_counts(state.turn) and choice.rule.startswith("crit"):
                own, foe = own._replace(strikes=own.strikes + 1), foe._replace(normals=max(0, foe.normals - first))
        turn = state.turn if not foe.crits + foe.normals else 1 - state.turn
        one, two = (foe, own) if state.turn else (own, foe)
        return FightState(None, None, one, two, turn)

    def choices(self, state: FightState) -> tuple[DiceChoice, ...]:
        """Every strike and block that the rules permit."""
        own, foe = (state.two, state.one) if state.turn else (state.one, state.two)
        return tuple(self._legal(own, foe, self.melee[1 - state.turn].bars_normals))

    def advised(self, state: FightState, default: DiceChoice) -> DiceChoice:
        """Return the best strike or block: from here on there is no chance involved."""
        return best_exchange(state, self._ways) or default

    def effects(self, before: FightState, after: FightState) -> tuple[Effect, ...]:
        """Wounds lost, dice discarded by a critical strike, wounds of others nearby, a lower APL."""
        side, melee = SIDES[before.turn], self.melee[before.turn]
        own, foe = (before.two, before.one) if before.turn else (before.one, before.two)
        done, left = (after.two, after.one) if before.turn else (after.one, after.two)
        counts = done.strikes > own.strikes
        parried = counts and self._parry_counts(before.turn) and foe.wounds == left.wounds
        crit = counts and not parried
        struck = crit or (foe.dice == left.dice and done.normals < own.normals and foe.wounds != left.wounds)
        found = [Effect("damage", melee.damage[crit], "", side=side)] if struck else []
        if counts and melee.crit_strike is not None:
            rule, hook = melee.crit_strike
            if left.dice < foe.dice - parried:
                found.append(Effect("discard", foe.dice - left.dice - parried, rule, side=side))
            if hook.second_apl and done.strikes == 2:
                found.append(Effect("apl", hook.second_apl, rule, side=side))
        if crit and melee.spread is not None:
            rule, spread, use = melee.spread
            found.append(Effect("mortal", use.count, rule, "others", spread.distance, side))
        return tuple(found)

    def _parry_counts(self, turn: int) -> bool:
        """Return whether that side's critical parries count for its weapon's rule like critical strikes."""
        rule = self.melee[turn].crit_strike
        return rule is not None and rule[1].parries

    def _ways(self, state: FightState) -> Iterator[tuple[DiceChoice, FightState]]:
        if isinstance(self.step(state), AskChoice):
            for choice in self.choices(state):
                yield choice, self.chosen(state, choice)

    def _struck(self, turn: int, own: Fighter, foe: Fighter, crit: bool) -> tuple[Fighter, Fighter]:
        melee = self.melee[turn]
        wounds = max(0, foe.wounds - melee.damage[crit])
        if not crit:
            return (
                Fighter(own.crits, own.normals - 1, own.wounds, own.strikes),
                Fighter(foe.crits, foe.normals, wounds, foe.strikes),
            )
        crits, normals = foe.crits, foe.normals
        if melee.crit_strike is not None and not own.strikes:
            if normals:
                normals -= 1
            elif crits and melee.crit_strike[1].or_crit:
                crits -= 1
        return (
            Fighter(own.crits - 1, own.normals, own.wounds, own.strikes + 1),
            Fighter(crits, normals, wounds, foe.strikes),
        )

    def _legal(self, own: Fighter, foe: Fighter, normals_barred: bool) -> Iterator[DiceChoice]:
        any_time = self.empty_block is EmptyBlock.ANY_TIME
        empty = any_time or (self.empty_block is EmptyBlock.NONE_LEFT and not foe.dice)
        if own.crits:
            yield CRIT_STRIKE
            if foe.crits:
                yield CRIT_ON_CRIT
            if foe.normals:
                yield CRIT_ON_NORMAL
            if empty:
                yield CRIT_ON_NOTHING
        if own.normals:
            yield NORMAL_STRIKE
            if foe.normals and not normals_barred:
                yield NORMAL_ON_NORMAL
            if empty and not normals_barred:
                yield NORMAL_ON_NOTHING


def _blocked(own: Fighter, foe: Fighter, choice: DiceChoice) -> tuple[Fighter, Fighter]:
    with_crit = choice.rule.startswith("crit")
    on_crit = choice.rule.endswith("on crit")
    on_normal = choice.rule.endswith("on normal")
    return (
        Fighter(own.crits - with_crit, own.normals - (not with_crit), own.wounds, own.strikes),
        Fighter(foe.crits - on_crit, foe.normals - on_normal, foe.wounds, foe.strikes),
    )


def striking(own: Fighter, foe: Fighter, normals_barred: bool) -> DiceChoice:
    """Return a strike, criticals before normals: the policy that always strikes."""
    return CRIT_STRIKE if own.crits else NORMAL_STRIKE


def parrying(own: Fighter, foe: Fighter, normals_barred: bool) -> DiceChoice:
    """Return a block of the same grade while there is one, then a strike."""
    if own.crits and foe.crits:
        return CRIT_ON_CRIT
    if own.normals and foe.normals and not normals_barred:
        return NORMAL_ON_NORMAL
    if own.crits and foe.normals:
        return CRIT_ON_NORMAL
    return striking(own, foe, normals_barred)


POLICIES = {"strike": striking, "parry": parrying}
"""Policies for resolving dice, by name."""


def fight_policy(resolve: Resolve, attacker: str, defender: str) -> Policy:
    """Return the policy in which each side resolves its dice as named in `POLICIES`, and otherwise by default."""
    acts = (POLICIES[attacker], POLICIES[defender])
    barred = (resolve.melee[1].bars_normals, resolve.melee[0].bars_normals)

    def decide(stage: DiceStepName, ask: AskChoice, state: FightState) -> DiceChoice:
        if stage is not DiceStepName.RESOLVE:
            return ask.default
        turn = state.turn
        own, foe = (state.two, state.one) if turn else (state.one, state.two)
        return acts[turn](own, foe, barred[turn])

    return decide


@dataclass(frozen=True, slots=True)
class FightSide:
    """One operative in a fight: its weapon, modified by the situation, its wounds, and points for re-rolls.

    An operative without a `weapon` cannot retaliate: it collects and resolves nothing (F24-03). `caught` are the
    distances in inches within which it is hurt by its weapon's spread around the enemy (G24-06).
    """

    weapon: Weapon | None
    wounds: int
    cp: int = 0
    caught: frozenset[float] = frozenset()

    def __post_init__(self) -> None:
        if not 1 <= self.wounds <= 99:
            raise MalformedError("attack-wounds", found=self.wounds)


@dataclass(frozen=True, slots=True)
class FightSetup:
    """Input of a fight: the attacker and the retaliating defender.

    `first` resolves the first die (the defender in a garrisoned stronghold, K24-04). `initiative` re-rolls first if
    both may (F24-05).
    """

    attacker: FightSide
    defender: FightSide
    first: Side = Side.ATTACKER
    initiative: Side = Side.ATTACKER


CritWounds = tuple[CritHarm, ...]
Dazes = tuple[tuple[str, ChangeApl], ...]


@dataclass(frozen=True, slots=True)
class FightPlan:
    """A compiled fight: rule book, set-up, both attacks, and when a die may block nothing (F24-10)."""

    book: RuleBook
    setup: FightSetup
    attacks: tuple[Attack | None, Attack | None]
    empty_block: EmptyBlock
    detail: Detail
    read_as: Message | None = None

    def rules(self, side: int) -> tuple[RuleUse, ...]:
        """Return the rules of one side's weapon."""
        attack = self.attacks[side]
        return attack.weapon.rules if attack else ()


MakeFightStep = Callable[[FightPlan], tuple[DiceStep[FightState], ...]]
"""Factory of one stage of a fight, or of one stage for each side that rolls."""


def _each(plan: FightPlan, make: Callable[[Attack], DiceStep[AttackDice]]) -> tuple[DiceStep[FightState], ...]:
    adapters = (OfFighter, OfRetaliator)
    return tuple(adapters[side](make(attack)) for side, attack in enumerate(plan.attacks) if attack)


def retain_unrolled(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the stages in which dice are retained unrolled."""
    return _each(plan, Attack.unrolled_stage)


def roll_dice(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the rolling stages; both roll at once (F24-04), the attacker's dice are entered first."""
    return _each(plan, lambda attack: attack.roll_stage(plan.detail))


def reroll_in_turn(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the re-roll stages, in which one side ends before the other begins."""
    return _each(plan, Attack.reroll_stage)


def classify_dice(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the classification stages."""
    return _each(plan, Attack.classify_stage)


def retain_dice(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the stages in which retained dice are improved."""
    return _each(plan, Attack.retain_stage)


def side_by_side(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return all stages up to the retained dice, the attacker's before the defender's.

    Valid only if neither side's decisions depend on the other's dice, as in the standard policy. Then the order does
    not matter, and odds process each side's dice only once.
    """
    made = (retain_unrolled, roll_dice, reroll_in_turn, classify_dice, retain_dice)
    stages = [stage for make in made for stage in make(plan)]
    return tuple(sorted(stages, key=lambda stage: isinstance(stage, OfRetaliator)))


@dataclass(frozen=True, slots=True)
class BeginResolving(DiceStep[FightState]):
    """Apply retained critical successes, the attacker's first; then the fighters face each other.

    A spread around the enemy may reach the fighter itself, and that also ends the fight. If the attacker's critical
    successes incapacitate either fighter, the defender's inflict no wounds. They still reduce the attacker's APL: they
    were retained before anybody was hurt (G24-21).
    """

    name: ClassVar[DiceStepName] = DiceStepName.CRITS
    wounds: tuple[CritWounds, CritWounds]
    caught: tuple[frozenset[float], frozenset[float]]
    dazes: tuple[Dazes, Dazes]
    first: int

    def step(self, state: FightState) -> FightState | Roll | AskChoice:
        """Inflict wounds, and give the first turn to a side with dice to resolve."""
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
        """Return a fighter with retained critical successes, and its enemy, after their wounds."""
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
        found = plan.book.hooks(plan.rules(side), DamagePerCrit)
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
"""The stages of a fight after the re-rolls, the same in both editions."""


def fight_plan(
    book: RuleBook,
    setup: FightSetup,
    *,
    empty_block: EmptyBlock,
    detail: Detail = Detail.PLAY,
    read_as: Message | None = None,
) -> FightPlan:
    """Compile a fight; raises `MalformedError` for a weapon rule that the edition does not have."""
    sides = (setup.attacker, setup.defender)
    attacks = tuple(
        compile_attack(book, side.weapon, owner, command_rerolls=side.cp) if side.weapon else None
        for side, owner in zip(sides, SIDES, strict=True)
    )
    return FightPlan(book, setup, (attacks[0], attacks[1]), empty_block, detail, read_as)


def fight_sequence(plan: FightPlan, order: tuple[MakeFightStep, ...]) -> DiceSequence[FightState]:
    """Return the sequence of one fight, with the stages in an edition's order."""
    one, two = plan.attacks
    start = FightState(
        one.start if one else None,
        two.start if two else None,
        Fighter(0, 0, plan.setup.attacker.wounds),
        Fighter(0, 0, plan.setup.defender.wounds),
    )
    dice = sum(attack.most_dice for attack in plan.attacks if attack)
    return DiceSequence(tuple(stage for make in order for stage in make(plan)), start, dice)


@dataclass(frozen=True, slots=True)
class RerollAlternately(DiceStep[FightState]):
    """Alternate between the sides: each re-rolls one die or passes, `first` first, until both pass in succession.

    A side without dice to re-roll passes automatically; then the other may re-roll several dice at once. The state's
    `turn` counts from `first`: 0 is its turn.
    """

    name: ClassVar[DiceStepName] = DiceStepName.FIGHT_REROLL
    attacks: tuple[Attack | None, Attack | None]
    first: int

    def step(self, state: FightState) -> FightState | Roll | AskChoice:
        """Request the dice being re-rolled; ask the side whose turn it is; end when both pass."""
        for side, attack in enumerate(self.attacks):
            waiting = state.volley(side).waiting
            if waiting and attack is not None:
                return Roll(SIDES[side], waiting, attack.reroll_classes, attack.worth, attack.rerolled_by_face)
        able = [self._can(state, side) for side in (0, 1)]
        side = self.first ^ state.turn
        if not any(able) or state.passes >= 2 or (state.passes and not able[side]):
            return self._done(state)
        if not able[side]:
            side = 1 - side
        return AskChoice(SIDES[side], self._default(state, side, alone=not able[1 - side]))

    def rolled(self, state: FightState, faces: Faces) -> FightState:
        """Add the new results to those that may not be re-rolled again."""
        side = 0 if state.volley(0).waiting else 1
        volley = state.volley(side)
        again = tuple(sorted(volley.again + faces, reverse=True))
        return state.with_volley(side, volley._replace(waiting=0, again=again))

    def chosen(self, state: FightState, choice: DiceChoice) -> FightState:
        """Take up a die, or pass; then it is the other side's turn."""
        side = self._asked(state)
        turn = (1 - side) ^ self.first
        attack = self.attacks[side]
        if choice == PASS or attack is None:
            return state._replace(turn=turn, passes=state.passes + 1)
        picked = pick_up(attack.offers, state.volley(side), choice)
        return state.with_volley(side, picked)._replace(turn=turn, passes=0)

    def choices(self, state: FightState) -> tuple[DiceChoice, ...]:
        """Each single die by each source, and a pass."""
        side = self._asked(state)
        attack = self.attacks[side]
        if attack is None:
            return (PASS,)
        volley = state.volley(side)
        return (*singles(attack.offers, volley.used or (0,) * len(attack.offers), volley.fresh), PASS)

    def allows(self, state: FightState, choice: DiceChoice) -> bool:
        """Return whether the choice is permitted: one die, or several if the other side can re-roll nothing."""
        side = self._asked(state)
        attack = self.attacks[side]
        if choice == PASS or attack is None:
            return choice == PASS
        volley = state.volley(side)
        used = volley.used or (0,) * len(attack.offers)
        alone = not self._can(state, 1 - side)
        return (alone or len(choice.numbers) == 1) and permitted(attack.offers, used, volley.fresh, choice) is not None

    def effects(self, before: FightState, after: FightState) -> tuple[Effect, ...]:
        """Command points spent."""
        found: tuple[Effect, ...] = ()
        for side, attack in enumerate(self.attacks):
            if attack is not None:
                found += points_spent(SIDES[side], attack.offers, before.volley(side), after.volley(side))
        return found

    def left(self, state: FightState, side: int) -> tuple[tuple[str, int], ...]:
        """Return the sources by which a side may still re-roll, with the maximum number of dice of each."""
        attack = self.attacks[side]
        if attack is None:
            return ()
        volley = state.volley(side)
        return remaining_rerolls(attack.offers, volley.used or (0,) * len(attack.offers), volley.fresh)

    def _asked(self, state: FightState) -> int:
        side = self.first ^ state.turn
        return side if self._can(state, side) else 1 - side

    def _can(self, state: FightState, side: int) -> bool:
        attack = self.attacks[side]
        return attack is not None and can_reroll(attack.offers, state.volley(side))

    def _default(self, state: FightState, side: int, alone: bool) -> DiceChoice:
        attack = self.attacks[side]
        if attack is None:
            return PASS
        volley = state.volley(side)
        used = volley.used or (0,) * len(attack.offers)
        choice = standard_reroll(attack.offers, used, volley.fresh, attack.worth)
        return choice if alone or choice == PASS else choice._replace(numbers=choice.numbers[-1:])

    def _done(self, state: FightState) -> FightState:
        for side in (0, 1):
            if state.volley(side).used:
                state = state.with_volley(side, state.volley(side)._replace(used=()))
        return state._replace(turn=0, passes=0)


def reroll_alternately(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the stage in which both sides re-roll alternately, the one with initiative first."""
    return (RerollAlternately(plan.attacks, SIDES.index(plan.setup.initiative)),)

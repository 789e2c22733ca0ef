"""The defence stages of a shot: dice collected, kept for cover, blocked with; then the damage (E24-08 to E24-10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from referee.rules.dice.attack import AttackDice
from referee.rules.dice.blocking import Allocation, Damage, Hits, allocations, best, fits, legal
from referee.rules.dice.hooks import ClassifiedDice
from referee.rules.dice.shot_state import NO_DICE, ShotState
from referee.rules.dice.step import Ask, Choice, DiceStep, DiceStepName, Effect, Roll, Side

COVER_SAVE = "cover save"
WARD = "invulnerable save"
NOTHING = Allocation()

CoverOption = tuple[int, int]
"""Dice that may be kept without rolling: how many as normal saves, how many as critical ones."""


@dataclass(frozen=True, slots=True)
class UseInvulnerableSave(DiceStep[ShotState]):
    """The defender may use an invulnerable save instead of its Save; nothing modifies it (G21-10)."""

    name: ClassVar[DiceStepName] = DiceStepName.WARD
    available: bool

    def step(self, state: ShotState) -> ShotState | Roll | Ask:
        """Ask where there is one; the standard policy always uses it."""
        if not self.available or state.asked:
            return state._replace(asked=0) if state.asked else state
        return Ask(Side.DEFENDER, Choice("use", WARD))

    def chosen(self, state: ShotState, choice: Choice) -> ShotState:
        """Take it or the Save."""
        return state._replace(asked=1, defence=AttackDice(ward=int(choice.verb == "use")))

    def choices(self, state: ShotState) -> tuple[Choice, ...]:
        """Use it or decline it."""
        return (Choice("use", WARD), Choice("decline", WARD))


@dataclass(frozen=True, slots=True)
class CollectDefenceDice(DiceStep[ShotState]):
    """The defender takes its dice: fewer by the largest of the weapon's piercing rules, never below none.

    The rules do not add up (G24-11, G21-01), but for what is `added`. An invulnerable save keeps all dice.
    """

    name: ClassVar[DiceStepName] = DiceStepName.DEFENCE_DICE
    dice: int
    always: int
    with_crit: int
    added: int = 0

    def step(self, state: ShotState) -> ShotState | Roll | Ask:
        """Count the dice."""
        crits = state.attack.tally.crits
        fewer = max(self.always, self.with_crit if crits else 0) + (self.added if crits else 0)
        ward = state.defence.ward
        return state._replace(defence=AttackDice(dice=self.dice if ward else max(0, self.dice - fewer), ward=ward))


@dataclass(frozen=True, slots=True)
class KeepCoverSaves(DiceStep[ShotState]):
    """The defender may keep dice unrolled for its cover, as many as it has (E24-08, H24-11, E21-03)."""

    name: ClassVar[DiceStepName] = DiceStepName.COVER
    options: tuple[CoverOption, ...]

    def step(self, state: ShotState) -> ShotState | Roll | Ask:
        """Ask once, where there is cover and a die to keep."""
        if state.asked or not self.options or not state.defence.dice:
            return state._replace(asked=0) if state.asked else state
        return Ask(Side.DEFENDER, self._choice(self.options[0], state.defence.dice))

    def chosen(self, state: ShotState, choice: Choice) -> ShotState:
        """Put the kept dice aside."""
        normals, crits = choice.numbers
        kept = state.defence._replace(
            dice=state.defence.dice - normals - crits, tally=ClassifiedDice(crits=crits, fixed=normals)
        )
        return state._replace(asked=1, defence=kept)

    def choices(self, state: ShotState) -> tuple[Choice, ...]:
        """Each way to keep dice, and to roll them all."""
        every = (*self.options, (0, 0))
        return tuple(dict.fromkeys(self._choice(option, state.defence.dice) for option in every))

    @staticmethod
    def _choice(option: CoverOption, dice: int) -> Choice:
        crits = min(option[1], dice)
        return Choice("retain", COVER_SAVE, (min(option[0], dice - crits), crits))


@dataclass(frozen=True, slots=True)
class Block(DiceStep[ShotState]):
    """The defender allocates its saves to hits, all that can block (E24-09); the standard policy does it best.

    `at_will` lets saves rest though they could block; `read_as` names that reading where it is one (E21-04).
    """

    name: ClassVar[DiceStepName] = DiceStepName.BLOCK
    damage: Damage
    normals_block: bool
    at_will: bool = False
    read_as: str = ""

    def reading(self) -> str:
        """Return the reading that says whether saves may rest."""
        return self.read_as

    def step(self, state: ShotState) -> ShotState | Roll | Ask:
        """Ask where a save can block a hit."""
        if state.defence is NO_DICE:
            return state
        hits, saves = self._dice(state)
        allocation = best(hits, saves, self.damage, self.normals_block)
        return Ask(Side.DEFENDER, Choice("block", "", allocation)) if allocation != NOTHING else state

    def chosen(self, state: ShotState, choice: Choice) -> ShotState:
        """Discard hits and saves."""
        tally = state.attack.tally
        left = Allocation(*choice.numbers).left_of(Hits(tally.crits, tally.normals))
        return ShotState(AttackDice(tally=ClassifiedDice(*left)), NO_DICE, 0, state.harm, state.own)

    def choices(self, state: ShotState) -> tuple[Choice, ...]:
        """Every allocation that the rules allow."""
        hits, saves = self._dice(state)
        return tuple(
            Choice("block", "", tuple(found))
            for found in allocations(hits, saves, self.normals_block, at_will=self.at_will)
        )

    def allows(self, state: ShotState, choice: Choice) -> bool:
        """Whether the dice exist and none that can block is held back."""
        hits, saves = self._dice(state)
        fitting = choice.verb == "block" and len(choice.numbers) == 4
        may = fits if self.at_will else legal
        return fitting and may(hits, saves, Allocation(*choice.numbers), self.normals_block)

    @staticmethod
    def _dice(state: ShotState) -> tuple[Hits, Hits]:
        hits, saves = state.attack.tally, state.defence.tally
        return Hits(hits.crits, hits.normals), Hits(saves.crits, saves.normals + saves.fixed)


@dataclass(frozen=True, slots=True)
class InflictDamage(DiceStep[ShotState]):
    """Every hit that is not blocked inflicts its damage; none may be held back (E24-10)."""

    name: ClassVar[DiceStepName] = DiceStepName.DAMAGE
    damage: Damage

    def step(self, state: ShotState) -> ShotState | Roll | Ask:
        """Add it up; the dice are spent."""
        tally = state.attack.tally
        harm = state.harm + tally.normals * self.damage[0] + tally.crits * self.damage[1]
        return ShotState(NO_DICE, NO_DICE, 0, harm, state.own)

    def effects(self, before: ShotState, after: ShotState) -> tuple[Effect, ...]:
        """The target's wounds."""
        lost = after.harm - before.harm
        return (Effect("damage", lost, "", side=Side.ATTACKER),) if lost else ()

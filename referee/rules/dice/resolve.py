"""Strike or block: the dice of a fight resolved one by one (F24-07 to F24-10, F21-01)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from referee.rules.dice.exchange import best_exchange
from referee.rules.dice.fight_state import SIDES, Fighter, FightState
from referee.rules.dice.hooks import CritStrike, CritStrikeSpread
from referee.rules.dice.odds import Policy
from referee.rules.dice.step import Ask, Choice, DiceStep, DiceStepName, Effect, Roll
from referee.rules.dice.weapon import RuleUse

CRIT_STRIKE = Choice("strike", "crit")
NORMAL_STRIKE = Choice("strike", "normal")
CRIT_ON_CRIT = Choice("block", "crit on crit")
CRIT_ON_NORMAL = Choice("block", "crit on normal")
NORMAL_ON_NORMAL = Choice("block", "normal on normal")
CRIT_ON_NOTHING = Choice("block", "crit on nothing")
NORMAL_ON_NOTHING = Choice("block", "normal on nothing")


class EmptyBlock(StrEnum):
    """When a die may block nothing (F24-10)."""

    NEVER = "never"
    NONE_LEFT = "when none remain"
    ANY_TIME = "at any time"


@dataclass(frozen=True, slots=True)
class Melee:
    """What one side's weapon means while dice are resolved.

    `damage` normal and critical. `bars_normals` lets the opponent block with criticals alone (Brutal).
    `crit_strike` and `spread` are hooks of critical strikes with the names of their rules.
    """

    damage: tuple[int, int] = (0, 0)
    bars_normals: bool = False
    crit_strike: tuple[str, CritStrike] | None = None
    spread: tuple[str, CritStrikeSpread, RuleUse] | None = None


@dataclass(frozen=True, slots=True)
class Resolve(DiceStep[FightState]):
    """The fighters alternate resolving one die; one without dice is skipped; it ends with an incapacitation.

    `empty_block` says when a die may block nothing (F24-10), and `read_as` names that reading where it is one.
    """

    name: ClassVar[DiceStepName] = DiceStepName.RESOLVE
    melee: tuple[Melee, Melee]
    empty_block: EmptyBlock
    read_as: str = ""

    def reading_at(self, state: FightState) -> str:
        """Return how an empty block is read, where the die can block nothing though the opponent has successes left."""
        own, foe = (state.two, state.one) if state.turn else (state.one, state.two)
        blocks = [one for one in self._legal(own, foe, self.melee[1 - state.turn].bars_normals) if one.verb == "block"]
        idle = foe.dice and all(one in (CRIT_ON_NOTHING, NORMAL_ON_NOTHING) for one in blocks)
        return self.read_as if idle else ""

    def step(self, state: FightState) -> FightState | Roll | Ask:
        """Ask whose turn it is, until nobody has a die or somebody is down."""
        own = state.two if state.turn else state.one
        if state.one.wounds <= 0 or state.two.wounds <= 0 or not own.crits + own.normals:
            return state
        return Ask(SIDES[state.turn], CRIT_STRIKE if own.crits else NORMAL_STRIKE)

    def chosen(self, state: FightState, choice: Choice) -> FightState:
        """Strike at once, or take a die from the opponent; then it is the opponent's turn, if it has dice."""
        own, foe = (state.two, state.one) if state.turn else (state.one, state.two)
        if choice.verb == "strike":
            own, foe = self._struck(state.turn, own, foe, choice == CRIT_STRIKE)
        else:
            own, foe = _blocked(own, foe, choice)
        turn = state.turn if not foe.crits + foe.normals else 1 - state.turn
        one, two = (foe, own) if state.turn else (own, foe)
        return FightState(None, None, one, two, turn)

    def choices(self, state: FightState) -> tuple[Choice, ...]:
        """Every strike and block that the rules allow."""
        own, foe = (state.two, state.one) if state.turn else (state.one, state.two)
        return tuple(self._legal(own, foe, self.melee[1 - state.turn].bars_normals))

    def advised(self, state: FightState, default: Choice) -> Choice:
        """Return the best strike or block: from here on nothing is left to chance."""
        return best_exchange(state, self._ways) or default

    def effects(self, before: FightState, after: FightState) -> tuple[Effect, ...]:
        """Wounds lost, dice discarded by a critical strike, wounds of others near, a lower APL."""
        side, melee = SIDES[before.turn], self.melee[before.turn]
        own, foe = (before.two, before.one) if before.turn else (before.one, before.two)
        done, left = (after.two, after.one) if before.turn else (after.one, after.two)
        crit = done.strikes > own.strikes
        struck = crit or (foe.dice == left.dice and done.normals < own.normals and foe.wounds != left.wounds)
        found = [Effect("damage", melee.damage[crit], "", side=side)] if struck else []
        if crit and melee.crit_strike is not None:
            rule, hook = melee.crit_strike
            if left.dice < foe.dice:
                found.append(Effect("discard", foe.dice - left.dice, rule, side=side))
            if hook.second_apl and done.strikes == 2:
                found.append(Effect("apl", hook.second_apl, rule, side=side))
        if crit and melee.spread is not None:
            rule, spread, use = melee.spread
            found.append(Effect("mortal", use.count, rule, "others", spread.distance, side))
        return tuple(found)

    def _ways(self, state: FightState) -> Iterator[tuple[Choice, FightState]]:
        if isinstance(self.step(state), Ask):
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

    def _legal(self, own: Fighter, foe: Fighter, normals_barred: bool) -> Iterator[Choice]:
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


def _blocked(own: Fighter, foe: Fighter, choice: Choice) -> tuple[Fighter, Fighter]:
    with_crit = choice.rule.startswith("crit")
    on_crit = choice.rule.endswith("on crit")
    on_normal = choice.rule.endswith("on normal")
    return (
        Fighter(own.crits - with_crit, own.normals - (not with_crit), own.wounds, own.strikes),
        Fighter(foe.crits - on_crit, foe.normals - on_normal, foe.wounds, foe.strikes),
    )


def striking(own: Fighter, foe: Fighter, normals_barred: bool) -> Choice:
    """Return the policy that always strikes, criticals before normals."""
    return CRIT_STRIKE if own.crits else NORMAL_STRIKE


def parrying(own: Fighter, foe: Fighter, normals_barred: bool) -> Choice:
    """Return the policy that blocks while there is something to block, like with like first, and strikes then."""
    if own.crits and foe.crits:
        return CRIT_ON_CRIT
    if own.normals and foe.normals and not normals_barred:
        return NORMAL_ON_NORMAL
    if own.crits and foe.normals:
        return CRIT_ON_NORMAL
    return striking(own, foe, normals_barred)


POLICIES = {"strike": striking, "parry": parrying}
"""What a fighter does with each die, by name."""


def fight_policy(resolve: Resolve, attacker: str, defender: str) -> Policy:
    """Return the policy under which each side resolves its dice as named in `POLICIES`, and else by default."""
    acts = (POLICIES[attacker], POLICIES[defender])
    barred = (resolve.melee[1].bars_normals, resolve.melee[0].bars_normals)

    def decide(stage: DiceStepName, ask: Ask, state: FightState) -> Choice:
        if stage is not DiceStepName.RESOLVE:
            return ask.default
        turn = state.turn
        own, foe = (state.two, state.one) if turn else (state.one, state.two)
        return acts[turn](own, foe, barred[turn])

    return decide

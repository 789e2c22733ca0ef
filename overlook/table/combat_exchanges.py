"""A recorded shot or fight played again answer by answer, into the rows of dice of both sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from overlook.table.combat_dice import Row, as_counted, kept, meeting, picked_up, rolled, used_up
from referee.game.dice.dice_actions import CountsAs
from referee.game.dice.dice_text import rule_title
from referee.rules.dice.attack import compile_attack
from referee.rules.dice.attack_facts import Pending, TargetFacts
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.fighting import FightSequence
from referee.rules.dice.odds import Sequence as Stages
from referee.rules.dice.odds import Walk
from referee.rules.dice.rule_book import ClassifiedDice
from referee.rules.dice.shooting import ShootingSequence
from referee.rules.dice.shot import WARD, Allocation
from referee.rules.dice.step import Choice, DiceStepName, Grades, Side, grades
from referee.rules.weapon import Weapon

Given = tuple[int, ...] | Choice
S = TypeVar("S")
USE_WARD = Choice("use", WARD)
OBSCURED = "obscured: criticals count as normal, one success is discarded"
"""What becomes of the hits on an obscured target (rule E24-06)."""

STRIKES: dict[str, CountsAs] = {"crit": "crit", "normal": "success"}


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer: what was asked, what was given, whether the dice were only counted."""

    asked: Pending
    given: Given
    counted: bool = False


@dataclass(slots=True)
class Rows:
    """Both sides' dice, what each did in words, and what was said of the dice by rules."""

    attack: Row = ()
    defence: Row = ()
    notes: dict[Side, list[str]] = field(default_factory=lambda: {Side.ATTACKER: [], Side.DEFENDER: []})
    blows: list[tuple[Side, Choice]] = field(default_factory=list)
    proposed: bool = False

    def of(self, side: Side) -> Row:
        """Return one side's dice."""
        return self.attack if side is Side.ATTACKER else self.defence

    def put(self, side: Side, row: Row) -> None:
        """Lay one side's dice anew."""
        if side is Side.ATTACKER:
            self.attack = row
        else:
            self.defence = row


def answers_of(action: Any, begin: Callable[[], Any], counted: Sequence[int]) -> list[tuple[Any, Answered]]:
    """Return each answer with the action as it stood before it."""
    found, now = [], begin()
    for number, step in enumerate(action.steps):
        given = step.choice if step.choice is not None else step.dice
        asked = now.pending
        found.append((now, Answered(asked, given, number in counted)))
        now = now.answer(given)
    return found


def shot_rows(rules: DiceRules, action: ShootingSequence, counted: Sequence[int]) -> tuple[TargetFacts, Rows]:
    """Return the target that is being shot, or was shot last, and the dice of that shot."""
    paid = action.ward_pays
    played = answers_of(action, lambda: ShootingSequence.begin(rules, action.facts, ward_pays=paid), counted)
    target = action.current or next(
        (then.current for then, _ in reversed(played) if then.current is not None), action.facts.targets[0]
    )
    shot = [(then, each) for then, each in played if then.current is not None and then.current.id == target.id]
    walks = [then.walk for then, _ in shot if then.walk is not None]
    walk = walks[0] if walks else action.walk
    rows = Rows()
    if walk is None:
        return target, rows
    weapon = compile_attack(rules.weapon_rules, action.weapon_against(target), Side.ATTACKER)
    worth = {Side.ATTACKER: weapon.worth, Side.DEFENDER: grades(target.defender.save)}
    answers = [each for then, each in shot if then.walk is not None]
    allocation: Allocation | None = None
    for each in answers:
        if each.asked.stage is DiceStepName.WARD and isinstance(each.given, Choice) and each.given.verb == "use":
            worth[Side.DEFENDER] = grades(target.defender.ward or target.defender.save)
        if each.asked.stage is DiceStepName.BLOCK and isinstance(each.given, Choice):
            allocation = Allocation(*each.given.numbers)
        _lay(rows, each, worth[each.asked.side])
    retained = _walked(walk.sequence.until(DiceStepName.DEFENCE_DICE), answers)
    if retained is not None:
        rolled_hits = sum(die.counts_as != "fail" for die in rows.attack)
        rows.attack = as_counted(rows.attack, retained.attack.tally)
        if target.defender.obscured and retained.attack.tally.successes < rolled_hits:
            rows.notes[Side.ATTACKER].append(OBSCURED)
    saves = _walked(walk.sequence.until(DiceStepName.BLOCK), answers)
    if saves is not None:
        rows.defence = as_counted(rows.defence, saves.defence.tally)
    open_block = action.pending is not None and action.pending.stage is DiceStepName.BLOCK and action.pending.default
    if allocation is None and open_block:
        allocation, rows.proposed = Allocation(*open_block.numbers), True
    if allocation is not None:
        rows.attack, rows.defence = meeting(rows.attack, rows.defence, allocation, done=not rows.proposed)
    return target, rows


def fight_rows(rules: DiceRules, action: FightSequence, counted: Sequence[int]) -> Rows:
    """Return the dice of a fight, with every strike and block so far."""
    played = answers_of(action, lambda: FightSequence.begin(rules, action.facts), counted)
    sides = {Side.ATTACKER: action.fought.attacker.weapon, Side.DEFENDER: action.fought.defender.weapon}
    rows, classified = Rows(), False
    for then, each in played:
        if each.asked.stage is DiceStepName.AFTER:
            continue
        if each.asked.stage is DiceStepName.RESOLVE and not classified:
            _classified(rows, then)
            classified = True
        if each.asked.stage is DiceStepName.RESOLVE and isinstance(each.given, Choice):
            _blow(rows, each.asked.side, each.given)
            _taken_away(rows, then.answer(each.given))
        else:
            _lay(rows, each, _worth(rules, sides[each.asked.side]))
    if not classified and action.pending is not None and action.pending.stage is DiceStepName.RESOLVE:
        _classified(rows, action)
    return rows


def counted_worth(
    rules: DiceRules, action: ShootingSequence | FightSequence, *, side: Side, counted: Sequence[int]
) -> Grades | None:
    """Return what the faces of a side's newest roll count as where it was only counted; None where they are known."""
    if isinstance(action, FightSequence):
        fought = action.fought
        played = answers_of(action, lambda: FightSequence.begin(rules, action.facts), counted)
        worth = _worth(rules, (fought.attacker if side is Side.ATTACKER else fought.defender).weapon)
    else:
        paid, target = action.ward_pays, action.current or action.facts.targets[0]
        played = answers_of(action, lambda: ShootingSequence.begin(rules, action.facts, ward_pays=paid), counted)
        ward = any(isinstance(one.given, Choice) and one.given == USE_WARD for _, one in played)
        saves = grades((target.defender.ward if ward else None) or target.defender.save)
        worth = saves if side is Side.DEFENDER else _worth(rules, action.weapon_against(target))
    rolls = [each for _, each in played if each.asked.side is side and not isinstance(each.given, Choice)]
    return worth if rolls and rolls[-1].counted else None


def _worth(rules: DiceRules, weapon: Weapon | None) -> Grades:
    return grades(7) if weapon is None else compile_attack(rules.weapon_rules, weapon, Side.ATTACKER).worth


def _classified(rows: Rows, action: FightSequence) -> None:
    if action.walk is None:
        return
    state = action.walk.state
    for side, fighter in ((Side.ATTACKER, state.one), (Side.DEFENDER, state.two)):
        rows.put(side, as_counted(rows.of(side), ClassifiedDice(fighter.crits, fighter.normals)))


def _taken_away(rows: Rows, action: FightSequence) -> None:
    """Use up what rules took from either side after a blow, such as Shock (G24-22): it is there no more."""
    if action.walk is None:
        return
    state = action.walk.state
    for side, fighter in ((Side.ATTACKER, state.one), (Side.DEFENDER, state.two)):
        for counts_as, left in (("crit", fighter.crits), ("success", fighter.normals)):
            row = rows.of(side)
            there = sum(die.counts_as == counts_as and not die.spent for die in row)
            for _ in range(there - left):
                row, _ = used_up(row, STRIKES["crit" if counts_as == "crit" else "normal"])
                rows.notes[side].append("one success is discarded")
            rows.put(side, row)


def tested(action: ShootingSequence) -> str:
    """Return what came of a weapon's test after it was used, in words; empty where there was none yet."""
    rule, _ = action.test_after_use or ("", None)
    step = next((one for one in reversed(action.steps) if one.stage is DiceStepName.AFTER and one.dice), None)
    if step is None or not rule:
        return ""
    lost = sum(one.amount for one in action.outcomes if one.rule == rule and one.kind == "damage")
    return f"{rule_title(rule)}: {step.dice[0]}, {f'{lost} damage' if lost else 'no harm'}"


def _blow(rows: Rows, side: Side, choice: Choice) -> None:
    """Use the die of a strike or a block, and stop what is blocked."""
    rows.blows.append((side, choice))
    own, _, foe = choice.rule.partition(" on ")
    stopped: int | None = None
    if choice.verb == "block" and foe in STRIKES:
        other, stopped = used_up(rows.of(side.other), STRIKES[foe])
        rows.put(side.other, other)
    row, used = used_up(rows.of(side), STRIKES[own], met=() if stopped is None else (stopped,))
    rows.put(side, row)
    if stopped is not None and used is not None:
        other = rows.of(side.other)
        rows.put(side.other, (*other[:stopped], replace(other[stopped], met=(used,)), *other[stopped + 1 :]))


def _lay(rows: Rows, each: Answered, worth: Grades) -> None:
    """Take one answer about dice into its side's row."""
    side, given, row = each.asked.side, each.given, rows.of(each.asked.side)
    if not isinstance(given, Choice):
        if each.asked.stage is DiceStepName.AFTER:
            return
        rows.put(side, rolled(row, given, worth, counted=each.counted))
    elif given.verb == "re-roll":
        rows.put(side, picked_up(row, given.numbers))
        rows.notes[side].append(f"{given.rule}: {len(given.numbers)} re-rolled")
    elif given.verb == "retain":
        rows.put(side, (*row, *kept(*given.numbers)))
        if any(given.numbers):
            rows.notes[side].append(f"{given.rule}: {sum(given.numbers)} kept without rolling")
    elif given.verb == "use":
        rows.notes[side].append(given.rule.replace("_", " "))


def _walked(stages: Stages[S], answers: Sequence[Answered]) -> S | None:
    """Return the state in which some stages end by these answers; None while they have not ended."""
    walk: Walk[S] = stages.begin()
    for each in answers:
        if walk.waits is None:
            break
        walk = walk.choose(each.given) if isinstance(each.given, Choice) else walk.enter(each.given)
    return walk.state if walk.waits is None else None

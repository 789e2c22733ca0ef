"""Attack dice: a shot or fight replayed answer by answer into rows of dice, and its questions as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from messages.message import Message
from overlook.table.offers.table_facts import TableFacts
from referee.game.dice.dice_actions import COUNTED, GRADES, CountsAs
from referee.game.dice.dice_text import UNPRINTED, reroll_counted, rule_title
from referee.game.engine.battle_flow import BattleFlow
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState
from referee.rules.dice.attack import compile_attack
from referee.rules.dice.attack_facts import PendingInput, TargetFacts
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.fighting import FightSequence
from referee.rules.dice.odds import DiceSequence, SequenceRun
from referee.rules.dice.rule_book import ClassifiedDice, CritFrom, CritStrike, RetainAs
from referee.rules.dice.shooting import ShootingSequence
from referee.rules.dice.shot import WARD, Allocation
from referee.rules.dice.step import CRIT, FAIL, DiceChoice, DiceStepName, Grades, Side, grades
from referee.rules.weapon import Weapon
from web.contract.table.game_views import ChangeKind

NAMES = dict(GRADES)
MOST_PIPS = 6
OBSCURED = "obscured"
"""Stands for a rule in the changes of dice against an obscured target (E24-06)."""
RANK: dict[CountsAs, int] = {name: worth for worth, name in GRADES}


@dataclass(frozen=True, slots=True)
class DieChange:
    """One effect of a rule on a die: what it counted as before and after, and the faces of a re-roll.

    `before` is None for a die that was kept without a roll, `after` None for one that was discarded.
    """

    rule: str
    kind: ChangeKind
    before: CountsAs | None
    after: CountsAs | None
    was: int | None = None
    face: int | None = None


@dataclass(frozen=True, slots=True)
class ShownDie:
    """One die, with the fields of `CombatDieView` and four that are not shown.

    `again` is true while the die is being re-rolled by the rule `by`, `counted` if its face only stands for what it
    counts as. `changes` are what rules did to it, in order.
    """

    face: int | None
    counts_as: CountsAs
    was: int | None = None
    kept: bool = False
    raised: bool = False
    again: bool = False
    counted: bool = False
    met: tuple[int, ...] = ()
    spent: bool = False
    by: str = ""
    changes: tuple[DieChange, ...] = ()

    @property
    def rerolled(self) -> bool:
        """True if the die was re-rolled."""
        return any(one.kind == "rerolled" for one in self.changes)

    def changed(self, rule: str, kind: ChangeKind, after: CountsAs | None, **fields: Any) -> ShownDie:
        """Return the die after a rule changed what it counts as; `after` is None if the rule discards it."""
        shown = None if self.counted else self.face
        change = DieChange(rule, kind, self.counts_as, after, face=shown)
        return replace(self, counts_as=after or self.counts_as, changes=(*self.changes, change), **fields)


Row = tuple[ShownDie, ...]


def kept(rule: str, normals: int, crits: int = 0) -> Row:
    """Return dice that a rule keeps without being rolled."""

    def die(grade: CountsAs) -> ShownDie:
        return ShownDie(None, grade, kept=True, changes=(DieChange(rule, "kept", None, grade),))

    return (*[die("crit")] * crits, *[die("success")] * normals)


def rolled(row: Row, faces: Iterable[int], worth: Grades, *, counted: bool = False, lethal: str = "") -> Row:
    """Return the row with rolled faces, best first: dice being re-rolled get theirs first, the rest are new dice.

    `lethal` is the rule that makes faces below 6 critical.
    """
    left = sorted(faces, reverse=True)
    landed = []
    for die in row:
        if not die.again or not left:
            landed.append(die)
            continue
        face = left.pop(0)
        change = DieChange(die.by, "rerolled", die.counts_as, NAMES[worth[face]], die.was, None if counted else face)
        again = replace(die, face=face, again=False, counted=counted, changes=(*die.changes, change))
        landed.append(_landed(again, worth, lethal))
    new = [_landed(ShownDie(face, "fail", counted=counted), worth, lethal) for face in left]
    return in_order((*landed, *new))


def _landed(die: ShownDie, worth: Grades, lethal: str) -> ShownDie:
    """Return a die with what its face counts as, and how a rule made a face below 6 critical."""
    face = die.face or 1
    if lethal and not die.counted and worth[face] == CRIT and face < MOST_PIPS:
        return replace(die, counts_as="success").changed(lethal, "counted", "crit")
    return replace(die, counts_as=NAMES[worth[face]])


def picked_up(row: Row, faces: Iterable[int], rule: str) -> Row:
    """Return the row with one die of each of these faces picked up for a re-roll; no die is re-rolled twice."""
    dice = list(row)
    for face in faces:
        for at, die in enumerate(dice):
            if die.face == face and not die.again and not die.kept and not die.rerolled:
                dice[at] = replace(die, was=None if die.counted else face, again=True, by=rule)
                break
    return tuple(dice)


def in_order(row: Row) -> Row:
    """Return the dice sorted: the best first, kept dice before rolled ones."""
    return tuple(sorted(row, key=lambda die: (-RANK[die.counts_as], not die.kept, -(die.face or 0))))


def improved(row: Row, rule: str, lift: RetainAs) -> Row:
    """Return the row after a rule retained one of its dice as a better one."""
    fixed = sum(die.counts_as == "success" and (die.kept or die.raised) for die in row)
    before = ClassifiedDice(_count(row, "crit"), _count(row, "success") - fixed, fixed, _count(row, "fail"))
    after = lift.upgrade(before)
    if after is None:
        return row
    grade: CountsAs = "fail" if after.fails < before.fails else "success"
    untouched = after.fixed >= before.fixed
    able = [
        at
        for at, die in enumerate(row)
        if die.counts_as == grade and (grade == "fail" or (not (die.kept or die.raised)) is untouched)
    ]
    if not able:
        return row
    at = max(able, key=lambda one: row[one].face or 0)
    better = row[at].changed(rule, "improved", "success" if grade == "fail" else "crit", raised=True)
    return in_order((*row[:at], better, *row[at + 1 :]))


def as_counted(row: Row, tally: ClassifiedDice, *, lowered_by: str = "") -> Row:
    """Return the row adjusted to the tally of the dice machine: rules raise, lower or remove dice.

    `lowered_by` is what lowers and removes them.
    """
    dice = list(row)
    wanted: dict[CountsAs, int] = {"crit": tally.crits, "success": tally.normals + tally.fixed}
    for at in reversed(range(len(dice))):
        if dice[at].counts_as == "crit" and _count(dice, "crit") > wanted["crit"]:
            dice[at] = (
                dice[at].changed(lowered_by, "lowered", "success")
                if lowered_by
                else replace(dice[at], counts_as="success")
            )
    _raise(dice, "crit", wanted["crit"] - _count(dice, "crit"))
    _raise(dice, "success", wanted["success"] - _count(dice, "success"))
    surplus = _count(dice, "success") - wanted["success"]
    for at in reversed(range(len(dice))):
        if surplus > 0 and dice[at].counts_as == "success":
            dice[at] = (
                dice[at].changed(lowered_by, "discarded", None, spent=True)
                if lowered_by
                else replace(dice[at], spent=True)
            )
            surplus -= 1
    return in_order(dice_of(dice))


def dice_of(dice: Sequence[ShownDie]) -> Row:
    """Return dice as a row."""
    return tuple(dice)


def pair_saves_with_hits(attack: Row, defence: Row, allocation: Allocation, *, done: bool) -> tuple[Row, Row]:
    """Return both rows with each save assigned to the hit that it stops; `done` if the players have decided so."""
    hits, saves = list(attack), list(defence)
    for hit, save, pairs in (
        ("crit", "crit", allocation.crit_on_crit),
        ("success", "crit", allocation.crit_on_normal),
        ("crit", "success", allocation.pairs_on_crit),
        ("success", "success", allocation.normal_on_normal),
    ):
        each = 2 if (hit, save) == ("crit", "success") else 1
        for _ in range(pairs):
            target = next(at for at, die in enumerate(hits) if die.counts_as == hit and not die.met and not die.spent)
            used = tuple(_free(saves, save))[:each]
            hits[target] = replace(hits[target], met=used, spent=done)
            for at in used:
                saves[at] = replace(saves[at], met=(target,), spent=done)
    return tuple(hits), tuple(saves)


def used_up(row: Row, counts_as: CountsAs, *, met: tuple[int, ...] = ()) -> tuple[Row, int | None]:
    """Return the row with the next free die of that grade spent, and its index; None if none is left."""
    at = next((at for at, die in enumerate(row) if die.counts_as == counts_as and not die.spent), None)
    if at is None:
        return row, None
    return (*row[:at], replace(row[at], spent=True, met=met), *row[at + 1 :]), at


def _free(saves: Sequence[ShownDie], counts_as: str) -> Iterator[int]:
    return (at for at, die in enumerate(saves) if die.counts_as == counts_as and not die.met and not die.spent)


def _count(dice: Sequence[ShownDie], counts_as: CountsAs) -> int:
    return sum(die.counts_as == counts_as and not die.spent for die in dice)


def _raise(dice: list[ShownDie], to: CountsAs, many: int) -> None:
    """Raise that many dice: the best lower ones first, rolled dice before kept ones."""
    below = [at for at, die in enumerate(dice) if RANK[die.counts_as] < RANK[to] and not die.spent]
    below.sort(key=lambda at: (-RANK[dice[at].counts_as], dice[at].kept))
    for at in below[: max(0, many)]:
        dice[at] = replace(dice[at], counts_as=to, raised=True)


Given = tuple[int, ...] | DiceChoice
S = TypeVar("S")
USE_WARD = DiceChoice("use", WARD)
STRIKES: dict[str, CountsAs] = {"crit": "crit", "normal": "success"}


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer: the question, the reply, and whether the dice were only counted."""

    asked: PendingInput
    given: Given
    counted: bool = False


@dataclass(slots=True)
class Rows:
    """Both sides' dice, notes on the rules that changed them, and each strike and block.

    `allotted` is true when saves are assigned, `proposed` while that is the default and the players have not decided.
    `lethal`, `lifts` and `shocks` are the rules of each side that make faces critical, retain a die as a better one,
    and discard a die of the other side.
    """

    attack: Row = ()
    defence: Row = ()
    notes: dict[Side, list[Message]] = field(default_factory=lambda: {Side.ATTACKER: [], Side.DEFENDER: []})
    blows: list[tuple[Side, DiceChoice]] = field(default_factory=list)
    proposed: bool = False
    allotted: bool = False
    lethal: dict[Side, str] = field(default_factory=dict)
    lifts: dict[tuple[Side, str], RetainAs] = field(default_factory=dict)
    shocks: dict[Side, str] = field(default_factory=dict)

    def armed(self, rules: DiceRules, side: Side, weapon: Weapon | None) -> None:
        """Take the rules of a side's weapon."""
        if weapon is None:
            return
        book = rules.weapon_rules
        self.lethal[side] = next((rule.name for rule, _, _ in book.hooks(weapon.rules, CritFrom)), "")
        self.shocks[side] = next((rule.name for rule, _, _ in book.hooks(weapon.rules, CritStrike)), "")
        self.lifts |= {(side, rule.name): lift for rule, lift, _ in book.hooks(weapon.rules, RetainAs)}

    def of(self, side: Side) -> Row:
        """Return one side's dice."""
        return self.attack if side is Side.ATTACKER else self.defence

    def put(self, side: Side, row: Row) -> None:
        """Replace one side's dice."""
        if side is Side.ATTACKER:
            self.attack = row
        else:
            self.defence = row


def answers_of(action: Any, begin: Callable[[], Any], counted: Sequence[int]) -> list[tuple[Any, Answered]]:
    """Return each answer with the state of the action before it."""
    found, now = [], begin()
    for number, step in enumerate(action.steps):
        given = step.choice if step.choice is not None else step.dice
        asked = now.pending
        found.append((now, Answered(asked, given, number in counted)))
        now = now.answer(given)
    return found


def shot_rows(rules: DiceRules, action: ShootingSequence, counted: Sequence[int]) -> tuple[TargetFacts, Rows]:
    """Return the current or last target, and the dice of the shot at it."""
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
    rows.armed(rules, Side.ATTACKER, action.weapon_against(target))
    worth = {Side.ATTACKER: weapon.worth, Side.DEFENDER: grades(target.defender.save)}
    answers = [each for then, each in shot if then.walk is not None]
    allocation: Allocation | None = None
    for each in answers:
        if each.asked.stage is DiceStepName.WARD and isinstance(each.given, DiceChoice) and each.given.verb == "use":
            worth[Side.DEFENDER] = grades(target.defender.ward or target.defender.save)
        if each.asked.stage is DiceStepName.BLOCK and isinstance(each.given, DiceChoice):
            allocation = Allocation(*each.given.numbers)
        _lay(rows, each, worth[each.asked.side])
    retained = _walked(walk.sequence.until(DiceStepName.DEFENCE_DICE), answers)
    if retained is not None:
        rolled_hits = sum(die.counts_as != "fail" for die in rows.attack)
        lowered_by = OBSCURED if target.defender.obscured else ""
        rows.attack = as_counted(rows.attack, retained.attack.tally, lowered_by=lowered_by)
        if target.defender.obscured and retained.attack.tally.successes < rolled_hits:
            rows.notes[Side.ATTACKER].append(Message.of("roll-note-obscured"))
    saves = _walked(walk.sequence.until(DiceStepName.BLOCK), answers)
    if saves is not None:
        rows.defence = as_counted(rows.defence, saves.defence.tally)
    open_block = action.pending is not None and action.pending.stage is DiceStepName.BLOCK and action.pending.default
    if allocation is None and open_block:
        allocation, rows.proposed = Allocation(*open_block.numbers), True
    rows.allotted = allocation is not None or _walked(walk.sequence, answers) is not None
    if allocation is not None:
        rows.attack, rows.defence = pair_saves_with_hits(rows.attack, rows.defence, allocation, done=not rows.proposed)
    return target, rows


def fight_rows(rules: DiceRules, action: FightSequence, counted: Sequence[int]) -> Rows:
    """Return the dice of a fight, with every strike and block so far."""
    played = answers_of(action, lambda: FightSequence.begin(rules, action.facts), counted)
    sides = {Side.ATTACKER: action.fought.attacker.weapon, Side.DEFENDER: action.fought.defender.weapon}
    rows, classified = Rows(), False
    for side, weapon in sides.items():
        rows.armed(rules, side, weapon)
    for then, each in played:
        if each.asked.stage is DiceStepName.AFTER:
            continue
        if each.asked.stage is DiceStepName.RESOLVE and not classified:
            _classified(rows, then)
            classified = True
        if each.asked.stage is DiceStepName.RESOLVE and isinstance(each.given, DiceChoice):
            _blow(rows, each.asked.side, each.given)
            _taken_away(rows, then.answer(each.given))
        else:
            _lay(rows, each, _worth(rules, sides[each.asked.side]))
    if not classified and action.pending is not None and action.pending.stage is DiceStepName.RESOLVE:
        _classified(rows, action)
    return rows


def effective_value(
    rules: DiceRules, action: ShootingSequence | FightSequence, *, side: Side, counted: Sequence[int]
) -> Grades | None:
    """Return what each face of a side's newest roll counts as if the roll was only counted; None if faces are known."""
    if isinstance(action, FightSequence):
        fought = action.fought
        played = answers_of(action, lambda: FightSequence.begin(rules, action.facts), counted)
        worth = _worth(rules, (fought.attacker if side is Side.ATTACKER else fought.defender).weapon)
    else:
        paid, target = action.ward_pays, action.current or action.facts.targets[0]
        played = answers_of(action, lambda: ShootingSequence.begin(rules, action.facts, ward_pays=paid), counted)
        ward = any(isinstance(one.given, DiceChoice) and one.given == USE_WARD for _, one in played)
        saves = grades((target.defender.ward if ward else None) or target.defender.save)
        worth = saves if side is Side.DEFENDER else _worth(rules, action.weapon_against(target))
    rolls = [each for _, each in played if each.asked.side is side and not isinstance(each.given, DiceChoice)]
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
    """Spend the dice that rules took from either side after a strike or block, such as Shock (G24-22)."""
    if action.walk is None:
        return
    state = action.walk.state
    for side, fighter in ((Side.ATTACKER, state.one), (Side.DEFENDER, state.two)):
        for counts_as, left in (("crit", fighter.crits), ("success", fighter.normals)):
            row = rows.of(side)
            there = sum(die.counts_as == counts_as and not die.spent for die in row)
            for _ in range(there - left):
                row, at = used_up(row, STRIKES["crit" if counts_as == "crit" else "normal"])
                if at is not None:
                    lost = row[at].changed(rows.shocks.get(side.other, ""), "discarded", None)
                    row = (*row[:at], lost, *row[at + 1 :])
                rows.notes[side].append(Message.of("roll-note-discarded"))
            rows.put(side, row)


def tested(action: ShootingSequence) -> Message | None:
    """Return the result of a weapon's test after its use; None if there was none yet."""
    rule, _ = action.test_after_use or ("", None)
    step = next((one for one in reversed(action.steps) if one.stage is DiceStepName.AFTER and one.dice), None)
    if step is None or not rule:
        return None
    lost = sum(one.amount for one in action.outcomes if one.rule == rule and one.kind == "damage")
    return Message.of("roll-note-tested", rule=rule_title(rule), face=step.dice[0], lost=lost)


def _blow(rows: Rows, side: Side, choice: DiceChoice) -> None:
    """Spend the die of a strike or block, and stop what is blocked."""
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
    """Add one answer about dice to its side's row."""
    side, given, row = each.asked.side, each.given, rows.of(each.asked.side)
    if not isinstance(given, DiceChoice):
        if each.asked.stage is DiceStepName.AFTER:
            return
        rows.put(side, rolled(row, given, worth, counted=each.counted, lethal=rows.lethal.get(side, "")))
    elif given.verb == "re-roll":
        rows.put(side, picked_up(row, given.numbers, given.rule))
        rows.notes[side].append(Message.of("roll-note-rerolled", rule=given.rule, dice=len(given.numbers)))
    elif given.verb == "retain":
        rows.put(side, (*row, *kept(given.rule, *given.numbers)))
        if any(given.numbers):
            named = UNPRINTED.get(given.rule, given.rule)
            rows.notes[side].append(Message.of("roll-note-kept", rule=named, dice=sum(given.numbers)))
    elif given.verb == "use":
        lift = rows.lifts.get((side, given.rule))
        if lift is not None:
            rows.put(side, improved(row, given.rule, lift))
        rows.notes[side].append(
            Message.of("roll-note-used", rule=UNPRINTED.get(given.rule, given.rule.replace("_", " ")))
        )


def _walked(stages: DiceSequence[S], answers: Sequence[Answered]) -> S | None:
    """Return the state in which the stages end with these answers; None while they have not ended."""
    walk: SequenceRun[S] = stages.begin()
    for each in answers:
        if walk.waits is None:
            break
        walk = walk.choose(each.given) if isinstance(each.given, DiceChoice) else walk.enter(each.given)
    return walk.state if walk.waits is None else None


DECISIONS: Mapping[DiceStepName, str] = {
    DiceStepName.TARGET: "roll-ask-target",
    DiceStepName.UNROLLED: "roll-ask-unrolled",
    DiceStepName.ATTACK_REROLL: "roll-ask-attack-reroll",
    DiceStepName.FIGHT_REROLL: "roll-ask-fight-reroll",
    DiceStepName.DEFENCE_REROLL: "roll-ask-defence-reroll",
    DiceStepName.RETAIN: "roll-ask-raise",
    DiceStepName.WARD: "roll-ask-invulnerable",
    DiceStepName.COVER: "roll-ask-cover",
    DiceStepName.BLOCK: "roll-ask-block",
}
"""Question at each stage that needs a decision of a player."""

DECISIONS_ABOUT: Mapping[DiceStepName, str] = {
    DiceStepName.SHARE: "roll-ask-share",
    DiceStepName.SHELTER: "roll-ask-shelter",
    DiceStepName.WEAPON: "roll-ask-weapon",
}
"""Question at each stage that needs a decision about a target."""

IN_DOUBT = {
    "cover": "roll-doubt-cover",
    "obscured": "roll-doubt-obscured",
    "smoked": "roll-doubt-smoke",
    "target": "roll-doubt-shot",
    "near": "roll-doubt-hurt",
}
"""Question about each thing that the camera may not be able to tell of a target."""


REROLLS = (DiceStepName.ATTACK_REROLL, DiceStepName.FIGHT_REROLL, DiceStepName.DEFENCE_REROLL)


def worded_prompts(facts: TableFacts) -> tuple[Prompt, ...]:
    """Return every question that can be answered now, those about dice in a player's words."""
    said = (in_words(one, facts.flow, facts.state) for one in facts.open_prompts)
    return tuple(one if facts.tray is None else facts.tray.add_rolls(one, facts.timeline) for one in said)


def in_words(prompt: Prompt, flow: BattleFlow, state: GameState) -> Prompt:
    """Return a question about open dice in a player's words; other prompts unchanged."""
    if prompt.topic is not Topic.DICE or state.sequence is None:
        return prompt
    action = flow.dice_actions.action(state.sequence)
    pending = action.pending
    if pending is None:
        return prompt
    if isinstance(action, ShootingSequence | FightSequence) and pending.stage is DiceStepName.AFTER:
        return prompt.model_copy(update={"question": _tested(pending, action, state)})
    if isinstance(action, FightSequence) and (turn := _turn_to_reroll(pending, action)):
        return prompt.model_copy(
            update={"question": turn, "choices": _choices(prompt, flow, state=state, action=action)}
        )
    rolled = pending.dice and pending.stage is not DiceStepName.SHARE
    fights = isinstance(action, FightSequence)
    question = (
        _rolled(pending, state, fights=fights)
        if rolled
        else _decided(pending, state, flow.dice_actions.rules.stopping_word)
    )
    return prompt.model_copy(
        update={"question": question, "choices": _choices(prompt, flow, state=state, action=action)}
    )


def _choices(prompt: Prompt, flow: BattleFlow, *, state: GameState, action: Any) -> tuple[Choice, ...]:
    """Return the choices; re-rolls of counted dice are labelled by what the dice count as, without duplicates."""
    pending, counted = action.pending, state.sequence.data.get(COUNTED, ()) if state.sequence is not None else ()
    if not counted or pending.stage not in REROLLS:
        return prompt.choices
    worth = effective_value(flow.dice_actions.rules, action, side=pending.side, counted=counted)
    if worth is None:
        return prompt.choices

    def said(choice: Choice) -> Choice:
        asked = DiceChoice.from_key(choice.key)
        if asked.verb != "re-roll":
            return choice
        label = reroll_counted(asked, worth, saves=pending.stage is DiceStepName.DEFENCE_REROLL)
        return choice.model_copy(update={"label": label})

    told: dict[Message, Choice] = {}
    for choice in map(said, prompt.choices):
        told.setdefault(choice.label, choice)
    return tuple(told.values())


def _turn_to_reroll(pending: PendingInput, action: FightSequence) -> Message | None:
    """Return whose turn it is to re-roll a die of a fight, what is left of which rule, who is next (rule F24-05)."""
    left = action.rerolls_left(pending.side)
    if not left:
        return None
    rules = [Message.of("roll-left", rule=rule_title(rule), dice=most) for rule, most in left]
    facts, other = action.facts, Side.DEFENDER if pending.side is Side.ATTACKER else Side.ATTACKER
    foe = facts.defender.player if other is Side.DEFENDER else facts.attacker.player
    if not action.rerolls_left(other):
        return Message.of("roll-turn-last", player=pending.player, left=rules)
    return Message.of("roll-turn", player=pending.player, left=rules, foe=foe)


def _rolled(pending: PendingInput, state: GameState, *, fights: bool) -> Message:
    purpose = _purpose(pending, state, fights=fights)
    return Message.of("roll-throw", purpose=purpose, dice=pending.dice, needed=_needed(pending))


def _purpose(pending: PendingInput, state: GameState, *, fights: bool) -> Message:
    """Return who rolls for what."""
    player = pending.player
    if pending.stage in REROLLS:
        return Message.of("roll-rerolls", player=player)
    left = [choice.rule for choice in pending.choices if choice.verb == "target"]
    target = _name(pending.target or (left[0] if len(left) == 1 else ""), state)
    if pending.stage is DiceStepName.DEFENCE_ROLL:
        return Message.of("roll-defends", player=player, target=target)
    if not target:
        return Message.of("roll-shoots", player=player)
    if not fights:
        return Message.of("roll-shoots-target", player=player, target=target)
    if pending.side is Side.ATTACKER:
        return Message.of("roll-fights", player=player, target=target)
    return Message.of("roll-fights-back", player=player)


def _tested(pending: PendingInput, action: ShootingSequence | FightSequence, state: GameState) -> Message:
    """Return the question for a weapon's test: the rule, and which results hurt the weapon's user."""
    if isinstance(action, FightSequence):
        rule, _, weapon = action.tests_after_use[pending.side]
    else:
        (rule, _), weapon = action.test_after_use or ("", None), action.facts.weapon
    worst = max(1, weapon.hit - 1)
    user = _name(pending.target, state)
    return Message.of("roll-ask-test", player=pending.player, rule=rule_title(rule), worst=worst, user=user)


def _needed(pending: PendingInput) -> list[Message]:
    """Return the face from which a die counts, such as "hits on 3+", and that for criticals if it is below 6."""
    worth = pending.worth
    if worth is None:
        return []
    least = next((face for face in range(1, 7) if worth[face] != FAIL), 6)
    saves = pending.stage in (DiceStepName.DEFENCE_ROLL, DiceStepName.DEFENCE_REROLL)
    critical = next((face for face in range(1, 7) if worth[face] == CRIT), 6)
    needed = [Message.of("roll-saves-on" if saves else "roll-hits-on", face=least)]
    return [*needed, Message.of("roll-criticals-on", face=critical)] if critical < 6 else needed


def _decided(pending: PendingInput, state: GameState, stop: str) -> Message:
    player, stage, target = pending.player, pending.stage, _name(pending.target, state)
    if stage is DiceStepName.DOUBT:
        return Message.of(IN_DOUBT[pending.choices[0].rule], target=target)
    if stage is DiceStepName.RESOLVE:
        question = Message.of("roll-ask-resolve", player=player, word=stop)
    elif stage in DECISIONS_ABOUT:
        question = Message.of(DECISIONS_ABOUT[stage], player=player, target=target)
    elif stage in DECISIONS:
        question = Message.of(DECISIONS[stage], player=player)
    else:
        question = Message.of("roll-ask-other", player=player, stage=stage)
    if not pending.reading:
        return question
    return Message.of("roll-ask-by-reading", question=question, reading=pending.reading)


def _name(operative: str, state: GameState) -> str:
    """Return an operative's name, with its id if another one has the same name."""
    if operative not in state.operatives:
        return operative
    name = state.operative(operative).card.name
    same = sum(one.card.name == name for one in state.operatives.values())
    return name if same == 1 else f"{name} {operative.upper()}"

"""Choices about dice as messages: blocks, re-rolls, retained dice; the keys of choices stay unchanged.

Scripts choose answers by the beginning of their English text: do not change how it begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from messages.message import Message
from referee.rules.dice.attack import COMMAND_REROLL
from referee.rules.dice.shot import COVER_SAVE, WARD
from referee.rules.dice.step import CRIT, FAIL, NORMAL, PASS, DiceChoice, DiceStepName, Grades

GRADES = frozenset({"crit", "normal"})
"""The two grades of retained dice, as keys of choices name them."""
SHELTERS = {"cover": "choose-cover", "obscured": "choose-obscured"}
DOUBTED = {
    "cover": ("choose-in-cover", "choose-not-in-cover"),
    "obscured": ("choose-is-obscured", "choose-not-obscured"),
    "smoked": ("choose-in-smoke", "choose-not-in-smoke"),
    "near": ("choose-near-hurt", "choose-too-far-hurt"),
    "target": ("choose-near-shot", "choose-too-far-shot"),
}
"""The two answers of the players to a question that the camera cannot decide: yes, no."""
BLOCKS = (
    "choose-block-critical-by-critical",
    "choose-block-normal-by-critical",
    "choose-block-critical-by-normals",
    "choose-block-normal-by-normal",
)
"""Messages for the numbers of an allocation: the hits that are blocked, and the saves used."""


def label(choice: DiceChoice, stage: DiceStepName | None = None, *, stopping_word: str = "block") -> Message:
    """Describe a choice of the dice: "Re-roll a 2 (Balanced)".

    `stage` is the stage of the choice, `stopping_word` the edition's term for a success that stops another in a fight.
    """
    if choice == PASS:
        return Message.of("choose-no-target" if stage is DiceStepName.TARGET else "choose-keep")
    if choice.verb == "block" and not choice.numbers:
        return _stopping(choice, stopping_word)
    return _LABELS[choice.verb](choice)


def format_throws(rolls: Sequence[Sequence[int]]) -> Message:
    """Describe repeated rolls of the same dice: "thrown twice: 1 1 1 1, then 6 6 6 6"."""
    first, *others = (" ".join(map(str, roll)) or "cocked" for roll in rolls)
    throws = [Message.of("choose-throw", faces=first), *(Message.of("choose-next-throw", faces=one) for one in others)]
    return Message.of("choose-thrown", times=len(rolls), throws=throws)


UNPRINTED = {
    COVER_SAVE: Message.of("roll-rule-cover"),
    WARD: Message.of("roll-rule-invulnerable"),
}
"""Names of rules of the dice that are no weapon's."""


def rule_name(rule: str) -> str | Message:
    """Return a rule's name for a text: the message of one that is on no weapon's card, else as printed there."""
    return UNPRINTED.get(rule, rule_title(rule))


def rule_title(rule: str) -> str:
    """Return a weapon rule's name as printed on cards: "Piercing Crits"."""
    return " ".join(word[:1].upper() + word[1:] for word in rule.replace("_", " ").split())


def _stopping(choice: DiceChoice, word: str) -> Message:
    own, _, foe = choice.rule.partition(" on ")
    if foe not in GRADES:
        return Message.of("choose-stop-nothing", word=word, own=own)
    return Message.of("choose-stop", word=word, own=own, foe=foe)


def _block(choice: DiceChoice) -> Message:
    done = [
        Message.of(code, count=count, number=_number(count))
        for count, code in zip(choice.numbers, BLOCKS, strict=True)
        if count
    ]
    return Message.of("choose-block", blocks=done)


def _number(count: int) -> Message:
    return Message.of("choose-number", count=count)


def _retain(choice: DiceChoice) -> Message:
    if not any(choice.numbers):
        return Message.of("choose-roll-all")
    if choice.rule != COVER_SAVE:
        kept = choice.numbers[0]
        return Message.of("choose-retain", count=kept, number=_number(kept), rule=rule_title(choice.rule))
    normals, crits = choice.numbers
    kinds = ((normals, "choose-normal-saves"), (crits, "choose-critical-saves"))
    found = [Message.of(code, count=count, number=_number(count)) for count, code in kinds if count]
    return Message.of("choose-retain-cover", dice=found)


def _reroll(choice: DiceChoice) -> Message:
    return _reroll_of([Message.of("choose-face", face=face) for face in choice.numbers], choice)


def reroll_counted(choice: DiceChoice, worth: Grades, *, saves: bool) -> Message:
    """Describe a re-roll of counted dice by their grades: their faces are unknown."""
    success = "choose-saves" if saves else "choose-successes"
    codes = {CRIT: "choose-criticals", NORMAL: success, FAIL: "choose-fails"}
    many = Counter(worth[face] for face in choice.numbers)
    dice = [
        Message.of(code, count=many[each], number=_number(many[each])) for each, code in codes.items() if many[each]
    ]
    return _reroll_of(dice, choice)


def _reroll_of(dice: list[Message], choice: DiceChoice) -> Message:
    """Return the re-roll of dice with the rule that permits it, and its price (rule B24-10, B21-06)."""
    rule = rule_title(choice.rule)
    if choice.rule == COMMAND_REROLL:
        return Message.of("choose-reroll-for-cp", dice=dice, rule=rule)
    return Message.of("choose-reroll", dice=dice, rule=rule)


_LABELS: Mapping[str, Callable[[DiceChoice], Message]] = {
    "use": lambda choice: Message.of("choose-use", rule=rule_name(choice.rule)),
    "decline": lambda choice: Message.of("choose-decline", rule=rule_name(choice.rule)),
    "retain": _retain,
    "re-roll": _reroll,
    "block": _block,
    "strike": lambda choice: Message.of("choose-strike", own=choice.rule),
    "target": lambda choice: Message.of("choose-target", target=choice.rule),
    "share": lambda choice: Message.of("choose-share", dice=choice.numbers[0], target=choice.rule),
    "shelter": lambda choice: Message(SHELTERS[choice.rule]),
    "is": lambda choice: Message(DOUBTED[choice.rule][0]),
    "not": lambda choice: Message(DOUBTED[choice.rule][1]),
    "weapon": lambda choice: Message.of("choose-weapon", weapon=choice.rule),
}

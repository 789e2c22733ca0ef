"""Dice in a player's words: counts, required rolls, effects of choices; the keys of choices stay unchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from referee.rules.dice.attack import COMMAND_REROLL
from referee.rules.dice.shot import COVER_SAVE
from referee.rules.dice.step import CRIT, FAIL, NORMAL, PASS, DiceChoice, DiceStepName, Grades

NUMBERS = ("no", "a", "two", "three", "four", "five", "six")
SHELTERS = {
    "cover": "Cover: it has its cover save and is not obscured",
    "obscured": "Obscured: it is obscured and has no cover save",
}
DOUBTED = {
    "cover": ("In cover: it has its cover save", "Not in cover: it has no cover save"),
    "obscured": ("Obscured", "Not obscured"),
    "smoked": ("In smoke: Piercing counts less or not at all", "Not in smoke: Piercing counts"),
    "near": ("Near enough: criticals hurt it, too", "Too far: they do not hurt it"),
    "target": ("Near enough: it is shot, too", "Too far: it is not shot"),
}
"""The two answers of the players to a question that the camera cannot decide: yes, no."""
GRADES = {"crit": "a critical success", "normal": "a normal success"}
"""The two grades of retained dice."""
BLOCKS = (
    ("critical hit", "with a critical save", "with critical saves"),
    ("normal hit", "with a critical save", "with critical saves"),
    ("critical hit", "with two normal saves", "with two normal saves each"),
    ("normal hit", "with a normal save", "with normal saves"),
)
"""For each number of an allocation: what it blocks and with what, in singular and plural."""


def label(choice: DiceChoice, stage: DiceStepName | None = None, *, stopping_word: str = "block") -> str:
    """Describe a choice of the dice: "Re-roll a 2 (Balanced)".

    `stage` is the stage of the choice, `stopping_word` the edition's term for a success that stops another in a fight.
    """
    if choice == PASS:
        return "Shoot at nobody else" if stage is DiceStepName.TARGET else "Keep the dice as they lie"
    if choice.verb == "block" and not choice.numbers:
        return _stopping(choice, stopping_word)
    return _WORDS[choice.verb](choice)


def dice_said(count: int, of: str = "") -> str:
    """Format a number of dice: "1 die", "4 attack dice"; `of` is their purpose."""
    return " ".join(filter(None, (str(count), of, "die" if count == 1 else "dice")))


def format_throws(rolls: Sequence[Sequence[int]]) -> str:
    """Describe repeated rolls of the same dice: "thrown twice: 1 1 1 1, then 6 6 6 6"."""
    often = "twice" if len(rolls) == 2 else f"{len(rolls)} times"
    return f"thrown {often}: {', then '.join(' '.join(map(str, roll)) or 'cocked dice' for roll in rolls)}"


def counts_on(face: int, *, saves: bool) -> str:
    """Describe the required roll: "saves on 4+"."""
    return f"{'saves' if saves else 'hits'} on {face}+"


def rule_title(rule: str) -> str:
    """Return a weapon rule's name as printed on cards: "Piercing Crits"."""
    return " ".join(word[:1].upper() + word[1:] for word in rule.replace("_", " ").split())


def _count(number: int, what: str) -> str:
    said = NUMBERS[number] if number < len(NUMBERS) else str(number)
    plural = "" if number == 1 else "es" if what.endswith("s") else "s"
    return f"{said} {what}{plural}"


def _and(words: Sequence[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _stopping(choice: DiceChoice, word: str) -> str:
    own, _, foe = choice.rule.partition(" on ")
    if foe not in GRADES:
        return f"{word.capitalize()} nothing with {GRADES[own]}"
    return f"{word.capitalize()} {GRADES[foe]} with {GRADES[own]}"


def _block(choice: DiceChoice) -> str:
    done = [
        f"{_count(number, hit)} {many if number > 1 else one}"
        for number, (hit, one, many) in zip(choice.numbers, BLOCKS, strict=True)
        if number
    ]
    return f"Block {_and(done)}" if done else "Block nothing"


def _retain(choice: DiceChoice) -> str:
    if choice.rule != COVER_SAVE:
        kept = choice.numbers[0]
        return f"Keep {_count(kept, 'normal hit')} ({rule_title(choice.rule)})" if kept else "Roll every die"
    normals, crits = choice.numbers
    kinds = ((normals, "normal save"), (crits, "critical save"))
    found = [_count(number, what) for number, what in kinds if number]
    return f"Keep {_and(found)} from cover" if found else "Roll every die"


def _reroll(choice: DiceChoice) -> str:
    return f"Re-roll {_and([f'a {face}' for face in choice.numbers])} ({_source(choice)})"


def reroll_counted(choice: DiceChoice, worth: Grades, *, saves: bool) -> str:
    """Describe a re-roll of counted dice by their grades: their faces are unknown."""
    names = {CRIT: "critical", NORMAL: "save" if saves else "success", FAIL: "fail"}
    many = Counter(worth[face] for face in choice.numbers)
    dice = _and([_count(many[each], name) for each, name in names.items() if many[each]])
    return f"Re-roll {dice} ({_source(choice)})"


def _source(choice: DiceChoice) -> str:
    """Return the rule that permits a re-roll, with its price (rule B24-10, B21-06)."""
    return f"{rule_title(choice.rule)}{', 1 CP' if choice.rule == COMMAND_REROLL else ''}"


_WORDS: Mapping[str, Callable[[DiceChoice], str]] = {
    "use": lambda choice: f"Use {rule_title(choice.rule)}",
    "decline": lambda choice: f"Do not use {rule_title(choice.rule)}",
    "retain": _retain,
    "re-roll": _reroll,
    "block": _block,
    "strike": lambda choice: f"Strike with {GRADES[choice.rule]}",
    "target": lambda choice: f"Shoot {choice.rule} next",
    "share": lambda choice: f"{dice_said(choice.numbers[0], 'attack')} for {choice.rule}",
    "shelter": lambda choice: SHELTERS[choice.rule],
    "is": lambda choice: DOUBTED[choice.rule][0],
    "not": lambda choice: DOUBTED[choice.rule][1],
    "weapon": lambda choice: choice.rule,
}

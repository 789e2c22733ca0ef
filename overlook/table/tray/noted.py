"""What the journal knows of the dice in the tray: which of them were answered with before the program was started."""

from __future__ import annotations

from overlook.table.tray.throw import Throw
from referee.editions import edition_of
from referee.rules.game.deciding import Decider
from referee.rules.game.game import Game
from referee.rules.game.intents import Answer, LyingDie, SeeRoll
from vision.dice.again import Lying, kept_among

BEFORE_THE_GAME = "before the game"
"""What took the dice that lay there when a game began: they answer nothing in it."""

CALIBRATED = "calibrated"
"""What took the dice that lay there when the tray was calibrated."""

BOX = 1.15
"""Side of a die's box in its edges."""


def standing(game: Game) -> frozenset[str]:
    """Return what keeps the dice it took: the answers that still stand, by their ids, and what was no answer."""
    answers = (step.intent for step in game.timeline.steps() if isinstance(step.intent, Answer))
    return frozenset({BEFORE_THE_GAME, CALIBRATED, *(answer.id for answer in answers if answer.dice)})


def as_noted(throw: Throw, game: Game, known: frozenset[str], lying: str = "") -> Throw:
    """Return the throw that is seen first, taken by `lying`, or as the journal has it of dice in those places."""
    if lying:
        return throw.taking(range(len(throw.dice)), lying)
    before = _noted(game, known)
    if before is not None:
        for old, now in kept_among(_places(before), _places(throw)).pairs:
            throw = throw.taking((now,), before.taken[old])
    return throw


def _noted(game: Game, known: frozenset[str]) -> Throw | None:
    """Return the last throw that the journal has dice of, with what was answered since; None where there is none."""
    event = next((each for each in reversed(game.log) if each.kind == SeeRoll.kind and each.data["dice"]), None)
    if event is None:
        return None
    dice = tuple(LyingDie.model_validate(die, strict=False) for die in event.data["dice"])
    throw = Throw(event.id, dice, tuple(die.taken for die in dice))
    decider, still = Decider(edition_of(event.edition).course), standing(game)
    for step in reversed(tuple(game.timeline.steps())):
        answer = step.intent
        if step.sequence > event.sequence and isinstance(answer, Answer) and answer.dice:
            owner = next((each.owner for each in decider.prompts(step.before) if each.id == answer.prompt), "")
            throw = throw.taking(throw.free(owner, known, still), answer.id)
    return throw


def _places(throw: Throw) -> list[Lying]:
    return [
        Lying(left + width / 2, top + height / 2, max(1, width) / BOX, die.value, die.player, bool(die.doubt))
        for die in throw.dice
        for left, top, width, height in (die.box,)
    ]

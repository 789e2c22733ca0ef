"""What the journal knows of the dice in the tray: which of them were answered with before the program was started."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from overlook.table.tray.throw import Throw
from referee.editions import edition_of
from referee.rules.game.deciding import Decider
from referee.rules.game.game import Game
from referee.rules.game.intents import Answer, LyingDie, SeeRoll
from referee.rules.game.timeline import Step
from vision.dice.again import Lying, kept_among
from vision.dice.seen import BOX

BEFORE_THE_GAME = "before the game"
"""What took the dice that lay there when a game began: they answer nothing in it."""

CALIBRATED = "calibrated"
"""What took the dice that lay there when the tray was calibrated."""


def standing(game: Game) -> frozenset[str]:
    """Return what keeps the dice it took: the answers that still stand, by their ids, and what was no answer."""
    answers = (step.intent for step in game.timeline.steps() if isinstance(step.intent, Answer))
    return frozenset({BEFORE_THE_GAME, CALIBRATED, *(answer.id for answer in answers if answer.dice)})


def as_noted(throw: Throw, game: Game, known: frozenset[str], lying: str = "") -> Throw:
    """Return the throw that is seen first, taken by `lying`, or as the journal has it of dice in those places.

    Dice that lie elsewhere belong to the answers that were given with dice nobody had seen yet; where the journal knows
    of none at all, they were there before the game.
    """
    noted = None if lying else _noted(game, known)
    if noted is None:
        return throw.taking(range(len(throw.dice)), lying or BEFORE_THE_GAME)
    before, unseen = noted
    kept = kept_among(_places(before), _places(throw))
    return throw.after(before, kept.pairs).taking_thrown(unseen, kept.thrown, known, standing(game))


def _noted(game: Game, known: frozenset[str]) -> tuple[Throw, list[tuple[str, str]]] | None:
    """Return the last throw that the journal has dice of, with what was answered since; None where there is none.

    And the answers since, with whose they are, for which none of those dice were left.
    """
    event = next((each for each in reversed(game.log) if each.kind == SeeRoll.kind and each.data["dice"]), None)
    if event is None:
        return None
    dice = tuple(LyingDie.model_validate(die, strict=False) for die in event.data["dice"])
    throw = replace(Throw.of(event.id, dice), taken=tuple(die.taken for die in dice))
    decider, given, unseen = Decider(edition_of(event.edition).course), set(standing(game)), []
    for step in sorted((*game.timeline.steps(), *_undone(game)), key=lambda each: each.sequence):
        answer = step.intent
        if step.sequence > event.sequence and isinstance(answer, Answer) and answer.dice:
            owner = next((each.owner for each in decider.prompts(step.before) if each.id == answer.prompt), "")
            free = throw.free(owner, known, given)
            throw = throw.taking(free, answer.id)
            if not free:
                unseen.append((answer.id, owner))
    return throw, unseen


def _undone(game: Game) -> Iterator[Step]:
    """Yield the steps that were taken back and may be put back: their answers then have their dice again."""
    rest = game.timeline.undone
    while rest is not None:
        yield rest.step
        rest = rest.under


def _places(throw: Throw) -> list[Lying]:
    return [
        Lying(left + width / 2, top + height / 2, max(1, width) / BOX, die.value, die.player)
        for die in throw.dice
        for left, top, width, height in (die.box,)
    ]

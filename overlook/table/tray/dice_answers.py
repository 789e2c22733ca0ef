"""What the journal knows of the dice in the tray: which of them were answered with before the program was started."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overlook.table.tray.dice_on_tray import DiceOnTray
from overlook.table.tray.throws import DieThrow, opened_at, question_of
from referee.editions.registry import ruleset_of
from referee.game.engine.decider import Decider
from referee.game.engine.game import Game
from referee.game.engine.timeline import Timeline, fold, fold_all, intent_of
from referee.game.intents import Answer, Intent, ObservedDie, ObserveRoll, Redo, Undo
from referee.game.journal_entry import JournalEntry
from referee.game.prompt import Prompt
from vision.dice.detections import BOX
from vision.dice.tray_tracker import DieAtRest, kept_among

BEFORE_THE_GAME = "before the game"
"""What took the dice that lay there when a game began: they answer nothing in it."""

AFTER_THE_END = "after the end"
"""What took the dice that were thrown after a battle had ended: they answer nothing when its end is undone."""

BEYOND = "beyond what is noted"
"""What took the dice of a roll of more dice than the journal has: nobody knows whether they were answered with."""

MOST_NOTED = 60

CALIBRATED = "calibrated"
"""What took the dice that lay there when the tray was calibrated."""

LAY_THERE = "lay there at an undo"
"""What marks free dice that lay there when something was taken back: they are free, but no redo takes them."""

NO_ANSWERS = (BEFORE_THE_GAME, AFTER_THE_END, BEYOND, CALIBRATED)


@dataclass(frozen=True, slots=True)
class DiceAnswer:
    """An answer with dice that an intent gives, or puts back, whose it is, and what it answers."""

    answer: Answer
    owner: str
    back: bool
    question: str

    @classmethod
    def by(cls, intent: Intent, then: Timeline, decider: Decider) -> DiceAnswer | None:
        """Return what an intent gives after what stood then; None where it is no answer with dice."""
        undone = then.undone if isinstance(intent, Redo) else None
        state, answer = (then.state, intent) if undone is None else (undone.step.before, undone.step.intent)
        if not isinstance(answer, Answer) or not answer.dice:
            return None
        prompt = next((one for one in decider.prompts(state) if one.id == answer.prompt), None)
        if prompt is None:
            return None
        return cls(answer, prompt.owner, undone is not None, question_of(prompt, then))

    def of(self, on_tray: DiceOnTray, known: frozenset[str], timeline: Timeline) -> tuple[int, ...]:
        """Return the dice on the tray that it takes: put back, it has its own, and takes what was thrown since."""
        free = on_tray.free(self.owner, known, standing(timeline))
        return tuple(number for number in free if not (self.back and on_tray.taken[number]))


def at_undo(on_tray: DiceOnTray) -> DiceOnTray:
    """Return the dice on the tray with the free ones told from those that will be thrown after this undo."""
    return on_tray.taking([number for number, by in enumerate(on_tray.taken) if not by], LAY_THERE)


def standing(timeline: Timeline) -> frozenset[str]:
    """Return what keeps the dice it took: the answers that still stand, by their ids, and what was no answer."""
    answers = (step.intent for step in timeline.steps() if isinstance(step.intent, Answer))
    return frozenset({*NO_ANSWERS, *(answer.id for answer in answers if answer.dice)})


def as_noted(on_tray: DiceOnTray, game: Game, known: frozenset[str], *, lying: str = "") -> DiceOnTray:
    """Return the dice that are seen first, taken by `lying`, or as the journal has it of dice in those places.

    Dice that lie elsewhere belong to the answers that were given with dice nobody had seen yet; where the journal knows
    of none at all, they were there before the game.
    """
    noted = None if lying else _noted(game, known)
    if noted is None:
        return on_tray.taking(range(len(on_tray.dice)), lying or BEFORE_THE_GAME)
    before, unseen = noted
    kept = kept_among(_places(before), _places(on_tray))
    on_tray = on_tray.after(before, kept.pairs).taking_thrown(
        unseen, kept.thrown, known=known, standing=standing(game.timeline)
    )
    on_tray = on_tray.taking(kept.thrown, AFTER_THE_END) if game.state.ended else on_tray
    return on_tray.taking(kept.thrown, BEYOND) if len(before.dice) == MOST_NOTED else on_tray


def _noted(game: Game, known: frozenset[str]) -> tuple[DiceOnTray, list[tuple[str, str]]] | None:
    """Return the last dice that the journal has, with what was answered since; None where there is none.

    And the answers since, with whose they are, for which none of those dice were left.
    """
    event = next((each for each in reversed(game.log) if each.kind == ObserveRoll.kind and each.data["dice"]), None)
    if event is None:
        return None
    decider, unseen = Decider(ruleset_of(event.edition).flow), []
    then = fold_all(each for each in game.log if each.sequence <= event.sequence)
    on_tray = _as_lay(event)
    throws = _throws(event, game, asked=decider.prompts(then.state), then=then)
    on_tray = replace(on_tray, taken=tuple(die.taken for die in on_tray.dice), throws=throws)
    for each in game.log[event.sequence :]:
        given = DiceAnswer.by(intent_of(each), then, decider) if each.is_intent else None
        then = fold(then, each)
        on_tray = at_undo(on_tray) if each.kind == Undo.kind else on_tray
        if given is not None:
            taken = given.of(on_tray, known, then)
            on_tray = on_tray.taking(taken, given.answer.id)
            if not taken and not given.back:
                unseen.append((given.answer.id, given.owner))
    return on_tray, unseen


def _as_lay(event: JournalEntry) -> DiceOnTray:
    dice = tuple(ObservedDie.model_validate(die, strict=False) for die in event.data["dice"])
    return DiceOnTray.of(event.id, dice)


def _throws(event: JournalEntry, game: Game, *, asked: Sequence[Prompt], then: Timeline) -> tuple[DieThrow, ...]:
    """Return for which of the questions that stood each die was thrown: in the roll in which it first lay there."""
    opened = {question_of(prompt, then): (prompt.id, opened_at(prompt, then)) for prompt in asked}
    throws = []
    for number, roll in enumerate(_first_lay(event, game)):
        prompts = roll.data["prompts"]
        thrown_for = frozenset(key for key, (one, at) in opened.items() if one in prompts and roll.sequence > at)
        throws.append(DieThrow(f"{event.id}.{number}", thrown_for))
    return tuple(throws)


def _first_lay(event: JournalEntry, game: Game) -> list[JournalEntry]:
    """Return the roll in which each die of the last one first lay where it lies, as the journal has them."""
    first, now = [event] * len(event.data["dice"]), _as_lay(event)
    staying = {number: number for number, die in enumerate(now.dice) if die.kept}
    rolls = (each for each in reversed(game.log) if each.kind == ObserveRoll.kind and each.data["dice"])
    for roll in (each for each in rolls if each.sequence < event.sequence):
        before = _as_lay(roll)
        places = {new: old for old, new in kept_among(_places(before), _places(now)).pairs}
        lay = {die: places[place] for die, place in staying.items() if place in places}
        for die in lay:
            first[die] = roll
        staying, now = {die: place for die, place in lay.items() if before.dice[place].kept}, before
        if not staying:
            break
    return first


def _places(on_tray: DiceOnTray) -> list[DieAtRest]:
    return [
        DieAtRest(left + width / 2, top + height / 2, max(1, width) / BOX, die.value, die.player)
        for die in on_tray.dice
        for left, top, width, height in (die.box,)
    ]

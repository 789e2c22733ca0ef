"""The dice in the tray: the question they were thrown for, the answers that used them, the suggested answer."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.editions.registry import ruleset_of
from referee.game.engine.decider import Decider
from referee.game.engine.game import Game
from referee.game.engine.timeline import Step, Timeline, fold, fold_all, intent_of
from referee.game.events import decisions
from referee.game.intents import Answer, Intent, ObservedDie, ObserveRoll, Redo, Undo
from referee.game.journal_entry import JournalEntry
from referee.game.prompt import Prompt, Topic
from vision.dice.detections import BOX
from vision.dice.tray_tracker import DieAtRest, kept_among

MOST_TOLD = 100
"""Rolls for one question that are told, the last ones."""


@dataclass(frozen=True, slots=True)
class DieThrow:
    """One die's throw: its name, and what waited for dice when it came to lie; None where nobody knows."""

    name: str
    asked: frozenset[str] | None = None

    def answers(self, question: str) -> bool:
        """Return whether it was thrown for that question."""
        return self.asked is None or question in self.asked


def question_of(prompt: Prompt, timeline: Timeline) -> str:
    """Return what tells one question for dice from every other one: what is declared anew after an undo is another."""
    opened = _opened(prompt, timeline)
    return prompt.id if opened is None else f"{prompt.id} {opened.intent.id}"


def opened_at(prompt: Prompt, timeline: Timeline) -> int:
    """Return the number of the event by which what the question is about was declared; 0 where nothing was."""
    opened = _opened(prompt, timeline)
    return 0 if opened is None else opened.sequence


def _opened(prompt: Prompt, timeline: Timeline) -> Step | None:
    if prompt.topic is not Topic.DICE:
        return None
    steps = (
        step for step in timeline.steps() if any(isinstance(each, decisions.SequenceOpened) for each in step.events)
    )
    return next(steps, None)


Shown = Mapping[str, int | None]
"""What dice show, by the names of their throws; None where one is cocked."""


class RollsThrown:
    """The rolls that lay in the tray for each question, one after another, until it is answered and beyond.

    A roll is another one where a die of the one before was picked up, unless that one was cocked or the values are the
    same: dice slide, and one that was not seen for a moment is thrown by nobody.
    """

    def __init__(self) -> None:
        self._shown: Mapping[str, tuple[Shown, ...]] = {}
        """Replaced as a whole, never changed: a copy stays as it was."""

    def copy(self) -> RollsThrown:
        """Return the rolls as they are now; what is seen later does not change them."""
        return copy.copy(self)

    def see(self, question: str, shown: Shown) -> None:
        """Take in what dice thrown for a question show now."""
        rolls = list(self._shown.get(question, ()))
        if not shown:
            return
        if rolls and (_stayed(rolls[-1], shown) or _alike(rolls[-1], shown)):
            rolls.pop()
        if not (rolls and _alike(rolls[-1], shown)):
            rolls.append(shown)
        self._shown = {**self._shown, question: tuple(rolls)}

    def took(self, question: str, names: Collection[str]) -> None:
        """Leave out dice that answered one question of what was thrown for the others."""

        def left(roll: Shown) -> Shown:
            return {name: value for name, value in roll.items() if name not in names}

        self._shown = {
            other: rolls if other == question else tuple(one for roll in rolls if (one := left(roll)))
            for other, rolls in self._shown.items()
        }

    def of(self, question: str) -> tuple[tuple[int, ...], ...]:
        """Return what was thrown for a question, each roll's values in order; nothing where it was thrown once."""
        rolls = self._shown.get(question, ())
        if len(rolls) < 2:
            return ()
        return tuple(
            tuple(sorted(value for value in roll.values() if value is not None)) for roll in rolls[-MOST_TOLD:]
        )


def _stayed(before: Shown, now: Shown) -> bool:
    return all(name in now for name, value in before.items() if value is not None)


def _alike(before: Shown, now: Shown) -> bool:
    return Counter(before.values()) == Counter(now.values())


ASTRAY = "the whole roll is not believed"


@dataclass(frozen=True, slots=True)
class DiceOnTray:
    """What lies in the tray: its dice, for each the answer that took it ("" for none), and what is wrong with it all.

    `names` tell its dice apart: one has another as soon as it is thrown again or read otherwise. `throws` says for what
    each was thrown.

    `why` is about no single die: something in the tray is none, or the readings differ. `hidden` is true while
    something lies over the dice: they stay whose they are, and answer nothing.
    """

    id: str
    dice: tuple[ObservedDie, ...]
    taken: tuple[str, ...]
    why: str = ""
    hidden: bool = False
    names: tuple[str, ...] = ()
    throws: tuple[DieThrow, ...] = ()

    @classmethod
    def of(
        cls, key: str, dice: tuple[ObservedDie, ...], *, why: str = "", asked: frozenset[str] | None = None
    ) -> DiceOnTray:
        """Return dice that nothing took, all thrown now, when these questions waited for dice; None: nobody knows."""
        names = tuple(f"{key}.{number}" for number in range(len(dice)))
        return cls(
            key, dice, ("",) * len(dice), why, names=names, throws=tuple(DieThrow(name, asked) for name in names)
        )

    def after(self, before: DiceOnTray, pairs: Collection[tuple[int, int]]) -> DiceOnTray:
        """Return the dice with what is known of those that stayed, `pairs` of places before and now."""
        taken, names, throws = list(self.taken), list(self.names), list(self.throws)
        for old, now in pairs:
            taken[now], throws[now] = before.taken[old], before.throws[old]
            if _as(before.dice[old]) == _as(self.dice[now]):
                names[now] = before.names[old]
        return replace(self, taken=tuple(taken), names=tuple(names), throws=tuple(throws))

    def free(self, player: str, known: Collection[str], standing: Collection[str]) -> tuple[int, ...]:
        """Return the dice that a player may answer with: those that nothing took that still stands.

        `known` are the players whose dice are told by their colour: another one's are left out then. A die whose
        colour fits nobody's may be anybody's.
        """
        told_apart = player in known
        return tuple(
            number
            for number, (die, by) in enumerate(zip(self.dice, self.taken, strict=True))
            if by not in standing and (not told_apart or die.player in (player, None))
        )

    def thrown_for(self, question: str, dice: Collection[int]) -> tuple[int, ...]:
        """Return those of the dice that were thrown when that question stood."""
        return tuple(number for number in dice if self.throws[number].answers(question))

    def uncalled(self, asked: Collection[str], known: Collection[str], standing: Collection[str]) -> int:
        """Return how many dice lie there, taken by nothing, of players of whom nothing is `asked`."""
        return sum(
            by not in standing and die.player in known and die.player not in asked
            for die, by in zip(self.dice, self.taken, strict=True)
        )

    def taking(self, dice: Collection[int], answer: str) -> DiceOnTray:
        """Return the dice with these ones taken by an answer."""
        return replace(self, taken=tuple(answer if k in dice else by for k, by in enumerate(self.taken)))

    def taking_thrown(
        self,
        answers: Sequence[tuple[str, str]],
        thrown: Collection[int],
        *,
        known: Collection[str],
        standing: Collection[str],
    ) -> DiceOnTray:
        """Return the dice with those that were `thrown` taken by answers, each with whose it is, given before."""
        on_tray = self
        for answer, owner in answers:
            on_tray = on_tray.taking(set(on_tray.free(owner, known, standing)) & set(thrown), answer)
        return on_tray


def _as(die: ObservedDie) -> tuple[object, ...]:
    return die.value, die.player, die.doubt


@dataclass(frozen=True, slots=True)
class TraySuggestion:
    """What the tray says to one question: the dice, and why it is not believed ("" when it is).

    `key` names these dice, as they are read and believed. `wanted` is how many dice are asked for; `astray` says that
    it is the whole roll that is not believed.
    """

    prompt: str
    wanted: int
    dice: tuple[ObservedDie, ...]
    why: str
    key: str
    astray: bool = False

    @property
    def doubt(self) -> str:
        """Why no die may be filled in though its own value is believed; "" where it may."""
        return ASTRAY if self.astray else ""

    @property
    def given(self) -> tuple[int, ...]:
        """The values that a person need not enter; none where nobody knows which dice are meant."""
        return () if self.astray or len(self.dice) > self.wanted else self.sure

    @property
    def sure(self) -> tuple[int, ...]:
        """The values that are believed, as many as are asked for."""
        values = [die.value for die in self.dice if not die.doubt and die.value is not None]
        return tuple(values[: self.wanted])

    @property
    def whole(self) -> bool:
        """Whether one word is enough to take it."""
        return not self.why


def read_for(
    prompt: Prompt,
    on_tray: DiceOnTray,
    *,
    known: Collection[str],
    standing: Collection[str],
    uncalled: int = 0,
    question: str = "",
) -> TraySuggestion | None:
    """Return what the dice on the tray say to a question that waits for dice; None where none of them may answer it.

    `uncalled` dice of players who are not asked lie there too. Dice that lay there before the `question` was asked are
    no roll for it.
    """
    lying = () if on_tray.hidden else on_tray.free(prompt.owner, known, standing)
    thrown = on_tray.thrown_for(question, lying)
    early = len(lying) - len(thrown)
    dice = tuple(on_tray.dice[number] for number in thrown)
    others = uncalled if prompt.owner in known and not on_tray.hidden else 0
    if not prompt.dice or prompt.choices or not (lying or on_tray.why or others):
        return None
    key = (" ".join(sorted(on_tray.names[number] for number in thrown)) or on_tray.id) + ("?" if on_tray.why else "")
    return TraySuggestion(
        prompt.id,
        prompt.dice,
        dice,
        _why(dice, prompt.dice, strange=on_tray.why, others=others, early=early),
        key,
        bool(on_tray.why),
    )


def _why(dice: tuple[ObservedDie, ...], wanted: int, *, strange: str, others: int, early: int) -> str:
    seen = len(dice)
    if strange:
        return strange
    if seen < wanted:
        return _missing(seen, wanted, others=others, early=early)
    if seen > wanted:
        return f"{seen} dice seen, {wanted} wanted: take the others out of the tray, or enter the roll by hand"
    cocked = sum(die.value is None for die in dice)
    if cocked:
        return f"{cocked} of {seen} dice cocked: throw again, or say what the marked ones show"
    doubtful = sum(bool(die.doubt) for die in dice)
    return f"{doubtful} of {seen} dice doubtful: say what the marked ones show" if doubtful else ""


def _missing(seen: int, wanted: int, *, others: int, early: int) -> str:
    if early:
        lay = "the die that lies there was" if early == 1 else f"{early} dice that lie there were"
        return f"{seen} of {wanted} dice thrown: {lay} thrown before this roll was asked for, throw again now"
    if others:
        return f"{seen} of {wanted} dice seen, {others} in the other colour: throw those of who is asked, or enter them"
    return f"{seen} of {wanted} dice seen: add the rest by hand, or lay apart those that touch"


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

"""Dice on the tray: the question they were thrown for, the answers that used them, and the suggested answer."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from messages.message import Message
from referee.editions.registry import ruleset_of
from referee.game.engine.decider import Decider
from referee.game.engine.game import Game
from referee.game.engine.timeline import Timeline, TimelineStep, fold, fold_all, intent_of
from referee.game.events import decisions
from referee.game.intents import Answer, Intent, ObservedDie, ObserveRoll, Redo, Undo
from referee.game.journal_entry import JournalEntry
from referee.game.prompt import Prompt, Topic
from vision.dice.detections import BOX
from vision.dice.tray_tracker import DieAtRest, kept_among

MOST_TOLD = 100
"""Largest number of rolls reported for one question: the last ones."""


@dataclass(frozen=True, slots=True)
class DieThrow:
    """One die's throw: its name, and the questions that waited for dice when it came to rest; None if unknown."""

    name: str
    asked: frozenset[str] | None = None

    def answers(self, question: str) -> bool:
        """Return whether it was thrown for that question."""
        return self.asked is None or question in self.asked


def question_of(prompt: Prompt, timeline: Timeline) -> str:
    """Return a key for one question for dice; an action declared again after an undo has another key."""
    opened = _opened(prompt, timeline)
    return prompt.id if opened is None else f"{prompt.id} {opened.intent.id}"


def opened_at(prompt: Prompt, timeline: Timeline) -> int:
    """Return the number of the event that declared the action which the question is about; 0 if there is none."""
    opened = _opened(prompt, timeline)
    return 0 if opened is None else opened.sequence


def _opened(prompt: Prompt, timeline: Timeline) -> TimelineStep | None:
    if prompt.topic is not Topic.DICE:
        return None
    steps = (
        step for step in timeline.steps() if any(isinstance(each, decisions.SequenceOpened) for each in step.events)
    )
    return next(steps, None)


Shown = Mapping[str, int | None]
"""Values of dice by the names of their throws; None for a cocked die."""


class RollQuestionIndex:
    """Rolls that lay in the tray for each question, in order, including those after its answer.

    A new roll begins when a die of the previous one was picked up, unless that die was cocked or the values are the
    same: dice slide, and a die that was out of sight for a moment was not thrown.
    """

    def __init__(self) -> None:
        self._shown: Mapping[str, tuple[Shown, ...]] = {}
        """Replaced as a whole and never changed, so that copies stay valid."""

    def copy(self) -> RollQuestionIndex:
        """Return the rolls as of now; later readings do not change them."""
        return copy.copy(self)

    def see(self, question: str, shown: Shown) -> None:
        """Update from the values of the dice thrown for a question."""
        rolls = list(self._shown.get(question, ()))
        if not shown:
            return
        if rolls and (_stayed(rolls[-1], shown) or _alike(rolls[-1], shown)):
            rolls.pop()
        if not (rolls and _alike(rolls[-1], shown)):
            rolls.append(shown)
        self._shown = {**self._shown, question: tuple(rolls)}

    def took(self, question: str, names: Collection[str]) -> None:
        """Remove dice that answered one question from the rolls of the others."""

        def left(roll: Shown) -> Shown:
            return {name: value for name, value in roll.items() if name not in names}

        self._shown = {
            other: rolls if other == question else tuple(one for roll in rolls if (one := left(roll)))
            for other, rolls in self._shown.items()
        }

    def of(self, question: str) -> tuple[tuple[int, ...], ...]:
        """Return the rolls for a question, each with its values in order; empty if there was only one."""
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


@dataclass(frozen=True, slots=True)
class DiceOnTray:
    """Dice in the tray, the answer that took each ("" for none), and what is wrong with the reading as a whole.

    `names` identify the dice: a die gets another name when it is thrown again or read differently. `throws` has what
    each was thrown for. `why` concerns no single die: an object in the tray is not a die, or the readings differ.
    `hidden` is true while something covers the dice: they keep their owners but answer nothing.
    """

    id: str
    dice: tuple[ObservedDie, ...]
    taken: tuple[str, ...]
    why: Message | None = None
    hidden: bool = False
    names: tuple[str, ...] = ()
    throws: tuple[DieThrow, ...] = ()

    @classmethod
    def of(
        cls, key: str, dice: tuple[ObservedDie, ...], *, why: Message | None = None, asked: frozenset[str] | None = None
    ) -> DiceOnTray:
        """Return untaken dice, all thrown now; `asked` has the questions that waited for dice, None if unknown."""
        names = tuple(f"{key}.{number}" for number in range(len(dice)))
        return cls(
            key, dice, ("",) * len(dice), why, names=names, throws=tuple(DieThrow(name, asked) for name in names)
        )

    def after(self, before: DiceOnTray, pairs: Collection[tuple[int, int]]) -> DiceOnTray:
        """Return the dice with what is known of those that stayed; `pairs` has their indices before and now."""
        taken, names, throws = list(self.taken), list(self.names), list(self.throws)
        for old, now in pairs:
            taken[now], throws[now] = before.taken[old], before.throws[old]
            if _as(before.dice[old]) == _as(self.dice[now]):
                names[now] = before.names[old]
        return replace(self, taken=tuple(taken), names=tuple(names), throws=tuple(throws))

    def free(self, player: str, known: Collection[str], standing: Collection[str]) -> tuple[int, ...]:
        """Return the indices of the dice that a player may answer with: those not taken by an answer that stands.

        `known` has the players whose dice are identified by colour; for them, dice of other players are left out. A die
        whose colour fits no player may be anybody's.
        """
        told_apart = player in known
        return tuple(
            number
            for number, (die, by) in enumerate(zip(self.dice, self.taken, strict=True))
            if by not in standing and (not told_apart or die.player in (player, None))
        )

    def thrown_for(self, question: str, dice: Collection[int]) -> tuple[int, ...]:
        """Return those of the dice that were thrown while that question was open."""
        return tuple(number for number in dice if self.throws[number].answers(question))

    def dice_nobody_asked_for(self, asked: Collection[str], known: Collection[str], standing: Collection[str]) -> int:
        """Return the number of untaken dice that belong to players without a question in `asked`."""
        return sum(
            by not in standing and die.player in known and die.player not in asked
            for die, by in zip(self.dice, self.taken, strict=True)
        )

    def taking(self, dice: Collection[int], answer: str) -> DiceOnTray:
        """Return the dice with those at the given indices taken by an answer."""
        return replace(self, taken=tuple(answer if k in dice else by for k, by in enumerate(self.taken)))

    def taking_thrown(
        self,
        answers: Sequence[tuple[str, str]],
        thrown: Collection[int],
        *,
        known: Collection[str],
        standing: Collection[str],
    ) -> DiceOnTray:
        """Return the dice with those in `thrown` taken by earlier answers, which are given with their owners."""
        on_tray = self
        for answer, owner in answers:
            on_tray = on_tray.taking(set(on_tray.free(owner, known, standing)) & set(thrown), answer)
        return on_tray


def _as(die: ObservedDie) -> tuple[object, ...]:
    return die.value, die.player, die.doubt


@dataclass(frozen=True, slots=True)
class TraySuggestion:
    """Suggested answer to one question: the dice, and why it is not trusted (None if it is).

    `key` identifies these dice and their reading. `wanted` is the number of dice that the question needs. `astray` is
    true if the whole roll is not trusted.
    """

    prompt: str
    wanted: int
    dice: tuple[ObservedDie, ...]
    why: Message | None
    key: str
    astray: bool = False

    @property
    def doubt(self) -> Message | None:
        """Why no die may be filled in although its value is trusted; None if it may."""
        return Message.of("tray-roll-uncertain") if self.astray else None

    @property
    def given(self) -> tuple[int, ...]:
        """Values that a person need not enter; empty if it is unknown which dice are meant."""
        return () if self.astray or len(self.dice) > self.wanted else self.sure

    @property
    def sure(self) -> tuple[int, ...]:
        """Trusted values, at most as many as the question needs."""
        values = [die.value for die in self.dice if not die.doubt and die.value is not None]
        return tuple(values[: self.wanted])

    @property
    def whole(self) -> bool:
        """Whether one confirmation is enough to take it."""
        return self.why is None


def read_for(
    prompt: Prompt,
    on_tray: DiceOnTray,
    *,
    known: Collection[str],
    standing: Collection[str],
    uncalled: int = 0,
    question: str = "",
) -> TraySuggestion | None:
    """Return the answer that the dice on the tray suggest to a question; None if none of them may answer it.

    `uncalled` is the number of dice of players who have no question. Dice that lay there before `question` was opened
    are not a roll for it.
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


def _why(
    dice: tuple[ObservedDie, ...], wanted: int, *, strange: Message | None, others: int, early: int
) -> Message | None:
    seen = len(dice)
    if strange is not None:
        return strange
    if seen < wanted:
        return _missing(seen, wanted, others=others, early=early)
    if seen > wanted:
        return Message.of("tray-roll-too-many", seen=seen, wanted=wanted)
    cocked = sum(die.value is None for die in dice)
    if cocked:
        return Message.of("tray-roll-cocked", cocked=cocked, seen=seen)
    doubtful = sum(bool(die.doubt) for die in dice)
    return Message.of("tray-roll-doubtful", doubtful=doubtful, seen=seen) if doubtful else None


def _missing(seen: int, wanted: int, *, others: int, early: int) -> Message:
    if early:
        return Message.of("tray-roll-early", seen=seen, wanted=wanted, early=early)
    if others:
        return Message.of("tray-roll-other-colour", seen=seen, wanted=wanted, others=others)
    return Message.of("tray-roll-missing", seen=seen, wanted=wanted)


BEFORE_THE_GAME = "before the game"
"""Marks dice that lay there when a game began: they answer nothing in it."""

AFTER_THE_END = "after the end"
"""Marks dice thrown after the end of a battle: they answer nothing if the end is undone."""

BEYOND = "beyond what is noted"
"""Marks dice of a roll with more dice than the journal records: whether they were used is unknown."""

MOST_NOTED = 60

CALIBRATED = "calibrated"
"""Marks dice that lay there when the tray was calibrated."""

LAY_THERE = "lay there at an undo"
"""Marks free dice that lay there at an undo: they stay free, but no redo takes them."""

NO_ANSWERS = (BEFORE_THE_GAME, AFTER_THE_END, BEYOND, CALIBRATED)


@dataclass(frozen=True, slots=True)
class DiceAnswer:
    """An answer with dice that an intent gives, or restores (`back`), with its owner and its question."""

    answer: Answer
    owner: str
    back: bool
    question: str

    @classmethod
    def by(cls, intent: Intent, then: Timeline, decider: Decider) -> DiceAnswer | None:
        """Return the dice answer that an intent gives after a timeline; None if it is not an answer with dice."""
        undone = then.undone if isinstance(intent, Redo) else None
        state, answer = (then.state, intent) if undone is None else (undone.step.before, undone.step.intent)
        if not isinstance(answer, Answer) or not answer.dice:
            return None
        prompt = next((one for one in decider.prompts(state) if one.id == answer.prompt), None)
        if prompt is None:
            return None
        return cls(answer, prompt.owner, undone is not None, question_of(prompt, then))

    def of(self, on_tray: DiceOnTray, known: frozenset[str], timeline: Timeline) -> tuple[int, ...]:
        """Return the dice on the tray that it takes; a restored answer keeps its dice and takes only later ones."""
        free = on_tray.free(self.owner, known, dice_holding_answers(timeline))
        return tuple(number for number in free if not (self.back and on_tray.taken[number]))


def at_undo(on_tray: DiceOnTray) -> DiceOnTray:
    """Return the dice with the free ones marked, to tell them from dice thrown after this undo."""
    return on_tray.taking([number for number, by in enumerate(on_tray.taken) if not by], LAY_THERE)


def dice_holding_answers(timeline: Timeline) -> frozenset[str]:
    """Return the ids that keep the dice they took: the answers that stand, and the marks that are not answers."""
    answers = (step.intent for step in timeline.steps() if isinstance(step.intent, Answer))
    return frozenset({*NO_ANSWERS, *(answer.id for answer in answers if answer.dice)})


def as_noted(on_tray: DiceOnTray, game: Game, known: frozenset[str], *, lying: str = "") -> DiceOnTray:
    """Return the dice of the first reading, taken by `lying` if given, otherwise by what the journal records.

    Dice in places that the journal has are the recorded ones. Dice elsewhere belong to answers that were given before
    their dice were seen. If the journal has no dice at all, the dice were there before the game.
    """
    noted = None if lying else _noted(game, known)
    if noted is None:
        return on_tray.taking(range(len(on_tray.dice)), lying or BEFORE_THE_GAME)
    before, unseen = noted
    kept = kept_among(_places(before), _places(on_tray))
    on_tray = on_tray.after(before, kept.pairs).taking_thrown(
        unseen, kept.thrown, known=known, standing=dice_holding_answers(game.timeline)
    )
    on_tray = on_tray.taking(kept.thrown, AFTER_THE_END) if game.state.ended else on_tray
    return on_tray.taking(kept.thrown, BEYOND) if len(before.dice) == MOST_NOTED else on_tray


def _noted(game: Game, known: frozenset[str]) -> tuple[DiceOnTray, list[tuple[str, str]]] | None:
    """Return the last dice in the journal, and the later answers for which none of them were left; None without dice.

    An answer is given as its id and its owner.
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
    """Return the open questions for which each die was thrown, by the roll in which it first lay there."""
    opened = {question_of(prompt, then): (prompt.id, opened_at(prompt, then)) for prompt in asked}
    throws = []
    for number, roll in enumerate(_first_lay(event, game)):
        prompts = roll.data["prompts"]
        thrown_for = frozenset(key for key, (one, at) in opened.items() if one in prompts and roll.sequence > at)
        throws.append(DieThrow(f"{event.id}.{number}", thrown_for))
    return tuple(throws)


def _first_lay(event: JournalEntry, game: Game) -> list[JournalEntry]:
    """Return, for each die of the last roll, the first roll of the journal in which it lay in its place."""
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

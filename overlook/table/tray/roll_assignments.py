"""The tray's ledger: each roll is recorded as evidence and kept until an answer takes its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from messages.message import Message
from overlook.table.games.games import Games
from overlook.table.tray.dice_on_tray import (
    AFTER_THE_END,
    BEFORE_THE_GAME,
    MOST_NOTED,
    DiceAnswer,
    DiceOnTray,
    RollQuestionIndex,
    TraySuggestion,
    as_noted,
    at_undo,
    dice_holding_answers,
    question_of,
    read_for,
)
from overlook.table.tray.roll_storage import (
    Box,
    Encode,
    ExampleStore,
    LearnedDice,
    RollPictures,
    cut_out,
    in_part,
    part_of,
    scale_of,
)
from referee.game.dice.dice_text import format_throws
from referee.game.engine.game import Game
from referee.game.engine.timeline import Timeline
from referee.game.intents import CAMERA, Answer, Intent, ObservedDie, ObserveRoll
from referee.game.prompt import Prompt
from referee.game.state import GameState
from vision.dice.acceptance import DieDoubt
from vision.dice.tray import Tray
from vision.dice.tray_tracker import TrayPhase, TrayReading, TrayRoll

UNDER_WAY = (TrayPhase.ROLLING, TrayPhase.HAND)


def find_seats(tray: Tray, state: GameState) -> Mapping[str, str]:
    """Return the player of each colour in this game; the tray is calibrated with player ids or names."""
    names = {side.seat.name.casefold(): player for player, side in state.sides.items()}
    found = {}
    for colour in tray.colours:
        player = colour.player if colour.player in state.sides else names.get(colour.player.casefold())
        if player is not None:
            found[colour.player] = player
    return found


def players_told_apart(tray: Tray, state: GameState) -> frozenset[str]:
    """Return the players whose dice are identified by colour; empty if fewer than two have a colour."""
    players = frozenset(find_seats(tray, state).values())
    return players if len(players) > 1 else frozenset()


@dataclass(frozen=True, slots=True)
class TrayFacts:
    """Contents of the tray at one moment; frozen, so that any thread may read them."""

    tray: Tray
    phase: TrayPhase
    fault: Message | None
    on_tray: DiceOnTray | None
    thrown: RollQuestionIndex

    @property
    def roll(self) -> str | None:
        """Id of the roll in the tray."""
        return None if self.on_tray is None else self.on_tray.id

    def suggestions(self, prompts: tuple[Prompt, ...], timeline: Timeline) -> tuple[TraySuggestion, ...]:
        """Return the tray's suggestion for each question that waits for dice."""
        on_tray, state = self.on_tray, timeline.state
        if on_tray is None or self.phase is not TrayPhase.SETTLED or self.fault:
            return ()
        still = dice_holding_answers(timeline)
        known, asked = players_told_apart(self.tray, state), waiting(prompts)
        uncalled = on_tray.dice_nobody_asked_for({prompt.owner for prompt in asked}, known, still)
        found = (
            read_for(
                prompt,
                on_tray,
                known=known,
                standing=still,
                uncalled=uncalled,
                question=question_of(prompt, timeline),
            )
            for prompt in asked
        )
        return tuple(read for read in found if read is not None)

    def add_rolls(self, prompt: Prompt, timeline: Timeline) -> Prompt:
        """Return a question for dice with the rolls thrown for it, if there were several."""
        rolls = self.thrown.of(question_of(prompt, timeline)) if waiting((prompt,)) else ()
        return (
            prompt.model_copy(
                update={"question": Message.of("prompt-thrown", question=prompt.question, throws=format_throws(rolls))}
            )
            if rolls
            else prompt
        )


class DiceRollAssignments:
    """Contents of the tray and the answers that took its dice; use it under the table's lock.

    `encode` makes the JPEG of a roll to store. `lying` marks the dice that lie there at first; "" if the journal knows
    them. `store` keeps what is learned from players' answers from run to run.
    """

    def __init__(self, tray: Tray, encode: Encode, *, lying: str = "", store: ExampleStore | None = None) -> None:
        self.tray = tray
        self.learned = LearnedDice(tray, store)
        self._roll: TrayRoll | None = None
        """The roll in the tray as reported."""
        self._encode = encode
        self._first = lying
        self.part: Box = part_of(tray)
        self.phase = TrayPhase.EMPTY
        self.fault: Message | None = None
        self.unkept: Message | None = None
        """Why the last roll's image could not be stored; "" if it was."""
        self.misread = False
        """Whether a player gave other values for trusted dice; until the tray is calibrated again."""
        self.on_tray: DiceOnTray | None = None
        self._pictures: RollPictures | None = None
        """Image folder of the game whose roll is in the tray; None before the first roll."""
        self._late: list[tuple[str, str]] = []
        """Answers given while dice rolled or nothing was visible, with owners: they take the next dice at rest."""
        self._fresh = True
        self._thrown = RollQuestionIndex()

    def begin(self) -> None:
        """Begin a game: dice that are in the tray answer nothing in it."""
        hidden = bool(self.fault) if self.on_tray is None else not self.on_tray.dice
        self._late, self._fresh, self._thrown = [], hidden, RollQuestionIndex()
        self._first = BEFORE_THE_GAME if hidden else self._first
        if self.on_tray is not None:
            self.on_tray = self.on_tray.taking(range(len(self.on_tray.dice)), BEFORE_THE_GAME)

    def take(self, told: TrayReading, *, game: Game, games: Games, new_id: Callable[[str], str]) -> ObserveRoll | None:
        """Update from a tray reading; return the roll to record, None if there was none."""
        self.phase, self.fault = told.phase, told.fault
        if told.phase is TrayPhase.EMPTY and not self.fault:
            self.on_tray, self._late, self._fresh = None, [], False
        if told.roll is None:
            if told.phase is TrayPhase.SETTLED and not self.fault:
                self._late = []
            return None
        key = new_id("roll")
        known = self.known(game.state)
        dice = tuple(
            self._lying(told.roll, number, self.seats(game.state) if known else {})
            for number in range(len(told.roll.reading.dice))
        )
        astray = told.roll.reading.astray
        if self.on_tray is not None and not dice:
            self.on_tray = replace(self.on_tray, id=key, why=astray, hidden=True)
        else:
            self._roll = told.roll
            asked = frozenset(question_of(prompt, game.timeline) for prompt in waiting(game.prompts))
            self.on_tray = self._carried(DiceOnTray.of(key, dice, why=astray, asked=asked), told.roll, game)
        if not game.state.begun:
            self.begin()
        self._watch(game)
        if not game.state.begun or game.state.ended:
            return None
        taken = self.on_tray.taken if dice else ()
        return ObserveRoll(
            id=key,
            by=CAMERA,
            dice=tuple(die.model_copy(update={"taken": by}) for die, by in zip(dice, taken, strict=True))[:MOST_NOTED],
            prompts=tuple(prompt.id for prompt in waiting(game.prompts)),
            why=str(told.roll.reading.why or "")[:200],
            picture=f"{key}.jpg",
            sha256=self._kept(key, told.roll, games),
        )

    def answered(self, given: DiceAnswer, game: Game) -> None:
        """Record that a question was answered with dice: those in the tray, or those that are still rolling.

        Dice in the tray are taken in any case. Rolling dice are also taken, unless the answer matches the dice in the
        tray or is restored by a redo: its dice came to rest before.
        """
        shown: list[int | None] = []
        if self.on_tray is not None:
            free = given.of(self.on_tray, self.known(game.state), game.timeline)
            self._thrown.took(given.question, {self.on_tray.throws[number].name for number in free})
            shown = [self.on_tray.dice[number].value for number in free]
            if not given.back:
                self._learn(given, free, game.state)
                self._keep_wrong([self.on_tray.dice[number] for number in free], given.answer.dice)
            self.on_tray = self.on_tray.taking(free, given.answer.id)
        unseen = self.fault or (self.phase in UNDER_WAY and Counter(shown) != Counter(given.answer.dice))
        if unseen and not given.back:
            self._late.append((given.answer.id, given.owner))

    def undone(self, timeline: Timeline) -> None:
        """Record that a step was taken back."""
        self.learned.undone(dice_holding_answers(timeline))
        self.on_tray = None if self.on_tray is None else at_undo(self.on_tray)

    def facts(self) -> TrayFacts:
        """Return the current contents of the tray."""
        return TrayFacts(self.tray, self.phase, self.fault, self.on_tray, self._thrown.copy())

    def attach_thrown_rolls(self, intent: Intent, game: Game) -> Intent:
        """Return an answer with dice together with the rolls thrown for its question, if there were several.

        An answer that is sent again has the rolls that were recorded the first time.
        """
        if isinstance(intent, Answer) and intent.id in game.known:
            said = next((each.data for each in game.log if each.id == intent.id), {})
            return intent.model_copy(update={"thrown": tuple(map(tuple, said.get("thrown", ())))})
        prompt = next((one for one in game.prompts if isinstance(intent, Answer) and one.id == intent.prompt), None)
        if prompt is None or not isinstance(intent, Answer) or not intent.dice:
            return intent
        return intent.model_copy(update={"thrown": self._thrown.of(question_of(prompt, game.timeline))})

    def _watch(self, game: Game) -> None:
        """Update the rolls of each question from the dice thrown for it, unless they are not trusted to be a roll."""
        on_tray = self.on_tray
        if on_tray is None or on_tray.hidden or on_tray.why:
            return
        for prompt in waiting(game.prompts):
            question = question_of(prompt, game.timeline)
            free = on_tray.free(prompt.owner, self.known(game.state), dice_holding_answers(game.timeline))
            dice = on_tray.thrown_for(question, free)
            self._thrown.see(question, {on_tray.throws[number].name: on_tray.dice[number].value for number in dice})

    def expected(self, game: Game) -> int | None:
        """Return how many dice all open questions wait for; None if that does not tell how many are thrown."""
        asked = waiting(game.prompts)
        return sum(prompt.dice for prompt in asked) if asked and not self.known(game.state) else None

    def seats(self, state: GameState) -> Mapping[str, str]:
        """Return the player of each colour in this game."""
        return find_seats(self.tray, state)

    def known(self, state: GameState) -> frozenset[str]:
        """Return the players whose dice are identified by colour."""
        return players_told_apart(self.tray, state)

    def _lying(self, roll: TrayRoll, number: int, seats: Mapping[str, str]) -> ObservedDie:
        die = roll.reading.dice[number]
        player = seats.get(die.owner or "")
        stranger = DieDoubt.OWNER if seats and player is None else None
        doubt = stranger if die.doubt in (None, DieDoubt.OWNER) else die.doubt
        return ObservedDie(
            value=die.value,
            player=player,
            doubt=doubt.value if doubt is not None else "",
            box=in_part(die.seen.box_px, self.part),
            kept=number in {now for _, now in roll.kept.pairs},
        )

    def _carried(self, on_tray: DiceOnTray, roll: TrayRoll, game: Game) -> DiceOnTray:
        """Return the dice with what is known of them: taken before, or by answers given while they rolled."""
        if not on_tray.dice:
            return on_tray
        before, late, fresh = self.on_tray, self._late, self._fresh
        self._late, self._fresh = [], False
        if before is not None and before.dice:
            on_tray = on_tray.after(before, roll.kept.pairs)
        if fresh:
            on_tray = as_noted(on_tray, game, self.known(game.state), lying=self._first)
        elif game.state.ended:
            on_tray = on_tray.taking(roll.kept.thrown, AFTER_THE_END)
        return on_tray.taking_thrown(
            late, roll.kept.thrown, known=self.known(game.state), standing=dice_holding_answers(game.timeline)
        )

    def _learn(self, given: DiceAnswer, dice: tuple[int, ...], state: GameState) -> None:
        """Learn how dice look from an answer whose dice were all thrown for its question and are at rest."""
        on_tray, roll = self.on_tray, self._roll
        if on_tray is None or roll is None or on_tray.why or on_tray.hidden or not self._lie_still:
            return
        if on_tray.thrown_for(given.question, dice) == dice:
            colour = next((name for name, player in self.seats(state).items() if player == given.owner), "")
            self.learned.answered(roll, dice, given.answer.dice, answer=given.answer.id, player=colour)

    @property
    def _lie_still(self) -> bool:
        return self.phase is TrayPhase.SETTLED and not self.fault

    def _keep_wrong(self, dice: list[ObservedDie], right: tuple[int, ...]) -> None:
        """Store the roll's image as an example if a player gives other values for the same number of dice."""
        on_tray, pictures = self.on_tray, self._pictures
        misread = len(dice) == len(right) and Counter(die.value for die in dice) != Counter(right)
        if on_tray is None or pictures is None or not misread or not self._lie_still:
            return
        if not (on_tray.why or any(die.doubt for die in dice)):
            self.misread = True
            self.learned.forget()
        try:
            pictures.keep_wrong(on_tray.id, [(die.value, die.box) for die in dice], right)
        except OSError as fault:
            self.unkept = Message.of("tray-example-not-stored", fault=fault.strerror or fault)

    def _kept(self, key: str, roll: TrayRoll, games: Games) -> str:
        self._pictures = RollPictures(games.current)
        try:
            digest = self._pictures.keep(key, self._encode(cut_out(roll.picture, self.part), scale_of(self.part)))
        except OSError as fault:
            self.unkept = Message.of("tray-picture-not-stored", fault=fault.strerror or fault)
            return ""
        self.unkept = None
        return digest


def waiting(prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
    """Return the questions that wait for dice only."""
    return tuple(prompt for prompt in prompts if prompt.dice and not prompt.choices)

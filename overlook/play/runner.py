"""Runner of scripts: plays a script through the table's service, and serves its pages if wanted."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from geometry.base import MM_PER_INCH
from geometry.errors import GeometryError
from messages.catalogue import NOTHING
from messages.message import Message
from overlook.console import print_notice
from overlook.play import script as steps
from overlook.play.result import (
    Document,
    act_of,
    differences_from_step,
    findings_of,
    first_code,
    message_data,
    offers_of,
    position_tolerance,
    prompts_of,
    reason_codes,
    rulings_of,
    state_of,
)
from overlook.play.script import HEAD, PLAYERS, Choose, Dice, Script, ScriptError, fault_in
from overlook.play.scripted_table import (
    LaidTable,
    ScriptedTray,
    Sightings,
    dummy_rig,
    laid_table,
    marker_put_down,
    picked_up,
)
from overlook.table.games.games import Games
from overlook.table.games.new_game import MOST, default_choice, default_dice, is_opened
from overlook.table.games.ruling_history import AdHocMeasurement, RulingEntry
from overlook.table.games.ruling_history import rulings_of as rulings_of_step
from overlook.table.games.steps import last_done, marker_names, prompt_view
from overlook.table.observation.seen_table import SeenTable
from overlook.table.offers.table_facts import TableFacts
from overlook.table.rulings.judging_context import refusal_message
from overlook.table.service import TableService
from overlook.table.session import TableSession
from overlook.table.tray.dice_on_tray import TraySuggestion
from overlook.table.views.attack_dice import worded_prompts
from overlook.table.views.board_view import places_seen
from referee.editions.registry import ruleset_of
from referee.game.engine.timeline import TimelineStep
from referee.game.intents import ANY, REFEREE, Answer, Intent
from referee.game.journal_entry import JournalEntry
from referee.game.prompt import Prompt, Topic
from referee.game.record import RefusedError
from referee.game.state import GameState, OpenProposal
from referee.records.journal.journal import WallClock, utc_now
from referee.rules.errors import RefereeError
from referee.rules.ruling import Finding, Ruling, Threshold
from web.app import Ports, create_app
from web.auth.sessions import Identity
from web.contract.permissions import Role
from web.contract.requests import (
    GAME_REQUESTS,
    Accepted,
    AnswerRequest,
    AskPlayer,
    Button,
    GameRequest,
    Outcome,
    Refused,
    WithdrawRequest,
)
from web.contract.table.game_views import PromptView
from web.server.server import Server, listen_socket
from web.server.settings import WebSettings

EVERYBODYS = frozenset({"screen", "referee"})
"""The seats that may answer for both players."""

SCREEN = "screen"


AnyPrompt = TypeVar("AnyPrompt", Prompt, PromptView)


def owner_of_oldest(prompts: Sequence[Prompt]) -> str:
    """Return the seat for steps that name none: the owner of the oldest prompt, else the screen."""
    owner = next((one.owner for one in prompts if one.holds_up), ANY)
    return SCREEN if owner == ANY else owner


def answer_request_for_choice(
    prompts: Sequence[Prompt], seat: str, step: Choose, shown: Sequence[PromptView], facts: TableFacts
) -> GameRequest | Message:
    """Return the answer request for a choice, or why there is none; `shown` are the prompts on phones.

    If only another player's prompt has the choice, the request is for that prompt, and the table's answer says whose it
    is.
    """
    asked = _about(prompts, step.about)
    own = [prompt for prompt in asked if may_answer(prompt, seat)]
    others = [prompt for prompt in asked if not may_answer(prompt, seat)]
    for each in (own, others):
        found = _find_choice(each, step.choose, facts.state)
        if found is not None:
            prompt, key = found
            return _answer({"prompt": prompt.id, "choice": key})
    asked_now = [
        Message.of(
            "script-asked", question=one.question, choices=[each.label for each in one.choices], dice=one.dice or 0
        )
        for one in _about(shown, step.about)
    ]
    about = step.about or NOTHING
    return Message.of("script-choice-unknown", choice=step.choose, operative=about, asked=asked_now)


def answer_request_for_dice(prompts: Sequence[Prompt], seat: str, step: Dice) -> GameRequest | Message:
    """Return the answer request for dice, or why there is none."""
    for prompt in _own_first(_about(prompts, step.about), seat):
        if prompt.dice:
            return _answer({"prompt": prompt.id, "dice": step.dice})
    return Message.of("script-no-dice-asked", operative=step.about or NOTHING)


def may_answer(prompt: Prompt, seat: str) -> bool:
    """Return whether a seat may answer a prompt."""
    return prompt.owner in (ANY, seat) or seat in EVERYBODYS


def _about(prompts: Sequence[AnyPrompt], operative: str | None) -> list[AnyPrompt]:
    return [prompt for prompt in prompts if operative is None or prompt.about == operative]


def _own_first(prompts: Sequence[Prompt], seat: str) -> list[Prompt]:
    return sorted(prompts, key=lambda prompt: not may_answer(prompt, seat))


def _find_choice(prompts: Sequence[Prompt], said: str, state: GameState) -> tuple[Prompt, str] | None:
    """Return the first prompt with a choice of that key, else of that action, else of that label or its beginning."""
    for keys in (_by_key, _by_action, _by_label, _by_beginning):
        for prompt in prompts:
            key = next(keys(prompt, said, state), None)
            if key is not None:
                return prompt, key
    return None


def _by_key(prompt: Prompt, said: str, _: GameState) -> Iterator[str]:
    yield from (one.key for one in prompt.choices if one.key == said)


def _by_action(prompt: Prompt, said: str, state: GameState) -> Iterator[str]:
    """Yield the readings of a proposal whose action, or actions joined by "and", have that name."""
    named = said.rstrip(", ").casefold()
    keys = {choice.key for choice in prompt.choices}
    for proposal in state.proposals:
        if proposal.id == prompt.id:
            readings = ((str(number), one.data) for number, one in enumerate(proposal.readings))
            yield from (key for key, data in readings if key in keys and _action_names(data).casefold() == named)


def _action_names(data: Mapping[str, Any]) -> str:
    return " and ".join(str(name) for name in (data.get("action"), data.get("then")) if name)


def _by_label(prompt: Prompt, said: str, state: GameState) -> Iterator[str]:
    yield from (key for key, label in _labels(prompt, state) if label == _reworded(prompt, said))


def _by_beginning(prompt: Prompt, said: str, state: GameState) -> Iterator[str]:
    begins = _reworded(prompt, said).casefold()
    yield from (key for key, label in _labels(prompt, state) if label.casefold().startswith(begins))


def _labels(prompt: Prompt, state: GameState) -> Iterator[tuple[str, str]]:
    """Yield the labels of the choices with their keys: with ids, then with the names that players gave."""
    yield from ((one.key, str(one.label)) for one in prompt.choices)
    yield from ((one.key, one.label) for one in prompt_view(prompt, state).choices)


def _reworded(prompt: Prompt, said: str) -> str:
    """Return a label with "Parry" in place of "Block", as older scripts of the 2021 edition have it."""
    parries = any(str(one.label).startswith("Parry") for one in prompt.choices)
    return said.replace("Block", "Parry", 1) if parries else said


def _answer_to_request(step: steps.AnswerStep) -> AnswerRequest | WithdrawRequest:
    if step.answer == "withdraw":
        return WithdrawRequest(kind="withdraw_request")
    return AnswerRequest(kind="answer_request", answer=step.answer)


def _answer(fields: dict[str, object]) -> GameRequest:
    form = GAME_REQUESTS["answer"]
    return form.model_validate({"kind": "answer", **fields})


class RefusalRecordingSession(TableSession):
    """A session that records the findings of refused intents until they are taken."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._refused: list[Finding] = []

    def submit(self, intent: Intent) -> tuple[JournalEntry, ...]:
        """Submit an intent and return its events; if it is refused, record the findings and raise the error."""
        try:
            return super().submit(intent)
        except RefusedError as refusal:
            self._refused.extend(refusal.findings)
            raise

    def take_refused(self) -> tuple[Finding, ...]:
        """Return the recorded findings and clear them."""
        found = tuple(self._refused)
        self._refused.clear()
        return found


async def open_battle(service: TableService, script: Script) -> None:
    """Answer all prompts before the first activation, with the script's equipment and initiative, otherwise defaults.

    Raises `ScriptError` if an answer is refused or there is no prompt.
    """
    taken: set[str] = set()
    for number in range(MOST):
        if is_opened(service.table.state):
            break
        prompts = service.table.game.prompts
        if not prompts:
            stage = service.table.state.stage
            raise fault_in(HEAD, Message.of("script-not-opened", stage=stage))
        prompt = prompts[0]
        request = _equipment(prompt, script) or _opening_answer(prompt, script.initiative)
        if prompt.topic is Topic.EQUIPMENT:
            taken.add(prompt.owner)
        outcome = await service.submit(request, player=prompt.owner, key=f"opening-{number:04d}")
        if isinstance(outcome, Refused):
            field = f"equipment.{prompt.owner}" if prompt.topic is Topic.EQUIPMENT else "begin"
            found = ", ".join(_options(script, prompt.owner)) if prompt.topic is Topic.EQUIPMENT else prompt.question
            why = outcome.message
            raise fault_in(HEAD, Message.of("script-refused", field=field, found=found, why=why))
    for player, options in script.equipment.items():
        if options and player not in taken:
            raise fault_in(HEAD, Message.of("script-no-equipment", player=player, found=options))


def _request(kind: str, fields: Mapping[str, object]) -> GameRequest:
    return GAME_REQUESTS[kind].model_validate({"kind": kind, **fields})


def _options(script: Script, owner: str) -> tuple[str, ...]:
    return tuple(one for player, options in script.equipment.items() if player == owner for one in options)


def _equipment(prompt: Prompt, script: Script) -> GameRequest | None:
    options = _options(script, prompt.owner)
    if prompt.topic is not Topic.EQUIPMENT or not options:
        return None
    return _request("choose_equipment", {"player": prompt.owner, "options": options})


def _opening_answer(prompt: Prompt, initiative: str) -> GameRequest:
    choice, dice = default_choice(prompt, initiative), default_dice(prompt, initiative)
    return _request("answer", {"prompt": prompt.id, "choice": choice, "dice": dice})


STEP_S = 1.0
"""Seconds between steps, enough for a prompt to count as seen before a button is pressed."""

SEATS: dict[str, Identity] = {
    **{player: Identity(Role.PLAYER, player) for player in PLAYERS},
    REFEREE: Identity(Role.REFEREE),
    "screen": Identity(Role.TABLE),
}


class ScriptClock:
    """A clock that advances only between steps, so that a script always has the same result."""

    def __init__(self) -> None:
        self._now_s = 0.0

    def __call__(self) -> float:
        """Return the seconds since the script began."""
        return self._now_s

    def go_on(self, seconds: float = STEP_S) -> None:
        """Advance, by default to the time of the next step."""
        self._now_s += seconds

    def following(self, clock: WallClock) -> WallClock:
        """Return a clock that shows the time of another one, later by the seconds since the script began."""
        return lambda: clock() + timedelta(seconds=self._now_s)


@dataclass(frozen=True, slots=True)
class PlayedScript:
    """Result of a script: each step's document, the final state, and how many expectations hold."""

    steps: tuple[Document, ...]
    state: Document
    held: int
    of: int
    not_understood: tuple[Message, ...]

    @property
    def document(self) -> Document:
        """The whole result as plain JSON values."""
        return {
            "steps": list(self.steps),
            "state": self.state,
            "expected": {"held": self.held, "of": self.of},
            "not_understood": list(map(str, self.not_understood)),
        }


async def play(script: Script) -> PlayedScript:
    """Play a script and return its result; raises `ScriptError` if its game cannot begin."""
    async with scripted_table(script) as table:
        return await table.play()


@asynccontextmanager
async def scripted_table(script: Script, *, clock: WallClock = utc_now) -> AsyncIterator[ScriptedTable]:
    """Set up the table of a script and yield it; raises `ScriptError` if it cannot be set up.

    `clock` gives the time at which the script begins, from which the times stored with events are counted.
    """
    script_clock = ScriptClock()
    with TemporaryDirectory(prefix="overlook-play-") as folder:
        games = Games(Path(folder), clock=script_clock.following(clock))
        try:
            try:
                table = ScriptedTable(script, laid_table(script), games, script_clock)
            except (GeometryError, RefereeError) as wrong:
                raise fault_in(HEAD, wrong.message) from wrong
            yield table
        finally:
            games.close()


async def _at_once(_: steps.Step) -> None:
    """Do not wait before the next step."""


class ScriptedTable:
    """A table that plays a script; `before_each` is awaited before each step, to give viewers time."""

    def __init__(self, script: Script, laid: LaidTable, games: Games, clock: ScriptClock | None = None) -> None:
        rules = ruleset_of(script.edition).playing(script.readings)
        self._script, self._laid = script, laid
        self._clock = ScriptClock() if clock is None else clock
        self._tray = ScriptedTray()
        self.table = RefusalRecordingSession(
            edition=rules.edition,
            flow=rules.flow,
            catalogue=laid.catalogue,
            rig=dummy_rig(),
            games=games,
            now_s=self._clock,
            defaults=laid.defaults,
            ledger=self._tray.ledger,
        )
        self._threshold = Threshold()
        self.service = TableService(self.table, self._threshold)
        self._sightings = Sightings(
            laid, sigma_mm=script.sigma_mm, mount_mm=script.mount_mm, seed=script.seed, now_s=self._clock
        )
        self._number = 0
        self._corrections: dict[int, int] = {}
        self.before_each: Callable[[steps.Step], Awaitable[None]] = _at_once

    async def play(self) -> PlayedScript:
        """Play all steps and return the result."""
        await self.begin()
        shown: list[Document] = []
        before = await self._document(_Mark(self), Accepted(), {"step": 0, "kind": "begin"})
        verdicts: list[bool] = []
        for step in self._script.steps:
            await self.before_each(step)
            self._clock.go_on()
            self._number += 1
            if isinstance(step, steps.Expect):
                checked = self._checked(step, before)
                verdicts.append(bool(checked["held"]))
                shown.append(checked)
                continue
            before = await self._taken(step)
            shown.append(before)
        state = self._state()
        return PlayedScript(tuple(shown), state, sum(verdicts), len(verdicts), self._laid.not_understood)

    async def begin(self) -> None:
        """Set up the table and begin the game as the script says."""
        with self.service.publishing_once():
            await self._look(self._sightings.at_rest())
            await self.service.run_exclusive(lambda: self.table.take_tray(self._tray.nothing()))
            refused = await self.service.begin(lambda: self.table.new_game(free=False, mission=""))
            if refused:
                raise fault_in(HEAD, Message.of("script-not-begun", why=refused))
            if self._script.begin == "firefight":
                await open_battle(self.service, self._script)
            await self._look(self._sightings.at_rest())
        for player in self._script.phones:
            self.service.note_phone(player, "heard")

    async def _taken(self, step: steps.Step) -> Document:
        mark, before = _Mark(self), self.table.state
        if step.seat in self._script.phones:
            self.service.note_phone(step.seat, "heard")
        asked = [one.asked for one in self.service.agreements.open if isinstance(step, steps.AnswerStep)]
        seat = step.seat or (asked[0] if asked else self._seat_for(step))
        with self.service.publishing_once():
            outcome = await self._acted_on(step, seat, before)
        return await self._document(mark, outcome, {"step": self._number, "kind": step.word, "as": seat})

    def _seat_for(self, step: steps.Step) -> str:
        """Return the seat for a step that names none: whoever rolled for a correction, else whoever is asked."""
        timeline = self.table.game.timeline
        if isinstance(step, steps.Correct) and self._read_roll() is None:
            rolled = next((one.intent.by for one in timeline.steps() if dice_in(one)), None)
            if rolled in PLAYERS:
                return str(rolled)
        return owner_of_oldest(self.table.facts().open_prompts)

    async def _acted_on(self, step: steps.Step, seat: str, before: GameState) -> Outcome:
        """Carry out a step, then observe the table at rest; return the step's outcome."""
        token = marker_put_down(step.do, before) if isinstance(step, steps.Do) else None
        if token is not None:
            await self._look(self._sightings.laid(*token))
        outcome = await self._done(step, seat)
        in_hand = set(picked_up(before, self.table.state)) | ({token[0]} if token is not None else set())
        self._sightings.take_away(name for name in in_hand if self.table.state.marker(name).carried_by is not None)
        try:
            await self._look(self._sightings.at_rest())
        except RefereeError as wrong:
            return self.service.refuse(refusal_message(wrong))
        return outcome

    async def _done(self, step: steps.Step, seat: str) -> Outcome:
        """Carry out a step and return its outcome."""
        prompts = self.table.game.prompts
        match step:
            case steps.Do():
                asked_by_nobody = step.seat is None and step.do.kind in ("undo", "redo")
                outcome = await self._submitted(step.do, "screen" if asked_by_nobody else seat)
            case steps.Choose():
                facts = self.table.facts()
                shown = [prompt_view(one, facts.state) for one in worded_prompts(facts)]
                outcome = await self._answered(answer_request_for_choice(prompts, seat, step, shown, facts), seat)
            case steps.Dice():
                outcome = await self._answered(answer_request_for_dice(prompts, seat, step), seat)
            case steps.Correct():
                outcome = await self._corrected(step, seat)
            case steps.Press():
                outcome = await self._pressed(step)
            case steps.Wait():
                self._clock.go_on(step.wait_s)
                outcome = Accepted()
            case steps.Ask():
                outcome = await self._submitted(AskPlayer(kind="request", act=step.request), seat)
            case steps.AnswerStep():
                outcome = await self._submitted(_answer_to_request(step), seat)
            case steps.Tray():
                outcome = await self._thrown(step, seat)
            case steps.See():
                outcome = await self._seen(step)
            case _:
                raise TypeError(type(step).__name__)
        return outcome

    async def _answered(self, answer: GameRequest | Message, seat: str) -> Outcome:
        if isinstance(answer, Message):
            return self.service.refuse(answer)
        return await self._submitted(answer, seat)

    async def _submitted(self, request: Any, seat: str, *, key: str | None = None) -> Outcome:
        """Submit a request as the paired device of a seat, and return the outcome."""
        player = SEATS[seat].acting_player(REFEREE if seat == REFEREE else ANY)
        return await self.service.submit(request, player=player, key=key or self._key())

    async def _pressed(self, step: steps.Press) -> Outcome:
        """Press a button; Confirm enters the tray's roll as it was corrected."""
        read = self._read_roll() if step.press is Button.CONFIRM and self._corrections else None
        if read is not None:
            dice = tuple(self._corrections.get(number, face) for number, face in enumerate(read.sure, 1))
            return await self._answered(_answer({"prompt": read.prompt, "dice": dice}), step.seat or SCREEN)
        player = SEATS[step.seat].seat_or_any if step.seat else ANY
        return await self.service.press(step.press, player=player, key=self._key())

    async def _corrected(self, step: steps.Correct, seat: str) -> Outcome:
        """Correct a die of the roll that the tray shows, else of the roll that was entered last.

        The first counts once it is confirmed. The second is undone and entered again, if the seat may do both.
        """
        die, to = step.correct.die, step.correct.to
        read, entered = self._read_roll(), last_done(self.table.game.timeline)
        dice = read.sure if read is not None else dice_in(entered)
        if fault := self._misses(die, dice):
            return self.service.refuse(fault)
        if read is not None:
            owner = next(one.owner for one in self.table.facts().asked if one.id == read.prompt)
            if seat not in (owner, *EVERYBODYS):
                return self.service.refuse(Message.of("script-roll-owner", player=owner))
            self._corrections[die] = to
            return Accepted()
        undone = await self._submitted(_request("undo", {}), seat)
        if isinstance(undone, Refused) or entered is None or not isinstance(entered.intent, Answer):
            return undone
        answer = _answer({"prompt": entered.intent.prompt, "dice": (*dice[: die - 1], to, *dice[die:])})
        return await self._submitted(answer, seat, key=f"{self._key()}-again")

    def _misses(self, die: int, dice: Sequence[int]) -> Message | None:
        """Return why the last roll has no such die; None if it has. `dice` is empty if the last step was no roll."""
        if dice:
            return Message.of("script-no-such-die", die=die, dice=len(dice)) if die > len(dice) else None
        rolled = any(dice_in(one) for one in self.table.game.timeline.steps())
        return Message.of("script-roll-passed") if rolled else Message.of("script-no-roll")

    def _read_roll(self) -> TraySuggestion | None:
        """Return what the tray reads for the oldest question that waits for dice; None if it shows no whole roll."""
        return next((one for one in self.table.facts().suggestions if one.whole), None)

    async def _thrown(self, step: steps.Tray, seat: str) -> Outcome:
        asked = (prompt.owner for prompt in self.table.facts().open_prompts if prompt.dice and prompt.owner in PLAYERS)
        player = seat if seat in PLAYERS else next(asked, PLAYERS[0])
        self._corrections = {}
        for told in self._tray.thrown(step.tray, player):
            await self.service.run_exclusive(partial(self.table.take_tray, told))
            self.service.publish()
        return Accepted()

    async def _seen(self, step: steps.See) -> Outcome:
        try:
            for seen in self._sightings.follow(step):
                await self._look(seen)
        except (GeometryError, RefereeError) as wrong:
            return self.service.refuse(refusal_message(wrong) if isinstance(wrong, RefereeError) else wrong.message)
        return Accepted()

    async def _look(self, seen: SeenTable) -> None:
        """Process one observation, as the program does."""
        await self.service.run_exclusive(partial(self.table.take_frame, seen))
        self.service.publish()

    def _state(self) -> Document:
        """Return the table's state, with the open requests of players."""
        asked = [{"kind": one.kind, "by": one.by, "to": one.to} for one in self.service.agreements.open]
        return {**state_of(self.table.facts()), "requests": asked}

    def _key(self) -> str:
        return f"script-{self._number:06d}"

    async def _document(self, mark: _Mark, outcome: Outcome, head: Document) -> Document:
        await self.service.wait_for_uncertain_actions()
        log = self.table.game.log if self.table.game is not mark.game else self.table.game.log[mark.sequence :]
        refused, facts = self.table.take_refused(), self.table.facts()
        codes = reason_codes(outcome.message if isinstance(outcome, Refused) else None)
        return {
            **head,
            "accepted": isinstance(outcome, Accepted),
            "why": outcome.sentence if isinstance(outcome, Refused) else None,
            "code": codes[0] if codes else None,
            "codes": codes,
            "message": message_data(outcome.message) if isinstance(outcome, Refused) else None,
            "events": [entry.kind for entry in log if not entry.is_intent],
            "intents": [entry.kind for entry in log if entry.is_intent],
            "rulings": self._rulings(mark, refused if isinstance(outcome, Refused) else ()),
            "prompts": prompts_of(facts),
            "offers": offers_of(self.service.snapshot().offers),
            "activations": [
                {"operative": one.operative, "orders": [str(order) for order in one.orders]}
                for one in facts.activations
            ],
            "ploys": [
                {
                    **{"player": one.player, "name": one.name, "when": str(one.when), "cp": one.cost},
                    **{"possible": not one.why, "why": one.why or None, "code": first_code(one.message)},
                }
                for one in facts.ploys
            ],
        }

    def _rulings(self, mark: _Mark, refused: Iterable[Finding]) -> list[Document]:
        """Return the rulings since the mark, then the findings of proposals and refusals that no ruling contains."""
        names = marker_names(self.table.game.timeline.state)
        ruled = rulings_of(mark.new_rulings(self), self._threshold, places_seen(self.table.facts()), names)
        asked = (finding for one in mark.new_proposals(self) for finding in one.because)
        known = {(one["rule"], one["words"]) for one in ruled}
        others = findings_of((*asked, *refused), self._threshold, names)
        return [*ruled, *(one for one in others if (one["rule"], one["words"]) not in known)]

    def _checked(self, step: steps.Expect, before: Document) -> Document:
        facts = self.table.facts()
        found = {
            **self._state(),
            **{name: before[name] for name in before if name in steps.EXPECTED},
            "codes": before["codes"],
            "may_answer": [seat for seat in SEATS if any(may_answer(one, seat) for one in facts.open_prompts)],
        }
        near_in = position_tolerance(self._script.sigma_mm / MM_PER_INCH)
        wrong = list(map(str, differences_from_step(step.expect, found, near_in=near_in)))
        shown = {name: before[name] for name in ("prompts", "offers", "activations", "ploys")}
        return {
            **{"step": self._number, "kind": step.word, "accepted": not wrong, "why": wrong[0] if wrong else None},
            **{"code": None, "codes": [], "events": [], "rulings": [], "held": not wrong, "differences": wrong},
            **shown,
        }


class _Mark:
    """State of the table before a step, to find what the step added."""

    def __init__(self, of: ScriptedTable) -> None:
        table = of.table
        self.game = table.game
        self.sequence = table.sequence
        self._measured = {id(shown.ruling) for shown in _measured(table.facts())}
        self._proposals = {proposal.id for proposal in table.state.proposals}

    def new_rulings(self, of: ScriptedTable) -> Iterator[Ruling]:
        """Yield the rulings added since, oldest first: those of actions, proposals, acceptances and measurements."""
        table = of.table
        since = self.sequence if table.game is self.game else 0
        for step in table.game.timeline.live_steps():
            if step.sequence > since:
                act = act_of(step)
                yield from rulings_of_step(step) if act is None else act.evidence.rulings
        yield from (one.ruling for one in _measured(table.facts()) if id(one.ruling) not in self._measured)

    def new_proposals(self, of: ScriptedTable) -> Iterator[OpenProposal]:
        """Yield the proposals added since."""
        yield from (one for one in of.table.state.proposals if one.id not in self._proposals)


def dice_in(step: TimelineStep | None) -> tuple[int, ...]:
    """Return the dice that a step entered; empty if it entered none."""
    return step.intent.dice if step is not None and isinstance(step.intent, Answer) else ()


def _measured(facts: TableFacts) -> list[RulingEntry]:
    return [shown.entry for shown in facts.rulings if isinstance(shown.entry, AdHocMeasurement)]


LOOK_S = 0.01
"""Interval of checks whether the server has started or stopped."""


async def play_shown(script: Script, *, port: int, pace_s: float) -> PlayedScript:
    """Play a script with its pages served on loopback, one step each `pace_s`, and return the result.

    Expectations take no time. Raises the errors of `play`, `ScriptError` if the port is unavailable, and
    `KeyboardInterrupt` if the server is stopped (Ctrl-C, SIGTERM) before the script's end.
    """
    settings = WebSettings(port=port)
    async with scripted_table(script) as table:
        with _listening(settings) as listening:
            where = f"http://localhost:{listening.getsockname()[1]}"
            server = Server(create_app(Ports(table=table.service, advisor=table.service.advisor), settings))
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started and not serving.done():
                await asyncio.sleep(LOOK_S)
            print_notice(f"overlook: {Message.of('script-shown', address=where)}")

            async def wait(step: steps.Step) -> None:
                if not isinstance(step, steps.Expect):
                    await asyncio.sleep(pace_s)

            async def play() -> PlayedScript:
                table.before_each = wait
                played = await table.play()
                await asyncio.sleep(pace_s)
                return played

            playing = asyncio.create_task(play())
            try:
                await asyncio.wait((playing, serving), return_when=asyncio.FIRST_COMPLETED)
                if not playing.done():
                    raise KeyboardInterrupt
                return playing.result()
            finally:
                playing.cancel()
                server.should_exit = True
                await server.hang_up()
                await asyncio.gather(playing, serving, return_exceptions=True)


def _listening(settings: WebSettings) -> socket.socket:
    try:
        return listen_socket(settings)
    except OSError as taken:
        raise ScriptError("script-port-taken", port=settings.port, reason=taken.strerror or "") from taken

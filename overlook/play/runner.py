"""A scripted table being played: step after step goes to the table's own service, and what comes of it is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from geometry.base import MM_PER_INCH
from geometry.errors import GeometryError
from overlook.play import steps
from overlook.play.answers import chosen, owner_of_oldest, rolled
from overlook.play.dice_tray import ScriptedTray
from overlook.play.expect import differences, near
from overlook.play.heard_session import HeardSession
from overlook.play.laid_table import LaidTable, bare_rig, laid_table
from overlook.play.opening import open_battle
from overlook.play.result import Document, findings_of, offers_of, prompts_of, rulings_of, state_of
from overlook.play.script import PLAYERS, Script, ScriptError
from overlook.play.sightings import Sightings
from overlook.play.tokens_in_hand import laid, picked_up
from overlook.play.told import act_of
from overlook.table.board_showing import places_seen
from overlook.table.game_showing import named
from overlook.table.games import Games
from overlook.table.ruling_history import Measured, RulingEntry
from overlook.table.ruling_history import rulings_of as rulings_of_step
from overlook.table.seen_table import SeenTable
from overlook.table.service import TableService
from overlook.table.step_words import called, marker_names
from referee.editions.registry import ruleset_of
from referee.game.intents import ANY, REFEREE
from referee.game.state import GameState, OpenProposal
from referee.rules.errors import RefereeError
from referee.rules.ruling import Finding, Ruling, Threshold
from web.auth.sessions import Identity
from web.contract.permissions import Role
from web.contract.requests import Accepted, GameRequest, Outcome, Refused

STEP_S = 1.0
"""Seconds from step to step: long enough that what is asked was looked at before a button is pressed."""

SEATS: dict[str, Identity] = {
    **{player: Identity(Role.PLAYER, player) for player in PLAYERS},
    REFEREE: Identity(Role.REFEREE),
    "screen": Identity(Role.TABLE),
}


class ScriptClock:
    """A clock that goes on by itself alone from step to step, so that a script comes to the same every time."""

    def __init__(self) -> None:
        self._now_s = 0.0

    def __call__(self) -> float:
        """Return the seconds since the script began."""
        return self._now_s

    def go_on(self) -> None:
        """Let the next step's time come."""
        self._now_s += STEP_S


@dataclass(frozen=True, slots=True)
class Played:
    """What a script came to: each step's document, the state at the end, and how many expectations held."""

    steps: tuple[Document, ...]
    state: Document
    held: int
    of: int
    not_understood: tuple[str, ...]

    @property
    def document(self) -> Document:
        """The whole of it as plain JSON values."""
        return {
            "steps": list(self.steps),
            "state": self.state,
            "expected": {"held": self.held, "of": self.of},
            "not_understood": list(self.not_understood),
        }


async def play(script: Script) -> Played:
    """Return what a script comes to; raises `ScriptError` where it cannot be begun as it says."""
    async with scripted_table(script) as table:
        return await table.play()


@asynccontextmanager
async def scripted_table(script: Script) -> AsyncIterator[ScriptedTable]:
    """Give the table of a script, to be played; raises `ScriptError` where it cannot be laid as it says."""
    with TemporaryDirectory(prefix="overlook-play-") as folder:
        games = Games(Path(folder))
        try:
            try:
                table = ScriptedTable(script, laid_table(script), games)
            except (GeometryError, RefereeError) as wrong:
                raise ScriptError(f"script: {wrong}") from wrong
            yield table
        finally:
            games.close()


async def _at_once(_: steps.Step) -> None:
    """Let the next step come at once."""


class ScriptedTable:
    """One table on which a script is played; `before_each` step is awaited, with time for somebody to look."""

    def __init__(self, script: Script, laid: LaidTable, games: Games) -> None:
        rules = ruleset_of(script.edition).playing(script.readings)
        self._script, self._laid = script, laid
        self._clock = ScriptClock()
        self._tray = ScriptedTray()
        self.table = HeardSession(
            edition=rules.edition,
            flow=rules.flow,
            catalogue=laid.catalogue,
            rig=bare_rig(),
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
        self.before_each: Callable[[steps.Step], Awaitable[None]] = _at_once

    async def play(self) -> Played:
        """Return what the script comes to."""
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
        return Played(tuple(shown), state_of(self.table), sum(verdicts), len(verdicts), self._laid.not_understood)

    async def begin(self) -> None:
        """Lay the table and begin the game as the script says."""
        with self.service.publishing_once():
            await self._look(self._sightings.at_rest())
            await self.service.change(lambda: self.table.take_tray(self._tray.nothing()))
            refused = await self.service.begin(lambda: self.table.new_game(free=False, mission=""))
            if refused:
                raise ScriptError(f"script: the game cannot be begun: {refused}")
            if self._script.begin == "firefight":
                await open_battle(self.service, self._script)
            await self._look(self._sightings.at_rest())

    async def _taken(self, step: steps.Step) -> Document:
        mark, before = _Mark(self), self.table.state
        seat = step.seat or owner_of_oldest(self.table.prompts)
        with self.service.publishing_once():
            outcome = await self._acted_on(step, seat, before)
        return await self._document(mark, outcome, {"step": self._number, "kind": step.word, "as": seat})

    async def _acted_on(self, step: steps.Step, seat: str, before: GameState) -> Outcome:
        """Do a step, then look at the table as it rests after it; return whether the step was taken."""
        token = laid(step.do, before) if isinstance(step, steps.Do) else None
        if token is not None:
            await self._look(self._sightings.laid(*token))
        outcome = await self._done(step, seat)
        in_hand = set(picked_up(before, self.table.state)) | ({token[0]} if token is not None else set())
        self._sightings.take_away(name for name in in_hand if self.table.state.marker(name).carried_by is not None)
        try:
            await self._look(self._sightings.at_rest())
        except RefereeError as wrong:
            return Refused(sentence=str(wrong))
        return outcome

    async def _done(self, step: steps.Step, seat: str) -> Outcome:
        """Return whether a step was taken."""
        prompts = self.table.game.prompts
        match step:
            case steps.Do():
                asked_by_nobody = step.seat is None and step.do.kind in ("undo", "redo")
                return await self._submitted(step.do, "screen" if asked_by_nobody else seat)
            case steps.Choose():
                shown = [named(one, self.table.state) for one in self.table.prompts]
                return await self._answered(chosen(prompts, seat, step, shown), seat)
            case steps.Dice():
                return await self._answered(rolled(prompts, seat, step), seat)
            case steps.Press():
                player = SEATS[step.seat].says if step.seat else ANY
                return await self.service.press(step.press, player=player, key=self._key())
            case steps.Tray():
                return await self._thrown(step, seat)
            case steps.See():
                return await self._seen(step)
        raise TypeError(f"{type(step).__name__} is no step that is taken")

    async def _answered(self, answer: GameRequest | str, seat: str) -> Outcome:
        return Refused(sentence=answer) if isinstance(answer, str) else await self._submitted(answer, seat)

    async def _submitted(self, request: Any, seat: str) -> Outcome:
        """Return what the table says to a request that a paired device sends: it says its own seat's word."""
        player = SEATS[seat].spoken_for(REFEREE if seat == REFEREE else ANY)
        return await self.service.submit(request, player=player, key=self._key())

    async def _thrown(self, step: steps.Tray, seat: str) -> Outcome:
        asked = (prompt.owner for prompt in self.table.prompts if prompt.dice and prompt.owner in PLAYERS)
        player = seat if seat in PLAYERS else next(asked, PLAYERS[0])
        for told in self._tray.thrown(step.tray, player):
            await self.service.change(partial(self.table.take_tray, told))
            self.service.publish()
        return Accepted()

    async def _seen(self, step: steps.See) -> Outcome:
        try:
            for seen in self._sightings.follow(step):
                await self._look(seen)
        except (GeometryError, RefereeError) as wrong:
            return Refused(sentence=str(wrong))
        return Accepted()

    async def _look(self, seen: SeenTable) -> None:
        """Take in one picture, as the program does."""
        await self.service.change(partial(self.table.take, seen))
        self.service.publish()

    def _key(self) -> str:
        return f"script-{self._number:06d}"

    async def _document(self, mark: _Mark, outcome: Outcome, head: Document) -> Document:
        await self.service.doubted()
        log = self.table.game.log if self.table.game is not mark.game else self.table.game.log[mark.sequence :]
        refused = self.table.take_refused()
        return {
            **head,
            "accepted": isinstance(outcome, Accepted),
            "why": outcome.sentence if isinstance(outcome, Refused) else None,
            "events": [entry.kind for entry in log if not entry.is_intent],
            "intents": [entry.kind for entry in log if entry.is_intent],
            "rulings": self._rulings(mark, refused if isinstance(outcome, Refused) else ()),
            "prompts": prompts_of(self.table),
            "offers": offers_of(self.service.snapshot().offers),
            "activations": [
                {"operative": one.operative, "orders": [str(order) for order in one.orders]}
                for one in self.table.activations
            ],
            "ploys": [
                {
                    **{"player": one.player, "name": one.name, "when": str(one.when), "cp": one.cost},
                    **{"possible": not one.why, "why": one.why or None},
                }
                for one in self.table.ploys
            ],
        }

    def _rulings(self, mark: _Mark, refused: Iterable[Finding]) -> list[Document]:
        """Return what was ruled since, then what is asked about and what was refused, unless a ruling says so too."""
        ruled = rulings_of(mark.new_rulings(self), self._threshold, places_seen(self.table))
        asked = (finding for one in mark.new_proposals(self) for finding in one.because)
        known = {(one["rule"], one["words"]) for one in ruled}
        others = findings_of((*asked, *refused), self._threshold)
        names = marker_names(self.table.game.timeline.state)
        told = (*ruled, *(one for one in others if (one["rule"], one["words"]) not in known))
        return [{**one, "words": called(one["words"], names)} for one in told]

    def _checked(self, step: steps.Expect, before: Document) -> Document:
        found = {**state_of(self.table), **{name: before[name] for name in before if name in steps.EXPECTED}}
        near_in = near(self._script.sigma_mm / MM_PER_INCH)
        wrong = list(differences(step.expect, found, near_in=near_in))
        shown = {name: before[name] for name in ("prompts", "offers", "activations", "ploys")}
        return {
            **{"step": self._number, "kind": step.word, "accepted": not wrong, "why": wrong[0] if wrong else None},
            **{"events": [], "rulings": [], "held": not wrong, "differences": wrong},
            **shown,
        }


class _Mark:
    """How things stood before a step."""

    def __init__(self, of: ScriptedTable) -> None:
        table = of.table
        self.game = table.game
        self.sequence = table.sequence
        self._measured = {id(shown.ruling) for shown in _measured(table)}
        self._proposals = {proposal.id for proposal in table.state.proposals}

    def new_rulings(self, of: ScriptedTable) -> Iterator[Ruling]:
        """Yield the rulings that have come since, the oldest first: of what was done, proposed, taken or measured."""
        table = of.table
        since = self.sequence if table.game is self.game else 0
        for step in table.game.timeline.live_steps():
            if step.sequence > since:
                act = act_of(step)
                yield from rulings_of_step(step) if act is None else act.evidence.rulings
        yield from (one.ruling for one in _measured(table) if id(one.ruling) not in self._measured)

    def new_proposals(self, of: ScriptedTable) -> Iterator[OpenProposal]:
        """Yield the proposals that have come since."""
        yield from (one for one in of.table.state.proposals if one.id not in self._proposals)


def _measured(table: HeardSession) -> list[RulingEntry]:
    return [shown for shown, _ in table.record.newest_first() if isinstance(shown, Measured)]

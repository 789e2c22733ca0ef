"""What the web asks of the running table, answered; one writer at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from overlook.table.rulings import sequence_of
from overlook.table.running import RunningTable
from overlook.table.showing import DrawnRulings, snapshot_of
from referee.keeper.errors import JournalError
from referee.rules.errors import RefereeError
from referee.rules.events import Event
from referee.rules.game import intents as game
from referee.rules.prompt import Prompt
from referee.rules.ruling import Threshold
from web.changes import Change
from web.feed import Feed
from web.intents import Accepted, Answer, Button, Challenge, Outcome, Redo, Refused, Undo
from web.newest import Newest
from web.service import Picture
from web.views import CameraView, HealthState, HealthView, Snapshot


class TableDesk:
    """The desk between the surfaces and the table: it takes what they ask in turn, and publishes what stands.

    `lock` is held by whoever changes the table; the image thread takes it for as long as it judges.
    """

    def __init__(self, table: RunningTable, threshold: Threshold) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.camera = CameraView()
        self._threshold = threshold
        self._health: dict[str, HealthView] = {}
        self._revision = 1
        self._drawn = DrawnRulings()
        self._feed = Feed(self._snapshot())
        self._pictures: Newest[Picture] = Newest()

    def _snapshot(self) -> Snapshot:
        health = tuple(self._health[part] for part in sorted(self._health))
        return snapshot_of(self.table, self._revision, self._threshold, self.camera, health, self._drawn)

    def publish(self) -> None:
        """Show what stands now to everybody who looks."""
        self._revision += 1
        self._feed.publish(self._snapshot())

    def report(self, part: str, state: HealthState, sentence: str) -> None:
        """Note how a part of the machine is; shown with the next snapshot."""
        self._health[part] = HealthView(part=part, state=state, sentence=sentence)

    @property
    def picture_wanted(self) -> bool:
        """Whether anybody waits for the next picture."""
        return self._pictures.watched or self._pictures.number == 0

    def report_script(self, sentence: str) -> None:
        """Note how the demonstration goes."""
        self.report("demonstration", HealthState.TROUBLE, sentence)

    def show_picture(self, jpeg: bytes) -> None:
        """Hand a new picture to everybody who waits for one."""
        self._pictures.publish(Picture(self._pictures.number + 1, jpeg))

    def snapshot(self) -> Snapshot:
        """Return everything a surface shows now."""
        return self._feed.newest

    def changes(self, after: int | None) -> AsyncIterator[Change]:
        """Yield what changes from a revision on."""
        return self._feed.changes(after)

    async def picture(self, after: int) -> Picture:
        """Return the newest picture with a number beyond `after`, waiting for it."""
        _, picture = await self._pictures.after(after)
        return picture

    async def submit(self, intent: Answer | Undo | Redo | Challenge, *, player: str, key: str) -> Outcome:
        """Return whether the intent was taken."""
        return await self.do(_translated(intent, player, key))

    async def press(self, button: Button, *, key: str) -> Outcome:
        """Return whether a button's press was taken."""
        if button is Button.MEASURE:
            async with self.lock:
                said = await asyncio.to_thread(self.table.measure)
            self.publish()
            return Accepted() if said else Refused(sentence="There is nobody to measure from: activate an operative.")
        meant = self._pressed(button, key)
        return meant if isinstance(meant, Refused) else await self.do(meant)

    def _pressed(self, button: Button, key: str) -> game.Intent | Refused:
        first: Prompt | None = next(iter(self.table.game.prompts), None)
        acting = self.table.state.acting
        match button:
            case Button.UNDO:
                return game.Undo(id=key)
            case Button.CHALLENGE:
                return game.Challenge(id=key)
            case Button.NEXT if acting is not None and not self.table.state.proposals:
                return game.EndActivation(id=key, operative=acting.operative)
            case _ if first is None:
                return Refused(sentence="Nothing is asked just now.")
            case _ if first.default is None:
                return Refused(sentence=f"This needs more than a button: {first.question}")
            case _:
                return game.Answer(id=key, prompt=first.id, choice=first.default)

    async def do(self, intent: game.Intent) -> Outcome:
        """Return whether an intent of the game was taken: on disk first, then shown."""
        try:
            async with self.lock:
                events = await asyncio.to_thread(self.table.submit, intent)
        except RefereeError as refusal:
            return Refused(sentence=str(refusal))
        except JournalError as fault:
            self.report("journal", HealthState.TROUBLE, str(fault))
            self.publish()
            return Refused(sentence=f"Not taken, nothing is lost: {fault}")
        self.report("journal", HealthState.OK, "every event is on disk")
        self.publish()
        return Accepted(sequence=_sequence(events))

    async def change(self, act: Callable[[], None]) -> None:
        """Do something to the table in the image thread's turn; a disk that fails is reported, not raised."""
        try:
            async with self.lock:
                await asyncio.to_thread(act)
        except JournalError as fault:
            self.report("journal", HealthState.TROUBLE, str(fault))
        else:
            self.report("journal", HealthState.OK, "every event is on disk")


def _sequence(events: tuple[Event, ...]) -> int | None:
    return events[0].sequence if events else None


def _translated(intent: Answer | Undo | Redo | Challenge, player: str, key: str) -> game.Intent:
    if isinstance(intent, Answer):
        return game.Answer(id=key, by=player, prompt=intent.prompt, choice=intent.choice, dice=intent.dice)
    if isinstance(intent, Undo):
        return game.Undo(id=key, by=player)
    if isinstance(intent, Redo):
        return game.Redo(id=key, by=player)
    return game.Challenge(id=key, by=player, of=sequence_of(intent.ruling))

"""The table's link to the hall's hub: started from the settings, publishes state and outbox, reports its health."""

from __future__ import annotations

import asyncio
import contextlib
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from messages.message import Message
from overlook.distribution import program_version
from overlook.hall.judge_calls import FILE, CallLog, JudgeCallService
from overlook.hall.outbox_relay import MATCHES_FILE as MATCHES
from overlook.hall.outbox_relay import MatchedGames, OutboxRelay, hall_state, open_outbox
from overlook.settings import Settings
from overlook.table.games.games import Games
from overlook.table.service import TableService
from referee.records.journal.errors import JournalError
from referee.rules.ruling import Threshold
from venue.errors import OutboxError
from venue.outbox import Outbox
from venue.protocol import TableState
from venue.settings import ENCRYPTED, PLAIN, VenueSettings
from web.contract.base import HealthState
from web.contract.table.snapshot import Snapshot

if TYPE_CHECKING:
    from venue.mqtt import Broker
    from venue.publisher import Publisher

TICK_S = 0.05
REPORT_EVERY_S = 2.0
LEAVE_S = 5.0
"""How long a stopping table waits for the hub to receive its last events; if it does not, they are kept."""

LATE = 50
"""Number of waiting events above which the hub is reported as not receiving."""


class Hall:
    """Runs beside the table without delaying it: disk and broker are accessed in other threads."""

    def __init__(
        self,
        host: str,
        outbox: Outbox,
        link: OutboxRelay,
        publisher: Publisher,
        *,
        judge: JudgeCallService | None = None,
    ) -> None:
        self.judge = judge
        self._host = host
        self._outbox = outbox
        self._link = link
        self._publisher = publisher
        self._fault: Message | None = None
        self._said: object = None
        self._shown: TableState | None = None
        self._looked: Snapshot | None = None
        self._reported: tuple[HealthState, Message] | None = None
        self._number: int | None = None
        """Number of the game in progress at the last check, 0 if there was none; None before the first check."""

        self._begun: tuple[Games, int, str | None] | None = None
        """A game begun since, with the match assigned to the table at that time, until both are on disk."""

    async def run(self, service: TableService) -> None:
        """Publish the table's state and events until cancelled; then send what is left and disconnect."""
        self._publisher.start()
        reported_s = 0.0
        try:
            while True:
                self._notice_beginning(service)
                await self._follow(service)
                self._show(service)
                if self.judge is not None:
                    self.judge.show()
                if time.monotonic() - reported_s > REPORT_EVERY_S:
                    reported_s = time.monotonic()
                    self._report(service)
                await asyncio.sleep(TICK_S)
        finally:
            await asyncio.shield(asyncio.to_thread(self._leave))

    def _notice_beginning(self, service: TableService) -> None:
        """Record a game begun since the last check; one in progress at the first check may be from another day."""
        begun, number = service.table.state.begun, service.table.number
        if begun and self._number not in {None, number}:
            assigned = self._publisher.assigned
            match = assigned.match if assigned is not None and assigned.match else None
            self._begun = (service.table.games, number, match)
        self._number = number if begun else self._number or 0

    async def _follow(self, service: TableService) -> None:
        """Relay new events into the outbox; retry after a disk error."""
        calls = len(self.judge.log.facts) if self.judge is not None else 0
        asked = (service.table.journal_key, calls)
        if asked == self._said and not self._publisher.overtaken:
            return
        try:
            await asyncio.to_thread(self._put_in)
        except (JournalError, OutboxError, OSError) as fault:
            self._fault = Message.of("hall-not-sending", why=fault)
            await asyncio.sleep(REPORT_EVERY_S / 2)
        else:
            self._fault, self._said = None, asked

    def _put_in(self) -> None:
        if self._publisher.overtaken:
            self._publisher.renew()
        if self._begun is not None and self._link.matches is not None:
            self._link.matches.begin(*self._begun)
        self._begun = None
        if self._link.copy_new_events():
            self._publisher.wake()

    def _show(self, service: TableService) -> None:
        snapshot = service.snapshot()
        if snapshot is self._looked:
            return
        self._looked = snapshot
        state = service.table.state
        shown = hall_state(
            state,
            snapshot.game.edition,
            self._link.current(),
            datetime.now(UTC),
            trouble=[one.sentence for one in snapshot.health if one.state is not HealthState.OK and one.part != "hall"],
            last_ruling=snapshot.rulings[0].sentence if snapshot.rulings else "",
            practice=self._link.practice,
        )
        if self._shown is None or shown.model_copy(update={"at": self._shown.at}) != self._shown:
            self._shown = shown
            self._publisher.show(shown)

    def _report(self, service: TableService) -> None:
        said = self._standing()
        if said != self._reported:
            self._reported = said
            service.report_health("hall", *said)
            service.publish()

    def queued(self) -> int | None:
        """Return the number of events that wait to be sent; None if the outbox cannot be read."""
        try:
            return self._outbox.waiting()
        except OutboxError:
            return None

    def _standing(self) -> tuple[HealthState, Message]:
        """Return the state of the link, with the number of waiting events."""
        if self._fault is not None:
            return HealthState.TROUBLE, self._fault
        try:
            count = self._outbox.waiting()
        except OutboxError as fault:
            return HealthState.TROUBLE, Message.of("hall-not-sending", why=fault)
        waiting = Message.of("hall-events-wait", count=count) if count else Message.of("hall-nothing-waits")
        left_out = [Message.of("hall-game-left-out", game=at, why=why) for at, why in self._link.left_out.items()]
        if not self._publisher.connected:
            trouble = self._publisher.trouble or Message.of("hall-not-connected", host=self._host)
            return HealthState.TROUBLE, _joined(trouble, waiting, *left_out)
        if count > LATE:
            trouble = Message.of("hall-not-acknowledged", host=self._host)
            return HealthState.TROUBLE, _joined(trouble, waiting, *left_out)
        faults = (
            self.judge.log.fault if self.judge is not None else None,
            self._link.matches.fault if self._link.matches is not None else None,
        )
        lost = [*left_out, *(fault for fault in faults if fault is not None)]
        connected = Message.of("hall-connected", host=self._host)
        well = HealthState.TROUBLE if lost else HealthState.OK
        return well, _joined(connected, waiting, *lost, *self._notes())

    def _notes(self) -> list[Message]:
        """Return the assigned pairing, and whether the outbox was replaced."""
        assigned, aside = self._publisher.assigned, self._outbox.put_aside
        notes = []
        if assigned is not None:
            notes.append(Message.of("hall-pairing-here", pairing=assigned.message))
        if aside:
            notes.append(Message.of("hall-outbox-replaced", file=aside))
        return notes

    def _leave(self) -> None:
        end_s = time.monotonic() + LEAVE_S
        with contextlib.suppress(JournalError, OutboxError, OSError):
            self._put_in()
            while self._publisher.connected and self._outbox.waiting() and time.monotonic() < end_s:
                time.sleep(TICK_S)
        self._publisher.close()
        self._outbox.close()


def _joined(*parts: Message) -> Message:
    return Message.of("text-sentences", parts=parts)


def broker_of(venue: VenueSettings) -> Broker:
    """Return the address of the hall's broker, with this table's credentials.

    Raises `VenueError` if the password or certificate cannot be read.
    """
    from venue.mqtt import Broker  # paho is optional

    encrypted = venue.tls or venue.ca_file is not None
    return Broker(
        venue.broker,
        venue.port or (ENCRYPTED if encrypted else PLAIN),
        venue.user or venue.table,
        venue.secret(),
        venue.certificate(),
        venue.tls,
    )


def open_hall(settings: Settings, service: TableService, address: str = "", *, practice: bool = False) -> Hall:
    """Open the table's link to the hall named in the settings; `address` is where others reach the table's pages.

    `practice` games have no result. Raises `VenueError` for invalid settings, `OSError` if the disk fails
    (`OutboxError` for the outbox).
    """
    from venue.publisher import Publisher  # paho is optional

    venue = settings.venue
    broker = broker_of(venue)
    outbox = open_outbox(settings.data.folder)
    publisher = Publisher(venue.table, broker, outbox, program=f"overlook {program_version()}")
    log = CallLog(settings.data.folder / FILE)
    threshold, matches = Threshold(settings.game.sure), MatchedGames(settings.data.folder / MATCHES)
    relay = OutboxRelay(service.table.games, outbox, threshold, log, matches=matches, practice=practice)
    judge = JudgeCallService(log, publisher, service, address)
    return Hall(broker.host, outbox, relay, publisher, judge=judge)

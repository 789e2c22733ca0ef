"""Table service: requests of web pages to a table in play, answered with one writer at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager

from messages.catalogue import ENGLISH
from messages.message import Message
from overlook.console import NewFaults, without_folder
from overlook.table.agreements import Agreements, HandOver, OpenRequest, in_whose_name
from overlook.table.games.steps import display_names
from overlook.table.observation.displaced import displaced_models
from overlook.table.observation.seen_table import SeenTable
from overlook.table.offers.actions_worker import AvailableActionsWorker
from overlook.table.offers.advisor import TableAdvisor
from overlook.table.offers.panel_chooser import PanelChooser
from overlook.table.offers.table_facts import TableFacts
from overlook.table.recordings.clips import Clips
from overlook.table.recordings.dice_log import DiceLog, fairness_view
from overlook.table.requests import (
    game_intent,
    is_act_of,
    refusal_reason,
    refused,
    refused_press,
    refused_request,
    refused_step,
)
from overlook.table.rulings.judging_context import refusal_message
from overlook.table.session import TableSession
from overlook.table.views.board_view import projector_of
from overlook.table.views.game_view import own_choices
from overlook.table.views.snapshot import RulingViewCache, SnapshotExtras, build_snapshot
from referee.game import intents as game
from referee.game.engine.timeline import PublicEntry, redact_secrets
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalError
from referee.rules.errors import MalformedError, RefereeError
from referee.rules.ruling import Threshold
from web.contract.base import HealthState, Severity
from web.contract.requests import (
    Accepted,
    AnswerRequest,
    AskPlayer,
    Begin,
    Button,
    GameRequest,
    Outcome,
    PlayOn,
    Refused,
    RequestedIntent,
    RunClock,
    Sign,
    WithdrawRequest,
)
from web.contract.streams import Change, LatestValue, Picture
from web.contract.table.feed import snapshot_feed
from web.contract.table.game_views import OwnChoices
from web.contract.table.recordings import FairnessView
from web.contract.table.snapshot import CameraView, HealthView, NoticeView, RequestView, Snapshot
from web.contract.table.table_port import HandOverState, Perspective, PhoneEvent

log = logging.getLogger("overlook.table.session")


class UnjudgedFrames:
    """Logs each kind of fault once per state of a game, because the next frame usually causes it again."""

    def __init__(self) -> None:
        self._faults = NewFaults()

    def take(self, fault: Exception, table: TableSession, seen: SeenTable) -> Message:
        """Log a fault unless it is known; return the message to show."""
        if self._faults.is_new(fault, table.number, table.sequence):
            acting, away = table.state.acting, displaced_models(table.state, seen.table)
            log.error(
                "a frame was not judged: game %d, event %d, phase %r, active %s, elsewhere %s, taken at %.3f s",
                table.number,
                table.sequence,
                table.state.stage,
                "nobody" if acting is None else f"{acting.operative} ({acting.doing})",
                ", ".join(sorted(away)) or "nobody",
                seen.frame.captured_s,
                exc_info=fault,
            )
        return Message.of("health-not-judged", fault=type(fault).__name__)


GAMES = "games"


class TableService:
    """Service between pages and the table: it processes requests one at a time and publishes snapshots.

    Every writer holds `lock`; the image thread holds it while it judges. The available actions are computed in another
    thread whenever the game or the table has changed.
    """

    def __init__(self, table: TableSession, threshold: Threshold, clips: Clips | None = None) -> None:
        self.table = table
        self.clips = clips
        self.lock = asyncio.Lock()
        self.camera = CameraView()
        self.threshold = threshold
        self._rolled = DiceLog(table.games)
        self._unjudged = UnjudgedFrames()
        self.agreements = Agreements()
        self._health: dict[str, HealthView] = {}
        self._notices: dict[str, NoticeView] = {}
        self._revision = 1
        self._holding = False
        self._drawn = RulingViewCache()
        self._chooser = PanelChooser(self, table.now_s)
        self._advisor = TableAdvisor(table.facts, projector_of, table.now_s)
        self._offers = AvailableActionsWorker(table.facts, self._show_anew, quiet_s=lambda: self._advisor.quiet_s)
        self._feed = snapshot_feed(self._snapshot())
        self._pictures: LatestValue[Picture] = LatestValue()

    def _snapshot(self) -> Snapshot:
        health = tuple(self._health[part] for part in sorted(self._health))
        now_s = self.table.now_s()
        self.table.follow_clock()
        facts = self.table.facts()
        self._expire_requests(facts, now_s)
        offers = self._offers.at(facts.sequence)
        clips = self.clips.counts(facts.number) if self.clips is not None else {}
        notices = tuple(self._notices.values())
        falls = self.clips.falls if self.clips is not None else {}
        menu = self._chooser.view(facts, offers)
        self.agreements.hand_overs.expire(now_s)
        hand_overs = (self._hand_over_view(one, now_s) for one in self.agreements.hand_overs.open)
        requests = (*(self._request_view(one, facts, now_s) for one in self.agreements.open), *hand_overs)
        phones = tuple(sorted(self.agreements.phones.seats))
        aside = SnapshotExtras(health, self.camera, offers, menu, clips, falls, notices, requests, phones)
        return build_snapshot(facts, revision=self._revision, threshold=self.threshold, aside=aside, drawn=self._drawn)

    def _expire_requests(self, facts: TableFacts, now_s: float) -> None:
        """Close the requests that are void, or pass them on, and show for which."""
        for one in self.agreements.expire(facts, now_s):
            passed_on = one.to == game.REFEREE
            self._tell(one, Message.of("consent-referee" if passed_on else "consent-void", means=one.means))

    def _tell(self, request: OpenRequest, said: Message) -> None:
        """Show what became of a request, until the same player makes the next one."""
        log.info("request of %s for %s: %s", request.by, request.kind, said.code)
        text = ENGLISH.text(said, display_names(self.table.state))
        name = f"request-{request.by}"
        self._notices[name] = NoticeView(id=name, severity=Severity.INFO, sentence=text, message=said)

    def _request_view(self, request: OpenRequest, facts: TableFacts, now_s: float) -> RequestView:
        return RequestView(
            id=request.id,
            kind=request.kind,
            by=request.by,
            asked=request.asked,
            to=request.to,
            sentence=ENGLISH.text(request.means, display_names(facts.state)),
            message=request.means,
            screen=self.agreements.may_answer(request, game.ANY, now_s) is None,
        )

    def _hand_over_view(self, one: HandOver, now_s: float) -> RequestView:
        message = Message.of("consent-hand-over", player=one.seat)
        return RequestView(
            id=one.id,
            kind="hand_over",
            by="device",
            asked=one.seat,
            to=one.seat,
            sentence=ENGLISH.text(message, display_names(self.table.state)),
            message=message,
            screen=self.agreements.hand_overs.may_answer(one, game.ANY, now_s),
        )

    @property
    def advisor(self) -> TableAdvisor:
        """The advisor for "what if" questions."""
        return self._advisor

    @contextmanager
    def publishing_once(self) -> Iterator[None]:
        """Publish nothing in the block and one snapshot at its end, for steps that nobody watches."""
        self._holding = True
        try:
            yield
        finally:
            self._holding = False
        self.publish()

    def publish(self) -> None:
        """Publish the current snapshot."""
        if self._holding:
            return
        self._revision += 1
        snapshot = self._snapshot()
        if self._kept_frames_of(snapshot):
            snapshot = self._snapshot()
        self._feed.publish(snapshot)
        self._offers.work_out()

    def _kept_frames_of(self, snapshot: Snapshot) -> bool:
        """Store the frames of new rulings, challenges and falls; return whether there were any."""
        if self.clips is None:
            return False
        if self.clips.problem is not None:
            self.report_health("clips", HealthState.TROUBLE, self.clips.problem)
        else:
            self.clear_health("clips")
        return self.clips.take_snapshot(snapshot, self.table.game.timeline)

    def _show_anew(self) -> None:
        self._revision += 1
        self._feed.publish(self._snapshot())

    async def wait_for_actions(self) -> None:
        """Wait until the available actions are computed."""
        await self._offers.settled()

    async def wait_for_uncertain_actions(self) -> None:
        """Wait until it is also known which of them are too close to call."""
        await self._offers.doubted()

    async def wait_for_prefetch(self) -> None:
        """Wait until the actions after each possible next activation are also computed."""
        await self._offers.looked_ahead()

    def clear_health(self, part: str) -> None:
        """Remove the report on a part that is only listed while it has a problem."""
        self._health.pop(part, None)

    def report_health(self, part: str, state: HealthState, said: Message) -> None:
        """Record the health of a part for the next snapshot, without folder paths, because strangers read it."""
        message = without_folder(said, self.table.games.folder.parent)
        self._health[part] = HealthView(part=part, state=state, sentence=str(message), message=message)

    def notify(self, name: str, severity: Severity, said: Message) -> None:
        """Show a notice to everybody, from the next snapshot until it is silenced; each name has one notice."""
        self._notices[name] = NoticeView(id=name, severity=severity, sentence=str(said), message=said)

    def clear_notice(self, name: str) -> None:
        """Remove the notice of that name."""
        self._notices.pop(name, None)

    @property
    def picture_wanted(self) -> bool:
        """Whether a viewer waits for the next image."""
        return self._pictures.watched or self._pictures.number == 0

    def report_script(self, message: Message) -> None:
        """Report how the demonstration goes."""
        self.report_health("demonstration", HealthState.TROUBLE, message)

    def show_picture(self, jpeg: bytes) -> None:
        """Publish a new image to everybody who waits for one."""
        self._pictures.publish(Picture(self._pictures.number + 1, jpeg))

    def snapshot(self) -> Snapshot:
        """Return everything that a surface shows now."""
        return self._feed.newest

    def changes(self, after: int | None) -> AsyncIterator[Change]:
        """Yield the changes after a revision."""
        return self._feed.changes(after)

    @property
    def viewers(self) -> int:
        """Number of viewers that wait for the next change."""
        return self._feed.viewers

    def events(self) -> tuple[PublicEntry, ...]:
        """Return the game's events as everybody may see them, with secrets redacted."""
        return redact_secrets(self.table.game.log, self.table.game.timeline)

    def own_choices(self, player: str) -> OwnChoices:
        """Return the sealed choices of a player, for that player alone."""
        return own_choices(self.table.state, player)

    async def fairness(self) -> FairnessView:
        """Return the dice statistics of all games of this table, computed in a thread."""
        return await asyncio.to_thread(lambda: fairness_view(self._rolled.read()))

    def roll_picture(self, roll: str) -> bytes | None:
        """Return the JPEG of a roll of this game; None if there is none."""
        return self.table.roll_picture(roll)

    def perspective(self) -> Perspective | None:
        """Return how the camera sees the board; None while the board is lost."""
        return projector_of(self.table.facts())

    async def picture(self, after: int) -> Picture:
        """Return the newest image with a number above `after`; wait for it if needed."""
        _, picture = await self._pictures.after(after)
        return picture

    async def submit(self, intent: RequestedIntent, *, player: str, key: str) -> Outcome:
        """Submit a request; return whether it was accepted."""
        reason = refused_request(intent, player, self.table.facts())
        if (answer := self._first_answer(key, player, reason, intent)) is not None:
            return answer
        match intent:
            case Begin() | PlayOn():
                return await self._begin(intent)
            case Sign():
                return self.sign(intent.player, player)
            case AskPlayer() | AnswerRequest() | WithdrawRequest():
                return await self._agree(intent, player=player, key=key)
            case RunClock():
                return self._run_clock(intent)
            case _:
                return await self._submit_request(intent, player=player, key=key)

    def _first_answer(
        self, key: str, player: str, reason: Message | None, request: RequestedIntent | None = None
    ) -> Outcome | None:
        """Return the answer that a player's act already got, perhaps before a restart.

        A new act is refused for `reason`, if there is one, else None is returned. A press has no `request`.
        """
        first = next(iter(self.table.game.entries_of(key)), None)
        if first is not None and first.data.get("by") == player and (request is None or is_act_of(request, first)):
            return Accepted(sequence=first.sequence)
        return None if reason is None else self.refuse(reason)

    def _run_clock(self, request: RunClock) -> Outcome:
        self.table.run_clock(request.do, off_s=request.off_s)
        self.report_games()
        self.publish()
        return Accepted()

    async def _submit_request(self, request: GameRequest, *, player: str, key: str) -> Outcome:
        try:
            meant = game_intent(request, by=player, key=key, facts=self.table.facts())
        except MalformedError as refusal:
            return self.refuse(refusal.message)
        return await self.submit_intent(meant)

    async def _agree(self, request: AskPlayer | AnswerRequest | WithdrawRequest, *, player: str, key: str) -> Outcome:
        """Make, answer or withdraw a request of one player to the other."""
        match request:
            case AskPlayer():
                outcome = self._ask(request, player=player, key=key)
            case AnswerRequest():
                outcome = await self._answer(request, player=player)
            case WithdrawRequest():
                outcome = self._withdraw(player)
        self.publish()
        return outcome

    def _ask(self, request: AskPlayer, *, player: str, key: str) -> Outcome:
        facts, now_s = self.table.facts(), self.table.now_s()
        self._expire_requests(facts, now_s)
        try:
            intent = game_intent(request.act, by=player, key=key, facts=facts)
        except MalformedError as refusal:
            return self.refuse(refusal.message)
        if (reason := self.agreements.make(intent, facts, now_s)) is not None:
            return self.refuse(reason)
        self.clear_notice(f"request-{player}")
        return Accepted()

    async def _answer(self, answer: AnswerRequest, *, player: str) -> Outcome:
        """Answer a request; an accepted act is done as its player's, with the name of who agreed."""
        agreements, now_s = self.agreements, self.table.now_s()
        self._expire_requests(self.table.facts(), now_s)
        asked = next((one for one in agreements.hand_overs.open if one.id == answer.request), None)
        if asked is not None:
            return await self._answer_hand_over(asked, answer, player, now_s)
        found = agreements.find(answer.request, player)
        if found is None:
            return self.refuse(Message.of("consent-no-request"))
        if (reason := agreements.may_answer(found, player, now_s)) is not None:
            return self.refuse(reason)
        if answer.answer == "referee":
            agreements.pass_on(found)
            self._tell(found, Message.of("consent-referee", means=found.means))
            return Accepted()
        if answer.answer == "decline":
            agreements.decline(found)
            self._tell(found, Message.of("consent-declined", to=found.asked, means=found.means))
            return Accepted()
        agreements.close(found)
        outcome = await self.submit_intent(in_whose_name(found), agreed="table" if player == game.ANY else player)
        if isinstance(outcome, Accepted):
            self._tell(found, Message.of("consent-accepted", to=found.asked, means=found.means))
        return outcome

    async def _answer_hand_over(self, asked: HandOver, answer: AnswerRequest, player: str, now_s: float) -> Outcome:
        """Answer a device that asks for a seat; every hand-over is in the game's journal, logged and shown."""
        hand_overs = self.agreements.hand_overs
        if answer.answer == "referee" or not hand_overs.may_answer(asked, player, now_s):
            return self.refuse(Message.of("consent-hand-over-not-yours", player=asked.seat))
        by = "table" if player == game.ANY else player
        if answer.answer == "accept":
            if self.table.state.begun:
                noted = game.HandOverSeat(id=f"{asked.id}-{self.table.sequence}", by=player, player=asked.seat)
                outcome = await self.submit_intent(noted, agreed=by)
                if not isinstance(outcome, Accepted):
                    return outcome
            hand_overs.accept(asked, by)
            said = Message.of("consent-handed-over", player=asked.seat, by=by)
        else:
            hand_overs.decline(asked)
            said = Message.of("consent-hand-over-declined", player=asked.seat)
        log.info("seat %s, asked for by another device: %s by %s", asked.seat, answer.answer, by)
        text = ENGLISH.text(said, display_names(self.table.state))
        name = f"hand-over-{asked.seat}"
        self._notices[name] = NoticeView(id=name, severity=Severity.INFO, sentence=text, message=said)
        return Accepted()

    def is_phone_here(self, seat: str) -> bool:
        """Return whether a seat has a phone that was heard in the last 30 seconds."""
        phones = self.agreements.phones
        return seat in phones.seats and not phones.is_gone(seat, self.table.now_s())

    def ask_hand_over(self, seat: str) -> str | None:
        """Ask a seat's phone to hand the seat over; return the ticket of the asking device, None if one is asked."""
        asked = self.agreements.hand_overs.ask(seat, self.table.now_s())
        if asked is None:
            return None
        self.clear_notice(f"hand-over-{seat}")
        log.info("another device asks for the seat %s", seat)
        self.publish()
        return asked.ticket

    def hand_over(self, ticket: str, seat: str) -> HandOverState:
        """Return what became of a ticket for a seat; "accepted" is returned once."""
        hand_overs = self.agreements.hand_overs
        hand_overs.expire(self.table.now_s())
        found = hand_overs.take(ticket, seat)
        if found is None:
            return "declined"
        return "accepted" if found.by else "open"

    def _withdraw(self, player: str) -> Outcome:
        found = next((one for one in self.agreements.open if one.by == player), None)
        if found is None:
            return self.refuse(Message.of("consent-no-request"))
        self.agreements.close(found)
        self._tell(found, Message.of("consent-withdrawn", by=player, means=found.means))
        return Accepted()

    def note_phone(self, seat: str, event: PhoneEvent) -> None:
        """Note that a player's phone connected, disconnected, was heard or gave up its seat."""
        phones, now_s = self.agreements.phones, self.table.now_s()
        match event:
            case "connected":
                phones.opened(seat, now_s)
            case "disconnected":
                phones.closed(seat, now_s)
            case "heard":
                phones.heard(seat, now_s)
            case "unpaired":
                phones.forget(seat)

    async def _begin(self, request: Begin | PlayOn) -> Outcome:
        if isinstance(request, PlayOn):
            reason = await self._in_a_new_game(lambda: self.table.branch(request.game, request.sequence))
        elif self.table.seen is None:
            reason = Message.of("games-no-frame")
        else:
            reason = await self.begin(lambda: self.table.new_game(free=request.free, mission=request.mission))
        return Accepted() if reason is None else self.refuse(reason)

    def refuse(self, reason: Message) -> Refused:
        """Return a refusal with the game's names in its text."""
        return refused(reason, self.table.state)

    async def begin(self, intent: Callable[[], game.SetUp]) -> Message | None:
        """Begin a game with what `intent` returns under the lock; return why none was begun, None if one was.

        Exceptions of `intent` are raised, except those of the referee.
        """
        return await self._in_a_new_game(lambda: self.table.begin(intent()))

    async def _in_a_new_game(self, start: Callable[[], None]) -> Message | None:
        reasons: list[Message] = []

        def begin() -> None:
            try:
                start()
            except RefereeError as refusal:
                reasons.append(refusal_message(refusal))
            except JournalError as fault:
                reasons.append(Message.of("games-not-taken", fault=fault))
                raise

        await self.run_exclusive(begin)
        self.publish()
        return reasons[0] if reasons else None

    def sign(self, signer: str, by: str) -> Outcome:
        """Sign the result for a player; return whether the signature was accepted."""
        fault = self.table.sign(signer, by)
        self.publish()
        return Accepted() if fault is None else self.refuse(fault)

    async def press(self, button: Button, *, player: str = game.ANY, key: str) -> Outcome:
        """Return whether a press of a button, on the panel or on a player's phone, was accepted."""
        reason = refused_press(button, player, self.table.facts())
        if (answer := self._first_answer(key, player, reason)) is not None:
            return answer
        match button:
            case Button.MEASURE:
                return await self._measure()
            case Button.UNDO:
                return await self._take_back(key, player)
            case Button.REDO:
                return await self.submit_intent(game.Redo(id=key, by=player))
            case Button.CHALLENGE:
                return await self.submit_intent(game.Challenge(id=key, by=player))
            case _:
                return await self._choose(button, key, player)

    async def _measure(self) -> Outcome:
        async with self.lock:
            said = await asyncio.to_thread(self.table.measure)
        self.publish()
        return Accepted() if said else self.refuse(Message.of("games-nobody-active"))

    async def _take_back(self, key: str, player: str) -> Outcome:
        """Remove the last die entered or option picked; if there is none, undo the last intent."""
        facts = self.table.facts()
        may = not refused_press(Button.BACK, player, facts)
        if may and self._chooser.take_out(facts, self._offers.at(facts.sequence)):
            return Accepted()
        return await self.submit_intent(game.Undo(id=key, by=player))

    async def _choose(self, button: Button, key: str, player: str) -> Outcome:
        pressed_s = self.table.now_s()
        await self.wait_for_actions()
        async with self.lock:
            facts = self.table.facts()
            menu = self._chooser.menu(facts, self._offers.at(facts.sequence))
            reason = refused_press(button, player, facts)
        if reason is not None:
            return self.refuse(reason)
        return await self._chooser.press(button, menu, by=player, key=key, pressed_s=pressed_s)

    async def submit_intent(self, intent: game.Intent, *, agreed: str = "") -> Outcome:
        """Submit an intent of the game, on disk before it is shown; return whether it was accepted.

        `agreed` is who accepted the author's request for it; without it the intent is refused if somebody is to be
        asked.
        """
        try:
            async with self.lock:
                if agreed:
                    intent = intent.model_copy(update={"agreed": agreed})
                elif (reason := self._refused_step(intent)) is not None:
                    log.debug("refused: %s by %s: %s", intent.kind, intent.by, reason.code)
                    return self.refuse(reason)
                events = await asyncio.to_thread(self.table.submit, intent)
        except RefereeError as refusal:
            reason = refusal_reason(intent, refusal, self.table.facts())
            log.debug("refused: %s by %s: %s", intent.kind, intent.by, reason.code)
            return self.refuse(reason)
        except JournalError as fault:
            self.report_health("journal", HealthState.TROUBLE, fault.message)
            self.publish()
            return self.refuse(Message.of("games-not-taken", fault=fault))
        self.report_health("journal", HealthState.OK, Message.of("health-journal-ok"))
        self.publish()
        return Accepted(sequence=_sequence(events))

    def _refused_step(self, intent: game.Intent) -> Message | None:
        return refused_step(intent, self.table.facts(), self.agreements.phones.seats)

    async def checkpoint(self) -> None:
        """Move the events of the open game into its main file, and report problems with the games on disk."""
        await self.run_exclusive(self.table.games.checkpoint)
        self.report_games()

    def report_games(self) -> None:
        """Report problems with the games on disk."""
        trouble = self.table.trouble
        if trouble:
            self.report_health(GAMES, HealthState.LOST, trouble)
        else:
            self.clear_health(GAMES)

    async def take(self, seen: SeenTable) -> Exception | None:
        """Take in a frame; return the fault that kept it from being judged, None if there was none.

        Such a frame changes nothing. Its fault is logged once, and shown until a frame is judged again.
        """
        judged: list[bool] = []
        try:
            await self.run_exclusive(lambda: judged.append(self.table.take_frame(seen)))
        except Exception as fault:  # no frame may stop vision: the next one is judged as usual
            self.report_health("judging", HealthState.TROUBLE, self._unjudged.take(fault, self.table, seen))
            return fault
        if any(judged):
            self.clear_health("judging")
        return None

    async def run_exclusive(self, act: Callable[[], object]) -> None:
        """Change the table in a thread, under the lock; a disk failure is reported, not raised.

        After a failure, the journal is reported as OK only once it has stored something.
        """
        before = self.table.sequence
        try:
            async with self.lock:
                await asyncio.to_thread(act)
        except JournalError as fault:
            self.report_health("journal", HealthState.TROUBLE, fault.message)
        else:
            if "journal" not in self._health or self.table.sequence != before:
                self.report_health("journal", HealthState.OK, Message.of("health-journal-ok"))


def _sequence(events: tuple[JournalEntry, ...]) -> int | None:
    return events[0].sequence if events else None

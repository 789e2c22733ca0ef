"""Publisher of a dice tray without a table: its rolls by HTTP, server-sent events and MQTT, and a page of them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np
from fastapi import FastAPI, Header, HTTPException, Response
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import FileResponse
from pydantic import Field
from sse_starlette.event import ServerSentEvent

from hardware.async_bridge import LatestValueChannel
from hardware.cameras.camera import Camera
from hardware.cameras.supervisor import CameraReport, Supervisor
from messages.message import Message
from overlook.app.tray import GIVES, UNREAD
from overlook.console import NewFaults, log
from overlook.simulated.demonstration import BODIES, throw
from overlook.table.recordings.dice_log import RolledDice, fairness_view
from simulation.cameras.tray_camera import SimulatedTrayCamera
from vision.dice.acceptance import ReadDie, RollReading
from vision.dice.tray import Tray
from vision.dice.tray_tracker import TrayPhase, TrayReading, TrayRoll, TrayTracker
from vision.frame import Frame
from web.contract.base import View
from web.contract.table.recordings import FairnessView
from web.pages.dice_report import dice_section, fairness_router
from web.server.live import SseResponse
from web.server.responses import answer_problems, html_response, html_text, render_page
from web.server.server import Server

if TYPE_CHECKING:
    from paho.mqtt import client as mqtt
    from paho.mqtt.reasoncodes import ReasonCode

    from venue.mqtt import Broker

KEPT_ROLLS = 200
SHOWN_ROLLS = 20
MOST_QUEUED = 1000
"""Rolls that wait for a broker; the queue keeps the oldest."""

BEAT_S = 5.0
STALL_S = 10.0
STATIC = Path(__file__).resolve().parents[2] / "web" / "static"
FILES = ("shared/plain.css", "shared/icon.svg", "tray/rolls.js")
CLOSED = Message.of("tray-publish-closed")
DICE = Message.of("tray-publish-dice")
HEADS = ("tray-publish-number", "tray-publish-time", "tray-publish-dice", "tray-publish-sum")


class PublishedDie(View):
    """A die of a roll: its value, None if it is cocked, and whether it lay there in the roll before.

    `doubt` is the reason why the value is not certain, as in `overlook dice --json`.
    """

    value: Annotated[int, Field(ge=1, le=6)] | None
    confidence: float
    box_px: tuple[int, int, int, int]
    player: str | None = None
    doubt: str | None = None
    kept: bool = False


class PublishedRoll(View):
    """A roll at rest: `call` is "read" if every die is certain, "unsure" with a reason otherwise.

    `sum` is the sum of all dice, None unless the roll is read; `sums` is the same for each player whose dice are known
    by colour. A roll that is read again with another result has the same `number` and a greater `revision`.
    """

    version: int = 1
    number: int
    revision: int
    at: datetime
    call: str
    dice: tuple[PublishedDie, ...]
    sum: int | None
    sums: dict[str, int] = Field(default_factory=dict)
    why: str | None = None
    message: Message | None = None


class TrayStateView(View):
    """The tray: "empty", "rolling", "hand" or "settled", and the reason if it cannot be seen."""

    phase: str
    fault: str | None = None
    message: Message | None = None


class RollsView(View):
    """The last rolls, newest first."""

    version: int = 1
    run: str
    tray: TrayStateView
    rolls: tuple[PublishedRoll, ...]


@dataclass
class RollFeed:
    """The last rolls of a tray and its state; used in the event loop only."""

    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    run: str = field(default_factory=lambda: secrets.token_hex(4))
    rolls: deque[PublishedRoll] = field(default_factory=lambda: deque(maxlen=KEPT_ROLLS))
    state: TrayStateView = field(default_factory=lambda: TrayStateView(phase=TrayPhase.EMPTY.value))
    _revision: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _thrown: dict[int, tuple[RolledDice, ...]] = field(default_factory=dict)
    _fresh: tuple[bool, ...] = ()
    """Dice in the tray: true for each that was thrown in the last roll."""
    _some_gone: bool = False

    def take(self, told: TrayReading) -> PublishedRoll | None:
        """Store the result of a frame, and return the roll if there is a new or corrected one.

        Dice that are only taken out are no roll. Dice that are read again and differ correct the last roll, unless some
        of it was taken out.
        """
        fault = told.fault
        state = TrayStateView(phase=told.phase.value, fault=None if fault is None else str(fault), message=fault)
        news = state.fault != self.state.fault
        self.state = state
        shown = None if told.roll is None else self._rolled(told.roll)
        if news or shown is not None:
            changed, self._changed = self._changed, asyncio.Event()
            changed.set()
        return shown

    def _rolled(self, roll: TrayRoll) -> PublishedRoll | None:
        dice, kept = roll.reading.dice, roll.kept
        if not dice:
            return None
        if kept.thrown:
            self._fresh, self._some_gone = tuple(k in kept.thrown for k in range(len(dice))), False
        else:
            before = {now: self._fresh[old] for old, now in kept.pairs if old < len(self._fresh)}
            self._fresh = tuple(before.get(k, False) for k in range(len(dice)))
            self._some_gone = self._some_gone or bool(kept.gone)
        again = not kept.thrown
        if again and (self._some_gone or not self.rolls):
            return None
        number = self.rolls[-1].number + (not again) if self.rolls else 1
        self._revision += 1
        at = self.rolls.pop().at if again else self.clock()
        shown = published(roll.reading, self._fresh, number, self._revision, at)
        self.rolls.append(shown)
        self._thrown[number] = _counted(shown)
        return shown

    def view(self) -> RollsView:
        """Return the last rolls, newest first."""
        return RollsView(run=self.run, tray=self.state, rolls=tuple(reversed(self.rolls)))

    def fairness(self) -> FairnessView:
        """Return the fairness of all dice thrown in this run, by player."""
        return fairness_view([each for rolls in self._thrown.values() for each in rolls])

    async def events(self, last_event_id: str | None) -> AsyncIterator[tuple[PublishedRoll | None, TrayStateView]]:
        """Yield each roll from the newest one on, or each after `last_event_id`; None if only the tray's fault changed.

        For a viewer of another run, these are all rolls of this run that are kept.
        """
        run, _, seen = (last_event_id or "").partition(".")
        after = 0
        if last_event_id is None:
            after = self._revision - 1
        elif run == self.run and seen.isascii() and seen.isdigit():
            after = int(seen)
        fault = None
        while True:
            changed = self._changed
            for roll in [each for each in self.rolls if each.revision > after]:
                after = max(after, roll.revision)
                yield roll, self.state
            if self.state.fault != fault:
                fault = self.state.fault
                yield None, self.state
            await changed.wait()

    def event_id(self, roll: PublishedRoll) -> str:
        """Return the id of a roll's event."""
        return f"{self.run}.{roll.revision}"


def _counted(roll: PublishedRoll) -> tuple[RolledDice, ...]:
    """Return the certain dice that were thrown in a roll, by player."""
    evening = roll.at.astimezone().date()
    rolled = []
    for player in dict.fromkeys(die.player for die in roll.dice):
        thrown = (die for die in roll.dice if die.player == player and die.doubt is None and not die.kept)
        faces = tuple(die.value for die in thrown if die.value is not None)
        rolled += [RolledDice(player or str(DICE), evening, faces, seen=True)] if faces else []
    return tuple(rolled)


def published(reading: RollReading, fresh: Sequence[bool], number: int, revision: int, at: datetime) -> PublishedRoll:
    """Return a roll as it is published; `fresh` is whether each die was thrown in it."""
    dice = tuple(_die(die, kept=not thrown) for die, thrown in zip(reading.dice, fresh, strict=True))
    read = reading.call == "read"
    players = dict.fromkeys(die.owner for die in reading.dice if die.owner is not None)
    return PublishedRoll(
        number=number,
        revision=revision,
        at=at,
        call=reading.call,
        dice=dice,
        sum=sum(reading.values) if read else None,
        sums={each: sum(die.value or 0 for die in dice if die.player == each) for each in players} if read else {},
        why=None if reading.why is None else str(reading.why),
        message=reading.why,
    )


def _die(die: ReadDie, *, kept: bool) -> PublishedDie:
    return PublishedDie(
        value=die.value,
        confidence=round(die.confidence, 4),
        box_px=die.seen.box_px,
        player=die.owner,
        doubt=None if die.doubt is None else die.doubt.value,
        kept=kept,
    )


class RollSink(Protocol):
    """Another receiver of rolls, besides HTTP."""

    def start(self) -> None:
        """Start connecting; does not wait."""

    def send(self, roll: PublishedRoll) -> None:
        """Send a roll, or keep it until the receiver can be reached."""

    def close(self) -> None:
        """Send what can be sent, and stop."""


class MqttSink:
    """Publishes rolls to an MQTT broker, which may be away: rolls wait until it is back.

    Topics below `topic`: `roll`, the newest roll, retained; `online`, retained, "true" while this program is connected.
    `report(connected, message)` is called in the client's thread whenever the connection begins or ends.
    """

    def __init__(self, broker: Broker, topic: str, report: Callable[[bool, Message], None]) -> None:
        from paho.mqtt import client as mqtt
        from paho.mqtt.enums import CallbackAPIVersion

        from venue.mqtt import set_credentials

        self._broker, self._topic, self._report = broker, topic, report
        self._connected: bool | None = None
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=f"overlook-tray-{secrets.token_hex(4)}", protocol=mqtt.MQTTv311
        )
        set_credentials(self._client, broker)
        self._client.will_set(f"{topic}/online", b"false", qos=1, retain=True)
        self._client.reconnect_delay_set(min_delay=1, max_delay=10)
        self._client.max_queued_messages_set(MOST_QUEUED)
        self._client.on_connect = self._on_connect
        self._client.on_connect_fail = lambda *_: self._tell(connected=False)
        self._client.on_disconnect = lambda *_: self._tell(connected=False)

    def start(self) -> None:
        """Start connecting; paho tries again for as long as the broker is away."""
        self._client.connect_async(self._broker.host, self._broker.port, keepalive=10)
        self._client.loop_start()

    def send(self, roll: PublishedRoll) -> None:
        """Publish a roll with QoS 1."""
        self._client.publish(f"{self._topic}/roll", roll.model_dump_json().encode(), qos=1, retain=True)

    def close(self) -> None:
        """Publish that the tray is offline, and disconnect."""
        if self._client.is_connected():
            leaving = self._client.publish(f"{self._topic}/online", b"false", qos=1, retain=True)
            with contextlib.suppress(ValueError, RuntimeError):
                leaving.wait_for_publish(2)
        self._connected = None
        self._client.on_disconnect = None
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(
        self, client: mqtt.Client, _data: object, _flags: object, reason: ReasonCode, _properties: object
    ) -> None:
        if reason.is_failure:
            self._report(False, Message.of("hall-refused", host=self._broker.host, reason=str(reason)))
            return
        client.publish(f"{self._topic}/online", b"true", qos=1, retain=True)
        self._tell(connected=True)

    def _tell(self, *, connected: bool) -> None:
        if connected == self._connected:
            return
        self._connected = connected
        where = f"{self._broker.host}:{self._broker.port}"
        code = "tray-publish-broker" if connected else "tray-publish-broker-away"
        self._report(connected, Message.of(code, broker=where))


class TrayPublisher:
    """Reads a tray's camera and publishes each roll, until cancelled; no frame and no receiver can stop it."""

    def __init__(self, camera: Camera, tray: Tray, sinks: Sequence[RollSink] = ()) -> None:
        self.camera, self._sinks = camera, tuple(sinks)
        self.feed = RollFeed()
        self._tracker = TrayTracker(tray)
        self._faults = NewFaults()

    async def run(self) -> None:
        """Read frames until cancelled; the camera is reopened whenever it is lost."""
        news: LatestValueChannel[Frame | CameraReport] = LatestValueChannel()
        supervisor = Supervisor(self.camera, news.put, news.put)
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1, thread_name_prefix="tray") as thread:
            for sink in self._sinks:
                sink.start()
            supervisor.start()
            try:
                async for each in news:
                    if isinstance(each, Frame):
                        self._tell(await loop.run_in_executor(thread, self._observed, each))
                    elif each.state not in GIVES:
                        self._tell(self._tracker.lost())
            finally:
                await asyncio.to_thread(supervisor.stop)
                for sink in self._sinks:
                    await asyncio.to_thread(sink.close)

    def _observed(self, frame: Frame) -> TrayReading:
        try:
            return self._tracker.observe(frame)
        except Exception as fault:  # no frame may stop the tray: the next one is read
            if self._faults.is_new(fault):
                log.error("tray image failed", exc_info=fault)
            return self._tracker.blind(UNREAD)

    def _tell(self, told: TrayReading) -> None:
        roll = self.feed.take(told)
        if roll is not None:
            for sink in self._sinks:
                sink.send(roll)


THROWN_EVERY_S = 6.0


async def throw_now_and_then(camera: SimulatedTrayCamera, every_s: float = THROWN_EVERY_S) -> None:
    """Throw one to six dice into a simulated tray every few seconds, until cancelled."""
    rng = np.random.default_rng()
    while True:
        await asyncio.sleep(every_s)
        values = [int(value) for value in rng.integers(1, 7, int(rng.integers(1, 7)))]
        throw(camera, [(str(rng.choice(list(BODIES))), values)])
        log.debug("simulated throw: %s", values)


async def publish_tray(publisher: TrayPublisher, listening: socket.socket) -> None:
    """Publish a tray and serve its page until Ctrl-C; a simulated tray gets dice now and then."""
    camera = publisher.camera
    work = [publisher.run(), *([throw_now_and_then(camera)] if isinstance(camera, SimulatedTrayCamera) else [])]
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        await Server(publisher_app(publisher.feed)).serve(sockets=[listening])
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def publisher_app(feed: RollFeed) -> FastAPI:
    """Return the application of a published tray.

    Pages of any origin may read it: rolls are no secret, and there is nothing to change here.
    """
    app = FastAPI(title="Overlook dice tray", version="1", docs_url=None, redoc_url=None)
    app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["GET"])
    answer_problems(app)
    _routes(app, feed)
    app.include_router(fairness_router(lambda: _fairness(feed)))
    for name in FILES:
        app.get(f"/static/{name}", include_in_schema=False)(_file(STATIC / name))
    return app


def _routes(app: FastAPI, feed: RollFeed) -> None:
    @app.get("/api/rolls")
    async def rolls() -> RollsView:
        """The last rolls, newest first, and the state of the tray."""
        return feed.view()

    @app.get("/api/rolls/last")
    async def last() -> PublishedRoll:
        """The newest roll."""
        if not feed.rolls:
            raise HTTPException(404)
        return feed.rolls[-1]

    @app.get("/api/live")
    async def live(last_event_id: Annotated[str | None, Header()] = None) -> SseResponse:
        """Server-sent events: `roll`, from the newest one or from `Last-Event-ID` on, and `tray` with a fault."""
        return SseResponse(
            _events(feed, last_event_id),
            sep="\n",
            ping=round(BEAT_S),
            ping_message_factory=lambda: ServerSentEvent(event="beat", data="", sep="\n"),
            send_timeout=STALL_S,
        )

    @app.get("/", response_class=Response, include_in_schema=False)
    async def page() -> Response:
        closed = f'<p id="link" role="status" hidden>{html_text(CLOSED)}</p>'
        title = Message.of("tray-publish-title")
        body = f'<header><h1>{html_text(title)}</h1>{closed}</header><div id="rolls">{rolls_html(feed)}</div>'
        return html_response(render_page(str(title), body, script="/static/tray/rolls.js"))

    @app.get("/rolls", response_class=Response, include_in_schema=False)
    async def part() -> Response:
        return html_response(rolls_html(feed))


async def _events(feed: RollFeed, last_event_id: str | None) -> AsyncIterator[bytes]:
    yield b"retry: 1000\n\n"
    async for roll, state in feed.events(last_event_id):
        sent = (
            ServerSentEvent(state.model_dump_json(), event="tray", sep="\n")
            if roll is None
            else ServerSentEvent(roll.model_dump_json(), event="roll", id=feed.event_id(roll), sep="\n")
        )
        yield sent.encode()


async def _fairness(feed: RollFeed) -> FairnessView:
    return await asyncio.to_thread(feed.fairness)


def _file(path: Path) -> Callable[[], FileResponse]:
    return lambda: FileResponse(path, headers={"Cache-Control": "no-cache"})


def rolls_html(feed: RollFeed) -> str:
    """Return the part of the page that changes: the tray's fault, the last rolls with their sums, and the fairness."""
    fault = "" if feed.state.fault is None else f'<p role="alert">{escape(feed.state.fault)}</p>'
    heads = "".join(f"<th>{html_text(Message.of(code))}</th>" for code in HEADS)
    rows = "".join(map(_row, list(reversed(feed.rolls))[:SHOWN_ROLLS]))
    none = "" if rows else f"<p>{html_text(Message.of('tray-publish-none'))}</p>"
    fair = "".join(dice_section(player) for player in feed.fairness().players)
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>" if rows else none
    return f"{fault}<section>{table}</section>{fair}"


def _row(roll: PublishedRoll) -> str:
    shown = " ".join(f"{die.value or '/'}{'' if die.doubt is None else '?'}" for die in roll.dice)
    last = str(roll.sum) if roll.sum is not None else escape(roll.why or "")
    by_player = (
        " · ".join(f"{escape(player)} {total}" for player, total in roll.sums.items()) if len(roll.sums) > 1 else ""
    )
    cells = (str(roll.number), roll.at.astimezone().strftime("%H:%M:%S"), shown, f"{last} {by_player}".strip())
    return f'<tr data-call="{roll.call}">{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'

"""MQTT client of the hub: stores messages in batches, updates viewers, and announces tables to Home Assistant.

The announcement is a device discovery message (Home Assistant 2024.11 and later): one retained message per device.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from messages.message import Message as CodedMessage
from venue.errors import VenueError
from venue.hub.store import Kept, ReceivedBatch, Store
from venue.hub.table_leases import BEAT_S, TableLeases
from venue.mqtt import WAIT_S, Broker, ClientIdConflictDetector, find_link_fault, set_credentials
from venue.protocol import (
    Ack,
    Assigned,
    GameMessage,
    JudgeAnswer,
    MessageKind,
    Presence,
    TableState,
    Topic,
    of_all_tables,
    read_message,
    read_topic,
)

PREFIX = "homeassistant"

_SENSORS = {
    "phase": ("Phase", "{{ value_json.phase }}", "mdi:flag-outline"),
    "turning_point": ("Turning point", "{{ value_json.turning_point }}", "mdi:counter"),
    "p1": ("Points of player 1", "{{ value_json.sides[0].vp if value_json.sides else 0 }}", "mdi:numeric-1-box"),
    "p2": ("Points of player 2", "{{ value_json.sides[1].vp if value_json.sides else 0 }}", "mdi:numeric-2-box"),
}
_TRUE_OF_STATE = {
    "ended": ("Game ended", "{{ value_json.ended }}", None),
    "trouble": ("Trouble", "{{ value_json.trouble | length > 0 }}", "problem"),
}


def discovery(table: str) -> tuple[str, bytes]:
    """Return topic and payload of a table's discovery message; its sensors read the table's own topics."""
    name = f"overlook_{table}"
    state = str(Topic(table, MessageKind.STATE))
    parts: dict[str, dict[str, Any]] = {
        key: {
            "platform": "sensor",
            "unique_id": f"{name}_{key}",
            "name": title,
            "icon": icon,
            "state_topic": state,
            "value_template": template,
        }
        for key, (title, template, icon) in _SENSORS.items()
    }
    for key, (title, template, kind) in _TRUE_OF_STATE.items():
        parts[key] = {
            "platform": "binary_sensor",
            "unique_id": f"{name}_{key}",
            "name": title,
            "state_topic": state,
            "value_template": template,
            "payload_on": "True",
            "payload_off": "False",
            **({"device_class": kind} if kind is not None else {}),
        }
    document = {
        "device": {"identifiers": [name], "name": f"Overlook {table}", "manufacturer": "Overlook"},
        "origin": {"name": "Overlook"},
        "components": parts,
        "availability_topic": str(Topic(table, MessageKind.PRESENCE)),
        "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
    }
    return f"{PREFIX}/device/{name}/config", json.dumps(document).encode()


EVERY_S = 5.0
"""Shortest interval in seconds between two stored states of a table. The broker retains the newest one as well."""

PAUSE_S = 0.2
MOST = 64
"""States stored in one transaction, after a pause of `PAUSE_S`, so that events do not wait long for the database."""


class StateBuffer:
    """Newest states of tables that are not stored yet; used by the storing thread only.

    `keep` stores states by table in one transaction, `drop` is called for a state that cannot be stored at all.
    """

    def __init__(self, keep: Callable[[dict[str, TableState]], object], drop: Callable[[str, Exception], None]) -> None:
        self._keep = keep
        self._drop = drop
        self._new: dict[str, TableState] = {}
        self._due_s: dict[str, float] = {}
        self._after_s = 0.0

    def __len__(self) -> int:
        """Number of tables with a state that is not stored yet."""
        return len(self._new)

    def take(self, table: str, state: TableState) -> None:
        """Note a table's newest state."""
        self._new[table] = state

    def flush_due(self) -> None:
        """Store the states that are due. Raises `VenueError` if the database fails; they are tried again later."""
        now_s = time.monotonic()
        if self._new and now_s >= self._after_s:
            self._after_s = now_s + PAUSE_S
            self._write([table for table in self._new if now_s >= self._due_s.get(table, 0.0)][:MOST])

    def keep_all(self) -> None:
        """Store all states. Raises `VenueError` if the database fails."""
        self._write(list(self._new))

    def _write(self, tables: list[str]) -> None:
        if not tables:
            return
        try:
            self._keep({table: self._new[table] for table in tables})
        except VenueError:
            raise
        except Exception as fault:  # one table's bad state must not affect the others
            if len(tables) > 1:
                for table in tables:
                    self._write([table])
                return
            self._drop(tables[0], fault)
        for table in tables:
            del self._new[table]
            self._due_s[table] = time.monotonic() + EVERY_S


MOST_WAITING = 20_000
BATCH = 256
GATHER_S = 0.02
"""Seconds to wait for further messages, which are then stored in one transaction."""

RETRY_S = 1.0
"""Seconds after a failure until states are stored again; tables send unacknowledged events again themselves."""

Message = Presence | TableState | GameMessage


@dataclass(frozen=True, slots=True)
class TableUpdate:
    """A message of a table, stored or about to be."""

    table: str
    message: Message


class MqttIngest:
    """Subscribes to every table; one thread stores messages in order, and passes new ones to `tell`.

    States are passed on at once, in the client's thread, and stored from time to time. `assigned` returns each table's
    assignment, published again on every connection to the broker; `answers` the same for calls for a judge, None if
    this hub does not answer calls. With `writers` several hubs share the database: messages of another hub's tables are
    passed on but not stored. `report` is called with a sentence about the connection and about invalid messages.
    `introduce` announces each table to Home Assistant. The default `client_id` is random, because a client that knew it
    could displace this one.
    """

    def __init__(
        self,
        broker: Broker,
        store: Store,
        tell: Callable[[TableUpdate], None],
        report: Callable[[bool, CodedMessage], None],
        *,
        client_id: str | None = None,
        assigned: Callable[[], Mapping[str, Assigned]] = dict,
        answers: Callable[[], Mapping[str, JudgeAnswer]] | None = None,
        writers: TableLeases | None = None,
        introduce: bool = False,
    ) -> None:
        self._introduce = introduce
        self._introduced: set[str] = set()
        self._broker = broker
        self._store = store
        self._tell = tell
        self._report = report
        self._assigned = assigned
        self._answers = answers
        self._writers = writers
        self._beat_due_s = 0.0
        self._states = StateBuffer(lambda states: store.keep(ReceivedBatch(states=states)), self._dropped_state)
        self._trouble: CodedMessage | None = None
        self._told: dict[str, tuple[str, int]] = {}
        self._contention = ClientIdConflictDetector()
        self._heard: queue.Queue[tuple[str, Message] | None] = queue.Queue(MOST_WAITING)
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=client_id or _unguessed(), protocol=mqtt.MQTTv5
        )
        set_credentials(self._client, broker)
        self._client.reconnect_delay_set(min_delay=1, max_delay=10)
        self._client.on_connect = self._on_connect
        self._client.on_connect_fail = self._on_connect_fail
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.on_publish = self._on_publish
        self._refused = False
        self._linked = False
        self._fault: CodedMessage | None = None
        self._keeper = threading.Thread(target=self._keep_all, name="hub keeper", daemon=True)

    def start(self) -> None:
        """Start listening; the broker may be started later."""
        self._client.connect_async(self._broker.host, self._broker.port, keepalive=10)
        self._client.loop_start()
        self._keeper.start()

    @property
    def ended(self) -> bool:
        """Whether the storing thread has died, so that nothing is stored any more."""
        return self._keeper.ident is not None and not self._keeper.is_alive()

    def close(self) -> None:
        """Store what was received, and stop."""
        self._client.disconnect()
        self._client.loop_stop()
        self._heard.put(None)
        if self._keeper.is_alive():
            self._keeper.join(10)
        if self._writers is not None:
            self._writers.leave()

    def _on_connect(
        self, client: mqtt.Client, _data: object, _flags: object, reason: ReasonCode, _properties: object
    ) -> None:
        if reason.is_failure:
            self._failed(CodedMessage.of("hub-refused", host=self._broker.host, reason=str(reason)))
            return
        self._linked, self._fault = True, None
        self._contention.came()
        self._introduced = set()
        client.reconnect_delay_set(min_delay=1, max_delay=10)
        client.subscribe(
            [(of_all_tables(what), 1) for what in (MessageKind.PRESENCE, MessageKind.STATE, MessageKind.SAID)]
        )
        for table, have in self._store.acknowledged(self._writers.mine if self._writers is not None else None):
            self._say(table, have)
        for table, assigned in self._assigned().items():
            self.assign(table, assigned)
        for table, answer in self._answers().items() if self._answers is not None else ():
            self.answer(table, answer)
        self._report(True, CodedMessage.of("hub-connected", host=self._broker.host))

    def _on_disconnect(
        self, client: mqtt.Client, _data: object, _flags: object, reason: ReasonCode, _properties: object
    ) -> None:
        if self._contention.lost(reason):
            client.reconnect_delay_set(min_delay=WAIT_S, max_delay=WAIT_S)
            self._report(False, CodedMessage.of("hub-client-twice", host=self._broker.host))
            return
        if self._linked:
            self._failed(CodedMessage.of("hub-disconnected", host=self._broker.host))
        self._linked = False

    def _on_connect_fail(self, _client: mqtt.Client, _data: object) -> None:
        """Report why the broker cannot be reached; the client's library does not pass the cause on."""
        self._contention.refused()
        fault = find_link_fault(self._broker)
        if fault is not None:
            self._failed(CodedMessage.of("hub-broker-fault", fault=fault))

    def _failed(self, fault: CodedMessage) -> None:
        """Report a fault of the connection, once until it changes."""
        if fault != self._fault:
            self._fault = fault
            self._report(False, fault)

    @property
    def fault(self) -> CodedMessage | None:
        """Why the broker is not connected, None while it is or before the first try."""
        return self._fault

    def _on_publish(
        self, _client: mqtt.Client, _data: object, _mid: int, reason: ReasonCode, _properties: object
    ) -> None:
        if reason.is_failure and not self._refused:
            self._refused = True
            self._report(False, CodedMessage.of("hub-acl-incomplete", host=self._broker.host, reason=str(reason)))

    def _on_message(self, _client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        kinds: dict[MessageKind, type[Presence | TableState | GameMessage]] = {
            MessageKind.PRESENCE: Presence,
            MessageKind.STATE: TableState,
            MessageKind.SAID: GameMessage,
        }
        try:
            topic = read_topic(message.topic)
            if not message.payload or topic.what not in kinds:
                return
            heard = read_message(kinds[topic.what], bytes(message.payload), message.topic)
        except VenueError as fault:
            self._report(True, fault.message)
            return
        if self._introduce and topic.table not in self._introduced:
            self._introduced.add(topic.table)
            self._client.publish(*discovery(topic.table), qos=1, retain=True)
        if isinstance(heard, TableState):
            # Viewers need not wait until the database has stored earlier messages.
            self._tell(TableUpdate(topic.table, heard))
        try:
            self._heard.put_nowait((topic.table, heard))
        except queue.Full:
            self._report(True, CodedMessage.of("hub-overloaded"))

    def _keep_all(self) -> None:
        try:
            self._keep_until_told()
        except BaseException as fault:
            self._report(False, CodedMessage.of("hub-storing-ended", fault=repr(fault)))
            raise

    def _keep_until_told(self) -> None:
        """Store messages until closed.

        After a failure of the database, tables send their events again, and everything else is retried.
        """
        left: list[tuple[str, Message]] = []
        ended = False
        while not ended:
            batch, ended = self._batch(RETRY_S if left or self._states or self._writers is not None else None)
            try:
                self._renew_leases()
                self._store_one_by_one([*left, *batch])
                left = []
                self._states.keep_all() if ended else self._states.flush_due()
            except VenueError as fault:
                self._report(False, fault.message)
                left = [heard for heard in (*left, *batch) if not isinstance(heard[1], GameMessage)][-BATCH:]

    def _renew_leases(self) -> None:
        """Update this hub's heartbeat, and send acknowledgements to the tables it takes over."""
        if self._writers is None or time.monotonic() < self._beat_due_s:
            return
        self._beat_due_s = time.monotonic() + BEAT_S
        turn = self._writers.renew()
        if turn.trouble != self._trouble:
            self._trouble = turn.trouble
            again = CodedMessage.of("hub-writes-again", hub=self._writers.name)
            self._report(turn.trouble is None, turn.trouble or again)
        if turn.taken:
            self._report(True, CodedMessage.of("hub-tables-taken", count=len(turn.taken)))
            for table, have in self._store.acknowledged(turn.taken):
                self._say(table, have)

    def _store_one_by_one(self, batch: list[tuple[str, Message]]) -> None:
        """Store a batch; if a message cannot be stored at all, store the others and report its table."""
        try:
            self._keep(batch)
        except VenueError:
            raise
        except Exception:  # one table's bad message must not affect the others
            for one in batch:
                try:
                    self._keep([one])
                except VenueError:
                    raise
                except Exception as fault:  # only this message is lost
                    self._dropped(one[0], type(one[1]).__name__, fault)

    def _dropped_state(self, table: str, fault: Exception) -> None:
        self._dropped(table, TableState.__name__, fault)

    def _dropped(self, table: str, what: str, fault: Exception) -> None:
        self._report(True, CodedMessage.of("hub-message-dropped", table=table, kind=what, fault=fault))

    def _batch(self, wait_s: float | None) -> tuple[list[tuple[str, Message]], bool]:
        """Return received messages, after up to `wait_s` seconds for the first, and whether the listener is closing."""
        batch: list[tuple[str, Message]] = []
        with contextlib.suppress(queue.Empty):
            while len(batch) < BATCH:
                one = self._heard.get_nowait() if batch else self._heard.get(timeout=wait_s)
                if one is None:
                    return batch, True
                if not batch:
                    time.sleep(GATHER_S)
                batch.append(one)
        return batch, False

    def _keep(self, batch: list[tuple[str, Message]]) -> None:
        tables = {table for table, _ in batch}
        mine = tables if self._writers is None else self._writers.written(tables)
        heard, others = ReceivedBatch(), list[tuple[str, Message]]()
        for table, message in batch:
            if isinstance(message, TableState):
                if table in mine:
                    self._states.take(table, message)
            elif table not in mine:
                others.append((table, message))
            elif isinstance(message, GameMessage):
                heard.said.append((table, message))
            else:
                heard.presence[table] = message
        kept = self._kept(heard)
        for table, have in kept.reached:
            self._say(table, have)
        news: list[tuple[str, Message]] = [*heard.presence.items(), *kept.new]
        for table, message in (*news, *(one for one in others if self._is_new(*one))):
            self._tell(TableUpdate(table, message))

    def _kept(self, heard: ReceivedBatch) -> Kept:
        if not heard.said and not heard.presence:
            return Kept([], [])
        return self._store.keep(heard) if self._writers is None else self._store.keep(heard, self._writers.fence)

    def _is_new(self, table: str, message: Message) -> bool:
        """Whether a message of another hub's table is new: tables repeat messages until that hub acknowledges them."""
        if not isinstance(message, GameMessage):
            return True
        stream, number = self._told.get(table, ("", 0))
        if stream == message.stream and message.number <= number:
            return False
        self._told[table] = (message.stream, message.number)
        return True

    def assign(self, table: str, assigned: Assigned | None) -> None:
        """Publish a table's assignment, None for none; it is repeated when a lost broker is back."""
        payload = assigned.to_bytes() if assigned is not None else b""
        self._client.publish(str(Topic(table, MessageKind.ASSIGNED)), payload, qos=1, retain=True)

    def answer(self, table: str, answer: JudgeAnswer) -> None:
        """Publish the answer to a table's call for a judge."""
        self._client.publish(str(Topic(table, MessageKind.JUDGE)), answer.to_bytes(), qos=1, retain=True)

    def _say(self, table: str, have: Ack) -> None:
        if self._answers is not None:
            have = have.model_copy(update={"judge": True})
        self._client.publish(str(Topic(table, MessageKind.HAVE)), have.to_bytes(), qos=1, retain=True)


def _unguessed() -> str:
    return f"overlook-hub-{secrets.token_hex(16)}"


class NewsRelay:
    """Passes news to an event loop in order; `on` is called in the listening thread, `take` in the loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, take: Callable[[TableUpdate], None]) -> None:
        self._loop = loop
        self._take = take
        self._lock = threading.Lock()
        self._waiting: list[TableUpdate] = []

    def on(self, news: TableUpdate) -> None:
        """Pass one message on. Raises `RuntimeError` if the loop is closed."""
        with self._lock:
            self._waiting.append(news)
            if len(self._waiting) > 1:
                return
        self._loop.call_soon_threadsafe(self._take_all)

    def _take_all(self) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for news in waiting:
            self._take(news)

"""The hub's ear: takes what tables say, keeps it, and tells them what is kept."""

from __future__ import annotations

import contextlib
import queue
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from venue.contention import WAIT_S, Contention
from venue.errors import VenueError
from venue.hub.store import Heard, Store
from venue.hub.writers import BEAT_S, Writers
from venue.messages import Ack, Assigned, GameMessage, JudgeAnswer, Presence, TableState, read_message
from venue.publisher import Broker, let_in
from venue.topics import MessageKind, Topic, of_all_tables, read_topic

MOST_WAITING = 20_000
BATCH = 256
RETRY_S = 1.0
"""How long after a failure the newest states are tried again; what was said is said again by the tables."""

Message = Presence | TableState | GameMessage


@dataclass(frozen=True, slots=True)
class News:
    """Something that a table said and the hub keeps."""

    table: str
    message: Message


class Listener:
    """Subscribes to every table; one thread keeps what comes, in order, and calls `tell` with what is new.

    `assigned` gives what an event has assigned to each table, to be said again whenever the broker is back, `answers`
    what becomes of the judge that each called, None where nobody at this hub answers calls. With `writers` several hubs
    share the database: what a table of another hub says is told and not kept. `report` is
    told in a sentence when the broker comes and goes, and of messages that are none of ours. Its
    `client_id` at the broker is one that nobody can guess unless given: who knew it could take its place.
    """

    def __init__(
        self,
        broker: Broker,
        store: Store,
        tell: Callable[[News], None],
        report: Callable[[bool, str], None],
        *,
        client_id: str | None = None,
        assigned: Callable[[], Mapping[str, Assigned]] = dict,
        answers: Callable[[], Mapping[str, JudgeAnswer]] | None = None,
        writers: Writers | None = None,
    ) -> None:
        self._broker = broker
        self._store = store
        self._tell = tell
        self._report = report
        self._assigned = assigned
        self._answers = answers
        self._writers = writers
        self._beat_due_s = 0.0
        self._trouble = ""
        self._told: dict[str, tuple[str, int]] = {}
        self._contention = Contention()
        self._heard: queue.Queue[tuple[str, Message] | None] = queue.Queue(MOST_WAITING)
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=client_id or _unguessed(), protocol=mqtt.MQTTv5
        )
        let_in(self._client, broker)
        self._client.reconnect_delay_set(min_delay=1, max_delay=10)
        self._client.on_connect = self._on_connect
        self._client.on_connect_fail = lambda *_: self._contention.refused()
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.on_publish = self._on_publish
        self._refused = False
        self._keeper = threading.Thread(target=self._keep_all, name="hub keeper", daemon=True)

    def start(self) -> None:
        """Begin to listen; the broker may come later."""
        self._client.connect_async(self._broker.host, self._broker.port, keepalive=10)
        self._client.loop_start()
        self._keeper.start()

    @property
    def ended(self) -> bool:
        """Whether nothing is kept any more, though it was started and not closed."""
        return self._keeper.ident is not None and not self._keeper.is_alive()

    def close(self) -> None:
        """Keep what was heard, and stop."""
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
            self._report(False, f"the broker at {self._broker.host} refuses the hub: {reason}; check its password")
            return
        self._contention.came()
        client.reconnect_delay_set(min_delay=1, max_delay=10)
        client.subscribe(
            [(of_all_tables(what), 1) for what in (MessageKind.PRESENCE, MessageKind.STATE, MessageKind.SAID)]
        )
        for table, have in self._store.haves(self._writers.mine if self._writers is not None else None):
            self._say(table, have)
        for table, assigned in self._assigned().items():
            self.assign(table, assigned)
        for table, answer in self._answers().items() if self._answers is not None else ():
            self.answer(table, answer)
        self._report(True, f"listening to the broker at {self._broker.host}")

    def _on_disconnect(
        self, client: mqtt.Client, _data: object, _flags: object, reason: ReasonCode, _properties: object
    ) -> None:
        if self._contention.lost(reason):
            client.reconnect_delay_set(min_delay=WAIT_S, max_delay=WAIT_S)
            self._report(
                False, f"another hub comes to the broker as this one at {self._broker.host}: stop one of the two"
            )
            return
        self._report(
            False, f"the broker at {self._broker.host} cannot be reached; tables keep what they say until it can"
        )

    def _on_publish(
        self, _client: mqtt.Client, _data: object, _mid: int, reason: ReasonCode, _properties: object
    ) -> None:
        if reason.is_failure and not self._refused:
            self._refused = True
            self._report(
                False,
                f"the broker at {self._broker.host} does not pass on all that the hub says ({reason}): "
                "its acl lacks lines, see docs/hall.md",
            )

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
            self._report(True, str(fault))
            return
        try:
            self._heard.put_nowait((topic.table, heard))
        except queue.Full:
            self._report(True, "more is said than can be kept in time; tables say it again")

    def _keep_all(self) -> None:
        try:
            self._keep_until_told()
        except BaseException as fault:
            self._report(False, f"the hub's keeper has ended, nothing is kept any more ({fault!r}): restart the hub")
            raise

    def _keep_until_told(self) -> None:
        """Keep what is heard until told to stop. What a failing disk did not take is heard again, or tried again."""
        left: list[tuple[str, Message]] = []
        ended = False
        while not ended:
            batch, ended = self._batch(RETRY_S if left or self._writers is not None else None)
            try:
                self._beat()
                self._keep_sound([*left, *batch])
                left = []
            except VenueError as fault:
                self._report(False, str(fault))
                left = [heard for heard in (*left, *batch) if not isinstance(heard[1], GameMessage)][-BATCH:]

    def _beat(self) -> None:
        """Show other hubs that this one lives, and tell the tables that it takes over where it stands with them."""
        if self._writers is None or time.monotonic() < self._beat_due_s:
            return
        self._beat_due_s = time.monotonic() + BEAT_S
        turn = self._writers.beat()
        if turn.trouble != self._trouble:
            self._trouble = turn.trouble
            self._report(not turn.trouble, turn.trouble or f"writes as {self._writers.name!r} again")
        if turn.taken:
            self._report(True, f"keeps what {len(turn.taken)} more tables say")
            for table, have in self._store.haves(turn.taken):
                self._say(table, have)

    def _keep_sound(self, batch: list[tuple[str, Message]]) -> None:
        """Keep a batch; where one message cannot be kept at all, keep the others and say whose it was."""
        try:
            self._keep(batch)
        except VenueError:
            raise
        except Exception:  # whatever one table says, the others are kept
            for one in batch:
                try:
                    self._keep([one])
                except VenueError:
                    raise
                except Exception as fault:  # only this one is lost
                    self._report(
                        True, f"{one[0]}: one {type(one[1]).__name__} cannot be kept and was dropped ({fault})"
                    )

    def _batch(self, wait_s: float | None) -> tuple[list[tuple[str, Message]], bool]:
        """Return what was heard, waiting for something at most so long, and whether that was all."""
        batch: list[tuple[str, Message]] = []
        with contextlib.suppress(queue.Empty):
            while len(batch) < BATCH:
                one = self._heard.get_nowait() if batch else self._heard.get(timeout=wait_s)
                if one is None:
                    return batch, True
                batch.append(one)
        return batch, False

    def _keep(self, batch: list[tuple[str, Message]]) -> None:
        tables = {table for table, _ in batch}
        mine = tables if self._writers is None else self._writers.written(tables)
        heard, others = Heard(), list[tuple[str, Message]]()
        for table, message in batch:
            if table not in mine:
                others.append((table, message))
            elif isinstance(message, GameMessage):
                heard.said.append((table, message))
            elif isinstance(message, Presence):
                heard.presence[table] = message
            else:
                heard.states[table] = message
        kept = self._store.keep(heard) if self._writers is None else self._store.keep(heard, self._writers.fence)
        for table, have in kept.reached:
            self._say(table, have)
        news: list[tuple[str, Message]] = [*heard.presence.items(), *heard.states.items(), *kept.new]
        for table, message in (*news, *(one for one in others if self._is_new(*one))):
            self._tell(News(table, message))

    def _is_new(self, table: str, message: Message) -> bool:
        """Whether what a table of another hub says was not told before: it is said again until that hub has it."""
        if not isinstance(message, GameMessage):
            return True
        stream, number = self._told.get(table, ("", 0))
        if stream == message.stream and message.number <= number:
            return False
        self._told[table] = (message.stream, message.number)
        return True

    def assign(self, table: str, assigned: Assigned | None) -> None:
        """Tell a table what an event has assigned to it, None for nothing; a lost broker is told when it is back."""
        payload = assigned.to_bytes() if assigned is not None else b""
        self._client.publish(str(Topic(table, MessageKind.ASSIGNED)), payload, qos=1, retain=True)

    def answer(self, table: str, answer: JudgeAnswer) -> None:
        """Tell a table what becomes of the judge that it called."""
        self._client.publish(str(Topic(table, MessageKind.JUDGE)), answer.to_bytes(), qos=1, retain=True)

    def _say(self, table: str, have: Ack) -> None:
        if self._answers is not None:
            have = have.model_copy(update={"judge": True})
        self._client.publish(str(Topic(table, MessageKind.HAVE)), have.to_bytes(), qos=1, retain=True)


def _unguessed() -> str:
    return f"overlook-hub-{secrets.token_hex(16)}"

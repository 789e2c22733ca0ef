"""Publisher of a table: sends the outbox to the hub in order, repeatedly until it is acknowledged."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from socket import IPPROTO_TCP, TCP_NODELAY

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from messages.message import Message
from venue.errors import OutboxError, VenueError
from venue.mqtt import WAIT_S, Broker, ClientIdConflictDetector, set_credentials
from venue.outbox import Outbox
from venue.protocol import (
    Ack,
    Assigned,
    JudgeAnswer,
    MessageKind,
    Presence,
    TableState,
    Topic,
    read_message,
    table_name,
)

WINDOW = 64
"""Largest number of messages sent but not acknowledged."""

HEARD = (MessageKind.HAVE, MessageKind.ASSIGNED, MessageKind.JUDGE)
"""Kinds of message that a table subscribes to; the broker `acl` of an older `hall.sh` may not permit the last two."""

STALLED_S = 5.0
"""Seconds without an acknowledgement after which unacknowledged messages are sent again."""


def _unheard(well: bool, message: Message) -> None:
    """Ignore reports, for callers that use `trouble` and `connected`."""


class Publisher:
    """Sends a table's outbox to the hub over MQTT 5, and recovers from failures of network, broker and hub.

    A message counts as delivered only once the hub acknowledges it (`Ack`), so that a broker may lose messages.
    `report(connected, message)` is called when the broker is connected (True), when the connection fails or is lost
    (False), and, with True, when a received message or the outbox is faulty. It runs in the client's or the sender's
    thread. `trouble` and `connected` are the current state.
    """

    def __init__(
        self,
        table: str,
        broker: Broker,
        outbox: Outbox,
        report: Callable[[bool, Message], None] = _unheard,
        *,
        program: str = "",
    ) -> None:
        self._table = table_name(table)
        self._program = program
        self._broker = broker
        self._outbox = outbox
        self._report = report
        self._wake = threading.Condition()
        self._connected = self._closing = self._overtaken = False
        self._have = self._sent = outbox.last - outbox.waiting()
        self._round = 0
        self._contention = ClientIdConflictDetector()
        self._trouble: Message | None = None
        self._news_s = time.monotonic()
        self._assigned: Assigned | None = None
        self._judge: JudgeAnswer | None = None
        self._calls_answered: bool | None = None
        self._state: TableState | None = None
        self._state_new = False
        self._client = self._make_client()
        self._sender = threading.Thread(target=self._send_all, name=f"venue {table}", daemon=True)

    def _make_client(self) -> mqtt.Client:
        client = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            client_id=f"overlook-{self._table}",
            protocol=mqtt.MQTTv5,
            reconnect_on_failure=True,
        )
        set_credentials(client, self._broker)
        client.will_set(str(self._topic(MessageKind.PRESENCE)), Presence(online=False).to_bytes(), qos=1, retain=True)
        client.reconnect_delay_set(min_delay=1, max_delay=10)
        client.max_inflight_messages_set(WINDOW)
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_socket_open = lambda _client, _data, sock: _no_delay(sock)
        return client

    def _topic(self, what: MessageKind) -> Topic:
        return Topic(self._table, what)

    def _birth(self) -> Presence:
        return Presence(online=True, program=self._program)

    @property
    def overtaken(self) -> bool:
        """Whether the hub has more of this stream than the outbox: the file is an older copy, and must be renewed."""
        return self._overtaken

    def renew(self) -> None:
        """Empty the outbox and begin a new stream; the caller then appends everything again. Raises `OutboxError`."""
        with self._wake:
            self._outbox.renew()
            self._have = 0
            self._start_over()
            self._overtaken = False
            self._wake.notify_all()

    def _start_over(self) -> None:
        """Send all unacknowledged messages again; call with the lock held."""
        self._sent = self._have
        self._round += 1
        self._news_s = time.monotonic()

    @property
    def trouble(self) -> Message | None:
        """Why the broker is not connected; None if it is, or before the first attempt."""
        return self._trouble

    @property
    def assigned(self) -> Assigned | None:
        """Pairing assigned to this table for the current round, or None."""
        return self._assigned

    @property
    def judge(self) -> JudgeAnswer | None:
        """The hub's last answer to a call from this table, or None."""
        return self._judge

    @property
    def calls_answered(self) -> bool | None:
        """Whether this hub answers calls for a judge, None until it was heard from."""
        return self._calls_answered

    @property
    def connected(self) -> bool:
        """Whether the broker is connected."""
        return self._connected

    def start(self) -> None:
        """Start connecting to the broker and sending waiting messages."""
        self._client.connect_async(self._broker.host, self._broker.port, keepalive=10)
        self._client.loop_start()
        self._sender.start()

    def wake(self) -> None:
        """Send messages that were added to the outbox."""
        with self._wake:
            self._wake.notify_all()

    def show(self, state: TableState) -> None:
        """Publish a state; only the newest is sent."""
        with self._wake:
            self._state, self._state_new = state, True
            self._wake.notify_all()

    def close(self) -> None:
        """Publish that the table is offline, and stop; waiting messages stay in the outbox."""
        with self._wake:
            self._closing = True
            self._wake.notify_all()
        if self._sender.is_alive():
            self._sender.join(5)
        if self._client.is_connected():
            leaving = self._client.publish(
                str(self._topic(MessageKind.PRESENCE)), Presence(online=False).to_bytes(), qos=1, retain=True
            )
            with contextlib.suppress(ValueError, RuntimeError):
                leaving.wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(
        self, client: mqtt.Client, _data: object, _flags: object, reason: ReasonCode, _properties: object
    ) -> None:
        if reason.is_failure:
            self._lost(Message.of("hall-refused", host=self._broker.host, reason=str(reason)))
            return
        self._contention.came()
        client.reconnect_delay_set(min_delay=1, max_delay=10)
        # An assignment withdrawn meanwhile is not sent again; a valid one is retained and arrives with the
        # subscription.
        self._assigned = None
        client.subscribe([(str(self._topic(what)), 1) for what in HEARD])
        client.publish(str(self._topic(MessageKind.PRESENCE)), self._birth().to_bytes(), qos=1, retain=True)
        with self._wake:
            self._connected = True
            self._start_over()
            self._state_new = self._state is not None
            self._wake.notify_all()
        self._trouble = None
        self._report(True, Message.of("hall-connected", host=self._broker.host))

    def _on_disconnect(
        self, client: mqtt.Client, _data: object, _flags: object, reason: ReasonCode, _properties: object
    ) -> None:
        with self._wake:
            was, self._connected = self._connected, False
        if self._closing or not was:
            return
        if self._contention.lost(reason):
            client.reconnect_delay_set(min_delay=WAIT_S, max_delay=WAIT_S)
            self._lost(Message.of("hall-table-twice", host=self._broker.host, table=self._table))
        else:
            self._lost(Message.of("hall-disconnected", host=self._broker.host))

    def _on_connect_fail(self, *_: object) -> None:
        self._contention.refused()
        trouble = Message.of("hall-unreachable", host=self._broker.host, port=self._broker.port)
        if self._trouble != trouble:
            self._lost(trouble)

    def _lost(self, trouble: Message) -> None:
        self._trouble = trouble
        self._report(False, trouble)

    def _on_message(self, _client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        try:
            if message.topic == str(self._topic(MessageKind.ASSIGNED)):
                self._assigned = (
                    read_message(Assigned, bytes(message.payload), message.topic) if message.payload else None
                )
                return
            if message.topic == str(self._topic(MessageKind.JUDGE)):
                if message.payload:
                    self._judge = read_message(JudgeAnswer, bytes(message.payload), message.topic)
                return
            have = read_message(Ack, bytes(message.payload), message.topic)
        except VenueError as fault:
            self._report(True, fault.message)
            return
        self._calls_answered = have.judge
        with self._wake:
            if have.stream != self._outbox.stream:
                return
            self._overtaken = have.number > self._outbox.last
            if not self._overtaken and have.number > self._have:
                self._news_s = time.monotonic()
                self._have = have.number
                self._sent = max(self._sent, self._have)
            self._wake.notify_all()
        try:
            if not self._overtaken:
                self._outbox.forget(self._have)
        except OutboxError as fault:
            self._report(True, fault.message)

    def _send_all(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(self._work, timeout=1.0)
                if self._closing:
                    return
                if not self._connected or self._overtaken:
                    continue
                if self._sent > self._have and time.monotonic() - self._news_s > STALLED_S:
                    self._start_over()
                state, self._state_new = (self._state if self._state_new else None), False
                room, after, round_ = WINDOW - (self._sent - self._have), self._sent, self._round
            if state is not None:
                self._client.publish(str(self._topic(MessageKind.STATE)), state.to_bytes(), qos=1, retain=True)
            if room > 0:
                self._send(after, room, round_)

    def _work(self) -> bool:
        """Whether there is something to send; call with the lock held."""
        if self._closing:
            return True
        waiting = self._sent < self._outbox.last and self._sent - self._have < WINDOW
        return self._connected and (self._state_new or waiting)

    def _send(self, after: int, most: int, round_: int) -> None:
        try:
            ready = self._outbox.ready(after, most)
        except OutboxError as fault:
            self._report(True, fault.message)
            time.sleep(1)
            return
        for number, payload in ready:
            self._client.publish(str(self._topic(MessageKind.SAID)), payload, qos=1)
            with self._wake:
                if self._round != round_:
                    return
                if self._sent == self._have:
                    self._news_s = time.monotonic()
                self._sent = max(self._sent, number)


def _no_delay(sock: object) -> None:
    setting = getattr(sock, "setsockopt", None)
    if setting is not None:
        with contextlib.suppress(OSError):
            setting(IPPROTO_TCP, TCP_NODELAY, 1)

"""A table's voice in the hall: says everything in order, again and again until the hub has it."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from socket import IPPROTO_TCP, TCP_NODELAY

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from venue.errors import OutboxError, VenueError
from venue.messages import Have, Presence, TableState, read_message
from venue.outbox import Outbox, numbered
from venue.topics import Topic, What, table_name

WINDOW = 64
"""How many messages may be under way beyond what the hub is known to have."""

STALLED_S = 5.0
"""Time without news from the hub after which what is under way is said again."""


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the hall's broker is, and how a table is let in."""

    host: str
    port: int = 1883
    user: str | None = None
    password: str | None = None
    ca_file: str | None = None


class Publisher:
    """Sends a table's outbox to the hub over MQTT 5, through lost networks, brokers and hubs.

    Nothing counts as said until the hub has said that it has it (`Have`), so a broker that forgets loses nothing.
    `report` is told in a sentence when the link comes and goes; from the client's thread.
    """

    def __init__(self, table: str, broker: Broker, outbox: Outbox, report: Callable[[bool, str], None]) -> None:
        self._table = table_name(table)
        self._broker = broker
        self._outbox = outbox
        self._report = report
        self._wake = threading.Condition()
        self._connected = self._closing = False
        self._have = self._sent = 0
        self._news_s = time.monotonic()
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
        if self._broker.user is not None:
            client.username_pw_set(self._broker.user, self._broker.password)
        if self._broker.ca_file is not None:
            client.tls_set(ca_certs=self._broker.ca_file)
        client.will_set(str(self._topic(What.PRESENCE)), Presence(online=False).to_bytes(), qos=1, retain=True)
        client.reconnect_delay_set(min_delay=1, max_delay=10)
        client.max_inflight_messages_set(WINDOW)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_socket_open = lambda _client, _data, sock: _no_delay(sock)
        return client

    def _topic(self, what: What) -> Topic:
        return Topic(self._table, what)

    def start(self) -> None:
        """Begin to look for the broker, and to say what waits."""
        self._client.connect_async(self._broker.host, self._broker.port, keepalive=10)
        self._client.loop_start()
        self._sender.start()

    def wake(self) -> None:
        """Say what was added to the outbox."""
        with self._wake:
            self._wake.notify_all()

    def show(self, state: TableState) -> None:
        """Show a state; only the newest is sent."""
        with self._wake:
            self._state, self._state_new = state, True
            self._wake.notify_all()

    def close(self) -> None:
        """Say good-bye and stop; what waits stays in the outbox."""
        with self._wake:
            self._closing = True
            self._wake.notify_all()
        if self._sender.is_alive():
            self._sender.join(5)
        if self._client.is_connected():
            leaving = self._client.publish(
                str(self._topic(What.PRESENCE)), Presence(online=False).to_bytes(), qos=1, retain=True
            )
            with contextlib.suppress(ValueError, RuntimeError):
                leaving.wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(
        self, client: mqtt.Client, _data: object, _flags: object, reason: ReasonCode, _properties: object
    ) -> None:
        if reason.is_failure:
            self._report(
                False, f"the hall's broker at {self._broker.host} refuses this table: {reason}; check its password"
            )
            return
        client.subscribe(str(self._topic(What.HAVE)), qos=1)
        client.publish(str(self._topic(What.PRESENCE)), Presence(online=True).to_bytes(), qos=1, retain=True)
        with self._wake:
            self._connected = True
            self._sent = self._have
            self._state_new = self._state is not None
            self._news_s = time.monotonic()
            self._wake.notify_all()
        self._report(True, f"in touch with the hall at {self._broker.host}")

    def _on_disconnect(self, *_: object) -> None:
        with self._wake:
            was, self._connected = self._connected, False
        if was and not self._closing:
            self._report(False, f"the hall at {self._broker.host} cannot be reached; everything is kept and said later")

    def _on_message(self, _client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        try:
            have = read_message(Have, bytes(message.payload), message.topic)
        except VenueError as fault:
            self._report(True, str(fault))
            return
        if have.stream != self._outbox.stream:
            return
        with self._wake:
            self._news_s = time.monotonic()
            if have.number > self._have:
                self._have = min(have.number, self._outbox.last)
                self._sent = max(self._sent, self._have)
            self._wake.notify_all()
        try:
            self._outbox.forget(self._have)
        except OutboxError as fault:
            self._report(True, str(fault))

    def _send_all(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(self._work, timeout=1.0)
                if self._closing:
                    return
                if not self._connected:
                    continue
                if self._sent > self._have and time.monotonic() - self._news_s > STALLED_S:
                    self._sent, self._news_s = self._have, time.monotonic()
                state, self._state_new = (self._state if self._state_new else None), False
                room, after = WINDOW - (self._sent - self._have), self._sent
            if state is not None:
                self._client.publish(str(self._topic(What.STATE)), state.to_bytes(), qos=1, retain=True)
            if room > 0:
                self._send(after, room)

    def _work(self) -> bool:
        """Return whether there is something to do now; called with the lock held."""
        if self._closing:
            return True
        waiting = self._sent < self._outbox.last and self._sent - self._have < WINDOW
        return self._connected and (self._state_new or waiting)

    def _send(self, after: int, most: int) -> None:
        try:
            ready, oldest = self._outbox.after(after, most), self._outbox.oldest()
        except OutboxError as fault:
            self._report(True, str(fault))
            time.sleep(1)
            return
        for number, body in ready:
            payload = numbered(body, self._outbox.stream, number, oldest)
            self._client.publish(str(self._topic(What.SAID)), payload, qos=1)
            with self._wake:
                if self._sent == number - 1:
                    self._sent = number


def _no_delay(sock: object) -> None:
    setting = getattr(sock, "setsockopt", None)
    if setting is not None:
        with contextlib.suppress(OSError):
            setting(IPPROTO_TCP, TCP_NODELAY, 1)

"""Broker address and credentials, client-id conflict detection, reachability check."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the hall's broker is, and how a table is let in."""

    host: str
    port: int = 1883
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca_file: str | None = None
    tls: bool = False

    @property
    def encrypted(self) -> bool:
        """Whether TLS is used: with the hall's own CA, or with those that this machine trusts."""
        return self.tls or self.ca_file is not None


NO_CHECK_TIME = ssl.VerifyFlags(0x200000)
"""OpenSSL's X509_V_FLAG_NO_CHECK_TIME, for the hall's own CA: a table without a clock battery, in a hall without
internet, cannot know whether a certificate has begun or ended. Signature and name are checked."""


def tls_context(broker: Broker) -> ssl.SSLContext:
    """Return what verifies a broker: by the hall's own CA whatever the date, else by those that this machine trusts."""
    context = ssl.create_default_context(cafile=broker.ca_file)
    if broker.ca_file is not None:
        context.verify_flags |= NO_CHECK_TIME
    return context


def let_in(client: mqtt.Client, broker: Broker) -> None:
    """Give a client what the broker asks for: the user and password, and TLS."""
    if broker.user is not None:
        client.username_pw_set(broker.user, broker.password)
    if broker.encrypted:
        client.tls_set_context(tls_context(broker))


PATIENCE_S = 5.0


def ask_broker(broker: Broker, table: str, *, patience_s: float = PATIENCE_S) -> str:
    """Return in a sentence why the broker does not let the table in; empty when it does."""
    answered = threading.Event()
    refused: list[str] = []

    def on_connect(_client: mqtt.Client, _data: object, _flags: object, reason: ReasonCode, _more: object) -> None:
        if reason.is_failure:
            refused.append(f"{where} refuses this table: {reason}")
        answered.set()

    where = f"{broker.host}:{broker.port}"
    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"overlook-{table}-doctor", protocol=mqtt.MQTTv5)
    client.on_connect = on_connect
    try:
        let_in(client, broker)
        client.connect(broker.host, broker.port, keepalive=10)
    except ssl.SSLError as fault:
        return f"{where}: no trust: {fault.reason or fault}"
    except OSError as fault:
        return f"{where} cannot be reached ({fault.strerror or fault})"
    client.loop_start()
    try:
        if not answered.wait(patience_s):
            return f"{where} does not answer as an MQTT broker does: is it TLS on one side alone?"
    finally:
        client.disconnect()
        client.loop_stop()
    return refused[0] if refused else ""


TAKEN_OVER = 142
"""MQTT 5's reason "session taken over": another client came with this one's name."""

SOON_S = 5.0
"""A link that is lost sooner than this after it came is a short one."""

SHORT_LINKS = 4
"""So many short links in a row, at a broker that always lets in, are not the network."""

WAIT_S = 12
"""How long the one that was let go waits before it comes back, so that the two do not drive each other out."""


class Contention:
    """Tells from how links end whether somebody else comes to the broker under this client's name."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._came_s = 0.0
        self._short = 0

    def came(self) -> None:
        """Note that the broker has let this client in."""
        self._came_s = self._clock()

    def refused(self) -> None:
        """Note that there was no broker, or that it did not let in: what ends links then is not another client."""
        self._short = 0

    def lost(self, reason: ReasonCode) -> bool:
        """Return whether the link that has ended was another's doing, by all that is known."""
        if reason.value == TAKEN_OVER:
            return True
        self._short = self._short + 1 if self._clock() - self._came_s < SOON_S else 0
        return self._short >= SHORT_LINKS

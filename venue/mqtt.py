"""MQTT broker: address, credentials and TLS, detection of client-id conflicts, and a reachability check."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from messages.message import Message


@dataclass(frozen=True, slots=True)
class Broker:
    """Address and credentials of the hall's broker."""

    host: str
    port: int = 1883
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca_file: str | None = None
    tls: bool = False

    @property
    def encrypted(self) -> bool:
        """Whether TLS is used: with the hall's own CA, or with the CAs that this machine trusts."""
        return self.tls or self.ca_file is not None


NO_CHECK_TIME = ssl.VerifyFlags(0x200000)
"""OpenSSL's X509_V_FLAG_NO_CHECK_TIME, for the hall's own CA.

A table without a clock battery, in a hall without internet, cannot check a certificate's dates. Signature and name are
still checked.
"""


def tls_context(broker: Broker) -> ssl.SSLContext:
    """Return the TLS context: the hall's own CA without date checks, else the CAs that this machine trusts."""
    context = ssl.create_default_context(cafile=broker.ca_file)
    if broker.ca_file is not None:
        context.verify_flags |= NO_CHECK_TIME
    return context


def set_credentials(client: mqtt.Client, broker: Broker) -> None:
    """Set a client's user, password and TLS context."""
    if broker.user is not None:
        client.username_pw_set(broker.user, broker.password)
    if broker.encrypted:
        client.tls_set_context(tls_context(broker))


PATIENCE_S = 5.0
NO_ISSUER = frozenset({18, 19, 20, 21})
"""OpenSSL's verification errors about the issuer: self-signed, unknown, or not the given CA."""

OTHER_NAME = frozenset({62, 64})
"""OpenSSL's verification errors about the host name or address."""


def connection_fault(fault: OSError, where: str) -> Message:
    """Return the cause of a failed connection to a broker at `where`."""
    match fault:
        case ssl.SSLCertVerificationError() if fault.verify_code in OTHER_NAME:
            found = Message.of("hall-certificate-name", host=where)
        case ssl.SSLCertVerificationError() if fault.verify_code in NO_ISSUER:
            found = Message.of("hall-certificate-issuer", host=where)
        case ssl.SSLCertVerificationError():
            found = Message.of("hall-not-trusted", host=where, fault=fault.verify_message)
        case ssl.SSLError():
            found = Message.of("hall-broker-without-tls", host=where)
        case socket.gaierror():
            found = Message.of("hall-name-unknown", host=where)
        case ConnectionRefusedError():
            found = Message.of("hall-port-closed", host=where)
        case ConnectionResetError() | TimeoutError():
            found = Message.of("hall-no-answer", host=where)
        case _:
            found = Message.of("hall-broker-unreachable", host=where, fault=fault.strerror or fault)
    return found


def find_link_fault(broker: Broker) -> Message | None:
    """Return why no connection to the broker's address can be made, or None if one can; the password is not tried."""
    try:
        with socket.create_connection((broker.host, broker.port), PATIENCE_S) as link:
            if broker.encrypted:
                with tls_context(broker).wrap_socket(link, server_hostname=broker.host):
                    pass
    except OSError as fault:
        return connection_fault(fault, f"{broker.host}:{broker.port}")
    return None


def ask_broker(broker: Broker, table: str, *, patience_s: float = PATIENCE_S) -> Message | None:
    """Return why the broker cannot be used, or None if it can."""
    answered = threading.Event()
    refused: list[Message] = []

    def on_connect(_client: mqtt.Client, _data: object, _flags: object, reason: ReasonCode, _more: object) -> None:
        if reason.is_failure:
            refused.append(Message.of("hall-refused", host=where, reason=str(reason)))
        answered.set()

    unreachable = find_link_fault(broker)
    if unreachable is not None:
        return unreachable
    where = f"{broker.host}:{broker.port}"
    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"overlook-{table}-doctor", protocol=mqtt.MQTTv5)
    client.on_connect = on_connect
    try:
        set_credentials(client, broker)
        client.connect(broker.host, broker.port, keepalive=10)
    except OSError as fault:
        return connection_fault(fault, where)
    client.loop_start()
    try:
        if not answered.wait(patience_s):
            return Message.of("hall-no-answer", host=where)
    finally:
        client.disconnect()
        client.loop_stop()
    return refused[0] if refused else None


TAKEN_OVER = 142
"""MQTT 5 reason code "session taken over": another client connected with the same client id."""

SOON_S = 5.0
"""Connections shorter than this many seconds count as short."""

SHORT_LINKS = 4
"""Number of short connections in a row that indicate a conflict, if the broker accepted each of them."""

WAIT_S = 12
"""Seconds that the displaced client waits before it reconnects, so that the two do not keep displacing each other."""


class ClientIdConflictDetector:
    """Detects another client with the same client id, from how connections end."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._came_s = 0.0
        self._short = 0

    def came(self) -> None:
        """Note that the broker has accepted this client."""
        self._came_s = self._clock()

    def refused(self) -> None:
        """Note a failed connection attempt, which rules out a conflict as the cause of short connections."""
        self._short = 0

    def lost(self, reason: ReasonCode) -> bool:
        """Return whether a connection was probably ended by another client."""
        if reason.value == TAKEN_OVER:
            return True
        self._short = self._short + 1 if self._clock() - self._came_s < SOON_S else 0
        return self._short >= SHORT_LINKS

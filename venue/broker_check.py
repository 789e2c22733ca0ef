"""Whether a hall's broker lets a table in: asked once, beside the table that may be running."""

from __future__ import annotations

import ssl
import threading

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from venue.publisher import Broker, let_in

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

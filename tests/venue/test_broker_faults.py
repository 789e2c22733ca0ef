"""Each fault of the broker's address, certificate and password is reported by its cause, once until it changes."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from messages.message import Message
from tests.ports import free_port
from tests.venue.conftest import Mosquitto
from tests.venue.hall import until
from tests.venue.secured import Hall
from venue.hub.mqtt_ingest import MqttIngest
from venue.hub.store import Store
from venue.mqtt import Broker

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""paho leaves the socket of a failed handshake to the garbage collector."""

TRIED_AGAIN_S = 2.5
"""The client tries again after one second, then after two."""


@pytest.fixture(scope="module")
def hall(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    assert shutil.which("mosquitto_passwd"), "the hall needs mosquitto: run 'apt-get install mosquitto'"
    made = Hall(checkout, tmp_path_factory.mktemp("hall") / "hall", "t1").start()
    yield made
    made.broker.kill()


def reports_of(broker: Broker, folder: Path) -> list[Message]:
    """Return what a hub reports about a broker until it has tried again."""
    reports: list[Message] = []
    store = Store(f"sqlite:///{folder / 'hub.sqlite'}")
    hub = MqttIngest(broker, store, lambda _: None, lambda _well, message: reports.append(message))
    hub.start()
    until(lambda: bool(reports))
    time.sleep(TRIED_AGAIN_S)
    assert hub.fault == reports[-1]
    hub.close()
    store.close()
    return reports


def test_a_name_that_nobody_has(tmp_path: Path) -> None:
    (report,) = reports_of(Broker("no-such-hall.invalid"), tmp_path)
    assert report == Message.of(
        "hub-broker-fault", fault=Message.of("hall-name-unknown", host="no-such-hall.invalid:1883")
    )


def test_a_port_at_which_nothing_listens(tmp_path: Path) -> None:
    port = free_port()
    (report,) = reports_of(Broker("127.0.0.1", port), tmp_path)
    assert report == Message.of("hub-broker-fault", fault=Message.of("hall-port-closed", host=f"127.0.0.1:{port}"))


def test_a_port_without_tls(hall: Hall, broker: Mosquitto, tmp_path: Path) -> None:
    (report,) = reports_of(Broker("127.0.0.1", broker.port, ca_file=str(hall.folder / "ca.crt")), tmp_path)
    assert report["fault"].code in {"hall-broker-without-tls", "hall-no-answer"}


def test_a_certificate_for_another_name(hall: Hall, tmp_path: Path) -> None:
    (report,) = reports_of(Broker("localhost", hall.broker.port, ca_file=str(hall.folder / "ca.crt")), tmp_path)
    assert report["fault"] == Message.of("hall-certificate-name", host=f"localhost:{hall.broker.port}")


def test_a_certificate_of_another_hall(hall: Hall, tmp_path: Path) -> None:
    hall.script("init", str(tmp_path / "other"), "127.0.0.1")
    (report,) = reports_of(Broker("127.0.0.1", hall.broker.port, ca_file=str(tmp_path / "other" / "ca.crt")), tmp_path)
    assert report["fault"] == Message.of("hall-certificate-issuer", host=f"127.0.0.1:{hall.broker.port}")


def test_a_wrong_password(hall: Hall, tmp_path: Path) -> None:
    access = Broker("127.0.0.1", hall.broker.port, "hub", "wrong", str(hall.folder / "ca.crt"))
    (report,) = reports_of(access, tmp_path)
    assert report.code == "hub-refused"

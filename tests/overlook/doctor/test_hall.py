"""The doctor's word on the hall: let in or why not, and how far the outbox is behind."""

from __future__ import annotations

from pathlib import Path

from messages.message import Message
from overlook.hall.outbox_relay import FILE
from overlook.maintenance.machine_checks import Health, hall_checks
from tests.venue.conftest import Mosquitto
from venue.outbox import Outbox
from venue.settings import VenueSettings


def test_a_table_on_its_own_has_no_hall_to_look_at(tmp_path: Path) -> None:
    assert hall_checks(VenueSettings(), tmp_path) == []


def test_who_is_let_in_and_what_waits_is_said(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path).start()
    venue = VenueSettings(broker="127.0.0.1", port=broker.port, table="t1")
    outbox = Outbox(tmp_path / FILE)
    try:
        link, behind = hall_checks(venue, tmp_path)
        assert (link.health, behind.health) == (Health.OK, Health.OK)
        host = f"127.0.0.1:{broker.port}"
        assert link.sentence == Message.of("check-hall-connects", host=host, table="t1", encrypted=False)
        outbox.append(["{}", "{}"])
        assert hall_checks(venue, tmp_path)[1].sentence == Message.of("check-outbox-waiting", count=2)
        broker.kill()
        gone = hall_checks(venue, tmp_path)[0]
        assert gone.health is Health.TROUBLE
        assert gone.sentence["refusal"].code == "hall-port-closed"
    finally:
        outbox.close()
        broker.kill()


def test_a_refused_password_is_said(tmp_path: Path) -> None:
    (tmp_path / "passwords").write_text("")
    broker = Mosquitto(tmp_path, lines=(f"password_file {tmp_path / 'passwords'}", "allow_anonymous false")).start()
    try:
        venue = VenueSettings(broker="127.0.0.1", port=broker.port, table="t1", password="wrong")
        assert hall_checks(venue, tmp_path)[0].sentence["refusal"].code == "hall-refused"
    finally:
        broker.kill()

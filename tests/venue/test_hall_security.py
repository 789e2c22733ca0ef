"""The hall's broker as hall.sh sets it up: who has no password, speaks for another, or without TLS, is refused."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from messages.message import Message
from tests.venue.hall import AT, saying, until
from tests.venue.secured import Hall
from venue.mqtt import Broker, tls_context
from venue.outbox import Outbox
from venue.protocol import JudgeAnswer, JudgeState
from venue.publisher import Publisher


@pytest.fixture(scope="module")
def hall(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    assert shutil.which("mosquitto_passwd"), "the hall needs mosquitto: run 'apt-get install mosquitto'"
    made = Hall(checkout, tmp_path_factory.mktemp("hall") / "hall", "t1", "t2").start()
    yield made
    made.broker.kill()


def test_a_table_with_its_password_is_heard_over_tls(hall: Hall, tmp_path: Path) -> None:
    hub, seat = hall.hub(tmp_path), hall.seat("t1", tmp_path)
    seat.say(20)
    until(lambda: hub.sequences("t1") == list(range(1, 21)))
    until(lambda: seat.outbox.waiting() == 0)
    seat.close()
    hub.close()


def test_a_wrong_password_is_refused_in_words(hall: Hall, tmp_path: Path) -> None:
    seat = hall.seat("t1", tmp_path, password="guessed")
    until(lambda: bool(seat.reports))
    assert seat.reports[0][0] is False
    assert seat.reports[0][1].code == "hall-refused"
    seat.close()


def test_a_table_that_speaks_for_another_is_not_heard(hall: Hall, tmp_path: Path) -> None:
    hub = hall.hub(tmp_path)
    outbox = Outbox(tmp_path / "false.outbox")
    outbox.append([saying(1)])
    access = Broker("127.0.0.1", hall.broker.port, "t2", hall.tables["t2"]["password"], str(hall.folder / "ca.crt"))
    false = Publisher("t1", access, outbox, lambda well, text: None)
    false.start()
    honest = hall.seat("t2", tmp_path)
    honest.say(3)
    until(lambda: hub.sequences("t2") == [1, 2, 3])
    assert hub.sequences("t1") == []
    assert [row.table for row in hub.store.tables() if row.table == "t1" and row.online] == []
    assert outbox.waiting() == 1
    false.close()
    outbox.close()
    honest.close()
    hub.close()


ANSWER = JudgeAnswer(call="call-0001", state=JudgeState.COMING, at=AT)


def test_only_the_hub_answers_a_call_and_only_to_its_table(hall: Hall, tmp_path: Path) -> None:
    hub, seats = hall.hub(tmp_path), {name: hall.seat(name, tmp_path) for name in ("t1", "t2")}
    until(lambda: all(seat.publisher.connected for seat in seats.values()))
    forged = ANSWER.model_copy(update={"call": "call-forged"})
    for table in seats:
        seats["t2"].publisher._client.publish(f"overlook/v1/{table}/judge", forged.to_bytes(), qos=1, retain=True)
    seats["t2"].say(1)
    until(lambda: hub.sequences("t2") == [1])
    hub.listener.answer("t1", ANSWER)
    until(lambda: seats["t1"].publisher.judge == ANSWER)
    assert seats["t2"].publisher.judge is None
    for seat in seats.values():
        seat.close()
    hub.close()


def test_a_hall_of_an_earlier_hall_sh_goes_on_and_the_hub_says_what_it_lacks(checkout: Path, tmp_path: Path) -> None:
    hall = Hall(checkout, tmp_path / "hall", "t1")
    acl = hall.folder / "acl"
    acl.write_text("".join(line for line in acl.read_text().splitlines(keepends=True) if "judge" not in line))
    hall.start()
    hub, seat = hall.hub(tmp_path), hall.seat("t1", tmp_path)
    seat.say(3)
    until(lambda: hub.sequences("t1") == [1, 2, 3])
    for _ in range(3):
        hub.listener.answer("t1", ANSWER)
    seat.say(1)
    until(lambda: seat.outbox.waiting() == 0)
    until(lambda: any(message.code == "hub-acl-incomplete" for _, message in hub.reports))
    assert sum(message.code == "hub-acl-incomplete" for _, message in hub.reports) == 1
    assert seat.publisher.judge is None
    seat.close()
    hub.close()
    hall.broker.kill()


def test_a_client_without_tls_is_refused(hall: Hall, tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "plain.outbox")
    outbox.append([saying(1)])
    reports: list[tuple[bool, Message]] = []
    plain = Publisher(
        "t1",
        Broker("127.0.0.1", hall.broker.port, "t1", hall.tables["t1"]["password"]),
        outbox,
        lambda well, message: reports.append((well, message)),
    )
    plain.start()
    hub = hall.hub(tmp_path)
    honest = hall.seat("t2", tmp_path)
    honest.say(1)
    until(lambda: hub.sequences("t2") == [1])
    assert not any(well for well, _ in reports)
    assert outbox.waiting() == 1
    plain.close()
    outbox.close()
    honest.close()
    hub.close()


def test_a_second_init_changes_nothing_and_bad_names_are_refused(hall: Hall) -> None:
    before = {path.name: path.read_bytes() for path in hall.folder.iterdir()}
    hall.script("init", str(hall.folder), "127.0.0.1")
    assert {path.name: path.read_bytes() for path in hall.folder.iterdir()} == before
    for name in ("Table 1", "../x", "hub", ""):
        with pytest.raises(subprocess.CalledProcessError):
            hall.script("add", str(hall.folder), name)


def rights(folder: Path) -> list[str]:
    return [line for line in (folder / "acl").read_text().splitlines() if line]


def test_a_room_that_is_dropped_keeps_no_right_and_the_others_theirs(checkout: Path, tmp_path: Path) -> None:
    hall = Hall(checkout, tmp_path / "hall", "t1")
    where, mode = str(hall.folder), (hall.folder / "acl").stat().st_mode
    alone = rights(hall.folder)
    hall.script("room", where, "room-10")
    one = rights(hall.folder)
    hall.script("room", where, "room-1")
    hall.script("room", where, "last")
    hall.script("drop", where, "last")
    hall.script("drop", where, "room-1")
    assert rights(hall.folder) == one
    hall.script("drop", where, "t1")
    hall.script("drop", where, "room-10")
    assert rights(hall.folder) == alone
    assert (hall.folder / "acl").stat().st_mode == mode
    assert [line.split(":")[0] for line in (hall.folder / "passwords").read_text().splitlines()] == ["hub"]


def test_a_table_is_not_let_in_under_the_name_of_a_room(checkout: Path, tmp_path: Path) -> None:
    hall = Hall(checkout, tmp_path / "hall")
    hall.script("room", str(hall.folder), "room-1")
    before = {path.name: path.read_bytes() for path in hall.folder.iterdir()}
    with pytest.raises(subprocess.CalledProcessError) as refused:
        hall.script("add", str(hall.folder), "room-1")
    assert "'room-1' is a room" in refused.value.stderr
    assert {path.name: path.read_bytes() for path in hall.folder.iterdir()} == before
    hall.script("drop", str(hall.folder), "room-1")
    assert 'table = "room-1"' in hall.script("add", str(hall.folder), "room-1")
    assert "user room-1" not in rights(hall.folder)


def test_no_argument_of_a_command_has_a_password_in_it(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools, told = tmp_path / "bin", tmp_path / "told"
    tools.mkdir()
    for name in ("mosquitto_passwd", "openssl", "awk", "cat", "grep", "sed", "chmod", "rm"):
        (tools / name).write_text(f'#!/bin/sh\necho "{name} $*" >>"{told}"\nexec "{shutil.which(name)}" "$@"\n')
        (tools / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    hall = Hall(checkout, tmp_path / "hall", "t1", "t2")
    first = hall.tables["t1"]["password"]
    again = tomllib.loads(hall.script("add", str(hall.folder), "t1"))["venue"]["password"]
    room = hall.script("room", str(hall.folder), "room-1").split("remote_password ")[1].split()[0]
    secrets = {hall.hub_password, first, again, hall.tables["t2"]["password"], room}
    assert len(secrets) == 5
    said = told.read_text()
    assert "mosquitto_passwd" in said
    assert {secret for secret in secrets if secret in said} == set()
    kept = (hall.folder / "passwords").read_text()
    assert sorted(line.split(":")[0] for line in kept.splitlines()) == ["hub", "room-1", "t1", "t2"]
    assert {secret for secret in secrets if secret in kept} == set()
    assert not (hall.folder / "passwords.new").exists()
    assert (hall.folder / "hub-password").stat().st_mode & 0o077 == 0


def test_the_hub_is_not_dropped(checkout: Path, tmp_path: Path) -> None:
    hall = Hall(checkout, tmp_path / "hall")
    before = {path.name: path.read_bytes() for path in hall.folder.iterdir()}
    with pytest.raises(subprocess.CalledProcessError):
        hall.script("drop", str(hall.folder), "hub")
    assert {path.name: path.read_bytes() for path in hall.folder.iterdir()} == before


def test_a_room_does_not_take_the_name_and_password_of_a_table(checkout: Path, tmp_path: Path) -> None:
    hall = Hall(checkout, tmp_path / "hall", "table-01")
    before = (hall.folder / "passwords").read_text()
    with pytest.raises(subprocess.CalledProcessError) as refused:
        hall.script("room", str(hall.folder), "table-01")
    assert "'table-01' is a table" in refused.value.stderr
    assert (hall.folder / "passwords").read_text() == before
    assert "user table-01" not in rights(hall.folder)
    assert "remote_username table-0" in hall.script("room", str(hall.folder), "table-0")


AUTHORITY = """[ca]
default_ca = hall
[hall]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = named
[named]
commonName = supplied
"""


def sign_again(hall: Hall, since: str, until_: str) -> None:
    """Have the hall's CA sign the broker's certificate for another time."""
    files = {"again.conf": AUTHORITY, "index": "", "serial": "01", "again.ext": "subjectAltName=IP:127.0.0.1"}
    for name, text in files.items():
        (hall.folder / name).write_text(text)
    for words in (
        "x509 -x509toreq -in server.crt -signkey server.key -out again.csr",
        "ca -batch -notext -config again.conf -cert ca.crt -keyfile ca.key -in again.csr -extfile again.ext "
        f"-startdate {since} -enddate {until_} -out server.crt",
    ):
        subprocess.run(["openssl", *words.split()], cwd=hall.folder, capture_output=True, check=True)


@pytest.mark.parametrize(
    ("since", "until_"), [("20500101000000Z", "20600101000000Z"), ("20000101000000Z", "20010101000000Z")]
)
def test_a_table_whose_clock_is_wrong_is_in_touch_with_its_own_hall(
    checkout: Path, tmp_path: Path, since: str, until_: str
) -> None:
    hall = Hall(checkout, tmp_path / "hall", "t1")
    sign_again(hall, since, until_)
    hall.start()
    hub, seat = hall.hub(tmp_path), hall.seat("t1", tmp_path)
    try:
        seat.say(3)
        until(lambda: hub.sequences("t1") == [1, 2, 3])
    finally:
        seat.close()
        hub.close()
        hall.broker.kill()


def test_a_broker_of_another_authority_or_of_another_name_is_not_trusted(
    hall: Hall, checkout: Path, tmp_path: Path
) -> None:
    other = Hall(checkout, tmp_path / "hall")
    for ca_file, host in ((other.folder / "ca.crt", "127.0.0.1"), (hall.folder / "ca.crt", "127.0.0.2")):
        context = tls_context(Broker("127.0.0.1", ca_file=str(ca_file)))
        with (
            socket.create_connection(("127.0.0.1", hall.broker.port)) as plain,
            pytest.raises(ssl.SSLCertVerificationError),
        ):
            context.wrap_socket(plain, server_hostname=host)

"""An outbox of which a message is damaged is found out when it is opened: sending it would fail for ever."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from tests.venue.hall import saying
from venue.errors import OutboxDamagedError, OutboxError
from venue.outbox import Outbox


@pytest.mark.parametrize("body", [b"{", b'{"v":1,"x":\xff}', b"", b"\x00\x00"])
def test_a_message_that_is_none_is_named(tmp_path: Path, body: bytes) -> None:
    path = tmp_path / "hall.outbox"
    outbox = Outbox(path)
    outbox.append([saying(number) for number in (1, 2, 3)])
    outbox.close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE said SET body = CAST(? AS TEXT) WHERE number = 2", (body,))
    database.close()
    with pytest.raises(OutboxDamagedError) as error:
        Outbox(path)
    assert (error.value.message.code, error.value.message["number"]) == ("hall-outbox-message-damaged", 2)


def changed(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as database:
        database.execute(statement)
    database.close()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "hall.outbox"
    outbox = Outbox(path)
    outbox.append([saying(number) for number in (1, 2, 3, 4)], mark="0001 4")
    outbox.forget(1)
    outbox.close()
    return path


@pytest.mark.parametrize(
    ("statement", "number"),
    [
        ("UPDATE said SET body = replace(body, 'e', 'f') WHERE number = 2", 2),
        ("UPDATE said SET number = 9 WHERE number = 4", 4),
        ("DELETE FROM said WHERE number = 3", 3),
        ("UPDATE about SET value = '0001 5' WHERE name = 'mark'", None),
        ("UPDATE about SET value = 'f' || substr(value, 2) || 'x' WHERE name = 'stream'", None),
        ("DELETE FROM checks", None),
    ],
)
def test_what_is_not_as_it_was_written_is_named(kept: Path, statement: str, number: int | None) -> None:
    changed(kept, statement)
    with pytest.raises(OutboxDamagedError) as error:
        Outbox(kept)
    message = error.value.message
    if number is None:
        assert message.code == "hall-outbox-head-changed"
    else:
        assert (message.code, message["number"]) == ("hall-outbox-message-changed", number)


def test_one_of_before_that_was_not_checked_opens_and_is_checked_from_then_on(kept: Path) -> None:
    changed(kept, "DROP TABLE checks")
    outbox = Outbox(kept)
    assert [number for number, _ in outbox.ready(0, 10)] == [2, 3, 4]
    outbox.close()
    changed(kept, "UPDATE said SET body = replace(body, 'e', 'f') WHERE number = 2")
    with pytest.raises(OutboxDamagedError) as error:
        Outbox(kept)
    assert (error.value.message.code, error.value.message["number"]) == ("hall-outbox-message-changed", 2)


def test_one_that_was_forgotten_from_and_renewed_is_whole(kept: Path) -> None:
    for renewed in (False, True, True):
        outbox = Outbox(kept)
        if renewed:
            outbox.renew()
        outbox.append([saying(outbox.last + 1)], mark="0001 5")
        outbox.forget(outbox.last)
        outbox.append([saying(outbox.last + 1)], mark="0001 6")
        outbox.close()
    Outbox(kept).close()


def test_a_bit_turned_over_anywhere_is_named_or_changes_nothing(kept: Path, tmp_path: Path) -> None:
    def said_of(path: Path) -> list[tuple[int, bytes]]:
        outbox = Outbox(path)
        try:
            return outbox.ready(0, 10)
        finally:
            outbox.close()

    whole, was = kept.read_bytes(), said_of(kept)
    draws, named = random.Random(32), 0
    for number in range(400):
        data = bytearray(whole)
        data[draws.randrange(len(data))] ^= 1 << draws.randrange(8)
        copy = tmp_path / f"{number}.outbox"
        copy.write_bytes(data)
        try:
            assert said_of(copy) == was
        except OutboxError:
            named += 1
    assert named


def test_a_whole_one_opens(tmp_path: Path) -> None:
    path = tmp_path / "hall.outbox"
    outbox = Outbox(path)
    outbox.append([saying(number) for number in (1, 2, 3)])
    outbox.close()
    again = Outbox(path)
    assert [number for number, _ in again.ready(0, 10)] == [1, 2, 3]
    again.close()

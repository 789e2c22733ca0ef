"""An outbox of which a message is damaged is found out when it is opened: sending it would fail for ever."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.venue.hall import saying
from venue.errors import OutboxDamagedError
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
    with pytest.raises(OutboxDamagedError, match="message 2 is damaged"):
        Outbox(path)


def test_a_whole_one_opens(tmp_path: Path) -> None:
    path = tmp_path / "hall.outbox"
    outbox = Outbox(path)
    outbox.append([saying(number) for number in (1, 2, 3)])
    outbox.close()
    again = Outbox(path)
    assert [number for number, _ in again.ready(0, 10)] == [1, 2, 3]
    again.close()

"""What a disk has changed in the hub's database is named and said again by its table, never shown as said."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
from pathlib import Path

import httpx
import pytest

from messages.message import Message
from tests.venue.hall import AT, until
from venue.hub.app import create_hub
from venue.hub.store import ReceivedBatch, Store
from venue.mqtt import Broker
from venue.protocol import MOST, GameMessage, read_message

EVENTS = 12


def said(number: int, stream: str = "s" * 32) -> GameMessage:
    words = {"v": 1, "game": "0001-ab", "sequence": number, "kind": "note", "seal": f"seal{number}", "stream": stream}
    document = {**words, "cause": number, "number": number, "at": AT.isoformat(), "data": {"words": f"word {number}"}}
    return read_message(GameMessage, json.dumps(document).encode(), "x")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    store = Store(f"sqlite:///{tmp_path / 'hub.sqlite'}")
    store.keep(ReceivedBatch(said=[("t1", said(number)) for number in range(1, EVENTS + 1)]))
    assert store.remove_damaged_rows() == []
    store.close()
    return tmp_path / "hub.sqlite"


def changed(path: Path, query: str, *values: object) -> None:
    connection = sqlite3.connect(path)
    assert connection.execute(query, values).rowcount == 1
    connection.commit()
    connection.close()


def spoilt(body: str, draws: random.Random) -> str:
    """Turn one letter into another."""
    at = draws.randrange(len(body))
    return body[:at] + chr(ord(body[at]) ^ 1 << draws.randrange(5)) + body[at + 1 :]


@pytest.mark.in_turn
@pytest.mark.parametrize("seed", range(50))
def test_a_letter_of_an_event_that_became_another_is_named_and_the_event_said_again(path: Path, seed: int) -> None:
    draws = random.Random(seed)
    number = draws.randrange(1, EVENTS + 1)
    connection = sqlite3.connect(path)
    (body,) = connection.execute("SELECT body FROM said WHERE number = ?", (number,)).fetchone()
    connection.close()
    changed(path, "UPDATE said SET body = ? WHERE number = ?", spoilt(body, draws), number)
    store = Store(f"sqlite:///{path}")
    before = [said(other) for other in range(1, EVENTS + 1) if other != number]
    assert [one for _, one in store.said("t1")] == before
    (damage,) = store.remove_damaged_rows()
    assert (damage.code, damage["table"]) == ("hub-row-damaged", "t1")
    assert [ack.number for _, ack in store.acknowledged()] == [MOST], (
        "the table is told that it knows less than was heard"
    )
    again = [said(other, stream="n" * 32) for other in range(1, EVENTS + 1)]
    store.keep(ReceivedBatch(said=[("t1", one) for one in again]))
    assert [(one.sequence, one.data) for _, one in store.said("t1")] == [(one.sequence, one.data) for one in again]
    assert store.remove_damaged_rows() == []
    store.close()


@pytest.mark.parametrize("column", ["sequence", "number", "game", "seal", "kind", "stream", "table_name"])
def test_a_column_that_became_another_is_named(path: Path, column: str) -> None:
    value: object = 99 if column in {"sequence", "number"} else "other"
    changed(path, f"UPDATE said SET {column} = ? WHERE id = 3", value)
    store = Store(f"sqlite:///{path}")
    assert len(store.remove_damaged_rows()) == 1
    assert len(list(store.said())) == EVENTS - 1
    store.close()


def test_what_an_earlier_hub_kept_has_no_digest_and_stands(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE said SET body = substr(body, 1, instr(body, char(10)) - 1)")
    connection.commit()
    connection.close()
    store = Store(f"sqlite:///{path}")
    assert store.remove_damaged_rows() == []
    assert [one.number for _, one in store.said("t1")] == list(range(1, EVENTS + 1))
    store.close()


def test_the_hub_says_at_its_start_what_was_damaged(path: Path) -> None:
    changed(path, "UPDATE said SET body = replace(body, 'word 4', 'word 5') WHERE id = 4")
    told: list[Message] = []
    store = Store(f"sqlite:///{path}")
    create_hub(Broker("127.0.0.1", 1), store, names=("localhost",), report=lambda _, message: told.append(message))
    assert [(message.code, message["sequence"]) for message in told] == [("hub-row-damaged", 4)]
    store.close()


def test_who_asks_for_challenges_without_end_takes_one_thread(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, at_once, most = Store(f"sqlite:///{path}"), [0], [0]
    guard, go_on, whole = threading.Lock(), threading.Event(), store.said

    def slow(*given: str) -> object:
        with guard:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        assert go_on.wait(60)
        with guard:
            at_once[0] -= 1
        return whole(*given)

    monkeypatch.setattr(store, "said", slow)
    app = create_hub(Broker("127.0.0.1", 1), store, names=("localhost",), report=lambda *_: None)

    async def ask() -> list[int]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            asked = [asyncio.create_task(client.get("/api/challenges")) for _ in range(20)]
            await asyncio.to_thread(until, lambda: at_once[0] > 0)
            # Another route's thread comes and goes: those of the nineteen others would have begun by then.
            assert (await client.get("/api/results")).status_code == 200
            go_on.set()
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    assert set(asyncio.run(ask())) == {200}
    assert most == [1]
    store.close()

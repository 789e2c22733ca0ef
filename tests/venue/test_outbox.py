"""The outbox gives out each message until the hub has it, in order, and none of them afterwards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.venue.hall import saying
from venue.outbox import Outbox


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    """An outbox of five messages."""
    made = Outbox(tmp_path / "hall.outbox")
    made.append([saying(number) for number in (1, 2, 3, 4, 5)])
    return made


def numbers(outbox: Outbox, after: int, most: int = 64) -> list[int]:
    found = outbox.ready(after, most)
    assert [json.loads(body)["number"] for _, body in found] == [number for number, _ in found]
    return [number for number, _ in found]


def test_messages_ready_after_a_number_begin_with_the_next(outbox: Outbox) -> None:
    assert numbers(outbox, 0) == [1, 2, 3, 4, 5]
    assert numbers(outbox, 3) == [4, 5]
    assert numbers(outbox, 5) == []
    assert numbers(outbox, 1, most=2) == [2, 3]


def test_message_that_the_hub_has_is_not_given_out_again(outbox: Outbox) -> None:
    outbox.forget(2)
    assert numbers(outbox, 0) == [3, 4, 5]
    assert outbox.waiting() == 3
    assert json.loads(outbox.ready(0, 1)[0][1])["oldest"] == 3


def test_numbers_go_on_when_all_was_forgotten_and_the_outbox_opened_again(outbox: Outbox) -> None:
    outbox.forget(5)
    outbox.close()
    again = Outbox(outbox.path)
    assert (again.last, again.waiting()) == (5, 0)
    assert again.append([saying(6)]) == 6
    assert numbers(again, 5) == [6]
    again.close()

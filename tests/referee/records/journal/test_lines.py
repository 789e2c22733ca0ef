"""A game as JSON lines: there and back, and what is wrong with a broken file."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest

from referee.records.journal.reading import from_lines, to_lines
from referee.rules.errors import MalformedError
from tests.referee.records.conftest import Maker


def test_there_and_back(make_events: Maker) -> None:
    events = make_events(7)
    text = to_lines(events)
    assert from_lines(text) == events
    assert from_lines(io.StringIO(text)) == events
    assert json.loads(text.splitlines()[0])["events"] == 7
    assert from_lines(to_lines(())) == ()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [], "line 1: expected the header of a game, found ''"),
        (lambda lines: ["[]", *lines[1:]], "line 1: expected the header of a game"),
        (lambda lines: [lines[0].replace('"version":1', '"version":2'), *lines[1:]], "line 1: version 2: this program"),
        (lambda lines: lines[:-1], "3 events of 4: the rest was cut off"),
        (lambda lines: [*lines[:-1], lines[-1][:20]], "line 5: Invalid JSON"),
        (lambda lines: [*lines[:2], lines[3], lines[2], lines[4]], "line 3: event 3 follows 1"),
        (lambda lines: [lines[0], lines[1].replace("k1", "k9"), *lines[2:]], "the seal does not fit"),
        (lambda lines: [lines[0], lines[1].replace('"cause":1,', ""), *lines[2:]], "line 2: cause: Field required"),
    ],
)
def test_a_broken_file_names_the_line(
    make_events: Maker, spoil: Callable[[list[str]], list[str]], message: str
) -> None:
    lines = to_lines(make_events(4)).splitlines()
    with pytest.raises(MalformedError, match=message):
        from_lines("\n".join(spoil(lines)))


def test_every_cut_of_a_file_is_noticed(make_events: Maker) -> None:
    text = to_lines(make_events(3))
    for cut in range(len(text) - 1):
        with pytest.raises(MalformedError, match=r"line \d"):
            from_lines(text[:cut])

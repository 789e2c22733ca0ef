"""A game as JSON lines: there and back, and what is wrong with a broken file."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest

from messages.message import Message
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
    ("spoil", "code", "args"),
    [
        (lambda lines: [], "journal-line-header", {"found": ""}),
        (lambda lines: ["[]", *lines[1:]], "journal-line-header", {"found": "[]"}),
        (
            lambda lines: [lines[0].replace('"version":1', '"version":2'), *lines[1:]],
            "journal-line-version",
            {"found": 2},
        ),
        (lambda lines: lines[:-1], "journal-line-cut-off", {"found": 3, "expected": 4}),
        (lambda lines: [*lines[:-1], lines[-1][:20]], "journal-line-entry", {"line": 5}),
        (lambda lines: [*lines[:2], lines[3], lines[2], lines[4]], "journal-line-order", {"line": 3, "event": 3}),
        (lambda lines: [lines[0], lines[1].replace("k1", "k9"), *lines[2:]], "journal-line-seal", {}),
        (
            lambda lines: [lines[0], lines[1].replace('"cause":1,', ""), *lines[2:]],
            "journal-line-entry",
            {"line": 2, "fault": Message.of("file-field-missing", field="cause")},
        ),
    ],
)
def test_a_broken_file_names_the_line(
    make_events: Maker, spoil: Callable[[list[str]], list[str]], code: str, args: dict[str, object]
) -> None:
    lines = to_lines(make_events(4)).splitlines()
    with pytest.raises(MalformedError) as refused:
        from_lines("\n".join(spoil(lines)))
    message = refused.value.message
    assert (message.code, {name: message[name] for name in args}) == (code, args)


def test_every_cut_of_a_file_is_noticed(make_events: Maker) -> None:
    text = to_lines(make_events(3))
    for cut in range(len(text) - 1):
        with pytest.raises(MalformedError, match=r"Line \d"):
            from_lines(text[:cut])

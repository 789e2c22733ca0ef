"""A broken script is refused in one line: where, the field, what was found, what was expected."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from messages.message import Message
from overlook.play.script import ScriptError, load_script, script_of
from referee.editions.registry import edition_of
from referee.rules.errors import WHOLE_FILE
from tests.codes import codes_in, innermost
from tests.overlook.play.scripts import activate, operative, played, script

FAR = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}
FINE = script(FAR, activate("A1"))


def with_step(step: object) -> dict[str, Any]:
    return {**FINE, "steps": [*FINE["steps"], step]}


HEAD = Message.of("script-head")


def one_of(*known: str) -> Message:
    """Return what is expected if one of these ids must be named."""
    return Message.of("script-expected-one-of", known=known)


def fault_of(broken: object) -> tuple[Message, Message]:
    """Return the part of a script that is refused, and why."""
    with pytest.raises(ScriptError) as wrong:
        script_of(broken)
    assert "\n" not in str(wrong.value)
    assert wrong.value.message.code == "script-fault"
    return wrong.value.message["where"], wrong.value.message["fault"]


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ({**FINE, "operatives": [operative("A1"), operative("A1")]}, Message.of("script-id-twice", id="A1")),
        ({**FINE, "places": {"A1": [5, 11]}}, Message.of("script-place-missing", operative="B1")),
    ],
)
def test_fields_of_a_script_that_do_not_fit_together_are_refused(broken: object, fault: Message) -> None:
    assert fault_of(broken) == (HEAD, fault)


@pytest.mark.parametrize(
    ("broken", "field", "found", "expected"),
    [
        ({**FINE, "version": 2}, "version", "2", Message.of("record-expected-one-of", limit="1")),
        (
            {**FINE, "killzone": "hallowdark"},
            "killzone",
            "hallowdark",
            Message.of("script-expected-killzone", known=sorted(edition_of("kt24").killzones)),
        ),
        ({**FINE, "operatives": []}, "operatives", "[]", Message.of("record-expected-more-entries", limit=1)),
        ({**FINE, "steps": {}}, "steps", "{}", Message.of("script-expected-steps")),
        ({**FINE, "places": {**FAR, "C9": [1, 1]}}, "places", "C9", one_of("A1", "B1")),
        ([], WHOLE_FILE, "[]", Message.of("script-expected-object")),
    ],
)
def test_a_wrong_field_of_a_script_is_refused(
    broken: object, field: str | Message, found: str, expected: Message
) -> None:
    assert fault_of(broken) == (HEAD, Message.of("record-field", field=field, found=found, expected=expected))


@pytest.mark.parametrize(
    ("step", "field", "found", "expected"),
    [
        (5, WHOLE_FILE, "5", "script-expected-step"),
        ({"jump": 1}, WHOLE_FILE, '["jump"]', "script-expected-one-of"),
        ({"dice": [1], "tray": [1]}, WHOLE_FILE, '["dice", "tray"]', "script-expected-one-of"),
        ({"dice": [7]}, "dice.0", "7", "record-expected-at-most"),
        ({"dice": []}, "dice", "[]", "record-expected-more-entries"),
        ({"dice": ["6"]}, "dice.0", "6", "record-expected-whole-number"),
        ({"as": "p3", "dice": [6]}, "as", "p3", "record-expected-one-of"),
        ({"press": "eject"}, "press", "eject", "record-expected-one-of"),
        ({"see": {"Z9": [1, 1]}}, "see", "Z9", "script-expected-one-of"),
        ({"see": {"A1": [1]}}, "see.A1", "[1]", "record-expected-more-entries"),
        ({"open": ["A1"]}, "open", "A1", "script-expected-one-of"),
        ({"choose": "x", "abuot": "A1"}, "abuot", "A1", "record-no-such-field"),
    ],
)
def test_a_wrong_step_is_refused_with_its_number(step: object, field: str | Message, found: str, expected: str) -> None:
    where, fault = fault_of(with_step(step))
    assert where == Message.of("script-step", step=2)
    assert (fault.code, fault["field"], fault["found"], fault["expected"].code) == (
        "record-field",
        field,
        found,
        expected,
    )


@pytest.mark.parametrize(
    ("step", "field"),
    [
        ({"expect": {"operative": {}}}, "expect"),
        ({"do": {"kind": "activate", "operative": "A1"}}, "do.activate.order"),
        ({"do": {"kind": "fly"}}, "do"),
    ],
)
def test_a_wrong_request_in_a_step_is_refused_with_its_field(step: object, field: str) -> None:
    where, fault = fault_of(with_step(step))
    assert (where, fault["field"]) == (Message.of("script-step", step=2), field)


def test_an_unknown_edition_is_refused() -> None:
    where, fault = fault_of({**FINE, "edition": "kt18"})
    assert (where, codes_in(fault)) == (HEAD, ["record-fault", "edition-unknown"])


@pytest.mark.parametrize(
    ("broken", "code", "named"),
    [
        ({**FINE, "equipment": {"p1": ["mines", "mines"]}}, "script-refused", "equipment.p1"),
        ({**FINE, "edition": "kt21", "equipment": {"p1": ["mines"]}}, "script-no-equipment", "mines"),
        ({**FINE, "terrain": [{"id": "W", "poly": [[0, 0], [1, 1], [2, 2]], "z": [0, 1]}]}, None, "W"),
    ],
)
def test_a_script_that_cannot_begin_is_refused_in_one_line(
    broken: dict[str, Any], code: str | None, named: str
) -> None:
    with pytest.raises(ScriptError) as wrong:
        played(broken)
    assert code is None or code in codes_in(wrong.value)
    assert named in wrong.value.message.texts
    assert "\n" not in str(wrong.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    with pytest.raises(ScriptError) as missing:
        load_script(file)
    file.write_text("{", encoding="utf-8")
    with pytest.raises(ScriptError) as broken:
        load_script(file)
    file.write_text(json.dumps({**FINE, "version": 3}), encoding="utf-8")
    with pytest.raises(ScriptError) as wrong:
        load_script(file)
    messages = [missing.value.message, broken.value.message, wrong.value.message]
    assert [message.code for message in messages] == ["file-unreadable", "file-not-json", "file-fault"]
    assert all(message["file"] == str(file) for message in messages)
    assert innermost(messages[2])["field"] == "version"
    file.write_text(json.dumps(FINE), encoding="utf-8")
    assert load_script(file) == script_of(FINE)


def test_notes_in_a_script_are_ignored() -> None:
    noted = {**FINE, "id": "one", "source": "a book", "steps": [{**step, "note": "look"} for step in FINE["steps"]]}
    assert script_of(noted) == script_of(FINE)


def test_a_killzone_is_recognised_in_each_spelling() -> None:
    for written in ("close quarters", "Close_Quarters"):
        assert script_of({**FINE, "edition": "kt21", "killzone": written}).played_in == "close quarters"
    part = {"id": "W", "poly": [[0, 0], [1, 0], [1, 1]], "z": [0, 1], "killzone": "volkus"}
    assert script_of({**FINE, "terrain": [part]}).played_in == "volkus"

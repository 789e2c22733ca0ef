"""The corpus: positions with the right ruling, and what is refused."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from messages.message import Message
from referee.corpus.runner import answer, differences, equal_within_tolerance, run
from referee.corpus.scenario import Scenario, load_scenarios
from referee.rules.errors import MalformedError

BASE: dict[str, Any] = {
    "id": "X-1",
    "edition": "2024",
    "operatives": [
        {"id": "A", "player": "p1", "pos": [10, 11], "base_mm": 32},
        {"id": "B", "player": "p2", "pos": [12.16, 11], "base_mm": 32},
    ],
    "query": {"type": "control_range", "a": "A", "b": "B"},
    "expected": {"within": True, "reason": "prose is not compared"},
}


@pytest.mark.data
@pytest.mark.parametrize("name", ["random_shoot.json", "scenarios.json"])
def test_every_position_is_answered_as_expected(shared_data: Path, name: str) -> None:
    answers = run(load_scenarios(shared_data / "rules" / name))
    assert len(answers) > 90
    assert [(one.id, one.unanswered, one.differences) for one in answers if not one.matches] == []


def test_an_answer_that_differs_is_named_by_its_key() -> None:
    wrong = answer(Scenario.model_validate({**BASE, "expected": {"within": False}}))
    assert wrong.differences == (Message.of("corpus-differs", key="within", expected="False", found="True"),)
    assert not wrong.matches
    assert answer(Scenario.model_validate(BASE)).matches


def test_a_question_that_nobody_answers_is_said_in_words() -> None:
    asked = answer(Scenario.model_validate({**BASE, "query": {"type": "who_wins"}}))
    assert asked.unanswered is not None
    assert asked.unanswered["question"] == "who_wins"
    assert not asked.matches


@pytest.mark.parametrize(
    ("wanted", "found", "agree"),
    [
        ([1, 2], [2, 1], True),
        ([1, 1], [1], False),
        (2, 2.0000000001, True),
        (2, 2.001, False),
        (True, 1, False),
        (None, None, True),
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {}, False),
    ],
)
def test_lists_are_sets_and_numbers_agree_to_a_millionth(wanted: object, found: object, agree: bool) -> None:
    assert equal_within_tolerance(wanted, found) is agree


def test_a_key_that_was_expected_and_not_answered_is_a_difference() -> None:
    assert list(differences({"legal": True}, {})) == [Message.of("corpus-not-answered", key="legal", expected="True")]


@pytest.mark.parametrize(
    ("text", "code", "fault"),
    [
        ("{", "file-not-json", None),
        ("3", "scenario-no-list", None),
        (
            json.dumps([{"id": "C-7", "edition": "2024"}]),
            "scenario-fault",
            Message.of("file-field-missing", field="query"),
        ),
        (
            json.dumps([{**BASE, "operatives": [{"id": "A", "player": "p1", "pos": [1], "base_mm": 32}]}]),
            "scenario-fault",
            Message.of("file-field-missing", field="operatives.0.pos.1"),
        ),
    ],
)
def test_a_broken_file_is_refused_in_one_line(tmp_path: Path, text: str, code: str, fault: Message | None) -> None:
    file = tmp_path / "corpus.json"
    file.write_text(text)
    with pytest.raises(MalformedError) as refusal:
        load_scenarios(file)
    message = refusal.value.message
    assert (message.code, message["file"]) == (code, str(file))
    assert fault is None or message["fault"] == fault
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("change", "code", "named"),
    [
        ({"edition": "1999"}, "edition-unknown", "1999"),
        ({"query": {"type": "control_range", "a": "A", "b": "Z"}}, "scenario-operative-unknown", "Z"),
        ({"query": {"type": "control_range", "a": "A"}}, "scenario-field-missing", "b"),
    ],
)
def test_a_question_that_contradicts_itself_is_refused(change: dict[str, object], code: str, named: str) -> None:
    with pytest.raises(MalformedError) as refusal:
        answer(Scenario.model_validate({**BASE, **change}))
    assert refusal.value.message.code == code
    assert named in refusal.value.message.texts


def test_a_bad_question_does_not_stop_the_others() -> None:
    bad = {**BASE, "id": "X-2", "query": {"type": "control_range", "a": "A", "b": "Z"}}
    answers = run([Scenario.model_validate(one) for one in (BASE, bad, {**BASE, "id": "X-3"})])
    assert [one.matches for one in answers] == [True, False, True]
    assert answers[1].refused is not None
    assert answers[1].refused["found"] == "Z"


def asked(query: Mapping[str, object], **more: object) -> dict[str, object]:
    return dict(answer(Scenario.model_validate({**BASE, "expected": None, "query": query, **more})).got)


def test_a_marker_is_measured_from_its_carrier() -> None:
    lying = {"id": "M1", "kind": "objective", "mm": 40, "pos": [20, 11]}
    query = {"type": "within", "a": "B", "b": "M1", "distance": 2}
    assert asked(query, markers=[lying]) == {"within": False}
    assert asked(query, markers=[{**lying, "carried_by": "A"}]) == {"within": True}


@pytest.mark.parametrize(
    ("action", "target", "apart", "allowed"),
    [
        ("Shoot", "B", 8.0, True),
        ("Shoot", "F", 8.0, False),
        ("Fight", "B", 2.16, True),
        ("Fight", "C", 2.16, False),
        ("Stun Grenade", "B", 7.2, True),
        ("Stun Grenade", "B", 7.4, False),
    ],
)
def test_a_named_target_must_be_one(action: str, target: str, apart: float, allowed: bool) -> None:
    places = {"A": ("p1", [5, 11]), "B": ("p2", [5 + apart, 11]), "C": ("p2", [28, 20]), "F": ("p1", [5, 20])}
    operatives = [{"id": name, "player": who, "pos": pos, "base_mm": 32} for name, (who, pos) in places.items()]
    query = {"type": "action_allowed", "by": "A", "action": action, "target": target}
    assert asked(query, operatives=operatives) == {"allowed": allowed}


def test_an_action_of_a_teams_own_in_the_record_counts_as_itself() -> None:
    query = {"type": "action_allowed", "by": "A", "action": "Dash"}
    far = [BASE["operatives"][0], {**BASE["operatives"][1], "pos": [25, 11]}]
    assert asked(query, operatives=far, state={"performed_this_activation": ["Mine Layer"]}) == {"allowed": True}


def test_a_marker_is_picked_up_only_where_something_says_so() -> None:
    alone = [{"id": "A", "player": "p1", "pos": [10, 11], "base_mm": 32}]
    marker = {"id": "M1", "kind": "mission", "mm": 40, "pos": [11.5, 11]}
    query = {"type": "action_allowed", "by": "A", "action": "Pick Up Marker"}
    assert asked(query, operatives=alone, markers=[marker]) == {"allowed": False}
    assert asked(query, operatives=alone, markers=[{**marker, "pick_up_allowed": True}]) == {"allowed": True}


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("place", ["pos", "query"])
def test_a_number_that_json_does_not_have_is_refused(number: str, place: str, tmp_path: Path) -> None:
    text = json.dumps([BASE]).replace("[10, 11]", f"[{number}, 11]" if place == "pos" else "[10, 11]")
    text = text.replace('"a": "A"', f'"a": "A", "within": {number}') if place == "query" else text
    (path := tmp_path / "positions.json").write_text(text)
    with pytest.raises(MalformedError) as refusal:
        load_scenarios(path)
    assert refusal.value.message["fault"] == Message.of("file-json-constant", found=number)


@pytest.mark.parametrize("field", ["z", "base_mm", "rot", "move"])
def test_a_position_with_a_number_that_is_none_is_refused(field: str) -> None:
    first, second = BASE["operatives"]
    with pytest.raises(ValidationError, match=field):
        Scenario.model_validate({**BASE, "operatives": [{**first, field: math.nan}, second]})

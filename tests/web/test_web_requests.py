"""Requests are made from the intents, and take and refuse what they did when each was written by hand."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from referee.game.intents import INTENTS, Intent
from referee.game.intents.base import Items, RequestFields, request_fields
from referee.game.record import Record
from tests.depth import depth
from tests.web.written_requests import WRITTEN
from web.contract.requests import GAME_REQUESTS, SubmitRequest, request_model

ORACLES: dict[str, type[BaseModel]] = {
    str(model.model_json_schema()["properties"]["kind"]["const"]): model for model in WRITTEN
}
GIVEN: dict[str, dict[str, Any]] = {
    "answer": {"prompt": "reroll-7", "choice": "keep"},
    "undo": {},
    "redo": {},
    "challenge": {"ruling": "r7"},
    "activate": {"operative": "a2", "order": "engage"},
    "act": {"operative": "a2", "action": "Shoot", "results": [{"operative": "b1", "amount": 3}]},
    "end_activation": {"operative": "a2"},
    "react": {"operative": "a2"},
    "pass_turn": {"player": "p1"},
    "use_ploy": {"player": "p1", "name": "Command Re-roll"},
    "seal": {"player": "p1", "topic": "tac_op", "value": "recover"},
    "reveal": {"player": "p1", "topic": "tac_op"},
    "declare_damage": {"operative": "a2", "amount": 3},
    "declare_status": {"operative": "a2"},
    "declare_place": {"operative": "a2"},
    "set_up_again": {"operative": "a2"},
    "place_marker": {"x": 4.0, "y": 5.0},
    "remove_marker": {"marker": "m1"},
    "choose_equipment": {"player": "p1"},
    "deploy": {"operative": "a2"},
    "remove_operative": {"operative": "a2"},
    "score": {"player": "p1", "op": "crit", "vp": 1},
    "end_battle": {},
    "declare_stat": {"operative": "a2", "stat": "move", "change": -1, "until": "end of the battle"},
    "revive": {"operative": "a2", "wounds": 3},
    "place_equipment": {"player": "p1", "item": "mines"},
    "drop_marker": {"operative": "a2"},
    "end_stage": {"stage": "end"},
    "trigger": {"rules": [{"owner": "p1", "name": "Blessing"}, {"owner": "p2", "name": "Curse"}]},
}
"""A request of every kind that is taken, by kind."""

LENGTHS = (0, 1, 30, 31, 40, 41, 60, 61, 64, 65, 120, 121, 4000)
EDGES: tuple[Any, ...] = (
    *("x" * length for length in LENGTHS),
    *(["x"] * length for length in (0, 1, 8, 9)),
    *([6] * length for length in (1, 40, 41)),
    *([{"operative": "b1", "amount": 3}] * length for length in (1, 20, 21)),
    *([{"owner": "p1", "name": "Blessing"}] * length for length in (1, 2, 20, 21)),
    *([{"owner": owner, "name": "x" * length}] * 2 for owner in ("", "p1") for length in (0, 60, 61)),
    *("end of its next activation", "end of the turning point", "end of time"),
    *([{"operative": "b1", "amount": amount}] for amount in (-1, 0, 200, 201, 5.0, 5.5, "5")),
    *([value] for value in ("", "x" * 65, 0, 7, 5.0, 5.5, True, None)),
    [{"operative": "", "amount": 3}],
    [{"operative": "b1", "amount": 3, "why": "a mine"}],
    *(sign * number for number in (0, 1, 9, 10, 20, 40, 41, 60, 61, 200, 201, 360, 361) for sign in (1, -1)),
    *(0.5, 3.0, 20.1, 60.001, -60.001, -0.01, 360.01),
    *(True, False, None, "engage", "conceal", "guard", {}, {"x": 1, "y": 2}),
)
NAMES = sorted(
    {name for model in WRITTEN for name in model.model_fields}
    | {name for kind in INTENTS for name in INTENTS.form(kind).model_fields}
)


def told(model: type[BaseModel], said: dict[str, Any]) -> Any:
    """Return what a model makes of a request, or the places of what it refuses."""
    try:
        return model.model_validate_json(json.dumps(said)).model_dump(mode="json")
    except ValidationError as error:
        return {(*one["loc"], one["type"]) for one in error.errors()}


@pytest.mark.in_turn
@pytest.mark.parametrize("kind", sorted(ORACLES))
def test_a_request_is_taken_or_refused_as_written_by_hand_whatever_one_field_holds(kind: str) -> None:
    said = {"kind": kind, **GIVEN[kind]}
    assert told(GAME_REQUESTS[kind], said) == told(ORACLES[kind], said)
    assert isinstance(told(ORACLES[kind], said), dict)
    for name in NAMES:
        for value in EDGES:
            other = {**said, name: value}
            assert told(GAME_REQUESTS[kind], other) == told(ORACLES[kind], other), other
        rest = {field: value for field, value in said.items() if field != name}
        assert told(GAME_REQUESTS[kind], rest) == told(ORACLES[kind], rest), rest


@settings(max_examples=depth(25, 300), deadline=None)
@given(
    kind=st.sampled_from(sorted(ORACLES)),
    others=st.dictionaries(st.sampled_from(NAMES), st.sampled_from(EDGES), max_size=4),
    gone=st.sets(st.sampled_from(NAMES), max_size=2),
)
def test_a_request_is_taken_or_refused_as_written_by_hand(kind: str, others: dict[str, Any], gone: set[str]) -> None:
    said = {name: value for name, value in {"kind": kind, **GIVEN[kind], **others}.items() if name not in gone}
    assert told(GAME_REQUESTS[kind], said) == told(ORACLES[kind], said)


def test_the_body_of_a_request_tells_the_kinds_apart() -> None:
    for kind, said in GIVEN.items():
        body = SubmitRequest.model_validate_json(json.dumps({"intent": {"kind": kind, **said}}))
        assert type(body.intent) is GAME_REQUESTS[kind]
        assert body.intent.kind == kind


@pytest.mark.parametrize(
    "kind",
    [
        *("set_up", "set_terrain", "set_policy", "set_threshold"),
        *("call", "mend", "see_roll", "propose", "hand_over", "branch"),
    ],
)
def test_what_only_the_table_says_is_requested_by_nobody(kind: str) -> None:
    assert INTENTS.form(kind).kind == kind
    with pytest.raises(ValidationError, match="union_tag_invalid"):
        SubmitRequest.model_validate({"intent": {"kind": kind}})


@pytest.mark.parametrize("kind", sorted(GAME_REQUESTS))
def test_a_request_holds_no_id_and_nobody_elses_word(kind: str) -> None:
    assert not {"id", "by", "rulings", "evidence"} & set(GAME_REQUESTS[kind].model_fields)


class Weather(Record):
    wind: int
    seen: str = "calm"


class Look(Intent):
    kind: ClassVar[str] = "look"
    request: ClassVar[RequestFields | None] = request_fields("wind", far=Items(2))

    far: tuple[str, ...]
    weather: Weather


def test_a_field_of_a_part_is_requested_like_one_of_the_intents_own() -> None:
    model = request_model(Look)
    assert set(model.model_fields) == {"kind", "wind", "far"}
    taken = model.model_validate_json('{"kind": "look", "wind": 3.0, "far": ["a"]}')
    assert taken.said() == {"wind": 3, "far": ["a"]}
    with pytest.raises(ValidationError, match="far"):
        model.model_validate_json('{"kind": "look", "wind": 3, "far": ["a", "b", "c"]}')


def test_an_intent_without_a_request_and_a_field_that_it_has_not_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Look, "request", request_fields("moon"))
    with pytest.raises(TypeError, match="no field 'moon'"):
        request_model(Look)
    monkeypatch.setattr(Look, "request", None)
    with pytest.raises(TypeError, match="request is None"):
        request_model(Look)

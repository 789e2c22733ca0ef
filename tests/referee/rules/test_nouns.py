"""What the referee's nouns refuse: events, prompts, positions, and the rows of an edition's tables."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from geometry.base import BaseShape
from geometry.placement import Placement
from geometry.table import Operative, Table
from messages.message import Message
from referee.game.journal_entry import JournalEntry
from referee.game.prompt import Choice, Prompt, Topic
from referee.rules.errors import MalformedError
from referee.rules.judgement import Leg, Move
from referee.rules.ports.edition import ActionSpec
from referee.rules.position import Order, Position, Status

EVENT: dict[str, Any] = {"sequence": 3, "id": "abc", "cause": 2, "edition": "kt24", "kind": "moved"}


def status(**changes: Any) -> Status:
    return Status(**{"order": Order.ENGAGE, "apl": 2, "move": 6, "wounds": 10, "start_wounds": 10, **changes})


def operative(name: str, player: str) -> Operative:
    return Operative(name, player, BaseShape.from_mm(32), 1.6, Placement(name, 10, 10))


def test_an_event_that_is_its_own_cause_is_an_intent() -> None:
    assert JournalEntry(**{**EVENT, "cause": 3}).is_intent
    assert not JournalEntry(**EVENT).is_intent


@pytest.mark.parametrize(
    "wrong",
    [{"sequence": 0}, {"cause": 0}, {"id": ""}, {"kind": ""}, {"edition": ""}, {"sequence": "3"}, {"surprise": 1}],
)
def test_an_event_refuses_a_malformed_envelope(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        JournalEntry(**{**EVENT, **wrong})


def test_an_event_survives_the_journal_unchanged() -> None:
    event = JournalEntry(**EVENT, data={"who": "a1", "to": [1.5, 2.0]})
    assert JournalEntry.model_validate_json(event.model_dump_json()) == event


def test_a_prompt_takes_a_default_that_is_a_choice() -> None:
    choices = (Choice(key="yes", label=Message.stored("Yes")), Choice(key="no", label=Message.stored("No")))
    asked = Prompt(
        id="q", topic=Topic.ACTION, owner="p1", question=Message.stored("Well?"), choices=choices, default="no"
    )
    assert asked.default == "no"


@pytest.mark.parametrize(
    "wrong",
    [
        {"default": "maybe"},
        {"choices": (Choice(key="a", label=Message.stored("A")), Choice(key="a", label=Message.stored("B")))},
        {"choices": ()},
        {"dice": -1},
        {"question": {}},
        {"topic": "small talk"},
    ],
)
def test_a_prompt_refuses_what_nobody_could_answer(wrong: dict[str, Any]) -> None:
    choices = (Choice(key="a", label=Message.stored("A")),)
    good: dict[str, Any] = {
        "id": "q",
        "topic": Topic.ACTION,
        "owner": "p1",
        "question": Message.stored("?"),
        "choices": choices,
    }
    assert Prompt(**good).about == ""
    with pytest.raises(ValidationError):
        Prompt(**{**good, **wrong})


@pytest.mark.parametrize(
    "wrong", [{"wounds": 11}, {"wounds": -1}, {"start_wounds": 0, "wounds": 0}, {"apl": -1}, {"move": -1}]
)
def test_a_status_refuses_stats_that_no_datacard_has(wrong: dict[str, Any]) -> None:
    with pytest.raises(MalformedError):
        status(**wrong)


def test_a_position_knows_friends_and_enemies() -> None:
    table = Table(operatives={name: operative(name, name[:2]) for name in ("p1a", "p1b", "p2a")})
    position = Position(table, {name: status() for name in table.operatives})
    assert [one.id for one in position.friends_of("p1a")] == ["p1b"]
    assert [one.id for one in position.enemies_of("p1a")] == ["p2a"]


def test_a_position_refuses_a_status_without_an_operative_and_the_reverse() -> None:
    table = Table(operatives={"a": operative("a", "p1")})
    with pytest.raises(MalformedError) as unknown:
        Position(table, {"a": status(), "b": status()})
    assert unknown.value.message == Message.of("position-status-missing", operatives=["b"])
    with pytest.raises(MalformedError) as missing:
        Position(table)
    assert missing.value.message == Message.of("position-status-missing", operatives=["a"])


def test_a_leg_a_move_and_an_action_refuse_the_impossible() -> None:
    with pytest.raises(MalformedError):
        Leg(-0.1)
    with pytest.raises(MalformedError) as short:
        Move("a", "Dash", ((1, 1, 0),))
    assert short.value.message.code == "move-path-short"
    with pytest.raises(MalformedError) as cost:
        ActionSpec("Dash", "D24-04", -1)
    assert cost.value.message == Message.of("action-cost", action="Dash", found=-1)

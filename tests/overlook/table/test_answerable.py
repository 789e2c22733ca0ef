"""Which questions are shown, and with which answers: none that would only be refused."""

from __future__ import annotations

import pytest

from messages.message import Message
from overlook.table.offers.prompts import BLOCKED_TOPICS, BLOCKING_TOPICS, with_open_choices
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import Timeline
from referee.game.events import Event
from referee.game.intents import Answer, Intent
from referee.game.prompt import Choice, Prompt, Topic
from referee.rules.errors import MalformedError
from tests.overlook.play.dice_steps import answered, by_default
from tests.overlook.play.scripts import END, Raw, act, activate, played, script, taken

PLACES = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}
CHALLENGE: Raw = {"as": "p2", "press": "challenge"}


def topics(step: Raw) -> set[str]:
    """Return the topics of the questions that are shown after a step."""
    return {one["topic"] for one in step["prompts"] if one["asked"]}


def test_while_a_ruling_is_challenged_nothing_else_of_the_battle_is_asked() -> None:
    shot = act("A1", "Shoot", target="B1", weapon="gun", results=[{"operative": "B1", "amount": 2}])
    steps = (activate("A1"), shot, CHALLENGE, {**END, "as": "p1"}, {"as": "p1", "choose": "uphold"})
    result = played(script(PLACES, *steps))
    assert taken(result) == [True, True, True, False, True]
    assert [topics(step) for step in result.steps[1:]] == [{"action"}, {"challenge"}, {"challenge"}, {"action"}]
    ended = played(script(PLACES, *steps[:3], {"as": "p1", "do": {"kind": "end_activation", "operative": "A1"}}))
    assert "Answer" in ended.steps[-1]["why"]


class Refusing(Decider):
    """A referee that refuses some answers and takes the others."""

    def __init__(self, *refused: str) -> None:
        self._refused = refused

    def decide(self, timeline: Timeline, intent: Intent) -> tuple[Event, ...]:
        assert isinstance(intent, Answer)
        if intent.choice in self._refused:
            raise MalformedError(Message.stored(f"{intent.choice} is too far"))
        return ()


@pytest.mark.parametrize(
    ("refused", "left", "default"),
    [
        (("a",), ["b", "c"], "c"),
        (("c",), ["a", "b"], "a"),
        (("a", "b"), ["c"], "c"),
        (("a", "b", "c"), ["a", "b", "c"], "a"),
    ],
)
def test_default_of_a_question_is_an_answer_that_the_rules_take(
    refused: tuple[str, ...], left: list[str], default: str
) -> None:
    choices = tuple(Choice(key=key, label=Message.stored(key.upper())) for key in "abc")
    asked = Prompt(
        id="x", topic=Topic.PROPOSAL, owner="p1", question=Message.stored("Which?"), choices=choices, default="a"
    )
    open_prompt = with_open_choices(Refusing(*refused), Timeline(), asked)
    assert [choice.key for choice in open_prompt.choices] == left
    assert open_prompt.default == default


def test_what_is_asked_first_is_never_held_back() -> None:
    assert BLOCKING_TOPICS.isdisjoint(BLOCKED_TOPICS)
    assert Topic.DICE not in BLOCKED_TOPICS
    assert Topic.PROPOSAL not in BLOCKED_TOPICS


def test_an_answer_that_would_be_refused_is_neither_offered_nor_the_default_and_the_question_says_why() -> None:
    """Dice that were rolled since rest on the ruling: it is undone step by step, not taken back at once."""
    shot = script(PLACES, activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True))
    result, _ = answered(shot, by_default, CHALLENGE, {"as": "p1", "choose": "take_back"})
    asked = next(one for one in result.steps[-2]["prompts"] if one["topic"] == "challenge")
    assert [one["label"] for one in asked["choices"] if one["open"]] == ["Uphold the ruling"]
    assert asked["default"] == "uphold"
    assert str(Message.of("games-rests-on-it")) in asked["asked"]
    refused = result.steps[-1]
    assert not refused["accepted"]
    assert refused["why"] == str(Message.of("games-rests-on-it"))
    assert not {"event", "prompt"} & set(refused["why"].split())

"""Which questions are shown: none that would only be refused until another is answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlook.table.answerable import FIRST, THEN, with_open_choices
from referee.game.decider import Decider
from referee.game.events import Event
from referee.game.intents import Answer, Intent
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.timeline import Timeline
from referee.rules.errors import MalformedError
from tests.overlook.played_table import Table, played
from tests.overlook.test_played_by_phone import at_work, offered
from web.contract.intents import Button


def topics(table: Table) -> set[Topic]:
    return {one.topic for one in table.service.snapshot().prompts}


def test_while_a_ruling_is_doubted_nothing_else_of_the_battle_is_asked(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        shooter = await at_work(table)
        way = offered(table, "Shoot").choices[0]
        lost = [{"operative": way.target, "amount": 2}]
        await table.took("act", operative=shooter, action="Shoot", target=way.target, results=lost)
        assert topics(table) == {Topic.ACTION}
        await table.pressed(Button.CHALLENGE)
        assert topics(table) == {Topic.CHALLENGE}
        assert "answer" in await table.refused("end_activation", operative=shooter)
        prompt = table.service.snapshot().prompts[0]
        await table.took("answer", prompt=prompt.id, choice=prompt.default)
        assert topics(table) == {Topic.ACTION}

    played(tmp_path, play)


class Refusing(Decider):
    """A referee that refuses some answers and takes the others."""

    def __init__(self, *refused: str) -> None:
        self._refused = refused

    def decide(self, timeline: Timeline, intent: Intent) -> tuple[Event, ...]:
        assert isinstance(intent, Answer)
        if intent.choice in self._refused:
            raise MalformedError(f"{intent.choice} is too far")
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
    choices = tuple(Choice(key=key, label=key.upper()) for key in "abc")
    asked = Prompt(id="x", topic=Topic.PROPOSAL, owner="p1", question="Which?", choices=choices, default="a")
    open_prompt = with_open_choices(Refusing(*refused), Timeline(), asked)
    assert [choice.key for choice in open_prompt.choices] == left
    assert open_prompt.default == default


def test_what_is_asked_first_is_never_held_back() -> None:
    assert FIRST.isdisjoint(THEN)
    assert Topic.DICE not in THEN
    assert Topic.PROPOSAL not in THEN


def test_what_a_later_step_rests_on_is_said_in_words(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        shooter = await at_work(table)
        way = offered(table, "Shoot").choices[0]
        await table.took("act", operative=shooter, action="Shoot", weapon=way.weapon, target=way.target, dice=True)
        while table.table.state.sequence is not None:
            await table.answered(table.table.game.prompts[0], 4)
        await table.pressed(Button.CHALLENGE)
        prompt = table.service.snapshot().prompts[0]
        assert [choice.label for choice in prompt.choices] == ["The ruling stands"], (
            "what is only refused is not offered"
        )
        assert "undo step by step" in prompt.question
        said = await table.refused("answer", prompt=prompt.id, choice="take_back")
        assert "undo step by step" in said
        assert "event" not in said
        assert "prompt" not in said

    played(tmp_path, play)

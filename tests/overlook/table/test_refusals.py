"""Refusals use names and no words of the program."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from overlook.table.offers.table_facts import TableFacts
from overlook.table.requests import ANSWERED, refusal_reason, refused
from referee.game.intents import Undo
from referee.rules.errors import IllegalError
from tests.overlook.play.scripts import KT21, Raw, act, activate, do, played, script, taken

PLACES = {"A1": [5.0, 11.0], "A2": [5.0, 15.0], "B1": [25.0, 11.0]}
MACHINE = re.compile(r"\b[ab]\d\b|'[a-z_]+:[^']*'")
"""A model's id as the catalogue has it, a question's id."""
WRONG: dict[str, Raw] = {
    "the other's model": {"as": "p2", "do": {"kind": "activate", "operative": "A2", "order": "engage"}},
    "out of turn": activate("B1"),
    "no such operative": activate("A9"),
    "an action of another": act("A2", "Dash"),
    "a question that is gone": do("p1", "answer", prompt="mission:0", choice="x"),
    "a ploy beyond the purse": do("p1", "use_ploy", player="p1", name="Grand", cost=9),
    "another's points": do("p1", "score", player="p2", op="crit", vp=1),
}


@pytest.mark.parametrize("fields", [{}, KT21], ids=["kt24", "kt21"])
@pytest.mark.parametrize("wrong", WRONG)
def test_a_refusal_is_in_a_players_words(wrong: str, fields: dict[str, Any]) -> None:
    result = played(script(PLACES, activate("A1"), WRONG[wrong], **fields))
    assert taken(result) == [True, False]
    why = result.steps[1]["why"]
    assert why
    assert not MACHINE.search(why), why


def test_an_answer_to_a_closed_question_says_so() -> None:
    result = played(script(PLACES, activate("A1"), WRONG["a question that is gone"]))
    assert result.steps[1]["why"] == str(ANSWERED)


def test_a_player_is_called_by_name() -> None:
    side = SimpleNamespace(seat=SimpleNamespace(name="Glass Company"))
    state = SimpleNamespace(sides={"p2": side}, side={"p2": side}.get, operatives={"b5": None}, markers={})
    facts = cast("TableFacts", SimpleNamespace(asked=(), state=state))
    reason = refusal_reason(Undo(id="one"), IllegalError("games-undo-owner", player="p2"), facts)
    outcome = refused(reason, facts.state)
    assert outcome.message == reason
    assert outcome.sentence.startswith("Glass Company did that last.")

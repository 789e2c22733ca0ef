"""Questions about dice are in the players' own terms."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messages.message import Message
from overlook.table.views.attack_dice import DECISIONS, DECISIONS_ABOUT, in_words
from referee.game.dice.dice_text import label
from referee.game.events import decisions
from referee.game.intents import Answer
from referee.rules.dice.step import DiceChoice, DiceStepName
from tests.depth import depth
from tests.overlook.table.random_dice import FLOWS, begun, shot_facts, table_of, use
from tests.referee.game.armed_game import shoot
from tests.referee.game.conftest import GameDriver

PLAYERS = (("A", "p1"), ("B", "p2"))
SAID_ALIKE = {DiceStepName.RESOLVE}
NO_PLAYER_SAYS = re.compile("|".join(re.escape(f": {name}") for name in DiceStepName if name not in SAID_ALIKE), re.I)


def test_a_roll_says_who_does_what_to_whom_with_how_many_dice_and_what_counts(armed: GameDriver) -> None:
    shoot(armed, "mortar")
    flow = FLOWS["2024"]
    first = in_words(armed.prompt("dice:"), flow, armed.state).question
    assert first["purpose"] == Message.of("roll-shoots-target", player="p1", target="Trooper B1")
    assert (first["dice"], first["needed"]) == (2, (Message.of("roll-hits-on", face=3),))
    armed("answer", prompt=armed.prompt("dice:").id, dice=[4, 6], onward=True)
    second = in_words(armed.prompt("dice:"), flow, armed.state).question
    assert second["purpose"] == Message.of("roll-defends", player="p2", target="Trooper B1")
    assert (second["dice"], second["needed"]) == (3, (Message.of("roll-saves-on", face=3),))


@pytest.mark.parametrize("rule", ["ceaseless", "balanced", "relentless", "rending", "severe", "punishing"])
def test_the_question_says_which_faces_hit_with_any_weapon_rule(rule: str) -> None:
    chance, flow = random.Random(0), FLOWS["2024"]
    weapon = {"name": "m", "type": "ranged", "atk": 4, "hit": 4, "damage": (5, 6)}
    facts = shot_facts(chance, "2024") | {"weapon": weapon | {"rules": (use(rule),)}}
    opening = flow.dice_actions.kinds["Shoot"].begin(flow.dice_actions.rules, table_of(12, 0), facts).to_data()
    state = decisions.SequenceOpened(sort="Shoot", operative="A1", opening=opening).apply(table_of(12, 0))
    (prompt,) = flow.dice_actions.prompts(state)
    question = in_words(prompt, flow, state).question
    assert (question["dice"], question["needed"][0]) == (4, Message.of("roll-hits-on", face=4))


def test_choices_of_accurate_dice_are_short() -> None:
    flow = FLOWS["2024"]
    weapon = {"name": "m", "type": "ranged", "atk": 4, "hit": 4, "damage": (5, 6), "rules": (use("accurate 2"),)}
    facts = shot_facts(random.Random(0), "2024") | {"weapon": weapon}
    opening = flow.dice_actions.kinds["Shoot"].begin(flow.dice_actions.rules, table_of(12, 0), facts).to_data()
    state = decisions.SequenceOpened(sort="Shoot", operative="A1", opening=opening).apply(table_of(12, 0))
    (prompt,) = flow.dice_actions.prompts(state)
    assert sorted(str(one.label) for one in in_words(prompt, flow, state).choices) == [
        "Keep a normal hit (Accurate)",
        "Keep two normal hits (Accurate)",
        "Roll every die",
    ]


def test_blocking_nothing_has_a_label_like_other_blocks() -> None:
    assert str(label(DiceChoice.from_key("block:crit"))) == "Block nothing with a critical success"
    by_normal = label(DiceChoice.from_key("block:normal on crit"))
    assert str(by_normal) == "Block a critical success with a normal success"


def test_a_hot_melee_weapon_is_tested_as_a_ranged_one() -> None:
    flow, asked = FLOWS["2024"], []
    knife = {"name": "k", "type": "melee", "atk": 2, "hit": 4, "damage": (1, 1), "rules": (use("hot"),)}
    sides = [{"id": f"{side}1", "player": player, "wounds": 12, "weapon": knife} for side, player in PLAYERS]
    facts = {"attacker": sides[0], "defender": sides[1], "cp": {"p1": 0, "p2": 0}}
    opening = flow.dice_actions.kinds["Fight"].begin(flow.dice_actions.rules, table_of(12, 0), facts).to_data()
    state = decisions.SequenceOpened(sort="Fight", operative="A1", opening=opening).apply(table_of(12, 0))
    while state.sequence is not None:
        (prompt,) = flow.dice_actions.prompts(state)
        asked.append(str(in_words(prompt, flow, state).question))
        given = {"choice": prompt.choices[0].key} if prompt.choices else {"dice": (1,) * prompt.dice}
        answer = Answer.model_validate({"id": str(len(asked)), "prompt": prompt.id, **given})
        for event in flow.dice_actions.answer(state, answer):
            state = event.apply(state)
    assert asked[-2:] == [
        f"{player} tests for Hot: roll 1 die, any result of 1 to 3 hurts Trooper {side}1" for side, player in PLAYERS
    ]


def test_the_question_says_which_faces_are_critical_and_who_hot_hurts() -> None:
    said = []
    for seed in range(40):
        chance, flow = random.Random(seed), FLOWS["2024"]
        weapon = {"name": "m", "type": "ranged", "atk": 4, "hit": 4, "damage": (5, 6)}
        facts = shot_facts(chance, "2024") | {"weapon": weapon | {"rules": (use("hot"), use("lethal 5"))}}
        opening = flow.dice_actions.kinds["Shoot"].begin(flow.dice_actions.rules, table_of(12, 0), facts).to_data()
        state = decisions.SequenceOpened(sort="Shoot", operative="A1", opening=opening).apply(table_of(12, 0))
        for number in range(60):
            if state.sequence is None:
                break
            (prompt,) = flow.dice_actions.prompts(state)
            said.append(str(in_words(prompt, flow, state).question))
            choice = {"choice": prompt.choices[0].key} if prompt.choices else {"dice": (5,) * prompt.dice}
            answer = Answer.model_validate({"id": str(number), "prompt": prompt.id, **choice})
            for event in flow.dice_actions.answer(state, answer):
                state = event.apply(state)
    assert "p1 shoots Trooper B1: roll 4 dice, hits on 4+, criticals on 5+" in said
    assert "p1 tests for Hot: roll 1 die, any result of 1 to 3 hurts Trooper A1" in said


@pytest.mark.parametrize("edition", list(FLOWS))
@given(st.integers(0, 2**32))
@settings(max_examples=depth(6, 100))
def test_no_question_uses_the_programs_name_of_a_stage(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    flow, state = FLOWS[edition], begun(chance, edition)
    for number in range(60):
        if state.sequence is None:
            return
        (prompt,) = flow.dice_actions.prompts(state)
        question = str(in_words(prompt, flow, state).question)
        assert question.startswith(prompt.owner)
        assert not NO_PLAYER_SAYS.search(question)
        assert "?" in question or f"roll {prompt.dice} " in question
        given_now = {"choice": chance.choice(prompt.choices).key} if prompt.choices else {}
        rolled = {"dice": tuple(chance.randint(1, 6) for _ in range(prompt.dice))}
        answer = Answer.model_validate({"id": str(number), "prompt": prompt.id, **(given_now or rolled)})
        for event in flow.dice_actions.answer(state, answer):
            state = event.apply(state)


@pytest.mark.parametrize("edition", list(FLOWS))
@given(st.integers(0, 2**32))
@settings(max_examples=depth(6, 100))
def test_counted_dice_are_re_rolled_by_grade_instead_of_face(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    flow, state = FLOWS[edition], begun(chance, edition)
    counted = True
    for number in range(60):
        if state.sequence is None:
            return
        (prompt,) = flow.dice_actions.prompts(state)
        rerolls = [str(one.label) for one in in_words(prompt, flow, state).choices if one.key.startswith("re-roll")]
        assert len(set(rerolls)) == len(rerolls)
        assert not counted or not any(re.search(r" a \d", label) for label in rerolls)
        assert all(re.search(r" a \d", label) for label in rerolls) or bool(state.sequence.data.get("counted"))
        given_now = {"choice": chance.choice(prompt.choices).key} if prompt.choices else {}
        by_grade = [chance.choice(prompt.grades) for _ in range(prompt.dice)] if prompt.grades else []
        faces = tuple(grade.faces[0] for grade in by_grade) or tuple(chance.randint(1, 6) for _ in range(prompt.dice))
        counted = counted and (bool(prompt.grades) or not prompt.dice)
        roll = {"dice": faces, "counted": bool(prompt.grades)}
        answer = Answer.model_validate({"id": str(number), "prompt": prompt.id, **(given_now or roll)})
        for event in flow.dice_actions.answer(state, answer):
            state = event.apply(state)


def test_every_stage_with_a_decision_has_a_question() -> None:
    asked_by_name = {
        DiceStepName.TARGET,
        DiceStepName.BLOCK,
        DiceStepName.COVER,
        DiceStepName.WEAPON,
    }
    assert asked_by_name <= {*DECISIONS, *DECISIONS_ABOUT}

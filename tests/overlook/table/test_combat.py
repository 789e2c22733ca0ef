"""The combat view shows the dice as they are and what they do, whatever is rolled and chosen."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from overlook.table.views.combat_view import combat_view
from referee.game.engine.battle_flow import BattleFlow
from referee.game.intents import Answer
from referee.game.state import GameState
from tests.depth import depth
from tests.overlook.table.random_dice import EDITIONS, FLOWS, begun, fight_facts, played, shot_facts, table_of, use
from tests.referee.game.armed_game import fight, shoot
from tests.referee.game.conftest import GameDriver
from web.contract.table.game_views import CombatSideView, CombatView


def count(side: CombatSideView, counts_as: str, *, standing: bool = True) -> int:
    return sum(die.counts_as == counts_as and not (standing and die.spent) for die in side.dice)


def last(flow: BattleFlow, state: GameState) -> CombatView:
    view = combat_view(flow, state)
    assert view is not None
    assert view.over
    return view


@EDITIONS
@given(st.integers(0, 2**32))
@settings(max_examples=depth(2, 100))
def test_unblocked_hits_in_the_view_add_up_to_the_damage(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    flow, start = FLOWS[edition], table_of(30, 2)
    facts = shot_facts(chance, edition)
    state, _, aside = played(flow, start, facts, chance)
    view = last(flow, state)
    normal, critical = facts["weapon"]["damage"]
    shown = count(view.attacker, "success") * normal + count(view.attacker, "crit") * critical
    assert view.target.before - view.target.wounds == min(30, shown + aside)


@EDITIONS
@given(st.integers(0, 2**32))
@settings(max_examples=depth(2, 100))
def test_no_die_appears_or_vanishes_from_the_view(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    flow, facts = FLOWS[edition], shot_facts(chance, edition)
    state, views, _ = played(flow, table_of(30, 2), facts, chance)
    for before, after in zip(views, [*views[1:], last(flow, state)], strict=True):
        for side in ("attacker", "target"):
            old, new = getattr(before, side), getattr(after, side)
            assert len(new.dice) >= len(old.dice)
            assert sum(die.kept for die in new.dice) >= sum(die.kept for die in old.dice)
    shown = last(flow, state)
    assert len(shown.attacker.dice) == facts["weapon"]["atk"]
    for die in (*shown.attacker.dice, *shown.target.dice):
        for at in die.met:
            assert die.spent
            assert at < 12


@EDITIONS
@given(st.integers(0, 2**32))
@settings(max_examples=depth(2, 100))
def test_blocking_dice_point_at_each_other(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    flow = FLOWS[edition]
    facts = shot_facts(chance, edition) if chance.random() < 0.5 else fight_facts(chance, edition, 12)
    state, views, _ = played(flow, table_of(12, 2), facts, chance)
    for view in (*views, last(flow, state)):
        for one, other in ((view.attacker, view.target), (view.target, view.attacker)):
            for at, die in enumerate(one.dice):
                assert all(at in other.dice[met].met for met in die.met)


@EDITIONS
@given(st.integers(0, 2**32))
@settings(max_examples=depth(2, 100))
def test_a_fight_view_shows_each_strike_and_the_wounds_left(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    flow, facts = FLOWS[edition], fight_facts(chance, edition, 12)
    state, _, _ = played(flow, table_of(12, 2), facts, chance)
    view = last(flow, state)
    struck = {"attacker": 0, "target": 0}
    for said in view.blows:
        if "strikes" in said:
            by = "attacker" if said.startswith(view.attacker.name) else "target"
            struck[by] += int(said.rpartition(": ")[2].split()[0])
    assert view.target.wounds == max(0, 12 - struck["attacker"])
    assert view.attacker.wounds == max(0, 12 - struck["target"])
    assert [result.down for result in view.results] == [view.target.wounds == 0, view.attacker.wounds == 0]
    if not any(result.down for result in view.results):
        assert all(die.spent or die.counts_as == "fail" for side in (view.attacker, view.target) for die in side.dice)
    used = sum(die.spent for side in (view.attacker, view.target) for die in side.dice)
    assert used >= len(view.blows)
    stops, other = ("parries", "blocks") if edition == "2021" else ("blocks", "parries")
    assert not any(f" {other} " in said for said in view.blows)
    stopped = sum(f" {stops} " in said for said in view.blows)
    assert 2 * stopped == sum(bool(die.met) for side in (view.attacker, view.target) for die in side.dice)


@EDITIONS
@given(st.integers(0, 2**32))
@settings(max_examples=depth(2, 100))
def test_a_choice_has_the_effect_that_its_label_announces(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    flow = FLOWS[edition]
    state = begun(chance, edition)
    for number in range(60):
        if state.sequence is None:
            return
        (prompt,) = flow.dice_actions.prompts(state)
        view = combat_view(flow, state)
        assert view is not None
        given: dict[str, Any] = {"dice": tuple(chance.randint(1, 6) for _ in range(prompt.dice))}
        if prompt.choices:
            choice = chance.choice(prompt.choices)
            given = {"choice": choice.key}
        before, asked = state, prompt
        for event in flow.dice_actions.answer(state, Answer(id=str(number), prompt=prompt.id, **given)):
            state = event.apply(state)
        said = {option.key: option.does for option in view.options}.get(given.get("choice", ""))
        if said is None or asked.dice:
            continue
        for name, one in before.operatives.items():
            lost = one.wounds - state.operative(name).wounds
            left = state.operative(name).wounds
            words = f"{one.card.name}: "
            assert (words in said) == (lost > 0)
            assert not lost or ("incapacitated" if left == 0 else f"{one.wounds} → {left}") in said


def test_the_result_is_shown_until_the_next_step(armed: GameDriver) -> None:
    flow = FLOWS["2024"]
    assert combat_view(flow, armed.state) is None
    shoot(armed, "mortar")
    armed("answer", prompt=armed.prompt("dice:").id, dice=[4, 6], onward=True)
    armed("answer", prompt=armed.prompt("dice:").id, dice=[1, 2, 1], onward=True)
    view = last(flow, armed.state)
    assert view.number == 1
    assert view.results[0].sentence.startswith("Trooper B1: 10 → ")
    armed.end("A1")
    assert last(flow, armed.state) == view
    armed.activate("B1")
    assert combat_view(flow, armed.state) is None


def test_an_undone_shot_is_not_shown(armed: GameDriver) -> None:
    shoot(armed, "mortar")
    armed("undo")
    assert combat_view(FLOWS["2024"], armed.state) is None


def test_counted_dice_show_no_faces(armed: GameDriver) -> None:
    fight(armed)
    armed("answer", prompt=armed.prompt("dice:").id, dice=[6, 4, 1], counted=True, onward=True)
    view = combat_view(FLOWS["2024"], armed.state)
    assert view is not None
    assert [(die.face, die.counts_as) for die in view.attacker.dice] == [
        (None, "crit"),
        (None, "success"),
        (None, "fail"),
    ]
    assert view.target.due == 2


def test_effects_of_weapon_rules_are_shown_in_words() -> None:
    chance, flow = random.Random(5), FLOWS["2024"]
    rules = tuple(map(use, ("hot", "lethal 5", "piercing 2")))
    weapon = {"name": "m", "type": "ranged", "atk": 5, "hit": 4, "damage": (5, 6), "rules": rules}
    facts = shot_facts(chance, "2024") | {"weapon": weapon}
    facts["targets"] = ({"id": "B1", "player": "p2", "defender": {"dice": 3, "save": 5, "obscured": True}},)
    state, views, _ = played(flow, table_of(12, 0), facts, chance)
    assert {view.target.numbers for view in views if view.target.due or view.target.dice} == {
        "1 of 3 dice, saves on 5+"
    }
    view = last(flow, state)
    hits = sum(die.counts_as != "fail" for die in view.attacker.dice)
    assert ("obscured: criticals count as normal, one success is discarded" in view.attacker.notes) is (hits > 0)
    assert any(note.startswith("Hot: ") for note in view.attacker.notes)
    assert not any(die.counts_as == "crit" for die in view.attacker.dice)

"""Combat as one view: what is shown of the dice is what the dice do, whatever is rolled and chosen."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overlook.table.combat import combat_view
from referee.editions.kt21.edition import KT21
from referee.editions.kt21.flow import flow as flow21
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.flow import flow as flow24
from referee.game.battle_flow import BattleFlow
from referee.game.card import Card, Seat
from referee.game.events import dice, operatives
from referee.game.intents import Answer
from referee.game.state import GameState, LifeState, OperativeState, Side
from referee.rules.dice.weapon import RuleUse
from tests.referee.game.conftest import GameDriver, driver, make_card, seats
from tests.referee.game.test_dice_in_game import armed, fight, shoot
from web.contract.combat import CombatSideView, CombatView

__all__ = ["armed", "driver", "make_card", "seats"]

FLOWS = {"2024": flow24(KT24), "2021": flow21(KT21)}
EDITIONS = pytest.mark.parametrize("edition", list(FLOWS))
SHARED = ["balanced", "ceaseless", "relentless", "rending", "brutal", "lethal 5"]
RULES = {"2024": [*SHARED, "severe", "punishing", "accurate 1", "shock"], "2021": SHARED}


def use(text: str) -> RuleUse:
    name, _, x = text.partition(" ")
    return RuleUse(name, float(x) if x else None)


def arm(chance: random.Random, edition: str, kind: str) -> dict[str, Any]:
    rules = chance.sample(RULES[edition], chance.randint(0, 2))
    return {
        "name": "arm",
        "type": kind,
        "atk": chance.randint(1, 6),
        "hit": chance.randint(2, 5),
        "damage": (chance.randint(1, 4), chance.randint(2, 6)),
        "rules": tuple(map(use, rules)),
    }


def table_of(wounds: int, cp: int) -> GameState:
    def one(name: str, player: str) -> OperativeState:
        card = Card(name, player, f"Trooper {name}", apl=2, move=6.0, save=4, wounds=30, weapons=())
        return OperativeState(card, life=LifeState.STANDING, wounds=wounds)

    sides = {player: Side(Seat(player, player.upper()), cp=cp) for player in ("p1", "p2")}
    return GameState(edition="kt24", sides=sides, operatives={"A1": one("A1", "p1"), "B1": one("B1", "p2")})


def shot_facts(chance: random.Random, edition: str) -> dict[str, Any]:
    covers: list[tuple[tuple[int, int], ...]] = [(), ((1, 0),), ((0, 1), (2, 0))]
    defender = {
        "dice": chance.randint(0, 4),
        "save": chance.randint(2, 6),
        "cover": chance.choice(covers if edition == "2024" else covers[:2]),
        "obscured": edition == "2024" and chance.random() < 0.3,
        "ward": chance.choice([None, None, 4]) if edition == "2021" else None,
    }
    target = {"id": "B1", "player": "p2", "defender": defender}
    cp = {"p1": chance.randint(0, 2), "p2": chance.randint(0, 2)}
    return {"shooter": "A1", "player": "p1", "weapon": arm(chance, edition, "ranged"), "targets": (target,), "cp": cp}


def fight_facts(chance: random.Random, edition: str, wounds: int) -> dict[str, Any]:
    weapons = arm(chance, edition, "melee"), chance.choice([None, *[arm(chance, edition, "melee")] * 4])
    sides = [
        {"id": name, "player": player, "wounds": wounds, "weapon": weapon}
        for (name, player), weapon in zip((("A1", "p1"), ("B1", "p2")), weapons, strict=True)
    ]
    return {"attacker": sides[0], "defender": sides[1], "cp": {"p1": chance.randint(0, 1), "p2": 0}}


def begun(chance: random.Random, edition: str) -> GameState:
    """Return a table at which a shot or a fight of one's own making has begun."""
    facts = shot_facts(chance, edition) if chance.random() < 0.5 else fight_facts(chance, edition, 12)
    actions, state = FLOWS[edition].dice_actions, table_of(12, 2)
    sort = "Shoot" if "targets" in facts else "Fight"
    opening = actions.sorts[sort].begin(actions.rules, state, facts).to_data()
    return dice.SequenceOpened(sort=sort, operative="A1", opening=opening).apply(state)


def played(
    flow: BattleFlow, state: GameState, facts: dict[str, Any], chance: random.Random
) -> tuple[GameState, list[CombatView], int]:
    """Play dice by chance to their end; the views on the way, and the wounds that were lost beside the dice (rules)."""
    sort = "Shoot" if "targets" in facts else "Fight"
    opening = flow.dice_actions.sorts[sort].begin(flow.dice_actions.rules, state, facts).to_data()
    state = dice.SequenceOpened(sort=sort, operative="A1", opening=opening).apply(state)
    views, aside = [], 0
    for number in range(60):
        if state.sequence is None:
            break
        (prompt,) = flow.dice_actions.prompts(state)
        view = combat_view(flow, state)
        assert view is not None
        assert not view.over
        views.append(view)
        given: dict[str, Any] = {"choice": chance.choice(prompt.choices).key} if prompt.choices else {}
        if prompt.dice:
            given = {"dice": tuple(chance.randint(1, 6) for _ in range(prompt.dice))}
            given["counted"] = bool(prompt.grades) and chance.random() < 0.3
        for event in flow.dice_actions.answer(state, Answer(id=str(number), prompt=prompt.id, **given)):
            if isinstance(event, operatives.WoundsLost) and event.why:
                aside += event.amount
            state = event.apply(state)
    assert state.sequence is None
    return state, views, aside


def count(side: CombatSideView, counts_as: str, *, standing: bool = True) -> int:
    return sum(die.counts_as == counts_as and not (standing and die.spent) for die in side.dice)


def last(flow: BattleFlow, state: GameState) -> CombatView:
    view = combat_view(flow, state)
    assert view is not None
    assert view.over
    return view


@EDITIONS
@given(st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_the_hits_that_are_shown_unstopped_are_the_damage_that_was_done(edition: str, seed: int) -> None:
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
@settings(max_examples=40, deadline=None)
def test_no_die_appears_or_vanishes_and_each_shows_what_was_entered(edition: str, seed: int) -> None:
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
@settings(max_examples=40, deadline=None)
def test_what_stops_what_is_the_same_seen_from_both_sides(edition: str, seed: int) -> None:
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
@settings(max_examples=40, deadline=None)
def test_a_fight_shows_every_blow_and_the_wounds_that_it_left(edition: str, seed: int) -> None:
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
@settings(max_examples=40, deadline=None)
def test_what_a_choice_is_said_to_do_is_what_it_does(edition: str, seed: int) -> None:
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


def test_the_result_stands_until_the_next_thing_is_done(armed: GameDriver) -> None:
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


def test_an_undone_shot_is_shown_no_more(armed: GameDriver) -> None:
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


def test_what_rules_do_to_dice_stands_in_words() -> None:
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

"""Changes of the dice of a shot or fight: one line for each rule, with the dice, from what to what."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messages.message import Message
from overlook.table.views.combat_view import combat_view
from referee.game.events import decisions
from referee.game.intents import Answer
from tests.depth import depth
from tests.overlook.table.random_dice import EDITIONS, FLOWS, fight_facts, played, shot_facts, table_of, use
from web.contract.table.game_views import CombatChangeView, CombatSideView, CombatView


def shot(rules: tuple[str, ...], attack: tuple[int, ...], defence: tuple[int, ...], **defender: Any) -> CombatView:
    """Return the view at the end of a shot with these rolls; each re-roll shows a 5, and each rule is used."""
    flow = FLOWS["2024"]
    weapon = {"name": "arm", "type": "ranged", "atk": 4, "hit": 3, "damage": (3, 5), "rules": tuple(map(use, rules))}
    stands = {"dice": 3, "save": 4, "cover": (), "obscured": False, "ward": None, **defender}
    facts = {
        "shooter": "A1",
        "player": "p1",
        "weapon": weapon,
        "targets": ({"id": "B1", "player": "p2", "defender": stands},),
        "cp": {"p1": 0, "p2": 0},
    }
    state = table_of(30, 0)
    opening = flow.dice_actions.kinds["Shoot"].begin(flow.dice_actions.rules, state, facts).to_data()
    state = decisions.SequenceOpened(sort="Shoot", operative="A1", opening=opening).apply(state)
    rolls = {"p1": [attack], "p2": [defence]}
    for number in range(30):
        if state.sequence is None:
            break
        (prompt,) = flow.dice_actions.prompts(state)
        left = rolls[prompt.owner]
        if prompt.dice:
            dice = left.pop() if left else (5,) * prompt.dice
            answer = Answer(id=str(number), prompt=prompt.id, dice=dice[: prompt.dice])
        else:
            answer = Answer(id=str(number), prompt=prompt.id, choice=prompt.default)
        for event in flow.dice_actions.answer(state, answer):
            state = event.apply(state)
    view = combat_view(flow, state)
    assert view is not None
    assert view.over
    return view


def told(side: CombatSideView) -> list[tuple[str, str, list[int | None], str | None, str | None]]:
    """Return each change: the rule's id, its kind, the faces of its dice, from what, to what."""
    return [
        (one.rule, one.kind, [side.dice[at].face for at in one.dice], one.before, one.after) for one in side.changes
    ]


@pytest.mark.parametrize(
    ("rules", "attack", "change", "says"),
    [
        (("lethal 5",), (5, 4, 2, 1), ("G24-09", "counted", [5], "success", "crit"), "Lethal 5+: 5 → critical"),
        (("rending",), (6, 4, 2, 1), ("G24-15", "improved", [4], "success", "crit"), "Rending: 4 → critical"),
        (("severe",), (4, 3, 2, 1), ("G24-18", "improved", [4], "success", "crit"), "Severe: 4 → critical"),
        (("punishing",), (6, 4, 2, 1), ("G24-12", "improved", [2], "fail", "success"), "Punishing: 2 → success"),
        (("balanced",), (6, 4, 3, 1), ("G24-02", "rerolled", [5], "fail", "success"), "Balanced: 1 → 5"),
        (
            ("accurate 1",),
            (4, 2, 1),
            ("G24-01", "kept", [None], None, "success"),
            "Accurate 1: 1 die kept without rolling, as success",
        ),
    ],
    ids=lambda one: one[0] if isinstance(one, tuple) and isinstance(one[0], str) else None,
)
def test_a_weapon_rule_has_one_line_with_the_die_that_it_changed(
    rules: tuple[str, ...],
    attack: tuple[int, ...],
    change: tuple[str, str, list[int | None], str | None, str],
    says: str,
) -> None:
    side = shot(rules, attack, (1, 1, 1)).attacker
    assert told(side) == [change]
    assert [one.says for one in side.changes] == [says]
    assert side.changes[0].message.code.startswith("roll-change")


def test_e24_06_obscured_lowers_criticals_and_discards_one_success() -> None:
    side = shot((), (6, 4, 2, 1), (1, 1, 1), obscured=True).attacker
    assert [(one.name, one.kind, one.before, one.after) for one in side.changes] == [
        ("Obscured", "lowered", "crit", "success"),
        ("Obscured", "discarded", "success", None),
    ]
    assert [one.message["rule"] for one in side.changes] == [Message.of("roll-rule-obscured")] * 2
    assert sum(not die.spent and die.counts_as == "success" for die in side.dice) == 1


def test_e24_08_a_cover_save_is_kept_without_a_roll() -> None:
    side = shot((), (6, 4, 2, 1), (5, 1), cover=((1, 0),)).target
    assert [(one.rule, one.kind, one.after) for one in side.changes] == [("E24-08", "kept", "success")]
    assert side.dice[side.changes[0].dice[0]].kept
    assert side.changes[0].message["rule"] == Message.of("roll-rule-cover")
    assert side.changes[0].says == "Cover Save: 1 die kept without rolling, as success"
    assert side.note_messages == (Message.of("roll-note-kept", rule=Message.of("roll-rule-cover"), dice=1),)


def test_several_rules_are_listed_in_the_order_in_which_they_apply() -> None:
    side = shot(("accurate 1", "lethal 5", "rending", "balanced"), (5, 4, 1), (1, 1, 1)).attacker
    assert [one.kind for one in side.changes] == ["kept", "rerolled", "counted", "improved"]


def test_the_damage_of_a_shot_is_shown_as_arithmetic_with_the_wounds_before_and_after() -> None:
    damage = shot((), (6, 4, 3, 1), (5, 1, 1)).damage
    assert damage is not None
    assert (damage.normals, damage.normal_damage, damage.crits, damage.critical_damage) == (1, 3, 1, 5)
    assert (damage.total, damage.before, damage.after) == (8, 30, 22)
    assert damage.says == "Damage: 1 × 3 and 1 × 5 critical = 8. Wounds: 30 → 22"
    nothing = shot((), (1, 1, 1, 1), (1, 1, 1)).damage
    assert nothing is not None
    assert nothing.says == "No damage. Wounds: 30"


def test_g24_06_damage_by_a_rule_is_a_part_of_the_sum() -> None:
    damage = shot(("devastating 2",), (6, 1, 1, 1), (1, 1, 1)).damage
    assert damage is not None
    assert (damage.more, damage.total, damage.after) == (2, 7, 23)
    assert damage.says == "Damage: 1 × 5 critical and Devastating 2 = 7. Wounds: 30 → 23"


@EDITIONS
@given(st.integers(0, 2**32))
@settings(max_examples=depth(4, 200))
def test_every_change_of_a_die_has_its_line_and_the_damage_is_what_was_lost(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    flow = FLOWS[edition]
    facts = shot_facts(chance, edition) if chance.random() < 0.6 else fight_facts(chance, edition, 12)
    state, _, _ = played(flow, table_of(30, 2), facts, chance)
    view = combat_view(flow, state)
    assert view is not None
    for side in (view.attacker, view.target):
        lines: dict[int, list[CombatChangeView]] = {}
        for one in side.changes:
            assert one.dice
            assert one.says.startswith(f"{one.name}: ")
            for at in one.dice:
                lines.setdefault(at, []).append(one)
        for at, die in enumerate(side.dice):
            kinds = [one.kind for one in lines.get(at, ())]
            assert ("kept" in kinds) == die.kept
            assert kinds.count("rerolled") <= 1
            assert ("rerolled" in kinds) or die.was is None
            assert ("improved" in kinds) == die.raised
    if view.damage is not None:
        assert view.damage.before - view.damage.after == view.target.before - view.target.wounds

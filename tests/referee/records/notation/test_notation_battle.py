"""A whole battle with everything in it, written down and played again."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from referee.editions.kt24.dice import DICE
from referee.editions.kt24.edition import KT24
from referee.game.board_place import BoardPlace
from referee.game.dice.attack_context import DiceContext, fight_facts, shooting_facts
from referee.game.intents import Act, Damage, read_intent
from referee.game.judging.position import position_of
from referee.game.state import GameState
from referee.rules.dice.rule_book import Number, WeaponRule
from referee.rules.judgement import Shot
from referee.rules.weapon import RuleUse, Weapon, WeaponType
from tests.referee.allowed import is_allowed
from tests.referee.records.notation.noted import CARDS, Table


def number_of(rule: WeaponRule) -> float | None:
    return {Number.COUNT: 1, Number.TARGET: 5, Number.INCHES: 6}.get(rule.number)


RULES = [RuleUse(rule.name, number_of(rule)) for rule in KT24.rule_book.rules]
GUNS = tuple(
    Weapon(f"gun {n}", WeaponType.RANGED, 4, 3, (1, 2), tuple(RULES[2 * n : 2 * n + 2]))
    for n in range((len(RULES) + 1) // 2)
)
CLAW = Weapon("claw", WeaponType.MELEE, 4, 3, (1, 2), (RuleUse("shock"), RuleUse("brutal"), RuleUse("stun")))
TOUGH = tuple(replace(c, wounds=90, weapons=(*c.weapons, *GUNS, CLAW)) for c in CARDS)


def throw_at(table: Table, operative: str, gun: Weapon, dice: random.Random) -> None:
    """Shoot at two enemies with the dice machine, to the end, with whatever is chosen."""
    position = position_of(table.state)
    scene = DiceContext(KT24.in_killzone("gallowdark"), DICE, table.state, position)
    enemies = [enemy.id for enemy in position.enemies_of(operative)][:2]
    act = Act(id="x", operative=operative, action="Shoot", weapon=gun.name, target=enemies[0])
    judged = {enemy: KT24.judge_shot(position, Shot(operative, enemy, gun.rules)) for enemy in enemies}
    facts = shooting_facts(scene, act, judged)
    table.act(operative, "Shoot", weapon=gun.name, target=enemies[0], free=True, dice=True, facts=facts)
    resolve(table, dice)


def strike(table: Table, operative: str, dice: random.Random) -> None:
    position = position_of(table.state)
    enemy = position.enemies_of(operative)[0].id
    scene = DiceContext(KT24.in_killzone("gallowdark"), DICE, table.state, position)
    act = Act(id="x", operative=operative, action="Fight", weapon="claw", target=enemy)
    facts = fight_facts(scene, act, "knife")
    table.act(operative, "Fight", weapon="claw", target=enemy, free=True, dice=True, facts=facts)
    resolve(table, dice)


def resolve(table: Table, dice: random.Random) -> None:
    while table.state.sequence is not None:
        prompt = next(each for each in table.game.prompts if each.id.startswith("dice:"))
        if prompt.dice:
            table("answer", prompt=prompt.id, dice=[dice.randint(1, 6) for _ in range(prompt.dice)])
        else:
            table("answer", prompt=prompt.id, choice=dice.choice([choice.key for choice in prompt.choices]))


def test_a_whole_battle_with_every_action_and_weapon_rule_is_played_again_to_the_same_state() -> None:
    table = Table(cards=TOUGH)
    dice = random.Random(24)
    guns = list(GUNS)
    table.go_to("selection")
    table("seal", player="p1", topic="tac_op", value="Seize Ground")
    table("choose_equipment", player="p1", options=["utility grenades: smoke, stun", "mines"])
    table("choose_equipment", player="p2", options=[])
    mine = {"id": "mine", "kind": "mine", "diameter": 0.787, "place": {"x": 3.0, "y": 9.0}, "owner": "p1"}
    table("place_equipment", player="p1", item="mines", marker=mine)
    table.go_to("gambit")
    table("answer", prompt=table.game.prompts[0].id, choice="primary:kill")
    table("use_ploy", player="p2", name="Hold the line", cost=1)
    table.go_to("firefight")
    doings: tuple[tuple[str, dict[str, Any]], ...] = (
        ("Reposition", {"to": BoardPlace(11.0, 12.0)}),
        ("Dash", {"to": BoardPlace(9.0, 12.0), "charged": 2.0}),
        ("Fall Back", {"to": BoardPlace(9.0, 4.0), "free": True}),
        ("Charge", {"to": BoardPlace(14.0, 5.0), "noticed": ("B1", "B2")}),
        ("Shoot", {"weapon": "plasma gun (super charge)", "target": "B3", "weapon_rules": (RuleUse("saturate"),)}),
        ("Fight", {"weapon": "knife", "target": "B1", "results": (Damage(operative="B1", amount=2),)}),
        ("Guard", {}),
        ("Pick Up Marker", {"marker": "M1"}),
        ("Place Marker", {"marker": "M1", "marker_to": BoardPlace(8.0, 8.0)}),
        ("Smoke Grenade", {"marker": "S2", "marker_to": BoardPlace(20.0, 4.0)}),
        ("Stun Grenade", {"target": "B2", "stunned": ("B2", "B1")}),
        ("Ammo Resupply", {"marker": "ammo"}),
        ("Move With Barricade", {"to": BoardPlace(7.5, 8.0)}),
        ("Operate Hatch", {"thing": "hatch"}),
        ("Hatchway Fight", {"target": "B2", "weapon": "knife"}),
    )
    todo = list(doings)
    while table.state.stage != "ended":
        prompt = table.game.prompts[0]
        if prompt.id.startswith("activate"):
            table("answer", prompt=prompt.id, choice=prompt.choices[0].key)
            acting = table.state.acting
            assert acting is not None
            operative = acting.operative
            for action, given in list(todo) if operative.startswith("A") else ():
                act = Act.from_fields(id="try", operative=operative, action=action, **{**given, "free": True})
                if is_allowed(table.game, act):
                    table.act(operative, action, **{**given, "free": True})
                    todo.remove((action, given))
            if operative.startswith("B") and guns:
                throw_at(table, operative, guns.pop(), dice)
                strike(table, operative, dice)
            while any(prompt.id.startswith("interrupt") for prompt in table.game.prompts):
                table("pass_turn", player=next(p.owner for p in table.game.prompts if p.id.startswith("interrupt")))
            table("end_activation", operative=operative)
        elif prompt.id.startswith("initiative-roll"):
            table("answer", prompt=prompt.id, dice=[5 if prompt.owner == "p1" else 2])
        else:
            if prompt.id.startswith("end:"):
                table("score", player="p1", op="kill", vp=1, why="first blood")
                table("declare_stat", operative="A1", stat="apl", change=1, until="end of the battle", why="x")
            table.go(4)
    assert table.state.turning_point == 4
    assert todo == []
    assert guns == []
    assert {use.rule for gun in GUNS for use in gun.rules} == {rule.name for rule in KT24.rule_book.rules}
    assert {action for action, _ in doings} == set(KT24.in_killzone("gallowdark").actions)
    game = table.again()
    assert game.state == table.state
    end = table.state
    steps = 0
    while game.timeline.past is not None:
        game.submit(read_intent({"kind": "undo", "id": f"u{steps}"}))
        steps += 1
    assert game.state == GameState()
    for number_ in range(steps):
        game.submit(read_intent({"kind": "redo", "id": f"r{number_}"}))
    assert game.state == end

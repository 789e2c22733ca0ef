"""Shots and fights at random, played out by the dice of an edition without a board."""

from __future__ import annotations

import random
from typing import Any

import pytest

from overlook.table.views.combat_view import combat_view
from referee.editions.kt21.edition import KT21
from referee.editions.kt21.flow import flow as flow21
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.flow import flow as flow24
from referee.game.card import Card, Seat
from referee.game.engine.battle_flow import BattleFlow
from referee.game.events import decisions, pieces
from referee.game.intents import Answer
from referee.game.state import GameState, LifeState, OperativeState, PlayerAccount
from referee.rules.weapon import RuleUse
from web.contract.table.game_views import CombatView

FLOWS = {"2024": flow24(KT24), "2021": flow21(KT21)}
EDITIONS = pytest.mark.parametrize("edition", list(FLOWS))
SHARED = ["balanced", "ceaseless", "relentless", "rending", "brutal", "lethal 5"]
RULES = {"2024": [*SHARED, "severe", "punishing", "accurate 1", "shock"], "2021": SHARED}


def use(text: str) -> RuleUse:
    """Return a weapon rule from its name and number."""
    name, _, x = text.partition(" ")
    return RuleUse(name, float(x) if x else None)


def arm(chance: random.Random, edition: str, kind: str) -> dict[str, Any]:
    """Return a random weapon of a kind, as the facts of a shot or fight have it."""
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
    """Return a state with A1 and B1, with so many wounds and command points each."""

    def one(name: str, player: str) -> OperativeState:
        card = Card(name, player, f"Trooper {name}", apl=2, move=6.0, save=4, wounds=30, weapons=())
        return OperativeState(card, life=LifeState.STANDING, wounds=wounds)

    sides = {player: PlayerAccount(Seat(player, player.upper()), cp=cp) for player in ("p1", "p2")}
    return GameState(edition="kt24", sides=sides, operatives={"A1": one("A1", "p1"), "B1": one("B1", "p2")})


def shot_facts(chance: random.Random, edition: str) -> dict[str, Any]:
    """Return the facts of a random shot of A1 at B1."""
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
    """Return the facts of a random fight of A1 with B1."""
    weapons = arm(chance, edition, "melee"), chance.choice([None, *[arm(chance, edition, "melee")] * 4])
    sides = [
        {"id": name, "player": player, "wounds": wounds, "weapon": weapon}
        for (name, player), weapon in zip((("A1", "p1"), ("B1", "p2")), weapons, strict=True)
    ]
    return {"attacker": sides[0], "defender": sides[1], "cp": {"p1": chance.randint(0, 1), "p2": 0}}


def begun(chance: random.Random, edition: str) -> GameState:
    """Return a state in which a random shot or fight has begun."""
    facts = shot_facts(chance, edition) if chance.random() < 0.5 else fight_facts(chance, edition, 12)
    actions, state = FLOWS[edition].dice_actions, table_of(12, 2)
    sort = "Shoot" if "targets" in facts else "Fight"
    opening = actions.kinds[sort].begin(actions.rules, state, facts).to_data()
    return decisions.SequenceOpened(sort=sort, operative="A1", opening=opening).apply(state)


def played(
    flow: BattleFlow, state: GameState, facts: dict[str, Any], chance: random.Random
) -> tuple[GameState, list[CombatView], int]:
    """Roll and choose at random to the end; return the state, each view before it, and the wounds lost to rules."""
    sort = "Shoot" if "targets" in facts else "Fight"
    opening = flow.dice_actions.kinds[sort].begin(flow.dice_actions.rules, state, facts).to_data()
    state = decisions.SequenceOpened(sort=sort, operative="A1", opening=opening).apply(state)
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
            if isinstance(event, pieces.WoundsLost) and event.why:
                aside += event.amount
            state = event.apply(state)
    assert state.sequence is None
    return state, views, aside

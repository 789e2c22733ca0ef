"""A game of 2024 whose operatives are armed, and whose shots and fights are judged: for tests of dice."""

from __future__ import annotations

from typing import Any

import pytest

from referee.editions.kt24.dice import DICE
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.flow import flow
from referee.game.board_place import BoardPlace
from referee.game.card import Seat
from referee.game.dice.attack_context import DiceContext, fight_facts, shooting_facts
from referee.game.engine.game import Game
from referee.game.intents import Act, SetUp
from referee.game.judging.position import position_of
from referee.rules.judgement import Shot
from referee.rules.weapon import RuleUse, Weapon, WeaponType
from tests.referee.game.conftest import GameDriver, MakeCard

STUN = Weapon("stunner", WeaponType.RANGED, 3, 3, (2, 3), (RuleUse("stun"), RuleUse("balanced")))
HOT = Weapon("plasma", WeaponType.RANGED, 2, 4, (5, 6), (RuleUse("hot"),))
BURST = Weapon("mortar", WeaponType.RANGED, 2, 3, (3, 4), (RuleUse("devastating", 2, distance=2.0),))
BLADE = Weapon("blade", WeaponType.MELEE, 3, 3, (3, 5))
CLUB = Weapon("club", WeaponType.MELEE, 2, 4, (2, 3))


@pytest.fixture
def armed(driver: GameDriver, seats: tuple[Seat, ...], make_card: MakeCard) -> GameDriver:
    """The first firefight; A1 and B1 two inches apart in the open, everybody in reach of everybody's eyes."""
    weapons = (STUN, HOT, BURST, BLADE, CLUB)
    cards = tuple(
        make_card(f"{letter}{n}", player, weapons=weapons)
        for letter, player in (("A", "p1"), ("B", "p2"))
        for n in (1, 2, 3)
    )
    places = {
        "A1": BoardPlace(10.0, 10.0),
        "A2": BoardPlace(3.0, 3.0),
        "A3": BoardPlace(5.0, 3.0),
        "B1": BoardPlace(14.0, 10.0),
        "B2": BoardPlace(15.5, 10.0),
        "B3": BoardPlace(25.0, 20.0),
    }
    driver.game = Game(flow(KT24))
    driver.typed(SetUp, seats=seats, operatives=cards, places=places)
    while driver.state.stage != "firefight":
        prompt = driver.game.prompts[0]
        dice = (6,) if prompt.id == "first-roll:0:p1" else (1,) * prompt.dice
        choice = "p1" if "initiative" in prompt.id or prompt.id.startswith("first:") else None
        driver("answer", prompt=prompt.id, dice=list(dice), **({"choice": choice} if choice else {}))
    return driver


def facts_of(
    driver: GameDriver, weapon: str, target: str = "B1", operative: str = "A1", **changes: Any
) -> dict[str, Any]:
    """Return the facts of a shot, judged as everybody stands."""
    position = position_of(driver.state)
    scene = DiceContext(KT24, DICE, driver.state, position)
    act = Act(id="facts", operative=operative, action="Shoot", weapon=weapon, target=target)
    rules = driver.state.operative(operative).card.weapon(weapon).rules
    return shooting_facts(scene, act, {target: KT24.judge_shot(position, Shot(operative, target, rules))}, **changes)


def shoot(driver: GameDriver, weapon: str, target: str = "B1") -> None:
    """Have A1 shoot, with its dice open."""
    driver.activate("A1")
    driver.act("A1", "Shoot", weapon=weapon, target=target, dice=True, facts=facts_of(driver, weapon, target))


def fight(driver: GameDriver) -> None:
    """Put A1 beside B1 and have it fight, blade against club, with its dice open."""
    driver("declare_place", operative="A1", place={"x": 12.5, "y": 10.0})
    driver.activate("A1")
    scene = DiceContext(KT24, DICE, driver.state, position_of(driver.state))
    act = Act(id="x", operative="A1", action="Fight", weapon="blade", target="B1")
    facts = fight_facts(scene, act, "club")
    driver.act("A1", "Fight", weapon="blade", target="B1", engaged=True, dice=True, facts=facts)
    if driver.prompt("dice:").choices:
        driver.answer("dice:", "weapon:club")

"""What 2021 dice are told of those who stand near: Reap in a fight, Splash in a shot (rule G21-13)."""

from __future__ import annotations

import pytest

from referee.editions.kt21.edition import KT21
from referee.editions.kt21.flow import flow
from referee.game.board import position_of
from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat
from referee.game.dice_context import DiceContext, fight_facts, shooting_facts
from referee.game.game import Game
from referee.game.intents import Act, SetUp
from referee.rules.dice.weapon import RuleUse, Weapon, WeaponType
from referee.rules.judgement import Shot

SPLASH = Weapon("sprayer", WeaponType.RANGED, 4, 3, (3, 4), (RuleUse("splash", 1),))
REAP = Weapon("scythe", WeaponType.MELEE, 4, 3, (3, 4), (RuleUse("reap", 1),))
FIST = Weapon("fist", WeaponType.MELEE, 3, 4, (2, 3))
WIDTH = 32 / 25.4


def scene(**places: tuple[float, float]) -> DiceContext:
    """Operatives on the open board, p1's by names with A; everybody carries every weapon."""
    cards = tuple(
        Card(name, "p1" if name.startswith("A") else "p2", name, 2, 6.0, 4, 8, weapons=(SPLASH, REAP, FIST))
        for name in places
    )
    game = Game(flow(KT21))
    seats = (Seat("p1", "Red"), Seat("p2", "Blue"))
    stood = {name: BoardPlace(*at) for name, at in places.items()}
    game.submit(SetUp(id="s", seats=seats, operatives=cards, places=stood, free=True))
    return DiceContext(KT21, KT21.dice, game.state, position_of(game.state))


@pytest.mark.parametrize(("away", "hurt"), [(1.99, ("A2", "B2")), (2.01, ())])
def test_g21_13_splash_is_told_of_everybody_within_two_inches_of_the_target(away: float, hurt: tuple[str, ...]) -> None:
    reach = WIDTH + away
    here = scene(A1=(4, 10), A2=(14, 10 + reach), B1=(14, 10), B2=(14 + reach, 10))
    act = Act(id="x", operative="A1", action="Shoot", weapon="sprayer", target="B1")
    facts = shooting_facts(here, act, {"B1": KT21.judge_shot(here.position, Shot("A1", "B1", SPLASH.rules))})
    near = {float(distance): tuple(names) for distance, names in facts["targets"][0]["near"].items()}
    assert near == {2.0: hurt}


@pytest.mark.parametrize(("away", "hurt"), [(0.99, ("B2", "B3")), (1.01, ())])
def test_g21_13_reap_is_told_of_enemies_within_an_inch_of_either_fighter_and_of_no_friend(
    away: float, hurt: tuple[str, ...]
) -> None:
    reach = WIDTH + away
    here = scene(A1=(10, 10), A2=(12, 10 - reach), B1=(12, 10), B2=(12, 10 + reach), B3=(10 - reach, 10))
    facts = fight_facts(here, Act(id="x", operative="A1", action="Fight", weapon="scythe", target="B1"), "fist")
    near = {float(distance): tuple(names) for distance, names in facts["defender"]["near"].items()}
    assert near == {1.0: hurt}
    assert facts["attacker"]["near"] == {}, "a fist hurts nobody but whom it strikes"

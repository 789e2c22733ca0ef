"""What 2021 dice are told of those who stand near: Reap in a fight, Splash in a shot (rule G21-13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geometry.terrain import Part
from referee.editions.kt21.edition import KT21
from referee.editions.kt21.flow import flow
from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat
from referee.game.dice.attack_context import DiceContext, fight_facts, shooting_facts
from referee.game.engine.game import Game
from referee.game.events.pieces import StatChanged
from referee.game.intents import Act, SetUp
from referee.game.judging.position import position_of, table_of
from referee.game.pack_action import Until
from referee.rules.judgement import Shot
from referee.rules.weapon import RuleUse, Weapon, WeaponType

SPLASH = Weapon("sprayer", WeaponType.RANGED, 4, 3, (3, 4), (RuleUse("splash", 1),))
REAP = Weapon("scythe", WeaponType.MELEE, 4, 3, (3, 4), (RuleUse("reap", 1),))
FIST = Weapon("fist", WeaponType.MELEE, 3, 4, (2, 3))
WIDTH = 32 / 25.4


def scene(*parts: Part, **places: tuple[float, float]) -> DiceContext:
    """Operatives on a board with these parts alone, p1's by names with A; everybody carries every weapon."""
    cards = tuple(
        Card(name, "p1" if name.startswith("A") else "p2", name, 2, 6.0, 4, 8, weapons=(SPLASH, REAP, FIST))
        for name in places
    )
    game = Game(flow(KT21))
    seats = (Seat("p1", "Red"), Seat("p2", "Blue"))
    stood = {name: BoardPlace(*at) for name, at in places.items()}
    game.submit(SetUp(id="s", seats=seats, operatives=cards, places=stood, free=True))
    return DiceContext(KT21, KT21.dice, game.state, position_of(game.state, table_of(game.state, parts)))


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


def test_g21_13_reap_hurts_nobody_whom_the_striker_does_not_see() -> None:
    """B2 stands within an inch of B1, which sees it past the wall's end; A1, who strikes, does not."""
    wall = Part("W", "W", ((8.0, 11.05), (12.2, 11.05), (12.2, 11.15), (8.0, 11.15)), 0.0, 5.0)
    spots = {"A1": (10.0, 10.0), "B1": (12.0, 10.0), "B2": (12.0, 12.2)}
    act = Act(id="x", operative="A1", action="Fight", weapon="scythe", target="B1")
    near = fight_facts(scene(**spots), act, "fist")["defender"]["near"]
    hidden = fight_facts(scene(wall, **spots), act, "fist")["defender"]["near"]
    assert [list(names) for names in near.values()] == [["B2"]]
    assert not any(hidden.values())


@pytest.mark.parametrize(
    ("stat", "by", "hit"), [("hit", 1, 4), ("bs", 1, 4), ("ws", 1, 3), ("hit", -1, 2), ("bs", 9, 7)]
)
def test_declared_changes_of_hit_count_for_the_weapons_that_they_are_about(stat: str, by: int, hit: int) -> None:
    here = scene(A1=(4, 10), B1=(14, 10))
    state = StatChanged(operative="A1", stat=stat, by=by, until=Until.BATTLE).apply(here.state)
    act = Act(id="x", operative="A1", action="Shoot", weapon="sprayer", target="B1")
    judged = {"B1": KT21.judge_shot(here.position, Shot("A1", "B1", SPLASH.rules))}
    assert shooting_facts(replace(here, state=state), act, judged)["weapon"]["hit"] == hit


@pytest.mark.parametrize(("by", "save"), [(1, 5), (-1, 3), (-4, 2), (9, 7)])
def test_declared_changes_of_save_count(by: int, save: int) -> None:
    here = scene(A1=(4, 10), B1=(14, 10))
    state = StatChanged(operative="B1", stat="save", by=by, until=Until.BATTLE).apply(here.state)
    act = Act(id="x", operative="A1", action="Shoot", weapon="sprayer", target="B1")
    judged = {"B1": KT21.judge_shot(here.position, Shot("A1", "B1", SPLASH.rules))}
    facts = shooting_facts(replace(here, state=state), act, judged)
    assert facts["targets"][0]["defender"]["save"] == save

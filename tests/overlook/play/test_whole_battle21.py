"""A whole battle of 2021 with every action, weapon rule and item, by phones and by panel and camera."""

from __future__ import annotations

import asyncio

import pytest

from docs.rules_table import ROWS, rows_of
from referee.editions.kt21.movement import BY_ROLE
from referee.editions.registry import ruleset_of
from tests.overlook.play.battle_steps import everybody_else
from tests.overlook.play.battle_steps21 import BARRICADE, TEAMS21, next_turning_point21, opening21, strategy21, whole21
from tests.overlook.play.hands import Document, Hands, PanelAndCamera, Phones
from tests.overlook.play.scripts import Raw, box, script

STANDS = {
    "A1": [3.0, 11.0], "A2": [3.0, 8.0], "A3": [3.0, 15.0], "A4": [3.0, 5.0], "A5": [3.0, 19.0, 3.0],
    "B1": [27.0, 11.0], "B2": [27.0, 8.0], "B3": [27.0, 14.0], "B4": [27.0, 19.0],
}  # fmt: skip


HATCHWAY: list[Raw] = [
    box("N", 15, 20, 15.2, 22, 3, role="wall"),
    box("S", 15, 16, 15.2, 18, 3, role="wall"),
    box("AP", 15, 18, 15.2, 20, 3, role="access_point", state="closed"),
]


TO_CLIMB: list[Raw] = [
    box("tower", 1, 17, 5, 21, 3, "Vantage", "Light"),
    box("deck", 6.5, 17, 8.5, 21, 3, "Vantage", "Light"),
    box("stage", 1, 1, 5, 3, 2, "Vantage", "Light"),
    box("fence", 25, 18, 25.2, 20, 1, role="low wall"),
    box("shield", 4.0, 10.0, 4.2, 12.0, 1, role="barricade"),
]


TOKENS: list[Raw] = [{"id": "R", "kind": "objective", "mm": 40, "pos": [3.0, 12.6], "pick_up_allowed": True}]


QUARTERS: Raw = {
    **script(STANDS, begin="set_up", edition="kt21", operatives=TEAMS21, killzone="close quarters", markers=TOKENS),
    "terrain": [*HATCHWAY, *TO_CLIMB],
    "places": {},
}


async def in_close_quarters(table: Hands) -> None:
    """Play four turning points."""
    await opening21(table, STANDS)
    await strategy21(table, reveals=True)
    await first_turning_point(table)
    await table.score("p1", "tac_op_1:1", 1)
    await table.score("p2", "tac_op_1:1", 1)
    await table.score("p1", "mission", 1)
    await second_turning_point(table)
    await third_turning_point(table)
    await fourth_turning_point(table)


async def first_turning_point(table: Hands) -> None:
    """A token picked up, a guard that interrupts, a fence traversed by a group, overwatch that is shared, silence."""
    await table.activate("A1", "engage")
    await table.act("A1", "Pick Up", marker="R")
    await table.attack("A1", "B1", "rifle")
    await table.end("A1")
    await table.activate("B2", "engage")
    await table.act("B2", "Guard")
    await table.end("B2")
    await table.activate("A3", "engage")
    await table.move("A3", [8.9, 14.2], "Normal Move")
    await table.react("B2")
    await table.attack("B2", "A3", "gun", "Overwatch")
    await table.act("A3", "Pass")
    await table.end("A3")
    await table.activate("B1", "engage")
    await table.move("B1", [22.0, 11.0], "Normal Move")
    await table.attack("B1", "A1", "shotgun")
    await table.end("B1")
    await table.activate("A2", "engage")
    await table.move("A2", [7.4, 12.0], "Normal Move")
    await table.attack("A2", "B1", "melta")
    await table.end("A2")
    await table.activate("B3", "engage")
    await table.move("B3", [22.0, 14.0], "Normal Move")
    await table.move("B3", [19.0, 14.0], "Dash")
    await table.end("B3")
    await table.activate("B4", "engage")
    await table.move("B4", [23.0, 19.0], "Normal Move")
    await table.move("B4", [20.0, 19.0], "Dash")
    await table.end("B4")
    await table.activate("A4", "engage")
    await table.attack("A4", "B1", "launcher")
    await table.end("A4")
    await table.react("B3")
    await table.attack("B3", "A3", "repeater", "Overwatch")
    await table.activate("A5", "conceal")
    await table.attack("A5", "B3", "sniper")
    await table.end("A5")


async def second_turning_point(table: Hands) -> None:
    """A token dropped, a torrent from one to the next, a charge and a fight, a hatch, a blast, a jump."""
    await next_turning_point21(table, (1, 6))
    await table.activate("B1", "engage")
    await table.move("B1", [19.5, 12.5], "Dash")
    await table.end("B1")
    await table.activate("A1", "engage")
    await table.ploy("p1", "Just a Scratch", 0)
    await table.drop("A1", "R", [3.0, 12.6])
    await table.end("A1")
    await table.activate("B2", "engage")
    await table.move("B2", [21.7, 10.7], "Normal Move")
    await table.attack("B2", "A1", "gun")
    await table.end("B2")
    await table.activate("A3", "engage")
    await table.attack("A3", "B3", "flamer")
    await table.end("A3")
    await table.activate("B3", "engage")
    await table.move("B3", [11.0, 14.0], "Charge")
    await table.attack("B3", "A3", "blade", "Fight")
    await table.end("B3")
    await table.activate("B4", "engage")
    await table.move("B4", [16.75, 19.0], "Normal Move")
    await table.act("B4", "Operate Hatch", thing="AP")
    await table.end("B4")
    await table.activate("A4", "engage")
    await table.attack("A4", "B1", "launcher")
    await table.end("A4")
    await table.choose("Nobody")
    await table.activate("A5", "engage")
    await table.move("A5", [7.5, 19.0, 3.0], "Normal Move")
    await table.through()
    await table.end("A5")
    await table.choose("Nobody")
    await table.activate("A2", "engage")
    await table.move("A2", [9.7, 11.0], "Normal Move")
    await table.end("A2")


async def third_turning_point(table: Hands) -> None:
    """A fight, a retreat, an indirect shot, a drop and a climb, a flight."""
    await next_turning_point21(table, (6, 1))
    await table.activate("A3", "engage")
    await table.attack("A3", "B3", "blade", "Fight")
    await table.end("A3")
    await table.activate("B3", "engage")
    await table.move("B3", [14.0, 14.0], "Fall Back")
    await table.end("B3")
    await table.activate("B4", "engage")
    await table.end("B4")
    await table.activate("A5", "engage")
    await table.move("A5", [11.4, 19.0, 0.0], "Normal Move")
    await table.end("A5")
    await table.activate("B2", "engage")
    await table.move("B2", [15.8, 11.0], "Normal Move")
    await table.attack("B2", "A2", "mortar")
    await table.end("B2")
    await table.activate("A4", "engage")
    await table.move("A4", [3.0, 2.0, 2.0], "Normal Move")
    await table.end("A4")
    await table.activate("B1", "engage")
    await table.end("B1")
    await table.activate("A1", "engage")
    await table.move("A1", [6.0, 11.0], "Normal Move")
    await table.end("A1")
    await everybody_else(table)


async def fourth_turning_point(table: Hands) -> None:
    """Point-blank overwatch that bars fighting back, a fight through the hatchway, and the end."""
    await next_turning_point21(table, (6, 1))
    await table.activate("A2", "engage")
    await table.act("A2", "Guard")
    await table.end("A2")
    await table.activate("B2", "engage")
    await table.move("B2", [11.5, 11.0], "Charge")
    await table.react("A2")
    await table.attack("A2", "B2", "melta", "Overwatch")
    await table.attack("B2", "A2", "blade", "Fight")
    await table.end("B2")
    await table.activate("A5", "engage")
    await table.move("A5", [15.0 - 16 / 25.4, 19.0], "Normal Move")
    await table.attack("A5", "B4", "blade", "Hatchway Fight")
    await table.end("A5")
    await everybody_else(table)
    await table.choose("Everything is scored")
    await table.sign("p1")
    await table.sign("p2")


WAYS = [
    pytest.param(way, marks=pytest.mark.xdist_group(f"battle of 2021 by {way.__name__}"))
    for way in (Phones, PanelAndCamera)
]


@pytest.fixture(scope="module", params=WAYS)
def quarters(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Document:
    """What four turning points in close quarters come to, played in one way."""
    folder = tmp_path_factory.mktemp("battle")
    return asyncio.run(whole21(request.param, QUARTERS, in_close_quarters, folder))


def row_of(row: str) -> str:
    """Return what a row of docs/rules.md says."""
    return next(one.words for one in rows_of(ROWS / "kt21.txt") if one.id == row)


@pytest.mark.nightly
def test_a_battle_of_2021_is_played_to_its_end_with_every_action_weapon_rule_and_item(quarters: Document) -> None:
    edition = ruleset_of("kt21").edition.in_killzone("close quarters")
    rules, used = edition.dice.weapon_rules.by_name, quarters["done"]
    assert (quarters["over"], quarters["turning_point"], list(quarters["signed"])) == (True, 4, ["p1", "p2"])
    left_out = {
        name: row_of(row)
        for name, row in (
            *((name, spec.rule) for name, spec in edition.actions.items() if name not in used["actions"]),
            *((name, rule.id) for name, rule in rules.items() if name not in used["rules"]),
        )
    }
    assert left_out == {}
    assert set(used["equipment"]) == {BARRICADE} <= BY_ROLE.keys()


@pytest.mark.nightly
def test_the_battle_of_2021_has_the_results_that_its_rules_say(quarters: Document) -> None:
    said = set(quarters["log"])
    assert {
        'B4 performs normal move, 6" of 6"',  # I21-02: four inches, and two over the fence
        'A1 performs normal move, 3" of 6"',  # I21-06: who flies pays for no barricade
        'A4 performs normal move, 5" of 6"',  # I21-04: three inches, and two up
        "B3 -1, B1 -1, B2 -1",  # G21-15: a torrent goes on from one to the next
        "B1 -1, B2 -1",  # G21-04: a blast
        "A1 -3, A2 -2",  # G21-13: a splash of two criticals
        "B2 acts out of turn: guard",
        "B3 acts out of turn: overwatch",
    } <= said
    assert quarters["kinds"] >= {"roll_called", "retaliation_barred", "stat_changed", "opening_turned", "marker_placed"}
    places = {name: one["place"] for name, one in quarters["operatives"].items()}
    assert places["A4"] == [3.0, 2.0, 2.0]
    points = {player: side["vp"] for player, side in quarters["players"].items()}
    assert {player: {op: vp for op, vp in held.items() if vp} for player, held in points.items()} == {
        "p1": {"tac_op_1:1": 1, "mission": 1},
        "p2": {"tac_op_1:1": 1},
    }
    assert quarters["winner"] == "p1"

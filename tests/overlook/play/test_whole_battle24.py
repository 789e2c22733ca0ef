"""A whole battle of 2024 with every action, weapon rule and item, by phones and by panel and camera."""

from __future__ import annotations

import asyncio

import pytest

from referee.editions.kt24.equipment import OPTION_NAMES
from referee.editions.registry import ruleset_of
from tests.overlook.play.battle_steps import (
    TEAMS,
    deployment,
    everybody_else,
    next_turning_point,
    opening,
    whole,
)
from tests.overlook.play.hands import Document, Hands, PanelAndCamera, Phones
from tests.overlook.play.scripts import Raw, box, script

STANDS = {
    "A1": [3.0, 11.0], "A2": [3.0, 8.0], "A3": [3.0, 14.0], "A4": [3.0, 5.0], "A5": [3.0, 19.0],
    "B1": [27.0, 11.0], "B2": [27.0, 8.0], "B3": [27.0, 14.0], "B4": [27.0, 19.0],
}  # fmt: skip


HATCHWAY: list[Raw] = [
    box("N", 15, 20, 15.2, 22, 3, "Heavy", role="wall"),
    box("S", 15, 16, 15.2, 18, 3, "Heavy", role="wall"),
    box("AP", 15, 18, 15.2, 20, 3, role="access_point", state="closed"),
]


SHIELD = box("shield", 6.0, 10.0, 6.3, 12.0, 1, "Light", "Protective", "Portable", equipment="portable barricade")


BARRICADES: list[Raw] = [
    box("light", 24.0, 7.0, 24.3, 9.0, 1, "Light", equipment="light barricades"),
    box("heavy", 26.0, 2.0, 26.3, 4.0, 2, "Heavy", equipment="heavy barricade"),
]


TOKENS: list[Raw] = [
    {"id": "mn", "kind": "mines"},
    {"id": "ac", "kind": "ammo cache"},
    {"id": "cd", "kind": "comms device"},
    {"id": "sm", "kind": "smoke"},
    {"id": "R", "kind": "relic", "pos": [4.6, 11.0], "pick_up_allowed": True},
]


GALLOWDARK: Raw = {
    **script(STANDS, begin="set_up", operatives=TEAMS, killzone="gallowdark", markers=TOKENS),
    "terrain": [*HATCHWAY, SHIELD, *BARRICADES],
    "places": {},
}


async def in_gallowdark(table: Hands) -> None:
    """Play four turning points."""
    await opening(
        table,
        ("Ammo cache", "Mines", "Portable barricade", "Grenades: smoke, stun"),
        ("Comms device", "Light barricades", "Heavy barricade", "Grenades: frag, krak"),
    )
    await table.set_up("p1", "ammo cache", "ac", [4.6, 8.0])
    await table.set_up("p2", "comms device", "cd", [25.4, 11.0])
    await table.set_up("p1", "mines", "mn", [8.0, 5.0])
    await table.set_up("p2", "light barricades", "light", [])
    await table.set_up("p1", "portable barricade", "shield", [])
    await table.set_up("p2", "heavy barricade", "heavy", [])
    await table.choose("Pass")
    await table.choose("Pass")
    await deployment(table, STANDS)
    await first_turning_point(table)
    await second_turning_point(table)
    await third_turning_point(table)
    await fourth_turning_point(table)


async def first_turning_point(table: Hands) -> None:
    """Marker, cache, guard and interrupt, smoke, a mine, a silent shot, a counteraction."""
    await table.activate("A1", "engage")
    await table.act("A1", "Pick Up Marker", marker="R")
    await table.attack("A1", "B1", "rifle")
    await table.end("A1")
    await table.activate("B2", "engage")
    await table.act("B2", "Guard")
    await table.end("B2")
    await table.activate("A3", "engage")
    await table.move("A3", [8.0, 14.0], "Reposition")
    await table.react("B2")
    await table.attack("B2", "A3", "stunner")
    await table.end("A3")
    await table.activate("B1", "engage")
    await table.move("B1", [22.0, 11.0], "Reposition")
    await table.attack("B1", "A1", "shotgun")
    await table.end("B1")
    await table.activate("A2", "engage")
    await table.act("A2", "Ammo Resupply", marker="ac")
    await table.attack("A2", "B1", "melta")
    await table.end("A2")
    await table.activate("B3", "engage")
    await table.move("B3", [22.0, 14.0], "Reposition")
    await table.move("B3", [19.5, 14.0], "Dash")
    await table.end("B3")
    await table.activate("A4", "engage")
    await table.lay("A4", "Smoke Grenade", "sm", [7.0, 3.0])
    await table.move("A4", [6.5, 5.0], "Reposition")
    await table.through()
    await table.end("A4")
    await table.activate("B4", "engage")
    await table.move("B4", [21.5, 19.0], "Reposition")
    await table.move("B4", [19.0, 19.0], "Dash")
    await table.end("B4")
    await table.activate("A5", "conceal")
    await table.attack("A5", "B3", "sniper")
    await table.end("A5")


async def second_turning_point(table: Hands) -> None:
    """A thrown grenade, a charge and a fight, a blast, a hatch, a counteraction."""
    await next_turning_point(table, (1, 6), "P2")
    await table.activate("B3", "engage")
    await table.move("B3", [13.6, 14.0], "Reposition")
    await table.attack("B3", "A3", "krak grenade")
    await table.end("B3")
    await table.activate("A3", "engage")
    await table.move("A3", [12.2, 14.3], "Charge")
    await table.end("A3")
    await table.activate("B1", "engage")
    await table.move("B1", [17.0, 12.0], "Reposition")
    await table.end("B1")
    await table.activate("A1", "engage")
    await table.lay("A1", "Place Marker", "R", [3.0, 11.0])
    await table.move("A1", [6.0 - 16 / 25.4, 11.0], "Reposition")
    await table.end("A1")
    await table.activate("B4", "engage")
    await table.move("B4", [16.75, 19.0], "Dash")
    await table.act("B4", "Operate Hatch", thing="AP")
    await table.end("B4")
    await table.activate("A4", "engage")
    await table.attack("A4", "B1", "launcher")
    await table.end("A4")
    await table.activate("B2", "engage")
    await table.move("B2", [27.0, 10.9], "Dash")
    await table.end("B2")
    await table.activate("A2", "engage")
    await table.end("A2")
    await table.react("B1")
    await table.attack("B1", "A4", "shotgun")
    await table.activate("A5", "engage")
    await table.move("A5", [8.9, 19.0], "Reposition")
    await table.move("A5", [11.9, 19.0], "Dash")
    await table.end("A5")


async def third_turning_point(table: Hands) -> None:
    """A fight through the hatchway, a retreat, a torrent, a barricade that is taken along."""
    await next_turning_point(table, (6, 1), "P1")
    await table.activate("A3", "engage")
    await table.attack("A3", "B3", "blade", "Fight")
    await table.end("A3")
    await table.activate("B3", "engage")
    await table.move("B3", [17.0, 14.0], "Fall Back")
    await table.end("B3")
    await table.activate("A5", "engage")
    await table.move("A5", [15.0 - 16 / 25.4, 19.0], "Dash")
    await table.attack("A5", "B4", "blade", "Hatchway Fight")
    await table.end("A5")
    await table.activate("B1", "engage")
    await table.attack("B1", "A3", "frag grenade")
    await table.end("B1")
    await table.activate("A1", "engage")
    await table.see(A1=[9.0 - 16 / 25.4, 11.0], shield=[9.15, 11.0])
    await table.choose("Move With Barricade")
    await table.end("A1")
    await everybody_else(table)


async def fourth_turning_point(table: Hands) -> None:
    """A stun grenade, and the end."""
    await next_turning_point(table, (6, 1), "P1")
    await table.activate("A3", "engage")
    await table.attack("A3", "B3", "flamer")
    await table.act("A3", "Stun Grenade", target="B1")
    await table.through()
    await table.end("A3")
    await everybody_else(table)
    await table.choose("Everything is scored")


WAYS = [
    pytest.param(way, marks=pytest.mark.xdist_group(f"battle of 2024 by {way.__name__}"))
    for way in (Phones, PanelAndCamera)
]


@pytest.fixture(scope="module", params=WAYS)
def gallowdark(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Document:
    """What four turning points in Gallowdark come to, played in one way."""
    folder = tmp_path_factory.mktemp("battle")
    return asyncio.run(whole(request.param, GALLOWDARK, in_gallowdark, folder))


@pytest.mark.nightly
def test_a_battle_of_2024_is_played_to_its_end_with_every_action_weapon_rule_and_item(gallowdark: Document) -> None:
    edition = ruleset_of("kt24").edition
    assert (gallowdark["over"], gallowdark["turning_point"]) == (True, 4)
    assert gallowdark["done"]["actions"] >= set(edition.in_killzone("gallowdark").actions)
    assert gallowdark["done"]["rules"] == set(edition.dice.weapon_rules.by_name)
    assert gallowdark["done"]["equipment"] == OPTION_NAMES - {"ladders", "razor wire"}
    markers = {one["kind"] for one in gallowdark["markers"].values()}
    assert markers == {"ammo cache", "comms device", "relic"}, "the mine went off, the smoke is gone"
    assert gallowdark["openings"] == {"AP": "open"}
    assert not gallowdark["operatives"]["B2"]["on_guard"]

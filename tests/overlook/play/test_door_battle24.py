"""A battle of 2024 in Volkus, with what the battle in Gallowdark has no room for: doors, ladders, razor wire."""

from __future__ import annotations

import asyncio

import pytest

from tests.overlook.play.battle_steps import TEAMS, deployment, everybody_else, opening, whole
from tests.overlook.play.hands import Document, Hands, PanelAndCamera, Phones
from tests.overlook.play.scripts import Raw, box, script

DOOR = box("D", 14.9, 10.2, 15.1, 11.8, 2, "Accessible", "Heavy", role="door")


VOLKUS: Raw = {
    **script({}, begin="set_up", operatives=[TEAMS[0], TEAMS[5]], killzone="volkus"),
    "terrain": [
        box("ruin", 3.0, 3.0, 3.3, 7.0, 4, "Heavy"),
        DOOR,
        box("steps", 3.3, 4.0, 3.5, 4.8, 4, "Exposed", equipment="ladders"),
        box("wire", 26.0, 15.0, 26.4, 17.0, 0.5, "Exposed", "Obstructive", equipment="razor wire"),
    ],
}


DOOR_STANDS = {"A1": [8.5, 11.0], "B1": [21.5, 11.0]}


async def in_volkus(table: Hands) -> None:
    """Set up what the first battle had no room for, and fight through a door."""
    await opening(table, ("Ladders",), ("Razor wire",))
    await table.set_up("p1", "ladders", "steps", [])
    await table.set_up("p2", "razor wire", "wire", [])
    await table.choose("Pass")
    await table.choose("Pass")
    await deployment(table, DOOR_STANDS)
    await table.activate("A1", "engage")
    await table.move("A1", [13.2, 11.0], "Reposition")
    await table.end("A1")
    await table.activate("B1", "engage")
    await table.move("B1", [15.1 + 16 / 25.4, 11.0], "Reposition")
    await table.attack("B1", "A1", "blade", "Door Fight")
    await table.end("B1")
    await everybody_else(table)


@pytest.fixture(scope="module", params=[Phones, PanelAndCamera])
def volkus(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Document:
    """What a turning point in Volkus comes to, played in one way."""
    return asyncio.run(whole(request.param, VOLKUS, in_volkus, tmp_path_factory.mktemp("battle")))


@pytest.mark.nightly
def test_a_door_is_fought_through_in_volkus_beside_ladders_and_wire(volkus: Document) -> None:
    assert volkus["done"]["actions"] >= {"Reposition", "Door Fight"}
    assert volkus["done"]["equipment"] == {"ladders", "razor wire"}
    assert volkus["operatives"]["A1"]["wounds"] < 40

"""Ploys of a team's list and of a pack, by phone and by panel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.overlook.play.battle_steps import to_the_turning_points_end
from tests.overlook.play.hands import PanelAndCamera, play_by_panel
from tests.overlook.play.scripts import KT21, Raw, activate, do, operative, played, script, taken

PLACES = {"A1": [5.0, 11.0], "B1": [25.0, 11.0]}
PLOYS: dict[str, list[Raw]] = {
    "p1": [
        {"name": "Glass Tide", "when": "strategy", "text": "Hold."},
        {"name": "Salt in the Wound", "when": "firefight", "cp": 2},
        {"name": "Grand Plan", "cp": 9},
    ],
    "p2": [{"name": "Barbed", "when": "firefight"}],
}


def use(player: str, name: str, cost: int = 1) -> Raw:
    return do(player, "use_ploy", player=player, name=name, cost=cost)


def may(step: Raw, player: str = "p1") -> dict[str, str | None]:
    """Return why each of a player's ploys cannot be used after a step."""
    return {one["name"]: one["why"] for one in step["ploys"] if one["player"] == player}


@pytest.mark.parametrize("fields", [{}, KT21])
def test_b24_05_b24_09_b21_04_b21_06_a_ploy_is_used_in_the_phase_on_its_card(fields: dict[str, Any]) -> None:
    result = played(script(PLACES, activate("A1"), use("p1", "Glass Tide"), ploys=PLOYS, **fields))
    first = may(result.steps[0])
    assert first["Glass Tide"] == "Glass Tide is a strategy ploy. Use it before the Firefight phase."
    assert first["Grand Plan"] is not None
    assert "costs 9" in first["Grand Plan"]
    assert may(result.steps[0], "p2")["Barbed"] is None
    assert taken(result)[:2] == [True, False]
    assert result.steps[1]["why"] == first["Glass Tide"]


def test_b24_06_b24_07_a_ploy_costs_what_its_card_says_and_is_used_once() -> None:
    steps = [activate("A1"), use("p1", "Salt in the Wound", 2), use("p1", "Salt in the Wound", 0)]
    result = played(script(PLACES, *steps, ploys=PLOYS))
    assert taken(result) == [True, True, False]
    assert may(result.steps[0])["Salt in the Wound"] is None
    (spent,) = (one for one in result.steps[1]["ploys"] if one["name"] == "Salt in the Wound")
    assert spent["code"] == "refusal-ploy-used"
    assert result.state["players"]["p1"]["cp"] == 1


def test_d24_16_a_packs_ploys_belong_to_the_players_with_the_named_operative() -> None:
    people = [operative("A1", keywords=["Leader"]), operative("B1")]
    (step,) = played(script(PLACES, activate("A1"), operatives=people, packs=["lamplighters"])).steps
    assert may(step).keys() == {"By Lamplight", "Snuff It"}
    assert may(step, "p2").keys() == {"By Lamplight"}
    assert may(step)["Snuff It"] is None


def test_a_teams_own_ploy_goes_before_a_packs_of_the_same_name() -> None:
    own = {"p2": [{"name": "by lamplight", "cp": 3}]}
    (step,) = played(script(PLACES, activate("A1"), packs=["lamplighters"], ploys=own)).steps
    assert [one["cp"] for one in step["ploys"] if one["player"] == "p2"] == [3]


async def listed(table: PanelAndCamera) -> list[str]:
    """Go once round the panel's list and return what stands in it."""
    return [await table.press("next") for _ in range(table.menu.of)]


def test_the_panel_offers_usable_ploys_by_name_and_price(tmp_path: Path) -> None:
    async def play(table: PanelAndCamera) -> None:
        await table.activate("A1", "engage")
        await table.choose("Ploys, points and more")
        labels = await listed(table)
        assert "P1: use Salt in the Wound, 2 CP" in labels
        assert "P1: use another ploy, 3 CP left" in labels
        assert not any("Glass Tide" in label or "Grand Plan" in label for label in labels)
        await table.choose("P1: use Salt in the Wound")
        assert table.state["players"]["p1"]["cp"] == 1
        await table.end("A1")
        await to_the_turning_points_end(table)
        await table.choose("Everything is scored")
        await table.roll([6])
        await table.roll([1])
        await table.choose("Initiative: P1")
        labels = await listed(table)
        assert "P1: use Glass Tide, 1 CP" in labels
        assert not any("Salt" in label for label in labels)
        await table.choose("P1: use Glass Tide")
        assert [entry.data["name"] for entry in table.table.game.log if entry.kind == "ploy_used"] == [
            "Salt in the Wound",
            "Glass Tide",
        ]

    play_by_panel(script(PLACES, ploys=PLOYS), play, tmp_path)


@pytest.mark.parametrize("edition", [{}, KT21], ids=["kt24", "kt21"])
def test_b24_10_b21_06_a_command_re_roll_is_refused_when_no_dice_are_rolled(edition: Raw) -> None:
    again = use("p1", "command re-roll")
    idle = played(script(PLACES, again, **edition)).steps[-1]
    assert idle["why"] == "command re-roll is used after dice are rolled. It is offered with the dice."
    acting = played(script(PLACES, activate("A1"), again, **edition))
    assert taken(acting) == [True, True], "dice that are rolled by hand are re-rolled by word"


@pytest.mark.parametrize(("name", "left"), [("Salt in the Wound", 1), ("Unheard Of", 2)])
def test_b24_06_a_ploy_without_a_stated_price_costs_what_its_card_says(name: str, left: int) -> None:
    said = do("p1", "use_ploy", player="p1", name=name)
    result = played(script(PLACES, activate("A1"), said, ploys=PLOYS))
    assert taken(result) == [True, True]
    assert result.state["players"]["p1"]["cp"] == left
    assert f"p1 spends {3 - left} CP: {name}" in result.state["log"]

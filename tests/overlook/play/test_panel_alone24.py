"""2024 by panel, camera and tray alone, without phones (A24-06, A24-07, J24-13)."""

from __future__ import annotations

from pathlib import Path

from tests.overlook.play.hands import PanelAndCamera, play_by_panel
from tests.overlook.play.scripts import Raw, script

NEAR = {"A1": [5.0, 11.0], "B1": [9.0, 11.0], "B2": [9.0, 12.9], "B3": [20.0, 11.0]}


def test_j24_13_a_stun_grenade_is_thrown_and_its_tests_are_rolled_by_panel_and_tray(tmp_path: Path) -> None:
    async def play(table: PanelAndCamera) -> None:
        await table.activate("A1", "engage")
        await table.act("A1", "Stun Grenade", target="B1")
        await table.roll([3])
        await table.roll([2])
        changed = {name: [one["stat"] for one in each["changes"]] for name, each in table.state["operatives"].items()}
        assert changed == {"A1": [], "B1": ["apl"], "B2": [], "B3": []}
        assert table.state["players"]["p1"]["supplies"]["stun grenade"] == 0
        assert not table.state["players"]["p2"]["supplies"]

    play_by_panel(script(NEAR, equipment={"p1": ["utility grenades: stun, smoke"]}), play, tmp_path)


def test_a24_06_a24_07_a_side_is_set_up_in_turn_where_its_pieces_stand(tmp_path: Path) -> None:
    mines: Raw = {"id": "mn", "kind": "mines"}
    zones = {"mission": "cold-decks", "sides": {"p1": "west", "p2": "east"}}
    raw = {**script({"A1": [0, 0], "B1": [0, 0]}, begin="set_up", markers=[mines], **zones), "places": {}}

    async def play(table: PanelAndCamera) -> None:
        await table.roll([6])
        await table.roll([1])
        await table.choose("Initiative: P1")
        await table.equip("p1", "Mines")
        await table.choose("No equipment")
        assert await table.labels() == ["Pass"], "no token lies there yet"
        await table.see(mn=[22.0, 11.0])
        assert (await table.labels())[0].startswith("Set up mines"), "what was just set down comes first"
        await table.refused("Set up mines", "J24-07")
        await table.set_up("p1", "mines", "mn", [8.0, 4.0])
        assert {one["owner"] for one in table.state["markers"].values() if one["kind"] == "mines"} == {"p1"}
        await table.choose("Pass")
        await table.choose("Pass")
        await table.see(A1=[12.0, 11.0], B1=[28.0, 11.0])
        assert await table.labels() == ["Set up A1 A1"], "by turns, beginning with initiative"
        await table.refused("Set up A1", "A24-07")
        await table.deploy("A1", [2.0, 11.0])
        await table.deploy("B1", [28.0, 11.0])
        assert table.state["phase"] == "scouting"

    play_by_panel(raw, play, tmp_path)

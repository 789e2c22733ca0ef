"""Points, ploys, secrets and signatures by the panel's buttons, in few presses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from overlook.table.offers.scoring import op_label
from overlook.table.views.attack_dice import worded_prompts
from referee.game.handlers.handler import op_name
from referee.game.prompt import Choice, Topic
from tests.depth import at_night
from tests.overlook.play.battle_steps import to_the_turning_points_end
from tests.overlook.play.hands import PanelAndCamera, play_by_panel
from tests.overlook.play.scripts import KT21, Raw, script

PLACES = {"A1": [5.0, 11.0], "B1": [25.0, 11.0]}
HELD: list[Raw] = [
    {"id": "M1", "kind": "objective", "mm": 40, "pos": [5.0, 12.0]},
    {"id": "M2", "kind": "objective", "mm": 40, "pos": [6.0, 10.0]},
]
MORE = "Ploys, points and more"


def ending(table: PanelAndCamera) -> tuple[Choice, ...]:
    """Return the answers to the question that ends a turning point."""
    return next(one.choices for one in worded_prompts(table.table.facts()) if one.topic is Topic.TURNING_POINT_END)


@pytest.mark.parametrize(("edition", "op"), [("kt24", "crit"), *at_night(("kt21", "mission"))])
def test_counted_points_are_scored_in_three_presses(tmp_path: Path, edition: str, op: str) -> None:
    async def play(table: PanelAndCamera) -> None:
        await to_the_turning_points_end(table)
        (end,) = ending(table)
        assert str(end.label) == "Everything is scored"
        assert str(end.says) == f"Not scored: p1 {op_label(op)} 2 VP"
        with pytest.raises(AssertionError, match="Press Next to choose first"):
            await table.press("confirm")
        marked = await table.press("next")
        assert marked.startswith(f"P1: score {op_label(op)}: controls M1 and M2")
        assert await table.press("confirm") == f"2 VP for P1: {op_name(op)}"
        assert table.menu.question.startswith(f"P1: score {op_label(op)}")
        await table.press("confirm")
        assert table.state["players"]["p1"]["vp"][op] == 2
        assert table.menu.marked == "Everything is scored", "with nothing open Confirm alone goes on"
        assert not ending(table)[0].says
        await table.score("p2", op, 1)
        assert table.state["players"]["p2"]["vp"][op] == 1
        await table.step({"press": "undo"})
        assert table.state["players"]["p2"]["vp"].get(op, 0) == 0

    play_by_panel(script(PLACES, edition=edition, markers=HELD), play, tmp_path)


@pytest.mark.parametrize("fields", [{}, *at_night(KT21)])
def test_a_ploy_is_paid_for_in_its_turn_and_beside_an_action(tmp_path: Path, fields: dict[str, Any]) -> None:
    async def play(table: PanelAndCamera) -> None:
        had = table.state["players"]["p1"]["cp"]
        await table.activate("A1", "engage")
        await table.ploy("p1", "any", 0)
        await table.ploy("p2", "any", 1)
        await table.ploy("p2", "another", 0)
        await table.end("A1")
        await to_the_turning_points_end(table)
        await table.choose("Everything is scored")
        await table.roll([6])
        await table.roll([1])
        if not fields:
            await table.choose("Initiative: P1")
        before = table.state["players"]["p1"]["cp"]
        assert before > had - 1
        assert table.menu.marked == "Pass"
        while not (await table.press("next")).startswith("P1: use a ploy"):
            pass
        assert await table.press("confirm") == "1 CP for this ploy of P1"
        await table.press("confirm")
        assert table.state["players"]["p1"]["cp"] == before - 1
        assert table.asked["owner"] == "p2"
        names = [entry.data["name"] for entry in table.table.game.log if entry.kind == "ploy_used"]
        assert len(names) == 4
        assert len(set(names[1:3])) == 2, "two of one player in a turning point are not the same one"

    play_by_panel(script(PLACES, **fields), play, tmp_path)


def test_undo_closes_an_open_list_before_it_undoes_a_step(tmp_path: Path) -> None:
    async def play(table: PanelAndCamera) -> None:
        await table.activate("A1", "engage")
        before = table.table.sequence
        await table.choose(MORE)
        await table.choose("P1: use a ploy")
        assert "CP for this ploy of P1" in table.menu.marked
        assert (await table.press("undo")).startswith("P1: use a ploy")
        assert await table.press("undo") == MORE
        assert table.table.sequence == before
        await table.press("undo")
        assert table.state["active"] is None

    play_by_panel(script(PLACES), play, tmp_path)


def test_extra_menu_entries_cost_no_presses_for_the_usual_ones(tmp_path: Path) -> None:
    async def play(table: PanelAndCamera) -> None:
        choices = [one["label"] for one in table.asked["choices"]]
        assert (await table.press("next")) == choices[0]
        assert await table.press("back", "back") == choices[-1], "round the other way, past what stands beside"
        await table.activate("A1", "engage")
        assert await table.press("back") == "End the activation of A1"
        assert await table.press("next") == MORE

    play_by_panel(script(PLACES), play, tmp_path)


def test_both_players_sign_by_the_panel_and_a_phone_signs_for_its_own_player_alone(tmp_path: Path) -> None:
    async def play(table: PanelAndCamera) -> None:
        for number in range(4):
            await to_the_turning_points_end(table)
            if number == 0:
                await table.score("p1", "crit", 2)
            await table.choose("Everything is scored")
            if number < 3:
                await table.roll([6])
                await table.roll([1])
                await table.choose("Initiative: P1")
                await table.choose("Pass")
                await table.choose("Pass")
        assert table.state["over"]
        assert (table.menu.question, table.menu.marked) == ("Winner: P1. Score: 2 to 0", "P1: sign the result")
        with pytest.raises(AssertionError, match="Only P1 can give that signature"):
            await table.step({"as": "p2", "press": "confirm"})
        await table.press("confirm")
        assert list(table.table.facts().signed) == ["p1"]
        assert table.menu.marked == "P2: sign the result"
        await table.step({"press": "confirm"})
        assert list(table.table.facts().signed) == ["p1", "p2"]
        assert table.service.snapshot().menu == ()
        await table.step({"press": "undo"})
        assert not list(table.table.facts().signed), "a changed result is signed anew"

    play_by_panel(script(PLACES), play, tmp_path)


def test_a_phones_buttons_neither_score_nor_pay_for_the_other_player(tmp_path: Path) -> None:
    async def play(table: PanelAndCamera) -> None:
        await to_the_turning_points_end(table)
        await table.choose("P1: score crit op")
        with pytest.raises(AssertionError, match="p2"):
            await table.step({"as": "p2", "press": "confirm"})
        assert table.state["players"]["p1"]["vp"]["crit"] == 0

    play_by_panel(script(PLACES, markers=HELD), play, tmp_path)


def test_b21_05_a_tac_op_kept_on_a_card_is_revealed_and_scored_by_the_panel(tmp_path: Path) -> None:
    async def play(table: PanelAndCamera) -> None:
        await table.choose("Initiative: P1")
        for name, place in PLACES.items():
            await table.deploy(name, place)
        await table.choose("Pass")
        await table.choose("Pass")
        assert table.menu.marked == "Pass"
        await table.reveal("p1", "tac_op_2")
        await table.choose("Pass")
        assert "Reveal tac op 2" not in await table.labels(), "it is revealed"
        await table.choose("Pass")
        await table.activate("A1", "engage")
        await table.score("p1", "tac_op_2:1", 1)
        await table.choose(MORE)
        lines = await table.labels()
        assert not any("tac op 2, condition 1" in line for line in lines), "each condition once"
        assert any(line.startswith("P1: score tac op 2, condition 2") for line in lines)
        assert not any(line.startswith("P2: score tac op") for line in lines), "not before it is revealed"
        await table.choose("P2: reveal tac op 3")
        assert table.table.state.side("p2").revealed

    play_by_panel({**script(PLACES, begin="set_up", **KT21), "places": {}}, play, tmp_path)

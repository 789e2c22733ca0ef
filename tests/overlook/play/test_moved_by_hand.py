"""Equipment terrain, markers and leaves that a hand moves in a battle: what no action does goes back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.hatchway import HATCH
from tests.overlook.play.scripts import EDITIONS, END, FAR, Raw, act, activate, box, played, script, taken, text_of

A_SHOOTS = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
ACROSS = {"A1": [5.0, 11.0], "B1": [14.0, 11.0]}

KINDS = ("heavy barricade", "light barricade", "razor wire", "ladder")


def piece(item: str, *traits: str, name: str = "it", x: float = 9.25, y: float = 11.0, top: float = 5.0) -> Raw:
    """Return equipment half an inch deep and six wide across the line from A1 to B1."""
    return box(name, x - 0.25, y - 3.0, x + 0.25, y + 3.0, top, *(traits or ("Heavy",)), equipment=item)


def put_back(name: str, x: float, y: float, far: float) -> str:
    return text_of("displaced-equipment", feature=name, apart=far, x=x, y=y)


@EDITIONS
@pytest.mark.parametrize("item", KINDS)
@pytest.mark.parametrize("by", [[0.0, 5.0], *at_night([2.0, 0.0], [0.0, -0.5])])
def test_equipment_moved_by_hand_is_reported_with_the_place_where_it_stood(
    item: str, by: list[float], edition: str
) -> None:
    """001:112-155: equipment terrain is set up before the battle, and no universal action moves it."""
    push: Raw = {"see": {"it": [9.25 + by[0], 11.0 + by[1]]}}
    result = played(script(ACROSS, activate("A1"), push, terrain=[piece(item)], edition=edition))
    assert result.steps[1]["events"] == ["fault_called"]
    assert result.state["faults"] == {"shoved:it": put_back("it", 9.25, 11.0, max(map(abs, by)))}
    assert "9.2" in result.state["faults"]["shoved:it"] or "9.3" in result.state["faults"]["shoved:it"]


@EDITIONS
def test_a_heavy_barricade_moved_by_hand_still_hides_what_it_hid(edition: str) -> None:
    push: Raw = {"see": {"it": [9.25, 18.0]}}
    places = {"A1": [5.0, 11.0], "B1": [10.3, 11.0]}
    fields: dict[str, Any] = {"terrain": [piece("heavy barricade")], "edition": edition}
    untouched = played(script(places, activate("A1"), A_SHOOTS, **fields))
    assert taken(untouched) == [True, False], "nobody is seen through five inches of wall"
    pushed = played(script(places, activate("A1"), push, A_SHOOTS, **fields))
    assert taken(pushed) == [True, True, False]


@EDITIONS
@pytest.mark.parametrize("sigma_mm", [0.16, *at_night(0, 0.3)])
def test_equipment_set_back_clears_the_report(edition: str, sigma_mm: float) -> None:
    push, back = ({"see": {"it": [9.25, y]}} for y in (15.0, 11.0))
    fields: dict[str, Any] = {"terrain": [piece("light barricade", "Light")], "sigma_mm": sigma_mm}
    result = played(script(ACROSS, activate("A1"), push, back, edition=edition, **fields))
    assert [step["events"] for step in result.steps[1:]] == [["fault_called"], ["fault_mended"]]
    assert result.state["faults"] == {}


@EDITIONS
@pytest.mark.parametrize("item", ["heavy barricade", *at_night("light barricade", "razor wire", "ladder")])
def test_equipment_lifted_off_is_reported_and_judged_where_it_stood(item: str, edition: str) -> None:
    places = {"A1": [5.0, 11.0], "B1": [10.3, 11.0]}
    steps: list[Raw] = [activate("A1"), {"gone": ["it"]}, A_SHOOTS, {"see": {"it": [9.25, 11.0]}}]
    result = played(script(places, *steps, terrain=[piece(item)], edition=edition))
    assert taken(result) == [True, True, False, True]
    gone = text_of("displaced-equipment-gone", feature="it", x=9.25, y=11.0)
    called = played(script(places, *steps[:2], terrain=[piece(item)], edition=edition))
    assert called.state["faults"] == {"shoved:it": gone}
    assert result.state["faults"] == {}


@EDITIONS
def test_equipment_moved_between_activations_is_reported(edition: str) -> None:
    push: Raw = {"see": {"it": [9.25, 15.0]}}
    for steps in ([push], [activate("A1"), END, push]):
        result = played(script(ACROSS, *steps, terrain=[piece("heavy barricade")], edition=edition))
        assert list(result.state["faults"]) == ["shoved:it"]


@EDITIONS
def test_equipment_moved_together_with_a_model_is_reported_and_the_move_judged_past_it(edition: str) -> None:
    """The barricade blocks the straight way where it stood; a hand cannot clear it and walk through."""
    wall = piece("heavy barricade", y=11.0)
    move = {"kt24": "Reposition", "kt21": "Normal Move"}[edition]
    both: Raw = {"see": {"A1": [10.5, 11.0], "it": [9.25, 18.0]}}
    places = {"A1": [8.0, 11.0], "B1": FAR}
    result = played(script(places, activate("A1"), both, {"choose": move}, terrain=[wall], edition=edition))
    assert taken(result) == [True, True, False], "around or over the wall is farther than its Move"
    assert "shoved:it" in result.state["faults"]
    free = played(script(places, activate("A1"), {"see": {"A1": [10.5, 11.0]}}, {"choose": move}, edition=edition))
    assert all(taken(free))


@EDITIONS
def test_equipment_brushed_step_by_step_is_reported(edition: str) -> None:
    nudges: list[Raw] = [{"see": {"it": [9.25, 11.0 + 0.08 * step]}} for step in range(1, 6)]
    result = played(script(ACROSS, activate("A1"), *nudges, terrain=[piece("heavy barricade")], edition=edition))
    assert list(result.state["faults"]) == ["shoved:it"]


@EDITIONS
def test_only_the_piece_that_was_moved_is_reported(edition: str) -> None:
    pieces = [piece("light barricade", name="one", x=9.0), piece("light barricade", name="two", x=20.0)]
    push: Raw = {"see": {"two": [22.0, 11.0]}}
    result = played(script(ACROSS, activate("A1"), push, terrain=pieces, edition=edition))
    assert list(result.state["faults"]) == ["shoved:two"]


def test_j24_09_a_barricade_carried_along_takes_no_other_piece_with_it() -> None:
    """001:143-147: Move With Barricade moves the portable barricade that the operative is connected to."""
    poly = [[5.7, 10.0], [6.0, 10.0], [6.0, 12.0], [5.7, 12.0]]
    shield: Raw = {"id": "shield", "poly": poly, "z": [0, 1], "traits": ["Light", "Portable"]}
    shield["equipment"] = "portable barricade"
    start = {"A1": [5.7 - 0.62992126, 11.0], "B1": [25.0, 20.0]}
    seen: Raw = {"see": {"A1": [start["A1"][0] + 3, 11.0], "shield": [8.85, 11.0], "it": [20.0, 16.0]}}
    steps: list[Raw] = [activate("A1"), seen, {"as": "p1", "choose": "Move With"}]
    result = played(script(start, *steps, terrain=[shield, piece("heavy barricade", x=20.0)]))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert list(result.state["faults"]) == ["shoved:it"]


@EDITIONS
def test_equipment_follows_the_hand_until_the_battle_begins(edition: str) -> None:
    terrain = [piece("light barricade", "Light")]
    people = script(ACROSS)["operatives"]
    steps: list[Raw] = [{"see": {"it": [9.25, 15.0]}}, {"see": {"it": [12.0, 15.0]}}]
    whole = {"version": 1, "edition": edition, "sigma_mm": 0, "operatives": people, "begin": "set_up"}
    result = played({**whole, "terrain": terrain, "steps": steps})
    assert result.state["faults"] == {}


def test_j24_05_a_ladder_moved_by_hand_is_not_climbed_where_it_was_put() -> None:
    """001:120: a ladder makes a climb of 3 inches count as 1, where it was set up before the battle."""
    deck = box("deck", 8.0, 8.0, 14.0, 14.0, 3.0, "Heavy", "Vantage")
    ladder = box("it", 7.8, 2.0, 8.0, 3.0, 3.0, "Exposed", equipment="ladder")
    places = {"A1": [6.8, 11.0], "B1": FAR}
    up: Raw = {"see": {"A1": [9.0, 11.0, 3.0], "it": [7.9, 11.0]}}
    result = played(script(places, activate("A1"), up, {"choose": "Reposition"}, terrain=[deck, ladder]))
    here = box("it", 7.8, 10.5, 8.0, 11.5, 3.0, "Exposed", equipment="ladder")
    by_it = played(script(places, activate("A1"), up, {"choose": "Reposition"}, terrain=[deck, here]))
    assert taken(by_it)[2]
    asked = [label_of(one) for one in (result, by_it)]
    assert asked[0] != asked[1], "the climb is dearer without the ladder"
    assert "shoved:it" in result.state["faults"]


def label_of(result: Any) -> str:
    return str(result.steps[1]["prompts"][0]["choices"][0]["label"])


def mine(x: float, y: float) -> Raw:
    return {"as": "p1", "do": {"kind": "place_marker", "what": "mines", "x": x, "y": y}}


@pytest.mark.parametrize("to", [[6.5, 11.0], *at_night([14.0, 12.0])])
def test_j24_07_a_mine_moved_by_hand_is_reported_and_does_not_go_off(to: list[float]) -> None:
    """001:133: it goes off in the control range of an operative, from where it was set up."""
    token = {"id": "m", "kind": "mines", "pos": [20.0, 18.0]}
    result = played(script(ACROSS, activate("A1"), {"see": {"m": to}}, markers=[token]))
    assert "shoved:m" in result.state["faults"]
    assert "20.0, 18.0" in result.state["faults"]["shoved:m"]
    assert "m" in result.state["markers"]


LIFT = {"kt24": "Pick Up Marker", "kt21": "Pick Up"}
BESIDE: Raw = {"id": "M", "kind": "relic", "pos": [6.2, 11.0], "pick_up_allowed": True}
AHEAD: Raw = {**BESIDE, "pos": [9.2, 11.0]}
OFF: Raw = {"see": {}, "gone": ["M"]}
STEPS_FORWARD: Raw = {"see": {"A1": [8.0, 11.0]}, "gone": ["M"]}
MOVES = {"kt24": "Reposition", "kt21": "Normal Move"}


def says(choice: str, seat: str = "p1") -> Raw:
    return {"as": seat, "choose": choice}


@EDITIONS
def test_a_marker_that_the_active_operative_may_pick_up_is_picked_up_by_taking_it_off_the_table(edition: str) -> None:
    """002:106, 000:145: it removes a marker that it controls. Its player is asked, and taps nothing else."""
    result = played(script(ACROSS, activate("A1"), OFF, says(LIFT[edition]), markers=[BESIDE], edition=edition))
    assert taken(result) == [True] * 3, [step["why"] for step in result.steps]
    assert result.state["operatives"]["A1"]["carrying"] == "M"
    assert result.state["operatives"]["A1"]["ap_left"] == 1
    assert result.state["faults"] == {}


@EDITIONS
@pytest.mark.parametrize("why", ["engaged", *at_night("not liftable", "too far", "nobody is active", "a mine")])
def test_a_marker_that_may_not_be_picked_up_goes_back(edition: str, why: str) -> None:
    """002:110, 003:36, 000:145-147; no rule takes a mine off the table but its explosion (001:133)."""
    places = {**ACROSS, "B1": [5.0, 12.5]} if why == "engaged" else ACROSS
    marker = {"not liftable": {**BESIDE, "pick_up_allowed": False}, "too far": {**BESIDE, "pos": [11.0, 18.0]}}
    lying = {"id": "M", "kind": "mines", "pos": [9.0, 14.0]} if why == "a mine" else marker.get(why, BESIDE)
    begun = [] if why == "nobody is active" else [activate("A1")]
    result = played(script(places, *begun, OFF, markers=[lying], edition=edition))
    x, y = lying["pos"]
    assert result.state["faults"] == {"shoved:M": text_of("displaced-marker-gone", marker="M", x=x, y=y)}
    assert not any(one["topic"] == "proposal" for one in result.steps[-1]["prompts"])
    back: Raw = {"see": {"M": [x, y]}}
    assert played(script(places, *begun, OFF, back, markers=[lying], edition=edition)).state["faults"] == {}


@EDITIONS
def test_a_no_sends_the_marker_back(edition: str) -> None:
    fields: dict[str, Any] = {"markers": [BESIDE], "edition": edition}
    result = played(script(ACROSS, activate("A1"), OFF, says("refuse"), **fields))
    assert result.state["faults"] == {"shoved:M": text_of("displaced-marker-gone", marker="M", x=6.2, y=11.0)}
    assert result.state["operatives"]["A1"]["ap_left"] == 2
    back: Raw = {"see": {"M": [6.2, 11.0]}}
    again = played(script(ACROSS, activate("A1"), OFF, says("refuse"), back, OFF, says(LIFT[edition]), **fields))
    assert again.state["operatives"]["A1"]["carrying"] == "M"


@EDITIONS
def test_a_marker_put_back_before_the_answer_closes_the_question(edition: str) -> None:
    back: Raw = {"see": {"M": [6.2, 11.0]}}
    result = played(script(ACROSS, activate("A1"), OFF, back, markers=[BESIDE], edition=edition))
    assert result.state["faults"] == {}
    assert not any(one["topic"] == "proposal" for one in result.steps[-1]["prompts"])


@EDITIONS
def test_a_move_and_a_pick_up_in_one_motion_are_asked_one_after_the_other(edition: str) -> None:
    """From its start A1 does not reach the marker: it moves first."""
    steps = (activate("A1"), STEPS_FORWARD, says(MOVES[edition]), says(LIFT[edition]))
    result = played(script(ACROSS, *steps, markers=[AHEAD], edition=edition))
    assert taken(result) == [True] * 4, [step["why"] for step in result.steps]
    assert result.steps[1]["prompts"][0]["topic"] == "proposal"
    assert "shoved:M" not in str(result.steps[1:3])
    assert (result.state["operatives"]["A1"]["carrying"], result.state["operatives"]["A1"]["ap_left"]) == ("M", 0)


@EDITIONS
def test_a_pick_up_at_the_start_of_a_move_comes_first(edition: str) -> None:
    """At its end A1 is too far from where the marker lay."""
    both: Raw = {"see": {"A1": [2.0, 11.0]}, "gone": ["M"]}
    steps = (activate("A1"), both, says(LIFT[edition]), says(MOVES[edition]))
    result = played(script(ACROSS, *steps, markers=[BESIDE], edition=edition))
    assert taken(result) == [True] * 4, [step["why"] for step in result.steps]
    a1 = result.state["operatives"]["A1"]
    assert (a1["carrying"], a1["place"][:2], a1["ap_left"]) == ("M", [2.0, 11.0], 0)


@EDITIONS
def test_an_undone_pick_up_is_asked_again_and_a_no_sends_the_marker_back(edition: str) -> None:
    steps: list[Raw] = [activate("A1"), OFF, says(LIFT[edition]), {"as": "p1", "press": "undo"}, says("refuse")]
    result = played(script(ACROSS, *steps, markers=[BESIDE], edition=edition))
    assert taken(result) == [True] * 5, [step["why"] for step in result.steps]
    assert any(one["topic"] == "proposal" for one in result.steps[3]["prompts"])
    assert result.state["faults"] == {"shoved:M": text_of("displaced-marker-gone", marker="M", x=6.2, y=11.0)}


@EDITIONS
def test_an_activation_does_not_end_before_the_pick_up_is_answered(edition: str) -> None:
    result = played(script(ACROSS, activate("A1"), OFF, END, markers=[BESIDE], edition=edition))
    assert (taken(result), result.steps[-1]["codes"]) == ([True, True, False], ["games-pick-up-open"])


def test_two_leaves_are_one_action_too_many() -> None:
    """001:319, 002:49: each Operate Hatch turns one hatch, and no action is done twice in an activation."""
    other = {**HATCH, "id": "BP", "poly": [[x + 2.0, y] for x, y in HATCH["poly"]], "state": "closed"}
    terrain = [{**HATCH, "state": "closed"}, other]
    fields: dict[str, Any] = {"killzone": "gallowdark", "terrain": terrain}
    both: Raw = {"see": {}, "open": ["AP", "BP"]}
    result = played(script({"A1": [11.0, 10.2], "B1": FAR}, activate("A1"), both, **fields))
    assert set(result.state["faults"]) == {"leaf:AP", "leaf:BP"}
    assert result.state["openings"] == {"AP": "closed", "BP": "closed"}
    one_back: Raw = {"see": {}, "closed": ["BP"]}
    steps = (activate("A1"), both, one_back, says("Operate Hatch"))
    left = played(script({"A1": [11.0, 10.2], "B1": FAR}, *steps, **fields))
    assert left.state["openings"]["AP"] == "open"
    assert left.state["faults"] == {}

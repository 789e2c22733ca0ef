"""Markers of 2024 at the table: control, carrying and placing (D24-10 to D24-12)."""

from __future__ import annotations

import pytest

from tests.depth import at_night
from tests.overlook.play.scripts import BLADE, END, GUN, Raw, act, activate, box, do, operative, played, script, taken
from tests.overlook.play.set_up_steps import PLACES


@pytest.mark.parametrize("apl", [2, 3])
def test_l24_01_l24_02_h24_03_a_marker_is_controlled_by_more_apl_within_an_inch(apl: int) -> None:
    markers = [{"id": "M", "kind": "objective", "mm": 40, "pos": [10.0, 11.0]}]
    people = [operative("A1", apl=apl), operative("B1")]
    far = {"A1": [5.0, 11.0], "B1": [11.5, 11.0]}
    result = played(
        script(
            far,
            activate("A1"),
            {"see": {"A1": [8.5, 11.0]}},
            {"choose": "Reposition"},
            markers=markers,
            operatives=people,
        )
    )
    assert result.state["markers"]["M"]["controlled_by"] == ("p1" if apl == 3 else None)


def test_d24_10_d24_11_l24_03_a_marker_is_lifted_carried_and_placed_in_a_later_activation() -> None:
    markers = [{"id": "M", "kind": "relic", "pos": [6.2, 2.0], "pick_up_allowed": True}]
    steps: list[Raw] = [
        activate("A1"),
        act("A1", "Pick Up Marker", marker="M"),
        act("A1", "Place Marker", marker="M", x=6.0, y=2.0),
    ]
    result = played(script(PLACES, *steps, markers=markers))
    assert taken(result) == [True, True, False]
    assert result.state["markers"]["M"] == {**result.state["markers"]["M"], "carried_by": "A1", "controlled_by": "p1"}
    dead = do("p1", "declare_damage", operative="A1", amount=10)
    dropped = played(script(PLACES, *steps[:2], dead, markers=markers))
    assert "drop" in str(dropped.steps[-1]["prompts"]).lower() or dropped.state["markers"]["M"]["carried_by"] is None


def test_d24_12_an_operative_that_falls_places_its_marker_first() -> None:
    markers = [{"id": "M", "kind": "relic", "carried_by": "A1", "pick_up_allowed": True}]
    dead = do("p1", "declare_damage", operative="A1", amount=10)
    drop = do("p1", "drop_marker", operative="A1", x=5.5, y=2.5)
    result = played(script(PLACES, dead, drop, markers=markers))
    assert result.steps[1]["accepted"], result.steps[1]["why"]
    assert result.state["markers"]["M"]["carried_by"] is None
    assert result.state["operatives"]["A1"]["on_board"] is False


def test_l24_02_control_does_not_change_during_an_action() -> None:
    places = {"A1": [5.0, 11.0], "B1": [5.0, 13.4], "A2": [20.0, 3.0], "B2": [25.0, 20.0]}
    markers = [{"id": "m", "kind": "objective", "pos": [5.0, 12.2]}]
    people = [operative(name, wounds=8, apl=2) for name in places]
    blast = [{**GUN, "rules": ['Blast 1"'], "damage": [8, 8]}, BLADE]
    people[2] = operative("A2", weapons=blast)
    steps: list[Raw] = [
        activate("A2"),
        act("A2", "Shoot", target="B1", weapon="gun", dice=True),
        {"as": "p1", "dice": [6, 6, 6, 6]},
        {"choose": "pass"},
    ]
    result = played(script(places, *steps, operatives=people, markers=markers))
    assert result.state["markers"]["m"]["controlled_by"] is None
    dead = {"as": "p2", "do": {"kind": "declare_damage", "operative": "B1", "amount": 8}}
    during = played(script(places, *steps, dead, operatives=people, markers=markers))
    assert during.state["markers"]["m"]["controlled_by"] is None, "the action is not over"
    after = played(script(places, dead, operatives=people, markers=markers))
    assert after.state["markers"]["m"]["controlled_by"] == "p1"


RELIC: Raw = {"id": "M", "kind": "relic", "pos": [6.3, 11.0], "pick_up_allowed": True}
APART = {"A1": [5.0, 11.0], "B1": [14.0, 11.0]}
LIFT = act("A1", "Pick Up Marker", marker="M")
LATER = [END, activate("B1"), END, END, {"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, {"choose": "p1"}]
PASSING: list[Raw] = [{"choose": "pass"}, {"choose": "pass"}]


@pytest.mark.parametrize(
    ("spot", "may"),
    [
        ((5.0, 13.1), False),
        *at_night(((5.0, 12.9), True), ((12.0, 11.0), False), ((2.9, 11.0), False), ((5.0, 9.2), True)),
    ],
)
def test_d24_11_a_carried_marker_is_placed_within_an_inch_and_in_sight(spot: tuple[float, float], may: bool) -> None:
    wall = box("w", 3.4, 5, 3.5, 17, 6, "Heavy")
    place = act("A1", "Place Marker", marker="M", x=spot[0], y=spot[1])
    steps = [activate("A1"), LIFT, *LATER, *PASSING, activate("A1"), place]
    result = played(script(APART, *steps, markers=[RELIC], terrain=[wall]))
    assert taken(result)[-1] is may, result.steps[-1]["why"]
    lies = result.state["markers"]["M"]
    assert (lies["carried_by"], lies["place"]) == ((None, list(spot)) if may else ("A1", None))


@pytest.mark.parametrize(("spot", "may"), [((5.9, 12.0), True), *at_night(((8.4, 11.0), False))])
@pytest.mark.parametrize(("edition", "lift"), [("kt24", "Pick Up Marker"), *at_night(("kt21", "Pick Up"))])
def test_d24_12_a_carrier_that_is_shot_places_its_marker_before_the_shooter_continues(
    edition: str, lift: str, spot: tuple[float, float], may: bool
) -> None:
    shot = act("B1", "Shoot", target="A1", weapon="gun", results=[{"operative": "A1", "amount": 10}])
    fall = [activate("A1"), act("A1", lift, marker="M"), END, activate("B1"), shot]
    drop = do("p1", "drop_marker", operative="A1", x=spot[0], y=spot[1])
    result = played(script(APART, *fall, drop, markers=[RELIC], edition=edition))
    assert taken(result) == [True] * 5 + [may]
    assert [prompt["owner"] for prompt in result.steps[4]["prompts"]] == ["p1", "p2"]
    assert result.state["markers"]["M"]["place"] == (list(spot) if may else None)
    assert result.steps[-1]["offers"], "what B1 may do is worked out all the while"

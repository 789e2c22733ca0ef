"""Markers of 2024 at the table: control, carrying and placing (D24-10 to D24-12)."""

from __future__ import annotations

import pytest

from tests.depth import at_night
from tests.overlook.play.scripts import (
    BLADE,
    END,
    FAR,
    GUN,
    Raw,
    act,
    activate,
    box,
    do,
    operative,
    played,
    script,
    taken,
)
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


DECK: Raw = box("deck", 8, 8, 14, 14, 3, "Heavy", "Vantage", feature="tower")
ROOF: Raw = {**box("roof", 8, 8, 11, 14, 6, "Light", "Vantage", feature="tower"), "z": [5.8, 6]}
BRIDGE: Raw = {**box("bridge", 8, 8, 14, 14, 3, "Light", "Vantage"), "z": [2.8, 3]}
POST: Raw = box("post", 12.9, 10.9, 13.1, 11.1, 8, "Heavy", feature="tower")
GRILLE: Raw = box("grille", 8, 8, 14, 14, 3, "Insignificant")

HEIGHTS: list[tuple[list[Raw], float, float, float]] = [
    ([], 11.0, 11.0, 0.0),
    ([DECK], 11.0, 11.0, 3.0),
    ([DECK], 5.0, 5.0, 0.0),
    ([BRIDGE], 11.0, 11.0, 3.0),
    ([DECK, ROOF], 9.5, 11.0, 6.0),
    ([DECK, ROOF], 12.5, 11.0, 3.0),
    ([DECK, ROOF], 10.9, 11.0, 3.0),
    ([DECK, POST], 11.0, 9.0, 3.0),
    ([GRILLE], 11.0, 11.0, 0.0),
]
"""Terrain, a place by x and y, and the highest surface that carries a marker of 20 mm there."""


@pytest.mark.parametrize(("terrain", "x", "y", "z"), HEIGHTS)
def test_l24_01_a_marker_placed_by_x_and_y_lies_on_the_highest_surface_that_carries_it(
    terrain: list[Raw], x: float, y: float, z: float
) -> None:
    laid = do("p1", "place_marker", what="mines", x=x, y=y)
    result = played(script({"A1": [2.0, 2.0], "B1": FAR}, laid, terrain=terrain))
    assert taken(result) == [True], result.steps[0]["why"]
    (marker,) = result.state["markers"].values()
    assert [*marker["place"], marker["z"]] == pytest.approx([x, y, z])


@pytest.mark.parametrize("z", [0.0, 3.0])
def test_l24_01_a_height_that_is_entered_is_kept(z: float) -> None:
    laid = do("p1", "place_marker", what="mines", x=11.0, y=11.0, z=z)
    result = played(script({"A1": [2.0, 2.0], "B1": FAR}, laid, terrain=[BRIDGE]))
    (marker,) = result.state["markers"].values()
    assert [*marker["place"], marker["z"]] == pytest.approx([11.0, 11.0, z])


@pytest.mark.parametrize(
    ("terrain", "x", "z"), [([DECK], 9.0, 3.0), ([BRIDGE], 9.0, 3.0), ([DECK], 6.0, 0.0), ([], 9.0, 0.0)]
)
def test_j24_11_smoke_named_by_x_and_y_lies_on_the_deck(terrain: list[Raw], x: float, z: float) -> None:
    """001:167: smoke may lie on Vantage terrain of a feature that the thrower sees."""
    throw = act("A1", "Smoke Grenade", x=x, y=11.0)
    fields: Raw = {"terrain": terrain, "equipment": {"p1": ["utility grenades: smoke, stun"]}}
    result = played(script({"A1": [4.0, 11.0], "B1": FAR}, activate("A1"), throw, **fields))
    assert taken(result) == [True, True], result.steps[1]["why"]
    (smoke,) = result.state["markers"].values()
    assert [*smoke["place"], smoke["z"]] == pytest.approx([x, 11.0, z])
    said = [one["words"] for one in result.steps[1]["rulings"]]
    assert any('3.0"' in words or '3"' in words for words in said) is (z == 3.0), said


@pytest.mark.parametrize(("start", "z"), [([7.0, 11.0], 0.0), ([9.0, 11.0, 3.0], 3.0)])
def test_d24_11_a_carried_marker_is_placed_at_its_carriers_level(start: list[float], z: float) -> None:
    """001:248: it is placed within the carrier's control range, so on its level, whatever is above."""
    objective = {"id": "m", "kind": "objective", "mm": 40, "carried_by": "A1", "pick_up_allowed": True}
    terrain = [box("deck", 8, 8, 14, 14, 3, "Heavy", "Vantage")] if z else [BRIDGE]
    x = start[0] + (0.9 if z else 0.7)
    place = act("A1", "Place Marker", x=x, y=11.0)
    result = played(script({"A1": start, "B1": FAR}, activate("A1"), place, terrain=terrain, markers=[objective]))
    assert taken(result) == [True, True], result.steps[1]["why"]
    marker = result.state["markers"]["m"]
    assert [*marker["place"], marker["z"]] == pytest.approx([x, 11.0, z])

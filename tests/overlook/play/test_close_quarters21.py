"""Close Quarters of 2021 at the table: distances round walls, hatches, guards and Indirect."""

from __future__ import annotations

from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import PLACES
from tests.overlook.play.scripts import (
    FAR,
    GUN,
    KT21,
    Raw,
    act,
    activate,
    box,
    do,
    offered,
    operative,
    played,
    script,
    taken,
)
from tests.overlook.play.seen_moves import choices, reading


def wall(name: str, x0: float, y0: float, x1: float, y1: float, **fields: object) -> Raw:
    """Return a wall of the killzone, as low as the model of it is."""
    return {"id": name, "poly": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], "z": [0, 2], "role": "wall", **fields}


def quarters(places: dict[str, list[float]], *steps: Raw, **fields: Any) -> Any:
    """Return what a script comes to in close quarters."""
    return played(script(places, *steps, edition="kt21", killzone="close quarters", **fields))


@pytest.mark.nightly
@pytest.mark.parametrize(("end", "fights"), [(11.0, True), (12.5, False)])
def test_k21_04_and_a21_05_engagement_range_is_measured_round_walls(end: float, fights: bool) -> None:
    """They stand 0.4" apart across the wall, side by side; A1 sees past its end either way when it is short."""
    places = {"A1": [9.2, 11.0], "B1": [10.86, 11.0]}
    result = quarters(places, activate("A1"), terrain=[wall("W", 9.95, 2, 10.1, end - 0.6)])
    assert offered(result, 0, "Fight")["possible"] is fights
    assert offered(result, 0, "Normal Move")["possible"] is not fights


@pytest.mark.parametrize(("end", "controls"), [(14.0, None), (10.9, "p1")])
def test_k21_04_and_l21_02_control_of_an_objective_is_measured_round_walls(end: float, controls: str | None) -> None:
    markers = [{"id": "M", "kind": "objective", "mm": 40, "pos": [11.3, 11.0], "pick_up_allowed": True}]
    places = {"A1": [9.3, 11.0], "B1": FAR}
    result = quarters(places, activate("A1"), markers=markers, terrain=[wall("W", 10.0, 2, 10.15, end)])
    assert result.state["markers"]["M"]["controlled_by"] == controls


@pytest.mark.parametrize(("end", "lifted"), [(11.7, False), (10.0, True)])
def test_k21_04_and_d21_08_the_distance_to_a_token_is_measured_round_walls(end: float, lifted: bool) -> None:
    """The token's edge is 0.7" away; past the end of the wall it is more than an inch, though its centre is near."""
    markers = [{"id": "M", "kind": "objective", "mm": 40, "pos": [11.4, 11.0], "pick_up_allowed": True}]
    step = act("A1", "Pick Up", marker="M")
    result = quarters(
        {"A1": [9.3, 11.0], "B1": FAR}, activate("A1"), step, markers=markers, terrain=[wall("W", 10.0, 2, 10.15, end)]
    )
    assert result.state["markers"]["M"]["controlled_by"] == "p1", "within two inches of its centre either way"
    assert taken(result)[1] is lifted
    assert result.state["operatives"]["A1"]["carrying"] == ("M" if lifted else None)


@pytest.mark.parametrize(
    ("role", "state", "crosses"),
    [("wall", None, False), (None, None, True), *at_night(("access_point", "closed", False))],
)
def test_k21_04_and_i21_06_flying_crosses_no_wall_and_no_closed_hatch(
    role: str | None, state: str | None, crosses: bool
) -> None:
    people = [operative("A1", keywords=["FLY"]), operative("B1")]
    traits: Raw = {"traits": ["Light"]} if role is None else {}
    thing = {**wall("W", 10.0, 4, 10.2, 18), "role": role, "state": state, **traits}
    steps = [activate("A1"), {"see": {"A1": [12.0, 11.0]}}]
    result = quarters({"A1": [8.5, 11.0], "B1": FAR}, *steps, terrain=[thing], operatives=people)
    way = reading(result.steps[1]["prompts"][0]["choices"][0])
    assert (way.fault != "through_terrain") is crosses, way


@pytest.mark.nightly
def test_k21_04_the_leaf_of_an_open_hatch_is_a_wall() -> None:
    hatch = wall("AP", 10.0, 10, 10.2, 12, role="access_point", state="open")
    sides = [wall("N", 10.0, 12, 10.2, 20), wall("S", 10.0, 2, 10.2, 10)]
    leaf = wall("LEAF", 10.2, 12, 12.2, 12.15, role="hatch", state="open")

    def shoots_and_goes(*more: Raw) -> tuple[bool, float]:
        steps = [activate("A1"), {"see": {"A1": [11.2, 14.0]}}]
        result = quarters({"A1": [11.2, 10.5], "B1": [11.2, 17.0]}, *steps, terrain=[hatch, *sides, *more])
        label = str(result.steps[1]["prompts"][0]["choices"][0]["label"])
        return offered(result, 0, "Shoot")["targets"] == ["B1"], float(label.partition(", ")[2].partition('"')[0])

    assert shoots_and_goes() == (True, 3.5)
    shoots, price = shoots_and_goes(leaf)
    assert not shoots
    assert price > 4.5, "round the leaf"


def test_k21_03_indirect_is_optional_in_close_quarters_and_has_a_range() -> None:
    """Nine inches off and in cover: only the plain shot reaches it, and only the indirect one finds it concealed."""
    mortar = {**GUN, "name": "mortar", "rules": ["Indirect"]}
    low = {"id": "L", "poly": [[8.6, 9], [8.7, 9], [8.7, 13], [8.6, 13]], "z": [0, 1], "traits": ["Light"]}
    people = [operative("A1", weapons=[mortar]), operative("B1"), operative("B2")]
    places = {"A1": [3.0, 11.0], "B1": [9.6, 11.0], "B2": [3.0, 21.0]}
    result = quarters(places, activate("A1"), terrain=[low], operatives=people)
    steps = [
        act("A1", "Shoot", target="B1", weapon="mortar without Indirect", dice=True),
        act("A1", "Shoot", target="B2", weapon="mortar", dice=True),
        act("A1", "Shoot", target="B2", weapon="mortar without Blast", dice=True),
        act("A1", "Shoot", target="B1", weapon="mortar", dice=True),
    ]
    result = quarters(places, activate("A1"), *steps, terrain=[low], operatives=people)
    assert set(offered(result, 0, "Shoot")["weapons"]) >= {"mortar"}
    assert taken(result)[1:] == [False, False, False, True]
    rulings = result.steps[4]["rulings"]
    assert any("read as: Indirect in close quarters = 6" in str(ruling) for ruling in rulings), rulings
    away = quarters(
        places, activate("A1"), act("A1", "Shoot", target="B2", weapon="mortar without Indirect", dice=True),
        terrain=[low], operatives=people,
    )  # fmt: skip
    assert taken(away)[1], "without Indirect nothing limits its range"


@pytest.mark.parametrize(("said", "dice"), [("one attack dice less", 3), *at_night(("all attack dice", 4))])
def test_k21_03_the_players_decide_who_is_in_the_line_if_the_camera_cannot(said: str, dice: int) -> None:
    """B2 just touches the one line that avoids it."""
    places = {"A1": [5.0, 11.0], "B1": [15.0, 11.0], "B2": [10.0, 11.635]}
    people = [operative("A1", weapons=[GUN]), operative("B1"), operative("B2")]
    engaged = [do("referee", "declare_status", operative=name, order="engage") for name in ("B1", "B2")]
    shoots = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    steps = [*engaged, activate("A1"), shoots, {"as": "p1", "choose": said}]
    result = quarters(places, *steps, operatives=people, sigma_mm=0.3)
    assert {choice["key"] for choice in result.steps[3]["prompts"][0]["choices"]} == {"0", "1", "refuse"}
    assert [prompt["dice"] for prompt in result.steps[4]["prompts"]] == [dice]


def test_k21_03_and_i21_01_indirect_is_not_optional_outside_close_quarters() -> None:
    mortar = {**GUN, "name": "mortar", "rules": ["Indirect"]}
    people = [operative("A1", weapons=[mortar]), operative("B1")]
    step = act("A1", "Shoot", target="B1", weapon="mortar without Indirect", dice=True)
    result = played(script({"A1": [3, 11], "B1": [9, 11]}, activate("A1"), step, edition="kt21", operatives=people))
    assert not result.steps[1]["accepted"]


@pytest.mark.parametrize(
    ("rules", "kept"),
    [(["Barrage", "Indirect"], True), (["Indirect"], False), *at_night((["Barrage", "No Cover"], False))],
)
def test_g21_02_and_g21_09_a_roof_gives_cover_from_barrage_that_indirect_does_not_take(
    rules: list[str], kept: bool
) -> None:
    roof = {"id": "R", "poly": [[8, 10], [10, 10], [10, 12], [8, 12]], "z": [3, 3.2], "traits": ["Light"]}
    people = [operative("A1", weapons=[{**GUN, "rules": rules}]), operative("B1")]
    steps: list[Raw] = [
        activate("A1"),
        act("A1", "Shoot", target="B1", weapon="gun", dice=True),
        {"as": "p1", "dice": [5, 5, 5, 5]},
        {"choose": "pass"},
    ]
    result = played(script({"A1": [4, 11], "B1": [9, 11]}, *steps, edition="kt21", terrain=[roof], operatives=people))
    asked = result.steps[-1]["prompts"][0]
    assert any(choice["key"].startswith("retain") for choice in asked["choices"]) is kept, asked


@pytest.mark.parametrize(("enemies", "owner"), [(["B1"], None), ([], "p1")])
def test_k21_06_an_apparatus_is_controlled_by_the_apl_within_an_inch_of_it(
    enemies: list[str], owner: str | None
) -> None:
    """B1 stands 0.9" from the apparatus, but three inches from the middle of it; A1 at the other end."""
    thing = {"id": "T", "poly": [[8, 10], [14, 10], [14, 11], [8, 11]], "z": [0, 3], "role": "ancient apparatus"}
    marker = {"id": "M", "kind": "objective", "mm": 40, "pos": [11, 10.5]}
    spots = {"A1": [8.5, 11.0 + 0.9 + 0.63], "B1": [14.0 + 0.9 + 0.63, 10.5], "B2": FAR}
    places = {name: spot for name, spot in spots.items() if name in ("A1", "B2", *enemies)}
    result = quarters(places, activate("A1"), terrain=[thing], markers=[marker])
    assert result.state["markers"]["M"]["controlled_by"] == owner


@pytest.mark.parametrize(("reading", "owner"), [("2", "p1"), *at_night(("1", None), ("3", "p1"))])
def test_k21_06_a_reading_decides_how_near_an_apparatus_is_contested(reading: str, owner: str | None) -> None:
    """A1 stands an inch and a half from the apparatus, whose distance is lost (000:407)."""
    thing = {"id": "T", "poly": [[8, 10], [14, 10], [14, 11], [8, 11]], "z": [0, 3], "role": "ancient apparatus"}
    marker = {"id": "M", "kind": "objective", "mm": 40, "pos": [11, 10.5]}
    places = {"A1": [8.5, 11.0 + 1.5 + 0.63], "B2": FAR}
    said = {"readings": {"apparatus reach": reading}}
    result = quarters(places, activate("A1"), terrain=[thing], markers=[marker], **said)
    assert result.state["markers"]["M"]["controlled_by"] == owner


def hatchway(state: str) -> list[Raw]:
    sides = [box("N", 10, 12, 10.2, 20, 2, role="wall"), box("S", 10, 2, 10.2, 10, 2, role="wall")]
    return [*sides, box("AP", 10, 10, 10.2, 12, 2, role="access_point", state=state)]


def test_k21_02_k21_05_a_hatch_is_operated_from_an_inch_away_and_passed() -> None:
    places = {"A1": [9.2, 11.0], "B1": FAR}
    steps: list[Raw] = [activate("A1"), act("A1", "Operate Hatch", thing="AP"), {"see": {"A1": [12.0, 11.0]}}]
    result = quarters(places, *steps, terrain=hatchway("closed"))
    assert result.steps[1]["accepted"], result.steps[1]["why"]
    assert result.state["openings"] == {"AP": "open"}
    first = result.steps[2]["prompts"][0]["choices"][0]["label"]
    assert first.startswith(('Dash, 2.8"', 'Normal Move, 2.8"')), first
    away = quarters({**places, "A1": [8.0, 11.0]}, *steps[:2], terrain=hatchway("closed"))
    assert not away.steps[1]["accepted"]


def test_k21_02_a_fight_goes_through_an_open_hatchway() -> None:
    places = {"A1": [10 - 16 / 25.4, 11.0], "B1": [12.5, 11.0]}
    result = quarters(places, activate("A1"), terrain=hatchway("open"))
    assert next(one for one in result.steps[0]["offers"] if one["action"] == "Hatchway Fight")["possible"]
    shut = quarters(places, activate("A1"), terrain=hatchway("closed"))
    assert not next(one for one in shut.steps[0]["offers"] if one["action"] == "Hatchway Fight")["possible"]


def test_k21_01_guard_counts_as_a_shot_and_ends_with_an_own_action() -> None:
    steps = [activate("A1"), act("A1", "Guard"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
    result = quarters(PLACES, *steps)
    assert taken(result) == [True, True, False]
    assert result.state["operatives"]["A1"]["on_guard"]
    ended = quarters(PLACES, activate("A1"), act("A1", "Guard"), act("A1", "Pass"))
    assert not ended.state["operatives"]["A1"]["on_guard"]


def test_n21_05_tac_ops_excluded_from_close_quarters_are_refused() -> None:
    raw: dict[str, Any] = {"begin": "set_up", "killzone": "close quarters", **KT21}
    ruled_out, allowed = (
        played(script(PLACES, do("p1", "seal", player="p1", topic="tac_op_1", value=op), **raw)).steps[0]["accepted"]
        for op in ("Seize Ground", "Rout")
    )
    assert (ruled_out, allowed) == (False, True)


def test_hatchways_of_2021_begin_the_battle_closed() -> None:
    """An open one is reported until it is closed (000:401), and opening one before the battle changes nothing."""
    people = [operative("A1"), operative("B1")]
    whole = {"version": 1, "edition": "kt21", "sigma_mm": 0, "operatives": people, "killzone": "close quarters"}

    def set_up(state: str, *steps: Raw) -> Any:
        return played({**whole, "begin": "set_up", "terrain": hatchway(state), "steps": list(steps)}).state

    open_at_first = set_up("open", {"see": {}})
    assert list(open_at_first["faults"]) == ["leaf:AP"]
    closed = set_up("open", {"see": {}}, {"closed": ["AP"]})
    assert (closed["faults"], closed["openings"]) == ({}, {"AP": "closed"})
    opened = set_up("closed", {"open": ["AP"]})
    assert (list(opened["faults"]), opened["openings"]) == (["leaf:AP"], {"AP": "closed"})


def test_a_hatch_that_a_script_begins_with_open_is_open() -> None:
    result = quarters({"A1": [9.2, 11.0], "B1": FAR}, activate("A1"), terrain=hatchway("open"))
    assert (result.state["faults"], result.state["openings"]) == ({}, {"AP": "open"})


BARRICADE: Raw = {
    **box("BAR", 9.0, 10, 9.3, 12, 1, "Light", "Traversable"),
    "role": "barricade",
    "equipment": "barricade",
}
CRATES: Raw = box("T", 9.2, 11.5, 10.2, 12.5, 2, "Heavy")
GIVEN: Raw = {"as": "p1", "choose": "p1"}


@pytest.mark.parametrize(
    ("killzone", "terrain", "stands"),
    [("close quarters", [], True), ("close quarters", [CRATES], False), *at_night((None, [], True))],
)
def test_k21_06_barricades_are_set_up_before_the_battle(killzone: str | None, terrain: list[Raw], stands: bool) -> None:
    """Nobody picks them, and in close quarters they stand on no other terrain (000:397)."""
    place = do("p1", "place_equipment", player="p1", item="barricade")
    others = [do("p2", "place_equipment", player="p2", item=item) for item in ("barricade", "ladder")]
    steps = [place, GIVEN, place, *others, do("p1", "deploy", operative="A1", x=3, y=11)]
    people = [operative("A1"), operative("B1")]
    whole = {"begin": "set_up", "edition": "kt21", "killzone": killzone, "operatives": people}
    result = played(script({}, *steps, **whole, terrain=[BARRICADE, *terrain]))
    assert taken(result) == [stands, True, False, False, False, True]


def test_k21_06_no_barricade_is_set_up_during_the_battle() -> None:
    result = quarters(PLACES, do("p1", "place_equipment", player="p1", item="barricade"), terrain=[BARRICADE])
    assert taken(result) == [False]


@pytest.mark.parametrize(("enemy", "goes_on"), [(FAR, True), ([11.4, 11.0], False)])
def test_k21_02_a_move_does_not_go_on_after_a_hatch_opened_beside_an_enemy(enemy: list[float], goes_on: bool) -> None:
    """B1 is less than an inch away behind the closed hatch, and in engagement range once it is open (000:381)."""
    opened: list[Raw] = [
        {"see": {"A1": [9.2, 11.0]}},
        {"as": "p1", "choose": "Normal Move"},
        act("A1", "Operate Hatch", thing="AP"),
    ]
    steps: list[Raw] = [activate("A1"), *opened, {"see": {"A1": [9.2, 12.5]}}]
    result = quarters({"A1": [7.5, 11.0], "B1": enemy}, *steps, terrain=hatchway("closed"))
    assert result.state["openings"] == {"AP": "open"}
    assert (choices(result.steps[-1])["Normal Move"].fault != "precondition") is goes_on

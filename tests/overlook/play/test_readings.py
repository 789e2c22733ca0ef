"""Readings that the sources leave open, each played at the table and named by the rulings that depend on it."""

from __future__ import annotations

import json

import pytest

from tests.codes import coded
from tests.depth import at_night
from tests.overlook.play.dice_steps import CLOSE, PLACES, answered, fight, one_crit, shot, stage_of
from tests.overlook.play.scripts import (
    END,
    FAR,
    GUN,
    MISS,
    Raw,
    act,
    activate,
    box,
    do,
    operative,
    played,
    script,
    taken,
    wounds,
)


def notes(step: Raw) -> set[str]:
    """Return the readings that the rulings of a step hang on."""
    return {note for ruling in step["rulings"] for note in ruling.get("notes", ())}


@pytest.mark.parametrize(("reading", "damage"), [("any normal", 8), *at_night(("rolled normals alone", 7))])
def test_g24_15_g24_25_a_reading_decides_whether_rending_works_on_an_accurate_die(reading: str, damage: int) -> None:
    result, _ = shot([[6, 1, 1]], [MISS], "Accurate 1", "Rending", readings={"Rending": reading})
    assert wounds(result, "B1") == 10 - damage
    assert f"read as: Rending = {reading}" in notes(result.steps[1])


@pytest.mark.parametrize(("reading", "helps"), [("by the summary", True), *at_night(("by the reference", False))])
def test_f21_02_a_reading_decides_whether_a_friend_that_others_engage_supports(reading: str, *, helps: bool) -> None:
    """A2 is engaged with B1, which A1 fights, and with B2 (000:219, 527)."""
    places = {**CLOSE, "A2": [6.5, 12.6], "B2": [6.5, 14.2]}
    result, _ = fight([[2, 1, 1, 1]], [[1, 1, 1, 1]], places=places, edition="kt21", readings={"support": reading})
    assert (wounds(result, "B1") == 10 - 3) is helps
    assert f"read as: support = {reading}" in json.dumps(result.steps)


@pytest.mark.parametrize(("reading", "goes"), [("in one go", 1), *at_night(("in several goes", 2))])
def test_g21_03_a_reading_decides_whether_relentless_goes_on_after_a_result(reading: str, goes: int) -> None:
    people = [operative("A1", weapons=[{**GUN, "rules": ["Relentless"]}]), operative("B1")]
    steps = [activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
    asked: list[str] = []

    def answer(prompt: Raw) -> Raw:
        again = [one["key"] for one in prompt["choices"] if one["key"] == f"re-roll:relentless:{len(asked) + 1}"]
        if again:
            asked.append(again[0])
            return {"as": "p1", "choose": again[0]}
        if stage_of(prompt) == "attack roll":
            return {"as": "p1", "dice": [1, 2, 5, 5]}
        return one_crit(prompt)

    said = {"readings": {"Relentless": reading}}
    result, _ = answered(script(PLACES, *steps, operatives=people, edition="kt21", **said), answer)
    assert len(asked) == goes
    assert f"read as: Relentless = {reading}" in json.dumps(result.steps)


@pytest.mark.parametrize(("reading", "left"), [("strikes and parries", 0), *at_night(("strikes", 1))])
def test_g21_14_a_reading_decides_whether_a_parry_counts_for_stun(reading: str, left: int) -> None:
    """A1's only hit parries one of B1's two normals; as a critical hit it also discards the other."""
    said: Raw = {"edition": "kt21", "readings": {"Stun in fights": reading}}
    parry = "block:crit on normal"
    result, _ = fight([[6, 1, 1, 1]], [[5, 5, 1, 1]], "Stun", chosen=[parry], **said)
    assert wounds(result, "A1") == 10 - 3 * left
    assert wounds(result, "B1") == 10
    assert f"read as: Stun in fights = {reading}" in json.dumps(result.steps)


def test_d24_15_a_reading_decides_whether_guard_is_an_action_of_every_killzone() -> None:
    guard = [activate("A1"), act("A1", "Guard"), END, activate("B1"), act("B1", "Dash")]
    raw = script(PLACES, *guard)
    result = played({**raw, "readings": {"Guard": "in every killzone"}})
    assert "read as: Guard = in every killzone" in json.dumps(result.steps[1])
    assert result.state["operatives"]["A1"]["on_guard"]
    assert not played(raw).steps[1]["accepted"]


@pytest.mark.parametrize(("reading", "rerolls"), [("each action", 1), *at_night(("each sequence", 2))])
def test_j24_02_a_reading_decides_how_often_the_die_of_ammo_resupply_serves(reading: str, rerolls: int) -> None:
    cache: Raw = {"id": "cache", "kind": "ammo cache", "mm": 20, "pos": [3.8, 11.0], "owner": "p1"}
    places = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [12.0, 13.0]}
    people = [operative("A1", weapons=[{**GUN, "rules": ["Blast 2"]}]), operative("B1"), operative("B2")]
    supplied = act("A1", "Ammo Resupply", marker="cache")
    steps: list[Raw] = [activate("A1"), supplied, act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
    asked: list[bool] = []

    def answer(prompt: Raw) -> Raw:
        again = [one["key"] for one in prompt["choices"] if "ammo" in one["key"]]
        if again:
            asked.append(True)
            return {"as": "p1", "choose": again[0]}
        return one_crit(prompt)

    said = {"readings": {"Ammo Resupply": reading}}
    result, _ = answered(script(places, *steps, operatives=people, markers=[cache], **said), answer)
    assert len(asked) == rerolls
    assert f"read as: Ammo Resupply = {reading}" in json.dumps(result.steps)


@pytest.mark.nightly
@pytest.mark.parametrize(("reading", "dice"), [("together", 0), ("the larger", 1)])
def test_g24_11_a_reading_decides_how_piercing_and_piercing_crits_combine(reading: str, dice: int) -> None:
    said = {"Piercing with Piercing Crits": reading}
    result, asked = shot([[6, 1, 1, 1]], [[1] * dice], "Piercing 1", "Piercing Crits 2", readings=said)
    assert [one["dice"] for one in asked if one["owner"] == "p2" and one["dice"]] == [dice] * bool(dice)
    assert f"read as: Piercing with Piercing Crits = {reading}" in notes(result.steps[1])


CASTLE = [
    box("N", 8, 14, 14, 14.2, 3, "Heavy", feature="F", role="stronghold"),
    box("S", 8, 8, 14, 8.2, 3, "Heavy", feature="F", role="stronghold"),
    box("E", 13.8, 8, 14, 14.2, 3, "Heavy", feature="F", role="stronghold"),
]
"""Three walls of a stronghold, open to the west: within their hull, but they go round nothing."""


@pytest.mark.nightly
@pytest.mark.parametrize(("reading", "lethal"), [("what its walls enclose", False), ("the hull of its walls", True)])
def test_k24_03_a_reading_decides_what_is_within_a_stronghold(reading: str, lethal: bool) -> None:
    result, _ = shot(
        [[5, 1, 1, 1]], [MISS], "Blast 1", places={"A1": [4.0, 11.0], "B1": [11.0, 11.0]}, terrain=CASTLE,
        killzone="volkus", readings={"within a stronghold": reading},
    )  # fmt: skip
    assert wounds(result, "B1") == 10 - (4 if lethal else 3)
    assert f"read as: within a stronghold = {reading}" in notes(result.steps[1])


@pytest.mark.nightly
@pytest.mark.parametrize(("reading", "first"), [("what its walls enclose", "p1"), ("the hull of its walls", "p2")])
def test_k24_04_who_alone_is_within_a_stronghold_resolves_first(reading: str, first: str) -> None:
    places = {"A1": [7.2, 11.0], "B1": [8.7, 11.0]}
    result, asked = fight(
        [[5, 1, 1, 1]], [[5, 1, 1, 1]], places=places, terrain=CASTLE, killzone="volkus",
        readings={"within a stronghold": reading},
    )  # fmt: skip
    turns = [one["owner"] for one in asked if stage_of(one) == "strike or block"]
    assert turns[0] == first
    assert f"read as: within a stronghold = {reading}" in notes(result.steps[1])


SHIELD = box("Z", 11.2, 10.2, 11.35, 11.8, 1, "Light", "Protective", "Portable", equipment="portable barricade")


@pytest.mark.parametrize(("reading", "covers"), [("who is connected", False), *at_night(("everybody behind it", True))])
def test_i24_12_a_reading_decides_whom_a_portable_barricade_covers(reading: str, covers: bool) -> None:
    """A2's fellow B2 holds the shield; B1 stands behind it and does not touch it."""
    places = {"A1": [5.0, 11.0], "B1": [12.4, 11.0], "B2": [11.35 + 16 / 25.4, 12.4]}
    places["B2"] = [11.275, 11.8 + 16 / 25.4]
    steps: list[Raw] = [activate("B1"), END, activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
    raw = script(places, *steps, terrain=[SHIELD], initiative="p2", readings={"portable barricade": reading})
    result = played(raw)
    rolled = played({**raw, "steps": [*steps, {"as": "p1", "dice": [5, 1, 1, 1]}, {"choose": "pass"}]})
    asked = rolled.steps[-1]["prompts"][0]
    assert any(choice["key"].startswith("retain:cover save") for choice in asked["choices"]) is covers
    held = {**places, "B1": [11.35 + 16 / 25.4, 11.0]}
    own = played({**raw, "places": held, "steps": [*steps, {"as": "p1", "dice": [5, 1, 1, 1]}, {"choose": "pass"}]})
    assert any(one["key"].startswith("retain:cover save") for one in own.steps[-1]["prompts"][0]["choices"])
    assert result.steps[3]["accepted"]


@pytest.mark.parametrize(("reading", "may"), [("by their edge", True), ("by their centre", False)])
def test_d21_08_a_reading_decides_whether_a_token_is_measured_to_its_edge(reading: str, may: bool) -> None:
    markers = [{"id": "M", "kind": "objective", "mm": 40, "pos": [7.2, 11.0], "pick_up_allowed": True}]
    steps = [activate("A1"), act("A1", "Pick Up", marker="M")]
    raw = script({"A1": [5.0, 11.0], "B1": FAR}, *steps, markers=markers, edition="kt21")
    result = played({**raw, "readings": {"tokens measured": reading}})
    assert result.steps[1]["accepted"] is may
    assert any(f"read as: tokens measured = {reading}" in str(one) for one in result.steps[1]["rulings"])


@pytest.mark.parametrize(
    ("reading", "x", "may", "named"),
    [
        ("by their edge", 7.2, True, False),
        ("by their centre", 7.2, False, True),
        *at_night(("by their centre", 6.6, True, False), ("by their edge", 7.5, False, False)),
    ],
)
def test_d21_08_a_token_is_dropped_within_an_inch_by_the_same_reading(
    reading: str, x: float, *, may: bool, named: bool
) -> None:
    """The carrier's base ends at 5.63 inches, the token is 1.57 inches across (000:149)."""
    markers = [{"id": "M", "kind": "objective", "mm": 40, "carried_by": "A1", "pick_up_allowed": True}]
    steps = [activate("A1"), do("p1", "drop_marker", operative="A1", x=x, y=11.0)]
    raw = script({"A1": [5.0, 11.0], "B1": FAR}, *steps, markers=markers, edition="kt21")
    step = played({**raw, "readings": {"tokens measured": reading}}).steps[1]
    assert step["accepted"] is may
    assert (f"tokens measured = {reading}" in f"{step['why']}") is named


@pytest.mark.parametrize(("reading", "may"), [("conceal", False), ("engage", True)])
def test_c21_01_a_reading_decides_the_order_before_the_first_activation(reading: str, may: bool) -> None:
    cover = box("L", 11.0, 9, 11.2, 13, 1, "Light")
    said = {"order before the first activation": reading}
    steps = [activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
    result = played(script(PLACES, *steps, terrain=[cover], edition="kt21", readings=said))
    assert result.state["operatives"]["B1"]["order"] == reading
    assert result.steps[1]["accepted"] is may
    offered = next(one for one in result.steps[0]["offers"] if one["action"] == "Shoot")
    assert offered["possible"] is may
    assert may is False or f"read as: order before the first activation = {reading}" in notes(result.steps[1])


@pytest.mark.nightly
@pytest.mark.parametrize(("reading", "over"), [("3", True), ("4", False)])
def test_b21_01_a_reading_decides_how_many_turning_points_a_battle_has(reading: str, over: bool) -> None:
    turn: list[Raw] = [activate("A1"), END, activate("B1"), END, END]
    between: list[Raw] = [{"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, *({"choose": "pass"} for _ in range(4))]
    steps = [*turn, *between, *turn, *between, *turn]
    result = played(script(PLACES, *steps, edition="kt21", readings={"turning points": reading}))
    assert result.state["over"] is over


@pytest.mark.parametrize(
    ("role", "top", "walked"),
    [
        ("materiel", 2.5, '6" of 6"'),
        *at_night(
            ("wall", 2.5, ""),
            ("low wall", 2.5, '6" of 6"'),
            ("pipes", 2.5, '6" of 6"'),
            ("detritus", 2.5, '4" of 6"'),
            ("materiel", 3.5, ""),
            ("machine", 2.5, ""),
        ),
    ],
)
def test_i21_01_terrain_without_traits_has_those_of_its_kind(role: str, top: float, walked: str) -> None:
    """It costs two inches to traverse, nothing where it is insignificant, and is climbed or stops the move else."""
    thing = box("T", 7, 0, 7.2, 22, top, role=role)
    steps: list[Raw] = [activate("A1"), {"see": {"A1": [9.0, 11.0]}}]
    raw = script({"A1": [5.0, 11.0], "B1": FAR}, *steps, terrain=[thing], edition="kt21")

    def legal(**readings: str) -> str:
        said = {name.replace("_", " "): reading for name, reading in readings.items()}
        choices = played({**raw, "readings": said}).steps[1]["prompts"][0]["choices"]
        label = next((one["label"] for one in choices if one["label"].startswith("Normal Move, ")), "")
        price = str(label.partition(", ")[2])
        return "" if ":" in price else price

    assert legal() == walked
    assert legal(materiel_traversed="1") == ("" if role == "materiel" else walked)


@pytest.mark.parametrize(("reading", "may"), [("its ends alone", True), *at_night(("once its end is crossed", False))])
def test_k21_04_a_reading_decides_which_part_of_a_wall_gives_cover(reading: str, may: bool) -> None:
    """The end of the wall, near the target, is crossed, too near to obscure it; its middle is crossed far from both."""
    outline = [[8.14, 11.59], [10.71, 10.7], [10.75, 10.79], [8.18, 11.68]]
    wall = {"id": "W", "poly": outline, "z": [0, 2], "role": "wall"}
    steps = [activate("B1"), END, activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
    where: dict[str, list[float]] = {"A1": [5.0, 11.0], "B1": [12.2, 11.0]}
    here: Raw = {"terrain": [wall], "killzone": "close quarters", "edition": "kt21", "initiative": "p2"}
    result = played(script(where, *steps, **here, readings={"cover by a wall": reading}))
    assert result.steps[3]["accepted"] is may
    assert may is False or f"read as: cover by a wall = {reading}" in notes(result.steps[3])


def test_g21_15_a_torrent_names_the_reading_of_its_reach() -> None:
    people = [operative("A1", weapons=[{**GUN, "rules": ["Torrent 2"]}]), operative("B1")]
    for reading in ("chain", "all"):
        steps = [activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
        result = played(script(PLACES, *steps, operatives=people, edition="kt21", readings={"torrent reach": reading}))
        assert f"read as: torrent reach = {reading}" in notes(result.steps[1])


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(ValueError, check=coded("option-reading")):
        played(script(CLOSE, readings={"Rending": "never"}))


@pytest.mark.nightly
@pytest.mark.parametrize(("reading", "dice"), [("one at most", 2), ("ignored", 3)])
def test_j24_12_a_reading_decides_what_smoke_leaves_of_piercing(reading: str, dice: int) -> None:
    smoke = [{"id": "S", "kind": "smoke", "pos": [12.0, 11.0], "diameter_mm": 20}]
    result, asked = shot(
        [[6, 1, 1, 1]], [[1] * dice], "Piercing 1", "Piercing Crits 2",
        places=PLACES, markers=smoke, readings={"smoke and Piercing": reading},
    )  # fmt: skip
    assert [one["dice"] for one in asked if one["owner"] == "p2" and one["dice"]] == [dice]
    said = notes(result.steps[1])
    assert f"read as: smoke and Piercing = {reading}" in said
    assert not any(note.startswith("read as: Piercing with Piercing Crits") for note in said)


OF_APL = "changed APL"
MOVES = {"kt24": ("Dash", "Reposition"), "kt21": ("Dash", "Normal Move")}


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
@pytest.mark.parametrize(("reading", "left"), [("at once", 0), ("next activation", 1)])
def test_c24_10_a_reading_decides_whether_a_changed_apl_counts_in_the_activation(
    edition: str, reading: str, left: int
) -> None:
    """002:49, 249 and 000:59, 101: as many AP as the APL, which may change after the first action."""
    dash, move = MOVES[edition]
    weaker = {"operative": "A1", "stat": "apl", "change": -1, "until": "end of the turning point"}
    steps = [activate("A1"), act("A1", dash), do("referee", "declare_stat", **weaker), act("A1", move)]
    places = {"A1": [5.0, 5.0], "B1": [25.0, 18.0]}
    result = played(script(places, *steps, edition=edition, readings={OF_APL: reading}))
    assert taken(result) == [True, True, True, left == 1]
    (asked,) = [one for one in result.steps[2]["prompts"] if one["topic"] == "action"]
    assert f"{left} AP left" in asked["question"]
    assert f"read as: {OF_APL} = {reading}" in asked["question"]
    if not left:
        assert f"read as: {OF_APL} = {reading}" in str(result.steps[3]["why"])

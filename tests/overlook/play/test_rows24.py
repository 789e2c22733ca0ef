"""Further rules of 2024 at the table: guards, strongholds, equipment, cards."""

from __future__ import annotations

from typing import Any

import pytest

from overlook.play.runner import PlayedScript
from tests.depth import at_night
from tests.overlook.play.dice_steps import PLACES, Document, fight, shot, stage_of
from tests.overlook.play.scripts import (
    BLADE,
    END,
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


def test_k24_09_c24_17_a_guard_interrupts_once_for_0_ap_and_does_not_counteract() -> None:
    places = {"A1": [5.0, 11.0], "B1": [15.0, 11.0], "B2": [15.0, 18.0]}
    begin = [activate("A1"), act("A1", "Guard"), END, activate("B1"), {"see": {"B1": [15.0, 13.0]}}, {"choose": "Dash"}]
    guard: list[Raw] = [
        {"as": "p1", "choose": "A1"},
        act("A1", "Shoot", target="B1", weapon="gun"),
        {"see": {"B1": [15.0, 15.5]}},
        {"choose": "Reposition"},
    ]
    result = played(script(places, *begin, *guard, END, do("p1", "react", operative="A1"), killzone="gallowdark"))
    assert result.steps[7]["accepted"], result.steps[7]["why"]
    assert not any(prompt["owner"] == "p1" for prompt in result.steps[9]["prompts"]), "once in an activation"
    assert not result.steps[-1]["accepted"]


def test_k24_06_weapons_that_spread_are_lethal_in_gallowdark() -> None:
    for killzone, damage in (("gallowdark", 4), (None, 3)):
        assert wounds(shot([[5, 1, 1, 1]], [MISS], "Blast 1", killzone=killzone)[0], "B1") == 10 - damage


ROOM = [
    box("N", 8, 14, 14, 14.2, 3, "Heavy", feature="F", role="stronghold"),
    box("S", 8, 8, 14, 8.2, 3, "Heavy", feature="F", role="stronghold"),
    box("E", 13.8, 8, 14, 14.2, 3, "Heavy", feature="F", role="stronghold"),
]


@pytest.mark.parametrize(("x", "lethal"), [(11.0, True), (7.0, False)])
def test_k24_03_weapons_that_spread_are_lethal_against_a_target_in_a_stronghold(x: float, lethal: bool) -> None:
    where = {"A1": [2.0, 11.0], "B1": [x, 11.0]}
    result, _ = shot([[5, 1, 1, 1]], [MISS], "Torrent 1", places=where, terrain=ROOM, killzone="volkus")
    assert wounds(result, "B1") == 10 - (4 if lethal else 3)


@pytest.mark.parametrize(("x", "first"), [(8.7, "p2"), *at_night((6.0, "p1"))])
def test_k24_04_a_fighter_alone_in_a_stronghold_resolves_first(x: float, first: str) -> None:
    where = {"A1": [x - 1.5, 11.0], "B1": [x, 11.0]}
    _, asked = fight([[5, 1, 1, 1]], [[5, 1, 1, 1]], places=where, terrain=ROOM, killzone="volkus")
    assert next(one["owner"] for one in asked if stage_of(one) == "strike or block") == first


@pytest.mark.parametrize(("top", "near"), [(1.8, True), (4, False)])
def test_k24_02_low_parts_of_a_stronghold_do_not_break_control_range(top: float, near: bool) -> None:
    part = box("W", 5.95, 9, 6.05, 13, top, "Heavy", role="stronghold")
    people = [operative("A1", base_mm=25, head_in=1.2), operative("B1", base_mm=25, head_in=1.2)]
    raw = script({"A1": [5.4, 11.0], "B1": [6.6, 11.0]}, activate("A1"), terrain=[part], operatives=people)
    result = played({**raw, "killzone": "volkus"})
    assert next(one for one in result.steps[0]["offers"] if one["action"] == "Fight")["possible"] is near


@pytest.mark.parametrize(("x", "sees"), [(6.6, True), (5.0, False)])
def test_k24_01_an_unbroken_window_is_barred_and_heavy(x: float, sees: bool) -> None:
    window = box("W", 8, 5, 8.2, 17, 5, "Barred", "Heavy", role="window")
    raw = script({"A1": [x, 11.0], "B1": [12.0, 11.0]}, activate("A1"), terrain=[window])
    result = played({**raw, "killzone": "volkus"})
    assert next(one for one in result.steps[0]["offers"] if one["action"] == "Shoot")["possible"] is sees


@pytest.mark.parametrize(
    ("rules", "moves", "may"),
    [
        (["Heavy"], "Dash", False),
        (["Heavy (Dash only)"], "Dash", True),
        *at_night((["Heavy (Dash only)"], "Reposition", False)),
    ],
)
def test_g24_07_a_heavy_weapon_goes_with_no_move_but_the_one_in_brackets(
    rules: list[str], moves: str, may: bool
) -> None:
    people = [operative("A1", weapons=[{**GUN, "rules": rules}]), operative("B1")]
    steps: list[Raw] = [activate("A1"), {"see": {"A1": [5.0, 13.0]}}, {"choose": moves}]
    result = played(script(PLACES, *steps, operatives=people))
    assert result.steps[2]["accepted"]
    assert next(one for one in result.steps[2]["offers"] if one["action"] == "Shoot")["possible"] is may


def test_i24_11_protective_cover_improves_the_save_by_one() -> None:
    shield = box("Z", 11.0, 10.2, 11.2, 11.8, 1, "Light", "Protective", "Portable", equipment="portable barricade")
    where = {"A1": [5.0, 11.0], "B1": [11.2 + 16 / 25.4, 11.0]}
    seen: list[Raw] = [activate("B1"), END]
    result, _ = shot(
        [[5, 5, 1, 1]],
        [[3, 1]],
        places=where,
        terrain=[shield],
        before=seen,
        initiative="p2",
        chosen=["retain:cover save:1,0"],
    )
    assert wounds(result, "B1") == 10, "a 3 saves where the card says 4+"


def test_l24_18_l24_09_each_profile_is_a_weapon_and_injured_operatives_hit_worse() -> None:
    profiles = [
        {**GUN, "name": "launcher (frag)", "hit": 3},
        {**GUN, "name": "launcher (krak)", "hit": 3, "damage": [4, 5]},
    ]
    people = [operative("A1", weapons=[*profiles, BLADE]), operative("B1")]
    result = played(script(PLACES, activate("A1"), operatives=people))
    assert set(result.steps[0]["offers"][0]["weapons"] or []) | {
        weapon for one in result.steps[0]["offers"] if one["action"] == "Shoot" for weapon in one["weapons"]
    } >= {"launcher (frag)", "launcher (krak)"}
    hurt: list[Raw] = [do("p1", "declare_damage", operative="A1", amount=6)]
    worse, _ = shot([[4, 3, 1, 1]], [MISS], before=hurt)
    assert wounds(worse, "B1") == 10 - 3, "a 3 misses where the card says 3+"


def test_n24_02_exemptions_from_rules_are_read_off_the_card() -> None:
    raw = script({"A1": [5.0, 2.0], "B1": [12.0, 20.0]}, activate("A1", "conceal"), act("A1", "Guard"))
    for exempt, may in (([], False), (["guard while concealed"], True)):
        people = [operative("A1", exempt=exempt), operative("B1")]
        assert taken(played({**raw, "operatives": people, "killzone": "gallowdark"}))[1] is may


def test_h24_03_l24_01_l24_02_a_marker_goes_with_its_carrier_and_others_go_by_apl() -> None:
    markers = [
        {"id": "R", "kind": "relic", "pos": [6.2, 11.0], "pick_up_allowed": True},
        {"id": "M", "kind": "objective", "mm": 40, "pos": [12.0, 12.4]},
    ]
    steps: list[Raw] = [
        activate("A1"),
        act("A1", "Pick Up Marker", marker="R"),
        {"see": {"A1": [5.0, 15.0]}},
        {"choose": "Reposition"},
    ]
    result = played(script(PLACES, *steps, markers=markers))
    assert result.state["markers"]["R"]["controlled_by"] == "p1"
    assert result.state["markers"]["R"]["carried_by"] == "A1"
    assert result.state["markers"]["M"]["controlled_by"] == "p2"


def test_n24_03_a_free_action_does_not_repeat_the_counteraction() -> None:
    places = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [15.0, 20.0]}
    free: Raw = act("A1", "Shoot", target="B1", weapon="gun", free=True)
    shot: Raw = act("A1", "Shoot", target="B1", weapon="gun")
    steps = [activate("A1"), END, activate("B1"), END, {"as": "p1", "choose": "A1"}, shot, free]
    assert taken(played(script(places, *steps)))[5:] == [True, False]


def test_f24_11_a_fight_through_a_hatchway_needs_nobody_in_control_range() -> None:
    sides = [box("N", 10, 12, 10.2, 20, 3, "Heavy"), box("S", 10, 2, 10.2, 10, 3, "Heavy")]
    hatch = box("AP", 10, 10, 10.2, 12, 3, role="access_point", state="open")
    touching = 10 - 16 / 25.4
    for x, may in ((12.8, True), (13.0, False)):
        raw = script({"A1": [touching, 11.0], "B1": [x, 11.0]}, activate("A1"), terrain=[*sides, hatch])
        offers = {
            one["action"]: one["possible"] for one in played({**raw, "killzone": "gallowdark"}).steps[0]["offers"]
        }
        assert (offers["Hatchway Fight"], offers["Fight"]) == (may, False)


def test_h24_12_heavy_parts_of_the_shooters_own_feature_do_not_obscure() -> None:
    deck = box("P", 3, 9, 7, 13, 3, "Vantage", feature="F")
    for feature, lost in (("F", 4), ("G", 0)):
        rail = box("R", 8.5, 8, 8.7, 14, 4, "Heavy", feature=feature)
        where = {"A1": [6.3, 11.0, 3.0], "B1": [13.0, 11.0, 0.0]}
        begun: list[Raw] = [activate("B1"), END]
        people = [operative("A1", head_in=3.0, weapons=[GUN]), operative("B1", head_in=3.0)]
        result, asked = shot(
            [[6, 1, 1]], [MISS], places=where, terrain=[deck, rail], before=begun, initiative="p2", operatives=people,
            chosen=["retain:accurate:1"],
        )  # fmt: skip
        assert asked, [step["why"] for step in result.steps]
        assert (wounds(result, "B1") == 10 - 4 - 3) is bool(lost), wounds(result, "B1")


RIM = 16 / 25.4
BEHIND: dict[str, list[float]] = {"A1": [5.0, 11.0], "B1": [11.2 + RIM, 11.0]}


def screen(*traits: str, **fields: Any) -> Raw:
    return box("Z", 11.0, 10.2, 11.2, 11.8, 1, *traits, **fields)


PROTECTIVE = screen("Light", "Protective")


def behind(
    places: dict[str, list[float]], screens: list[Raw], rules: list[str], saves: list[list[int]], save: int = 4
) -> tuple[PlayedScript, list[Document]]:
    """Return what two normal hits at B1 come to, an engaged target."""
    engaged: list[Raw] = [activate("B1"), END]
    fields: dict[str, Any] = {"places": places, "terrain": screens, "before": engaged, "initiative": "p2"}
    return shot([[5, 5, 1, 1]], saves, *rules, target={"save": save}, **fields)


@pytest.mark.parametrize(
    ("rules", "screens", "save", "rolled", "lost"),
    [
        (["Saturate"], [PROTECTIVE], 4, [3, 3, 1], 0),
        (["Saturate"], [screen("Light", "Protective", "Portable")], 4, [3, 3, 1], 0),
        (["Saturate"], [screen("Light")], 4, [3, 3, 1], 6),
        (["Saturate"], [], 4, [3, 3, 1], 6),
        (["Saturate"], [PROTECTIVE], 2, [2, 1, 1], 3),
        (["Saturate"], [PROTECTIVE], 3, [2, 2, 1], 0),
        (["Saturate"], [PROTECTIVE], 6, [5, 4, 4], 3),
        (["Saturate", "Piercing 1"], [PROTECTIVE], 4, [3, 3], 0),
        (["Saturate", "Seek"], [PROTECTIVE], 4, [3, 3, 1], 0),
        (["Saturate", "Brutal"], [PROTECTIVE], 4, [3, 3, 1], 6),
        (["Saturate"], [screen("Exposed", "Protective")], 4, [3, 3, 1], 6),
        (["Saturate", 'Blast 1"'], [PROTECTIVE], 4, [3, 3, 1], 0),
    ],
)
def test_g24_16_i24_11_saturate_takes_cover_saves_and_leaves_the_better_save(
    rules: list[str], screens: list[Raw], save: int, rolled: list[int], lost: int
) -> None:
    """001:68 takes cover saves; 001:139 improves the Save of who is in cover, whatever is retained."""
    result, asked = behind(BEHIND, screens, rules, [rolled], save=save)
    assert wounds(result, "B1") == 10 - lost
    assert not any(choice["key"].startswith("retain:cover") for one in asked for choice in one["choices"])


@pytest.mark.parametrize(("gap", "lost"), [(0.0, 0), (0.3, 6)])
def test_g24_16_i24_12_saturate_leaves_the_better_save_to_who_holds_the_shield(gap: float, lost: int) -> None:
    where = {"A1": [5.0, 11.0], "B1": [11.2 + RIM + gap, 11.0]}
    result, _ = behind(where, [screen("Light", "Protective", "Portable")], ["Saturate"], [[3, 3, 1]])
    assert wounds(result, "B1") == 10 - lost


def test_h24_06_i24_11_protective_terrain_helps_nobody_within_two_inches_of_the_shooter() -> None:
    where = {"A1": [11.0 - RIM - 0.5, 11.0], "B1": [11.2 + RIM + 0.5, 11.0]}
    result, _ = behind(where, [PROTECTIVE], ["Saturate"], [[3, 3, 1]])
    assert wounds(result, "B1") == 4

"""Each reading that the sources leave open changes the result of a play and is named in it.

Those that take more than one shot or move have separate tests (`ELSEWHERE`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from overlook.play.runner import PlayedScript
from referee.editions.registry import EDITIONS
from tests.depth import at_night
from tests.overlook.play.dice_steps import shot, stage_of
from tests.overlook.play.scripts import FAR, GUN, Raw, act, activate, box, operative, played, script, wounds
from tests.overlook.play.set_up_steps import DEPLOYMENT, deploy

Play = Callable[..., tuple[Any, PlayedScript]]


def damage(attack: list[int], defence: list[int], *rules: str, **fields: Any) -> tuple[int, PlayedScript]:
    result, _ = shot([attack], [defence], *rules, **fields)
    return 10 - wounds(result, "B1"), result


def defence_dice(*rules: str, places: dict[str, list[float]], **fields: Any) -> tuple[int, PlayedScript]:
    """How many dice B1 rolls against two hits."""
    people = [operative("A1", weapons=[{**GUN, "rules": list(rules)}]), operative("B1")]
    fired = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    steps: list[Raw] = [activate("A1"), fired, {"as": "p1", "dice": [6, 5, 1, 1]}, {"choose": "pass"}]
    result = played(script(places, *steps, operatives=people, **fields))
    return result.steps[-1]["prompts"][0]["dice"], result


def hit(names: tuple[str, ...], *rules: str, **fields: Any) -> tuple[set[str], PlayedScript]:
    """Whom a shot hurts that rolls two hits at each target and no save."""
    result, _ = shot([[5, 5, 1, 1]] * 3, [[1, 1, 1]] * 3, *rules, **fields)
    return {name for name in names if wounds(result, name) < 10}, result


def blocks(**fields: Any) -> tuple[int, PlayedScript]:
    """How many ways there are to use two saves against two hits."""
    result, asked = shot([[5, 5, 1, 1]], [[5, 5, 1]], **fields)
    return len(next(one["choices"] for one in asked if stage_of(one) == "block")), result


def mine_goes_off(**fields: Any) -> tuple[bool, PlayedScript]:
    """Whether A1's way past a mine of its own player sets it off."""
    laid = {"as": "p1", "do": {"kind": "place_marker", "what": "mines", "x": 8.0, "y": 12.0}}
    result = played(
        script({"A1": [5.0, 11.0], "B1": FAR}, laid, activate("A1"), {"see": {"A1": [10.5, 11.0]}}, **fields)
    )
    return "goes off" in str(result.steps[2]["prompts"]), result


def may_shoot(places: dict[str, list[float]], *terrain: Raw, **fields: Any) -> tuple[bool, PlayedScript]:
    """Whether A1 may shoot at B1, which has a Conceal order."""
    steps = [activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
    result = played(script(places, *steps, terrain=list(terrain), **fields))
    return result.steps[1]["accepted"], result


def priced(place: list[float], to: list[float], *terrain: Raw, **fields: Any) -> tuple[str, PlayedScript]:
    """What a Normal Move that was seen is offered as."""
    steps: list[Raw] = [activate("A1"), {"see": {"A1": to}}]
    result = played(script({"A1": place, "B1": FAR}, *steps, terrain=list(terrain), **fields))
    labels = [one["label"] for prompt in result.steps[1]["prompts"] for one in prompt["choices"]]
    return next((one for one in labels if one.startswith("Normal Move")), ""), result


def repositioned(
    to: list[float], *terrain: Raw, place: Sequence[float] = (10.0, 10.0), **fields: Any
) -> tuple[str, PlayedScript]:
    """What a Reposition that was seen is offered as."""
    steps: list[Raw] = [activate("A1"), {"see": {"A1": to}}]
    result = played(script({"A1": list(place), "B1": FAR}, *steps, terrain=list(terrain), **fields))
    labels = [one["label"] for prompt in result.steps[1]["prompts"] for one in prompt["choices"]]
    return next(one for one in labels if one.startswith("Reposition")), result


STAIRS = (box("S1", 10.63, 8, 13.63, 12, 1, "Light", "Vantage"), box("S2", 12.13, 8, 15.13, 12, 2, "Light", "Vantage"))
DECK = box("P", 2, 2, 6, 20, 3, "Light", "Vantage")
ALONG = {
    "id": "T", "z": [0, 1], "traits": ["Light"],
    "poly": [[14.5, 7.0], [14.7, 7.0], [14.7, 13.5], [20.0, 13.5], [20.0, 13.7], [14.5, 13.7]],
}  # fmt: skip
SMOKE: Raw = {
    "places": {"A1": [10.0, 10.0], "B1": [20.0, 10.0]},
    "markers": [{"id": "s", "kind": "smoke", "mm": 20, "pos": [19.45, 10.0]}],
}

LADDER = (
    box("P", 11, 8, 15, 12, 3, "Light", "Vantage"),
    box("L", 10.9, 9.7, 11, 10.3, 3, "Exposed", role="ladder", equipment="ladders"),
)
TALL = (
    box("P", 11, 8, 15, 12, 4, "Light", "Vantage"),
    box("L", 10.9, 9.7, 11, 10.3, 4, "Exposed", role="ladder", equipment="ladders"),
)
ACROSS = box("Q", 9.5, 2, 14, 20, 3, "Light", "Vantage")
FROM_DECK: Raw = {
    "places": {"A1": [3.0, 11.0, 3.0], "B1": [12.0, 11.0, 3.0], "B2": [18.0, 11.0]},
    "terrain": [
        box("P", 10, 9, 14, 13, 3, "Light", "Vantage"),
        box("Q", 1, 9, 5, 13, 3, "Light", "Vantage"),
        box("K", 16.9, 9, 17.1, 13, 1, "Light"),
    ],
}
LOOKOUT = (box("P", 3, 9, 6.5, 13, 6, "Light", "Vantage"), box("H", 8, 9, 8.2, 13, 1, "Heavy"))
IN_LINE = {"A1": [5.0, 11.0], "A2": [7.0, 11.0], "B1": [15.0, 11.0]}
ENGAGED_NEARBY = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [12.0, 13.5], "A2": [12.0, 15.5]}
BLAST = partial(hit, ("B1", "B2"), "Blast 2", places=ENGAGED_NEARBY)

Case = tuple[Play, Any, Any]
CLIFF = box("P", 5.63, 2, 10, 20, 3, "Light", "Vantage")
BEYOND = box("Q", 8.5, 2, 14, 20, 3, "Light", "Vantage")
TOWER = box("P", 13.4, 9, 17, 13, 3, "Light", "Vantage", feature="P")
RAMPART = {
    "id": "R", "feature": "P", "z": [3, 3.6], "traits": ["Light"],
    "poly": [[13.4, 9], [13.6, 9], [13.6, 13], [13.4, 13]],
}  # fmt: skip
LEAF = box("L", 10.3, 12, 12.3, 12.15, 2.5, "Wall")
IN_A_ROW = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [12.0, 14.0], "B3": [12.0, 17.0]}
MORTAR = [operative("A1", weapons=[{**GUN, "rules": ["Indirect"]}]), operative("B1")]
CLOSE: Raw = {"killzone": "close quarters", "operatives": MORTAR}

PLAYS: dict[tuple[str, str], Case] = {
    ("kt24", "Brutal reach"): (partial(damage, [5, 5, 1, 1], [5, 5, 1], "Brutal"), 6, 0),
    ("kt24", "cover by"): (partial(may_shoot, {"A1": [10.0, 11.0], "B1": [20.0, 12.2]}, ALONG), True, False),
    ("kt24", "smoke reach"): (partial(damage, [6, 1, 1, 1], [1, 1, 1], **SMOKE), 0, 4),
    ("kt24", "smoke and Piercing"): (partial(defence_dice, "Piercing 2", **SMOKE), 3, 2),
    ("kt24", "mines"): (mine_goes_off, True, False),
    ("kt24", "climb minimum"): (
        partial(repositioned, [13.0, 10.0, 2.0], *STAIRS, operatives=[operative("A1", move_in=9), operative("B1")]),
        'Reposition, 5" of 9"',
        'Reposition, 7" of 9"',
    ),
    ("kt24", "ladder climb"): (
        partial(repositioned, [11.8, 10.0, 3.0], *LADDER),
        'Reposition, 3" of 6"',
        'Reposition, 4" of 6"',
    ),
    ("kt24", "ladder height"): (
        partial(repositioned, [11.8, 10.0, 4.0], *TALL),
        'Reposition, 3" of 6"',
        'Reposition, 3" of 6": climbs too high, or where there is nothing to climb',
    ),
    ("kt24", "jump length"): (
        partial(repositioned, [10.2, 10.0, 3.0], DECK, ACROSS, place=(5.2, 10.0, 3.0)),
        'Reposition, 5" of 6"',
        'Reposition, 5" of 6": jumps too far',
    ),
    ("kt24", "step up"): (
        partial(repositioned, [11.5, 10.0, 1.0], box("C", 10.63, 8, 14, 12, 1, "Light", "Vantage")),
        'Reposition, 4" of 6"',
        'Reposition, 2" of 6"',
    ),
    ("kt24", "jump and climb"): (
        partial(
            repositioned,
            [12.7, 10.0, 4.0],
            box("P", 4, 8, 10, 12, 2, "Light", "Vantage"),
            box("Q", 12, 8, 18, 12, 4, "Light", "Vantage"),
            place=(9.3, 10.0, 2.0),
        ),
        'Reposition, 6" of 6": climbs too high, or where there is nothing to climb',
        'Reposition, 6" of 6"',
    ),
    ("kt24", "bodies in sight"): (partial(may_shoot, IN_LINE), True, False),
    ("kt21", "bodies in sight"): (partial(may_shoot, IN_LINE), True, False),
    ("kt24", "Blast beside friends"): (BLAST, {"B1", "B2"}, {"B1"}),
    ("kt21", "Blast beside friends"): (BLAST, {"B1", "B2"}, {"B1"}),
    ("kt21", "cover lines"): (partial(may_shoot, {"A1": [5.0, 11.0, 6.0], "B1": [12.0, 11.0]}, *LOOKOUT), True, False),
    ("kt21", "Blast from Vantage"): (
        partial(hit, ("B1", "B2"), "Blast 6", "No Cover", **FROM_DECK),
        {"B1", "B2"},
        {"B1"},
    ),
    ("kt21", "saves left over"): (blocks, 1, 3),
    ("kt21", "climb price"): (
        partial(priced, [4.3, 10.0], [6.7, 10.0, 3.0], CLIFF),
        'Normal Move, 5.4" of 6"',
        'Normal Move and Dash, 6.4" of 9"',
    ),
    ("kt21", "drop price"): (
        partial(priced, [5.0, 10.0, 3.0], [6.7, 10.0], DECK),
        'Normal Move, 3.7" of 6"',
        'Normal Move, 2.7" of 6"',
    ),
    ("kt21", "jump reach"): (
        partial(priced, [5.2, 10.0, 3.0], [9.3, 10.0, 3.0], DECK, BEYOND),
        'Normal Move, 4.1" of 6"',
        'Normal Move, 4.1" of 6": jumps too far',
    ),
    ("kt21", "rampart above the shooter"): (
        partial(may_shoot, {"A1": [5.0, 11.0], "B1": [14.3, 11.0, 3.0]}, TOWER, RAMPART),
        False,
        True,
    ),
    ("kt21", "Indirect in close quarters"): (
        partial(may_shoot, {"A1": [5.0, 11.0], "B1": [10.5, 11.0]}, **CLOSE),
        True,
        False,
    ),
    ("kt21", "open hatch"): (
        partial(may_shoot, {"A1": [12.0, 8.0], "B1": [12.0, 13.2]}, LEAF, killzone="close quarters"),
        False,
        True,
    ),
    ("kt21", "torrent reach"): (
        partial(hit, ("B1", "B2", "B3"), "Torrent 2", places=IN_A_ROW),
        {"B1", "B2", "B3"},
        {"B1", "B2"},
    ),
}
"""By edition and option: a play, and what it comes to by the first reading and by the second."""

ELSEWHERE = {
    "Limited uses": "test_l24_18_each_profile_has_its_own_uses_unless_the_table_reads_otherwise",
    "Rending": "test_g24_15_g24_25_a_reading_decides_whether_rending_works_on_an_accurate_die",
    "Piercing with Piercing Crits": "test_g24_11_a_reading_decides_how_piercing_and_piercing_crits_combine",
    "empty block": "test_f24_10_blocking_nothing_is_allowed_as_early_as_the_reading_says",
    "within a stronghold": "test_k24_03_a_reading_decides_what_is_within_a_stronghold",
    "portable barricade": "test_i24_12_a_reading_decides_whom_a_portable_barricade_covers",
    "guard ends unless it answers": "test_k24_08_a_reading_decides_whether_a_guard_outlasts_an_action",
    "kill grade": "test_l24_16_at_the_table_a_reading_decides_who_has_the_higher_kill_grade",
    "tokens measured": "test_d21_08_a_reading_decides_whether_a_token_is_measured_to_its_edge",
    "order before the first activation": "test_c21_01_a_reading_decides_the_order_before_the_first_activation",
    "turning points": "test_b21_01_a_reading_decides_how_many_turning_points_a_battle_has",
    "materiel traversed": "test_i21_01_terrain_without_traits_has_those_of_its_kind",
    "Ammo Resupply": "test_j24_02_a_reading_decides_how_often_the_die_of_ammo_resupply_serves",
    "Guard": "test_d24_15_a_reading_decides_whether_guard_is_an_action_of_every_killzone",
    "team thirds": "test_a24_07_a_reading_decides_how_a_team_is_split_into_thirds",
    "apparatus reach": "test_k21_06_a_reading_decides_how_near_an_apparatus_is_contested",
    "Stun in fights": "test_g21_14_a_reading_decides_whether_a_parry_counts_for_stun",
    "Relentless": "test_g21_03_a_reading_decides_whether_relentless_goes_on_after_a_result",
    "failed jump": "test_i21_03_a_reading_decides_where_an_operative_stays_whose_jump_fails",
    "support": "test_f21_02_a_reading_decides_whether_a_friend_that_others_engage_supports",
    "changed APL": "test_c24_10_a_reading_decides_whether_a_changed_apl_counts_in_the_activation",
    "paused moves": "test_k24_09_a_reading_decides_whether_guards_answer_in_the_middle_of_a_move",
    "groups of three": "test_c21_02_a_reading_decides_whether_a_group_of_three_is_finished_later",
    "cover by a wall": "test_k21_04_a_reading_decides_which_part_of_a_wall_gives_cover",
}
UNPLAYED = {"last word"}
"""What nobody plays: which of two conflicting rules holds is said between the players (L24-12)."""


PER_COMMIT = (("kt24", "mines"), ("kt21", "drop price"))
"""The referee's own tests have every reading (tests/referee/rules/test_options.py); a table names them all alike."""


@pytest.mark.parametrize("number", [1, *at_night(0)])
@pytest.mark.parametrize(("edition", "option"), [*PER_COMMIT, *at_night(*sorted(PLAYS.keys() - PER_COMMIT))])
def test_a_reading_changes_the_result_and_is_named_in_it(edition: str, option: str, number: int) -> None:
    """A play that is refused needs no name: what it may not do is said by its own rule."""
    play, *comes_to = PLAYS[edition, option]
    reading = EDITIONS[edition].options[option].readings[number]
    found, result = play(edition=edition, readings={option: reading})
    assert found == comes_to[number]
    assert found is False or f"read as: {option} = {reading}" in json.dumps(result.steps)


def deployed(opening: list[Raw], at: tuple[float, float], mission: str, *sides: str, **fields: Any) -> PlayedScript:
    """A1 with a little of its base in its drop zone."""
    zones = {"mission": mission, "sides": dict(zip(("p1", "p2"), sides, strict=True)), "begin": "set_up"}
    people = [operative("A1"), operative("B1")]
    return played(script({}, *opening, deploy("A1", *at), operatives=people, **zones, **fields))


def counteracted(by: int, **fields: Any) -> PlayedScript:
    """A counteraction of A1 with a shot that costs more by so much."""
    places = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [20.0, 18.0]}
    shots = act("A1", "Shoot", target="B1", weapon="gun", cost_changes=[by], results=[])
    turns: list[Raw] = [activate("A1"), {"choose": "end"}, activate("B1"), {"choose": "end"}]
    return played(script(places, *turns, {"as": "p1", "choose": "A1"}, shots, **fields))


def carried_from_outside(**fields: Any) -> PlayedScript:
    """A move of A1 with a portable barricade whose feet are on the other side."""
    poly = [[5.7, 10.0], [6.0, 10.0], [6.0, 12.0], [5.7, 12.0]]
    feet = [[6.0, 10.8], [6.3, 10.8], [6.3, 11.2], [6.0, 11.2]]
    whole = {"feature": "shield", "equipment": "portable barricade"}
    terrain = [
        {"id": "shield", "poly": poly, "z": [0, 1], "traits": ["Light", "Portable"], **whole},
        {"id": "feet", "poly": feet, "z": [0, 0.1], "traits": ["Insignificant", "Exposed"], **whole},
    ]
    at = 5.7 - 16 / 25.4
    moved: Raw = {"see": {"A1": [at, 8.0], "shield": [5.85, 8.0], "feet": [6.15, 8.0]}}
    steps: list[Raw] = [activate("A1"), moved, act("A1", "Move With Barricade")]
    return played(script({"A1": [at, 11.0], "B1": [25.0, 20.0]}, *steps, terrain=terrain, **fields))


REFUSED: dict[tuple[str, str], tuple[Callable[..., PlayedScript], int]] = {
    ("kt24", "set-up in a drop zone"): (
        partial(deployed, DEPLOYMENT, (5.6, 11.0), "cold-decks", "west", "east"),
        0,
    ),
    ("kt21", "set-up in a drop zone"): (
        partial(deployed, [{"as": "p1", "choose": "p1"}], (15.0, 4.6), "ferry-road", "south", "north"),
        0,
    ),
    ("kt24", "counteract price"): (partial(counteracted, 1), 0),
    ("kt24", "inside of a portable barricade"): (carried_from_outside, 0),
}
"""By edition and option: a play that one of two readings refuses, and which."""


@pytest.mark.parametrize(("edition", "option"), [*list(REFUSED)[:1], *at_night(*list(REFUSED)[1:])])
def test_a_refusal_names_the_reading_that_it_depends_on(edition: str, option: str) -> None:
    play, number = REFUSED[edition, option]
    readings = EDITIONS[edition].options[option].readings
    last = [play(edition=edition, readings={option: reading}).steps[-1] for reading in readings]
    assert [step["accepted"] for step in last] == [each != number for each in range(2)]
    assert f"(read as: {option} = {readings[number]})" in last[number]["why"]


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.id)
def test_every_option_of_an_edition_is_played(edition: Any) -> None:
    played_here = {option for name, option in (*PLAYS, *REFUSED) if name == edition.id}
    assert not played_here & (UNPLAYED | ELSEWHERE.keys()), "what is played here is listed once"
    assert set(edition.options) - played_here - ELSEWHERE.keys() <= UNPLAYED
    source = "\n".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    for option in edition.options.keys() & ELSEWHERE.keys():
        assert f"def {ELSEWHERE[option]}" in source

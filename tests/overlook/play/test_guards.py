"""Guards at the table: without dice, asked after each enemy action, ended as printed (K24-08, K21-01)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import answered, one_crit, stage_of
from tests.overlook.play.scripts import Raw, act, activate, operative, played, script

PLACES = {"A1": [5.0, 11.0], "A2": [5.0, 3.0], "B1": [12.0, 11.0], "B2": [12.0, 16.0]}
BY_EDITION = [("kt24", "gallowdark", "Shoot"), ("kt21", "close quarters", "Overwatch")]
EDITIONS = pytest.mark.parametrize(("edition", "killzone", "shot"), BY_EDITION)
ONE_EDITION = pytest.mark.parametrize(("edition", "killzone", "shot"), [*BY_EDITION[:1], *at_night(*BY_EDITION[1:])])


def on_guard(result: Any, name: str = "A1") -> bool:
    """Return whether an operative is on guard at the end."""
    return bool(result.state["operatives"][name]["on_guard"])


def end(name: str) -> Raw:
    """Return the step that ends an activation."""
    player = "p1" if name.startswith("A") else "p2"
    return {"as": player, "do": {"kind": "end_activation", "operative": name}}


def guarding(*steps: Raw, edition: str, killzone: str, places: dict[str, list[float]] = PLACES) -> Raw:
    """Return a script in which A1 goes on guard, and B1 is activated."""
    begun = (activate("A1"), act("A1", "Guard"), end("A1"), activate("B1"))
    return script(places, *begun, *steps, edition=edition, killzone=killzone)


LET_PASS: Raw = {"as": "p1", "choose": "pass"}
CHARGE: tuple[Raw, ...] = ({"see": {"B1": [6.9, 11.0]}}, {"as": "p2", "choose": "Charge"})


@ONE_EDITION
def test_guard_is_offered_with_no_enemy_in_sight_and_costs_its_ap_without_a_die(
    edition: str, killzone: str, shot: str
) -> None:
    wall = {
        "id": "w",
        "poly": [[8.0, 0.0], [8.2, 0.0], [8.2, 22.0], [8.0, 22.0]],
        "z": [0, 6],
        "traits": ["Heavy", "Wall"],
    }
    result = played(
        script(PLACES, activate("A1"), act("A1", "Guard"), edition=edition, killzone=killzone, terrain=[wall])
    )
    offers = {one["action"]: one for one in result.steps[0]["offers"]}
    assert offers["Guard"]["possible"], offers["Guard"]["why"]
    assert (offers["Guard"]["ap"], offers["Guard"]["needs"]) == (1, "nothing")
    assert not offers["Shoot"]["possible"]
    assert result.steps[1]["events"] == ["action_performed", "guard_began"]
    assert on_guard(result)
    assert result.state["operatives"]["A1"]["ap_left"] == 1


@ONE_EDITION
def test_a_guard_asked_for_with_dice_is_refused(edition: str, killzone: str, shot: str) -> None:
    result = played(script(PLACES, activate("A1"), act("A1", "Guard", dice=True), edition=edition, killzone=killzone))
    assert not result.steps[1]["accepted"]
    assert result.steps[1]["codes"] == ["refusal-no-attack-dice"]


@ONE_EDITION
def test_k24_08_and_k21_01_a_guard_ends_if_it_lets_an_enemy_end_in_control_range(
    edition: str, killzone: str, shot: str
) -> None:
    passed = guarding(*CHARGE, {"as": "p1", "choose": "pass"}, edition=edition, killzone=killzone)
    assert played(passed).steps[-1]["accepted"]
    assert not on_guard(played(passed))


WALL = {"z": [0, 3], "killzone": "gallowdark"}
HATCHWAY: list[Raw] = [
    {"id": "w0", "feature": "w0", "poly": [[14, 0], [14.3, 0], [14.3, 10], [14, 10]], "traits": ["Heavy"], **WALL}
    | {"role": "wall"},
    {"id": "AP", "feature": "AP", "poly": [[14, 10], [14.3, 10], [14.3, 12], [14, 12]], **WALL}
    | {"role": "access_point", "traits": ["Accessible", "Heavy"]},
    {"id": "w1", "feature": "w1", "poly": [[14, 12], [14.3, 12], [14.3, 22], [14, 22]], "traits": ["Heavy"], **WALL}
    | {"role": "wall"},
]


@pytest.mark.parametrize(("stood", "stays"), [("closed", False), *at_night(("open", True))])
@pytest.mark.parametrize(("edition", "killzone"), [("kt24", "gallowdark"), *at_night(("kt21", "close quarters"))])
def test_k24_08_and_k21_01_a_hatch_counts_for_a_guard_as_the_action_leaves_it(
    edition: str, killzone: str, stood: str, *, stays: bool
) -> None:
    """The hatch between them is opened, or closed, and the enemy let pass."""
    terrain = [part | ({"state": stood} if part["id"] == "AP" else {}) for part in HATCHWAY]
    begun = (activate("A1"), act("A1", "Guard"), end("A1"), activate("B1"))
    people = [operative("A1"), operative("B1")]
    turned = act("B1", "Operate Hatch", thing="AP")
    places = {"A1": [13.27 if stood == "closed" else 11.0, 11.0], "B1": [15.03, 11.0]}
    raw = script(
        places, *begun, turned, LET_PASS, edition=edition, killzone=killzone, terrain=terrain, operatives=people
    )
    result = played(raw)
    assert "opening_turned" in result.steps[4]["events"]
    assert on_guard(result) == stays


@ONE_EDITION
def test_a_guard_continues_if_the_enemy_that_it_lets_pass_is_not_in_control_range(
    edition: str, killzone: str, shot: str
) -> None:
    steps = ({"see": {"B1": [12.0, 12.9]}}, {"as": "p2", "choose": "0"}, {"as": "p1", "choose": "pass"})
    result = played(guarding(*steps, edition=edition, killzone=killzone))
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert on_guard(result)


@EDITIONS
def test_k24_10_and_k21_01_a_point_blank_shot_targets_the_enemy_in_control_range_and_hits_one_worse(
    edition: str, killzone: str, shot: str
) -> None:
    there = {**PLACES, "B2": [9.0, 14.0]}
    at_another = act("A1", shot, target="B2", weapon="gun", dice=True)
    at_its_own = act("A1", shot, target="B1", weapon="gun", dice=True)
    steps = (*CHARGE, {"as": "p1", "choose": "A1"}, at_another, at_its_own)
    result, _ = answered(guarding(*steps, edition=edition, killzone=killzone, places=there), threes)
    refused, taken = result.steps[7:9]
    assert not refused["accepted"]
    assert "control-distance" in refused["codes"]
    assert taken["accepted"], taken["why"]
    offer = next(one for one in result.steps[6]["offers"] if one["action"] == shot)
    assert offer["targets"] == ["B1"]
    assert result.state["operatives"]["B1"]["wounds"] == 10, "3s hit on 3+, and miss at point-blank range"
    assert not on_guard(result), "it has acted"


@pytest.mark.parametrize(("friend", "valid"), [((6.9, 12.9), False), *at_night(((6.9, 13.4), True))])
def test_k21_01_a_point_blank_overwatch_needs_a_valid_target(friend: tuple[float, float], *, valid: bool) -> None:
    """It is a shooting attack (000:139, 367): at no enemy that another friend is engaged with (167)."""
    there = {**PLACES, "A2": list(friend)}
    steps = (*CHARGE, {"as": "p1", "choose": "A1"}, act("A1", "Overwatch", target="B1", weapon="gun", dice=True))
    result = played(guarding(*steps, edition="kt21", killzone="close quarters", places=there))
    assert result.steps[7]["accepted"] is valid
    offer = next(one for one in result.steps[6]["offers"] if one["action"] == "Overwatch")
    assert offer["targets"] == (["B1"] if valid else [])


def threes(prompt: dict[str, Any]) -> Raw:
    """Return the step that rolls threes."""
    return one_crit(prompt) if prompt["choices"] else {"as": prompt["owner"], "dice": [3] * prompt["dice"]}


@ONE_EDITION
def test_k24_10_and_k21_01_after_a_point_blank_shot_the_guard_does_not_retaliate(
    edition: str, killzone: str, shot: str
) -> None:
    raw = guarding(
        *CHARGE,
        {"as": "p1", "choose": "A1"},
        act("A1", shot, target="B1", weapon="gun", dice=True),
        edition=edition,
        killzone=killzone,
    )
    fight = act("B1", "Fight", target="A1", weapon="blade", dice=True)
    _, asked = answered(raw, threes, fight)
    in_the_fight = [one for one in asked if stage_of(one) and one["message"]["args"]["action"] == "Fight"]
    assert {one["owner"] for one in in_the_fight} == {"p2"}, "A1 rolls nothing"


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("edition", "killzone", "stays"), [("kt24", "gallowdark", True), ("kt21", "close quarters", False)]
)
def test_a_second_guard_in_control_range_of_the_same_enemy(edition: str, killzone: str, stays: bool) -> None:
    """2024: the activation is interrupted, for all. 2021: each guard that makes no attack itself stands down."""
    places = {"A1": [5.0, 11.0], "A2": [5.0, 12.6], "B1": [11.0, 11.8], "B2": [25.0, 20.0], "B3": [25.0, 3.0]}
    steps = (
        activate("A1"),
        act("A1", "Guard"),
        end("A1"),
        activate("B2"),
        end("B2"),
        activate("A2"),
        act("A2", "Guard"),
        end("A2"),
        activate("B1"),
        {"see": {"B1": [6.6, 11.8]}},
        {"as": "p2", "choose": "Charge"},
        {"as": "p1", "choose": "A1"},
        act("A1", "Fight", target="B1", weapon="blade", dice=True),
    )
    result, _ = answered(script(places, *steps, edition=edition, killzone=killzone), threes)
    fought = result.steps[12]
    assert fought["accepted"], fought["why"]
    assert on_guard(result, "A2") is stays
    assert not on_guard(result, "A1")


@ONE_EDITION
def test_a_guard_ends_if_it_interrupts_and_does_nothing(edition: str, killzone: str, shot: str) -> None:
    result = played(guarding(*CHARGE, {"as": "p1", "choose": "A1"}, end("A1"), edition=edition, killzone=killzone))
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert not on_guard(result)


def test_overwatch_on_guard_uses_up_the_overwatch_of_the_turning_point_in_2021() -> None:
    places = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [12.0, 14.0]}
    begun = guarding(
        {"see": {"B1": [12.0, 9.1]}},
        {"as": "p2", "choose": "Normal Move"},
        {"as": "p1", "choose": "A1"},
        act("A1", "Overwatch", target="B1", weapon="gun", dice=True),
        edition="kt21",
        killzone="close quarters",
        places=places,
    )
    result, _ = answered(begun, threes, end("B1"))
    assert result.steps[7]["accepted"], result.steps[7]["why"]
    asked = result.steps[-1]["prompts"][0]
    assert (asked["topic"], asked["owner"]) == ("activation", "p2"), "nobody of p1 is asked for overwatch again"


FREE: tuple[Raw, ...] = (activate("A1"), act("A1", "Guard"), end("A1"))
LATER: tuple[Raw, ...] = (
    activate("B1"), end("B1"), activate("A2"), end("A2"), activate("B2"), end("B2"), {"choose": "end"},
    {"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, {"choose": "p1"},
)  # fmt: skip


NEW_ORDER: Raw = {"as": "referee", "do": {"kind": "declare_status", "operative": "A1", "order": "conceal"}}
HURT: Raw = {"as": "p2", "do": {"kind": "declare_damage", "operative": "A1", "amount": 3}}
DASHED_AFAR: tuple[Raw, ...] = (activate("B1"), {"see": {"B1": [12.0, 13.0]}}, {"as": "p2", "choose": "Dash"})
ANSWERED: tuple[Raw, ...] = ({"as": "p1", "choose": "A1"}, act("A1", "Fight", target="B1", weapon="blade"))


@pytest.mark.parametrize(
    ("after", "stays"),
    [
        ((NEW_ORDER,), False),
        ((activate("B1"), *CHARGE), True),
        ((activate("B1"), *CHARGE, {"as": "p1", "choose": "No interrupt"}), False),
        *at_night(
            ((), True),
            ((HURT,), True),
            (DASHED_AFAR, True),
            ((activate("B1"), *CHARGE, *ANSWERED), False),
            (LATER, False),
        ),
    ],
    ids=[
        *("another order", "an enemy beside it, not answered yet", "let pass"),
        *("nothing", "damage", "an enemy far away", "answered", "the next turning point"),
    ],
)
def test_k24_08_a_guard_lasts_until_a_printed_condition_ends_it(after: tuple[Raw, ...], stays: bool) -> None:
    result = played(script(PLACES, *FREE, *after, killzone="gallowdark"))
    assert all(step["accepted"] for step in result.steps), [step["why"] for step in result.steps]
    assert on_guard(result) is stays


@pytest.mark.nightly
@pytest.mark.parametrize("then", ["Dash", "Shoot"])
def test_k24_08_a_guard_ends_with_its_operatives_next_action(then: str) -> None:
    going: tuple[Raw, ...] = (act("A1", "Guard"), {"see": {"A1": [5.0, 13.0]}}, {"as": "p1", "choose": "Dash"})
    shot = act("A1", "Shoot", target="B1", weapon="gun")
    result = played(script(PLACES, activate("A1"), *going[: 3 if then == "Dash" else 1], shot, killzone="gallowdark"))
    assert result.steps[-1]["accepted"] is False, "Guard counts as a Shoot action"
    assert on_guard(result) is (then == "Shoot"), "what is refused ends nothing"


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("order", "near", "may"), [("engage", 6.6, False), ("engage", 12.0, True), ("conceal", 12.0, False)]
)
def test_k24_08_guard_is_refused_to_concealed_and_engaged_operatives(order: str, near: float, may: bool) -> None:
    places = {**PLACES, "B1": [near, 11.0]}
    result = played(script(places, activate("A1", order), act("A1", "Guard"), killzone="gallowdark"))
    assert (result.steps[1]["accepted"], on_guard(result)) == (may, may)


@pytest.mark.nightly
@pytest.mark.parametrize("reading", ["the action", "the activation"])
@pytest.mark.parametrize(
    "then", [(LET_PASS, end("B1")), ({"as": "p1", "choose": "A1"}, end("A1"))], ids=["not answered", "nothing done"]
)
def test_k24_08_a_reading_decides_whether_a_guard_outlasts_an_action(reading: str, then: tuple[Raw, ...]) -> None:
    waits = reading == "the activation"
    steps = (*CHARGE, LET_PASS, act("B1", "Fight", target="A1", weapon="blade", dice=True))
    people = [{**operative(name), "wounds": 40, "apl": 4} for name in PLACES]
    raw = {**guarding(*steps, edition="kt24", killzone="gallowdark"), "operatives": people}
    raw["readings"] = {"guard ends unless it answers": reading}
    fought, _ = answered(raw, threes)
    asked = [one for one in fought.steps[-1]["prompts"] if one["topic"] == "interrupt"]
    assert f"read as: guard ends unless it answers = {reading}" in fought.steps[5]["prompts"][0]["question"]
    assert bool(asked) is waits
    assert on_guard(fought) is waits
    if waits:
        done, _ = answered(raw, threes, *then)
        assert done.steps[-1]["accepted"], done.steps[-1]["why"]
        assert not on_guard(done)


@pytest.mark.parametrize("seed", [1, *at_night(2, 4)])
@ONE_EDITION
@pytest.mark.parametrize(
    ("says", "stays"), [("No interrupt: not within", True), *at_night(("No interrupt: within", False))]
)
def test_k24_08_and_k21_01_at_the_edge_of_control_range_the_player_says_whether_the_guard_ends(
    seed: int, edition: str, killzone: str, shot: str, says: str, stays: bool
) -> None:
    beside = 5.0 + 32 / 25.4 + 1.0
    action = "Reposition" if edition == "kt24" else "Normal Move"
    steps: tuple[Raw, ...] = (
        {"see": {"B1": [beside, 11.0]}},
        {"as": "p2", "choose": action},
        {"as": "p1", "choose": says},
    )
    raw = guarding(*steps, edition=edition, killzone=killzone, places={**PLACES, "B1": [10.0, 11.0]})
    result = played({**raw, "sigma_mm": 0.16, "seed": seed})
    (asked,) = [one for one in result.steps[-2]["prompts"] if one["topic"] == "interrupt"]
    args = {"player": "p1", "operative": "B1", "guards": ["A1"]}
    assert asked["message"] == {"code": "prompt-interrupt-near", "args": args}
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert on_guard(result) is stays
    again = played({**raw, "steps": [*raw["steps"], {"as": "screen", "press": "undo"}], "sigma_mm": 0.16, "seed": seed})
    assert on_guard(again)
    assert again.steps[-1]["prompts"] == result.steps[-2]["prompts"]

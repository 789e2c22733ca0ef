"""Fights of 2021 at the table, and what criticals do to others: strikes, parries, support, Splash, Reap, Stun."""

from __future__ import annotations

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import CLOSE, PLACES, Document, answered, by_default, fight, shot, stage_of
from tests.overlook.play.scripts import BLADE, KT21, Raw, act, activate, played, script, wounds


def test_g21_13_splash_and_reap_hurt_others_near_a_critical() -> None:
    result, _ = shot(
        [[6, 1, 1, 1]], [[6, 1, 1]], "Splash 2", places={**PLACES, "B2": [12.0, 13.0], "B3": [12.0, 17.0]}, **KT21
    )
    assert [wounds(result, name) for name in ("B1", "B2", "B3")] == [8, 8, 10]
    reaped, _ = fight([[6, 1, 1, 1]], [[1, 1, 1, 1]], "Reap 1", places={**CLOSE, "B2": [6.5, 13.0]}, **KT21)
    assert (wounds(reaped, "B1"), wounds(reaped, "B2")) == (6, 9)


def test_g21_14_stun_takes_an_apl_by_a_shot_and_a_die_in_a_fight() -> None:
    result, _ = shot([[6, 1, 1, 1]], [[6, 1, 1]], "Stun", **KT21)
    assert result.state["operatives"]["B1"]["stats"]["apl"] == 1
    stunned, _ = fight([[6, 6, 1, 1]], [[5, 5, 1, 1]], "Stun", **KT21)
    assert wounds(stunned, "A1") == 10 - 3
    assert stunned.state["operatives"]["B1"]["stats"]["apl"] == 1, "by the second critical strike"


def test_f21_01_g21_05_strike_or_parry_in_turn_and_brutal_is_parried_by_criticals_alone() -> None:
    result, asked = fight([[6, 5, 1, 1]], [[5, 1, 1, 1]], **KT21)
    assert (wounds(result, "A1"), wounds(result, "B1")) == (7, 3)
    assert [one["owner"] for one in asked if stage_of(one) == "strike or block"] == ["p1", "p2", "p1"]
    _, brutal = fight([[5, 5, 1, 1]], [[5, 1, 1, 1]], "Brutal", **KT21)
    options = [
        {choice["key"] for choice in one["choices"]}
        for one in brutal
        if one["owner"] == "p2" and stage_of(one) == "strike or block"
    ]
    assert not any(key.startswith("block") for keys in options for key in keys)


@pytest.mark.parametrize(("fields", "stop"), [(KT21, "parry"), *at_night(({}, "block"))])
def test_f21_01_2021_says_parry_where_2024_says_block(fields: Raw, stop: str) -> None:
    _, asked = fight([[6, 5, 1, 1]], [[5, 1, 1, 1]], **fields)
    blow = next(one for one in asked if stage_of(one) == "strike or block")
    assert (blow["asked_message"]["code"], blow["asked_message"]["args"]["word"]) == ("roll-ask-resolve", stop)
    labels = {choice["key"]: choice["label"] for choice in blow["choices"]}
    assert labels["block:crit on normal"] == f"{stop.capitalize()} a normal success with a critical success"


@pytest.mark.parametrize(
    "said", ["Block a normal success with a crit", *at_night("Parry a normal success with a crit")]
)
def test_a_script_may_say_block_for_parry_in_2021(said: str) -> None:
    faces = {"p1": (6, 1, 1, 1), "p2": (5, 1, 1, 1)}

    def answer(prompt: Document) -> Raw:
        if prompt["owner"] == "p1" and stage_of(prompt) == "strike or block":
            return {"as": "p1", "choose": said}
        return by_default(prompt, faces=faces[prompt["owner"]])

    opened = (activate("A1"), act("A1", "Fight", target="B1", weapon=BLADE["name"], dice=True))
    result, _ = answered(script(CLOSE, *opened, **KT21), answer)
    assert (wounds(result, "A1"), wounds(result, "B1")) == (10, 10)


@pytest.mark.parametrize(
    ("others", "helps"), [({"A2": [6.5, 12.6]}, True), ({"A2": [6.5, 12.6], "B2": [6.5, 14.2]}, False)]
)
def test_f21_02_a_friend_engaged_with_that_enemy_alone_supports(others: dict[str, list[float]], helps: bool) -> None:
    result, _ = fight([[2, 1, 1, 1]], [[1, 1, 1, 1]], places={**CLOSE, **others}, **KT21)
    assert (wounds(result, "B1") == 10 - 3) is helps


def test_a21_05_engagement_range_is_an_inch_where_either_sees_the_other() -> None:
    for x, near in ((7.25, True), (7.27, False)):
        result = played(script({"A1": [5.0, 11.0], "B1": [x, 11.0]}, activate("A1"), **KT21))
        assert next(one for one in result.steps[0]["offers"] if one["action"] == "Fight")["possible"] is near


@pytest.mark.parametrize("fields", [KT21, {}], ids=["2021", "2024"])
def test_only_an_enemy_within_range_is_fought_though_another_is(fields: Raw) -> None:
    places = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [6.5, 11.0]}
    fights = [act("A1", "Fight", target=enemy, weapon=BLADE["name"], dice=True) for enemy in ("B1", "B2")]
    result = played(script(places, activate("A1"), *fights, **fields))
    far, near = result.steps[1:3]
    assert (far["accepted"], near["accepted"]) == (False, True), (far["why"], near["why"])
    assert far["code"] == "control-distance"

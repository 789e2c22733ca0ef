"""Questions about seen moves: reasons for refusals, challenges, and when a question is withdrawn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.scripts import BLADE, FAR, GUN, ONE_EDITION, Raw, act, activate, box, operative, played, script

HOME = [5.0, 11.0]
PLACES = {"A1": HOME, "A2": [2.0, 20.0], "B1": [14.0, 11.0], "B2": [14.0, 3.0]}
BANG: Raw = {**GUN, "name": "bang", "rules": ["Heavy (Dash only)"]}


def proposal(step: dict[str, Any]) -> dict[str, Any]:
    (found,) = (one for one in step["prompts"] if one["topic"] == "proposal")
    return dict(found)


def test_g24_07_a_move_that_heavy_forbids_is_not_the_default_and_says_why() -> None:
    people = [operative(name, apl=3, weapons=[BANG, BLADE]) for name in PLACES]
    shot = act("A1", "Shoot", target="B1", weapon="bang", results=[{"operative": "B1", "amount": 1}])
    for to, first, code in (
        ([8.0, 11.0], 'Dash, 3" of 3"', "reading-moved"),
        (
            [10.0, 11.0],
            'Reposition, 5" of 6": Reposition cannot be performed after a Heavy weapon was used in the same '
            "activation.",
            "reading-moved-illegal",
        ),
    ):
        asked = proposal(played(script(PLACES, activate("A1"), shot, {"see": {"A1": to}}, operatives=people)).steps[2])
        assert asked["message"]["code"] == code
        assert asked["choices"][0]["label"] == first
        open_ = [one["label"] for one in asked["choices"] if one["open"]]
        assert open_ == ([first, "No"] if code == "reading-moved" else ["No"])
        assert asked["default"] == ("0" if code == "reading-moved" else "refuse")


@ONE_EDITION
def test_a_move_that_is_too_close_to_call_says_who_must_agree(edition: str) -> None:
    walk = {"kt24": "Reposition", "kt21": "Normal Move"}[edition]
    for further, needs in ((-0.5, False), (0.0, True)):
        moved: Raw = {"see": {"A1": [11.0 + further, 11.0]}}
        taken: Raw = {"as": "p1", "choose": walk}
        steps = played(script(PLACES, activate("A1"), moved, taken, sigma_mm=0.3, edition=edition)).steps
        assert proposal(steps[1])["choices"][0]["says"].endswith("Needs the agreement of P2.") is needs
        assert steps[2]["accepted"], "who moved says it for both, as before"


def test_c24_05_a_seen_move_without_enough_ap_is_allowed_by_no_action() -> None:
    people = [operative(name, apl=1) for name in PLACES]
    near = {**PLACES, "B1": [6.5, 11.0]}
    asked = proposal(played(script(near, activate("A1"), {"see": {"A1": [1.0, 11.0]}}, operatives=people)).steps[1])
    assert asked["message"]["code"] == "reading-moved-illegal"
    assert asked["choices"][0]["label"] == 'Fall Back, 4" of 6": costs 2 AP; 1 AP left'


def test_a_question_about_a_shot_is_withdrawn_if_another_shot_is_declared() -> None:
    """A wall about two inches from the shooter leaves in doubt whether B1 is in cover; then B2 is shot instead."""
    wall = [box("wall", 12.0, 9.0, 12.3, 13.0, 1.0, "light")]
    places = {**PLACES, "B1": [13.2, 11.0], "A1": [9.94, 11.0], "B2": [9.94, 3.0]}
    first = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    instead = act("A1", "Shoot", target="B2", weapon="gun", results=[{"operative": "B2", "amount": 1}])
    result = played(script(places, activate("A1"), first, instead, terrain=wall, sigma_mm=0.3))
    assert proposal(result.steps[1])["owner"] == "any"
    assert result.steps[2]["accepted"], result.steps[2]["why"]
    assert [one["topic"] for one in result.steps[2]["prompts"]] == ["action"]


def test_conceding_ends_open_dice_and_can_be_undone() -> None:
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    conceded: Raw = {"as": "p2", "do": {"kind": "end_battle", "conceded_by": "p2"}}
    roll: Raw = {"as": "p1", "dice": [1, 1, 1, 1]}
    undo: Raw = {"as": "p2", "press": "undo"}
    result = played(script(PLACES, activate("A1"), shot, conceded, roll, activate("B1"), undo, roll))
    assert [step["accepted"] for step in result.steps] == [True, True, True, False, False, True, True]
    assert not any(one["dice"] for one in result.steps[2]["prompts"])
    assert result.steps[4]["why"].startswith("The battle is over. No player has the turn now.")
    assert not result.state["over"]


@ONE_EDITION
@pytest.mark.parametrize(("answer", "left"), [("take_back", False), *at_night(("uphold", True))])
def test_a_challenge_before_a_move_is_confirmed_cancels_it_or_asks_again(answer: str, left: bool, edition: str) -> None:
    walk = {"kt24": "Reposition", "kt21": "Normal Move"}[edition]
    steps: list[Raw] = [
        activate("A1"),
        {"see": {"A1": [8.0, 11.0]}},
        {"as": "p1", "choose": walk},
        {"see": {"A1": [9.4, 11.0]}},
        {"as": "p2", "press": "challenge"},
        {"as": "p1", "choose": answer},
    ]
    result = played(script({"A1": [5.0, 11.0], "B1": FAR}, *steps, edition=edition))
    (challenge,) = (one for one in result.steps[4]["prompts"] if any(each["open"] for each in one["choices"]))
    assert (challenge["topic"], challenge["asked"]) == ("challenge", "Challenge by P2: A1: Dash")
    assert [(one["key"], one["open"]) for one in challenge["choices"]] == [
        ("uphold", True),
        ("take_back", True),
        ("roll_off", True),
    ]
    assert result.steps[5]["accepted"]
    assert any(one["topic"] == "proposal" for one in result.steps[5]["prompts"]) is left
    assert result.state["operatives"]["A1"]["place"][:2] == [8.0, 11.0], "what was taken before stays"
    seen = played(script({"A1": [5.0, 11.0], "B1": FAR}, *steps, {"see": {"A1": [8.0, 11.0]}}, edition=edition))
    assert not any(one["topic"] == "proposal" for one in seen.steps[6]["prompts"]), "it has gone back"


@ONE_EDITION
@pytest.mark.parametrize("taken", [True, *at_night(False)])
def test_a_challenged_move_is_taken_back_only_if_its_player_or_the_referee_agrees(edition: str, *, taken: bool) -> None:
    walk = {"kt24": "Reposition", "kt21": "Normal Move"}[edition]
    move: list[Raw] = [activate("A1"), {"see": {"A1": [8.0, 11.0]}}]
    move += [{"as": "p1", "choose": walk}] if taken else []
    doubt: list[Raw] = [{"as": "p2", "press": "challenge"}, {"as": "p2", "choose": "take_back"}]
    for seat in ("p1", "referee", "screen"):
        agreed: Raw = {"as": seat, "choose": "take_back"}
        result = played(script({"A1": [5.0, 11.0], "B1": FAR}, *move, *doubt, agreed, edition=edition))
        alone = result.steps[-2]
        assert not alone["accepted"]
        assert alone["why"] == "Only P1 or the referee can agree to take this back."
        assert result.steps[-1]["accepted"], result.steps[-1]["why"]
        assert result.state["operatives"]["A1"]["place"][:2] == [5.0, 11.0]
        assert not any(one["topic"] in ("proposal", "challenge") for one in result.steps[-1]["prompts"])


@ONE_EDITION
def test_a_ruling_that_was_upheld_may_be_challenged_again_and_taken_back(edition: str) -> None:
    walk = {"kt24": "Reposition", "kt21": "Normal Move"}[edition]
    steps: list[Raw] = [
        activate("A1"),
        {"see": {"A1": [8.0, 11.0]}},
        {"as": "p1", "choose": walk},
        {"as": "p2", "press": "challenge"},
        {"as": "p1", "choose": "uphold"},
        {"as": "p2", "press": "challenge"},
        {"as": "p1", "choose": "take_back"},
    ]
    result = played(script({"A1": [5.0, 11.0], "B1": FAR}, *steps, edition=edition))
    assert all(step["accepted"] for step in result.steps)
    assert result.state["operatives"]["A1"]["place"][:2] == [5.0, 11.0]

"""A model that was moved must be answered for before anything is judged from it; one left elsewhere is reported."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from messages.message import Message
from overlook.play.runner import PlayedScript
from tests.codes import codes_of
from tests.depth import at_night, depth
from tests.overlook.play.scripts import (
    BLADE,
    END,
    GUN,
    ONE_EDITION,
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
from tests.overlook.play.seen_moves import HOME, OUT, PLACES, WALK, seen

FAR = [18.0, 3.0]
SHOT = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
ANSWER_FIRST = 'A1 stands 3.0" from its place in the game. Confirm that move first, or set the model back.'
SET_BACK = 'A1 stands 3.0" from its place in the game. Set it back, or place it by hand on a phone.'


@ONE_EDITION
def test_a_seen_move_must_be_answered_before_the_next_action(edition: str) -> None:
    walk: Raw = {"as": "p1", "choose": WALK[edition]}
    result = played(script(PLACES, activate("A1"), seen(A1=OUT), SHOT, walk, SHOT, edition=edition))
    assert taken(result) == [True, True, False, True, True]
    assert result.steps[2]["why"] == ANSWER_FIRST
    assert not offered(result, 1, "Shoot")["possible"]
    assert offered(result, 1, "Shoot")["why"] == ANSWER_FIRST
    assert offered(result, 3, "Shoot")["possible"]


@ONE_EDITION
@pytest.mark.parametrize("sigma_mm", [0, *at_night(0.16)])
def test_a_model_set_back_after_a_refused_move_has_the_same_actions_as_before(edition: str, sigma_mm: float) -> None:
    back = seen(A1=[HOME[0] + 0.03, HOME[1]])
    refused: list[Raw] = [activate("A1"), seen(A1=[13.0, 20.0]), {"as": "p1", "choose": "No"}]
    result = played(script(PLACES, *refused, back, SHOT, edition=edition, sigma_mm=sigma_mm))
    assert not offered(result, 2, "Shoot")["possible"]
    assert offered(result, 3, "Shoot") == offered(result, 0, "Shoot")
    assert taken(result)[-1]


@ONE_EDITION
def test_a_declared_move_or_a_model_set_back_answers_the_question(edition: str) -> None:
    outright = act("A1", WALK[edition])
    assert taken(played(script(PLACES, activate("A1"), seen(A1=OUT), outright, SHOT, edition=edition))) == [True] * 4
    assert (
        taken(played(script(PLACES, activate("A1"), seen(A1=OUT), seen(A1=HOME), SHOT, edition=edition))) == [True] * 4
    )


@ONE_EDITION
def test_a_model_left_in_place_after_a_no_cannot_shoot_and_is_reported_at_the_end(edition: str) -> None:
    no: Raw = {"as": "p1", "choose": "No"}
    result = played(script(PLACES, activate("A1"), seen(A1=OUT), no, SHOT, END, seen(), seen(A1=HOME), edition=edition))
    assert result.steps[3]["why"] == SET_BACK
    assert result.steps[4]["accepted"]
    assert "fault_called" in result.steps[4]["events"]
    assert "fault_called" not in result.steps[5]["events"], "said once"
    assert "fault_mended" in result.steps[6]["events"]
    assert result.state["faults"] == {}


@ONE_EDITION
@pytest.mark.parametrize(
    "end", [END, *at_night(do("p1", "end_activation", operative="A1"))], ids=["answered", "asked for"]
)
def test_an_activation_cannot_end_while_a_legal_move_is_unanswered(edition: str, end: Raw) -> None:
    walk: Raw = {"as": "p1", "choose": WALK[edition]}
    no: Raw = {"as": "p1", "choose": "No"}
    result = played(script(PLACES, activate("A1"), seen(A1=OUT), end, walk, end, edition=edition))
    assert taken(result) == [True, True, False, True, True]
    assert result.steps[2]["codes"] == ["games-move-open"]
    assert result.state["operatives"]["A1"]["place"] == [*OUT, 0.0]
    for instead in (no, seen(A1=HOME)):
        assert taken(played(script(PLACES, activate("A1"), seen(A1=OUT), instead, end, edition=edition))) == [True] * 4


@ONE_EDITION
def test_an_illegal_unanswered_move_is_reported_when_the_activation_ends(edition: str) -> None:
    to = FAR
    result = played(script(PLACES, activate("A1"), seen(A1=to), END, edition=edition))
    assert result.steps[2]["accepted"]
    assert {"proposal_closed", "fault_called"} <= set(result.steps[2]["events"])
    assert result.state["operatives"]["A1"]["place"] == [*HOME, 0.0]
    (fault,) = result.state["faults"].values()
    assert f'A1 is {math.dist(HOME, to):.1f}" from its place' in fault
    while_asked = result.steps[1]["prompts"]
    ends = next(one for one in while_asked if one["topic"] == "action")
    assert ends["choices"][0]["open"]


@ONE_EDITION
def test_a_model_that_was_moved_cannot_be_targeted(edition: str) -> None:
    result = played(
        script(PLACES, activate("A1"), seen(B1=[14.0, 13.0]), SHOT, seen(B1=PLACES["B1"]), SHOT, edition=edition)
    )
    assert taken(result) == [True, True, False, True, True]
    assert (
        result.steps[2]["why"]
        == 'B1 stands 2.0" from its place in the game. Set it back, or place it by hand on a phone.'
    )
    choices = [way for way in offered(result, 1, "Shoot")["ways"] if way["target"] == "B1"]
    assert [way["possible"] for way in choices] == [False]


@ONE_EDITION
def test_a_model_moved_before_its_activation_is_asked_about_in_it(edition: str) -> None:
    walk: Raw = {"as": "p1", "choose": WALK[edition]}
    result = played(script(PLACES, seen(A1=OUT), activate("A1"), walk, edition=edition))
    assert "fault_called" in result.steps[0]["events"]
    assert {"fault_mended", "proposed"} <= set(result.steps[1]["events"])
    assert result.steps[2]["accepted"]
    assert result.state["operatives"]["A1"]["place"] == [*OUT, 0.0]


@ONE_EDITION
def test_a_declared_place_settles_where_a_model_stands(edition: str) -> None:
    placed = do("referee", "declare_place", operative="B1", x=14.0, y=13.0)
    result = played(script(PLACES, activate("A1"), seen(B1=[14.0, 12.0]), placed, SHOT, edition=edition))
    assert taken(result) == [True] * 4, result.steps[-1]["why"]


@example(["out", "shoot"])
@example(["out", "no", "shoot"])
@settings(max_examples=depth(6, 60))
@given(st.lists(st.sampled_from(["out", "home", "far", "no", "walk", "shoot", "end", "undo", "redo"]), max_size=12))
def test_no_shot_is_judged_from_a_place_where_the_model_does_not_stand(said: list[str]) -> None:
    """An oracle of its own: where A1 was put down last, and where the game has it."""
    steps: dict[str, Raw] = {
        "out": seen(A1=OUT),
        "home": seen(A1=HOME),
        "far": seen(A1=FAR),
        "no": {"as": "p1", "choose": "No"},
        "walk": {"as": "p1", "choose": "Reposition"},
        "shoot": act("A1", "Shoot", weapon="gun", target="B1", results=[{"operative": "B1", "amount": 1}]),
        "end": END,
        "undo": {"press": "undo"},
        "redo": {"press": "redo"},
    }
    places = {"out": OUT, "home": HOME, "far": FAR}

    def after(words: list[str]) -> PlayedScript:
        return played(script(PLACES, activate("A1"), *(steps[one] for one in words)))

    result = after(said)
    for number, (word, shown) in enumerate(zip(said, result.steps[1:], strict=True)):
        assert any(one["asked"] for one in shown["prompts"]), "something can always be answered"
        stands = next((places[one] for one in reversed(said[:number]) if one in places), HOME)
        if word == "shoot" and shown["accepted"]:
            assert after(said[:number]).state["operatives"]["A1"]["place"][:2] == stands
    stands = next((places[one] for one in reversed(said) if one in places), HOME)
    if result.state["operatives"]["A1"]["place"][:2] != stands:
        topics = {one["topic"] for one in result.steps[-1]["prompts"] if one["about"] == "A1"}
        assert topics & {"proposal", "action"} or result.state["faults"], (
            "a model left elsewhere is asked about or called"
        )


def test_a_hatch_opened_without_an_action_does_not_open_a_line_of_fire() -> None:
    wall = [
        box("W1", 9.0, 0.0, 9.4, 10.0, 4.0, "heavy", role="wall"),
        box("W2", 9.0, 12.0, 9.4, 22.0, 4.0, "heavy", role="wall"),
        box("AP", 9.0, 10.0, 9.4, 12.0, 4.0, "heavy", role="access_point", state="closed"),
    ]
    table = {"terrain": wall, "killzone": "gallowdark"}
    turned, back = {"see": {}, "open": ["AP"]}, {"see": {}, "closed": ["AP"]}
    result = played(script(PLACES, activate("A1"), turned, SHOT, back, **table))
    assert "fault_called" in result.steps[1]["events"]
    assert not result.steps[2]["accepted"]
    assert "AP" in result.steps[2]["why"]
    assert not offered(result, 1, "Shoot")["possible"]
    assert "fault_mended" in result.steps[3]["events"]


@pytest.mark.parametrize("what", ["mission", "mines"])
def test_a_marker_that_was_pushed_counts_where_it_lay_and_is_reported(what: str) -> None:
    lay, shoved = [10.0, 11.0], [6.0, 11.0]
    markers = [{"id": "m", "kind": what, "mm": 20, "pos": lay, "pick_up_allowed": True}]
    take = act("A1", "Pick Up Marker", marker="m")
    result = played(script(PLACES, activate("A1"), {"see": {"m": shoved}}, take, {"see": {"m": lay}}, markers=markers))
    assert "fault_called" in result.steps[1]["events"]
    assert "marker_removed" not in result.steps[1]["events"], "no mine goes off under who is shoved it"
    assert not result.steps[2]["accepted"]
    assert "fault_mended" in result.steps[3]["events"]
    assert result.state["markers"]["m"]["controlled_by"] is None


def test_the_report_of_a_pushed_marker_says_where_it_belongs() -> None:
    markers = [{"id": "m", "kind": "objective", "mm": 40, "pos": [10.0, 11.0]}]
    result = played(script(PLACES, activate("A1"), {"see": {"m": [10.0, 13.0]}}, markers=markers))
    assert list(result.state["faults"].values()) == [
        'm lies 2.0" from its place in the game. Put it back at 10.0, 11.0, or place it by hand on a phone.'
    ]
    nudged = played(script(PLACES, activate("A1"), {"see": {"m": [10.0, 11.1]}}, markers=markers))
    assert nudged.state["faults"] == {}


@pytest.mark.parametrize(("lies", "called"), [([12.0, 14.0], True), ([6.5, 11.0], False)])
@pytest.mark.parametrize("at_once", [True, *at_night(False)])
def test_d24_10_a_carried_marker_seen_elsewhere_is_reported_until_it_is_beside_its_carrier(
    lies: list[float], called: bool, at_once: bool
) -> None:
    markers = [{"id": "m", "kind": "objective", "mm": 40, "pos": [6.0, 12.0], "pick_up_allowed": True}]
    taken_off = [] if at_once else [{"see": {}, "gone": ["m"]}]
    take = (activate("A1"), act("A1", "Pick Up Marker", marker="m"))
    result = played(script(PLACES, *take, *taken_off, {"see": {"m": lies}}, markers=markers))
    assert result.state["markers"]["m"]["carried_by"] == "A1"
    said = "m is carried by A1 but lies at 12.0, 14.0. Take it off the table, or lay it beside its carrier."
    assert list(result.state["faults"].values()) == ([said] if called else [])
    steps = (*take, *taken_off, {"see": {"m": lies}}, {"see": {}, "gone": ["m"]})
    assert played(script(PLACES, *steps, markers=markers)).state["faults"] == {}


ROUND_IT = [[8.0, 14.2]]


@pytest.mark.parametrize(("mine", "goes_off"), [([8.0, 14.2], True), *at_night(([8.0, 11.0], False))])
def test_j24_07_a_mine_goes_off_on_the_path_that_the_camera_saw(mine: list[float], goes_off: bool) -> None:
    """Straight on lies one, the way that the hand took leads past the other."""
    people = [{**operative(name), "move_in": 12} for name in PLACES]
    markers = [{"id": "mine", "kind": "mines", "mm": 20, "pos": mine}]
    moved: Raw = {"see": {"A1": [11.0, 11.0]}, "via": {"A1": ROUND_IT}}
    walk: Raw = {"as": "p1", "choose": "Reposition"}
    result = played(script(PLACES, activate("A1"), moved, walk, operatives=people, markers=markers))
    label = result.steps[1]["prompts"][0]["choices"][0]["label"]
    assert ("mine goes off" in label) is goes_off
    assert ("marker_removed" in result.steps[2]["events"]) is goes_off


def test_a_move_of_exactly_the_allowance_is_too_close_to_call() -> None:
    """Six inches of six, seen with a third of a millimetre of doubt: not "No action allows this move"."""
    said = set()
    for further in (-0.006, 0.0, 0.006):
        moved = {"see": {"A1": [11.0 + further, 11.0]}}
        proposal = played(script(PLACES, activate("A1"), moved, sigma_mm=0.3)).steps[1]["prompts"][0]
        said.add(proposal["message"]["code"])
        assert proposal["choices"][0]["label"].endswith(": too close to call")
    assert said == {"reading-moved-open"}


def test_e24_03_cover_two_inches_from_the_shooter_is_too_close_to_call() -> None:
    """A wall just about two inches from the shooter: the finding is as doubtful as the ruling that rests on it."""
    wall = [box("wall", 12.0, 9.0, 12.3, 13.0, 1.0, "light")]
    places = {**PLACES, "B1": [13.2, 11.0], "A1": [9.94, 11.0]}
    result = played(script(places, activate("A1"), {**SHOT}, terrain=wall, sigma_mm=0.3))
    (concealed,) = (one for one in result.steps[1]["rulings"] if one["rule"] == "E24-03")
    assert concealed["call"] == "TOO_CLOSE"
    assert 0.05 < concealed["p_yes"] < 0.95
    (asked,) = (one for one in result.steps[1]["prompts"] if one["topic"] == "proposal")
    (condition,) = asked["message"]["args"]["conditions"]
    assert (asked["message"]["code"], condition["code"]) == ("question-too-close", "game-refused-by")
    assert condition["args"]["rule"] == "E24-03"


@pytest.mark.parametrize(("apart", "said"), [(8.004, '8.01"'), *at_night((8.04, '8.04"'), (8.2, '8.2"'))])
def test_a_refused_range_is_shown_with_enough_digits_to_exceed_its_limit(apart: float, said: str) -> None:
    shot = act("A1", "Shoot", target="B1", weapon="short", dice=True)
    across = 1.2598
    short = {**GUN, "name": "short", "rules": ['Range 8"']}
    people = [operative(name, weapons=[short, BLADE]) for name in PLACES]
    places = {**PLACES, "B1": [5.0 + across + apart, 11.0]}
    result = played(script(places, activate("A1"), shot, operatives=people))
    assert f"B1 is {said} away, beyond the weapon's range of 8\"" in result.steps[1]["why"]


def test_a_carrier_places_its_marker_without_naming_it_but_not_in_the_same_activation() -> None:
    markers = [{"id": "m", "kind": "mission", "mm": 20, "pos": [5.9, 11.0], "pick_up_allowed": True}]
    take = act("A1", "Pick Up Marker", marker="m")
    place = act("A1", "Place Marker", x=5.9, y=11.0)
    result = played(script(PLACES, activate("A1"), take, place, markers=markers))
    assert result.steps[1]["accepted"], result.steps[1]["why"]
    assert "marker-not-just-picked-up.fails" in codes_of(result.steps[2]["message"])


@ONE_EDITION
def test_a_ruling_about_a_model_out_of_view_says_so(edition: str) -> None:
    result = played(script(PLACES, activate("A1"), {"gone": ["B1"]}, SHOT, edition=edition))
    assert result.steps[2]["accepted"]
    notes = {one for ruling in result.steps[2]["rulings"] for one in ruling["notes"]}
    assert str(Message.of("displaced-unseen", number=1, operatives=["B1"])) in notes
    seen_now = played(script(PLACES, activate("A1"), SHOT, edition=edition))
    assert not any("not seen" in one for ruling in seen_now.steps[1]["rulings"] for one in ruling["notes"])

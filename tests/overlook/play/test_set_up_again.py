"""Operatives that a rule sets up again, at the table: as the camera sees them, by mines and in a counteraction."""

from __future__ import annotations

from overlook.play.runner import PlayedScript
from tests.overlook.play.scripts import END, FAR, ONE_EDITION, Raw, act, activate, box, do, played, script

PLACES: dict[str, list[float]] = {"A1": [5.0, 11.0], "A2": [5.0, 4.0], "B1": [14.0, 11.0], "B2": [20.0, 15.0]}


def again(name: str, x: float | None = None, y: float | None = None) -> Raw:
    where = {} if x is None else {"x": x, "y": y}
    return do("p1" if name.startswith("A") else "p2", "set_up_again", operative=name, **where)


def place(result: PlayedScript, name: str) -> list[float]:
    return [round(each, 2) for each in result.state["operatives"][name]["place"]]


@ONE_EDITION
def test_a_model_set_up_elsewhere_is_taken_as_the_camera_sees_it(edition: str) -> None:
    result = played(script(PLACES, activate("A1"), {"see": {"A2": [9.0, 4.0]}}, again("A2"), edition=edition))
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert place(result, "A2") == [9.0, 4.0, 0.0]
    assert not result.state["faults"]


@ONE_EDITION
def test_the_active_operative_set_up_elsewhere_pays_no_move(edition: str) -> None:
    result = played(script(PLACES, activate("A1"), {"see": {"A1": [5.0, 18.0]}}, again("A1"), edition=edition))
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert place(result, "A1") == [5.0, 18.0, 0.0]
    assert [one["topic"] for one in result.steps[-1]["prompts"]] == ["action"], "the question about a move is closed"
    assert result.state["operatives"]["A1"]["ap_left"] == 2


def test_k24_08_a_guard_ends_at_the_table_when_it_is_set_up_again() -> None:
    guard = (activate("A1"), act("A1", "Guard"), END)
    steps = (*guard, {"see": {"A1": [6.0, 11.0]}}, again("A1"))
    result = played(script(PLACES, *steps, killzone="gallowdark"))
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert not result.state["operatives"]["A1"]["on_guard"]


def test_j24_07_a_set_up_beside_a_mine_sets_it_off() -> None:
    mine = {"as": "p2", "do": {"kind": "place_marker", "what": "mines", "x": 9.0, "y": 4.0}}
    result = played(script(PLACES, mine, activate("A1"), {"see": {"A2": [9.5, 5.2]}}, again("A2")))
    assert "marker_removed" in str([step["events"] for step in result.steps])
    assert any(one["topic"] == "test" for one in result.steps[-1]["prompts"])
    away = played(script(PLACES, mine, activate("A1"), {"see": {"A2": [12.5, 5.2]}}, again("A2")))
    assert not any(one["topic"] == "test" for one in away.steps[-1]["prompts"])


def test_c24_15_a_counteraction_sets_up_within_two_inches_at_the_table() -> None:
    people = {name: PLACES[name] for name in ("A1", "B1", "B2")}
    begun = (activate("A1"), END, activate("B1"), END, {"as": "p1", "choose": "A1"})
    near = played(script(people, *begun, {"see": {"A1": [6.9, 11.0]}}, again("A1")))
    assert near.steps[-1]["accepted"], near.steps[-1]["why"]
    far = played(script(people, *begun, {"see": {"A1": [7.3, 11.0]}}, again("A1")))
    assert not far.steps[-1]["accepted"]
    assert '2"' in far.steps[-1]["why"]
    assert place(far, "A1") == [5.0, 11.0, 0.0]


@ONE_EDITION
def test_a_set_up_by_word_has_the_place_that_is_said(edition: str) -> None:
    result = played(script(PLACES, activate("A1"), again("A2", 9.0, 4.0), edition=edition))
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert place(result, "A2")[:2] == [9.0, 4.0]


@ONE_EDITION
def test_nobody_is_set_up_again_inside_a_wall(edition: str) -> None:
    wall = box("W", 8.0, 3.0, 10.0, 5.0, 6.0, "Heavy", "Wall")
    result = played(
        script({**PLACES, "B1": FAR}, activate("A1"), again("A2", 9.0, 4.0), edition=edition, terrain=[wall])
    )
    assert not result.steps[-1]["accepted"]

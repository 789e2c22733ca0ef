"""An action of a pack follows the rules of the action that it is treated as, unless it says otherwise (D24-16)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.scripts import ONE_EDITION, Raw, act, activate, operative, played, reasons, script, taken

OWN = {
    "kt24": ["Reposition", "Dash", "Fall Back", "Charge", "Shoot", "Fight", "Guard"],
    "kt21": ["Normal Move", "Dash", "Fall Back", "Charge", "Shoot", "Fight"],
}
CLOSE = {"Guard": "gallowdark"}
"""The killzone that an action belongs to."""
PER_COMMIT = [("kt24", "Charge"), ("kt24", "Shoot")]
EACH = [(edition, action) for edition, actions in OWN.items() for action in actions]
NEAR, FAR = [7.0, 11.0], [16.0, 11.0]


def offered(edition: str, action: str, order: str, *, near: bool, **said: Any) -> dict[str, Raw]:
    """Return what is offered to one with an enemy near or far, where a pack has a `Copy` of an action."""
    places = {"A1": [5.0, 11.0], "B1": NEAR if near else FAR}
    year = "2024" if edition == "kt24" else "2021"
    pack = {"version": 1, "name": "T", "edition": year, "actions": [{"name": "Copy", "treated_as": action, **said}]}
    people = [operative(name, apl=4) for name in places]
    result = played(
        script(
            places, activate("A1", order), edition=edition, killzone=CLOSE.get(action), packs=[pack], operatives=people
        )
    )
    return {one["action"]: one for one in result.steps[0]["offers"]}


@pytest.mark.parametrize("near", [False, True], ids=["far", "near"])
@pytest.mark.parametrize("order", ["engage", "conceal"])
@pytest.mark.parametrize(("edition", "action"), [*PER_COMMIT, *at_night(*sorted(set(EACH) - set(PER_COMMIT)))])
def test_a_copy_of_an_action_is_possible_exactly_when_the_action_is(
    edition: str, action: str, order: str, *, near: bool
) -> None:
    offers = offered(edition, action, order, near=near)
    assert action in offers, sorted(offers)
    assert offers["Copy"]["possible"] == offers[action]["possible"], offers["Copy"]


@ONE_EDITION
def test_a_pack_may_allow_an_action_concealed_and_engaged(edition: str) -> None:
    for order in ("engage", "conceal"):
        for near in (False, True):
            lifted = offered(edition, "Dash", order, near=near, conceal=True, engaged="either")
            assert lifted["Copy"]["possible"], (order, near)


def test_a_copy_of_a_copy_follows_the_original_action() -> None:
    pack = {
        "version": 1,
        "name": "T",
        "actions": [{"name": "Copy", "treated_as": "Shoot"}, {"name": "Again", "treated_as": "Copy"}],
    }
    places = {"A1": [5.0, 11.0], "B1": FAR}
    result = played(script(places, activate("A1", "conceal"), act("A1", "Again", target="B1"), packs=[pack]))
    assert taken(result) == [True, False]
    assert "Conceal" in result.steps[1]["why"]


@pytest.mark.parametrize(
    ("copied", "may"),
    [(["Shoot", "Copy 1"], True), (["Guard"], False), *at_night((["Shoot"], True))],
    ids=["twice", "guard", "once"],
)
def test_g24_a_silent_weapon_allows_a_copy_of_shoot_while_concealed(copied: list[str], *, may: bool) -> None:
    places = {"A1": [5.0, 11.0], "B1": FAR}
    silent = {"name": "bow", "type": "ranged", "atk": 4, "hit": 3, "damage": [3, 4], "rules": ["Silent"]}
    people = [operative("A1", weapons=[silent]), operative("B1")]
    copies = [{"name": f"Copy {number}", "treated_as": each} for number, each in enumerate(copied, 1)]
    pack = {"version": 1, "name": "T", "actions": copies}
    aimed = {"target": "B1", "weapon": "bow", "dice": len(copied) == 1} if may else {}
    shot = act("A1", copies[-1]["name"], **aimed)
    battle = {"packs": [pack], "operatives": people, "killzone": None if may else "gallowdark"}
    result = played(script(places, activate("A1", "conceal"), shot, **battle))
    assert taken(result) == [True, may], result.steps[1]["why"]


def test_an_action_that_costs_more_cp_than_there_are_is_refused() -> None:
    spend = {"name": "Debt", "ap": 0, "repeatable": True, "effects": [{"what": "cp", "amount": -2, "whom": "self"}]}
    pack = {"version": 1, "name": "T", "actions": [spend]}
    places = {"A1": [5.0, 11.0], "B1": FAR}
    result = played(script(places, activate("A1"), act("A1", "Debt"), act("A1", "Debt"), packs=[pack]))
    assert taken(result) == [True, True, False]
    assert result.steps[2]["codes"] == ["refusal-action-points"]
    (reason,) = reasons(result.steps[2])
    assert (reason["args"]["cost"], reason["args"]["left"]) == (2, 1)

"""A blast that hits a friend of the shooter: rules about enemies do not apply to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import answered, one_crit, stage_of, target_of
from tests.overlook.play.scripts import GUN, Raw, act, activate, box, do, operative, script

Document = dict[str, Any]


def asked_of(
    caught: str,
    place: list[float],
    *rules: str,
    order: str = "engage",
    at: Sequence[float] = (12.0, 11.0),
    **fields: Any,
) -> list[Document]:
    """Return what is asked about who is caught in a blast at B1, concealed until its order is said."""
    places = {"A1": [5.0, 11.0], "B1": list(at), "B9": [25.0, 20.0], caught: place}
    people = [operative(name, base_mm=25) for name in places if name != "A1"]
    people.append(operative("A1", weapons=[{**GUN, "rules": list(rules)}]))
    said: list[Raw] = [do("referee", "declare_status", operative=caught, order=order)]
    steps = [*said, activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
    _, asked = answered(script(places, *steps, operatives=people, **fields), one_crit)
    return [one for one in asked if target_of(one) == caught]


def dice_of(asked: list[Document], what: str) -> list[int]:
    """Return how many dice were asked for, by what they are for."""
    return [one["dice"] for one in asked if stage_of(one) == what]


@pytest.mark.parametrize(("caught", "dice"), [("A2", 1), *at_night(("B2", 3))])
@pytest.mark.parametrize("rule", ["Piercing 2", *at_night("Piercing Crits 2")])
def test_j24_12_smoke_removes_piercing_against_enemies_alone(caught: str, dice: int, rule: str) -> None:
    smoke = {"id": "S", "kind": "smoke", "mm": 20, "pos": [14.4, 11.0]}
    asked = asked_of(caught, [14.3, 11.0], 'Blast 2"', rule, markers=[smoke])
    assert dice_of(asked, "defence roll") == [dice]


LOW_WALL = box("w", 14.2, 10.0, 14.35, 12.0, 0.8, "Light")


@pytest.mark.parametrize(
    ("caught", "rules", "rolled"),
    [
        ("A2", ("Indirect",), [2]),
        ("B2", ("Indirect",), [3]),
        *at_night(("A2", (), [2]), ("A2", ("Indirect", "No Cover"), [3])),
    ],
)
def test_g21_09_indirect_ignores_cover_of_enemies_alone(caught: str, rules: tuple[str, ...], rolled: list[int]) -> None:
    """More than two inches from the target of the blast, behind a low wall: one die of three is kept for cover."""
    asked = asked_of(caught, [15.2, 11.0], 'Blast 3"', *rules, edition="kt21", terrain=[LOW_WALL])
    assert dice_of(asked, "defence roll") == rolled


@pytest.mark.nightly
@pytest.mark.parametrize(("caught", "shot"), [("A2", []), ("B2", [4])])
def test_g21_09_an_indirect_blast_does_not_hit_a_concealed_friend_in_cover(caught: str, shot: list[int]) -> None:
    asked = asked_of(caught, [15.2, 11.0], 'Blast 3"', "Indirect", edition="kt21", terrain=[LOW_WALL], order="conceal")
    assert dice_of(asked, "attack roll") == shot


LEDGE: Raw = {"id": "P", "poly": [[11, 9], [13, 9], [13, 13], [11, 13]], "z": [2.0, 2.2], "traits": ["Vantage"]}


@pytest.mark.parametrize(("caught", "shot"), [("A2", []), *at_night(("B2", [4]))])
def test_h21_05_a_vantage_point_reveals_enemies_alone(caught: str, shot: list[int]) -> None:
    asked = asked_of(
        caught,
        [15.0, 11.0],
        'Blast 3"',
        at=(12.3, 11.0, 2.2),
        edition="kt21",
        terrain=[LOW_WALL, LEDGE],
        order="conceal",
    )
    assert dice_of(asked, "attack roll") == shot


@pytest.mark.nightly
@pytest.mark.parametrize(("caught", "dice"), [("B2", 3), ("A2", 4)])
def test_k21_03_shooting_past_an_engaged_operative_costs_a_die_against_enemies_alone(caught: str, dice: int) -> None:
    """From the target of the blast, which stands in for the shooter, the line to who is caught crosses B9."""
    between = do("referee", "declare_status", operative="B9", order="engage")
    places = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B9": [13.6, 11.0], caught: [15.2, 11.0]}
    people = [operative(name) for name in places if name != "A1"]
    people.append(operative("A1", weapons=[{**GUN, "rules": ['Blast 3"']}]))
    engaged = [do("referee", "declare_status", operative=name, order="engage") for name in ("B1", caught)]
    steps = [between, *engaged, activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
    raw = script(places, *steps, operatives=people, edition="kt21", killzone="close quarters")
    _, asked = answered(raw, one_crit)
    assert dice_of([one for one in asked if target_of(one) == caught], "attack roll") == [dice]

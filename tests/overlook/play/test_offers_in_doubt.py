"""Offers that are too close to call say so; offers away from their limit equal those without uncertainty."""

from __future__ import annotations

from typing import Any

import pytest

from geometry.base import MM_PER_INCH
from tests.depth import at_night, depth
from tests.overlook.play.hatchway import NORTH, SOUTH, gallowdark
from tests.overlook.play.scripts import ONE_EDITION, Raw, act, activate, offered, operative, played, script
from tests.verdicts.cases import AtLimit, limit_of
from tests.verdicts.tables import VARIANTS

SIGMA_MM = 0.16
BASE_IN = 32 / MM_PER_INCH
WALK = {"kt24": "Reposition", "kt21": "Normal Move"}
TABLES = depth(2, 4)
FAR_IN = 0.15
"""Twenty standard deviations of a distance."""


def apart(gap_in: float) -> dict[str, list[float]]:
    """Return two models so far from each other, edge to edge."""
    return {"A1": [10.0, 11.0], "B1": [10.0 + BASE_IN + gap_in, 11.0]}


def tables(kind: str, edition: str) -> list[AtLimit]:
    """Return a few random tables at the limit of a kind of ruling."""
    found = (limit_of(kind, edition, VARIANTS["usual"], seed=3, number=number) for number in range(3 * TABLES))
    return [one for one in found if one is not None][:TABLES]


def shot(table: AtLimit, off: float, edition: str, **fields: Any) -> dict[str, Any]:
    """Return the shot that is offered on a table so many inches past its limit."""
    scene = table.scene(off)
    names = {"A": "A1", "B": "B1"}
    people, places = [], {}
    for key, one in scene.operatives.items():
        base_mm = round(one.base.shape.long * MM_PER_INCH, 6)
        people.append(operative(names[key], base_mm=base_mm, head_in=one.head))
        at = one.placement
        places[names[key]] = [at.x, at.y, at.z, at.rotation_deg]
    terrain = [
        {
            "id": part.id,
            "poly": [list(corner) for corner in part.outline],
            "z": [part.bottom, part.top],
            "traits": sorted(part.traits),
        }
        for part in scene.terrain
    ]
    steps = [activate("A1")]
    raw = script(places, *steps, edition=edition, operatives=people, terrain=terrain, **fields)
    return dict(offered(played(raw), 0, "Shoot")["ways"][0])


@pytest.mark.parametrize(
    ("edition", "kind", "field"),
    [("kt24", "in cover", "cover"), *at_night(("kt24", "sight past a corner", "call"), ("kt21", "in cover", "cover"))],
)
def test_an_offer_is_too_close_to_call_only_at_its_limit(edition: str, kind: str, field: str) -> None:
    at_limit = [shot(one, 0.0, edition, sigma_mm=SIGMA_MM) for one in tables(kind, edition)]
    assert [way[field] for way in at_limit].count("TOO_CLOSE") >= TABLES - 1
    for way in at_limit:
        assert ("too close to call" in way["label"]) is (way["call"] == "TOO_CLOSE")
        assert way["possible"] or way["call"] == "NO"
    table = tables(kind, edition)[0]
    for off in (-FAR_IN, FAR_IN):
        assert shot(table, off, edition, sigma_mm=SIGMA_MM) == shot(table, off, edition)


@ONE_EDITION
@pytest.mark.parametrize(("gap_in", "close"), [(1.0, True), (1.2, False)])
def test_a_move_beside_an_enemy_an_inch_away_is_offered_as_too_close_to_call(
    edition: str, gap_in: float, close: bool
) -> None:
    raw = script(apart(gap_in), activate("A1"), edition=edition, sigma_mm=SIGMA_MM)
    walk = offered(played(raw), 0, WALK[edition])
    assert walk["possible"]
    assert ("offer-open" in [part["code"] for part in walk["text_message"]["args"]["parts"]]) is close


@ONE_EDITION
@pytest.mark.parametrize(("gap_in", "calls"), [(1.0, ["TOO_CLOSE"]), *at_night((0.8, ["YES"]), (1.2, []))])
def test_a_fight_at_the_edge_of_control_range_is_offered_as_too_close_to_call(
    edition: str, gap_in: float, calls: list[str]
) -> None:
    fight = offered(played(script(apart(gap_in), activate("A1"), edition=edition, sigma_mm=SIGMA_MM)), 0, "Fight")
    assert [way["call"] for way in fight["ways"] if way["possible"]] == calls
    assert all(("too close to call" in way["label"]) is (way["call"] == "TOO_CLOSE") for way in fight["ways"])


def unconfirmed(step: Raw) -> set[str | None]:
    """Return the codes of what the offers after a step do not count yet."""
    return {one["unconfirmed"] for one in step["offers"]}


def confirmed_part(step: Raw) -> list[Raw]:
    """Return the offers after a step, without the mark of what they do not count."""
    return [{name: value for name, value in one.items() if name != "unconfirmed"} for one in step["offers"]]


APART: dict[str, list[float]] = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}


def test_offers_beside_an_unconfirmed_move_are_marked_and_those_that_depend_on_it_wait() -> None:
    moved: Raw = {"see": {"A1": [10.6, 11.0]}}
    result = played(script(APART, activate("A1"), moved, {"as": "p1", "choose": "Charge"}))
    before, asked, _ = result.steps
    assert [unconfirmed(step) for step in result.steps] == [{None}, {"offer-move-unconfirmed"}, {None}], result.steps[
        2
    ]["why"]
    moves = [one for one in confirmed_part(before) if one["possible"] and one["needs"] == "move"]
    still = [one for one in confirmed_part(asked) if one["possible"]]
    assert all(one in moves for one in still)
    assert offered(result, 1, "Fight")["code"] == "displaced-model-asked"
    assert offered(result, 2, "Fight")["possible"]


def test_offers_beside_an_unconfirmed_hatch_are_those_of_the_confirmed_state_and_marked() -> None:
    places = {"A1": [10.0, SOUTH], "B1": [10.0, NORTH + 3]}
    operate: Raw = {"as": "p1", "choose": "Operate Hatch"}
    result = played(gallowdark("closed", places, activate("A1"), {"open": ["AP"]}, operate))
    before, asked, confirmed = result.steps
    assert confirmed_part(asked) == confirmed_part(before)
    assert unconfirmed(asked) == {"offer-action-unconfirmed"}
    assert unconfirmed(confirmed) == {None}
    assert offered(result, 2, "Shoot")["possible"], "an open hatch blocks no line"


def test_offers_while_a_hand_moves_the_active_model_are_marked() -> None:
    held: Raw = {"see": {"A1": [10.6, 11.0]}, "hand": "stays"}
    result = played(script(APART, activate("A1"), held, {"see": {"A1": [5.0, 11.0]}}))
    assert [unconfirmed(step) for step in result.steps] == [{None}, {"offer-model-moving"}, {None}]
    assert confirmed_part(result.steps[2]) == confirmed_part(result.steps[0])


def test_offers_wait_while_dice_are_open() -> None:
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    result = played(script(APART, activate("A1"), shot, {"as": "p1", "tray": [6, 6, 6, 6]}))
    assert [step["offers"] for step in result.steps[1:]] == [[], []]

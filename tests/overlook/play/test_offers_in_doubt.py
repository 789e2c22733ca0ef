"""Offers that are too close to call say so; offers away from their limit equal those without uncertainty."""

from __future__ import annotations

from typing import Any

import pytest

from geometry.base import MM_PER_INCH
from tests.depth import at_night, depth
from tests.overlook.play.scripts import ONE_EDITION, activate, offered, operative, played, script
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
    assert ("Too close to call: " in (walk["text"] or "")) is close


@ONE_EDITION
@pytest.mark.parametrize(("gap_in", "calls"), [(1.0, ["TOO_CLOSE"]), *at_night((0.8, ["YES"]), (1.2, []))])
def test_a_fight_at_the_edge_of_control_range_is_offered_as_too_close_to_call(
    edition: str, gap_in: float, calls: list[str]
) -> None:
    fight = offered(played(script(apart(gap_in), activate("A1"), edition=edition, sigma_mm=SIGMA_MM)), 0, "Fight")
    assert [way["call"] for way in fight["ways"] if way["possible"]] == calls
    assert all(("too close to call" in way["label"]) is (way["call"] == "TOO_CLOSE") for way in fight["ways"])

"""The words and parts that the set-up offers for terrain: the rules know every one of them."""

from __future__ import annotations

import pytest
from shapely import Polygon

from overlook.setup.terrain import PART_KINDS, TERRAIN_ROLES, TERRAIN_TRAITS
from referee.rules.terrain_traits import unknown_words
from web.contract.setup.views import PartView


def test_every_trait_and_role_is_one_that_a_rule_asks_for() -> None:
    assert unknown_words(TERRAIN_TRAITS, None) == ()
    assert [role for role in TERRAIN_ROLES if unknown_words((), role)] == []
    assert {"Heavy", "Light", "Exposed"} <= set(TERRAIN_TRAITS)
    assert {"wall", "door", "hatch"} <= set(TERRAIN_ROLES)


def test_vantage_is_asked_for_by_itself() -> None:
    assert "Vantage" not in TERRAIN_TRAITS


@pytest.mark.parametrize("kind", PART_KINDS, ids=lambda kind: kind.id)
def test_a_part_to_begin_with_is_a_part_around_the_origin(kind: PartView) -> None:
    shape = Polygon(kind.outline)
    assert shape.is_valid
    assert (shape.centroid.x, shape.centroid.y) == pytest.approx((0, 0))
    assert kind.bottom < kind.top
    assert set(kind.traits) <= set(TERRAIN_TRAITS)
    assert kind.role in {"", *TERRAIN_ROLES}
    assert kind.see_through == (kind.id == "window")
    assert kind.vantage == (kind.id == "floor")

"""Every kind of ruling that is too close says what is missing and the one place where one would measure."""

from __future__ import annotations

import math

import pytest

from referee.rules.ruling import Threshold, Verdict, resolution_hint
from tests.depth import depth
from tests.verdicts.cases import limit_of, seen_as
from tests.verdicts.kinds import KINDS
from tests.verdicts.tables import VARIANTS

EVERY = [(name, edition) for name, kind in KINDS.items() for edition in kind.editions]
TABLES = depth(1, 3)
NEAR_IN = 5.0
"""No nearer than the longest of these tables' bases and ways."""


@pytest.mark.parametrize(("name", "edition"), EVERY)
def test_a_ruling_that_is_too_close_has_one_place_to_put_a_gauge(name: str, edition: str) -> None:
    told = 0
    for number in range(60):
        table = limit_of(name, edition, VARIANTS["usual"], seed=5, number=number)
        if table is None:
            continue
        ruling, _ = seen_as(table, VARIANTS["usual"], 0.0)
        if ruling.verdict() is not Verdict.TOO_CLOSE:
            continue
        scene = table.scene(0.0)
        stands = [one.placement for one in scene.operatives.values()]
        stands += [one.placement for one in scene.markers.values()]
        places = {one.thing: (one.x, one.y, one.z) for one in stands}
        found = resolution_hint(ruling, Threshold(), places)
        assert found is not None
        advice = found.message
        while advice.code == "ruling-settling-cause":
            advice = advice["advice"]
        assert (advice["missing"], advice["where"]) == ("length", "here")
        assert found.at is not None
        assert min(math.dist(found.at[:2], place[:2]) for place in places.values()) < NEAR_IN
        told += 1
        if told == TABLES:
            return
    raise AssertionError(f"no ruling on {name} is too close to call at its limit")


def test_without_a_drawing_and_without_a_name_there_is_no_place() -> None:
    table = limit_of("charge ends in reach", "kt24", VARIANTS["usual"], seed=5, number=0)
    assert table is not None
    ruling, _ = seen_as(table, VARIANTS["usual"], 0.0)
    found = resolution_hint(ruling, Threshold(), {"elsewhere": (1.0, 1.0, 0.0)})
    assert found is None or found.at is None

"""The moves of the corpus, as far as geometry answers them: what is hit, what it costs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from geometry.base import Base, BaseShape
from geometry.paths import (
    Climbs,
    Drops,
    Exact,
    Passage,
    PathFacts,
    Per,
    RaisedToOne,
    StandingBody,
    Tariff,
    WholeSteps,
    path_facts,
    price_path,
)
from geometry.table import Board
from geometry.terrain import Part

TARIFFS = {
    "2024": Tariff(),
    "2021": Tariff(RaisedToOne(), Climbs(Exact(), least_per=Per.EACH), Drops(WholeSteps(), free=0.0)),
}


def base_of(one: dict[str, Any]) -> Base:
    size = one["base_mm"]
    shape = BaseShape.from_mm(tuple(size) if isinstance(size, list) else size)
    x, y = one["pos"]
    return Base(shape, x, y, one.get("z", 0.0), one.get("rot", 0.0))


def facts_of(case: dict[str, Any]) -> PathFacts:
    query = case["query"]
    people = {one["id"]: one for one in case["operatives"]}
    mover = people[query["by"]]
    parts = [
        Part(one["id"], one["feature"], tuple(map(tuple, one["poly"])), bottom, top, frozenset(one.get("traits", ())))
        for one in case["terrain"]
        for bottom, top in [one["z"]]
    ]
    heights = query.get("heights") or [mover["z"]] * len(query["path"])
    return path_facts(
        base_of(mover),
        mover["head"],
        [(*place, z) for place, z in zip(query["path"], heights, strict=True)],
        parts=parts,
        ways={part.id: Passage.CENTRE for part in parts if part.has("Accessible")},
        others={name: StandingBody(base_of(one), one["head"]) for name, one in people.items() if one is not mover},
        enemies=[name for name, one in people.items() if one["player"] != mover["player"]],
        markers={
            one["id"]: Base(BaseShape.from_mm(one.get("mm", 40)), *one["pos"])
            for one in case["markers"]
            if "pos" in one
        },
        board=Board(*case["board"]),
    )


@pytest.mark.data
def test_every_move_of_the_corpus_has_its_facts_and_its_price(shared_data: Path) -> None:
    read = json.loads((shared_data / "rules" / "scenarios.json").read_text())
    cases = [one for one in (read["scenarios"] if isinstance(read, dict) else read) if one["query"]["type"] == "move"]
    assert len(cases) > 10
    for case in cases:
        facts, expected = facts_of(case), case["expected"]
        violation = expected.get("violation")
        assert bool(facts.terrain_hits) is (violation == "through_terrain"), case["id"]
        assert bool(facts.edge.hits) is (violation == "board_edge"), case["id"]
        bill = price_path(facts, TARIFFS[case["edition"]])
        if "charged" in expected:
            assert bill.total == pytest.approx(expected["charged"], abs=1e-6), case["id"]
        if "vertical_charged" in expected:
            assert bill.vertical == pytest.approx(expected["vertical_charged"], abs=1e-6), case["id"]


@pytest.mark.data
def test_every_trigger_of_the_corpus_is_met_or_missed(shared_data: Path) -> None:
    read = json.loads((shared_data / "rules" / "scenarios.json").read_text())
    cases = [
        one
        for one in (read["scenarios"] if isinstance(read, dict) else read)
        if one["query"]["type"] == "move_triggers"
    ]
    assert cases
    for case in cases:
        near = next(one for one in facts_of(case).markers if one.thing == case["query"]["marker"])
        assert (near.first is not None) is case["expected"]["triggered"], case["id"]

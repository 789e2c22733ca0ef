"""The shared positions: the geometry that their expected rulings rest on (the referee owns the whole mapping)."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from geometry.base import EXACT_TOLERANCE, BaseShape
from geometry.measure import inside_margin, wholly_within, within
from geometry.placement import Placement
from geometry.table import Operative
from geometry.targeting.line_rules import LineRules
from geometry.terrain import Part
from geometry.visibility.control_range import control_range
from geometry.visibility.sight import sight
from tests.geometry.single_duel import least_covered, least_hindered, targeting

pytestmark = pytest.mark.data

RULES = {"2024": LineRules(), "2021": LineRules(obscured_beyond_target=2.0)}


def positions(shared_data: Path, *kinds: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for name in ("scenarios.json", "random_shoot.json"):
        held = json.loads((shared_data / "rules" / name).read_text())["scenarios"]
        found += [one for one in held if one["query"]["type"] in kinds]
    return found


def people(position: dict[str, Any]) -> dict[str, Operative]:
    return {
        one["id"]: Operative(
            one["id"],
            one["player"],
            BaseShape.from_mm(tuple(one["base_mm"]) if isinstance(one["base_mm"], list) else one["base_mm"]),
            one["head"],
            Placement(one["id"], x, y, one["z"], one.get("rot", 0.0)),
        )
        for one in position["operatives"]
        for x, y in [one["pos"]]
    }


def terrain(position: dict[str, Any]) -> list[Part]:
    return [
        Part(
            one["id"],
            one["feature"],
            tuple(map(tuple, one["poly"])),
            float(bottom),
            float(top),
            frozenset(one["traits"]),
            one.get("see_through", False),
            one.get("role"),
            one.get("state"),
        )
        for one in position["terrain"]
        for bottom, top in [one["z"]]
    ]


def bystanders(position: dict[str, Any]) -> list[Part]:
    """In 2021 the bases of others give cover: as prisms of 96 corners."""
    found = []
    for one in position["operatives"]:
        if position["edition"] == "2021" and one["id"] not in (position["query"]["by"], position["query"]["target"]):
            radius = one["base_mm"] / 50.8
            turn = [2 * math.pi * step / 96 for step in range(96)]
            ring = tuple((one["pos"][0] + radius * math.cos(a), one["pos"][1] + radius * math.sin(a)) for a in turn)
            found.append(Part(f"base {one['id']}", "bases", ring, one["z"], one["z"] + 0.15))
    return found


def test_distances(shared_data: Path) -> None:
    checked = 0
    for position in positions(
        shared_data, "within", "wholly_within", "wholly_within_area", "control_range", "engagement_range"
    ):
        crowd, query, expected = people(position), position["query"], position["expected"]
        kind = query["type"]
        if kind == "within":
            got = within(crowd[query["a"]].base, crowd[query["b"]].base, query["distance"])
            assert got == expected["within"], position["id"]
        elif kind == "wholly_within":
            subject, of = crowd[query["subject"]].base, crowd[query["of"]].base
            assert wholly_within(subject, of, query["distance"]) == expected["wholly_within"], position["id"]
            assert within(subject, of, query["distance"]) == expected["within"], position["id"]
        elif kind == "wholly_within_area":
            got = inside_margin(crowd[query["subject"]].base, query["area"]) >= -EXACT_TOLERANCE
            assert got == expected["wholly_within"], position["id"]
        else:
            got = control_range(crowd[query["a"]], crowd[query["b"]], terrain(position)).within
            assert got == expected["within"], position["id"]
        checked += 1
    assert checked >= 8


def test_visibility(shared_data: Path) -> None:
    checked = 0
    for position in positions(shared_data, "shoot", "visible"):
        if "visible" not in position["expected"]:
            continue
        crowd, query = people(position), position["query"]
        # Barred terrain, that blocks although it is see-through, is the edition's business.
        blockers = [part for part in terrain(position) if not part.see_through or part.has("Barred")]
        got = sight(crowd[query["by"]], crowd[query["target"]], blockers).visible
        assert got == position["expected"]["visible"], position["id"]
        checked += 1
    assert checked >= 100


def test_cover_and_obscured(shared_data: Path) -> None:
    checked = 0
    for position in positions(shared_data, "shoot"):
        expected, query = position["expected"], position["query"]
        if position["markers"] or not {"in_cover", "obscured"} & set(expected):
            continue
        crowd = people(position)
        shooter, target = crowd[query["by"]], crowd[query["target"]]
        parts = terrain(position)
        heavy = [part for part in parts if part.has("Heavy")]
        answer = targeting(
            shooter.base,
            target.base,
            [*parts, *bystanders(position)],
            heavy,
            rules=RULES[position["edition"]],
            ceiling=max(shooter.base.z + shooter.head, target.base.z + target.head),
        )
        orders = {one["id"]: one["order"] for one in position["operatives"]}
        # Which evil is the lesser is the edition's: in 2021 an obscured target is none at all.
        concealed = position["edition"] == "2024" and orders[target.id] == "conceal"
        best = answer.best_point(least_covered if concealed else least_hindered)
        for key, got in (("in_cover", best.in_cover), ("obscured", best.obscured)):
            if key in expected:
                assert got == expected[key], (position["id"], key)
        checked += 1
    assert checked >= 100

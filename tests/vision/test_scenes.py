"""The issue's figures, measured on the path-traced photographs of ../shared/data/renders/scenes.

Run with `-s` to see the figures. Scenes with an odd number have tags mounted with 0.15 mm and 0.5 degrees of error.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.catalogue import Catalogue, load_catalogue
from calibration.pose.localisation import LocatedThing
from calibration.rig import parse_rig
from vision.tracking.photograph import TableReading, locate

pytestmark = pytest.mark.data

CHI2_95 = 5.991


@dataclass
class Scene:
    name: str
    reading: TableReading
    catalogue: Catalogue
    truth: dict[str, Any]

    @property
    def exact(self) -> bool:
        return bool(self.truth["glue_sigma_mm"] == 0)

    def found(self) -> Iterator[tuple[dict[str, Any], LocatedThing]]:
        for truth in self.truth["operatives"]:
            if truth["id"] in self.reading.operatives:
                yield truth, self.reading.operatives[truth["id"]]


@dataclass
class Figures:
    scenes: list[Scene]
    errors: dict[tuple[bool, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    inside: dict[bool, list[bool]] = field(default_factory=lambda: defaultdict(list))
    levels: list[bool] = field(default_factory=list)
    gaps: dict[bool, list[float]] = field(default_factory=lambda: defaultdict(list))
    gap_z: dict[bool, list[float]] = field(default_factory=lambda: defaultdict(list))
    recall: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))


def at_mm(located: LocatedThing) -> np.ndarray:
    place = located.placement
    return np.array([place.x, place.y, place.z]) * 25.4


def pixels_per_module(side_px: float) -> str:
    ppm = side_px / 8
    return "3.5+" if ppm >= 3.5 else "2.5-3.5" if ppm >= 2.5 else "2-2.5" if ppm >= 2 else "under 2"


@pytest.fixture(scope="module")
def figures(shared_data: Path) -> Figures:
    result = Figures([])
    for picture in sorted((shared_data / "renders" / "scenes").glob("*.jpg")):
        truth = json.loads(picture.with_name(f"{picture.stem}.truth.json").read_text())
        catalogue = load_catalogue(picture.with_name(f"{picture.stem}.catalogue.json"))
        image = cv2.imread(str(picture))
        assert image is not None
        scene = Scene(
            picture.stem, locate(np.asarray(image, np.uint8), parse_rig(truth["rig"]), catalogue), catalogue, truth
        )
        result.scenes.append(scene)
        _measure(scene, result)
    for (exact, mount), errors in sorted(result.errors.items()):
        p50, p95 = np.percentile(errors, [50, 95])
        print(f"\n{'exact' if exact else 'glued'} {mount}: {len(errors)} p50 {p50:.3f} p95 {p95:.3f} mm", end="")
    for bin_, hits in sorted(result.recall.items()):
        print(f"\nfound at {bin_} px a module: {sum(hits)} of {len(hits)}", end="")
    for exact in (True, False):
        gaps, z = np.abs(result.gaps[exact]), np.abs(result.gap_z[exact])
        print(f"\n{'exact' if exact else 'glued'} gaps under 6 in: {len(gaps)} p95 {np.percentile(gaps, 95):.3f} mm,")
        print(f"  within stated 95 %: gaps {np.mean(z < 1.96):.3f}, places {np.mean(result.inside[exact]):.3f}", end="")
    print(f"\nlevels right: {np.mean(result.levels):.4f} of {len(result.levels)}")
    return result


def _measure(scene: Scene, figures: Figures) -> None:
    bases = {entry.id: entry.half_axes_mm[0] for entry in scene.catalogue.operatives}
    for truth in scene.truth["operatives"]:
        for tag in truth["readable"]:
            place = pixels_per_module(truth["side_px"][str(tag)])
            figures.recall[place].append(truth["id"] in scene.reading.operatives)
    found = list(scene.found())
    for truth, located in found:
        figures.levels.append(located.level == truth["level"])
        off = at_mm(located)[:2] - truth["pos_mm"][:2]
        figures.errors[scene.exact, truth["placement"]].append(float(np.linalg.norm(off)))
        spread = located.placement.covariance_xy * 25.4**2
        figures.inside[scene.exact].append(bool(off @ np.linalg.solve(spread, off) < CHI2_95))
    for (truth_a, a), (truth_b, b) in combinations(found, 2):
        radii = bases[a.id] + bases[b.id]
        true_gap = np.linalg.norm(np.subtract(truth_a["pos_mm"], truth_b["pos_mm"])) - radii
        if not 0 < true_gap < 152.4:
            continue
        between = at_mm(a) - at_mm(b)
        miss = np.linalg.norm(between) - radii - true_gap
        along = between[:2] / np.linalg.norm(between)
        spread = (a.placement.covariance_xy + b.placement.covariance_xy) * 25.4**2
        figures.gaps[scene.exact].append(float(miss))
        figures.gap_z[scene.exact].append(float(miss / np.sqrt(along @ spread @ along)))


@pytest.mark.parametrize(("place", "share"), [("3.5+", 0.99), ("2.5-3.5", 0.98), ("2-2.5", 0.96), ("under 2", 0.9)])
def test_operatives_with_a_readable_tag_are_found(figures: Figures, place: str, share: float) -> None:
    assert np.mean(figures.recall[place]) >= share


def test_no_tag_has_a_wrong_id(figures: Figures) -> None:
    for scene in figures.scenes:
        assert scene.reading.unknown_tags == ()
        for truth, located in scene.found():
            assert np.linalg.norm(at_mm(located)[:2] - truth["pos_mm"][:2]) < 5, (scene.name, located.id)


@pytest.mark.parametrize(
    ("exact", "mount", "limit_mm"),
    [
        (True, "whole", 0.15),
        (True, "head", 0.20),
        (True, "tab", 0.35),
        (False, "whole", 0.45),
        (False, "head", 0.50),
        (False, "tab", 0.65),
    ],
)
def test_bases_are_placed_as_exactly_as_asked(figures: Figures, exact: bool, mount: str, limit_mm: float) -> None:
    assert np.percentile(figures.errors[exact, mount], 95) <= limit_mm


def test_the_median_error_is_under_0_4_mm_and_levels_are_right(figures: Figures) -> None:
    assert np.median(np.concatenate(list(figures.errors.values()))) < 0.4
    assert np.mean(figures.levels) >= 0.99


def test_gaps_under_six_inches_are_within_half_a_millimetre(figures: Figures) -> None:
    assert np.percentile(np.abs(figures.gaps[True]), 95) <= 0.5
    assert np.percentile(np.abs(figures.gaps[False]), 95) <= 0.5


def test_the_stated_95_percent_is_honest(figures: Figures) -> None:
    # 68 mountings were drawn for these scenes, each photographed up to three times: of a true 95 %, 68 draws show less
    # than 61 inside once in forty times (binomial). test_mounting draws many more, and holds 92 to 98.
    assert 61 / 68 <= np.mean(figures.inside[False]) <= 0.98
    assert 0.92 <= np.mean(np.abs(figures.gap_z[False]) < 1.96) <= 0.98
    assert np.mean(figures.inside[True]) >= 0.95


def test_terrain_is_found_where_it_stands(figures: Figures) -> None:
    for scene in figures.scenes:
        truths = {truth["id"]: truth for truth in scene.truth["terrain"]}
        for name, located in scene.reading.terrain.items():
            off = np.linalg.norm(at_mm(located)[:2] - truths[name]["pos_mm"][:2])
            assert off < (0.3 if len(located.placement.tags) > 1 else 0.9), (scene.name, name, off)

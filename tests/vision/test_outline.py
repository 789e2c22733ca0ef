"""The outline of a box that was touched in the picture: on our own renders, and on those of the shared data."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from shapely import Polygon, hausdorff_distance

from calibration.errors import RigError
from calibration.pose.pose_fit import tag_height_mm
from calibration.rig import project
from calibration.tag_geometry import Pose2D
from simulation import example_catalogue, example_poses, example_rig, take_photo
from tests.vision.terrain_outlines import LIMIT_MM, cases, report
from vision.tags.detector import Detector
from vision.terrain_outline import propose_outline

SIZE = (1920, 1080)
BOXES = ("platform", "bunker", "tower")


class Bench:
    """The example table without its models, photographed; every box stands alone."""

    def __init__(self) -> None:
        catalogue = example_catalogue()
        terrain = tuple(entry for entry in catalogue.terrain if entry.id in BOXES)
        self.catalogue = catalogue.model_copy(update={"operatives": (), "markers": (), "terrain": terrain})
        self.rig = example_rig(SIZE)
        poses = example_poses()
        self.places = {name: poses.terrain[name] for name in BOXES}
        bare = type(poses)(operatives={}, terrain=self.places, markers={})
        self.image = take_photo(self.catalogue, bare, self.rig, seed=3).image
        found = Detector(self.catalogue.dictionary, self.catalogue.tag_ids, SIZE).detect(self.image).sightings
        sizes = self.catalogue.tag_sizes_mm
        self.tags = [(one, sizes[one.id]) for one in found]
        assert self.rig.pose is not None
        self.pose = self.rig.pose

    def top(self, name: str) -> tuple[np.ndarray, float]:
        """Corners (n, 2) of a box's top edge in board mm, and its height."""
        entry = next(one for one in self.catalogue.terrain if one.id == name)
        place = self.places[name]
        stand = Pose2D(place.x * 25.4, place.y * 25.4, place.z * 25.4, float(np.radians(place.rotation_deg)))
        corners = np.column_stack([np.asarray(entry.footprint_mm), np.zeros(4)])
        return stand.carry(corners)[:, :2], entry.z_mm[1]

    def touched(self, name: str) -> tuple[float, float]:
        corners, height = self.top(name)
        x, y = project(self.rig.camera, self.pose, np.array([[*corners.mean(axis=0), height]]))[0]
        return float(x), float(y)


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench()


def off_mm(found: np.ndarray, true: np.ndarray) -> float:
    return float(hausdorff_distance(Polygon(found), Polygon(true), 0.05))


@pytest.mark.parametrize("name", BOXES)
def test_a_box_of_known_height_is_outlined_at_its_top_edge(bench: Bench, name: str) -> None:
    true, height = bench.top(name)
    found = propose_outline(
        bench.image, bench.rig.camera, bench.pose, bench.touched(name), top_mm=height, tags=bench.tags
    )
    assert found is not None
    assert found.height_known
    assert off_mm(found.corners_mm, true) < LIMIT_MM
    assert Polygon(found.corners_mm).exterior.is_ccw
    assert found.support > 0.6


@pytest.mark.parametrize("name", BOXES)
def test_the_tags_on_a_box_say_how_high_it_is(bench: Bench, name: str) -> None:
    true, height = bench.top(name)
    found = propose_outline(bench.image, bench.rig.camera, bench.pose, bench.touched(name), tags=bench.tags)
    assert found is not None
    assert found.height_known
    assert abs(found.top_mm - height) < 3 * found.height_sigma_mm + 0.5
    assert off_mm(found.corners_mm, true) < 2 * LIMIT_MM


def test_a_tag_of_known_size_says_how_high_it_lies(bench: Bench) -> None:
    heights = {tag.id: entry.z_mm[1] + 0.2 for entry in bench.catalogue.terrain for tag in entry.tags}
    errors = []
    for sighting, size in bench.tags:
        height, sigma = tag_height_mm(bench.rig.camera, bench.pose, sighting, size)
        errors.append((height - heights.get(sighting.id, 0.0)) / sigma)
    assert np.abs(errors).max() < 4


def test_a_picture_of_another_size_is_refused(bench: Bench) -> None:
    with pytest.raises(RigError):
        propose_outline(bench.image[:100], bench.rig.camera, bench.pose, (10.0, 10.0), top_mm=50.0)


@pytest.mark.data
def test_four_of_five_boxes_of_the_shared_renders_are_within_two_millimetres(shared_data: Path) -> None:
    found = list(cases(shared_data / "renders" / "scenes", known=True))
    report("height given", found)
    assert len(found) > 50
    assert np.mean([case.off_mm <= LIMIT_MM for case in found]) >= 0.8

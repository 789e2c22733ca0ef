"""The project's own table: what a reader finds on it, and that it can be found again."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from geometry.base import MM_PER_INCH
from simulation import SimulatedPhoto, example_catalogue, example_poses, example_rig, take_photo

CATALOGUE, POSES = example_catalogue(), example_poses()


@pytest.fixture(scope="module")
def picture() -> SimulatedPhoto:
    return take_photo(CATALOGUE, POSES, example_rig())


def test_it_is_a_killzone_with_two_teams() -> None:
    assert len(CATALOGUE.board.tags) == 16
    assert [sum(entry.player == player for entry in CATALOGUE.operatives) for player in ("p1", "p2")] == [6, 6]
    heights = {round(entry.z_mm[1] / MM_PER_INCH, 6) for entry in CATALOGUE.terrain}
    assert {1.0, 2.0, 3.0, 4.0} <= heights
    assert len({entry.feature for entry in CATALOGUE.terrain}) == 7
    assert sum(entry.vantage for entry in CATALOGUE.terrain) == 3
    mounts = {entry.mount_of(tag) for entry in CATALOGUE.operatives for tag in entry.tags}
    assert mounts == {"tab", "head", "whole"}


def test_every_thing_stands_on_its_level() -> None:
    """Those on terrain are on its top and within its outline, the others on the floor and on no outline."""
    from shapely.geometry import Point, Polygon

    tops = {}
    for entry in CATALOGUE.terrain:
        at = POSES.terrain[entry.id]
        turn = np.radians(at.rotation_deg)
        turned = np.array(entry.footprint_mm) @ np.array(
            [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
        ) + np.array([at.x, at.y]) * MM_PER_INCH  # fmt: skip
        tops[entry.id] = Polygon(turned), round(entry.z_mm[1] / MM_PER_INCH, 6)
    shapes = {entry.id: entry.half_axes_mm[0] for entry in CATALOGUE.operatives}
    for name, at in POSES.operatives.items():
        disc = Point(at.x * MM_PER_INCH, at.y * MM_PER_INCH).buffer(shapes[name])
        under = [top for plan, top in tops.values() if plan.intersects(disc)]
        assert under in ([], [at.z]), name
        if under:
            assert any(plan.contains(disc) for plan, top in tops.values() if top == at.z), name


def test_every_tag_can_be_seen(picture: SimulatedPhoto) -> None:
    assert set(picture.tags) == CATALOGUE.tag_ids
    assert min(tag.seen for tag in picture.tags.values()) > 0.99


def test_plain_aruco_reads_nearly_all_of_it_and_nothing_else(picture: SimulatedPhoto) -> None:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12))
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(picture.image, cv2.COLOR_BGR2GRAY))
    found = {int(tag): corner.reshape(4, 2) for tag, corner in zip(np.ravel(ids), corners, strict=True)}
    assert set(found) <= CATALOGUE.tag_ids
    assert len(found) >= 0.9 * len(CATALOGUE.tag_ids)
    errors = [np.abs(found[tag] - picture.tags[tag].corners_px).max() for tag in found]
    assert np.median(errors) < 1.6  # OpenCV's contour corners lie about 1 px inside


def test_the_same_photograph_twice_is_the_same(picture: SimulatedPhoto) -> None:
    rig = example_rig((480, 270))
    one, other = (take_photo(CATALOGUE, POSES, rig, seed=5).image for _ in range(2))
    np.testing.assert_array_equal(one, other)
    assert picture.image.dtype == np.uint8
    assert picture.image.shape == (720, 1280, 3)

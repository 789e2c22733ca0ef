"""Things whose tags are not where the catalogue says, projected by OpenCV: tilted bases, other sizes, spoilt tags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest

from calibration.catalogue import OperativeEntry
from calibration.pose.board_pose import register
from calibration.pose.displacement import Cause
from calibration.pose.localisation import LocatedThing, place_standing, place_terrain
from calibration.tags import DEFAULT_TOLERANCE, TagSighting
from tests.calibration.conftest import World, make_world
from tests.depth import depth

NOISE_PX = 0.05
TWO_SIGMAS_CHI2 = 5.99


@dataclass(frozen=True)
class Stood:
    """A base as it really stands: its underside's centre (3,) mm, its rotation (3, 3), and how it was placed."""

    at: np.ndarray
    found: LocatedThing

    @property
    def covered(self) -> bool:
        """Whether the stated 95 % ellipse covers the truth."""
        where = self.found.placement
        off = np.array([where.x, where.y]) * 25.4 - self.at[:2]
        return bool(off @ np.linalg.solve(where.covariance_xy * 25.4**2, off) < TWO_SIGMAS_CHI2)


def rotation(vector: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.Rodrigues(np.asarray(vector, dtype=np.float64))[0])


def stood(
    seed: int,
    count: int,
    *,
    tilt_deg: tuple[float, float] = (0, 0),
    size: tuple[float, float] = (1, 1),
    spoil: Callable[[np.random.Generator, np.ndarray], np.ndarray] = lambda rng, corners: corners,
    residual: float = 0.05,
) -> Iterator[Stood]:
    """Yield operatives of one tag anywhere on the floor, tilted over the lowest point of their rims."""
    rng = np.random.default_rng(seed)
    world = make_world()
    registration = register(world.rig.camera, world.catalogue, world.sightings(rng))
    entries = [entry for entry in world.catalogue.operatives if len(entry.tags) == 1]
    for number in range(count):
        entry = entries[number % len(entries)]
        lean, towards = np.radians(rng.uniform(*tilt_deg)), rng.uniform(-np.pi, np.pi)
        turned = rotation(np.array([0, 0, rng.uniform(-3, 3)]))
        turned = rotation(lean * np.array([np.cos(towards), np.sin(towards), 0.0])) @ turned
        at = np.array([rng.uniform(60, 700), rng.uniform(60, 500), lowest(entry, turned)])
        corners = seen(world, entry, at, turned, rng.uniform(*size))
        corners = spoil(rng, corners + rng.normal(0, NOISE_PX, (4, 2)))
        sighting = TagSighting(entry.tags[0].id, corners, NOISE_PX**2 * np.eye(8), residual)
        tags = [(entry.tags[0], sighting)]
        yield Stood(at, place_standing(world.rig.camera, registration, entry, tags, {}, DEFAULT_TOLERANCE))


def lowest(entry: OperativeEntry, turned: np.ndarray) -> float:
    """Return the height of the underside's centre if the lowest point of the rim touches the floor."""
    around = np.linspace(0, 2 * np.pi, 720)
    long, short = entry.half_axes_mm
    rim = np.column_stack([long * np.cos(around), short * np.sin(around), np.zeros(720)])
    return float(-(rim @ turned.T)[:, 2].min())


def seen(world: World, entry: OperativeEntry, at: np.ndarray, turned: np.ndarray, size: float) -> np.ndarray:
    """Return the pixels of the corners of an operative's tag, by OpenCV's own projection."""
    tag = entry.tags[0]
    half = tag.size_mm * size / 2
    flat = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
    own = flat @ rotation(np.array([0, 0, np.radians(tag.angle_deg)])).T + np.array(tag.offset_mm)
    camera, pose = world.rig.camera, world.pose
    pixels, _ = cv2.projectPoints(
        own @ turned.T + at, pose.rvec, pose.tvec_mm, camera.camera_matrix, camera.dist_coeffs
    )
    return np.asarray(pixels[:, 0])


def test_the_95_percent_ellipse_of_a_tilted_base_covers_its_place() -> None:
    tilted = list(stood(1, depth(40, 400), tilt_deg=(3, 30)))
    assert np.mean([one.covered for one in tilted]) >= 0.9


def test_a_base_that_is_tilted_far_is_called_uncertain() -> None:
    doubts = [one.found.uncertain for one in stood(2, depth(24, 240), tilt_deg=(20, 30))]
    assert sum(doubt is not None for doubt in doubts) >= 0.95 * len(doubts)
    told = [doubt for doubt in doubts if doubt is not None and doubt.cause is Cause.TILTED]
    assert len(told) >= 0.8 * len(doubts)
    assert np.median([abs(doubt.tilt_deg - 25) for doubt in told]) < 8


@pytest.mark.parametrize(("size", "larger"), [((1.04, 1.3), True), ((0.7, 0.96), False)])
def test_tags_of_another_size_make_a_place_uncertain_and_leave_it_right(
    size: tuple[float, float], larger: bool
) -> None:
    for one in stood(3, depth(16, 160), size=size):
        assert one.covered
        assert one.found.uncertain is not None
        assert (one.found.uncertain.size_ratio > 1) == larger


def test_no_base_that_stands_as_catalogued_is_uncertain() -> None:
    flat = list(stood(4, depth(60, 2000)))
    assert [one for one in flat if one.found.uncertain is not None] == []
    assert np.mean([one.covered for one in flat]) >= 0.9


def bent(rng: np.random.Generator, corners: np.ndarray) -> np.ndarray:
    """Return the corners with one edge pulled inwards or outwards, as by a shadow along it."""
    side, by = rng.integers(4), rng.normal(0, 0.4)
    ends = [side, (side + 1) % 4]
    outwards = corners[ends].mean(axis=0) - corners.mean(axis=0)
    pulled = corners.copy()
    pulled[ends] += by * outwards / np.linalg.norm(outwards)
    return pulled


def test_the_bent_shape_of_a_spoilt_tag_does_not_make_its_base_tilted() -> None:
    """A tag with a covered edge has a residual, which a tilted tag has not."""
    spoilt = [one.found.uncertain for one in stood(5, depth(30, 300), spoil=bent, residual=0.13)]
    clean = [one.found.uncertain for one in stood(5, depth(30, 300), spoil=bent)]
    tilts = [sum(doubt is not None for doubt in each) for each in (spoilt, clean)]
    assert tilts[0] < tilts[1] / 2


@pytest.mark.parametrize("size", [0.72, 0.8, 0.85, 0.9, 1.1, 1.15, 1.2, 1.28])
def test_tags_of_another_size_on_terrain_leave_the_place_right(size: float) -> None:
    """Hypotheses on the floor and on the terrain are compared by the same measure, however badly each level fits."""
    rng = np.random.default_rng(round(size * 100))
    world = make_world()
    sightings = world.sightings(rng, NOISE_PX)
    camera, catalogue = world.rig.camera, world.catalogue
    registration = register(camera, catalogue, sightings)
    _, surfaces = place_terrain(camera, registration, catalogue, {one.id: one for one in sightings}, DEFAULT_TOLERANCE)
    tight = replace(DEFAULT_TOLERANCE, size_ratio=0.001)
    entry = next(one for one in catalogue.operatives if one.id == "tab")
    for _ in range(depth(6, 60)):
        at = np.array([rng.uniform(180, 220), rng.uniform(385, 415), 25.4])
        turned = rotation(np.array([0, 0, rng.uniform(-3, 3)]))
        corners = seen(world, entry, at, turned, size) + rng.normal(0, NOISE_PX, (4, 2))
        tags = [(entry.tags[0], TagSighting(entry.tags[0].id, corners, NOISE_PX**2 * np.eye(8), 0.09))]
        found = Stood(at, place_standing(camera, registration, entry, tags, surfaces, tight))
        assert found.found.uncertain is not None
        off = np.array([found.found.placement.x, found.found.placement.y]) * 25.4 - at[:2]
        assert off @ np.linalg.solve(found.found.placement.covariance_xy * 25.4**2, off) < 5**2

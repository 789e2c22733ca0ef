"""Each effect does to light, paper and rows what physics says, and nothing to the truth that it does not move."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.rig import project
from simulation import Renderer, example_catalogue, example_poses, perturb_tag_mounts, tag_truth
from simulation.degradations import CONDITIONS, GroundTruthImage, camera_effects, occluders, rendered_image
from simulation.degradations.ground_truth import moved_about, smaller_tags
from simulation.degradations.occluders import cover, rectangle
from simulation.render.sensor import Sensor
from tests.depth import depth

SIZE = (640, 360)


@pytest.fixture(scope="module")
def room() -> GroundTruthImage:
    return rendered_image(5, SIZE, samples=1)


@pytest.fixture(scope="module")
def spoiled_rooms(room: GroundTruthImage) -> dict[str, GroundTruthImage]:
    """The room under each condition."""
    return {condition.id: condition.applied(room, 3) for condition in CONDITIONS}


@pytest.fixture(scope="module")
def big() -> GroundTruthImage:
    return rendered_image(7, (1280, 720), samples=2)


def spot(room: GroundTruthImage, at: tuple[int, int]) -> GroundTruthImage:
    """The room dark but for one pixel of light, on a camera without faults."""
    light = np.zeros_like(room.light)
    light[at[1], at[0]] = 1.0
    return replace(room, light=light, sensor=Sensor.ideal())


def centre_and_spread(light: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centroid (x, y) and the covariance of the light about it."""
    weight = light[..., 0].astype(np.float64)
    y, x = np.nonzero(weight > 1e-7)
    points = np.stack([x, y], axis=1).astype(np.float64)
    mass = weight[y, x]
    middle = mass @ points / mass.sum()
    off = points - middle
    return middle, (off * mass[:, None]).T @ off / mass.sum()


def test_a_room_is_its_seed_s_own() -> None:
    one, again, other = (rendered_image(seed, (160, 90), samples=1) for seed in (5, 5, 6))
    assert np.array_equal(again.light, one.light)
    assert np.abs(other.light - one.light).max() > 0.1
    assert other.where_mm != one.where_mm


def test_the_conditions_have_names_of_their_own_and_each_is_the_same_again(
    room: GroundTruthImage, spoiled_rooms: dict[str, GroundTruthImage]
) -> None:
    assert len({each.id for each in CONDITIONS}) == len(CONDITIONS)
    for condition in CONDITIONS:
        one, two = spoiled_rooms[condition.id], condition.applied(room, 3)
        assert np.array_equal(one.picture(1), two.picture(1)), condition.id
        assert one.where_mm == room.where_mm, condition.id
        assert one.readable <= room.readable, condition.id


def test_every_condition_but_the_plain_one_changes_the_picture_or_what_is_believed(
    room: GroundTruthImage, spoiled_rooms: dict[str, GroundTruthImage]
) -> None:
    plain = room.picture(1)
    for condition in CONDITIONS[1:]:
        spoiled = spoiled_rooms[condition.id]
        same = np.array_equal(spoiled.picture(1), plain)
        told = spoiled.believed is room.believed and spoiled.catalogue is room.catalogue
        assert not (same and told), condition.id


@given(st.floats(1.0, 9.0), st.integers(0, 999))
def test_motion_blur_spreads_a_point_evenly_along_its_length_and_loses_no_light(length: float, seed: int) -> None:
    kernel = camera_effects.streak(length, np.random.default_rng(seed).uniform(0, 180))
    assert kernel.sum() == pytest.approx(1.0, abs=1e-5)
    y, x = np.mgrid[: kernel.shape[0], : kernel.shape[1]]
    assert (kernel * x).sum() == pytest.approx(kernel.shape[1] // 2, abs=1e-3)
    assert (kernel * y).sum() == pytest.approx(kernel.shape[0] // 2, abs=1e-3)
    variance = (kernel * ((x - kernel.shape[1] // 2) ** 2 + (y - kernel.shape[0] // 2) ** 2)).sum()
    # A line has a twelfth of its length squared; a point between pixels lies on both, which adds up to a half.
    assert length**2 / 12 - 1e-3 <= variance <= length**2 / 12 + 0.51


def test_defocus_makes_a_disc(room: GroundTruthImage) -> None:
    light = camera_effects.defocus(spot(room, (300, 200)), np.random.default_rng(0), 3.0).light
    middle, spread = centre_and_spread(light)
    assert middle == pytest.approx([300, 200], abs=1e-4)
    assert spread == pytest.approx(np.eye(2) * (3.0**2 / 4 + 1 / 12), abs=0.05)


def test_rows_wobble_by_their_own_amplitude_and_a_row_stays_a_row(room: GroundTruthImage) -> None:
    light = np.zeros_like(room.light)
    light[:, 300] = 1.0
    wobbled = camera_effects.wobble(replace(room, light=light), np.random.default_rng(4), 2.0).light
    rows = [centre_and_spread(wobbled[y : y + 1])[0][0] for y in range(20, 340)]
    rng = np.random.default_rng(4)
    frequency, phase, angle = rng.uniform(12, 55), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    t = np.arange(20, 340) / 360 * camera_effects.READOUT_S
    expected = 300 + 2.0 * np.cos(angle) * np.sin(2 * np.pi * frequency * t + phase)
    assert np.abs(np.asarray(rows) - expected).max() < 0.08


@pytest.mark.parametrize("seed", range(depth(2, 4)))
def test_a_bowed_mat_shows_its_points_where_a_raised_point_is_seen(room: GroundTruthImage, seed: int) -> None:
    rng = np.random.default_rng(seed)
    along, middle_up = int(rng.integers(2)), rng.random() < 0.5
    wide, deep = room.catalogue.board.size_mm
    for flat in (np.array([150.0, 120.0]), np.array([600.0, 430.0]), np.array([400.0, 300.0])):
        share = 2 * flat[along] / (wide, deep)[along] - 1
        rise = 4.0 * (1 - share**2 if middle_up else share**2)
        there = room.pixels(np.array([[*flat, 0.0]]))[0]
        blob = np.zeros_like(room.light)
        y, x = np.mgrid[: SIZE[1], : SIZE[0]]
        blob[...] = np.exp(-((x - there[0]) ** 2 + (y - there[1]) ** 2) / (2 * 2.5**2))[..., None]
        bowed = camera_effects.bowed(replace(room, light=blob), np.random.default_rng(seed), 4.0).light
        found = centre_and_spread(np.where(bowed > 1e-3, bowed, 0))[0]
        assert found == pytest.approx(room.pixels(np.array([[*flat, rise]]))[0], abs=0.03)


def test_a_stretched_mat_has_its_tags_further_apart_than_the_catalogue_says(room: GroundTruthImage) -> None:
    told = camera_effects.stretched(room, np.random.default_rng(0), 0.003).catalogue.board
    true = room.catalogue.board
    ratio = np.array(
        [
            np.ptp([tag.centre_mm[axis] for tag in true.tags]) / np.ptp([tag.centre_mm[axis] for tag in told.tags])
            for axis in (0, 1)
        ]
    )
    assert sorted(ratio) == pytest.approx([1.0, 1.003], abs=1e-9)


def test_what_a_room_says_of_its_tags_is_what_the_renderer_says(room: GroundTruthImage) -> None:
    """Two derivations of the same corners: the renderer's cards, and the room's own sums."""
    small = np.random.default_rng([5, 23])
    smaller_tags(example_catalogue(), small)
    poses = moved_about(example_poses(), small)
    renderer = Renderer(perturb_tag_mounts(room.catalogue, seed=5), room.rig)
    for tag_id, truth in tag_truth(renderer, poses).items():
        assert room.corners_px(room.tags[tag_id]) == pytest.approx(truth.corners_px, abs=1e-6)
        assert room.tags[tag_id].thing == truth.thing


def test_a_wrong_rig_is_believed_and_the_picture_is_the_same(room: GroundTruthImage) -> None:
    points = np.array([[100.0, 100.0, 0.0], [700.0, 500.0, 0.0]])
    pose = room.rig.pose
    assert pose is not None
    for spoiled in (
        camera_effects.wrong_focal(room, np.random.default_rng(0), 0.003),
        camera_effects.wrong_centre(room, np.random.default_rng(0), 10.0),
        camera_effects.wrong_distortion(room, np.random.default_rng(0), 0.03),
    ):
        assert np.array_equal(spoiled.light, room.light)
        apart = np.linalg.norm(project(spoiled.believed.camera, pose, points) - room.pixels(points), axis=1)
        assert apart.max() > 0.1
        assert np.array_equal(spoiled.rig.camera.camera_matrix, room.rig.camera.camera_matrix)


def test_hard_shadows_leave_their_share_and_take_it_once(room: GroundTruthImage) -> None:
    share = occluders.hard_shadows(room, np.random.default_rng(0), 0.2).light / np.maximum(room.light, 1e-6)
    assert share.min() == pytest.approx(0.2, abs=1e-3)
    assert share.max() == pytest.approx(1.0, abs=1e-4)
    dark, edge = (share[..., 0] < 0.21).mean(), ((share[..., 0] > 0.25) & (share[..., 0] < 0.95)).mean()
    assert dark > 0.02
    assert edge < dark


def test_what_lies_under_a_sheet_is_asked_of_nobody(room: GroundTruthImage) -> None:
    spoiled = occluders.paper_sheet(room, np.random.default_rng(3), 3)
    hidden = room.readable - spoiled.readable
    assert hidden
    for tag in room.tags.values():
        if tag.thing in spoiled.readable:
            x, y = np.round(room.corners_px(tag).mean(axis=0)).astype(int)
            changed = np.abs(spoiled.light[y - 1 : y + 2, x - 1 : x + 2] - room.light[y - 1 : y + 2, x - 1 : x + 2])
            assert changed.max() < 1e-4 or not changed.all()


@pytest.mark.parametrize("at", ["corner", "side"])
def test_a_touching_base_meets_the_square_and_leaves_the_rest_of_it_in_view(big: GroundTruthImage, at: str) -> None:
    spoiled = occluders.touching_bases(big, np.random.default_rng(1), at)
    assert spoiled.readable
    changed = np.abs(spoiled.light - big.light).max(axis=2) > 0.02
    for tag in big.tags.values():
        if tag.thing in spoiled.readable:
            corners = big.corners_px(tag)
            middle = corners.mean(axis=0)
            (window, inside) = cover(big.size_px, middle + (corners - middle) * 0.9)
            assert (changed[window] & (inside > 0.99)).sum() <= 0.04 * inside.sum()
            (window, around) = cover(big.size_px, middle + (corners - middle) * 1.25)
            assert (changed[window] & (around > 0.99)).any()


def test_coding_acts_after_the_sensor_and_a_film_keeps_the_picture(room: GroundTruthImage) -> None:
    plain = room.picture(1).astype(int)
    for spoiled in (
        camera_effects.jpeg(room, np.random.default_rng(0), 30),
        camera_effects.video(room, np.random.default_rng(0), "MJPG"),
    ):
        off = np.abs(spoiled.picture(1).astype(int) - plain)
        assert 0 < off.mean() < 8
    linear = camera_effects.gamma(room, np.random.default_rng(0), 1.0).picture(1)
    assert linear.mean() < plain.mean()


@given(st.tuples(st.floats(8, 30), st.floats(8, 30)), st.tuples(st.floats(2, 9), st.floats(2, 9)), st.floats(0, 180))
def test_a_painted_shape_covers_its_area(centre: tuple[float, float], sides: tuple[float, float], turn: float) -> None:
    _, share = cover((60, 60), rectangle(centre, sides, turn))
    area, around = sides[0] * sides[1], 2 * sum(sides)
    # Every eighth of a pixel that the border enters is drawn whole: at most one on each side, and a corner's on two.
    assert area - around / 16 <= share.sum() <= area + around / 8 + 4 / 64

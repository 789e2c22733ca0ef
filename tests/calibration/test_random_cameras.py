"""The board found by any camera that a table may have, with tags out of view, covered and moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from calibration.errors import RegistrationError
from calibration.pose.board_pose import Registration, register
from calibration.rig import BoardPose
from calibration.tags import TagSighting, Tolerance
from tests.calibration.random_views import (
    HEIGHT_MM,
    MODES,
    PLACES,
    WIDTH_MM,
    Eye,
    View,
    around,
    board_catalogue,
    random_lens,
    random_view,
    tag_square,
)
from tests.depth import depth

pytestmark = pytest.mark.long

CATALOGUE = board_catalogue()
MOST_MM = 4.0
CORNERS = np.array([[0, 0, 0], [WIDTH_MM, 0, 0], [WIDTH_MM, HEIGHT_MM, 0], [0, HEIGHT_MM, 0]], dtype=np.float64)


def found(view: View) -> Registration:
    return register(view.lens.model(), CATALOGUE, view.sightings)


def off_mm(view: View, pose: BoardPose) -> float:
    return view.off_mm(pose.rotation, pose.tvec_mm)


def seeds(mode: str, count: int) -> Iterator[int]:
    return (len(MODES) * k + MODES.index(mode) for k in range(count))


@pytest.mark.parametrize("mode", MODES)
def test_no_camera_is_refused_or_put_off_the_board_and_what_was_moved_is_named(mode: str) -> None:
    wrong: list[str] = []
    for seed in seeds(mode, depth(30, 125)):
        view = random_view(seed)
        assert 6 <= len(view.sightings) <= 16
        registration = found(view)
        pose = registration.pose
        camera_mm = float(np.linalg.norm(pose.camera_mm - view.eye.at))
        if off_mm(view, pose) > MOST_MM or camera_mm > 15 or set(registration.ignored) != set(view.displaced):
            wrong.append(f"seed {seed}: {off_mm(view, pose):.1f} mm, camera {camera_mm:.1f} mm, {registration.ignored}")
    assert wrong == []


@pytest.mark.parametrize("moves_mm", [(3.0, 4.0), (4.0, 12.0), (12.0, 60.0)])
def test_a_fifth_of_the_tags_moved_a_little_or_far_is_ignored(moves_mm: tuple[float, float]) -> None:
    for seed in range(5000, 5000 + depth(15, 60)):
        view = random_view(seed, moves_mm=moves_mm)
        registration = found(view)
        assert set(registration.ignored) == set(view.displaced), seed
        assert registration.pose.references == len(view.sightings) - len(view.displaced)
        assert off_mm(view, registration.pose) < MOST_MM, seed


def test_the_stated_covariance_covers_the_board_s_corners() -> None:
    inside = []
    for seed in range(depth(75, 300)):
        view = random_view(seed, print_mm=0.05)
        off, spread = off_and_stated(view, found(view).pose)
        inside.append(np.abs(off) < 1.96 * np.sqrt(np.einsum("nii->ni", spread)))
    assert 0.93 < np.mean(inside) < 0.99


def off_and_stated(view: View, pose: BoardPose) -> tuple[np.ndarray, np.ndarray]:
    """Return how far a pose has the board's corners off, (4, 2) mm, and the covariance it states, (4, 2, 2)."""
    assert pose.covariance is not None
    vector = np.concatenate([pose.rvec, pose.tvec_mm])
    steps = np.diag([1e-6] * 3 + [1e-3] * 3)
    slopes = [(meets(view, vector + step) - meets(view, vector - step)) / (2 * step.max()) for step in steps]
    jacobian = np.stack(slopes, axis=-1)
    return meets(view, vector) - CORNERS[:, :2], jacobian @ pose.covariance @ jacobian.transpose(0, 2, 1)


def meets(view: View, vector: np.ndarray) -> np.ndarray:
    """Return where the true rays to the board's corners meet the floor by a pose (rvec, tvec), (4, 2) mm."""
    rotation = np.asarray(cv2.Rodrigues(vector[:3])[0], dtype=np.float64)
    ways, at = view.eye.sees(CORNERS) @ rotation, -rotation.T @ vector[3:]
    met: np.ndarray = at - ways * (at[2] / ways[:, 2])[:, None]
    return met[:, :2]


@settings(max_examples=depth(25, 60), deadline=None)
@given(seed=st.integers(0, 2**31))
def test_four_or_five_tags_give_a_pose_as_good_as_stated_or_none(seed: int) -> None:
    view = random_view(seed, tags=(4, 5))
    try:
        pose = found(view).pose
    except RegistrationError:
        return
    off, spread = off_and_stated(view, pose)
    z = np.sqrt(np.einsum("ni,nij,nj->n", off, np.linalg.inv(spread), off)).max()
    assert off_mm(view, pose) < MOST_MM or z < 4.5


@settings(max_examples=depth(25, 40), deadline=None)
@example(seed=1578, share=0.1)
@given(seed=st.integers(0, 2**31), share=st.sampled_from([0.1, 0.3, 3.0]))
def test_corners_that_claim_another_noise_than_they_have_change_nothing(seed: int, share: float) -> None:
    view = random_view(seed, tags=(9, 16))
    claims = [TagSighting(s.id, s.corners_px, s.covariance_px * share**2) for s in view.sightings]
    registration = register(view.lens.model(), CATALOGUE, claims)
    assert off_mm(view, registration.pose) < MOST_MM
    assert set(registration.ignored) == set(view.displaced)


@settings(max_examples=depth(25, 30), deadline=None)
@given(seed=st.integers(0, 2**31))
def test_a_mirrored_picture_is_told_as_such(seed: int) -> None:
    view = random_view(seed)
    width = view.lens.size_px[0] - 1
    mirrored = [TagSighting(s.id, s.corners_px * [-1, 1] + [width, 0], s.covariance_px) for s in view.sightings]
    own = view.lens.model()
    flipped = own.camera_matrix.copy()
    flipped[0, 2] = width - flipped[0, 2]
    distortion = own.dist_coeffs * [1, 1, 1, -1, 1]
    with pytest.raises(RegistrationError) as error:
        register(type(own)(own.size_px, flipped, distortion), CATALOGUE, mirrored)
    assert error.value.message.code == "board-mirrored"


def test_chance_has_no_part_in_it() -> None:
    view = random_view(17)
    cv2.setRNGSeed(1)
    one = found(view).pose
    cv2.setRNGSeed(99)
    other = found(view).pose
    assert one.rvec.tobytes() == other.rvec.tobytes()
    assert one.tvec_mm.tobytes() == other.tvec_mm.tobytes()


def along_one_edge(noise_px: float, also: tuple[int, ...] = ()) -> View:
    """Return six tags of the top edge, and perhaps others, seen from straight above by a webcam."""
    rng = np.random.default_rng(3)
    lens = random_lens(np.random.default_rng(1), "webcam")
    rotation = around((1, 0, 0), 0.02) @ np.diag([1.0, -1.0, -1.0])
    eye = Eye(rotation, np.array([0, 0, 1250.0]) - rotation @ np.array([WIDTH_MM / 2, HEIGHT_MM / 2, 0]))
    seen = []
    for tag_id in (0, 5, 7, 9, 11, 1, *also):
        pixels = lens.pixels(eye.sees(tag_square(*PLACES[tag_id])))
        noisy = pixels + rng.normal(0, noise_px, (4, 2))
        seen.append(TagSighting(tag_id, noisy, np.eye(8) * noise_px**2))
    return View(0, "webcam", lens, eye, noise_px, tuple(seen))


def test_tags_along_one_edge_are_refused_where_they_leave_the_far_side_open() -> None:
    with pytest.raises(RegistrationError) as refusal:
        found(along_one_edge(1.0))
    assert refusal.value.message.code == "board-pose-uncertain"


@pytest.mark.parametrize(("noise_px", "also"), [(0.05, ()), (1.0, (2, 3))])
def test_tags_along_one_edge_do_where_they_are_exact_or_another_edge_is_seen(
    noise_px: float, also: tuple[int, ...]
) -> None:
    view = along_one_edge(noise_px, also)
    assert off_mm(view, found(view).pose) < MOST_MM


def in_one_spot(view: View) -> list[TagSighting]:
    return [TagSighting(s.id, np.full((4, 2), 500.0), s.covariance_px) for s in view.sightings]


def on_one_line(view: View) -> list[TagSighting]:
    return [
        TagSighting(s.id, np.array([[40.0 * k + 10 * corner, 300.0] for corner in range(4)]), s.covariance_px)
        for k, s in enumerate(view.sightings)
    ]


def far_out(view: View) -> list[TagSighting]:
    return [TagSighting(s.id, s.corners_px * 1e9, s.covariance_px) for s in view.sightings]


def claiming_nonsense(view: View) -> list[TagSighting]:
    return [TagSighting(s.id, s.corners_px, -s.covariance_px) for s in view.sightings]


@pytest.mark.parametrize("spoil", [in_one_spot, on_one_line, far_out, claiming_nonsense])
@pytest.mark.parametrize("seed", range(depth(2, 8)))
def test_what_no_pose_can_be_solved_from_is_refused_in_one_line(
    seed: int, spoil: Callable[[View], list[TagSighting]]
) -> None:
    view = random_view(seed)
    with pytest.raises(RegistrationError) as refusal:
        register(view.lens.model(), CATALOGUE, spoil(view))
    assert "\n" not in str(refusal.value)


def test_corners_that_claim_to_be_exact_and_are_give_the_exact_pose() -> None:
    exact = Tolerance(print_mm=0, mount_mm=0, mount_deg=0, size_ratio=0)
    for seed in range(12):
        view = random_view(seed, displaced=False)
        seen = [
            TagSighting(s.id, view.lens.pixels(view.eye.sees(tag_square(*PLACES[s.id]))), np.zeros((8, 8)))
            for s in view.sightings
        ]
        registration = register(view.lens.model(), CATALOGUE, seen, exact)
        assert off_mm(view, registration.pose) < 1e-3

"""What the verify plate says, and when it says nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
import pytest

from calibration.catalogue import ThingTag
from calibration.errors import VerifyError
from calibration.pose.accuracy import MAX_TILT_DEG, PLATE, PlateReading, certify, doubts_over_board, read_plate
from calibration.pose.board_pose import register
from calibration.pose.pose_fit import fit_pose
from calibration.tag_geometry import Pose2D, corners_in_object_frame
from calibration.tags import DEFAULT_TOLERANCE, TagSighting
from tests.calibration.conftest import World, shake
from tests.calibration.random_views import MODES, around, board_catalogue, random_view, tag_square

NOISE_PX = 0.08


def on_board(
    world: World,
    pose: Pose2D,
    *,
    seed: int | None = 0,
    scale: float = 1.0,
    shape: Callable[[np.ndarray], np.ndarray] = lambda corners: corners,
) -> dict[int, TagSighting]:
    rng = np.random.default_rng(seed)
    found = {}
    for tag_id, x, y in PLATE.places:
        tag = ThingTag(id=tag_id, size_mm=PLATE.size_mm * scale, offset_mm=(x * scale, y * scale, 0.2))
        pixels = world.corners_px(shape(pose.carry(corners_in_object_frame(tag))))
        found[tag_id] = TagSighting(tag_id, pixels + rng.normal(0, NOISE_PX, (4, 2)), np.eye(8) * NOISE_PX**2)
    return found


def read(world: World, seen: dict[int, TagSighting], **options: Any) -> PlateReading:
    sightings = world.sightings(np.random.default_rng(3), NOISE_PX)
    registration = register(world.rig.camera, world.catalogue, sightings)
    return read_plate("p.jpg", world.rig.camera, registration, seen, PLATE, **options)


POSES = [Pose2D(60, 60, 0, 0.1), Pose2D(500, 100, 0, 0.3), Pose2D(400, 350, 0, 1.2), Pose2D(250, 330, 0, -0.8)]


def test_a_good_rig_gets_a_good_certificate_with_honest_coverage(world: World) -> None:
    readings = [read(world, on_board(world, pose, seed=k)) for k, pose in enumerate(POSES)]
    paper = certify(readings, "cm3", date(2026, 3, 1), 2.9)
    assert abs(paper.bias_mm) < 0.05
    assert paper.p50_mm < paper.p95_mm <= paper.max_mm < 0.3
    assert 0.92 <= paper.coverage_95 <= 1.0
    data = json.loads(json.dumps(paper.to_json()))
    assert data["date"] == "2026-03-01"
    assert len(data["places"]) == 4
    assert data["distances"] == sum(len(r.errors_mm) for r in readings)
    for reading, pose in zip(readings, POSES, strict=True):
        middle = np.array([1.5 * PLATE.pitch_mm, 2 * PLATE.pitch_mm])
        cos, sin = np.cos(pose.angle), np.sin(pose.angle)
        at = [pose.x + cos * middle[0] - sin * middle[1], pose.y + sin * middle[0] + cos * middle[1]]
        assert np.abs(np.subtract(reading.centre_mm, at)).max() < 0.2


def test_a_bias_shows_as_bias(world: World) -> None:
    reading = read(world, on_board(world, POSES[0], scale=1.004))
    assert reading.bias_mm == pytest.approx(0.004 * 90, abs=0.12)
    assert read(world, on_board(world, POSES[0], scale=1.004), print_scale=1.004).bias_mm == pytest.approx(0, abs=0.06)


def scaled(world: World) -> dict[int, TagSighting]:
    return on_board(world, POSES[0], scale=0.97)


def bent(world: World) -> dict[int, TagSighting]:
    def arch(corners: np.ndarray) -> np.ndarray:
        arched: np.ndarray = corners + np.column_stack(
            [np.zeros((4, 2)), 8 * np.sin((corners[:, 0] - 60) / 144 * np.pi)]
        )
        return arched

    return on_board(world, POSES[0], shape=arch)


def tilted(world: World) -> dict[int, TagSighting]:
    def lean(corners: np.ndarray) -> np.ndarray:
        leant: np.ndarray = corners + np.column_stack([np.zeros((4, 2)), (corners[:, 0] - 60) * np.tan(np.radians(3))])
        return leant

    return on_board(world, POSES[0], shape=lean)


def hidden(world: World) -> dict[int, TagSighting]:
    return dict(list(on_board(world, POSES[0]).items())[:5])


@pytest.mark.parametrize(
    ("fault", "code", "figures"),
    [
        (scaled, "board-plate-scaled", {"scale": pytest.approx(0.97, abs=5e-4)}),
        (bent, "board-plate-bent", {}),
        (tilted, "board-plate-tilted", {"tilt": pytest.approx(3.0, abs=0.3), "most": MAX_TILT_DEG}),
        (hidden, "board-plate-few", {"seen": 5, "all": 20}),
    ],
)
def test_an_unusable_plate_is_refused(
    world: World, fault: Callable[[World], dict[int, TagSighting]], code: str, figures: dict[str, Any]
) -> None:
    with pytest.raises(VerifyError) as refusal:
        read(world, fault(world))
    message = refusal.value.message
    assert (message.code, message["file"]) == (code, "p.jpg")
    assert {name: message[name] for name in figures} == figures


@pytest.mark.parametrize("mode", MODES)
def test_a_flat_plate_is_read_by_any_camera(mode: str) -> None:
    catalogue = board_catalogue()
    for k in range(12):
        view = random_view(len(MODES) * k + MODES.index(mode), tags=(10, 16))
        rng = np.random.default_rng([k, 9])
        registration = register(view.lens.model(), catalogue, view.sightings)
        seen: dict[int, TagSighting] = {}
        while len(seen) < 10:
            turned, at = around((0, 0, 1), rng.uniform(0, 2 * np.pi)), [*rng.uniform([60, 60], [700, 500]), 0.2]
            seen = {}
            for tag_id, x, y in PLATE.places:
                points = view.eye.sees(tag_square(PLATE.size_mm, (x, y)) @ turned.T + np.array(at))
                pixels = view.lens.pixels(points)
                shown = (pixels > 4).all() and (pixels < np.array(view.lens.size_px) - 5).all()
                if shown and not view.lens.bends_back(points):
                    noisy = pixels + rng.normal(0, view.noise_px, (4, 2))
                    seen[tag_id] = TagSighting(tag_id, noisy, np.eye(8) * view.noise_px**2)
        reading = read_plate("p.jpg", view.lens.model(), registration, seen, PLATE)
        assert reading.tags == len(seen)
        assert abs(reading.bias_mm) < 0.25


def test_under_more_noise_only_a_bend_beyond_it_is_called_one(world: World) -> None:
    def noisy(seen: dict[int, TagSighting]) -> dict[int, TagSighting]:
        rng = np.random.default_rng(8)
        return {
            k: TagSighting(k, s.corners_px + rng.normal(0, 0.4, (4, 2)), np.eye(8) * 0.4**2) for k, s in seen.items()
        }

    assert read(world, noisy(on_board(world, POSES[0]))).tags == len(PLATE.places)
    with pytest.raises(VerifyError) as error:
        read(world, noisy(bent(world)))
    assert error.value.message.code == "board-plate-bent"


def test_without_photographs_there_is_no_certificate() -> None:
    with pytest.raises(VerifyError) as error:
        certify([], "cm3", date(2026, 3, 1), 0.0)
    assert error.value.message.code == "board-plate-none"


def test_the_doubt_over_the_board_is_that_of_drawn_tags(world: World) -> None:
    rng = np.random.default_rng(11)
    registration = register(world.rig.camera, world.catalogue, world.sightings(rng, NOISE_PX))
    doubts = doubts_over_board(world.rig.camera, registration, world.catalogue, NOISE_PX, 0.955)
    assert all(0 < one.exact < one.mounted for one in doubts)
    assert len({(one.x, one.y) for one in doubts}) == len(doubts)
    tag, tolerance = world.catalogue.operatives[0].tags[0], DEFAULT_TOLERANCE
    for stated in (doubts[0], doubts[len(doubts) // 2], doubts[-1]):
        off = []
        for _ in range(150):
            loose = shake(tag, rng, (tolerance.mount_mm, tolerance.mount_deg))
            true = Pose2D(stated.x * 25.4, stated.y * 25.4, float(rng.normal(0, tolerance.level_mm)), 0.0)
            pixels = world.corners_px(true.carry(corners_in_object_frame(loose))) + rng.normal(0, NOISE_PX, (4, 2))
            seen = [(tag, TagSighting(tag.id, pixels, np.eye(8) * NOISE_PX**2))]
            fit = fit_pose(world.rig.camera, registration, seen, 0.0, tolerance)
            off.append([fit.pose.x - true.x, fit.pose.y - true.y])
        drawn_mm = float(np.sqrt(2 * np.linalg.eigvalsh(np.cov(np.array(off).T))[-1]))
        assert stated.mounted * 25.4 / 1.6954 == pytest.approx(drawn_mm, rel=0.25)

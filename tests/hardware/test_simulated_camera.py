"""The simulated table as a live camera: its pace, its times, and its faults on command."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from calibration.catalogue import Catalogue, parse_catalogue
from geometry.placement import Placement
from hardware.cameras import CameraReport, CameraState, Capability, Supervisor, SupervisorLimits
from hardware.errors import CameraError
from simulation import PlayedScene, Poses, Sensor, example_rig
from simulation.cameras.table_camera import SimulatedCamera
from simulation.render.rays import CameraRays
from vision.frame import Frame

RIG = example_rig((320, 180))


def one_operative() -> Catalogue:
    return parse_catalogue(
        {
            "version": 1,
            "dictionary": "DICT_ARUCO_MIP_36h12",
            "board": {"size_mm": [762, 559], "tags": []},
            "operatives": [{"id": "a", "base_mm": 60, "tags": [{"id": 40, "size_mm": 35, "offset_mm": [0, 0, 3.85]}]}],
        }
    )


def walking(t_s: float) -> Poses:
    """Walks to the right at 4 inches a second, beginning at x = 5."""
    return Poses(operatives={"a": Placement("a", 5 + 4 * t_s, 11.0)})


def camera(fps: float = 25.0, sensor: Sensor | None = None) -> SimulatedCamera:
    return SimulatedCamera(PlayedScene(one_operative(), walking), RIG, fps=fps, sensor=sensor)


@pytest.fixture
def ours() -> Iterator[SimulatedCamera]:
    made = camera()
    made.open()
    yield made
    made.close()


def brightest_x(image: np.ndarray) -> float:
    """The column of the white base top."""
    weight = np.maximum(image.mean(axis=2) - 150, 0).sum(axis=0)
    return float((weight * np.arange(len(weight))).sum() / weight.sum())


def test_frames_are_due_at_the_pace_and_handed_over_then(ours: SimulatedCamera) -> None:
    frames = []
    for frame in itertools.islice(ours.frames(), 8):
        assert time.monotonic() >= frame.captured_s
        frames.append(frame)
    due = np.array([frame.captured_s for frame in frames])
    periods = np.diff(due) * 25
    np.testing.assert_allclose(periods, np.round(periods), atol=1e-6)
    assert (periods > 0.99).all()
    assert frames[0].camera_id == "simulated"
    assert ours.mode.size_px == frames[0].size_px == (320, 180)
    assert {Capability.LIVE, Capability.RESTLESS} <= ours.capabilities


def test_a_frame_shows_the_poses_of_its_own_time() -> None:
    """The base's column, through the lens, is where the script has it at `captured_s`."""
    made = camera(sensor=Sensor.ideal())
    made.open()
    view = CameraRays(RIG)
    for frame in itertools.islice(made.frames(), 2, 7):
        x = (5 + 4 * (frame.captured_s - made.epoch_s)) * 25.4
        expected = view.project(np.array([[x, 11 * 25.4, 3.85]]))[0, 0]
        assert brightest_x(frame.image) == pytest.approx(expected, abs=1.0)
    made.close()


def test_a_slow_camera_leaves_frames_out_and_does_not_fall_behind() -> None:
    def slowly(t_s: float) -> Poses:
        time.sleep(0.004)
        return walking(t_s)

    made = SimulatedCamera(PlayedScene(one_operative(), slowly), RIG, fps=1000.0)
    made.open()
    frames = made.frames()
    first = next(frames)
    *_, last = itertools.islice(frames, 11)
    assert last.captured_s - first.captured_s > 3 * 11 / 1000
    made.close()


def test_two_pictures_of_the_same_are_not_the_same() -> None:
    made = SimulatedCamera(PlayedScene(one_operative(), lambda _: walking(0.0)), RIG, fps=50.0)
    made.open()
    one, other = itertools.islice(made.frames(), 2)
    assert (one.image != other.image).mean() > 0.3
    made.close()


def test_it_must_be_open(ours: SimulatedCamera) -> None:
    closed = camera()
    with pytest.raises(CameraError) as error:
        next(closed.frames())
    assert error.value.message.code == "camera-not-open"
    with pytest.raises(CameraError) as error:
        _ = closed.epoch_s
    assert error.value.message.code == "simulation-not-begun"
    frames = ours.frames()
    next(frames)
    ours.close()
    assert next(frames, None) is None


def test_unplugged_it_raises_until_it_is_plugged_in_again(ours: SimulatedCamera) -> None:
    frames = ours.frames()
    next(frames)
    began_s = ours.epoch_s
    ours.unplug()
    with pytest.raises(CameraError) as error:
        next(frames)
    assert error.value.message.code == "simulation-unplugged"
    ours.close()
    with pytest.raises(CameraError) as error:
        ours.open()
    assert error.value.message.code == "simulation-unplugged"
    ours.plug()
    ours.open()
    assert next(ours.frames()).captured_s > began_s
    assert ours.epoch_s == began_s


def test_frozen_it_repeats_itself_and_thawed_it_goes_on(ours: SimulatedCamera) -> None:
    frames = ours.frames()
    next(frames)
    ours.freeze()
    next(frames)
    one, other = next(frames), next(frames)
    assert (one.image == other.image).all()
    assert other.captured_s > one.captured_s
    ours.thaw()
    assert (next(frames).image != other.image).any()


def test_blacked_out_it_shows_only_noise(ours: SimulatedCamera) -> None:
    frames = ours.frames()
    assert next(frames).image.mean() > 30
    ours.black_out()
    next(frames)
    dark = next(frames).image
    assert dark.mean() < 6
    assert dark.std() > 0
    ours.light_up()
    next(frames)
    assert next(frames).image.mean() > 30


def test_bumped_it_looks_elsewhere_and_says_where() -> None:
    made = SimulatedCamera(PlayedScene(one_operative(), lambda _: walking(1.0)), RIG, fps=20.0, sensor=Sensor.ideal())
    made.open()
    frames = made.frames()
    before = brightest_x(next(frames).image)
    rig = made.bump(shift_mm=(30.0, 0.0, 0.0), tilt_deg=0.0)
    assert rig.pose is not None
    assert RIG.pose is not None
    assert rig.pose.camera_mm - RIG.pose.camera_mm == pytest.approx([30.0, 0.0, 0.0], abs=1e-6)
    next(frames)
    after = brightest_x(next(frames).image)
    moved = CameraRays(rig).project(np.array([[9 * 25.4, 11 * 25.4, 3.85]]))[0, 0]
    assert after == pytest.approx(moved, abs=1.0)
    assert before - after > 5
    made.close()


def wait_for(condition: Callable[[], bool], timeout_s: float = 60.0) -> None:
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_supervised_it_survives_every_fault() -> None:
    frames: list[Frame] = []
    reports: list[CameraReport] = []
    made = camera()
    watch = SupervisorLimits(frozen_after_s=0.4, dark_after_s=0.3, first_retry_s=0.05, longest_retry_s=0.1)
    supervisor = Supervisor(made, frames.append, reports.append, watch=watch)
    supervisor.start()

    def times(state: CameraState) -> int:
        return sum(report.state is state for report in reports)

    def lost(state: CameraState) -> None:
        wait_for(lambda: times(state) >= 1)

    def runs_again(count: int) -> None:
        wait_for(lambda: times(CameraState.RUNNING) == count)
        seen = len(frames)
        wait_for(lambda: len(frames) > seen + 2)

    wait_for(lambda: times(CameraState.RUNNING) == 1)
    for break_it, mend_it, state, count in (
        (made.unplug, made.plug, CameraState.LOST, 2),
        (made.freeze, made.thaw, CameraState.FROZEN, 3),
        (made.black_out, made.light_up, CameraState.DARK, 4),
    ):
        break_it()
        lost(state)
        mend_it()
        runs_again(count)
    supervisor.stop()
    assert reports[-1].state is CameraState.CLOSED

"""A camera that is lost, frozen, dark or broken is reported and opened again; the program goes on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
import pytest

from hardware.cameras import (
    CameraIdentity,
    CameraMode,
    CameraReport,
    CameraState,
    Capability,
    Supervisor,
    SupervisorLimits,
)
from hardware.cameras.camera import utc_at
from hardware.errors import CameraError
from messages.message import Message
from vision.frame import Frame

QUICK = SupervisorLimits(frozen_after_s=0.12, dark_after_s=0.1, first_retry_s=0.03, longest_retry_s=0.1)
RESTLESS = frozenset({Capability.LIVE, Capability.RESTLESS})


class ScriptedCamera:
    """Gives noise 100 times a second; a switch says what goes wrong."""

    def __init__(self, capabilities: frozenset[Capability] = RESTLESS) -> None:
        self.identity = CameraIdentity("scripted", "scripted", "scripted")
        self.capabilities = capabilities
        self.mode = CameraMode((32, 24), 100.0, "BGR888")
        self.fault: Callable[[], object] | None = None
        self.refuses = False
        self.frozen = False
        self.dark = False
        self.pictures = 10**9
        self.opened = self.closed = 0
        self._open = threading.Event()
        self._rng = np.random.default_rng(1)
        self._image = np.zeros((24, 32, 3), np.uint8)

    def open(self) -> None:
        if self.refuses:
            raise CameraError("camera-none-found", camera="scripted")
        self.opened += 1
        self._open.set()

    def close(self) -> None:
        self.closed += 1
        self._open.clear()

    def frames(self) -> Iterator[Frame]:
        while self._open.is_set() and self.pictures > 0:
            time.sleep(0.01)
            if self.fault is not None:
                self.fault()
            if not self.frozen:
                self._image = self._rng.integers(0, 4 if self.dark else 256, (24, 32, 3)).astype(np.uint8)
            self.pictures -= 1
            now_s = time.monotonic()
            yield Frame(self._image, now_s, utc_at(now_s), "scripted")


class Witness:
    """Keeps what a supervisor says."""

    def __init__(self, camera: ScriptedCamera, watch: SupervisorLimits = QUICK) -> None:
        self.frames: list[Frame] = []
        self.reports: list[CameraReport] = []
        self.camera = camera
        self.supervisor = Supervisor(camera, self.frames.append, self.reports.append, watch=watch)

    def __enter__(self) -> Witness:
        self.supervisor.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.supervisor.stop()

    def states(self) -> list[CameraState]:
        return [report.state for report in self.reports]

    def until(self, condition: Callable[[], bool], timeout_s: float = 30.0) -> None:
        deadline = time.monotonic() + timeout_s
        while not condition():
            assert time.monotonic() < deadline, self.reports
            time.sleep(0.005)

    def until_state(self, state: CameraState, times: int = 1) -> CameraReport:
        self.until(lambda: self.states().count(state) >= times)
        return [report for report in self.reports if report.state is state][times - 1]


def test_a_good_camera_opens_runs_and_closes() -> None:
    with Witness(ScriptedCamera()) as seen:
        running = seen.until_state(CameraState.RUNNING)
        seen.until(lambda: len(seen.frames) > 5)
    assert seen.states() == [CameraState.OPENING, CameraState.RUNNING, CameraState.CLOSED]
    assert running.mode == seen.camera.mode
    assert running.at_utc.tzinfo is not None
    assert seen.camera.closed >= 1


def test_a_lost_camera_is_said_and_comes_back() -> None:
    with Witness(ScriptedCamera()) as seen:
        seen.until_state(CameraState.RUNNING)

        def pull() -> None:
            raise CameraError("camera-not-open", camera="scripted")

        seen.camera.refuses, seen.camera.fault = True, pull
        lost = seen.until_state(CameraState.LOST)
        assert lost.message == Message.of("camera-not-open", camera="scripted")
        assert lost.retry_in_s == pytest.approx(0.03)
        seen.until_state(CameraState.LOST, 4)
        count = len(seen.frames)
        seen.camera.refuses, seen.camera.fault = False, None
        seen.until_state(CameraState.RUNNING, 2)
        seen.until(lambda: len(seen.frames) > count + 3)
    waits = [report.retry_in_s for report in seen.reports if report.state is CameraState.LOST]
    assert waits[:4] == pytest.approx([0.03, 0.06, 0.1, 0.1])
    attempts = [report.attempt for report in seen.reports if report.state is CameraState.LOST]
    assert attempts[:4] == [0, 1, 2, 3]


def test_after_it_has_run_the_waits_begin_anew() -> None:
    with Witness(ScriptedCamera()) as seen:
        for loss in (1, 2, 3):
            seen.until_state(CameraState.RUNNING, loss)

            def pull() -> None:
                seen.camera.fault = None
                raise CameraError("camera-not-open", camera="scripted")

            seen.camera.fault = pull
            assert seen.until_state(CameraState.LOST, loss).retry_in_s == pytest.approx(0.03)


def test_a_frozen_camera_is_said_and_its_pictures_are_kept_back() -> None:
    with Witness(ScriptedCamera()) as seen:
        seen.until_state(CameraState.RUNNING)
        seen.camera.frozen = True
        frozen = seen.until_state(CameraState.FROZEN)
        assert frozen.message.code == "camera-frozen"
        count, opened = len(seen.frames), seen.camera.opened
        seen.until_state(CameraState.FROZEN, 3)
        assert seen.camera.opened > opened
        assert len(seen.frames) == count
        assert seen.states().count(CameraState.RUNNING) == 1, "opening a frozen camera is no recovery"
        seen.camera.frozen = False
        seen.until_state(CameraState.RUNNING, 2)


def test_equal_pictures_of_a_camera_without_noise_mean_nothing() -> None:
    with Witness(ScriptedCamera(frozenset())) as seen:
        seen.camera.frozen = True
        seen.until(lambda: len(seen.frames) > 30)
    assert CameraState.FROZEN not in seen.states()


def test_a_camera_that_is_being_opened_is_told_to_people_without_its_address() -> None:
    with Witness(ScriptedCamera()) as seen:
        said = seen.until_state(CameraState.OPENING).message
    assert said == Message.of("camera-opening")


def test_darkness_is_said_and_light_too() -> None:
    with Witness(ScriptedCamera()) as seen:
        seen.until_state(CameraState.RUNNING)
        seen.camera.dark = True
        assert seen.until_state(CameraState.DARK).message == Message.of("camera-dark")
        seen.camera.dark = False
        seen.until_state(CameraState.RUNNING, 2)
    assert CameraState.LOST not in seen.states()


def test_a_fault_that_nobody_foresaw_is_a_report_too() -> None:
    with Witness(ScriptedCamera()) as seen:
        seen.until_state(CameraState.RUNNING)

        def break_down() -> None:
            seen.camera.fault = None
            raise ZeroDivisionError("driver")

        seen.camera.fault = break_down
        crashed = seen.until_state(CameraState.LOST).message
        assert (crashed.code, crashed["kind"], crashed["fault"]) == ("camera-crashed", "ZeroDivisionError", "driver")
        seen.until_state(CameraState.RUNNING, 2)


def test_the_last_image_of_a_finite_camera_is_held() -> None:
    camera = ScriptedCamera(frozenset({Capability.FINITE}))
    camera.pictures = 4
    with Witness(camera) as seen:
        ended = seen.until_state(CameraState.ENDED)
        assert ended.message.code == "camera-ended"
        seen.until(lambda: len(seen.frames) >= 7)
    assert camera.opened == 1
    held = seen.frames[3:]
    assert all(np.array_equal(frame.image, held[0].image) for frame in held)
    assert all(after.captured_s > before.captured_s for before, after in pairwise(held))
    assert seen.reports[-1].state is CameraState.CLOSED


def test_a_camera_that_repeats_its_images_says_so() -> None:
    with Witness(ScriptedCamera(frozenset({Capability.LOOPS}))) as seen:
        assert seen.until_state(CameraState.RUNNING).message.code == "camera-looping"


def test_a_camera_that_does_not_let_go_is_named() -> None:
    held = threading.Event()
    camera = ScriptedCamera()
    camera.fault = held.wait
    seen = Witness(camera)
    seen.supervisor.start()
    seen.until(lambda: camera.opened == 1)
    with pytest.raises(CameraError) as error:
        seen.supervisor.stop(timeout_s=0.05)
    assert error.value.message == Message.of("camera-will-not-close", camera="scripted", seconds=0.05)
    held.set()
    seen.supervisor.stop()


@pytest.mark.parametrize("wrong", [{"first_retry_s": 0.0}, {"growth": 0.5}, {"frozen_after_s": 0.0}])
def test_a_watch_that_cannot_be_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        SupervisorLimits(**wrong)


def test_a_camera_that_stalls_is_said_closed_and_opened_again_when_it_lets_go() -> None:
    camera = ScriptedCamera()
    held, let_go = threading.Event(), threading.Event()

    def stall() -> None:
        held.set()
        let_go.wait(60)

    watch = SupervisorLimits(stalled_after_s=0.3, stalled_after_pictures=4.0, first_retry_s=0.03, longest_retry_s=0.1)
    with Witness(camera, watch) as seen:
        seen.until(lambda: len(seen.frames) > 3)

        def stalls() -> int:
            return sum(report.message.code == "camera-stalled" for report in list(seen.reports))

        stalls_before = stalls()
        camera.fault = stall
        assert held.wait(60)
        seen.until(lambda: stalls() > stalls_before)
        assert seen.states()[-1] is CameraState.LOST
        camera.fault = None
        opened, before = camera.opened, len(seen.frames)
        let_go.set()
        seen.until(lambda: camera.opened > opened and len(seen.frames) > before + 3)
        assert seen.states()[-1] is CameraState.RUNNING
        lost = {one.message.code for one in seen.reports if one.state is CameraState.LOST}
        assert lost <= {"camera-stalled", "camera-stopped"}


def test_a_stall_is_said_for_as_long_as_it_lasts_and_a_late_picture_ends_it_no_more_than_opening_does() -> None:
    camera = ScriptedCamera()
    stalls = threading.Event()

    def stall_until_closed() -> None:
        while stalls.is_set() and camera._open.is_set():
            time.sleep(0.002)

    camera.fault = stall_until_closed
    watch = SupervisorLimits(stalled_after_s=0.3, stalled_after_pictures=4.0, first_retry_s=0.03, longest_retry_s=0.1)
    with Witness(camera, watch) as seen:
        seen.until(lambda: len(seen.frames) > 3)
        before, pictures = len(seen.reports), len(seen.frames)
        stalls.set()
        seen.until(lambda: sum(one.message.code == "camera-stalled" for one in seen.reports) >= 8)
        said = seen.reports[before:]
        assert {one.state for one in said} == {CameraState.LOST}
        assert {one.message.code for one in said} == {"camera-stalled"}, said
        assert len(seen.frames) <= pictures + 1
        whole_s = [one.message["seconds"] for one in said]
        assert whole_s == sorted(whole_s)
        assert whole_s[-1] >= 1, "it says since when there is none, not since when it was opened last"
        stalls.clear()
        seen.until(lambda: len(seen.frames) > pictures + 5)
        assert seen.states()[-1] is CameraState.RUNNING


def test_a_slow_camera_is_given_the_time_that_its_pictures_take() -> None:
    camera = ScriptedCamera()
    camera.mode = CameraMode((32, 24), 2.0, "BGR888")
    camera.fault = lambda: time.sleep(0.4)
    with Witness(camera, SupervisorLimits(stalled_after_s=0.2, stalled_after_pictures=8.0)) as seen:
        seen.until(lambda: len(seen.frames) > 3)
        assert CameraState.LOST not in seen.states()

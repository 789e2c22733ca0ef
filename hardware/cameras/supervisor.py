"""Camera supervisor: opens a camera, watches it, and reopens it after faults, so that it never ends the program."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from hardware.cameras.camera import Camera, CameraMode, Capability
from hardware.errors import CameraError
from messages.message import Message
from vision.frame import Frame, FrameError

LOOK_EVERY_S = 0.25
HOLD_EVERY_S = 0.2
"""Interval at which the last frame of a finite camera is repeated."""


class CameraState(StrEnum):
    """State of a supervised camera.

    `RUNNING` delivers frames; `DARK` delivers frames that are black; `FROZEN` repeats the same frame and `LOST`
    delivers none, and both are reopened. `ENDED` has delivered all its frames and repeats the last one,
    `CLOSED` was stopped.
    """

    OPENING = "opening"
    RUNNING = "running"
    DARK = "dark"
    FROZEN = "frozen"
    LOST = "lost"
    ENDED = "ended"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class CameraReport:
    """Change of a camera's state: the time, the reason, and the delay until the next attempt.

    `attempt` counts the openings since it last ran; `mode` is known while it runs. `fault` is an unexpected exception.
    """

    camera_id: str
    state: CameraState
    at_s: float
    at_utc: datetime
    message: Message
    attempt: int = 0
    retry_in_s: float | None = None
    mode: CameraMode | None = None
    fault: Exception | None = None


@dataclass(frozen=True, slots=True)
class SupervisorLimits:
    """Limits of a supervisor, in seconds: time of equal, dark or missing frames, and delays between attempts.

    For a slow camera, frames may be missing for `stalled_after_pictures` frame intervals. Delays grow from
    `first_retry_s` by the factor `growth` up to `longest_retry_s`. A frame is dark if the mean of its codes is at most
    `dark_code`.
    """

    frozen_after_s: float = 1.5
    dark_after_s: float = 1.0
    stalled_after_s: float = 10.0
    stalled_after_pictures: float = 8.0
    dark_code: float = 6.0
    first_retry_s: float = 0.5
    growth: float = 2.0
    longest_retry_s: float = 8.0

    def __post_init__(self) -> None:
        if not (0 < self.first_retry_s <= self.longest_retry_s and self.growth >= 1 and self.frozen_after_s > 0):
            raise ValueError(f"{self!r}: out of range")

    def waits(self) -> Iterator[float]:
        """Yield the delay before each next attempt."""
        wait_s = self.first_retry_s
        while True:
            yield wait_s
            wait_s = min(wait_s * self.growth, self.longest_retry_s)


class _FrozenError(CameraError):
    """The camera repeats the same frame."""


class Supervisor:
    """Supervisor that reads one camera in a separate thread and reopens it whenever it is lost.

    `on_frame` and `on_report` are called in that thread; the repeated frames of a frozen camera are not passed on.
    Every fault of the camera becomes a report, never an exception.
    """

    def __init__(
        self,
        camera: Camera,
        on_frame: Callable[[Frame], None],
        on_report: Callable[[CameraReport], None],
        *,
        watch: SupervisorLimits | None = None,
    ) -> None:
        self._camera = camera
        self._on_frame = on_frame
        self._on_report = on_report
        self._watch = watch or SupervisorLimits()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"camera {camera.identity.id}", daemon=True)
        self._guard = threading.Thread(target=self._look_after, name=f"stall {camera.identity.id}", daemon=True)
        self._awaited_s: float | None = None
        self._pictured_s: float | None = None
        self._stalled: Message | None = None
        self._state: CameraState | None = None
        self._attempt = 0
        self._last: NDArray[np.uint8] | None = None
        self._held: Frame | None = None
        self._changed_s = 0.0
        self._lit_s = 0.0

    def start(self) -> None:
        """Start both threads."""
        self._thread.start()
        self._guard.start()

    def stop(self, timeout_s: float = 10.0) -> None:
        """Close the camera and wait for the thread; `CameraError` if the camera does not respond in time."""
        self._stop.set()
        self._camera.close()
        if self._guard.is_alive():
            self._guard.join(timeout_s)
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        if self._thread.is_alive():
            raise CameraError("camera-will-not-close", camera=self._camera.identity.spec, seconds=timeout_s)

    def _look_after(self) -> None:
        """Report a camera without frames, and close it, so that it is reopened if it responds."""
        while not self._stop.wait(LOOK_EVERY_S):
            awaited_s = self._awaited_s
            if awaited_s is None or time.monotonic() - awaited_s < self._patience_s():
                continue
            self._awaited_s = None
            self._stalled = self._no_picture(self._pictured_s or awaited_s)
            self._report(CameraState.LOST, self._stalled)
            self._camera.close()

    def _no_picture(self, since_s: float) -> Message:
        still_s = time.monotonic() - since_s
        return Message.of("camera-stalled", camera=self._camera.identity.spec, seconds=round(still_s))

    def _patience_s(self) -> float:
        try:
            fps = self._camera.mode.fps
        except CameraError:
            fps = None
        apart_s = 1 / fps if fps else 0.0
        return max(self._watch.stalled_after_s, self._watch.stalled_after_pictures * apart_s)

    def _run(self) -> None:
        waits = self._watch.waits()
        while not self._stop.is_set():
            self._attempt += 1
            unexpected = None
            try:
                if self._read():
                    self._hold_last()
                    break
            except _FrozenError as fault:
                state, message = CameraState.FROZEN, fault.message
            except (CameraError, FrameError) as fault:
                state, message = CameraState.LOST, fault.message
            except Exception as fault:  # a fault in a driver must not end the table
                state, unexpected = CameraState.LOST, fault
                message = Message.of(
                    "camera-crashed",
                    camera=self._camera.identity.spec,
                    kind=type(fault).__name__,
                    fault=fault,
                )
            else:
                state = CameraState.LOST
                message = self._stalled or Message.of("camera-stopped", camera=self._camera.identity.spec)
            finally:
                self._awaited_s = None
                self._camera.close()
            if self._stop.is_set():
                break
            if self._attempt == 0:  # it has run since the last attempt
                waits = self._watch.waits()
            retry_in_s = next(waits)
            self._report(state, message, retry_in_s, fault=unexpected)
            self._stop.wait(retry_in_s)
        self._report(CameraState.CLOSED, Message.of("camera-closed"))

    def _hold_last(self) -> None:
        """Report that all frames have been shown, and repeat the last one until the camera is closed."""
        held = self._held
        self._report(CameraState.ENDED, Message.of("camera-ended"))
        while held is not None and not self._stop.wait(HOLD_EVERY_S):
            now_s = time.monotonic()
            self._on_frame(replace(held, captured_s=now_s, captured_utc=datetime.now(UTC)))

    def _read(self) -> bool:
        """Read until the camera ends (True) or is closed (False)."""
        self._report(CameraState.OPENING, Message.of("camera-opening"))
        self._camera.open()
        self._lit_s = time.monotonic()
        restless = Capability.RESTLESS in self._camera.capabilities
        live = Capability.LIVE in self._camera.capabilities
        finite = Capability.FINITE in self._camera.capabilities
        running = "camera-looping" if Capability.LOOPS in self._camera.capabilities else "camera-running"
        self._stalled = None
        self._awaited_s = time.monotonic() if live else None
        self._pictured_s = self._pictured_s or self._awaited_s
        for frame in self._camera.frames():
            now_s = time.monotonic()
            self._awaited_s = now_s if live else None
            if self._stop.is_set() or self._stalled is not None:  # frames of a closed camera are outdated
                return False
            self._pictured_s = now_s
            if restless and self._same(frame):
                continue
            dark = self._is_dark(frame)
            state = CameraState.DARK if dark else CameraState.RUNNING
            if state is not self._state:
                self._attempt = 0
                message = Message.of("camera-dark") if dark else Message.of(running)
                self._report(state, message, mode=self._camera.mode)
            self._held = frame if finite else None
            self._on_frame(frame)
        return not self._stop.is_set() and finite

    def _same(self, frame: Frame) -> bool:
        """Return whether this frame equals the last; `_FrozenError` if they have been equal for too long."""
        now_s = time.monotonic()
        last, self._last = self._last, frame.image
        if last is None or last.shape != frame.image.shape or not np.array_equal(last[::5], frame.image[::5]):
            self._changed_s = now_s
            return False
        still_s = now_s - self._changed_s
        if still_s > self._watch.frozen_after_s:
            raise _FrozenError("camera-frozen", camera=self._camera.identity.spec, seconds=round(still_s, 1))
        return True

    def _is_dark(self, frame: Frame) -> bool:
        now_s = time.monotonic()
        if float(frame.image[::16, ::16].mean()) > self._watch.dark_code:
            self._lit_s = now_s
        return now_s - self._lit_s > self._watch.dark_after_s

    def _report(
        self,
        state: CameraState,
        message: Message,
        retry_in_s: float | None = None,
        mode: CameraMode | None = None,
        fault: Exception | None = None,
    ) -> None:
        if state is CameraState.OPENING and self._state in {CameraState.LOST, CameraState.FROZEN}:
            self._state = state
            return
        self._state = state
        now_s = time.monotonic()
        self._on_report(
            CameraReport(
                self._camera.identity.id,
                state,
                now_s,
                datetime.now(UTC),
                message,
                self._attempt,
                retry_in_s,
                mode,
                fault,
            )
        )

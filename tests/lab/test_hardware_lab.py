"""Real gpiozero, lgpio, V4L2, picamera2 and systemd, in a machine without hardware; judged by what it prints.

`make test-lab` builds the machine and starts it. A check that says nothing has failed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.machine import lab_folder, run

pytestmark = pytest.mark.lab

CHECKS = (
    "service-starts-at-boot",
    "service-says-that-no-camera-is-there",
    "service-log-is-in-the-journal",
    "service-name-is-announced",
    "service-hears-what-its-page-asks-for",
    "service-and-its-units-are-closed",
    "panel-opens",
    "panel-press",
    "panel-hold",
    "panel-double",
    "panel-green",
    "panel-red-flashes",
    "panel-amber-mixes",
    "panel-dark",
    "panel-buzzer",
    "panel-close",
    "v4l2-mode",
    "v4l2-frames",
    "v4l2-located",
    "v4l2-closed-and-opened",
    "v4l2-taken",
    "v4l2-back",
    "picamera-mode",
    "picamera-frames",
    "picamera-located",
    "picamera-closed-and-opened",
    "picamera-taken",
    "picamera-back",
    "picamera-number",
    "service-locates",
    "service-has-the-panel",
    "service-says-that-the-camera-is-gone",
    "service-goes-on-when-the-camera-is-back",
    "service-is-restarted-when-killed",
    "service-is-restarted-by-its-page",
    "service-is-restarted-when-it-hangs",
    "service-goes-back-a-version",
    "service-uninstalls",
    "end",
)


@pytest.fixture(scope="module")
def marks(lab: Path) -> dict[str, tuple[bool, str]]:
    return run(lab)


@pytest.mark.parametrize("name", CHECKS)
def test_in_the_machine(marks: dict[str, tuple[bool, str]], name: str) -> None:
    assert name in marks, f"the machine said nothing of {name}; see {lab_folder() / 'console.txt'}"
    good, words = marks[name]
    assert good, words


def test_the_machine_says_nothing_that_nobody_asked_for(marks: dict[str, tuple[bool, str]]) -> None:
    assert set(marks) == set(CHECKS)

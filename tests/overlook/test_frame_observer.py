"""A table at rest is looked at closely once a second only; whatever changes is looked at at once."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from overlook.app.table_vision import LOOKS_EVERY_S, RESTS_S, FrameObserver
from overlook.table.observation.seen_table import SeenTable
from simulation import Poses, example_catalogue, example_poses, example_rig
from tests.depth import at_night
from tests.drawn import drawer
from tests.vision.filming import moved
from vision.frame import Frame
from vision.tracking.table_tracker import Observation, TableTracker
from vision.tracking.track import TrackState

RIG, POSES, FPS = example_rig((1280, 720)), example_poses(), 10.0
DRAWN = drawer(RIG)
DARK = np.zeros((720, 1280, 3), dtype=np.uint8)


@cache
def pictures() -> list[NDArray[np.uint8]]:
    return [DRAWN.picture(POSES, seed=seed) for seed in range(1, 5)]


class Watched:
    """An observer before a table, ten pictures a second, and when it looked closely."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.observer, self.t_s, self.shots = FrameObserver(example_catalogue(), RIG), 0.0, 0
        self.looked_s: list[float] = []
        observe = TableTracker.observe

        def noted(tracker: TableTracker, image: np.ndarray, t_s: float) -> Observation:
            self.looked_s.append(t_s)
            return observe(tracker, image, t_s)

        monkeypatch.setattr(TableTracker, "observe", noted)

    def shot(self, poses: Poses = POSES, image: np.ndarray | None = None, focus: float | None = None) -> SeenTable:
        """Take one picture; return what is seen."""
        self.t_s, self.shots = self.t_s + 1 / FPS, self.shots + 1
        if image is None:
            image = pictures()[self.shots % 4] if poses is POSES else DRAWN.picture(poses, seed=self.shots)
        return self.observer.look(Frame(image, self.t_s, datetime.now(UTC), "test", focus=focus))

    def rest(self, seconds: float) -> SeenTable:
        """Let nothing happen for so long; return what is seen then."""
        return [self.shot() for _ in range(round(seconds * FPS))][-1]

    def looked_now(self) -> bool:
        """Whether the last picture was looked at closely."""
        return self.looked_s[-1] == self.t_s


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    table = Watched(monkeypatch)
    table.rest(RESTS_S + 0.5)
    return table


def test_every_picture_is_looked_at_until_the_table_has_rested(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Watched(monkeypatch)
    table.rest(RESTS_S)
    assert len(table.looked_s) == table.shots


def test_at_rest_two_pictures_a_second_are_looked_at_and_all_say_the_same(watched: Watched) -> None:
    first, before = watched.shot(), len(watched.looked_s)
    seen = [watched.shot() for _ in range(40)]
    assert len(watched.looked_s) - before <= 10
    assert np.diff(watched.looked_s[before:]).max() <= LOOKS_EVERY_S + 1e-6
    for each in seen:
        assert each.table.settled
        assert each.states == first.states
        for name, there in each.table.operatives.items():
            known = first.table.operatives[name].placement
            assert np.hypot(there.placement.x - known.x, there.placement.y - known.y) < 0.002
    assert [each.frame.captured_s for each in seen] == sorted({each.frame.captured_s for each in seen})


@pytest.mark.parametrize("later", [0, 3, *at_night(1, 2, 4)])
def test_whoever_moves_is_seen_to_move_in_that_very_picture(watched: Watched, later: int) -> None:
    for _ in range(later):
        watched.shot()
    at = POSES.operatives["a4"]
    pushed = moved(POSES, "a4", at.x + 0.04, at.y)
    seen = watched.shot(pushed)
    assert watched.looked_now()
    assert seen.states["a4"] is TrackState.MOVING
    assert not seen.table.settled
    looked = len(watched.looked_s)
    for _ in range(10):
        seen = watched.shot(pushed)
    assert len(watched.looked_s) == looked + 10
    assert seen.table.settled
    assert seen.table.operatives["a4"].placement.x == pytest.approx(at.x + 0.04, abs=0.015)


def test_a_camera_that_goes_dark_or_is_focused_anew_is_looked_at_at_once(watched: Watched) -> None:
    while watched.looked_now():
        watched.shot()
    watched.shot(focus=3.0)
    assert watched.looked_now()
    watched.shot(image=DARK)
    assert watched.looked_now()


def test_a_table_on_which_somebody_is_covered_is_not_at_rest(watched: Watched) -> None:
    cover = [picture.copy() for picture in pictures()]
    seen = watched.shot()
    corners = next(tag for tag in seen.tags.values() if tag.id in _tags("a4")).corners_px
    middle = corners.mean(axis=0).astype(int)
    for picture in cover:
        picture[middle[1] - 25 : middle[1] + 25, middle[0] - 25 : middle[0] + 25] = 205
    for number in range(60):
        seen = watched.shot(image=cover[number % 4])
    assert seen.states["a4"] is not TrackState.SEEN
    assert watched.looked_s[-20:] == pytest.approx([watched.t_s - k / FPS for k in range(19, -1, -1)])


def test_what_was_seen_last_goes_on_under_the_newest_frame(watched: Watched) -> None:
    seen = watched.shot()
    while watched.looked_now():
        seen = watched.shot()
    assert seen.frame.captured_s == watched.t_s
    assert seen.frame.image is pictures()[watched.shots % 4]
    assert seen.took_ms["look"] > 0


def _tags(operative: str) -> set[int]:
    return {tag.id for one in example_catalogue().operatives if one.id == operative for tag in one.tags}

"""A camera that stands raises no alarm; one that was knocked is registered anew in the second picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from calibration.tags import DEFAULT_TOLERANCE, TagSighting
from tests.calibration.random_views import (
    MODES,
    PLACES,
    Array,
    Eye,
    View,
    around,
    board_catalogue,
    random_view,
    tag_square,
)
from tests.depth import depth
from vision.tracking.table_tracker import BoardTracker

CATALOGUE = board_catalogue()
EACH = depth(10, 40)


class Table:
    """A board on which up to a fifth of the tags of a view lies elsewhere, and its pictures."""

    def __init__(self, seed: int) -> None:
        self.view = random_view(seed, displaced=False)
        self.rng = np.random.default_rng([seed, 3])
        self.ids = [sighting.id for sighting in self.view.sightings]
        self.squares: list[Array] = [tag_square(*place) for place in PLACES]
        for k in self.rng.permutation(self.ids)[: int(self.rng.integers(0, len(self.ids) // 5 + 1))]:
            way, far = self.rng.uniform(0, 2 * np.pi), self.rng.uniform(3, 15)
            size, (x, y) = PLACES[k]
            self.squares[k] = tag_square(size, (x + far * np.cos(way), y + far * np.sin(way)))

    def picture(self, eye: Eye, ids: Sequence[int]) -> list[TagSighting]:
        """Return those of the tags that a camera shows, with noise."""
        found, lens, noise = [], self.view.lens, self.view.noise_px
        for k in ids:
            points = eye.sees(self.squares[k])
            pixels = lens.pixels(points)
            if (pixels > 4).all() and (pixels < np.array(lens.size_px) - 5).all() and not lens.bends_back(points):
                found.append(TagSighting(k, pixels + self.rng.normal(0, noise, (4, 2)), np.eye(8) * noise**2))
        return found

    def knocked(self) -> Eye:
        """Return a camera nearby that shows enough of the board."""
        for _ in range(200):
            axis = self.rng.normal(size=3)
            turned = around(list(axis / np.linalg.norm(axis)), self.rng.uniform(0.01, 0.15)) @ self.view.eye.rotation
            eye = Eye(turned, -turned @ (self.view.eye.at + self.rng.normal(0, 25, 3)))
            if len(self.picture(eye, self.ids)) >= 6:
                return eye
        raise AssertionError(f"seed {self.view.seed}: no knock leaves six tags in the picture")

    def off_mm(self, eye: Eye, watch: BoardTracker) -> float:
        pose = watch.registration.pose
        return View(0, "", self.view.lens, eye, 0.0, ()).off_mm(pose.rotation, pose.tvec_mm)


@pytest.mark.parametrize("mode", MODES)
def test_a_knocked_camera_is_found_again_in_the_second_picture_and_a_still_one_left_alone(mode: str) -> None:
    wrong = []
    for k in range(EACH):
        table = Table(len(MODES) * k + MODES.index(mode))
        here, there = table.view.eye, table.knocked()
        watch = BoardTracker(table.view.lens.model(), CATALOGUE, table.picture(here, table.ids), DEFAULT_TOLERANCE)
        alarms = [watch.update(table.picture(here, table.ids)) for _ in range(3)]
        watch.update(table.picture(there, table.ids))
        alarmed = watch.moved
        watch.update(table.picture(there, table.ids))
        if any(alarms) or not alarmed or watch.moved or table.off_mm(there, watch) > 4:
            wrong.append((table.view.seed, alarms, alarmed, watch.moved, round(table.off_mm(there, watch), 1)))
    assert wrong == []


def test_while_too_little_of_the_board_is_seen_nothing_is_said_and_it_is_lost() -> None:
    table = Table(0)
    here = table.view.eye
    watch = BoardTracker(table.view.lens.model(), CATALOGUE, table.picture(here, table.ids), DEFAULT_TOLERANCE)
    before = watch.registration
    assert not watch.update(table.picture(here, table.ids[:2]))
    assert (watch.lost, watch.moved) == (True, False)
    assert not watch.update(table.picture(here, table.ids))
    assert (watch.lost, watch.moved) == (False, False)
    assert watch.registration is before


def test_pictures_that_show_no_board_leave_it_moved_until_one_does() -> None:
    table = Table(1)
    here, there = table.view.eye, table.knocked()
    watch = BoardTracker(table.view.lens.model(), CATALOGUE, table.picture(here, table.ids), DEFAULT_TOLERANCE)
    blurred = [
        TagSighting(s.id, s.corners_px + table.rng.uniform(-300, 300, 2), s.covariance_px)
        for s in table.picture(there, table.ids)
    ]
    assert watch.update(blurred)
    assert (watch.lost, watch.moved) == (False, True)
    for _ in range(2):
        watch.update(table.picture(there, table.ids))
    assert (watch.lost, watch.moved) == (False, False)
    assert table.off_mm(there, watch) < 4

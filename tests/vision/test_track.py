"""One thing through time: every state and every way from one to another."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.pose.localisation import LocatedThing
from geometry.placement import Placement
from vision.tracking.track import COVERED_MM_PER_S, GONE_S, MOVED_MM, STILL_S, Track, TrackState, has_moved

STEP_S = 0.2


def at(x_mm: float, y_mm: float = 100.0, turn_deg: float = 0.0, level: str = "floor") -> LocatedThing:
    spread = np.diag([1e-4, 1e-4, 1e-4, 0.1])
    return LocatedThing("a1", Placement("a1", x_mm / 25.4, y_mm / 25.4, 0.0, turn_deg, spread, (40,)), level)


def start(*, settled: bool = True) -> Track:
    here = at(100)
    return Track.first(here, here.placement, 0.0, settled=settled)


def follow(track: Track, places: list[float | None], t_s: float = STEP_S, *, still_there: bool = True) -> list[Track]:
    """Follow a track along x positions in mm; None is a picture in which it was not seen."""
    tracks = []
    for index, x in enumerate(places):
        now = t_s + index * STEP_S
        if x is None:
            track = track.unseen(now, still_there=still_there)
        else:
            here = at(x)
            track = track.seen(here, here.placement, now)
        tracks.append(track)
    return tracks


def test_what_stands_on_the_first_picture_is_seen_and_what_comes_later_is_moving() -> None:
    assert start().state is TrackState.SEEN
    assert start(settled=False).state is TrackState.MOVING


def test_scatter_at_rest_is_no_move_and_averages_out() -> None:
    rng = np.random.default_rng(0)
    tracks = follow(start(), [100 + float(e) for e in rng.normal(0, 0.1, 40)])
    assert {track.state for track in tracks} == {TrackState.SEEN}
    assert abs(tracks[-1].placement.x * 25.4 - 100) < 0.06


def test_a_move_is_moving_until_it_has_been_still_for_long_enough() -> None:
    tracks = follow(start(), [110, 120, 130, 130, 130, 130])
    states = [track.state for track in tracks]
    assert states[:4] == [TrackState.MOVING] * 4
    assert tracks[2].moved_s == pytest.approx(3 * STEP_S)
    settled = next(track for track in tracks if track.state is TrackState.SEEN)
    assert settled.since_s - tracks[2].moved_s == pytest.approx(STILL_S)
    assert tracks[-1].placement.x * 25.4 == pytest.approx(130)


def test_the_path_of_a_visible_move_is_recorded_with_times_from_where_it_began() -> None:
    track = follow(start(), [100, 110, 120, 130])[-1]
    assert [round(way.x * 25.4) for way in track.path] == [100, 110, 120, 130]
    assert [way.t_s for way in track.path] == pytest.approx([0.2, 0.4, 0.6, 0.8])


def test_a_new_move_begins_a_new_path() -> None:
    moved = follow(start(), [110, 110, 110, 110])[-1]
    assert moved.state is TrackState.SEEN
    again = follow(moved, [150], 2.0)[-1]
    assert [round(way.x * 25.4) for way in again.path] == [110, 150]


def test_a_turn_or_another_level_is_a_move_too() -> None:
    here = at(100, turn_deg=4)
    assert start().seen(here, here.placement, 0.2).state is TrackState.MOVING
    up = at(100, level="t1")
    assert start().seen(up, up.placement, 0.2).state is TrackState.MOVING


def test_what_is_covered_keeps_its_place_and_loses_trust() -> None:
    covered = follow(start(), [100, None, None, None])[-1]
    assert covered.state is TrackState.COVERED
    assert covered.placement.x * 25.4 == pytest.approx(100)
    sigmas = [covered.at(t).sigma for t in (0.2, 1.0, 5.0)]
    assert sigmas == sorted(sigmas)
    assert sigmas[-1] > sigmas[0]
    assert covered.at(2.0).x == covered.placement.x


def test_variance_of_a_covered_thing_grows_alike_along_x_and_y_with_time_unseen() -> None:
    covered = follow(start(), [100, None, None, None])[-1]
    unseen_s = 4.0
    grown = covered.at(covered.seen_s + unseen_s).covariance - covered.placement.covariance
    each = (COVERED_MM_PER_S / 25.4) ** 2 * unseen_s
    assert grown == pytest.approx(np.diag([each, each, 0, 0]))


def test_what_comes_back_where_it_was_never_moved() -> None:
    tracks = follow(start(), [None, None, 100.1])
    assert tracks[-1].state is TrackState.SEEN
    assert tracks[-1].path == ()


def test_what_comes_back_elsewhere_has_moved() -> None:
    tracks = follow(start(), [None, None, 180])
    assert tracks[-1].state is TrackState.MOVING
    assert tracks[-1].placement.x * 25.4 == pytest.approx(180)


def test_an_empty_place_means_lifted_and_after_a_while_gone() -> None:
    lifted = start().unseen(0.2, still_there=False)
    assert lifted.state is TrackState.LIFTED
    assert lifted.unseen(0.2 + GONE_S / 2, still_there=False).state is TrackState.LIFTED
    gone = lifted.unseen(0.3 + GONE_S, still_there=False)
    assert gone.state is TrackState.GONE
    assert gone.unseen(1.0 + GONE_S, still_there=True).state is TrackState.GONE


def test_a_hand_over_an_empty_place_does_not_bring_the_lifted_back() -> None:
    lifted = start().unseen(0.2, still_there=False)
    assert lifted.unseen(0.4, still_there=True).state is TrackState.LIFTED


def test_a_picture_that_shows_nothing_covers_whoever_stood_and_tells_nothing_of_the_lifted() -> None:
    assert start().out_of_sight(0.2).state is TrackState.COVERED
    lifted = start().unseen(0.2, still_there=False)
    later = lifted.out_of_sight(0.2 + 2 * GONE_S)
    assert later.state is TrackState.LIFTED
    assert later.since_s == lifted.since_s


def test_what_was_lifted_and_put_back_in_its_place_still_counts_as_moved() -> None:
    lifted = start().unseen(0.2, still_there=False)
    here = at(100)
    back = lifted.seen(here, here.placement, 0.4)
    assert back.state is TrackState.MOVING
    assert back.moved_s == 0.4


@pytest.mark.parametrize(
    ("shift_mm", "turn_deg", "moved"),
    [(0.0, 0.0, False), (MOVED_MM * 0.9, 0.0, False), (MOVED_MM * 1.1, 0.0, True), (0, 1.0, False), (0, -2.0, True)],
)
def test_how_much_is_a_move(shift_mm: float, turn_deg: float, moved: bool) -> None:
    assert has_moved(at(100).placement, at(100 + shift_mm, turn_deg=turn_deg).placement) is moved


def test_turns_across_the_half_circle_are_small() -> None:
    assert not has_moved(at(100, turn_deg=179.8).placement, at(100, turn_deg=-179.8).placement)

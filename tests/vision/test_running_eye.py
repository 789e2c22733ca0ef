"""A club evening in front of a running eye: what it says, how soon it is right again, and nothing wrong in between.

Pictures that are not settled are judged by nobody; what is asked of every settled one is that nobody who stands there
is lifted or gone, and nobody stands where he is not.
"""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from simulation import Poses
from tests.depth import at_night, depth
from tests.vision.filming import Film, brighter, moved, off_mm, pushed, still, without, wrongly
from vision.tracking.table_tracker import Observation
from vision.tracking.track import TrackState

STANDING = still()
ONE_OF_EACH_MOUNT = ("a2", "a3", "b4", "b6")
"""A tag on a tab up on terrain, on a head, on a tab of the smallest base, and on the whole of a base."""
A_THIRD = ((250.0, 280.0), (380.0, 420.0), 10.0)
"""A sheet over a third of the board: middle, sides (mm) and turn."""


@pytest.fixture(scope="module")
def watched() -> Film:
    """A table that was watched for a second."""
    film = Film()
    film.run(STANDING, 1.0)
    assert film.seen[-1].settled
    return film


@pytest.fixture
def film(watched: Film) -> Film:
    """That table, for one test to go on with."""
    return watched.again()


def states(seen: Observation) -> dict[str, TrackState]:
    return {name: track.state for name, track in {**seen.operatives, **seen.markers}.items()}


def right(poses: Poses, seen: Observation) -> bool:
    """Whether everybody is seen where he stands, and the table may be judged."""
    return (
        seen.settled
        and all(seen.operatives[name].state is TrackState.SEEN for name in poses.operatives)
        and all(off_mm(poses, seen, name) < 0.5 for name in poses.operatives)
    )


@pytest.mark.parametrize(
    ("shift_mm", "turn_deg", "pictures"),
    [
        pytest.param((0.58, 0.0, 0.0), 0.0, 2, id="pushed by half a millimetre"),
        pytest.param((0.0, 0.0, 0.0), 24.0, 3, id="the board turned"),
        pytest.param((2.1, -2.1, 0.3), 0.0, 2, id="knocked by 3 mm", marks=pytest.mark.nightly),
        pytest.param((25.0, 15.0, -8.0), 0.0, 2, id="knocked by 30 mm", marks=pytest.mark.nightly),
    ],
)
def test_a_knock_is_right_again_in_the_second_or_third_picture_and_judged_half_a_second_later(
    film: Film, shift_mm: tuple[float, float, float], turn_deg: float, pictures: int
) -> None:
    film.at(pushed(film.rig, shift_mm, turn_deg))
    seen = film.run(STANDING, 1.2)
    assert not wrongly(STANDING, seen)
    assert not seen[0].settled
    found = seen[pictures - 1]
    assert not found.camera_moved
    assert all(off_mm(STANDING, found, name) < 0.5 for name in STANDING.operatives)
    assert right(STANDING, seen[pictures + 2])


def test_a_light_that_is_dimmed_changes_nothing(film: Film) -> None:
    for factor in (0.5, 0.25, 1.3):
        seen = film.run(STANDING, 0.8, brighter(factor))
        assert not wrongly(STANDING, seen)
        assert right(STANDING, seen[-1])


def test_with_the_light_off_nobody_is_lifted_nothing_is_judged_and_it_is_said(film: Film) -> None:
    dark = film.run(STANDING, 12.0, brighter(0.0005), every_s=4.0)
    assert not any(seen.settled for seen in dark)
    assert set(states(dark[-1]).values()) == {TrackState.COVERED}
    assert any(warning.code == "board-lost" for warning in dark[-1].warnings)
    light = film.run(STANDING, 1.0)
    assert not wrongly(STANDING, light)
    assert right(STANDING, light[3])
    assert not light[3].warnings


def test_what_was_lifted_before_the_light_went_off_is_not_covered_by_the_dark(film: Film) -> None:
    left = without(STANDING, "a5")
    film.run(left, 0.8)
    assert film.seen[-1].operatives["a5"].state is TrackState.LIFTED
    dark = film.run(left, 0.6, brighter(0.0005))
    assert dark[-1].operatives["a5"].state is TrackState.LIFTED


def test_banding_of_a_lamp_moves_nobody(film: Film) -> None:
    rng = np.random.default_rng(0)

    def banded(light: np.ndarray) -> np.ndarray:
        rows = np.arange(len(light))[:, None, None]
        wave = 1 + 0.18 * np.sin(2 * np.pi * rows / (len(light) / 2.4) + rng.uniform(0, 6.3))
        return np.asarray(light * wave, np.float32)

    seen = film.run(STANDING, depth(6, 10) / 5, banded)
    assert not wrongly(STANDING, seen)
    assert all(track.state is TrackState.SEEN for each in seen for track in each.operatives.values())
    assert right(STANDING, seen[-1])


def test_a_model_moved_while_pictures_were_dropped_is_found_where_it_is(film: Film) -> None:
    after = moved(STANDING, "a4", 12.6, 15.2)
    seen = [film.shot(after, after_s=3.0), *film.run(after, 1.0)]
    assert seen[0].operatives["a4"].state is TrackState.MOVING
    assert not seen[0].settled
    assert not wrongly(after, seen)
    assert right(after, seen[3])


def test_under_two_arms_everybody_is_covered_and_nothing_is_judged(film: Film) -> None:
    one, other = film.arm((190.0, 400.0), (150.0, -60.0)), film.arm((560.0, 170.0), (600.0, 640.0))
    seen = film.run(STANDING, 1.2, one, other)
    assert all(each.hand and not each.settled for each in seen)
    assert not set(states(seen[-1]).values()) & {TrackState.LIFTED, TrackState.GONE}
    assert TrackState.COVERED in states(seen[-1]).values()
    after = film.run(STANDING, 1.8)
    assert not wrongly(STANDING, after)
    assert right(STANDING, after[-1])


@pytest.mark.parametrize(
    "colour",
    [
        (0.82, 0.84, 0.85),
        pytest.param((0.03, 0.04, 0.22), marks=pytest.mark.nightly),
        pytest.param((0.02, 0.02, 0.03), marks=pytest.mark.nightly),
    ],
    ids=["white", "a red book", "black"],
)
def test_under_a_sheet_that_stays_for_a_minute_nobody_is_lifted_or_gone(
    film: Film, colour: tuple[float, float, float]
) -> None:
    sheet = film.paper(*A_THIRD, colour=colour)
    first = film.run(STANDING, 1.0, sheet)
    assert all(each.hand and not each.settled for each in first)
    rest = film.run(STANDING, 60.0, sheet, every_s=depth(6, 3))
    assert not wrongly(STANDING, film.seen, limit_mm=0.5)
    last = rest[-1]
    assert last.settled
    covered = {name for name, track in last.operatives.items() if track.state is TrackState.COVERED}
    assert {"a1", "a2", "a4"} <= covered
    assert last.missing == ()
    assert not set(states(last).values()) & {TrackState.LIFTED, TrackState.GONE}
    assert any(covered == set(dict(warning.args).get("operatives", ())) for warning in last.warnings)
    sure, kept = last.operatives["b1"], last.operatives["a1"]
    assert kept.at(last.t_s).covariance[0, 0] > 4 * sure.at(last.t_s).covariance[0, 0]
    after = film.run(STANDING, 2.0)
    assert not wrongly(STANDING, after)
    assert right(STANDING, after[-1])


def test_a_card_that_hides_one_model_covers_it(film: Film) -> None:
    at = STANDING.operatives["a1"]
    card = film.paper((at.x * 25.4, at.y * 25.4), (88.0, 126.0), 30.0)
    film.run(STANDING, 1.0, card)
    rest = film.run(STANDING, 40.0, card, every_s=depth(8, 4))
    assert not wrongly(STANDING, film.seen)
    assert rest[-1].operatives["a1"].state is TrackState.COVERED


def test_what_was_taken_from_under_a_sheet_is_lifted_once_the_sheet_is_gone(film: Film) -> None:
    sheet = film.paper(*A_THIRD)
    film.run(STANDING, 1.0, sheet)
    left = without(STANDING, "a4")
    film.run(left, 30.0, sheet, every_s=depth(6, 3))
    assert film.seen[-1].operatives["a4"].state is TrackState.COVERED
    after = film.run(left, 2.0)
    assert after[-1].settled
    assert after[-1].operatives["a4"].state is TrackState.LIFTED
    assert not wrongly(left, after)


def test_a_lifted_model_stays_lifted_under_a_sheet(film: Film) -> None:
    left = without(STANDING, "a4")
    film.run(left, 1.0)
    sheet = film.paper(*A_THIRD)
    seen = film.run(left, 30.0, sheet, every_s=depth(6, 3))
    assert all(each.operatives["a4"].state in {TrackState.LIFTED, TrackState.GONE} for each in seen)


def test_two_models_exchanged_are_told_apart(film: Film) -> None:
    a, b = STANDING.operatives["a4"], STANDING.operatives["b4"]
    swapped = moved(moved(STANDING, "a4", b.x, b.y), "b4", a.x, a.y)
    hand = film.arm((a.x * 25.4, a.y * 25.4), (a.x * 25.4, -80.0))
    film.run(STANDING, 0.4, hand)
    film.run(without(STANDING, "a4", "b4"), 0.4, hand)
    film.run(swapped, 0.4, hand)
    after = film.run(swapped, 1.8)
    assert not wrongly(swapped, film.seen[-9:])
    assert right(swapped, after[-1])


def test_one_lifted_and_another_in_its_place_is_no_cover_and_no_ghost(film: Film) -> None:
    place = STANDING.operatives["a5"]
    after = moved(without(STANDING, "a5"), "b4", place.x, place.y)
    film.run(without(STANDING, "a5", "b4"), 0.4, film.arm((place.x * 25.4, place.y * 25.4), (place.x * 25.4, -80.0)))
    seen = film.run(after, 2.0)
    assert not wrongly(after, seen)
    assert seen[-1].settled
    assert seen[-1].operatives["a5"].state is TrackState.LIFTED
    assert "a5" in seen[-1].missing
    later = film.run(after, 12.0, every_s=2.0)
    assert later[-1].operatives["a5"].state is TrackState.GONE
    assert right(after, later[-1])


@pytest.mark.parametrize(
    "name", [*ONE_OF_EACH_MOUNT, *at_night(*sorted({*STANDING.operatives} - {*ONE_OF_EACH_MOUNT}))]
)
def test_whoever_is_taken_away_is_lifted_not_covered(film: Film, name: str) -> None:
    left = without(STANDING, name)
    seen = film.run(left, 0.8)
    assert seen[-1].operatives[name].state is TrackState.LIFTED
    assert not wrongly(left, seen)


def test_while_the_camera_shakes_nothing_wrong_is_judged(film: Film) -> None:
    rng = np.random.default_rng(3)

    def shaken(light: np.ndarray) -> np.ndarray:
        shift = rng.normal(0, 2.0, 2)
        rows, columns = np.meshgrid(np.arange(light.shape[0]), np.arange(light.shape[1]), indexing="ij")
        x, y = (columns + shift[0]).astype(np.float32), (rows + shift[1]).astype(np.float32)
        return np.asarray(cv2.remap(light, x, y, cv2.INTER_LANCZOS4, borderMode=cv2.BORDER_REPLICATE))

    seen = film.run(STANDING, depth(6, 10) / 5, shaken)
    assert not wrongly(STANDING, seen)
    after = film.run(STANDING, 1.2)
    assert not wrongly(STANDING, after)
    assert right(STANDING, after[-1])

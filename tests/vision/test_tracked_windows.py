"""Looking again only at what changed finds what looking at everything finds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.catalogue import load_catalogue
from tests.vision.drawing import DICTIONARY, Drawing, tag_corners
from vision.tags.decode import likenesses
from vision.tags.detector import Detection, Detector
from vision.tags.windowed_detector import ALIKE, FULL_EVERY, WindowedDetector, _cells

SIZE = (900, 640)


def table(
    moved: dict[int, tuple[float, float]] | None = None, without: frozenset[int] = frozenset(), seed: int = 0
) -> tuple[np.ndarray, dict[int, np.ndarray]]:
    tags = {}
    for k in range(24):
        dx, dy = (moved or {}).get(k, (0.0, 0.0))
        if k not in without:
            tags[k] = tag_corners((90 + 140 * (k % 6) + dx, 90 + 140 * (k // 6) + dy), 24, 17 * k)
    return Drawing().draw(SIZE, tags, seed), tags


class Counting(Detector):
    """A detector that counts the pixels it is told to look at."""

    looked_at = 0
    closely = 0

    def search(self, image: np.ndarray, rects: Sequence[tuple[int, int, int, int]], *others: Any, **how: Any) -> Any:
        area = sum((right - left) * (bottom - top) for left, top, right, bottom in rects)
        self.looked_at += area
        self.closely += area if how.get("closely", True) else 0
        return super().search(image, rects, *others, **how)


def windowed() -> tuple[Counting, WindowedDetector]:
    detector = Counting(DICTIONARY, frozenset(range(40)), SIZE)
    return detector, WindowedDetector(detector)


def places(detection: Detection) -> dict[int, np.ndarray]:
    return {s.id: s.corners_px for s in detection.sightings}


def test_an_unchanged_picture_is_not_searched_and_its_sightings_stay_the_same_objects() -> None:
    detector, windows = windowed()
    before = windows.detect(table(seed=1)[0])
    detector.looked_at = 0
    after = windows.detect(table(seed=2)[0])
    assert detector.looked_at == 0
    assert len(before.sightings) == 24
    assert all(one is other for one, other in zip(before.sightings, after.sightings, strict=True))


@pytest.mark.parametrize("shift_px", [0.5, 1.0, 3.0, 60.0])
def test_a_tag_that_moves_is_found_where_it_is(shift_px: float) -> None:
    detector, windows = windowed()
    windows.detect(table(seed=1)[0])
    detector.looked_at = 0
    image, tags = table({7: (shift_px, 0.0)}, seed=2)
    found = places(windows.detect(image))
    assert set(found) == set(tags)
    assert np.abs(found[7] - tags[7]).mean() < 0.2
    assert detector.looked_at < 0.25 * SIZE[0] * SIZE[1]


def test_many_small_steps_are_not_overlooked() -> None:
    _, windows = windowed()
    windows.detect(table(seed=1)[0])
    for step in range(1, 21):
        image, tags = table({7: (0.1 * step, 0.0)}, seed=1 + step)
        found = places(windows.detect(image))
        assert np.abs(found[7] - tags[7]).mean() < 0.7


def test_tags_that_go_are_gone_and_tags_that_come_are_found() -> None:
    _, windows = windowed()
    windows.detect(table(without=frozenset({3}), seed=1)[0])
    found = places(windows.detect(table(without=frozenset({9}), seed=2)[0]))
    assert set(found) == set(range(24)) - {9}


def test_a_brighter_picture_is_no_change() -> None:
    detector, windows = windowed()
    windows.detect(table(seed=1)[0])
    detector.looked_at = 0
    brighter = cv2.convertScaleAbs(table(seed=2)[0], alpha=1.06)
    assert len(windows.detect(np.asarray(brighter, dtype=np.uint8)).sightings) == 24
    assert detector.looked_at < 0.1 * SIZE[0] * SIZE[1]


def test_a_copy_that_appears_is_noticed() -> None:
    _, windows = windowed()
    image, tags = table(without=frozenset({20}), seed=1)
    windows.detect(image)
    here = tags[5] + np.array([0.0, 0.0])
    there = tag_corners((90 + 140 * 2, 90 + 140 * 3), 24, 30)
    again = Drawing().draw(SIZE, [*tags.items(), (5, there)], seed=2)
    (copies,) = windows.detect(again).duplicates
    assert {tuple(np.round(c.corners_px.mean(axis=0))) for c in copies} == {
        tuple(np.round(here.mean(axis=0))),
        tuple(np.round(there.mean(axis=0))),
    }


def test_now_and_then_the_whole_picture_is_searched() -> None:
    detector, windows = windowed()
    image, _ = table(seed=1)
    for _ in range(FULL_EVERY + 2):
        detector.looked_at = 0
        windows.detect(image)
        if detector.looked_at == SIZE[0] * SIZE[1] and windows._since_full == 0:
            break
    assert windows._since_full == 0
    windows.forget()
    detector.looked_at = 0
    windows.detect(image)
    assert detector.looked_at == SIZE[0] * SIZE[1]


def test_a_missing_tag_is_found_again_though_nothing_changes_any_more() -> None:
    detector, windows = windowed()
    image, tags = table(seed=1)
    windows.detect(image)
    covered = image.copy()
    x, y = tags[7].mean(axis=0).astype(int)
    covered[y - 20 : y + 20, x - 20 : x + 20] = 128
    assert 7 not in places(windows.detect(covered))
    windows._cells = None if windows._cells is None else np.array(cells_of(image))
    detector.looked_at = 0
    assert set(places(windows.detect(image))) == set(tags)
    assert detector.looked_at < 0.05 * SIZE[0] * SIZE[1]


def cells_of(image: np.ndarray) -> np.ndarray:
    return _cells(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8))


def test_a_tag_uncovered_strip_by_strip_is_found() -> None:
    _, windows = windowed()
    image, tags = table(seed=1)
    left = int(tags[7][:, 0].min()) - 12
    top = int(tags[7][:, 1].min()) - 12
    windows.detect(image)
    for covered_px in range(56, -1, -4):
        hidden = image.copy()
        hidden[top : top + 60, left + 56 - covered_px : left + 56] = 128
        found = places(windows.detect(hidden))
    assert set(found) == set(tags)


def test_a_plain_sleeve_is_not_searched_but_the_tags_that_it_touches_are() -> None:
    detector, windows = windowed()
    image, _ = table(seed=1)
    windows.detect(image)
    detector.looked_at = 0
    sleeve = image.copy()
    sleeve[:, 300:420] = (90, 60, 40)
    assert set(places(windows.detect(sleeve))) == set(range(24)) - {2, 8, 14, 20}
    assert detector.looked_at < 0.12 * SIZE[0] * SIZE[1]


def test_where_something_moves_nothing_is_looked_at_closely_until_it_rests() -> None:
    detector, windows = windowed()
    image, tags = table(seed=1)
    windows.detect(image)
    detector.closely = 0
    for step in range(5):
        moving = image.copy()
        cv2.rectangle(moving, (80 + 30 * step, 40), (260 + 30 * step, 300), (150, 160, 190), -1)
        windows.detect(moving)
        assert detector.closely < 0.01 * SIZE[0] * SIZE[1]
    windows.detect(moving)
    assert detector.closely > 0.05 * SIZE[0] * SIZE[1]
    assert set(places(windows.detect(image))) == set(tags)


def test_a_tag_of_which_a_part_is_covered_is_not_lost() -> None:
    """The part that is left is looked at closely at once, as a search of the whole picture would."""
    for seed, (dx, dy) in enumerate([(-14, 0), (14, 0), (0, -14), (0, 14)]):
        detector, windows = windowed()
        image, tags = table(seed=seed)
        windows.detect(image)
        x, y = tags[7].mean(axis=0).astype(int) + np.array([dx, dy])
        covered = image.copy()
        cv2.circle(covered, (int(x), int(y)), 6, (60, 60, 60), -1)
        whole = Detector(DICTIONARY, frozenset(range(40)), SIZE).detect(covered)
        detector.looked_at = 0
        found = places(windows.detect(covered))
        assert set(found) >= set(places(whole))
        assert detector.looked_at < 0.05 * SIZE[0] * SIZE[1]


def test_a_tag_s_place_is_like_it_while_it_shows_and_like_nothing_under_a_cover() -> None:
    image, tags = table(seed=1)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    quads = np.stack(list(tags.values())).astype(np.float32)
    assert likenesses(grey, quads, list(tags), DICTIONARY).min() > 0.9
    others = [(k + 7) % 24 for k in tags]
    assert likenesses(grey, quads, others, DICTIONARY).max() < 0.85
    rng = np.random.default_rng(3)
    hand = rng.normal(128, 4, grey.shape).astype(np.uint8)
    assert np.abs(likenesses(hand, quads, list(tags), DICTIONARY)).max() < ALIKE + 0.25


@pytest.mark.data
def test_on_a_rendered_sequence_windows_find_the_same_in_a_tenth_of_the_pixels(shared_data: Path) -> None:
    """What windows find besides lies where it lay: tags half behind an arm. CPU is measured by `overlook bench`."""
    folder = shared_data / "renders" / "sequence"
    catalogue = load_catalogue(folder / "catalogue.json")
    detector = Counting(catalogue.dictionary, catalogue.tag_ids, (2304, 1296))
    windows = WindowedDetector(detector)
    whole_px, shares = 2304 * 1296, []
    last: dict[int, np.ndarray] = {}
    for frame in json.loads((folder / "frames.json").read_text())["frames"]:
        read = cv2.imread(str(folder / frame["image"]))
        assert read is not None
        image = np.asarray(read, np.uint8)
        whole = detector.detect(image)
        detector.looked_at = 0
        parts = windows.detect(image)
        shares.append(detector.looked_at / whole_px)
        wanted, found = places(whole), places(parts)
        assert set(wanted) <= set(found), frame["image"]
        assert all(np.abs(found[k] - last[k]).max() < 1.5 for k in set(found) - set(wanted)), frame["image"]
        last |= wanted
    assert shares[0] == 1
    assert max(shares[1:]) < 0.2
    assert float(np.mean(shares[1:])) < 0.1

"""Which tags a picture shows: small ones, foreign ones, copies, none, and pictures that are no pictures."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.tags import dictionary, patterns
from tests.depth import at_night, depth
from tests.vision.drawing import DICTIONARY, Drawing, tag_corners
from vision.frame import FrameError
from vision.intensity import DIM_WHITE, MOST_GAIN, SRGB, ResponseCurve
from vision.tags import detector as tag_detector
from vision.tags.decode import decode
from vision.tags.detector import PASS_NAMES, Detector
from vision.tags.quads import deep_shadow_view, local_threshold_view, views_of

SIZE = (900, 640)


def sheet(side_px: float, ids: range, seed: int = 0) -> dict[int, np.ndarray]:
    rng = np.random.default_rng(seed)
    pitch = max(side_px * 2, 40)
    columns = int((SIZE[0] - pitch / 2) / pitch)
    return {
        k: tag_corners(
            ((n % columns + 0.6) * pitch + rng.uniform(-3, 3), (n // columns + 0.6) * pitch),
            side_px,
            rng.uniform(0, 360),
        )
        for n, k in enumerate(ids)
    }


@pytest.mark.parametrize(
    ("px_per_module", "share"), [(2.2, 0.96), (3.6, 0.99), (14.0, 1.0), *at_night((2.75, 0.98), (7.0, 1.0))]
)
def test_tags_are_found_by_their_pixels_per_module(px_per_module: float, share: float) -> None:
    count = {14.0: 6, 7.0: 24}.get(px_per_module, 100)
    tags = sheet(px_per_module * 8, range(50, 50 + count))
    image = Drawing().draw(SIZE, tags)
    detection = Detector(DICTIONARY, frozenset(tags), SIZE).detect(image)
    assert len(detection.sightings) >= share * count
    for sighting in detection.sightings:
        assert np.abs(sighting.corners_px - tags[sighting.id]).max() < 0.6
    assert detection.unknown_ids == ()
    assert detection.px_per_module == pytest.approx(px_per_module, rel=0.03)


@pytest.mark.parametrize("stops", [5, *at_night(4)])
def test_small_tags_are_found_in_a_picture_that_is_that_many_stops_too_dark(stops: int) -> None:
    tags = sheet(20, range(100))
    dark = Drawing(white=0.8 / 2**stops, black=0.04 / 2**stops, ground=0.3 / 2**stops, noise=0.001)
    detection = Detector(DICTIONARY, frozenset(tags), SIZE).detect(dark.draw(SIZE, tags))
    assert len(detection.sightings) >= 95
    assert detection.unknown_ids == ()
    for sighting in detection.sightings:
        assert np.abs(sighting.corners_px - tags[sighting.id]).max() < 0.8


@given(st.integers(3, 60), st.integers(0, 5))
def test_a_picture_is_made_brighter_until_its_white_is_that_of_a_dim_one(white: int, seed: int) -> None:
    image = np.random.default_rng(seed).integers(0, white + 1, (200, 200)).astype(np.uint8)
    gain = SRGB.gain_of(image)
    assert 1 <= gain <= MOST_GAIN
    brighter = np.percentile(SRGB.to_between_8bit(image, gain), 99)
    assert brighter == pytest.approx(min(DIM_WHITE, MOST_GAIN * 255 * between(white)), rel=0.15, abs=3)
    assert SRGB.gain_of(np.full((64, 64, 3), 200, np.uint8)) == 1


def between(code: int) -> float:
    share = code / 255
    return float(np.sqrt(share * (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)))


@pytest.mark.parametrize("seed", range(depth(2, 4)))
def test_what_is_black_in_the_dark_shows_where_shadows_are_made_lighter_and_nowhere_else(seed: int) -> None:
    """A tag in the dark of a picture that codes light as it is, and is taken for one that does not."""
    corners = tag_corners((60 + seed / 7, 60), 20, 20 + 11 * seed)
    paper = Drawing(white=0.12, black=0.006, ground=0.012, noise=0.002, margin_modules=1.0)
    codes = paper.draw((120, 120), {5: corners}, seed) / 255.0
    light = np.where(codes <= 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)
    grey = np.asarray(cv2.cvtColor(np.round(255 * light).astype(np.uint8), cv2.COLOR_BGR2GRAY), np.uint8)
    (view, *_) = views_of(grey, 0, 0, SRGB)
    middles = [
        each(view).quads.mean(axis=1) - corners.mean(axis=0) for each in (local_threshold_view, deep_shadow_view)
    ]
    usual, deep = (bool((np.linalg.norm(middle, axis=1) < 1).any()) for middle in middles)
    assert (usual, deep) == (False, True)


def test_tags_in_deep_shadow_are_found_too() -> None:
    tags = sheet(22, range(60))
    image = Drawing(white=0.05, black=0.004, ground=0.02, noise=0.004).draw(SIZE, tags)
    assert len(Detector(DICTIONARY, frozenset(tags), SIZE).detect(image).sightings) >= 51


def test_a_tag_that_nothing_carries_is_unknown_not_a_sighting() -> None:
    tags = sheet(30, range(10))
    detection = Detector(DICTIONARY, frozenset(range(8)), SIZE).detect(Drawing().draw(SIZE, tags))
    assert {s.id for s in detection.sightings} == set(range(8))
    assert detection.unknown_ids == (8, 9)


def test_two_copies_of_a_tag_are_reported_and_neither_is_chosen() -> None:
    here, there = tag_corners((200, 200), 40, 10), tag_corners((600, 400), 40, 70)
    image = Drawing().draw(SIZE, [(5, here), (5, there), (6, tag_corners((400, 200), 40, 0))])
    detection = Detector(DICTIONARY, frozenset({5, 6}), SIZE).detect(image)
    assert [s.id for s in detection.sightings] == [6]
    (copies,) = detection.duplicates
    assert {tuple(np.round(c.corners_px.mean(axis=0))) for c in copies} == {(200, 200), (600, 400)}


def test_a_mirrored_tag_is_not_read() -> None:
    tags = sheet(40, range(12))
    image = Drawing().draw(SIZE, tags)
    assert Detector(DICTIONARY, frozenset(range(250)), SIZE).detect(image[:, ::-1].copy()).sightings == ()


@pytest.mark.parametrize("seed", range(3))
def test_noise_and_clutter_hold_no_tags(seed: int) -> None:
    rng = np.random.default_rng(seed)
    image = cv2.resize(rng.integers(0, 255, (160, 225, 3), dtype=np.uint8), SIZE, interpolation=cv2.INTER_NEAREST)
    for _ in range(80):
        centre, axes = rng.integers(0, 900, 2), rng.integers(5, 40, 2)
        box = (tuple(map(float, centre)), tuple(map(float, axes)), float(rng.uniform(0, 90)))
        cv2.fillPoly(image, [cv2.boxPoints(box).astype(int)], rng.integers(0, 255, 3).tolist())
    detection = Detector(DICTIONARY, frozenset(range(250)), SIZE).detect(np.asarray(image, np.uint8))
    assert detection.sightings == ()
    assert detection.unknown_ids == ()


@pytest.mark.parametrize(
    "image",
    [np.zeros((10, 10), np.uint8), np.zeros((640, 900), np.float32), np.zeros((900, 640, 3), np.uint8)],
)
def test_a_picture_of_another_size_or_kind_is_refused(image: np.ndarray) -> None:
    with pytest.raises(FrameError) as error:
        Detector(DICTIONARY, frozenset({1}), SIZE).detect(image)
    assert (error.value.message["expected_width"], error.value.message["expected_height"]) == (900, 640)


@settings(max_examples=25, deadline=None)
@given(tag_id=st.integers(0, 249), angle=st.floats(0, 360))
def test_a_tag_is_read_with_its_own_top_left_first(tag_id: int, angle: float) -> None:
    corners = tag_corners((80, 80), 60, angle)
    image = Drawing(noise=0).draw((160, 160), {tag_id: corners})
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    for late in range(4):
        quads = np.roll(corners, -late, axis=0)[None].astype(np.float32)
        match, ids, found = decode([(grey, quads)], DICTIONARY)
        assert ids[0] == tag_id
        assert match[0] > 0.9
        assert np.abs(found[0] - corners).max() < 2


def test_a_grey_picture_does_as_well() -> None:
    tags = sheet(30, range(10))
    image = Drawing().draw(SIZE, tags)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    assert {s.id for s in Detector(DICTIONARY, frozenset(tags), SIZE).detect(grey).sightings} == set(tags)


def test_another_tone_curve_is_followed() -> None:
    tags = sheet(24, range(40))
    srgb = Drawing(noise=0).draw(SIZE, tags)
    light = np.array(SRGB.levels)[srgb]
    other = np.round(light ** (1 / 1.8) * 255).astype(np.uint8)
    detection = Detector(DICTIONARY, frozenset(tags), SIZE, ResponseCurve.gamma(1.8)).detect(other)
    errors = [np.abs(s.corners_px - tags[s.id]).mean() for s in detection.sightings]
    assert len(errors) == 40
    assert np.mean(errors) < 0.06


@pytest.mark.parametrize("levels", [(0.0, 1.0), tuple([0.0] * 256), tuple(np.linspace(1, 0, 256))])
def test_a_tone_curve_that_falls_is_refused(levels: tuple[float, ...]) -> None:
    with pytest.raises(FrameError) as error:
        ResponseCurve(levels)
    assert error.value.message.code == "image-response"


def test_tags_on_the_shaded_side_of_cubes_whose_tops_lie_in_the_sun_are_found() -> None:
    """As on photographs of cubes that all carry one tag: the top is thrice as bright as the side, the ground grey."""
    rng = np.random.default_rng(11)
    places = [
        tag_corners((50 + 62 * (k % 13), 60 + 66 * (k // 13)), rng.uniform(17, 20), rng.uniform(-5, 5))
        for k in range(104)
    ]
    drawing = Drawing(white=0.3, black=0.01, ground=0.2, margin_modules=1.0)
    light = SRGB.to_light(drawing.draw(SIZE, [(5, corners) for corners in places]))
    for corners in places:
        left, right = corners[0], corners[1]
        side = 2.0 * (right - left) / np.linalg.norm(right - left)
        up = np.array([side[1], -side[0]]) / 2.0
        top = np.array([left - side + 2 * up, right + side + 2 * up, right + side + 9 * up, left - side + 9 * up])
        cv2.fillConvexPoly(light, np.round(top * 16).astype(np.int32), 240.0, cv2.LINE_AA, 4)
    image = np.round(255 * (np.clip(light, 0, 255) / 255) ** (1 / 2.2)).astype(np.uint8)
    detector = Detector(DICTIONARY, frozenset(range(250)), SIZE, ResponseCurve.gamma(2.2))
    detection = detector.detect(image)
    (copies,) = detection.duplicates
    assert detection.sightings == ()
    for sighting in copies:
        assert min(np.abs(sighting.corners_px - corners).max() for corners in places) < 0.8
    assert len(copies) >= 0.95 * len(places)


def test_what_lies_around_a_tag_is_fitted_only_where_the_tag_itself_is_not_borne_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tags = sheet(24, range(30))
    image = Drawing().draw(SIZE, tags)
    detector = Detector(DICTIONARY, frozenset(tags), SIZE)
    tried: list[int] = []
    fits = detector.fit_candidates

    def counted(picture: np.ndarray, candidates: Sequence[tuple[int, np.ndarray]]) -> object:
        tried.append(len(candidates))
        return fits(picture, candidates)

    monkeypatch.setattr(detector, "fit_candidates", counted)
    centre, around = tags[4], tags[4].mean(axis=0) + 2.2 * (tags[4] - tags[4].mean(axis=0))
    found, refused = detector._best_of_each_place(image, [(4, centre), (9, around)])
    assert ([tag_id for tag_id, _ in found], refused, tried) == ([4], 1, [1, 0])
    tried.clear()
    found, _ = detector._best_of_each_place(image, [(8, tags[7]), (7, tags[7] + 0.2)])
    assert ([tag_id for tag_id, _ in found], tried) == ([7], [1, 1])
    assert detector._best_of_each_place(image, []) == ([], 0)


FOREIGN = ("DICT_4X4_50", "DICT_5X5_50")


def foreign_sheet(name: str, side_px: int, turn: int) -> np.ndarray:
    """Return a white sheet with fifty tags of another dictionary, drawn by OpenCV and shrunk by area."""
    cell, across = 3 * side_px, 10
    sheet = np.full((5 * cell, across * cell), 225, dtype=np.uint8)
    for k in range(50):
        large = cv2.aruco.generateImageMarker(dictionary(name), k, 12 * side_px)
        small = cv2.resize(np.rot90(large, turn).copy(), (side_px, side_px), interpolation=cv2.INTER_AREA)
        y, x = (k // across) * cell + side_px, (k % across) * cell + side_px
        sheet[y : y + side_px, x : x + side_px] = np.round(20 + small * (205 / 255))
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.7))


@pytest.mark.parametrize("name", FOREIGN)
def test_small_tags_of_other_dictionaries_are_not_taken_for_ours(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sheets = [foreign_sheet(name, side_px, turn) for side_px, turn in ((15, 0), (18, 1), (22, 2), (26, 3))]

    def taken() -> int:
        total = 0
        for image in sheets:
            height, width = image.shape
            found, _ = Detector(DICTIONARY, frozenset(range(40)), (width, height)).search(
                image, [(0, 0, width, height)]
            )
            total += len(found)
        return total

    assert taken() == 0
    monkeypatch.setattr(tag_detector, "CLEAR", 0.0)
    assert taken() > 0, "without the comparison some are taken, so this test can fail"


def printed_sheet(side_px: int, blur_px: float, *, mirrored: bool) -> np.ndarray:
    """Return every tag of our dictionary on one sheet, which is printed mirrored or as it should be."""
    codes, cell = patterns(DICTIONARY), 2 * side_px + 8
    image = np.full((10 * cell, 25 * cell), 225, dtype=np.uint8)
    for k, code in enumerate(codes):
        large = cv2.resize(code.astype(np.float32), None, fx=24, fy=24, interpolation=cv2.INTER_NEAREST)
        small = cv2.resize(np.rot90(large, k % 4).copy(), (side_px, side_px), interpolation=cv2.INTER_AREA)
        y, x = (at * cell + cell // 4 for at in divmod(k, 25))
        image[y : y + side_px, x : x + side_px] = np.round(20 + small * 205)
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), blur_px), np.uint8)
    return np.ascontiguousarray(soft[:, ::-1]) if mirrored else soft


@pytest.mark.parametrize(("side_px", "blur_px"), [(18, 0.7), (24, 1.2), *at_night((16, 1.0), (32, 0.5), (60, 1.5))])
def test_tags_of_a_mirrored_print_are_never_read(side_px: int, blur_px: float) -> None:
    """No mirrored code is within the correctable bits of another code; none is read as one by its light either."""
    found = []
    for mirrored in (True, False):
        image = printed_sheet(side_px, blur_px, mirrored=mirrored)
        height, width = image.shape
        detector = Detector(DICTIONARY, frozenset(range(250)), (width, height))
        found.append(len(detector.search(image, [(0, 0, width, height)])[0]))
    assert found[0] == 0
    assert found[1] > 240


def test_squares_with_random_codes_are_not_taken_for_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(4)
    codes = [np.pad(rng.random((n, n)) < 0.5, 1).astype(np.float32) for n in (4, 5, 6, 7, 8) for _ in range(20)]
    sheets = []
    for side_px, blur_px in ((18, 1.0), (22, 1.0), (24, 1.5)):
        image = np.full((10 * 60, 10 * 60), 225, dtype=np.uint8)
        for k, code in enumerate(codes):
            large = cv2.resize(code, None, fx=24, fy=24, interpolation=cv2.INTER_NEAREST)
            small = cv2.resize(large, (side_px, side_px), interpolation=cv2.INTER_AREA)
            y, x = (at * 60 + 15 for at in divmod(k, 10))
            image[y : y + side_px, x : x + side_px] = np.round(20 + small * 205)
        sheets.append(np.asarray(cv2.GaussianBlur(image, (0, 0), blur_px), np.uint8))

    def taken() -> int:
        detectors = [Detector(DICTIONARY, frozenset(range(250)), (600, 600)) for _ in sheets]
        return sum(len(one.search(image, [(0, 0, 600, 600)])[0]) for one, image in zip(detectors, sheets, strict=True))

    assert taken() == 0
    monkeypatch.setattr(tag_detector, "contradicts", lambda *_: False)
    assert taken() > 0, "without the comparison some are taken, so this test can fail"


def test_each_pass_is_timed_and_can_be_skipped() -> None:
    tags = sheet(24, range(12))
    image = Drawing().draw(SIZE, tags)
    detector = Detector(DICTIONARY, frozenset(range(13)), SIZE)
    detector.detect(image)
    made = set(detector.pass_s)
    assert made <= set(PASS_NAMES)
    assert {"dark regions", "blur estimate", "local threshold", "deep shadow", "partial outlines"} <= made
    assert all(took_s >= 0 for took_s in detector.pass_s.values())
    detector.skipped = frozenset(PASS_NAMES[1:])
    assert len(detector.detect(image).sightings) == len(tags)
    assert set(detector.pass_s) == {"dark regions"}

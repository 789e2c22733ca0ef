"""Tags in one picture: dark quads, read against the whole dictionary, fitted, and refused where the fit says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dictionary import modules
from calibration.sighting import TagSighting
from vision.decode import MIN_MATCH, decode
from vision.frame import FrameError
from vision.quads import MAX_SIDE_PX, find_quads
from vision.refine import refine
from vision.tone import SRGB, Tone

Array = NDArray[np.float64]
Grey = NDArray[np.uint8]

MIN_EXPLAINED = 0.66
"""Share of a detection's variance that its tag must explain: the pattern of another reaches 0.6, its own 0.74."""

MIN_SIDE_PX = 9.0
"""Tags smaller than this cannot be read: under 1.2 pixels a module."""


@dataclass(frozen=True, slots=True)
class Detection:
    """What was seen in one picture.

    `sightings` are tags that were asked for, each id once. `duplicates` are ids that stand in the picture more than
    once, with every copy; none of them is a sighting, for nobody can tell which is the real one. `unknown_ids` are
    tags of the dictionary that were not asked for. `refused` counts detections whose fit did not hold. `px_per_module`
    is the median over the sightings, None without any.
    """

    sightings: tuple[TagSighting, ...]
    unknown_ids: tuple[int, ...] = ()
    duplicates: tuple[tuple[TagSighting, ...], ...] = ()
    refused: int = 0
    px_per_module: float | None = None


@dataclass(frozen=True, slots=True)
class _Candidate:
    id: int
    corners: Array
    match: float

    @property
    def side(self) -> float:
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())

    def same_place(self, other: _Candidate) -> bool:
        return bool(np.linalg.norm(self.corners.mean(axis=0) - other.corners.mean(axis=0)) < self.side / 2)


class Detector:
    """Finds the tags `ids` of `dictionary` in pictures of `size_px`, coded by `tone`.

    >>> import numpy as np
    >>> eye = Detector("DICT_ARUCO_MIP_36h12", frozenset({3, 7}), (320, 240))
    >>> eye.detect(np.full((240, 320), 128, dtype=np.uint8)).sightings
    ()
    """

    def __init__(self, dictionary_name: str, ids: frozenset[int], size_px: tuple[int, int], tone: Tone = SRGB) -> None:
        self.dictionary_name = dictionary_name
        self.ids = ids
        self.size_px = size_px
        self.tone = tone

    def detect(self, image: NDArray[np.uint8]) -> Detection:
        """Return the tags in a grey or BGR picture, 8 bits, gamma-coded as the camera gave it.

        Raises `FrameError` for a picture of another size or type.
        """
        if image.dtype != np.uint8 or (image.shape[1], image.shape[0]) != self.size_px:
            raise FrameError(
                f"picture of {image.dtype} {image.shape[1]} x {image.shape[0]}: expected uint8 "
                f"{self.size_px[0]} x {self.size_px[1]}"
            )
        found, refused = self.look(image, [(0, 0, *self.size_px)])
        return self.sum_up(found, refused)

    def look(
        self,
        image: NDArray[np.uint8],
        rects: Sequence[tuple[int, int, int, int]],
        grey: Grey | None = None,
    ) -> tuple[list[TagSighting], int]:
        """Return every tag of the dictionary in some rectangles (left, top, right, bottom), and how many were refused.

        Copies and tags that nobody asked for are among them; each place is given once. `grey`, where it is at hand,
        is the picture in grey.
        """
        candidates: list[_Candidate] = []
        for left, top, right, bottom in rects:
            part = image[top:bottom, left:right]
            grey = part if part.ndim == 2 else np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
            candidates += [_Candidate(c.id, c.corners + np.array([left, top]), c.match) for c in self._candidates(grey)]
        fitted = refine(image, [(c.id, c.corners) for c in candidates], self.dictionary_name, self.tone)
        good = [
            TagSighting(candidate.id, fit.corners_px, fit.covariance_px, fit.residual)
            for candidate, fit in zip(candidates, fitted, strict=True)
            if fit is not None and fit.explained >= MIN_EXPLAINED
        ]
        return _apart(good), len(candidates) - len(good)

    def sum_up(self, found: Sequence[TagSighting], refused: int = 0) -> Detection:
        """Return the detection that tags found in one picture amount to."""
        copies: dict[int, list[TagSighting]] = {}
        for sighting in found:
            copies.setdefault(sighting.id, []).append(sighting)
        known = [copies[id_] for id_ in sorted(copies.keys() & self.ids)]
        sightings = tuple(each[0] for each in known if len(each) == 1)
        return Detection(
            sightings=sightings,
            unknown_ids=tuple(sorted(copies.keys() - self.ids)),
            duplicates=tuple(tuple(each) for each in known if len(each) > 1),
            refused=refused,
            px_per_module=float(np.median([s.side_px for s in sightings])) / modules(self.dictionary_name)
            if sightings
            else None,
        )

    def _candidates(self, grey: Grey) -> list[_Candidate]:
        """Return what may be tags, over all scales: small tags in the picture itself, larger ones in its halves."""
        found: list[_Candidate] = []
        level, picture = 0, grey
        while min(picture.shape) >= 2 * MIN_SIDE_PX:
            least = MIN_SIDE_PX if level == 0 else MAX_SIDE_PX / 3
            found += _read(self.dictionary_name, self.tone, picture, 2**level, least)
            if min(picture.shape) < MAX_SIDE_PX:
                break
            level, picture = level + 1, np.asarray(cv2.pyrDown(picture), dtype=np.uint8)
        found.sort(key=lambda candidate: -candidate.match)
        places: list[_Candidate] = []
        for candidate in found:
            if not any(candidate.id == other.id and candidate.same_place(other) for other in places):
                places.append(candidate)
        return places


def _grey(image: NDArray[np.uint8]) -> Grey:
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _apart(sightings: Sequence[TagSighting]) -> list[TagSighting]:
    """Return the sightings that are different tags or places, the better of two that are the same."""
    kept: dict[int, list[TagSighting]] = {}
    for sighting in sorted(sightings, key=lambda s: s.residual):
        others = kept.setdefault(sighting.id, [])
        centre = sighting.corners_px.mean(axis=0)
        if all(np.linalg.norm(centre - o.corners_px.mean(axis=0)) > sighting.side_px / 2 for o in others):
            others.append(sighting)
    return [sighting for group in kept.values() for sighting in group]


def _read(dictionary_name: str, tone: Tone, picture: Grey, scale: int, least_side_px: float) -> list[_Candidate]:
    """Return the candidates of one scale; at full scale small tags are looked for with a keener threshold, too.

    Two thresholds see what one misses: the wide one keeps tags apart from what touches them, the keen one keeps thin
    borders whole.
    """
    between = tone.to_between_8bit(picture)
    quads = find_quads(between, window_px=15, contrast=9, least_side_px=least_side_px, corners_touch=False)
    if scale == 1:
        keen = find_quads(between, window_px=11, contrast=5, least_side_px=least_side_px, corners_touch=True)
        quads = np.concatenate([keen, quads])
    if not len(quads):
        return []
    match, ids, corners = decode(between, quads, dictionary_name)
    return [
        _Candidate(int(ids[k]), (corners[k].astype(np.float64) + 0.5) * scale - 0.5, float(match[k]))
        for k in np.flatnonzero(match > MIN_MATCH)
    ]

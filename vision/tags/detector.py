"""Tag detector: the passes over one image, duplicate ids, and the image quality."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import TagSighting, modules
from messages.message import Message
from vision.frame import FrameError
from vision.intensity import SRGB, ResponseCurve
from vision.tags.decode import MIN_MATCH, decode, decode_blurred, foreign_rivals
from vision.tags.evidence import Rejection, contradicts, find_rejection, inflate_covariance, nearly_square
from vision.tags.quads import (
    Grey,
    View,
    deep_shadow_view,
    local_threshold_view,
    normalise_contrast,
    partial,
    places_of,
    quads_apart,
    views_of,
)
from vision.tags.refine import MOST_TAGS, estimate_blur, extract_patch, refine_corners, shapes, square_of
from vision.tags.solver import FittedTag, TagPatch
from vision.tags.tag_model import SHARP, Blur

log = logging.getLogger("overlook.vision.tags")

MOTION_PX = 2.5
"""Motion during the exposure from which small tags are lost."""

OUT_OF_FOCUS_PX = 1.2
"""Standard deviation of defocus blur from which small tags are lost."""

FULL = 253
"""Code from which a pixel is overexposed."""

OVEREXPOSED = 0.15
"""Share of overexposed pixels on the tags from which edges are lost."""

DARK = 15.0
"""Contrast of the median tag, of 255 in linear intensity, below which noise hides small tags."""

SHADED = 0.1
"""Share of tags crossed by the edge of a shadow from which a warning is given."""


@dataclass(frozen=True, slots=True)
class PictureQuality:
    """Quality of one whole image as far as it affects tags.

    `contrast` is the median tag's white minus black, 0 to 255 in linear intensity; `overexposed` is the share of
    overexposed pixels on the tags; `shaded` is how many of the `tags` are crossed by the edge of a shadow.
    """

    blur: Blur
    contrast: float
    overexposed: float
    shaded: int
    tags: int

    @property
    def warnings(self) -> tuple[Message, ...]:
        """Faults of the image; their figures are rounded, so that they stay equal from frame to frame."""
        lines = []
        if self.blur.motion_px >= MOTION_PX:
            lines.append(Message.of("image-blurred-motion", blur=round(self.blur.motion_px)))
        if self.blur.soft_px >= OUT_OF_FOCUS_PX:
            lines.append(Message.of("image-blurred", blur=round(2 * self.blur.soft_px)))
        if self.overexposed > OVEREXPOSED:
            lines.append(Message.of("image-overexposed", share=round(self.overexposed, 2)))
        if self.contrast < DARK:
            lines.append(Message.of("image-dark", contrast=round(self.contrast / 255, 3)))
        if self.shaded > max(2.0, SHADED * self.tags):
            lines.append(Message.of("image-shadows", shaded=int(self.shaded), tags=self.tags))
        return tuple(lines)


def quality_of(image: NDArray[np.uint8], blur: Blur, fits: Sequence[FittedTag]) -> PictureQuality | None:
    """Return the quality of an image from the tags fitted in it, None without any."""
    if not fits:
        return None
    full = [_full(image, fit.corners_px) for fit in fits]
    return PictureQuality(
        blur=blur,
        contrast=float(np.median([fit.contrast for fit in fits])),
        overexposed=float(np.median(full)),
        shaded=sum(fit.shaded for fit in fits),
        tags=len(fits),
    )


def _full(image: NDArray[np.uint8], corners_px: NDArray[np.float64]) -> float:
    left, top = np.floor(corners_px.min(axis=0)).astype(int).clip(0)
    right, bottom = np.ceil(corners_px.max(axis=0)).astype(int) + 1
    window = image[top:bottom:2, left:right:2]
    least = window if window.ndim == 2 else cv2.min(cv2.min(window[..., 0], window[..., 1]), window[..., 2])
    return float((least >= FULL).mean())


Array = NDArray[np.float64]

MIN_EXPLAINED = 0.66
"""Least share of a detection's variance that its tag explains: another tag's pattern reaches 0.6, its own 0.74.

A dictionary with more similar tags needs more (`evidence.least_explained`).
"""

CLEAR = 0.95
"""Share of variance from which a fit is not compared with tags of other dictionaries, which reach 0.93."""

BLURRED = 1.15
"""Median blur variance of the tags, as a multiple of a sharp image's, from which the blur is estimated."""

LEAST_FOR_BLUR = 3
"""Least number of tags for a blur estimate."""

DARK_REGIONS = "dark regions"
BLUR_ESTIMATE = "blur estimate"

FEW_MISSING = 8
"""Ratio of ids to missing tags from which shadows are assumed to hide them."""

_Found = tuple[int, FittedTag]
_Candidates = Sequence[tuple[int, Array]]


@dataclass(frozen=True, slots=True)
class Detection:
    """Tags seen in one image.

    - `sightings`: requested tags, each id once.
    - `strangers`: other tags of the dictionary, each id once.
    - `duplicates`: requested ids seen more than once, with every copy. They are not in `sightings`, because it is
      unknown which one is real.
    - `refused`: the number of candidates whose fit was rejected.
    - `px_per_module`: the median over the sightings, None without any.
    - `quality`: that of the last image that was searched completely.
    """

    sightings: tuple[TagSighting, ...]
    strangers: tuple[TagSighting, ...] = ()
    duplicates: tuple[tuple[TagSighting, ...], ...] = ()
    refused: int = 0
    px_per_module: float | None = None
    quality: PictureQuality | None = None

    @property
    def blur(self) -> Blur:
        """Blur of that image."""
        return SHARP if self.quality is None else self.quality.blur

    @property
    def unknown_ids(self) -> tuple[int, ...]:
        """Ids of the strangers, in order."""
        return tuple(sighting.id for sighting in self.strangers)


class Detector:
    """Detector of the tags `ids` of `dictionary` in images of `size_px` with the response curve `response`.

    `blur` and `quality` are those of the last image that was searched completely. `skipped` are names of passes that
    are not made (`PASS_NAMES`); `pass_s` is the CPU time of each pass of the last search, in seconds.

        >>> import numpy as np
        >>> detector = Detector("DICT_ARUCO_MIP_36h12", frozenset({3, 7}), (320, 240))
        >>> detector.detect(np.full((240, 320), 128, dtype=np.uint8)).sightings
        ()
    """

    def __init__(
        self, dictionary_name: str, ids: frozenset[int], size_px: tuple[int, int], response: ResponseCurve = SRGB
    ) -> None:
        self.dictionary_name = dictionary_name
        self.ids = ids
        self.size_px = size_px
        self.response = response
        self.blur = SHARP
        self.quality: PictureQuality | None = None
        self.skipped: frozenset[str] = frozenset()
        self.pass_s: dict[str, float] = {}

    def detect(self, image: NDArray[np.uint8]) -> Detection:
        """Return the tags in a grey or BGR image, 8 bits, gamma-coded as delivered by the camera.

        Raises `FrameError` for an image of another size or type.
        """
        if image.dtype != np.uint8 or (image.shape[1], image.shape[0]) != self.size_px:
            raise FrameError(
                "image-size",
                width=image.shape[1],
                height=image.shape[0],
                type=str(image.dtype),
                expected_width=self.size_px[0],
                expected_height=self.size_px[1],
            )
        found, refused = self.search(image, [(0, 0, *self.size_px)])
        return self.to_detection(found, refused)

    def search(
        self,
        image: NDArray[np.uint8],
        rects: Sequence[tuple[int, int, int, int]],
        grey: Grey | None = None,
        known: Sequence[TagSighting] = (),
        *,
        closely: bool = True,
    ) -> tuple[list[TagSighting], int]:
        """Return every tag of the dictionary in some rectangles (left, top, right, bottom), and how many were rejected.

        The result includes copies and tags outside `ids`, each position once, but not the `known` tags. `grey` is the
        image in grey, if available. With `closely`, requested tags that are missing are also searched by parts of their
        outline.
        """
        self.pass_s = {}
        if not rects:
            return [], 0
        begun_s = time.process_time()
        views: list[View] = []
        gain = self.response.gain_of(image if grey is None else grey)
        for left, top, right, bottom in rects:
            part = _grey(image[top:bottom, left:right]) if grey is None else grey[top:bottom, left:right]
            views += views_of(part, left, top, self.response, gain)
        whole = list(rects) == [(0, 0, *self.size_px)]
        if whole:
            self.blur = SHARP
        candidates = self._candidates(views, known) if any(len(view.quads) for view in views) else []
        found, refused = self._best_of_each_place(image, candidates)
        begun_s = self._timed(DARK_REGIONS, begun_s)
        if whole and BLUR_ESTIMATE not in self.skipped:
            found = self._deblurred(image, found)
            begun_s = self._timed(BLUR_ESTIMATE, begun_s)
        for search in PASSES if closely else ():
            missing, seen = self._missing(found, known), [*_sightings(found), *known]
            if search.name in self.skipped or not missing or not search.applies(self, missing, seen):
                continue
            shown = [search.view(view) for view in views]
            if search.keeps_views:
                views = shown
            quads = search.quads(shown, seen)
            if search.any_id:
                more, none = self._best_of_each_place(image, self._candidates(quads, seen))
                refused += none
            else:
                more, _ = self.fit_candidates(image, self._candidates(quads, seen, missing))
            log.debug("%s: %d tags missing, %d found", search.name, len(missing), len(more))
            found = found + more
            begun_s = self._timed(search.name, begun_s)
        if whole:
            self.quality = quality_of(image, self.blur, [fit for _, fit in found])
        return _apart(_sightings(found)), refused

    def _timed(self, name: str, begun_s: float) -> float:
        """Store the CPU time of a pass that began at `begun_s`, and return the present."""
        now_s = time.process_time()
        self.pass_s[name] = now_s - begun_s
        return now_s

    def fit_sightings(self, image: NDArray[np.uint8], candidates: Sequence[tuple[int, Array]]) -> list[TagSighting]:
        """Return the candidates (id and corners) that the image confirms."""
        return _sightings(self.fit_candidates(image, candidates)[0])

    def fit_candidates(
        self, image: NDArray[np.uint8], candidates: Sequence[tuple[int, Array]]
    ) -> tuple[list[_Found], int]:
        """Return the fits of the candidates that the image confirms, and the number of the others."""
        side = modules(self.dictionary_name)
        fitted = refine_corners(image, candidates, self.dictionary_name, self.response, blur=self.blur)
        good = []
        for (tag_id, begun), fit in zip(candidates, fitted, strict=True):
            why = self._rejection(fit, side)
            if fit is not None and why is None:
                wide = inflate_covariance(fit.covariance_px, fit.corners_px, fit.evidence, side)
                good.append((tag_id, replace(fit, covariance_px=wide)))
            elif log.isEnabledFor(logging.DEBUG):
                _log_rejection(tag_id, begun, fit, why)
        good = self._without_foreign(image, good)
        return good, len(candidates) - len(good)

    def _without_foreign(self, image: NDArray[np.uint8], found: list[_Found]) -> list[_Found]:
        """Return the fits without those whose pixels a tag of another dictionary, or another code, explains better."""
        unsure = [k for k, (_, fit) in enumerate(found) if fit.explained < CLEAR]
        if not unsure:
            return found
        quads = np.stack([found[k][1].corners_px for k in unsure])
        low = np.maximum(np.floor(quads.min(axis=(0, 1))).astype(int) - 2, 0)
        high = np.ceil(quads.max(axis=(0, 1))).astype(int) + 3
        part = _grey(image[low[1] : high[1], low[0] : high[0]])
        ids = [found[k][0] for k in unsure]
        rivals = foreign_rivals(part, (quads - low).astype(np.float32), ids, self.dictionary_name)
        foreign = set()
        for k, rival in zip(unsure, rivals, strict=True):
            if rival is None:
                continue
            family, tag_id, corners = rival
            begun = [(tag_id, corners.astype(np.float64) + low)]
            (fit,) = refine_corners(image, begun, family, self.response, blur=self.blur)
            if fit is not None and fit.explained > found[k][1].explained:
                foreign.add(k)
        for k in unsure:
            tag_id, fit = found[k]
            square = square_of(image, tag_id, fit, self.dictionary_name, self.response, self.blur)
            if k not in foreign and square and contradicts(square, tag_id, fit.explained, self.dictionary_name):
                foreign.add(k)
        if foreign and log.isEnabledFor(logging.DEBUG):
            for k in sorted(foreign):
                _log_rejection(found[k][0], found[k][1].corners_px, found[k][1], Rejection.FOREIGN)
        return [each for k, each in enumerate(found) if k not in foreign]

    def _rejection(self, fit: FittedTag | None, side: int) -> Rejection | None:
        """Return why a fit is rejected; None if it is accepted."""
        if fit is None:
            return Rejection.NO_FIT
        if not nearly_square(fit.corners_px):
            return Rejection.NOT_SQUARE
        return find_rejection(fit.evidence, fit.explained, self.dictionary_name, MIN_EXPLAINED, fit.side_px / side)

    def _best_of_each_place(self, image: NDArray[np.uint8], candidates: _Candidates) -> tuple[list[_Found], int]:
        """Return the confirmed candidates, as `fit_candidates` does.

        One around a better candidate is tried only if that fails. Candidates are sorted, the best match first. Those
        around a tag, usually its base, are the slowest to reject.
        """
        if not candidates:
            return [], 0
        places = np.stack([corners for _, corners in candidates])
        middles, sides = places.mean(axis=1), np.linalg.norm(places - np.roll(places, 1, axis=1), axis=2).mean(axis=1)
        apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
        around = np.tril(apart < sides[:, None] / 2, -1)
        first = ~around.any(axis=1)
        found, refused = self.fit_candidates(
            image, [each for each, alone in zip(candidates, first, strict=True) if alone]
        )
        seen = np.array([fit.corners_px.mean(axis=0) for _, fit in found]).reshape(-1, 2)
        free = (np.linalg.norm(middles[:, None] - seen[None], axis=2) >= sides[:, None] / 2).all(axis=1)
        again = free & ~first
        later, more = self.fit_candidates(image, [each for each, tried in zip(candidates, again, strict=True) if tried])
        around_found = ~free & ~first
        if log.isEnabledFor(logging.DEBUG):
            for k in np.flatnonzero(around_found).tolist():
                _log_rejection(candidates[k][0], candidates[k][1], None, Rejection.AROUND)
        return found + later, refused + more + int(around_found.sum())

    def _missing(self, found: Sequence[_Found], known: Sequence[TagSighting]) -> frozenset[int]:
        return self.ids - {tag_id for tag_id, _ in found} - {sighting.id for sighting in known}

    def _deblurred(self, image: NDArray[np.uint8], found: list[_Found]) -> list[_Found]:
        """Estimate the image's blur from the tags found, and return them refitted with it if the fit is better."""
        ratios = [fit.blur_ratio for _, fit in found]
        if len(found) < LEAST_FOR_BLUR or np.median(ratios) < BLURRED:
            return found
        name, side = self.dictionary_name, modules(self.dictionary_name)
        clearest = sorted(found, key=lambda each: each[1].residual)
        self.blur = estimate_blur(self._patches(image, clearest), name, side)
        if self.blur is SHARP:
            return found
        trials = []
        for blur in shapes(self.blur):
            self.blur = blur
            some, _ = self.fit_candidates(image, [(tag_id, fit.corners_px) for tag_id, fit in clearest[:MOST_TAGS]])
            trials.append((float(np.median([fit.explained for _, fit in some] or [0.0])), blur, some))
        _, self.blur, some = max(trials, key=lambda trial: trial[0])
        self.blur = estimate_blur(self._patches(image, some), name, side, self.blur) if some else self.blur
        again, _ = self.fit_candidates(image, [(tag_id, fit.corners_px) for tag_id, fit in found])
        refitted = {(tag_id, tuple(fit.corners_px.mean(axis=0).round(-1))) for tag_id, fit in again}
        rest = [each for each in found if (each[0], tuple(each[1].corners_px.mean(axis=0).round(-1))) not in refitted]
        return again + rest

    def _patches(self, image: NDArray[np.uint8], found: Sequence[_Found]) -> list[tuple[int, TagPatch]]:
        cuts = (
            (i, extract_patch(image, i, fit.corners_px, self.dictionary_name, self.response, self.blur))
            for i, fit in found
        )
        return [(tag_id, patch) for tag_id, patch in cuts if patch is not None]

    def to_detection(self, found: Sequence[TagSighting], refused: int = 0) -> Detection:
        """Return the detection for the tags found in one image."""
        copies: dict[int, list[TagSighting]] = {}
        for sighting in found:
            copies.setdefault(sighting.id, []).append(sighting)
        known = [copies[id_] for id_ in sorted(copies.keys() & self.ids)]
        sightings = tuple(each[0] for each in known if len(each) == 1)
        return Detection(
            sightings=sightings,
            strangers=tuple(copies[id_][0] for id_ in sorted(copies.keys() - self.ids)),
            duplicates=tuple(tuple(each) for each in known if len(each) > 1),
            refused=refused,
            px_per_module=_median_side_px(sightings) / modules(self.dictionary_name) if sightings else None,
            quality=self.quality,
        )

    def _candidates(
        self, views: Sequence[View], known: Sequence[TagSighting], among: frozenset[int] | None = None
    ) -> list[tuple[int, Array]]:
        """Return tag candidates, id and corners in the image: the best match at each position that is not known."""
        if not views:
            return []
        if among is None or self.blur is SHARP:
            match, ids, corners = decode([(view.between, view.quads) for view in views], self.dictionary_name, among)
        else:
            pictures = [(view.between, view.quads, float(view.scale)) for view in views]
            match, ids, corners = decode_blurred(pictures, self.dictionary_name, among, self.blur)
        sizes = [len(view.quads) for view in views]
        scale = np.repeat([view.scale for view in views], sizes)[:, None, None]
        origin = np.repeat([(view.left, view.top) for view in views], sizes, axis=0)[:, None]
        places = (corners.astype(np.float64) + 0.5) * scale - 0.5 + origin
        centres, sides = places.mean(axis=1), np.linalg.norm(places - np.roll(places, 1, axis=1), axis=2).mean(axis=1)
        taken: dict[int, list[Array]] = {}
        for sighting, middle in zip(known, places_of(known)[1], strict=True):
            taken.setdefault(sighting.id, []).append(middle)
        order = np.argsort(-match, kind="stable")
        candidates: list[tuple[int, Array]] = []
        for k in order[match[order] > MIN_MATCH].tolist():
            others = taken.setdefault(int(ids[k]), [])
            if all(np.hypot(*(centres[k] - other)) >= sides[k] / 2 for other in others):
                others.append(centres[k])
                candidates.append((int(ids[k]), places[k]))
        return candidates


@dataclass(frozen=True, slots=True)
class SearchPass:
    """A further search of an image for requested tags that are missing.

    `view` changes each view of the image, for the passes after this one too if it `keeps_views`. `quads` returns the
    views with the quadrilaterals to try, away from tags that are seen. With `any_id` candidates of every id are tried,
    otherwise only those of missing tags.
    """

    name: str
    view: Callable[[View], View] = lambda view: view
    quads: Callable[[list[View], Sequence[TagSighting]], list[View]] = quads_apart
    applies: Callable[[Detector, frozenset[int], Sequence[TagSighting]], bool] = lambda *_: True
    keeps_views: bool = False
    any_id: bool = False


PASSES = (
    SearchPass("local threshold", local_threshold_view, keeps_views=True, any_id=True),
    SearchPass("deep shadow", deep_shadow_view),
    SearchPass("blur", applies=lambda detector, _missing, _seen: detector.blur is not SHARP),
    SearchPass(
        "local contrast",
        normalise_contrast,
        applies=lambda detector, missing, _seen: len(missing) * FEW_MISSING > len(detector.ids),
        keeps_views=True,
    ),
    SearchPass("partial outlines", quads=partial, applies=lambda _detector, _missing, seen: bool(seen)),
)
"""The passes after the first search, in order; each is made only while requested tags are missing."""

PASS_NAMES = (DARK_REGIONS, BLUR_ESTIMATE, *(search.name for search in PASSES))
"""Names of all passes in order. The first, which finds nearly all tags, cannot be skipped."""


def _log_rejection(tag_id: int, begun: Array, fit: FittedTag | None, why: Rejection | None) -> None:
    """Log a rejected candidate: tag, place in the image, reason, and the figures that it rests on."""
    x, y = begun.mean(axis=0)
    if fit is None:
        log.debug("tag %d at (%.0f, %.0f) px rejected: %s", tag_id, x, y, why)
        return
    log.debug(
        "tag %d at (%.0f, %.0f) px rejected: %s; code wrong %.2f, sides wrong %s, explains %.3f, side %.1f px",
        tag_id,
        x,
        y,
        why,
        fit.evidence.code_wrong,
        tuple(round(float(one), 1) for one in fit.evidence.sides_wrong),
        fit.explained,
        fit.side_px,
    )


def _sightings(found: Sequence[_Found]) -> list[TagSighting]:
    return [TagSighting(tag_id, fit.corners_px, fit.covariance_px, fit.residual) for tag_id, fit in found]


def _median_side_px(sightings: Sequence[TagSighting]) -> float:
    corners = np.stack([s.corners_px for s in sightings])
    return float(np.median(np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)))


def _grey(image: NDArray[np.uint8]) -> Grey:
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _apart(sightings: Sequence[TagSighting]) -> list[TagSighting]:
    """Return the sightings without duplicates at the same position, of which the better one is kept."""
    kept: dict[int, list[TagSighting]] = {}
    for sighting in sorted(sightings, key=lambda s: s.residual):
        others = kept.setdefault(sighting.id, [])
        if all(_px_apart(sighting, other) > sighting.side_px / 2 for other in others):
            others.append(sighting)
    return [sighting for group in kept.values() for sighting in group]


def _px_apart(one: TagSighting, other: TagSighting) -> float:
    return float(np.hypot(*(one.corners_px.mean(axis=0) - other.corners_px.mean(axis=0))))

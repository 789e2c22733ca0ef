"""Dice detector: all dice of an image, by detector and classifier networks, at a known or unknown die size.

The lean that the network reports depends more on how the die is presented to it than the face does, so it is averaged
over several views.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress, count, takewhile
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.detections import LOW, DetectedDie, FlatDie, apart, dice_at, view_sine
from vision.dice.networks import (
    CELL_PX,
    EDGE_PX,
    KINDS,
    Array,
    CropSize,
    CropTransform,
    Image,
    Networks,
    Place,
    crops_of,
    least_edge_px,
    network_pixels,
    networks,
    plane_of,
)

LOOK_PX = 48
LOOK_EDGE_PX = 32.0
"""Edge length of the die in the crops that the classifier was trained on."""

CLASSIFIER_CROP = CropSize(LOOK_PX, LOOK_EDGE_PX)

OUTCOMES = 8
COCKED, NO_FACE = 6, 7
"""Outcome indices: 0 to 5 are the faces one to six, then a cocked die and no face of a die."""

FIRST_VIEWS = 2
"""Number of views of every die in the first pass."""

SETTLED = 0.9
"""Probability of one outcome, the same in each of the first views, from which no more views are needed."""

ABOVE = (
    CropTransform(0, False, 1.0),
    CropTransform(135, True, 1.08),
    CropTransform(225, False, 0.93),
    CropTransform(45, True, 1.0),
)
_UPRIGHT = (
    CropTransform(0, False, 1.0),
    CropTransform(0, True, 1.08),
    CropTransform(12, False, 0.93),
    CropTransform(-12, True, 1.0),
)


@dataclass(frozen=True, slots=True, eq=False)
class Classification:
    """Classifier output for n dice: `chances` (n, 8) over all views, `against` (n,) the most for other faces."""

    chances: Array
    against: Array


def classify(image: Image, places: Sequence[Place], session: Any = None, *, upright: bool = False) -> Classification:
    """Classify the dice at `places` (x, y, edge) px of a BGR image.

    With `upright` no view is upside down: only the up direction distinguishes a die's top from its sides.
    """
    if not places:
        return Classification(np.zeros((0, OUTCOMES), np.float32), np.zeros(0, np.float32))
    views = _UPRIGHT if upright else ABOVE
    first = _logits(image, places, views[:FIRST_VIEWS], session)
    said = _chances(first)
    alike = (said.argmax(axis=2) == said.argmax(axis=2)[:, :1]).all(axis=1)
    doubted = ~(alike & (said.max(axis=2) >= SETTLED).all(axis=1))
    mean, against = first.mean(axis=1), _against(first)
    if doubted.any():
        more = _logits(image, list(compress(places, doubted)), views[FIRST_VIEWS:], session)
        every = np.concatenate([first[doubted], more], axis=1)
        mean[doubted], against[doubted] = every.mean(axis=1), _against(every)
    return Classification(_chances(mean), against)


def chances_in(image: Image, places: Sequence[Place], views: Sequence[CropTransform], session: Any = None) -> Array:
    """Return the probability of each outcome in each view of each die, (n, views, 8); `places` as in `classify`."""
    return _chances(_logits(image, places, views, session))


def _against(logits: Array) -> Array:
    """Return the largest share of faces other than the overall best in any view, (n,), from logits (n, views, 8)."""
    faces = _chances(logits[..., :COCKED])
    best = logits.mean(axis=1)[:, :COCKED].argmax(axis=1)
    return np.asarray(1 - faces[np.arange(len(faces)), :, best].min(axis=1), dtype=np.float32)


def _logits(image: Image, places: Sequence[Place], views: Sequence[CropTransform], session: Any) -> Array:
    """Return the classifier's logits for each view of each die, (n, views, 8)."""
    plane = plane_of(crops_of(image, places, views, CLASSIFIER_CROP))
    logits: Array = (session or networks().looks).run(None, {"x": plane})[0]
    return logits.reshape(len(places), len(views), OUTCOMES)


def _chances(logits: Array) -> Array:
    """Return the softmax over the last axis."""
    grown = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True), dtype=np.float32)


DEEP, BEYOND = 2.0, 1.5
"""Depth of the strip along the border, and of its mirror image, in edge lengths."""

AT_BORDER = 0.35
"""Largest distance of a truncated die's centre from the border, in edge lengths; that of a whole die is at least 0.5.
"""

CUT = 0.3
"""Least confidence of both networks in a truncated die. Of 24 dice half outside a rendered tray, 22 reach it; without
one, the mirror image of the ground in the photographs of three sources reached up to 0.29.
"""


def dice_cut_by_border(image: Image, edge_px: float) -> list[DetectedDie]:
    """Return possible dice of about that edge length, px, whose centre is on the border of a BGR image; in its pixels.

    Their values are meaningless, because half of the input is a mirror image.
    """
    height, width = image.shape[:2]
    found = []
    for strip, left, top in _strips(image, edge_px):
        dice = dice_at(strip, edge_px)
        none = classify(strip, [die.place for die in dice]).chances[:, NO_FACE]
        for die, no_face in zip(dice, none.tolist(), strict=True):
            x, y = die.x_px + left, die.y_px + top
            inside = min(x + 0.5, y + 0.5, width - x - 0.5, height - y - 0.5)
            if abs(inside) < AT_BORDER * edge_px and die.present * (1 - no_face) >= CUT:
                found.append(replace(die, x_px=x, y_px=y))
    return apart(found)


def _strips(image: Image, edge_px: float) -> Iterator[tuple[Image, int, int]]:
    """Yield the strip along each border, mirrored in it, with the position of its upper left corner in the image."""
    height, width = image.shape[:2]
    deep, beyond = round(DEEP * edge_px), round(BEYOND * edge_px)
    if min(height, width) < deep:
        return
    for part, (above, below, before, after), left, top in (
        (image[:, :deep], (0, 0, beyond, 0), -beyond, 0),
        (image[:, -deep:], (0, 0, 0, beyond), width - deep, 0),
        (image[:deep], (beyond, 0, 0, 0), 0, -beyond),
        (image[-deep:], (0, beyond, 0, 0), 0, height - deep),
    ):
        mirrored = cv2.copyMakeBorder(part, above, below, before, after, cv2.BORDER_REFLECT)
        yield np.asarray(mirrored, dtype=np.uint8), left, top


LEAN_CROP = CropSize(96, EDGE_PX)
"""Crop of about twice a die's edge; leans are no better with more around the die."""

VIEWS = (
    CropTransform(90, False, 1.2),
    CropTransform(270, True, 1.2),
    CropTransform(90, True, 1.2),
    CropTransform(270, False, 1.2),
)
"""Views for the lean; at larger scales, the leans of cocked dice come out too small."""

MATTERS = 0.25
"""Least confidence of a candidate whose lean is refined."""

LEAN_BATCH = 16
"""Dice per network call."""


def looked_at_again(image: Image, found: Sequence[DetectedDie], flips: int, session: Any) -> list[DetectedDie]:
    """Return the dice found in `flips` flips of a BGR image, each with its mean lean over those and over `VIEWS`."""
    matter = [k for k, die in enumerate(found) if die.present >= MATTERS]
    dice = list(found)
    for start in range(0, len(matter), LEAN_BATCH):
        part = matter[start : start + LEAN_BATCH]
        for k, lean in zip(part, _leans(image, [found[k] for k in part], session), strict=True):
            x, y = (flips * np.array(found[k].lean) + len(VIEWS) * lean) / (flips + len(VIEWS))
            dice[k] = replace(found[k], lean=(float(x), float(y)))
    return dice


def _leans(image: Image, dice: Sequence[DetectedDie], session: Any) -> NDArray[np.float64]:
    """Return the mean lean of each die over `VIEWS`, (n, 2), in image coordinates."""
    places: list[Place] = [die.place for die in dice]
    said = session.run(None, {"x": plane_of(crops_of(image, places, VIEWS, LEAN_CROP))})[0]
    middle = LEAN_CROP.side_px // CELL_PX // 2
    around = said[:, KINDS + 1 :, middle - 1 : middle + 1, middle - 1 : middle + 1].mean(axis=(2, 3))
    leans = around.reshape(len(dice), len(VIEWS), 2).astype(np.float64)
    return np.asarray(np.mean([leans[:, k] @ view.onto for k, view in enumerate(VIEWS)], axis=0))


SURE_DIE = 0.3
"""Least confidence of a die that is used to estimate the view angle."""

SIDE = 0.3
"""Sine of the view angle from which an image counts as a view from the side."""

DEPTHS = (1.0, 0.72, 1.35)
"""Relative die sizes that are searched in a view from the side: far dice are smaller, near ones larger."""

AT_DEPTH = 0.5
"""Largest |log2| of the ratio of a die's size to the size searched."""


def dice_in(
    image: Image,
    die_px: float,
    flips: int = 4,
    low: float = LOW,
    by: Networks | None = None,
    known: Sequence[FlatDie] = (),
) -> list[DetectedDie]:
    """Return the dice of a BGR image with an edge length of about `die_px`, surest first.

    If they turn out to be seen from the side, the image is searched again, upright, also for near and far dice. `by`
    replaces the committed networks; `known` are dice that were flat under the same camera before.
    """
    by = by or networks()
    found = dice_at(image, die_px, flips, low, by.cells)
    upright = view_sine([die for die in found if die.present >= SURE_DIE], known) >= SIDE
    if upright:
        found = []
        for depth in DEPTHS:
            edge = die_px * depth
            seen = dice_at(image, edge, flips, low, by.cells, upright=True)
            found += [die for die in seen if abs(np.log2(die.edge_px / edge)) < AT_DEPTH]
        found = apart(found)
    else:
        found = looked_at_again(image, found, flips, by.cells)
    return looked_closer(image, found, by, upright=upright)


def looked_closer(
    image: Image, found: Sequence[DetectedDie], by: Networks, *, upright: bool = False
) -> list[DetectedDie]:
    """Return the dice with the classifier's values, surest first."""
    places = [die.place for die in found]
    closer = classify(image, places, by.looks, upright=upright)
    dice = map(joined, found, closer.chances, closer.against.tolist())
    return sorted(dice, key=lambda die: -die.present)


def joined(die: DetectedDie, closer: Array, against: float = 0.0) -> DetectedDie:
    """Return a die with the classifier's value, (8,); both networks must be sure that it is a die.

    `against` is the largest share of other faces in one view of the classifier.
    """
    faces = closer[:COCKED]
    order = np.argsort(faces)[::-1]
    shares = faces / max(1e-6, float(faces.sum()))
    value = int(order[0]) + 1
    first = die.second if die.value == value else die.confidence
    there = float(np.sqrt(die.present) * (1 - closer[NO_FACE]))
    share = float(shares[order[0]])
    doubted = first / max(1e-6, die.confidence + die.second)
    return replace(
        die,
        value=value,
        confidence=there * share,
        second=there * float(shares[order[1]]),
        askew=float(closer[COCKED]),
        against=max(against, doubted),
        named=float(faces[order[0]]),
        face=share * float(1 - closer[NO_FACE]),
        doubted=doubted,
    )


BELIEVED = 0.5
"""Least confidence of a die in a size hypothesis if the count is unknown."""

TOLD = 0.3
"""Confidence from which a candidate of another size needs an explanation."""

ELSEWHERE = 0.5
"""Weight of a candidate of another size: the passes at all sizes see the same image, so are not independent."""

WITHIN = 0.55
"""Largest distance of a mark from the die's centre, in edge lengths."""

A_MARK = 0.5
"""Largest edge of a mark taken for a die, as a share of the die's edge: one or two pips, read as a one."""

A_PART = 0.8
"""The same for half a face, with any value."""

ALIKE = 1.5
"""Largest ratio of edges at which two candidates at one place are the same die."""

LEAST = 1e-3


@dataclass(frozen=True, slots=True)
class SizeHypothesis:
    """Dice of one size, surest first, and the log likelihood of all candidates if these are the dice."""

    edge_px: float
    dice: tuple[DetectedDie, ...]
    log_likelihood: float

    @property
    def values(self) -> tuple[int, ...]:
        """Values of the dice, in ascending order."""
        return tuple(sorted(die.value for die in self.dice))


def weighed(looks: Sequence[Sequence[DetectedDie]], count: int | None = None) -> list[SizeHypothesis]:
    """Return a hypothesis for each size, best first; `looks` has the dice of each size, surest first.

    A hypothesis is that the `count` surest dice of one size were thrown (None: those that are accepted) and that
    nothing else is a die. All other candidates of any size must be a mark or a part of a die, or the same die; if not,
    they reduce its likelihood.
    """
    found = [each for k in range(len(looks)) if (each := _weighed(looks, k, count)) is not None]
    return sorted(found, key=lambda each: -each.log_likelihood)


def _weighed(looks: Sequence[Sequence[DetectedDie]], of: int, count: int | None) -> SizeHypothesis | None:
    dice = looks[of][:count] if count is not None else [die for die in looks[of] if die.confidence >= BELIEVED]
    if not dice or (count is not None and len(dice) < count):
        return None
    chosen = {id(die) for die in dice}
    odds = sum(_log(die.confidence) for die in dice)
    for k, look in enumerate(looks):
        for seen in look:
            if id(seen) in chosen:
                continue
            if k == of and not any(_part_of(seen, die) for die in dice):
                odds += _log(1 - seen.present)
            elif k != of and seen.confidence >= TOLD and not any(_explained_by(seen, die) for die in dice):
                odds += ELSEWHERE * _log(1 - seen.confidence)
    return SizeHypothesis(float(np.median([die.edge_px for die in dice])), tuple(dice), odds)


def _explained_by(seen: DetectedDie, die: DetectedDie) -> bool:
    """Return whether a candidate of another size is the same die, or a mark or a part of it."""
    same = _within(seen, die) and die.edge_px / ALIKE < seen.edge_px < die.edge_px * ALIKE
    return same or _part_of(seen, die)


def _part_of(seen: DetectedDie, die: DetectedDie) -> bool:
    share = seen.edge_px / die.edge_px
    nothing_else = seen.value == 1 or share > A_MARK or seen.confidence < BELIEVED
    return _within(seen, die) and share < A_PART and nothing_else


def _within(seen: DetectedDie, die: DetectedDie) -> bool:
    return max(abs(seen.x_px - die.x_px), abs(seen.y_px - die.y_px)) < WITHIN * die.edge_px


def _log(share: float) -> float:
    return float(np.log(max(share, LEAST)))


SMALLEST_PX = 18.0
LARGEST_SHARE = 0.7
"""Largest edge searched, as a share of the image's shorter side: a larger die is in truth a board seen as a six."""

STEP = 1.45
AGREES = 0.5
"""Largest |log2| of the ratio of a die's size to the size searched."""

SURE_SIZE = 0.4
"""Least confidence of a die that is included in the score of a scale."""

FAINT = 0.2
"""Least confidence of a candidate at a scale."""

MOST_DICE = 60
"""Most candidates per scale that are classified, the surest."""

SURE_IN_GRAIN = 0.5
"""Least confidence for small dice in a large image, whose grain may look like faint ones."""

MIXED = 1.8
"""Largest ratio of edges of two dice in one image."""

AT_ONCE_PIXELS = 4_000_000
"""Network input size in pixels up to which a scale is always searched; larger inputs take seconds."""

LARGE_PIXELS = 2_000_000
"""Image size in pixels from which those scales are searched as well; in smaller images it is not worth the time."""

ENOUGH = 0.5
"""Sum of squared confidences that a large image's grain does not reach: one die of 0.7."""


@dataclass(frozen=True, slots=True)
class ScaleScore:
    """Result at one scale: the sum of the dice's squared confidences, their median edge, and the dice."""

    score: float
    edge_px: float | None
    dice: tuple[DetectedDie, ...] = ()


def find_scale(image: Image, count: int | None = None, by: Networks | None = None) -> float | None:
    """Return the edge, px, of the `count` dice in an image; None if no scale shows any.

    This is the size with the best hypothesis, or else the one with the highest score.
    """
    looks = _looks(image, by)
    dice = [look.dice for look in looks]
    hypotheses = weighed(dice, count) or weighed(dice)
    if hypotheses:
        return hypotheses[0].edge_px
    best = max(looks, key=lambda look: look.score, default=ScaleScore(0.0, None))
    return best.edge_px if best.score else None


def dice_of_any_size(
    image: Image, count: int | None = None, flips: int = 4, by: Networks | None = None
) -> list[DetectedDie]:
    """Return the dice of an image of unknown scale, surest first."""
    edge = find_scale(image, count, by)
    if edge is None:
        return []
    found = dice_in(image, edge, flips, by=by)
    return apart([die for die in found if abs(np.log2(die.edge_px / edge)) < np.log2(MIXED)])


def _looks(image: Image, by: Networks | None) -> list[ScaleScore]:
    """Search each scale, one flip each.

    A large image is searched for ever smaller dice until some are found and the next smaller scale shows no more.
    """
    by = by or networks()
    height, width = image.shape[:2]
    small, large = _edges(width, height)
    looks = [_at(image, edge, SURE_SIZE, by) for edge in large]
    most = max((look.score for look in looks), default=0.0)
    falls = not looks or looks[-1].score < most
    for edge in small:
        if most >= ENOUGH and falls:
            break
        look = _at(image, edge, SURE_IN_GRAIN, by)
        falls = look.score <= max(most, ENOUGH)
        looks.append(look if not falls else replace(look, score=0.0, dice=()))
        most = max(most, looks[-1].score)
    return looks


def _edges(width: int, height: int) -> tuple[list[float], list[float]]:
    """Return the edges to search, px, longest first: those that are slow in an image of that size, and the others.

    The longest slow edge is one step shorter than the shortest of the others.
    """
    largest = LARGEST_SHARE * min(height, width)
    edges = [*takewhile(lambda edge: edge <= largest, (SMALLEST_PX * STEP**k for k in count()))][::-1]
    cheap = [edge for edge in edges if network_pixels(width, height, edge) < AT_ONCE_PIXELS]
    if width * height <= LARGE_PIXELS:
        return [], cheap
    least = least_edge_px(width, height)
    return [edge for edge in edges if edge not in cheap and edge >= least], cheap


def _at(image: Image, edge: float, low: float, by: Networks) -> ScaleScore:
    seen = [die for die in dice_at(image, edge, flips=1, low=FAINT, session=by.cells) if _agrees(die, edge)]
    sure = [die for die in seen if die.present >= low]
    median = float(np.median([die.edge_px for die in sure])) if sure else None
    return ScaleScore(sum(die.present**2 for die in sure), median, tuple(looked_closer(image, seen[:MOST_DICE], by)))


def _agrees(die: DetectedDie, edge: float) -> bool:
    return abs(float(np.log2(die.edge_px / edge))) < AGREES

"""Foreground of a tray: differences from the empty tray, without shadows, uneven lighting and recognised dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.detections import DetectedDie, FlatDie
from vision.dice.networks import EDGE_PX, Image
from vision.dice.tray import DEEP_SHADOW, DEEP_TINT, ROOM_TINT, SHADOW, SHADOW_TINT, LightRatio, Mask, Tray, floor_of
from vision.intensity import largest

Parts = tuple[NDArray[np.int32], NDArray[np.int32]]

DEVIATIONS = 6.0
"""Difference from the empty tray at which a pixel counts as changed, in standard deviations of the noise."""

LEAST_LEVELS = 14.0
"""The same in grey levels; compression artefacts and slow changes of lighting stay below."""

SHADOW_REACH = 2.5
"""Largest distance from a die's centre at which its shadow may begin, in edge lengths: a wall's may hide the start."""

ABOUT = (0.95, 1.6)
"""Inner and outer radius around a die, in edge lengths, of the ring whose twelve sectors are checked for dark areas."""

SURROUNDED = 10
"""Number of dark sectors of a frame around the die, such as a phone's; lamps cast shadows to one side each."""

DIE_REACH = 0.95
"""Radius around a die, in edge lengths, within which it explains all changes: half a diagonal and a side face."""

LEAST_AREA = 0.22
"""Least area, in squared edge lengths, of an unexplained object."""

LARGEST_PER_DIE = 2.4
"""Largest area of a blob per die in it, in squared edge lengths: the die, its visible side, a gap to the next."""

COVERED = 0.35
"""Share of a die's place that must differ from the empty tray for a die to be there."""

PLACES = (0.35, 0.6)
"""Half sides of two squares around a die's centre, in edge lengths; `COVERED` of one must differ from the empty tray.

The smaller has the face and its pips. The larger adds outline and shadow, which is all that differs of a white die in a
white tray.
"""

OTHERWISE = 0.5
"""Share of the image contrast at a place that the empty tray must leave unexplained."""

HAND_AREA = 14.0
"""Area beyond the dice's, in squared edge lengths, from which an object is a hand."""

HAND_AT_BORDER = 3.0
"""The same for an object that crosses the tray's border."""


SPARSE = 3
"""Sampling step in pixels for the overall change of lighting; neighbours in a blurred image carry no more information.
"""


@dataclass(frozen=True, eq=False)
class Foreground:
    """Difference between a rectified tray and the empty one: `changed` with shadows, `solid` without, both (h, w).

    `standing` is `solid` without anything that may be a deep shadow; a black object on a grey mat looks the same and is
    not in it either. `tinted` marks what may be a deep shadow in a room with lamps of several colours, `dim` the same
    for shadows of usual depth.
    `light` is the current lighting relative to the empty tray's, (3,) BGR. The outermost `rim_px`, the tray's rim, are
    not compared.
    """

    changed: Mask
    solid: Mask
    standing: Mask
    tinted: Mask
    dim: Mask
    light: NDArray[np.float32]
    rim_px: int = 0

    @property
    def area(self) -> float:
        """Area of `solid`, in squared edge lengths."""
        return float(self.solid.sum()) / EDGE_PX**2

    def things(self, dice: Sequence[DetectedDie] = ()) -> list[Blob]:
        """Return the connected regions of `solid` that are large enough to be an object, largest first."""
        return _blobs(self._parts, dice, self.rim_px)

    @cached_property
    def _parts(self) -> Parts:
        return _parts_of(self.solid)

    @cached_property
    def changed_parts(self) -> Parts:
        """The connected regions of `changed`."""
        return _parts_of(self.changed)


@dataclass(frozen=True, slots=True)
class Blob:
    """Connected region of the foreground: (left, top, width, height) px, area in squared edge lengths, and whether it
    touches the border. `dice` counts the dice whose centre is in it.
    """

    box_px: tuple[int, int, int, int]
    area: float
    at_border: bool
    dice: int = 0


def foreground(view: Image, empty: Image, noise: float, rim_px: int = 0, shadow_tint: float = ROOM_TINT) -> Foreground:
    """Return the difference between two rectified images within their rim, apart from an overall change of lighting.

    `shadow_tint` is the largest tint of a die's shadow.
    """
    if rim_px:
        floor = foreground(floor_of(view, rim_px), floor_of(empty, rim_px), noise, shadow_tint=shadow_tint)
        masks = (floor.changed, floor.solid, floor.standing, floor.tinted, floor.dim)
        changed, solid, standing, tinted, dim = (np.pad(mask, rim_px) for mask in masks)
        return Foreground(changed, solid, standing, tinted, dim, floor.light, rim_px)
    changed, dimmed, light = changes(view, empty, noise)

    def where(left: tuple[float, float], most_tint: float) -> Mask:
        mask = np.zeros_like(changed)
        mask[changed] = dimmed.in_shadow(left, most_tint)[0]
        return mask

    solid = changed & ~where(SHADOW, SHADOW_TINT)
    standing = solid & ~where(DEEP_SHADOW, DEEP_TINT)
    tinted, dim = where(DEEP_SHADOW, shadow_tint), where(SHADOW, shadow_tint)
    return Foreground(_cleaned(changed), _cleaned(solid), _cleaned(standing), tinted, dim, light)


def changes(view: Image, empty: Image, noise: float) -> tuple[Mask, LightRatio, NDArray[np.float32]]:
    """Return where two images differ, (h, w), how those pixels are dimmed, (1, n), and the relative lighting, (3,)."""
    now, then = (cv2.GaussianBlur(each, (5, 5), 0).astype(np.float32) for each in (view, empty))
    light = np.median((now[::SPARSE, ::SPARSE] + 4) / (then[::SPARSE, ::SPARSE] + 4), axis=(0, 1))
    then = then * light
    bar = max(LEAST_LEVELS, DEVIATIONS * noise)
    changed = largest(np.abs(now - then)) > bar
    return changed, LightRatio.of(now[changed][None], then[changed][None], bar), light


def _cleaned(mask: Mask) -> Mask:
    plain = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(plain, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)) > 0)


def blobs(mask: Mask, dice: Sequence[DetectedDie] = (), rim_px: int = 0) -> list[Blob]:
    """Return the connected regions large enough to be an object, largest first."""
    return _blobs(_parts_of(mask), dice, rim_px)


def _parts_of(mask: Mask) -> Parts:
    """Return the region label of each pixel, (h, w), 0 for none, and each region's box and area, (n, 5)."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return np.asarray(labels, dtype=np.int32), np.asarray(stats)


def _blobs(parts: Parts, dice: Sequence[DetectedDie], rim_px: int) -> list[Blob]:
    labels, stats = parts
    height, width = labels.shape
    inside = [0] * len(stats)
    for die in dice:
        inside[_label_at(labels, die)] += 1
    found = []
    for k in range(1, len(stats)):
        left, top, w, h, area = (int(v) for v in stats[k])
        border = min(left, top, width - left - w, height - top - h) <= rim_px + 1
        if area >= LEAST_AREA * EDGE_PX**2:
            found.append(Blob((left, top, w, h), area / EDGE_PX**2, border, inside[k]))
    return sorted(found, key=lambda blob: -blob.area)


def _label_at(labels: NDArray[np.int32], die: DetectedDie) -> int:
    """Return the region of a die: the most frequent label on its face, 0 if there is none."""
    part = labels[die.window(max(2, round(die.edge_px * 0.3)))]
    named = part[part > 0]
    return int(np.bincount(named).argmax()) if named.size else 0


def is_on_foreground(seen: Foreground, die: DetectedDie) -> bool:
    """Return whether the tray differs from the empty one at the die's place."""
    parts = (seen.changed[die.window(max(2, round(die.edge_px * place)))] for place in PLACES)
    return any(bool(part.size and part.mean() >= COVERED) for part in parts)


def differs_from_empty(view: Image, empty: Image, noise: float, die: DetectedDie) -> bool:
    """Return whether the image at a die's place is more than the empty tray in other lighting.

    A small difference is enough: a die of the ground's colour differs in its pips alone. A pattern printed there is the
    same in any lighting.
    """
    part = die.window(max(2, round(die.edge_px * PLACES[0])))
    now, then = (cv2.GaussianBlur(each[part], (5, 5), 0).astype(np.float32).reshape(-1, 3) for each in (view, empty))
    if not now.size:
        return False
    now, then = now - now.mean(axis=0), then - then.mean(axis=0)
    gain = float((now * then).sum()) / max(1e-6, float(np.square(then).sum()))
    left, whole = float(np.square(now - gain * then).mean()), float(np.square(now).mean())
    return left > max(OTHERWISE * whole, noise**2)


def unexplained(seen: Foreground, dice: Sequence[DetectedDie], *, complete: bool = False) -> list[Blob]:
    """Return the foreground regions that no die explains: foreign objects, and dice that were not read.

    Areas in or near a die's region that may be its shadow are left out: those in `dim`. If the dice are `complete`,
    that is, as many as were thrown, also those in `tinted`, and everything that is not in `standing`.
    """
    solid, dark = (seen.standing, seen.tinted) if complete else (seen.solid, seen.dim)
    if not _strange(solid, seen, dice):
        return []
    return _strange(_cleaned(solid & ~_shadows_of(dark, seen, dice)), seen, dice)


def _strange(solid: Mask, seen: Foreground, dice: Sequence[DetectedDie]) -> list[Blob]:
    """Return the regions that are not dice, and those too large for the dice in them."""
    rest = solid.astype(np.uint8)
    for die in dice:
        cv2.circle(rest, (round(die.x_px), round(die.y_px)), round(DIE_REACH * die.edge_px), 0, -1)
    left_over = blobs(np.asarray(rest > 0), rim_px=seen.rim_px)
    whole = seen.things(dice) if solid is seen.solid else blobs(solid, dice, seen.rim_px)
    crowded = [blob for blob in whole if blob.dice and blob.area > LARGEST_PER_DIE * blob.dice]
    return left_over + [blob for blob in crowded if not any(_within(part, blob) for part in left_over)]


def _shadows_of(dark: Mask, seen: Foreground, dice: Sequence[DetectedDie]) -> Mask:
    """Return possible shadows of dice: `dark` areas of a region with a die or near one, unless they surround a die."""
    labels, stats = seen.changed_parts
    with_a_die = np.zeros(len(stats), dtype=np.bool_)
    with_a_die[[_label_at(labels, die) for die in dice]] = True
    near = np.zeros(labels.shape, np.uint8)
    for die in dice:
        cv2.circle(near, (round(die.x_px), round(die.y_px)), round(SHADOW_REACH * die.edge_px), 1, -1)
    with_a_die[np.unique(labels[near > 0])] = True
    dark = dark & (labels > 0)
    for die in dice:
        if _is_surrounded(dark, die):
            with_a_die[_label_at(labels, die)] = False
    with_a_die[0] = False
    return np.asarray(dark & with_a_die[labels])


def _is_surrounded(dark: Mask, die: DetectedDie) -> bool:
    rows, columns = die.window(round(ABOUT[1] * die.edge_px))
    down, across = np.nonzero(dark[rows, columns])
    right, below = across + columns.start - die.x_px, down + rows.start - die.y_px
    far = np.hypot(right, below) / die.edge_px
    about = (far >= ABOUT[0]) & (far <= ABOUT[1])
    directions = ((np.arctan2(below, right)[about] / (2 * np.pi) + 0.5) * 12).astype(np.intp) % 12
    few = 0.01 * die.edge_px**2
    return int((np.bincount(directions, minlength=12) >= few).sum()) >= SURROUNDED


def _within(part: Blob, whole: Blob) -> bool:
    x, y = part.box_px[0] + part.box_px[2] / 2, part.box_px[1] + part.box_px[3] / 2
    left, top, width, height = whole.box_px
    return left <= x <= left + width and top <= y <= top + height


def hand_in(seen: Foreground, dice: Sequence[DetectedDie] = ()) -> bool:
    """Return whether an object of the size of a hand is in the tray, or a smaller one crosses its border."""
    for blob in seen.things(dice):
        spare = blob.area - LARGEST_PER_DIE * blob.dice
        if spare > (HAND_AT_BORDER if blob.at_border else HAND_AREA):
            return True
    return False


LIGHT_BLUR = 0.5
"""Standard deviation of the blur, in edge lengths, that separates uneven lighting from the pattern of the ground."""

PAINT_TINT = 0.15
"""Largest difference between the three channels' lighting; what differs more is painted."""

LEAST_LIGHT = 0.3
"""Least relative lighting."""

COARSER = 8
"""Pixels of the tray's view per cell of its lighting."""


def local_light(empty: Image, flat: Sequence[FlatDie], rim_px: int = 0) -> NDArray[np.float32]:
    """Return the lighting of an empty tray, (h / 8, w / 8, 3), BGR, relative to the median at its `flat` dice.

    Without flat dice, it is relative to the median of the floor within `rim_px`. Values are from `LEAST_LIGHT` to 1:
    brighter places are reflections of a lamp, which do not brighten dice. Painted places get 1 (`PAINT_TINT`).
    """
    height, width = empty.shape[:2]
    size = max(1, width // COARSER), max(1, height // COARSER)
    small = cv2.resize(empty, size, interpolation=cv2.INTER_AREA).astype(np.float32) + 4
    soft = np.asarray(cv2.GaussianBlur(small, (0, 0), LIGHT_BLUR * EDGE_PX / COARSER), dtype=np.float32)
    share = np.asarray(soft / _usual(soft, flat, rim_px // COARSER), dtype=np.float32)
    painted = share.max(axis=2) - share.min(axis=2) > PAINT_TINT
    share[painted] = 1
    return np.clip(share, LEAST_LIGHT, 1)


def light_at(light: NDArray[np.float32], x_px: float, y_px: float) -> NDArray[np.float32]:
    """Return the lighting at a place of the view, (3,)."""
    row = min(light.shape[0] - 1, max(0, int(y_px) // COARSER))
    return np.asarray(light[row, min(light.shape[1] - 1, max(0, int(x_px) // COARSER))])


def _usual(soft: NDArray[np.float32], flat: Sequence[FlatDie], rim: int) -> NDArray[np.float32]:
    if not flat:
        return np.asarray(np.median(floor_of(soft, rim), axis=(0, 1)))
    rows = np.clip([round(die.y_px / COARSER) for die in flat], 0, soft.shape[0] - 1)
    columns = np.clip([round(die.x_px / COARSER) for die in flat], 0, soft.shape[1] - 1)
    return np.asarray(np.median(soft[rows, columns], axis=0))


BESIDE = 1.2
"""Least distance from a die's centre at which only shadow is seen, in edge lengths; nearer may be the die's own sides.
"""

TINT_PERCENTILE = 95.0
"""Percentile of the shadows' tint that is used, because their outermost pixels are noise."""

TINT_MARGIN = 1.15
"""Factor by which the shadows of other rolls may exceed the measured tint."""

LARGEST_TINT = 0.5
"""Largest tint calibrated: above it, a dark object of any colour would count as a shadow."""

LEAST_PX = 60
"""Least number of shadow pixels needed."""


def tint_of_shadows(view: Image, tray: Tray, dice: Sequence[DetectedDie]) -> float:
    """Return the largest tint of shadows in this tray, a difference of the channels' lighting; at least `ROOM_TINT`.

    `view` shows the tray with only these dice in it, as at calibration.
    """
    now, then = (floor_of(each, tray.rim_px) for each in (view, tray.empty))
    changed, dimmed, _ = changes(now, then, tray.noise)
    shadow = dimmed.in_shadow(DEEP_SHADOW, np.inf)[0] & _beside(changed, dice, tray.rim_px)[changed]
    if int(shadow.sum()) < LEAST_PX:
        return ROOM_TINT
    return float(np.clip(TINT_MARGIN * np.percentile(dimmed.tint[0][shadow], TINT_PERCENTILE), ROOM_TINT, LARGEST_TINT))


def _beside(changed: Mask, dice: Sequence[DetectedDie], rim_px: int) -> Mask:
    """Return where the shadows of the dice may be, without the dice."""
    rows, columns = np.indices(changed.shape)
    far: list[NDArray[np.float64]] = [
        np.hypot(columns + rim_px - die.x_px, rows + rim_px - die.y_px) / die.edge_px for die in dice
    ]
    if not far:
        return np.zeros_like(changed)
    nearest = np.min(far, axis=0)
    return np.asarray((nearest > BESIDE) & (nearest < SHADOW_REACH))

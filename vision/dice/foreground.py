"""What differs from the empty tray: blobs, shadows, uneven light, what dice explain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.detections import DetectedDie, FlatDie
from vision.dice.networks import EDGE_PX, Image
from vision.dice.tray import DEEP_SHADOW, DEEP_TINT, ROOM_TINT, SHADOW, SHADOW_TINT, Dimmed, Mask, Tray, floor_of
from vision.intensity import largest

Parts = tuple[NDArray[np.int32], NDArray[np.int32]]

DEVIATIONS = 6.0
"""Difference from the empty tray, in deviations of its noise, at which a pixel counts as changed."""

LEAST_LEVELS = 14.0
"""The same in grey levels: compression and slow light stay below."""

SHADOW_REACH = 2.5
"""How far from a die's middle its shadow may begin, in edges: in a wall's shadow nothing is seen of it before."""

ABOUT = (0.95, 1.6)
"""Where about a die's middle, in edges, it is asked in how many of twelve directions something dark lies."""

SURROUNDED = 10
"""In so many a frame lies about it, as of a phone that shows it: lamps throw its shadow to one side each."""

DIE_REACH = 0.95
"""Radius about a die's middle, in edges, within which it explains what has changed: half a diagonal and a side face."""

LEAST_AREA = 0.22
"""Area, in edges squared, above which what nothing explains is something."""

LARGEST_PER_DIE = 2.4
"""Area of a blob for each die in it, in edges squared: a die, the side that shows, what joins it to the next."""

COVERED = 0.35
"""Share of a die's place that must differ from the empty tray for a die to lie there."""

PLACES = (0.35, 0.6)
"""Half of the side of such places, in edges, either of which is enough: a face with its pips, and a face with its
outline and shadow, which is what differs of a white die in a white tray.
"""

OTHERWISE = 0.5
"""Share of what a place shows that the empty tray must leave unexplained there."""

HAND_AREA = 14.0
"""Area, in edges squared, beyond the dice's own, that is a hand."""

HAND_AT_BORDER = 3.0
"""The same for something that reaches in over the tray's border."""


SPARSE = 3
"""Every so many pixels tell how the light of the whole has changed: of a blurred picture those between say the same."""


@dataclass(frozen=True, eq=False)
class Foreground:
    """The rectified tray against the empty one: `changed` with shadows, `solid` without, both (h, w).

    `standing` is `solid` without what may be a shadow however deep, or a black thing that lies on grey; of it `tinted`
    may be one too, where a room's light has several colours; of `solid` what is `dim` and no darker than most shadows.
    `light` is how much of the empty tray's light there is now, by colour, (3,) BGR. Of the outermost `rim_px`, the
    tray's rim, nothing is said.
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
        """How much has changed, in die edges squared."""
        return float(self.solid.sum()) / EDGE_PX**2

    def things(self, dice: Sequence[DetectedDie] = ()) -> list[Blob]:
        """Return the connected parts of `solid` that are something, largest first."""
        return _blobs(self._parts, dice, self.rim_px)

    @cached_property
    def _parts(self) -> Parts:
        return _parts_of(self.solid)

    @cached_property
    def changed_parts(self) -> Parts:
        """The connected parts of `changed`."""
        return _parts_of(self.changed)


@dataclass(frozen=True, slots=True)
class Blob:
    """A connected part of the foreground: (left, top, width, height) px, area in edges squared, border touched or not.

    `dice` counts the dice whose middle lies in it.
    """

    box_px: tuple[int, int, int, int]
    area: float
    at_border: bool
    dice: int = 0


def foreground(view: Image, empty: Image, noise: float, rim_px: int = 0, shadow_tint: float = ROOM_TINT) -> Foreground:
    """Return what differs between two rectified pictures, within their rim; an overall change of light is none.

    A shadow of a die is tinted by no more than `shadow_tint`.
    """
    if rim_px:
        floor = foreground(floor_of(view, rim_px), floor_of(empty, rim_px), noise, shadow_tint=shadow_tint)
        return Foreground(
            changed=np.pad(floor.changed, rim_px),
            solid=np.pad(floor.solid, rim_px),
            standing=np.pad(floor.standing, rim_px),
            tinted=np.pad(floor.tinted, rim_px),
            dim=np.pad(floor.dim, rim_px),
            light=floor.light,
            rim_px=rim_px,
        )
    changed, dimmed, light = changes(view, empty, noise)

    def where(left: tuple[float, float], most_tint: float) -> Mask:
        mask = np.zeros_like(changed)
        mask[changed] = dimmed.in_shadow(left, most_tint)[0]
        return mask

    solid = changed & ~where(SHADOW, SHADOW_TINT)
    standing = solid & ~where(DEEP_SHADOW, DEEP_TINT)
    tinted, dim = where(DEEP_SHADOW, shadow_tint), where(SHADOW, shadow_tint)
    return Foreground(_cleaned(changed), _cleaned(solid), _cleaned(standing), tinted, dim, light)


def changes(view: Image, empty: Image, noise: float) -> tuple[Mask, Dimmed, NDArray[np.float32]]:
    """Return where two pictures differ, (h, w), how far that is dimmed, (1, n), and what is left of all light, (3,)."""
    now, then = (cv2.GaussianBlur(each, (5, 5), 0).astype(np.float32) for each in (view, empty))
    light = np.median((now[::SPARSE, ::SPARSE] + 4) / (then[::SPARSE, ::SPARSE] + 4), axis=(0, 1))
    then = then * light
    bar = max(LEAST_LEVELS, DEVIATIONS * noise)
    changed = largest(np.abs(now - then)) > bar
    return changed, Dimmed.of(now[changed][None], then[changed][None], bar), light


def _cleaned(mask: Mask) -> Mask:
    plain = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(plain, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)) > 0)


def blobs(mask: Mask, dice: Sequence[DetectedDie] = (), rim_px: int = 0) -> list[Blob]:
    """Return the connected parts that are something, largest first."""
    return _blobs(_parts_of(mask), dice, rim_px)


def _parts_of(mask: Mask) -> Parts:
    """Return which connected part each pixel is of, (h, w), 0 for none, and each part's box and area, (n, 5)."""
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
    """Return the part a die lies in: the commonest label on its face, 0 when it lies on none."""
    reach = max(2, round(die.edge_px * 0.3))
    y, x = round(die.y_px), round(die.x_px)
    part = labels[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    named = part[part > 0]
    return int(np.bincount(named).argmax()) if named.size else 0


def lies_on_something(seen: Foreground, die: DetectedDie) -> bool:
    """Return whether the tray differs from the empty one where the die is read."""
    y, x = round(die.y_px), round(die.x_px)
    for place in PLACES:
        reach = max(2, round(die.edge_px * place))
        part = seen.changed[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
        if part.size and part.mean() >= COVERED:
            return True
    return False


def looks_otherwise(view: Image, empty: Image, noise: float, die: DetectedDie) -> bool:
    """Return whether what the tray shows where a die is read is no picture of the empty tray.

    However little that differs: a die of the ground's colour does in its pips alone. What is printed there stays what
    it is in any light.
    """
    y, x, reach = round(die.y_px), round(die.x_px), max(2, round(die.edge_px * PLACES[0]))
    part = (slice(max(0, y - reach), y + reach + 1), slice(max(0, x - reach), x + reach + 1))
    now, then = (cv2.GaussianBlur(each[part], (5, 5), 0).astype(np.float32).reshape(-1, 3) for each in (view, empty))
    if not now.size:
        return False
    now, then = now - now.mean(axis=0), then - then.mean(axis=0)
    gain = float((now * then).sum()) / max(1e-6, float(np.square(then).sum()))
    left, whole = float(np.square(now - gain * then).mean()), float(np.square(now).mean())
    return left > max(OTHERWISE * whole, noise**2)


def unexplained(seen: Foreground, dice: Sequence[DetectedDie], *, complete: bool = False) -> list[Blob]:
    """Return the parts of the foreground that no die explains: foreign things, and dice that were not read.

    What is tinted beside a die as shadows in a room are is its shadow. Where the dice are `complete`, as many as were
    thrown, so is what is as dark as a deep one.
    """
    solid, dark = (seen.standing, seen.tinted) if complete else (seen.solid, seen.dim)
    if not _strange(solid, seen, dice):
        return []
    return _strange(_cleaned(solid & ~_shadows_of(dark, seen, dice)), seen, dice)


def _strange(solid: Mask, seen: Foreground, dice: Sequence[DetectedDie]) -> list[Blob]:
    """Return the parts of what lies there that are no die, and those in which more lies than their dice."""
    rest = solid.astype(np.uint8)
    for die in dice:
        cv2.circle(rest, (round(die.x_px), round(die.y_px)), round(DIE_REACH * die.edge_px), 0, -1)
    left_over = blobs(np.asarray(rest > 0), rim_px=seen.rim_px)
    whole = seen.things(dice) if solid is seen.solid else blobs(solid, dice, seen.rim_px)
    crowded = [blob for blob in whole if blob.dice and blob.area > LARGEST_PER_DIE * blob.dice]
    return left_over + [blob for blob in crowded if not any(_within(part, blob) for part in left_over)]


def _shadows_of(dark: Mask, seen: Foreground, dice: Sequence[DetectedDie]) -> Mask:
    """Return where shadows of dice may lie: `dark`, in one with a die or near it, and not all about one."""
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
    reach = round(ABOUT[1] * die.edge_px)
    x, y = round(die.x_px), round(die.y_px)
    left, top = max(0, x - reach), max(0, y - reach)
    down, across = np.nonzero(dark[top : y + reach + 1, left : x + reach + 1])
    right, below = across + left - die.x_px, down + top - die.y_px
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
    """Return whether something the size of a hand is in the tray, or reaches in over its border."""
    for blob in seen.things(dice):
        spare = blob.area - LARGEST_PER_DIE * blob.dice
        if spare > (HAND_AT_BORDER if blob.at_border else HAND_AREA):
            return True
    return False


REACH = 0.5
"""Deviation of the blur, in edges, beyond which a difference of the empty tray is one of light, not of its ground."""

TINT = 0.15
"""How far the three colours' shares of the light may lie apart: what differs more is painted so."""

LEAST = 0.3
"""The least share of the light that is believed."""

COARSER = 8
"""How many pixels of the tray's view are one of its light."""


def local_light(empty: Image, flat: Sequence[FlatDie], rim_px: int = 0) -> NDArray[np.float32]:
    """Return how much light falls on each place of an empty tray, (h / 8, w / 8, 3), BGR: 1 where its dice lay `flat`.

    Where no flat dice are known, as on most of its floor, which `rim_px` are about. Nowhere more than 1: what is
    brighter is a lamp's reflection, and dice do not grow brighter by that of their ground.
    """
    height, width = empty.shape[:2]
    size = max(1, width // COARSER), max(1, height // COARSER)
    small = cv2.resize(empty, size, interpolation=cv2.INTER_AREA).astype(np.float32) + 4
    soft = np.asarray(cv2.GaussianBlur(small, (0, 0), REACH * EDGE_PX / COARSER), dtype=np.float32)
    share = np.asarray(soft / _usual(soft, flat, rim_px // COARSER), dtype=np.float32)
    painted = share.max(axis=2) - share.min(axis=2) > TINT
    share[painted] = 1
    return np.clip(share, LEAST, 1)


def light_at(light: NDArray[np.float32], x_px: float, y_px: float) -> NDArray[np.float32]:
    """Return how much of it falls on a place of the view, (3,)."""
    row = min(light.shape[0] - 1, max(0, int(y_px) // COARSER))
    return np.asarray(light[row, min(light.shape[1] - 1, max(0, int(x_px) // COARSER))])


def _usual(soft: NDArray[np.float32], flat: Sequence[FlatDie], rim: int) -> NDArray[np.float32]:
    if not flat:
        return np.asarray(np.median(floor_of(soft, rim), axis=(0, 1)))
    rows = np.clip([round(die.y_px / COARSER) for die in flat], 0, soft.shape[0] - 1)
    columns = np.clip([round(die.x_px / COARSER) for die in flat], 0, soft.shape[1] - 1)
    return np.asarray(np.median(soft[rows, columns], axis=0))


BESIDE = 1.2
"""How far from a die's middle its shadow alone is seen, in edges: nearer, by the wall, its own sides may be."""

MOST_OF_IT = 95.0
"""Percentile of the shadows' tint that tells it; their outermost pixels are noise."""

MORE = 1.15
"""How much more of it may be seen in other rolls."""

MOST = 0.5
"""The most that is learnt: beyond it a dark thing of any colour would be a shadow."""

LEAST_PX = 60
"""How many pixels of shadow tell it."""


def tint_of_shadows(view: Image, tray: Tray, dice: Sequence[DetectedDie]) -> float:
    """Return how far apart the colours' shares of the light may lie in a shadow of that tray, `ROOM_TINT` or more.

    `view` shows the tray and nothing in it but those dice, as a calibration does.
    """
    now, then = (floor_of(each, tray.rim_px) for each in (view, tray.empty))
    changed, dimmed, _ = changes(now, then, tray.noise)
    shadow = dimmed.in_shadow(DEEP_SHADOW, np.inf)[0] & _beside(changed, dice, tray.rim_px)[changed]
    if int(shadow.sum()) < LEAST_PX:
        return ROOM_TINT
    return float(np.clip(MORE * np.percentile(dimmed.tint[0][shadow], MOST_OF_IT), ROOM_TINT, MOST))


def _beside(changed: Mask, dice: Sequence[DetectedDie], rim_px: int) -> Mask:
    """Return where a shadow of the dice may lie and none of them does."""
    rows, columns = np.indices(changed.shape)
    far: list[NDArray[np.float64]] = [
        np.hypot(columns + rim_px - die.x_px, rows + rim_px - die.y_px) / die.edge_px for die in dice
    ]
    if not far:
        return np.zeros_like(changed)
    nearest = np.min(far, axis=0)
    return np.asarray((nearest > BESIDE) & (nearest < SHADOW_REACH))

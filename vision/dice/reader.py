"""A photograph, or a rectified tray, to a reading.

One picture tells neither thickness nor parallax. What tells a card is that four straight sides close around the die and
that the ground changes across each of them. A square of a mat, drawn in more than hairlines, is taken for one too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.acceptance import FOUND, MAYBE, NO_DICE, Doubt, ReadDie, Reading, guarded, judge_every, nothing
from vision.dice.detections import DetectedDie, FlatDie
from vision.dice.detector import ALIKE, SizeHypothesis, cut_off, dice_in, dice_of_any_size
from vision.dice.face_templates import face_of
from vision.dice.foreground import (
    Blob,
    Foreground,
    foreground,
    hand_in,
    lies_on_something,
    light_at,
    local_light,
    looks_otherwise,
    unexplained,
)
from vision.dice.known_make import (
    confirmed_by,
    counts_of,
    disputed,
    named,
    owner_of,
    with_emblems,
    with_hardly_seen,
    with_known_faces,
)
from vision.dice.networks import EDGE_PX, Image
from vision.dice.pips import Counted
from vision.dice.tray import Tray, blind
from vision.dice.tta_check import SecondLook

CARD_EDGE_PX = 20.0
"""How long a die's edge is in the picture in which borders are looked for."""

SHORTEST, LONGEST = 1.5, 7.0
"""Shorter side of a card, in edges: above a die's own outline, below a tray's."""

EDGES = ((20, 60), (40, 120))
"""Canny's thresholds: the first find a dark phone on a dark mat, the second no grain of a light one."""

STRAIGHT = 0.03
"""How far a border may be from four straight lines, as a share of its length."""

OTHER_GROUND = 14.0
"""Difference of colour, CIE Lab as OpenCV codes it, across each side of a card."""

ACROSS_PX = 4.0
"""How far on either side of its border the ground is looked at, px: beyond what blur mixes."""

LEAST_FILLED = 0.85
"""Share of the tightest turned rectangle around a border that it fills: a card seen a little from the side too."""

Quad = NDArray[np.float64]


def in_flat_pictures(image: Image, dice: Sequence[DetectedDie]) -> list[bool]:
    """Return of each die of a BGR picture whether it lies inside a card's border; dice in the picture's pixels."""
    if not dice:
        return []
    scale = min(1.0, CARD_EDGE_PX / float(np.median([die.edge_px for die in dice])))
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    edge = scale * float(np.median([die.edge_px for die in dice]))
    cards = _cards(small, edge)
    at = [((die.x_px + 0.5) * scale - 0.5, (die.y_px + 0.5) * scale - 0.5) for die in dice]
    return [any(cv2.pointPolygonTest(card.astype(np.float32), place, False) > 0 for card in cards) for place in at]


def _cards(image: Image, edge_px: float) -> list[Quad]:
    """Return the corners, (4, 2) px, of everything that is bounded as a card is."""
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(image, (3, 3), 0), cv2.COLOR_BGR2LAB), dtype=np.uint8)
    quads = [quad for low, high in EDGES for border in _borders(lab, low, high) for quad in _quad_of(border, edge_px)]
    return [quad for quad in quads if _on_another_ground(lab.astype(np.float32), quad)]


def _borders(lab: Image, low: int, high: int) -> Sequence[NDArray[np.int32]]:
    """Return the outlines of what edges close around, each (n, 1, 2) px."""
    lines = np.max([cv2.Canny(lab[..., k], low, high) for k in range(3)], axis=0).astype(np.uint8)
    found, _ = cv2.findContours(cv2.dilate(lines, np.ones((3, 3), np.uint8)), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    return [np.asarray(border, dtype=np.int32) for border in found]


def _quad_of(border: NDArray[np.int32], edge_px: float) -> list[Quad]:
    """Return the outline's four corners where it is as large as a card and as straight."""
    (_, (width, height), _) = cv2.minAreaRect(border)
    if not SHORTEST * edge_px < min(width, height) < LONGEST * edge_px:
        return []
    corners = cv2.approxPolyDP(cv2.convexHull(border), STRAIGHT * cv2.arcLength(border, True), True)
    if len(corners) != 4 or cv2.contourArea(corners) < LEAST_FILLED * width * height:
        return []
    return [np.asarray(corners.reshape(4, 2), dtype=np.float64)]


def _on_another_ground(lab: NDArray[np.float32], quad: Quad) -> bool:
    """Return whether the ground changes across each of the four sides."""
    middle = quad.mean(axis=0)
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        along = start + np.linspace(0.15, 0.85, 24)[:, None] * (end - start)
        normal = np.array([end[1] - start[1], start[0] - end[0]]) / max(1e-6, float(np.linalg.norm(end - start)))
        outward = normal * np.sign((start - middle) @ normal)
        inside, outside = (np.median(_colours(lab, along + way * ACROSS_PX * outward), axis=0) for way in (-1, 1))
        if float(np.linalg.norm(inside - outside)) < OTHER_GROUND:
            return False
    return True


def _colours(lab: NDArray[np.float32], places: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the colours at places, (n, 2), those of the border beyond it."""
    height, width = lab.shape[:2]
    x, y = places.round().astype(int).T
    return np.asarray(lab[y.clip(0, height - 1), x.clip(0, width - 1)])


SURELY = 0.6
"""Confidence from which a die is seen that hardly differs from the tray."""

WHITE = 250
"""Level of all colours from which the camera sees no more."""

OVER_THE_RIM = 0.1
"""How far, in edges, the face of a die by the wall may seem to lie beyond it; of one on the rim it does by more."""

FROM_WALL, FROM_DIE = 1.0, 1.6
"""How far from a wall and from another's middle a die lies free, in edges: its own corner is .71 from its middle."""

ITSELF = 0.3
"""How near to a die's middle, in edges, another of its faces may be seen."""

FACE = 0.4
"""Half of the side of what is looked at of a face, in edges."""


def as_lit_then(view: Image, light: NDArray[np.float32]) -> Image:
    """Return the view in the light in which the tray was calibrated: dice's colours were learnt in that."""
    return np.asarray(np.clip(view / light, 0, 255).round(), dtype=np.uint8)


class TrayLook:
    """What is seen in a rectified tray, (h, w, 3) BGR, in which `known` dice lay flat before; looked at when asked."""

    def __init__(self, view: Image, tray: Tray, known: Sequence[FlatDie] = ()) -> None:
        self.view, self.known = view, tuple(known)
        self._tray = tray
        self.counts: dict[tuple[str | None, DetectedDie], Counted | None] = {}
        """What the pips of its players' dice count to, as far as they were counted (`recount.py`)."""

    @cached_property
    def blind(self) -> str | None:
        """Why nothing can be seen in it, or None."""
        return self._tray.unusable(self.view)

    @cached_property
    def seen(self) -> Foreground:
        """What differs from the empty tray."""
        tray = self._tray
        return foreground(self.view, tray.empty, tray.noise, tray.rim_px, tray.shadow_tint)

    @cached_property
    def lit_then(self) -> Image:
        """The view in the light in which the tray was calibrated."""
        return as_lit_then(self.view, self.seen.light)

    def evenly_lit(self, die: DetectedDie) -> tuple[Image, DetectedDie]:
        """Return a die as if that light fell on all of the tray alike, in no wall's shadow, and where it lies there."""
        x, y, reach = round(die.x_px), round(die.y_px), round(die.edge_px)
        left, top = max(0, x - reach), max(0, y - reach)
        light = self.seen.light * light_at(self._light, die.x_px, die.y_px)
        part = as_lit_then(self.view[top : y + reach + 1, left : x + reach + 1], np.maximum(light, 1e-3))
        return part, replace(die, x_px=die.x_px - left, y_px=die.y_px - top)

    @cached_property
    def _light(self) -> NDArray[np.float32]:
        return local_light(self._tray.empty, self._tray.flat, self._tray.rim_px)

    @cached_property
    def found(self) -> list[DetectedDie]:
        """Its dice, surest first, where it is not as it was when it was empty; those on its rim are in no tray."""
        dice = [die for die in dice_in(self.view, EDGE_PX, known=self.known) if self._in_the_tray(die)]
        return [die for die in dice if lies_on_something(self.seen, die) or self._hardly_differs(die)]

    def lies_free(self, die: DetectedDie) -> bool:
        """Return whether a die touches neither another nor a wall: it leans on nothing that is seen."""
        others = [each for each in self.found if each.present >= MAYBE and _apart(each, die) > ITSELF * EDGE_PX]
        far = all(_apart(each, die) > FROM_DIE * EDGE_PX for each in others)
        return far and self._from_wall_px(die) > FROM_WALL * EDGE_PX

    def blown(self, die: DetectedDie) -> float:
        """Return the share of a die's face that is as bright as the camera can see: of pips there nothing is left."""
        x, y, reach = round(die.x_px), round(die.y_px), max(2, round(FACE * die.edge_px))
        part = self.view[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
        return float((part.min(axis=2) >= WHITE).mean()) if part.size else 1.0

    def _in_the_tray(self, die: DetectedDie) -> bool:
        return self._from_wall_px(die) >= -OVER_THE_RIM * EDGE_PX

    def _from_wall_px(self, die: DetectedDie) -> float:
        """Return how far within the tray's floor the middle of a die's face is seen."""
        height, width = self.view.shape[:2]
        x, y = die.x_px + 0.5, die.y_px + 0.5
        return float(min(x, y, width - x, height - y) - self._tray.rim_px)

    def _hardly_differs(self, die: DetectedDie) -> bool:
        """Return whether a die that is seen surely lies there, of the colour of the tray."""
        return die.confidence >= SURELY and looks_otherwise(self.view, self._tray.empty, self._tray.noise, die)


def _apart(one: DetectedDie, other: DetectedDie) -> float:
    return float(np.hypot(one.x_px - other.x_px, one.y_px - other.y_px))


def read_dice(image: Image, count: int | None = None, die_px: float | None = None, tray: Tray | None = None) -> Reading:
    """Return the reading of a BGR picture, dice in its own pixels.

    `count` dice were thrown (None: unknown). `die_px` is a die's edge; a calibrated tray knows it; without either it
    is searched for. Raises `TrayError` for a picture that is not the tray's size.
    """
    if tray is not None:
        view = tray.view(image)
        return in_picture(read_view(view, tray, count, tray.flat), tray)
    if die_px is not None:
        found, other = dice_in(image, die_px), None
    else:
        sized = dice_of_any_size(image, count)
        found, other = list(sized.dice), sized.rival
    reading = judge_every(found, count) if found else nothing(blind(image) or NO_DICE)
    counted = count is not None
    reading = guarded(reading, found, counted=counted, again=SecondLook(image).at, faint_again=counted)
    if count is None:
        reading = of_whole_dice(of_things(reading, image), image)
        reading = reading if die_px is None else of_said_size(reading, die_px)
    return reading if other is None else of_doubtful_size(reading, other)


def of_things(reading: Reading, image: Image) -> Reading:
    """Return the reading, every die doubtful that may be printed on a card or shown by a screen in that picture."""
    shown = in_flat_pictures(image, [die.seen for die in reading.dice])
    if not any(shown):
        return reading
    why = f"{sum(shown)} of {len(shown)} dice may be on a card or a screen: say how many were thrown"
    return replace(_doubted(reading, shown, Doubt.UNEXPLAINED, why), astray=reading.astray or why)


def of_whole_dice(reading: Reading, image: Image) -> Reading:
    """Return the reading, unsure where a die of the same size may lie half out of that picture: it was thrown too."""
    if reading.call != "read":
        return reading
    edge_px = float(np.median([die.seen.edge_px for die in reading.dice]))
    if not cut_off(image, edge_px):
        return reading
    why = "dice may lie half out of the picture: show them whole, or say how many were thrown"
    return replace(reading, why=why, astray=reading.astray or why)


def of_said_size(reading: Reading, die_px: float) -> Reading:
    """Return the reading, every die doubtful whose edge is far from what was said: it may be a tile, or a coin."""
    unlike = [max(die.seen.edge_px / die_px, die_px / die.seen.edge_px) > ALIKE for die in reading.dice]
    if not any(unlike):
        return reading
    why = f"{sum(unlike)} of {len(unlike)} dice are not of {die_px:.0f} px: say what the marked ones show"
    return _doubted(reading, unlike, Doubt.FAINT, why)


def _doubted(reading: Reading, which: Sequence[bool], doubt: Doubt, why: str) -> Reading:
    """Return the reading with the dice so marked in doubt, unsure for that reason; what was said before stays."""
    marked = zip(reading.dice, which, strict=True)
    dice = tuple(replace(die, doubt=die.doubt or doubt) if mark else die for die, mark in marked)
    return replace(reading, dice=dice, why=reading.why or why)


def of_doubtful_size(reading: Reading, other: SizeHypothesis) -> Reading:
    """Return the reading, unsure for dice of another size that explain the picture nearly as well."""
    values = " ".join(map(str, other.values))
    why = f"dice of {other.edge_px:.0f} px that show {values} explain the picture as well: say how large a die is in it"
    return replace(reading, why=reading.why or why, astray=reading.astray or why)


def read_view(
    view: Image,
    tray: Tray,
    count: int | None = None,
    known: Sequence[FlatDie] = (),
    *,
    trusted: bool = True,
    look: TrayLook | None = None,
) -> Reading:
    """Return the reading of a rectified tray, dice in its pixels; dice lie only where the tray is not empty.

    `known` are dice that lay flat in it before: how they leaned tells a cocked one, even where it lies alone, and
    dice of a make that was read before are read with less doubt, unless some that were believed turned out to be read
    wrongly (`trusted` is false). How many lie there is known by the empty tray: where no count is given what is as
    large as a die and of a player's colour is one, doubted. Where one is, faint dice are looked at again. `look` is one
    that was taken at that view, beside the same `known`.
    """
    look = look or TrayLook(view, tray, known)
    if look.blind is not None:
        return nothing(look.blind)
    seen, found = look.seen, look.found
    sure = [die for die in found if die.present >= FOUND]
    if hand_in(seen, sure):
        return nothing("a hand or something as large is in the tray: take it out")
    lit_then = look.lit_then
    judged = judge_every(found, count, known, look.lies_free)
    if count is None:
        judged = with_hardly_seen(judged, found, seen, known, partial(_of_a_make, lit_then, tray))
    whose = owned(judged, (view, lit_then), tray, look.evenly_lit)
    if trusted:
        whose = with_known_faces(whose, lit_then, tray.examples, tray.colours, look.blown)
    counts, familiar = counts_of(whose, lit_then, tray.colours, look.counts), trusted and bool(known or tray.examples)
    if trusted:
        whose = named(whose, lit_then, counts, tray.examples, tray.colours, look.blown)
        whose = with_emblems(whose, lit_then, counts, tray.colours, look.blown)
    again = SecondLook(view, known).at
    return guarded(
        disputed(explained(whose, seen, complete=len(whose.dice) == count), counts),
        found,
        counted=True,
        in_tray=True,
        familiar=familiar,
        again=confirmed_by(counts, again) if familiar else again,
        faint_again=familiar and count is not None,
    )


def _of_a_make(lit_then: Image, tray: Tray, die: DetectedDie) -> bool:
    return owner_of(lit_then, die, tray.colours) is not None


def faces_in(view: Image, tray: Tray, dice: Sequence[DetectedDie]) -> tuple[Image, ...]:
    """Return the faces of dice in a rectified tray, as examples keep them: in the light of its calibration."""
    lit_then = as_lit_then(view, foreground(view, tray.empty, tray.noise, tray.rim_px).light) if dice else view
    return tuple(face_of(lit_then, die) for die in dice)


def explained(reading: Reading, seen: Foreground, *, complete: bool) -> Reading:
    """Return the reading, unsure when something in the tray is no die that was read.

    `complete` are as many as were thrown (`unexplained`).
    """
    strange = unexplained(seen, [die.seen for die in reading.dice], complete=complete)
    if not strange:
        return reading
    dice = tuple(
        replace(die, doubt=Doubt.UNEXPLAINED)
        if die.doubt is None and any(_near(die, part) for part in strange)
        else die
        for die in reading.dice
    )
    left, top, width, height = strange[0].box_px
    place = f"at {left + width // 2}, {top + height // 2} of the tray's view"
    why = f"something in the tray is no die that can be read ({place}): take it out, or lay the dice apart"
    return Reading(dice, reading.why or why, reading.astray or why)


def owned(
    reading: Reading,
    views: Sequence[Image],
    tray: Tray,
    evenly_lit: Callable[[DetectedDie], tuple[Image, DetectedDie]] | None = None,
) -> Reading:
    """Return the reading with each die's owner by its colour; unsure where a die could be either player's.

    `views` are the tray as it is lit and as it was when it was calibrated, `evenly_lit` shows a die as if no wall cast
    a shadow: what one does not tell another may, and they must not differ. Where none does, as of a face that an emblem
    or a reflection covers, its border is asked.
    """
    if not tray.colours:
        return reading
    dice = []
    for die in reading.dice:
        seen = [(view, die.seen) for view in views] + ([] if evenly_lit is None else [evenly_lit(die.seen)])
        named = {owner_of(view, at, tray.colours) for view, at in seen} - {None}
        named = named or {owner_of(view, at, tray.colours, around=True) for view, at in seen} - {None}
        owner = named.pop() if len(named) == 1 else None
        doubt = die.doubt if owner is not None or die.doubt is not None else Doubt.OWNER
        dice.append(replace(die, owner=owner, doubt=doubt))
    strangers = sum(die.doubt is Doubt.OWNER for die in dice)
    why = f"{strangers} of {len(dice)} dice could be anybody's by their colour: say whose the marked ones are"
    return replace(reading, dice=tuple(dice), why=reading.why or (why if strangers else None))


def in_picture(reading: Reading, tray: Tray) -> Reading:
    """Return a reading of the rectified view with its dice in the pixels of the camera's picture."""
    back = np.asarray(np.linalg.inv(tray.onto), dtype=np.float64)
    return replace(reading, dice=tuple(replace(die, seen=_moved(die.seen, back)) for die in reading.dice))


def _moved(die: DetectedDie, onto: NDArray[np.float64]) -> DetectedDie:
    half = die.edge_px / 2
    points = np.array([[die.x_px, die.y_px], [die.x_px - half, die.y_px - half], [die.x_px + half, die.y_px + half]])
    there = np.hstack([points, np.ones((3, 1))]) @ onto.T
    flat = there[:, :2] / there[:, 2:]
    edge = float(np.linalg.norm(flat[2] - flat[1]) / np.sqrt(2))
    return replace(die, x_px=float(flat[0, 0]), y_px=float(flat[0, 1]), edge_px=edge)


def _near(die: ReadDie, part: Blob) -> bool:
    left, top, width, height = part.box_px
    reach = die.seen.edge_px
    return left - reach < die.seen.x_px < left + width + reach and top - reach < die.seen.y_px < top + height + reach

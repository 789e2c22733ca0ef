"""Dice reader: read a photograph or a rectified tray.

One image shows neither thickness nor parallax. A die printed on a card, or on a screen, is recognised by four straight
sides around it across each of which the ground changes. A square of a mat drawn with thick lines is taken for a card as
well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from messages.message import Message
from vision.dice.acceptance import (
    FOUND,
    MAYBE,
    NO_DICE,
    DieDoubt,
    ReadDie,
    RollReading,
    accept_all_dice,
    doubt_dice,
    doubt_roll,
    empty_reading,
    reject_uncertain_roll,
)
from vision.dice.detections import DetectedDie, FlatDie
from vision.dice.detector import ALIKE, dice_cut_by_border, dice_in, dice_of_any_size
from vision.dice.face_templates import face_of
from vision.dice.foreground import (
    Blob,
    Foreground,
    differs_from_empty,
    foreground,
    hand_in,
    is_on_foreground,
    light_at,
    local_light,
    unexplained,
)
from vision.dice.known_make import (
    apply_learned_faces,
    confirmed_by,
    count_mismatch,
    counts_of,
    owner_of,
    recover_faint_dice,
    relabel,
    with_emblems,
)
from vision.dice.networks import EDGE_PX, Image
from vision.dice.pips import Counted
from vision.dice.tray import Tray, blind
from vision.dice.tta_check import TtaCheck

CARD_EDGE_PX = 20.0
"""Edge length of a die in the image that is searched for borders."""

SHORTEST, LONGEST = 1.5, 7.0
"""Limits of a card's shorter side, in edge lengths: above a die's outline, below a tray's."""

EDGES = ((20, 60), (40, 120))
"""Canny thresholds: the first pair finds a dark phone on a dark mat, the second ignores the grain of a light mat."""

STRAIGHT = 0.03
"""Largest deviation of a border from four straight lines, as a share of its length."""

OTHER_GROUND = 14.0
"""Least difference of colour, CIE Lab in OpenCV's 8-bit coding, across each side of a card."""

ACROSS_PX = 4.0
"""Distance from the border at which the ground is sampled, px: outside the blur."""

LEAST_FILLED = 0.85
"""Least share of a border's minimum-area rectangle that it fills, also for a card seen slightly from the side."""

Quad = NDArray[np.float64]


def in_flat_pictures(image: Image, dice: Sequence[DetectedDie]) -> list[bool]:
    """Return for each die of a BGR image whether it is inside a card's border; dice in the image's pixels."""
    if not dice:
        return []
    scale = min(1.0, CARD_EDGE_PX / float(np.median([die.edge_px for die in dice])))
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    edge = scale * float(np.median([die.edge_px for die in dice]))
    cards = _cards(small, edge)
    at = [((die.x_px + 0.5) * scale - 0.5, (die.y_px + 0.5) * scale - 0.5) for die in dice]
    return [any(cv2.pointPolygonTest(card.astype(np.float32), place, False) > 0 for card in cards) for place in at]


def _cards(image: Image, edge_px: float) -> list[Quad]:
    """Return the corners, (4, 2) px, of every region with a border like a card's."""
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(image, (3, 3), 0), cv2.COLOR_BGR2LAB), dtype=np.uint8)
    quads = [quad for low, high in EDGES for border in _borders(lab, low, high) for quad in _quad_of(border, edge_px)]
    return [quad for quad in quads if _on_another_ground(lab.astype(np.float32), quad)]


def _borders(lab: Image, low: int, high: int) -> Sequence[NDArray[np.int32]]:
    """Return the closed outlines of edges, each (n, 1, 2) px."""
    lines = np.max([cv2.Canny(lab[..., k], low, high) for k in range(3)], axis=0).astype(np.uint8)
    found, _ = cv2.findContours(cv2.dilate(lines, np.ones((3, 3), np.uint8)), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    return [np.asarray(border, dtype=np.int32) for border in found]


def _quad_of(border: NDArray[np.int32], edge_px: float) -> list[Quad]:
    """Return the outline's four corners, if its size and straightness are those of a card."""
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
    """Return the colours at points, (n, 2), clamped to the image."""
    height, width = lab.shape[:2]
    x, y = places.round().astype(int).T
    return np.asarray(lab[y.clip(0, height - 1), x.clip(0, width - 1)])


SURELY = 0.6
"""Least confidence of a die that differs little from the tray."""

WHITE = 250
"""Level of all channels from which a pixel is overexposed."""

OVER_THE_RIM = 0.1
"""Largest distance of a face's centre outside the floor, in edge lengths; a die on the rim has more."""

FROM_WALL, FROM_DIE = 1.0, 1.6
"""Least distance of a free die from a wall, and from another's centre, in edge lengths; its own corner is at 0.71."""

ITSELF = 0.3
"""Largest distance of another face of the same die, in edge lengths."""

FACE = 0.4
"""Half side of the part of a face that is checked for overexposure, in edge lengths."""


def as_lit_then(view: Image, light: NDArray[np.float32]) -> Image:
    """Return the view in the lighting of the tray's calibration, in which the colours of dice were measured."""
    return np.asarray(np.clip(view / light, 0, 255).round(), dtype=np.uint8)


class TrayLook:
    """Analysis of a rectified tray, (h, w, 3) BGR, in which `known` dice were flat before; each result is cached."""

    def __init__(self, view: Image, tray: Tray, known: Sequence[FlatDie] = ()) -> None:
        self.view, self.known = view, tuple(known)
        self._tray = tray
        self.counts: dict[tuple[str | None, DetectedDie], Counted | None] = {}
        """Pip counts of the players' dice so far (`counts_of`)."""

    @cached_property
    def blind(self) -> Message | None:
        """Reason why the view cannot be read, or None."""
        return self._tray.unusable(self.view)

    @cached_property
    def seen(self) -> Foreground:
        """Difference from the empty tray."""
        tray = self._tray
        return foreground(self.view, tray.empty, tray.noise, tray.rim_px, tray.shadow_tint)

    @cached_property
    def lit_then(self) -> Image:
        """The view in the lighting of the tray's calibration."""
        return as_lit_then(self.view, self.seen.light)

    def evenly_lit(self, die: DetectedDie) -> tuple[Image, DetectedDie]:
        """Return an image of the die in the lighting of the calibration, without walls' shadows, and the die in it."""
        rows, columns = die.window(round(die.edge_px))
        light = self.seen.light * light_at(self._light, die.x_px, die.y_px)
        part = as_lit_then(self.view[rows, columns], np.maximum(light, 1e-3))
        return part, replace(die, x_px=die.x_px - columns.start, y_px=die.y_px - rows.start)

    @cached_property
    def _light(self) -> NDArray[np.float32]:
        return local_light(self._tray.empty, self._tray.flat, self._tray.rim_px)

    @cached_property
    def found(self) -> list[DetectedDie]:
        """Dice in the tray, surest first, at places that differ from the empty tray; dice on the rim are left out."""
        dice = [die for die in dice_in(self.view, EDGE_PX, known=self.known) if self._in_the_tray(die)]
        return [die for die in dice if is_on_foreground(self.seen, die) or self._hardly_differs(die)]

    def lies_free(self, die: DetectedDie) -> bool:
        """Return whether a die touches neither another die nor a wall, so leans on nothing visible."""
        others = [each for each in self.found if each.present >= MAYBE and die.far_px(each) > ITSELF * EDGE_PX]
        far = all(die.far_px(each) > FROM_DIE * EDGE_PX for each in others)
        return far and self._from_wall_px(die) > FROM_WALL * EDGE_PX

    def blown(self, die: DetectedDie) -> float:
        """Return the overexposed share of a die's face, in which no pips are visible."""
        part = self.view[die.window(max(2, round(FACE * die.edge_px)))]
        return float((part.min(axis=2) >= WHITE).mean()) if part.size else 1.0

    def _in_the_tray(self, die: DetectedDie) -> bool:
        return self._from_wall_px(die) >= -OVER_THE_RIM * EDGE_PX

    def _from_wall_px(self, die: DetectedDie) -> float:
        """Return the distance of a face's centre from the wall, px; negative outside the floor."""
        height, width = self.view.shape[:2]
        x, y = die.x_px + 0.5, die.y_px + 0.5
        return float(min(x, y, width - x, height - y) - self._tray.rim_px)

    def _hardly_differs(self, die: DetectedDie) -> bool:
        """Return whether a sure die of the tray's colour is there."""
        return die.confidence >= SURELY and differs_from_empty(self.view, self._tray.empty, self._tray.noise, die)


def read_dice(
    image: Image, count: int | None = None, die_px: float | None = None, tray: Tray | None = None
) -> RollReading:
    """Return the reading of a BGR image, with dice in its own pixels.

    `count` dice were thrown (None: unknown). `die_px` is a die's edge; a calibrated tray has it, and without either it
    is estimated. Raises `TrayError` if the image is not of the tray's size.
    """
    if tray is not None:
        view = tray.view(image)
        return in_picture(read_view(view, tray, count, tray.flat), tray)
    found = dice_of_any_size(image, count) if die_px is None else dice_in(image, die_px)
    reading = accept_all_dice(found, count) if found else empty_reading(blind(image) or NO_DICE)
    counted = count is not None
    reading = reject_uncertain_roll(reading, found, counted=counted, again=TtaCheck(image).at, faint_again=counted)
    if count is None:
        reading = of_whole_dice(read_by_blobs(reading, image), image)
        reading = reading if die_px is None else read_with_known_scale(reading, die_px)
    return reading


def read_by_blobs(reading: RollReading, image: Image) -> RollReading:
    """Return the reading with every die unsure that may be printed on a card or shown on a screen in that image."""
    shown = in_flat_pictures(image, [die.seen for die in reading.dice])
    if not any(shown):
        return reading
    which = [k for k, one in enumerate(shown) if one]
    why = Message.of("dice-on-card", pictured=len(which), dice=len(shown))
    return doubt_roll(doubt_dice(reading, which, doubt=DieDoubt.UNEXPLAINED), why)


def of_whole_dice(reading: RollReading, image: Image) -> RollReading:
    """Return the reading, unsure if a die of the same size may be half outside the image: it was thrown as well."""
    if reading.call != "read":
        return reading
    edge_px = float(np.median([die.seen.edge_px for die in reading.dice]))
    if not dice_cut_by_border(image, edge_px):
        return reading
    return doubt_roll(reading, Message.of("dice-cut-off"))


def read_with_known_scale(reading: RollReading, die_px: float) -> RollReading:
    """Return the reading with every die unsure whose edge is far from the given one; it may be a tile or a coin."""
    edges_px = [die.seen.edge_px for die in reading.dice]
    unlike = [k for k, edge_px in enumerate(edges_px) if max(edge_px / die_px, die_px / edge_px) > ALIKE]
    if not unlike:
        return reading
    why = Message.of("dice-not-given-size", unlike=len(unlike), dice=len(reading.dice), edge=die_px)
    return doubt_dice(reading, unlike, why)


def read_view(
    view: Image,
    tray: Tray,
    count: int | None = None,
    known: Sequence[FlatDie] = (),
    *,
    trusted: bool = True,
    look: TrayLook | None = None,
) -> RollReading:
    """Return the reading of a rectified tray, in its pixels; dice must differ from the empty tray.

    `known` dice were flat in it before. Their lean identifies a cocked die, even a single one. Dice of a make that was
    read before are accepted more easily, unless accepted ones turned out to be wrong (`trusted` is False). The empty
    tray gives the number of dice: without a `count`, an object as large as a die and of a player's colour is an unsure
    die; with one, faint dice get a second pass. `look` is an existing analysis of this view with the same `known` dice.
    """
    look = look or TrayLook(view, tray, known)
    if look.blind is not None:
        return empty_reading(look.blind)
    seen, found = look.seen, look.found
    sure = [die for die in found if die.present >= FOUND]
    if hand_in(seen, sure):
        return empty_reading(Message.of("dice-hand"))
    lit_then = look.lit_then
    judged = accept_all_dice(found, count, known, look.lies_free)
    if count is None:
        judged = recover_faint_dice(judged, found, seen, known, partial(_of_a_make, lit_then, tray))
    whose = owned(judged, (view, lit_then), tray, look.evenly_lit)
    if trusted:
        whose = apply_learned_faces(whose, lit_then, tray.examples, tray.colours, look.blown)
    counts, familiar = counts_of(whose, lit_then, tray.colours, look.counts), trusted and bool(known or tray.examples)
    if trusted:
        whose = relabel(whose, lit_then, counts, tray.examples, tray.colours, look.blown)
        whose = with_emblems(whose, lit_then, counts, tray.colours, look.blown)
    again = TtaCheck(view, known).at
    return reject_uncertain_roll(
        count_mismatch(all_foreground_explained(whose, seen, complete=len(whose.dice) == count), counts),
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
    """Return the faces of dice in a rectified tray in the format of examples, in the lighting of its calibration."""
    lit_then = as_lit_then(view, foreground(view, tray.empty, tray.noise, tray.rim_px).light) if dice else view
    return tuple(face_of(lit_then, die) for die in dice)


def all_foreground_explained(reading: RollReading, seen: Foreground, *, complete: bool) -> RollReading:
    """Return the reading, unsure if an object in the tray is not one of its dice.

    `complete` as in `unexplained`.
    """
    strange = unexplained(seen, [die.seen for die in reading.dice], complete=complete)
    if not strange:
        return reading
    near = [k for k, die in enumerate(reading.dice) if any(_near(die, part) for part in strange)]
    left, top, width, height = strange[0].box_px
    why = Message.of("dice-object", x=left + width // 2, y=top + height // 2)
    return doubt_roll(doubt_dice(reading, near, doubt=DieDoubt.UNEXPLAINED), why)


def owned(
    reading: RollReading,
    views: Sequence[Image],
    tray: Tray,
    evenly_lit: Callable[[DetectedDie], tuple[Image, DetectedDie]] | None = None,
) -> RollReading:
    """Return the reading with each die's owner by its colour; unsure if a die could belong to either player.

    `views` are the tray in its current lighting and in that of its calibration; `evenly_lit` returns a die without
    walls' shadows. One of them may show an owner that another does not, but they must not contradict each other. If
    none shows one, for example because an emblem or a reflection covers the face, its border is used.
    """
    if not tray.colours:
        return reading
    dice = []
    for die in reading.dice:
        seen = [(view, die.seen) for view in views] + ([] if evenly_lit is None else [evenly_lit(die.seen)])
        named = {owner_of(view, at, tray.colours) for view, at in seen} - {None}
        named = named or {owner_of(view, at, tray.colours, around=True) for view, at in seen} - {None}
        owner = named.pop() if len(named) == 1 else None
        doubt = die.doubt if owner is not None or die.doubt is not None else DieDoubt.OWNER
        dice.append(replace(die, owner=owner, doubt=doubt))
    strangers = sum(die.doubt is DieDoubt.OWNER for die in dice)
    why = Message.of("dice-owner", unowned=strangers, dice=len(dice))
    return replace(reading, dice=tuple(dice), why=reading.why or (why if strangers else None))


def in_picture(reading: RollReading, tray: Tray) -> RollReading:
    """Return a reading of the rectified view with its dice in the pixels of the camera's image."""
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

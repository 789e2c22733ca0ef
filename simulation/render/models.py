"""Models: figures, printed tags, markers and a hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import MarkerEntry, OperativeEntry, ThingTag
from calibration.tags import modules, patterns
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from simulation.render.lighting import Light, ShadowCaster
from simulation.render.raster import NOTHING, Hit, Rays, Solid
from simulation.render.rays import Floats
from simulation.render.shapes import Ball, Colour, Disc, Point, Rim, Rod, bgr, linear
from simulation.scene.scene import Hand

PAPER: Colour = (0.80, 0.84, 0.85)
INK: Colour = (0.030, 0.028, 0.028)


@dataclass(frozen=True, slots=True)
class Card:
    """Tag of a dictionary, printed on horizontal paper at `centre_mm` and rotated counter-clockwise.

    `size_mm` is the side of the black square, `half_paper_mm` half the paper's sides along the tag's own x and y, or
    the half axes if the paper is `round`.
    """

    dictionary: str
    id: int
    size_mm: float
    centre_mm: Point
    rotation_deg: float
    half_paper_mm: tuple[float, float]
    round: bool = False

    def hull_mm(self) -> NDArray[np.float64]:
        """Return the paper's corners."""
        wide, high = self.half_paper_mm
        return self._placed(np.array([(-wide, high), (wide, high), (wide, -high), (-wide, -high)]))

    def corners_mm(self) -> NDArray[np.float64]:
        """Return the corners of the black square, shape (4, 3): top-left, top-right, bottom-right, bottom-left."""
        half = self.size_mm / 2
        return self._placed(np.array([(-half, half), (half, half), (half, -half), (-half, -half)]))

    def _placed(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        c, s = math.cos(math.radians(self.rotation_deg)), math.sin(math.radians(self.rotation_deg))
        x, y, z = self.centre_mm
        turned = points @ np.array([[c, s], [-s, c]]) + (x, y)
        return np.column_stack([turned, np.full(len(points), z)])

    def cast(self, rays: Rays, light: Light) -> Hit:
        """Return the paper's height where rays hit it, and the light reflected by paper and ink."""
        del light  # a horizontal surface receives 1
        x, y = self._own(rays)
        # A texel as wide as the distance between two rays makes every edge a ramp of that width, and the mean of evenly
        # spaced rays over such a ramp is exactly the share of the pixel that is ink.
        texels = max(1, round(self.size_mm / modules(self.dictionary) / rays.pitch_mm))
        picture = _printed(self.dictionary, self.id, texels)
        scale = np.float32(modules(self.dictionary) * texels / self.size_mm)
        offset = np.float32(picture.shape[0] / 2 - 0.5)
        white = cv2.remap(
            picture,
            x * scale + offset,
            offset - y * scale,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(1.0,) * 4,
        )
        colour = white[..., None] * (bgr(PAPER) - bgr(INK)) + bgr(INK)
        return Hit(np.where(self._inside(x, y), np.float32(self.centre_mm[2]), NOTHING), colour)

    def black_square(self, rays: Rays) -> NDArray[np.bool_]:
        """Return which rays would hit the tag's square if nothing blocked them."""
        x, y = self._own(rays)
        half = np.float32(self.size_mm / 2)
        return np.asarray((np.abs(x) < half) & (np.abs(y) < half))

    def _own(self, rays: Rays) -> tuple[Floats, Floats]:
        x, y = rays.at(self.centre_mm[2], self.centre_mm[:2])
        c = np.float32(math.cos(math.radians(self.rotation_deg)))
        s = np.float32(math.sin(math.radians(self.rotation_deg)))
        return c * x + s * y, c * y - s * x

    def _inside(self, x: Floats, y: Floats) -> NDArray[np.bool_]:
        wide, high = (np.float32(half) for half in self.half_paper_mm)
        if self.round:
            return np.asarray((x / wide) ** 2 + (y / high) ** 2 < 1)
        return np.asarray((np.abs(x) < wide) & (np.abs(y) < high))


@lru_cache(maxsize=512)
def _printed(dictionary: str, tag_id: int, texels: int) -> Floats:
    """Return the tag with two modules of white around it, `texels` per module: 1 paper, 0 ink."""
    tag = np.pad(patterns(dictionary)[tag_id], 2, constant_values=1.0)
    picture = np.kron(tag, np.ones((texels, texels), np.float32)).astype(np.float32)
    picture.setflags(write=False)
    return picture


BASE_HEIGHT_MM = 3.6
DEFAULT_FIGURE_MM = 32.0
MARGIN_MODULES = 1.25
"""White paper around a tag, in modules."""


@dataclass(frozen=True, slots=True)
class PaintScheme:
    """The colours of one player's figures."""

    armour: Colour
    trim: Colour
    cloth: Colour


LIVERIES = (
    PaintScheme(linear("#2f6fb7"), linear("#e6e3d3"), linear("#2b3342")),
    PaintScheme(linear("#b5352c"), linear("#e3b23c"), linear("#3a2f2c")),
    PaintScheme(linear("#3f8f56"), linear("#d9c27a"), linear("#2d382c")),
    PaintScheme(linear("#8a4fa3"), linear("#d6d0dc"), linear("#33283a")),
)
"""Players' colours in their order; the first two are blue and red, as on the pages."""
_SKIN = linear("#c68e68")
_STEEL = linear("#54575c")
_VISOR = linear("#7fd8e8")
_BASE = linear("#1d1d1c")
_GRAVEL = linear("#5c5348")


@dataclass(frozen=True, slots=True)
class Thing:
    """Parts of one operative or marker: its surfaces, including its tags, and the rods that cast its shadow.

    `level_mm` is the height of its level, `half_mm` its base's half axes, `rotation_deg` its rotation.
    """

    id: str
    at_mm: Point
    half_mm: tuple[float, float]
    rotation_deg: float
    solids: tuple[Solid, ...]
    cards: tuple[Card, ...]
    stakes: tuple[ShadowCaster, ...]

    @property
    def level_mm(self) -> float:
        """Height of its level."""
        return self.at_mm[2]


def _place(placement: Placement) -> tuple[Point, Callable[[Point], Point]]:
    at = (placement.x * MM_PER_INCH, placement.y * MM_PER_INCH, placement.z * MM_PER_INCH)
    c, s = math.cos(math.radians(placement.rotation_deg)), math.sin(math.radians(placement.rotation_deg))

    def onto_board(point: Point) -> Point:
        x, y, z = point
        return at[0] + c * x - s * y, at[1] + s * x + c * y, at[2] + z

    return at, onto_board


def tag_card(
    dictionary: str,
    tag: ThingTag,
    placement: Placement,
    *,
    paper_mm: tuple[float, float] | None = None,
    round_paper: bool = False,
) -> Card:
    """Return the tag of a thing at its placement; its paper has `MARGIN_MODULES` of white by default."""
    _, onto_board = _place(placement)
    half = tag.size_mm * (0.5 + MARGIN_MODULES / modules(dictionary))
    return Card(
        dictionary,
        tag.id,
        tag.size_mm,
        onto_board(tag.offset_mm),
        placement.rotation_deg + tag.angle_deg,
        paper_mm or (half, half),
        round_paper,
    )


def operative(entry: OperativeEntry, placement: Placement, dictionary: str, livery: PaintScheme) -> Thing:
    """Return an operative at its placement.

    A tag on the whole base top leaves no room for a figure; a tag on the head sits on a post in the figure.
    """
    at, onto_board = _place(placement)
    half = entry.half_axes_mm
    turn = placement.rotation_deg
    mounts = {tag.id: entry.mount_of(tag) for tag in entry.tags}
    whole = [tag for tag in entry.tags if mounts[tag.id] == "whole"]
    top = min([BASE_HEIGHT_MM, *(tag.offset_mm[2] - 0.25 for tag in whole)])
    solids: list[Solid] = [
        Rim(at, half, at[2] + top, _BASE, turn),
        Disc(onto_board((0, 0, top)), half, _GRAVEL, turn, ring=livery.armour, ring_mm=1.6),
    ]
    cards: list[Card] = []
    stakes: tuple[ShadowCaster, ...] = ()
    for tag in entry.tags:
        mount = mounts[tag.id]
        if mount == "whole":
            cards.append(
                tag_card(dictionary, tag, placement, paper_mm=(half[0] - 0.8, half[1] - 0.8), round_paper=True)
            )
            continue
        cards.append(tag_card(dictionary, tag, placement))
        x, y, z = tag.offset_mm
        if mount == "head":
            foot = (x, y, min(z - 1.0, 0.8 * z))
            solids.append(Rod(onto_board(foot), onto_board((x, y, z - 0.9)), 0.7, _STEEL))
        elif mount == "tab":
            solids.append(Rod(onto_board((0.6 * x, 0.6 * y, 0.2)), onto_board((x, y, 0.2)), 0.7, PAPER))
    if not whole:
        height = (entry.figure_height_mm or DEFAULT_FIGURE_MM) - top
        body, rods = _body(height, min(half), top, livery, turn, onto_board)
        solids.extend(body)
        stakes = _turned(rods, turn)
    return Thing(entry.id, at, half, turn, tuple(solids), tuple(cards), stakes)


def marker(entry: MarkerEntry, placement: Placement, dictionary: str) -> Thing:
    """Return a marker at its placement: a flat disc, orange with a dark ring, its tags on top."""
    at, onto_board = _place(placement)
    half = (entry.diameter_mm / 2, entry.diameter_mm / 2)
    thick = min([2.0, *(tag.offset_mm[2] for tag in entry.tags)])
    solids: tuple[Solid, ...] = (
        Rim(at, half, at[2] + thick * 0.95, _BASE),
        Disc(onto_board((0, 0, thick * 0.95)), half, linear("#c9812c"), ring=linear("#3b2a18"), ring_mm=2.0),
    )
    cards = tuple(tag_card(dictionary, tag, placement) for tag in entry.tags)
    return Thing(entry.id, at, half, placement.rotation_deg, solids, cards, ())


def _turned(stakes: list[ShadowCaster], turn_deg: float) -> tuple[ShadowCaster, ...]:
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))

    def turn(point: Point) -> Point:
        return c * point[0] - s * point[1], s * point[0] + c * point[1], point[2]

    return tuple(ShadowCaster(turn(stake.foot_mm), turn(stake.head_mm), stake.radius_mm) for stake in stakes)


def _body(
    height: float, room: float, foot: float, livery: PaintScheme, turn_deg: float, onto_board: Callable[[Point], Point]
) -> tuple[list[Solid], list[ShadowCaster]]:
    """Return a soldier facing +y, `height` tall on a base with `room` to its rim, and the rods of its shadow."""
    wide = min(max(room / 14, 0.85), 1.7)

    def p(x: float, y: float, share: float) -> Point:
        return onto_board((x * wide, y * wide, foot + share * height))

    def rod(a: Point, b: Point, radius: float, colour: Colour, gloss: float = 0.0) -> Rod:
        return Rod(p(*a), p(*b), radius * wide, colour, gloss)

    def ball(at: Point, half: Point, colour: Colour, gloss: float = 0.0) -> Ball:
        return Ball(p(*at), (half[0] * wide, half[1] * wide, half[2]), colour, turn_deg, gloss)

    solids: list[Solid] = [
        rod((-2.6, -1.5, 0.08), (-2.0, -0.4, 0.45), 2.1, livery.cloth),
        rod((3.0, 1.8, 0.08), (2.0, 0.2, 0.45), 2.1, livery.cloth),
        ball((0, -0.4, 0.63), (4.4, 3.2, 0.2 * height), livery.armour, 0.05),
        ball((0, -3.6, 0.70), (3.3, 2.1, 0.13 * height), livery.cloth),
        ball((-4.9, -0.2, 0.77), (2.5, 2.7, 0.09 * height), livery.armour, 0.09),
        ball((4.9, -0.2, 0.77), (2.5, 2.7, 0.09 * height), livery.armour, 0.09),
        rod((-4.8, 0.4, 0.72), (-1.2, 5.4, 0.60), 1.4, livery.armour),
        rod((4.8, 0.4, 0.72), (2.2, 3.2, 0.58), 1.4, livery.armour),
        rod((2.6, 0.6, 0.62), (0.4, 11.5, 0.60), 0.95, _STEEL, 0.12),
        ball((0, 0.5, 0.91), (2.5, 2.8, 0.09 * height), livery.trim, 0.08),
        ball((0, 2.4, 0.90), (1.6, 0.9, 0.03 * height), _VISOR, 0.15),
    ]
    muzzle = (0.4 * wide, 11.5 * wide, foot + 0.6 * height)
    stakes = [
        ShadowCaster((0, 0, foot), (0, 0, foot + 0.8 * height), 4.6 * wide),
        ShadowCaster((0, 0.5 * wide, foot + 0.8 * height), (0, 0.5 * wide, foot + height), 2.4 * wide),
        ShadowCaster((2.6 * wide, 0.6 * wide, muzzle[2]), muzzle, 0.9 * wide),
    ]
    return solids, stakes


_HAND_SKIN = linear("#d0977a")
_NAIL = linear("#e3b7a4")
_SLEEVE = linear("#39486e")
_CUFF = linear("#7d8bb0")


def hand_solids(hand: Hand) -> tuple[Solid, ...]:
    """Return palm, fingers, thumb, wrist and sleeve; everything is above the fingertips."""
    c, s = math.cos(math.radians(hand.arm_deg)), math.sin(math.radians(hand.arm_deg))
    tip = (hand.x * MM_PER_INCH, hand.y * MM_PER_INCH, hand.z * MM_PER_INCH)

    def at(back: float, right: float, up: float) -> Point:
        """Return a point relative to the fingertips: `back` to the elbow, `right` of the arm, and `up` above."""
        return tip[0] + c * back + s * right, tip[1] + s * back - c * right, tip[2] + up

    solids: list[Solid] = []
    for side, knuckle, reach in ((-24.0, -26.0, 9.0), (-9.0, -9.5, 0.0), (7.0, 8.0, 1.0), (21.0, 24.0, 10.0)):
        bend = at(30 + reach, knuckle, 26)
        solids.append(Rod(at(reach - 2, side * 0.45, 4), bend, 7.6, _HAND_SKIN))
        solids.append(Rod(bend, at(66, knuckle * 0.95, 32), 8.4, _HAND_SKIN))
        solids.append(Ball(at(reach - 4, side * 0.45, 9.5), (4.2, 4.2, 3.0), _NAIL, hand.arm_deg, 0.05))
    solids.extend(
        [
            Rod(at(4, -13, 0), at(42, -41, 14), 8.2, _HAND_SKIN),
            Rod(at(42, -41, 14), at(88, -22, 24), 10.5, _HAND_SKIN),
            Ball(at(86, 0, 30), (42, 36, 14), _HAND_SKIN, hand.arm_deg),
            Rod(at(108, 0, 32), at(165, 0, 40), 24, _HAND_SKIN),
            Rod(at(160, 0, 42), at(172, 0, 44), 34, _CUFF),
            Rod(at(168, 0, 44), at(520, 0, 120), 37, _SLEEVE),
        ]
    )
    return tuple(solids)


def hand_stakes(hand: Hand) -> tuple[ShadowCaster, ...]:
    """Return the rods that cast the hand's shadow on the board, relative to its fingertips in x and y."""
    c, s = math.cos(math.radians(hand.arm_deg)), math.sin(math.radians(hand.arm_deg))
    z = hand.z * MM_PER_INCH

    def rod(start: float, end: float, low: float, high: float, radius: float) -> ShadowCaster:
        return ShadowCaster((c * start, s * start, z + low), (c * end, s * end, z + high), radius)

    return rod(0, 60, 4, 28, 22), rod(60, 120, 28, 32, 36), rod(120, 172, 32, 44, 25), rod(172, 460, 44, 106, 37)

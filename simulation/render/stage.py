"""Stage: the static parts of the image, which are the table, board and terrain."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, TerrainEntry
from calibration.tags import modules
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from simulation.render.lighting import Blocker, Light, ShadowMap, terrain_shadows
from simulation.render.models import MARGIN_MODULES, Card, tag_card
from simulation.render.raster import NOTHING, TILE_PX, Blocking, Hit, InView, Raster, Rays, Solid, in_view
from simulation.render.rays import CameraRays, Floats, Rect, in_parallel, merged
from simulation.render.shapes import (
    MAT_TEXEL_MM,
    Colour,
    cloud,
    concrete,
    linear,
    printed_mat,
    sample,
    sample_picture,
    sample_wood,
    wooden_table,
)

GREYS: tuple[Colour, ...] = tuple(linear(c) for c in ("#8d8f8c", "#979288", "#868c92", "#9a978f"))


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """Horizontal top of a prism: its outline, shape (n, 2) in board mm, at `z_mm`.

    `along_deg` is the direction of its floorboards if it is a place to stand on (`floored`).
    """

    outline_mm: NDArray[np.float64]
    z_mm: float
    colour: Colour
    seed: int
    along_deg: float = 0.0
    floored: bool = False

    def hull_mm(self) -> NDArray[np.float64]:
        """Return the outline at its height."""
        return np.column_stack([self.outline_mm, np.full(len(self.outline_mm), self.z_mm)])

    def heights(self, rays: Rays) -> Floats:
        """Return the deck's height where rays hit it."""
        return self._meet(rays)[0]

    def _meet(self, rays: Rays) -> tuple[Floats, Floats, Floats, Floats]:
        """Return heights, x and y from the outline's centre, and the distance from the outline."""
        middle = self.outline_mm.mean(axis=0)
        x, y = rays.at(self.z_mm, (float(middle[0]), float(middle[1])))
        inside, edge = _polygon(x, y, self.outline_mm - middle)
        return np.where(inside, np.float32(self.z_mm), NOTHING), x, y, edge

    def cast(self, rays: Rays, light: Light) -> Hit:
        """Return the deck's height where rays hit it, and its light before shadows."""
        del light  # a horizontal surface receives 1
        z, x, y, edge = self._meet(rays)
        colour = concrete(x, y, self.colour, self.seed)
        if self.floored:
            c, s = math.cos(math.radians(self.along_deg)), math.sin(math.radians(self.along_deg))
            across = np.mod(np.float32(c) * y - np.float32(s) * x, np.float32(19.05))
            along = np.mod(np.float32(c) * x + np.float32(s) * y, np.float32(38.1))
            seam = (across < 0.7) | (along < 0.7)
            colour *= np.where(seam & (edge > 2.5), np.float32(0.68), np.float32(0.94))[..., None]
        chips = sample(cloud(40, 16, 1), x * 2, y * 2)
        worn = np.clip(1.35 + 0.25 * chips, 0.9, 1.8)
        colour *= np.where(edge < 1.3, worn, np.where(edge < 2.1, np.float32(0.82), np.float32(1)))[..., None]
        return Hit(z, colour)


def _polygon(x: Floats, y: Floats, outline: NDArray[np.float64]) -> tuple[NDArray[np.bool_], Floats]:
    """Return which points are inside (even-odd rule, so outlines may be concave) and how far from the outline."""
    inside = np.zeros(x.shape, np.bool_)
    nearest: Floats = np.full(x.shape, 1e9, np.float32)
    for (x0, y0), (x1, y1) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        ex, ey = x1 - x0, y1 - y0
        px, py = x - np.float32(x0), y - np.float32(y0)
        if ey != 0:
            crosses = (px < py * np.float32(ex / ey)) & ((y < np.float32(y0)) != (y < np.float32(y1)))
            inside ^= crosses
        t = np.clip((px * np.float32(ex) + py * np.float32(ey)) * np.float32(1 / (ex * ex + ey * ey)), 0, 1)
        nearest = np.minimum(nearest, (px - t * np.float32(ex)) ** 2 + (py - t * np.float32(ey)) ** 2)
    return inside, np.sqrt(nearest)


@dataclass(frozen=True, slots=True, eq=False)
class Wall:
    """Upright face of a prism, whose outer side is on the right from `a_mm` to `b_mm`."""

    a_mm: tuple[float, float]
    b_mm: tuple[float, float]
    bottom_mm: float
    top_mm: float
    colour: Colour
    seed: int

    def hull_mm(self) -> NDArray[np.float64]:
        """Return the face's corners."""
        return np.array([(*end, z) for end in (self.a_mm, self.b_mm) for z in (self.bottom_mm, self.top_mm)])

    def faces(self, camera_mm: NDArray[np.float64]) -> bool:
        """Return whether the camera is on its outer side."""
        (ax, ay), (bx, by) = self.a_mm, self.b_mm
        return bool((by - ay) * (camera_mm[0] - ax) - (bx - ax) * (camera_mm[1] - ay) > 0)

    def heights(self, rays: Rays) -> Floats:
        """Return the height at which rays hit the face."""
        return self._meet(rays)[0]

    def _meet(self, rays: Rays) -> tuple[Floats, Floats, Floats]:
        """Return heights, distances below the upper edge, and distances along it from `a_mm`."""
        (ax, ay), (bx, by) = self.a_mm, self.b_mm
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        ox, oy = rays.at(self.top_mm, self.a_mm)
        towards = rays.x * np.float32(nx) + rays.y * np.float32(ny)
        towards = np.where(np.abs(towards) < 1e-6, np.float32(1e-6), towards)
        fall = -(ox * np.float32(nx) + oy * np.float32(ny)) / towards
        along = (ox + rays.x * fall) * np.float32(-ny) + (oy + rays.y * fall) * np.float32(nx)
        hit = (fall >= 0) & (fall <= np.float32(self.top_mm - self.bottom_mm)) & (along >= 0) & (along <= length)
        fall, along = np.where(hit, fall, 0), np.where(hit, along, 0)
        z = np.where(hit, np.float32(self.top_mm) - fall, NOTHING)
        return z.astype(np.float32), fall.astype(np.float32), along.astype(np.float32)

    def cast(self, rays: Rays, light: Light) -> Hit:
        """Return the height at which rays hit the face, and its light."""
        z, fall, along = self._meet(rays)
        length = math.dist(self.a_mm, self.b_mm)
        nx, ny = (self.b_mm[1] - self.a_mm[1]) / length, (self.a_mm[0] - self.b_mm[0]) / length
        shade = light.shade(*(np.full((1, 1), n, np.float32) for n in (nx, ny, 0.0)))
        colour = concrete(along, -fall, self.colour, self.seed) * shade[..., None]
        height = np.float32(self.top_mm - self.bottom_mm) - fall
        colour *= self._detail(along, fall, height, length)[..., None]
        return Hit(z, colour)

    def _detail(self, along: Floats, fall: Floats, height: Floats, length: float) -> Floats:
        """Return the tone: light upper edge, floors every two inches, windows between them, dirt at the foot."""
        tone = np.where(fall < 1.2, np.float32(1.3), np.float32(1))
        storey = np.mod(height, np.float32(50.8))
        if self.top_mm - self.bottom_mm > 45 and length > 40:
            bays = max(1, int(length // 34))
            bay = np.mod(along, np.float32(length / bays)) - np.float32(length / bays / 2)
            window = (np.abs(bay) < 7) & (storey > 16) & (storey < 40) & (fall > 6)
            frame = (np.abs(bay) < 8.5) & (storey > 14.5) & (storey < 41.5) & (fall > 4.5)
            tone = np.where(window, np.float32(0.28), np.where(frame, np.float32(1.15), tone))
        tone = np.where((storey < 1.0) & (fall > 3), tone * np.float32(0.7), tone)
        dirt: Floats = np.clip(0.62 + height / np.float32(40), 0.62, 1)
        return np.asarray(tone * dirt, dtype=np.float32)


def prism(
    outline_mm: NDArray[np.float64],
    bottom_mm: float,
    top_mm: float,
    *,
    colour: Colour,
    seed: int,
    along_deg: float,
    floored: bool,
    camera_mm: NDArray[np.float64],
) -> list[Deck | Wall]:
    """Return the top of an upright prism and its sides that face the camera."""
    following = np.roll(outline_mm, -1, axis=0)
    area = float(np.sum(outline_mm[:, 0] * following[:, 1] - following[:, 0] * outline_mm[:, 1]))
    if area < 0:
        return prism(
            outline_mm[::-1],
            bottom_mm,
            top_mm,
            colour=colour,
            seed=seed,
            along_deg=along_deg,
            floored=floored,
            camera_mm=camera_mm,
        )
    deck = Deck(outline_mm, top_mm, colour, seed, along_deg, floored)
    walls = (
        Wall((float(a[0]), float(a[1])), (float(b[0]), float(b[1])), bottom_mm, top_mm, colour, seed)
        for a, b in zip(outline_mm, following, strict=True)
    )
    return [deck, *(wall for wall in walls if wall.faces(camera_mm))]


MAT_MM = 3.0
_GROUND_TILE_PX = 128
"""Tile size for the ground, which limits the memory for four rays per pixel."""


@dataclass(frozen=True, slots=True, eq=False)
class TerrainPiece:
    """Terrain part at its placement: outline and heights, surfaces and tags.

    `drawn` are the surfaces and tags that may be in the image, `hiding` those that may hide things behind them.
    """

    entry: TerrainEntry
    blocker: Blocker
    solids: tuple[Deck | Wall, ...]
    cards: tuple[Card, ...]
    drawn: tuple[InView[Solid], ...]
    hiding: tuple[InView[Blocking], ...]
    rect: Rect | None


@dataclass(frozen=True, slots=True, eq=False)
class StaticScene:
    """Image without anything that moves.

    `light` is linear, (height, width, 3), before the lamp's unevenness; `heights` is the z in mm at each pixel;
    `shadows` is the remaining light on each level.
    """

    light: Floats
    heights: Floats
    pieces: tuple[TerrainPiece, ...]
    board_cards: tuple[Card, ...]
    shadows: Mapping[float, ShadowMap]


def board_cards(catalogue: Catalogue) -> tuple[Card, ...]:
    """Return the tags printed on the board."""
    share = 0.5 + MARGIN_MODULES / modules(catalogue.dictionary)
    return tuple(
        Card(
            catalogue.dictionary,
            tag.id,
            tag.size_mm,
            (*tag.centre_mm, 0.0),
            tag.angle_deg,
            (tag.size_mm * share, tag.size_mm * share),
        )
        for tag in catalogue.board.tags
    )


def terrain_piece(
    entry: TerrainEntry, placement: Placement, dictionary: str, view: CameraRays, seed: int
) -> TerrainPiece:
    """Return a terrain part at its placement."""
    c, s = math.cos(math.radians(placement.rotation_deg)), math.sin(math.radians(placement.rotation_deg))
    at = np.array([placement.x, placement.y]) * MM_PER_INCH
    outline = np.asarray(entry.footprint_mm, dtype=np.float64) @ np.array([[c, s], [-s, c]]) + at
    bottom, top = (z + placement.z * MM_PER_INCH for z in entry.z_mm)
    solids = tuple(
        prism(
            outline,
            bottom,
            top,
            colour=GREYS[seed % len(GREYS)],
            seed=seed,
            along_deg=placement.rotation_deg,
            floored=entry.vantage,
            camera_mm=view.camera_mm,
        )
    )
    cards = tuple(tag_card(dictionary, tag, placement) for tag in entry.tags)
    hull = np.concatenate([np.column_stack([outline, np.full(len(outline), z)]) for z in (bottom, top)])
    return TerrainPiece(
        entry,
        Blocker(outline, bottom, top),
        solids,
        cards,
        in_view(view, (*solids, *cards)),
        in_view(view, solids),
        view.rect_around(hull),
    )


def build_stage(
    catalogue: Catalogue, terrain: Mapping[str, Placement], view: CameraRays, light: Light, samples: int
) -> StaticScene:
    """Return the stage for this terrain, seen from `view` with `samples` x `samples` rays per pixel."""
    features = list(dict.fromkeys(entry.feature or entry.id for entry in catalogue.terrain))
    pieces = tuple(
        terrain_piece(entry, terrain[entry.id], catalogue.dictionary, view, features.index(entry.feature or entry.id))
        for entry in catalogue.terrain
        if entry.id in terrain
    )
    blockers = [piece.blocker for piece in pieces]
    levels = sorted({0.0, *(blocker.top_mm for blocker in blockers)})
    shadows = {level: terrain_shadows(light, level, blockers, catalogue.board.size_mm) for level in levels}
    picture = _ground(catalogue, view, shadows[0.0])
    heights: Floats = np.zeros((view.frame.height, view.frame.width), np.float32)
    cards = board_cards(catalogue)
    _lay_board_tags(picture, cards, view, light, shadows[0.0], samples)

    def drawn(tile: Rect) -> None:
        raster = _terrain(pieces, shadows, view, light, tile, samples)
        index = tile.rows_columns
        picture[index] = raster.over(picture[index])
        heights[index] = np.maximum(heights[index], raster.highest())

    filled = merged([piece.rect for piece in pieces if piece.rect is not None])
    in_parallel(drawn, [tile for rect in filled for tile in rect.tiles(TILE_PX)])
    return StaticScene(picture, heights, pieces, cards, shadows)


def _terrain(
    pieces: tuple[TerrainPiece, ...],
    shadows: Mapping[float, ShadowMap],
    view: CameraRays,
    light: Light,
    tile: Rect,
    samples: int,
) -> Raster:
    raster = Raster(view, tile, samples)
    for piece in pieces:
        for surface in piece.drawn:
            raster.draw(surface, light)
    for level, shadow in shadows.items():
        on_top = raster.seen & (np.abs(raster.z - np.float32(level + 0.2)) < 0.8)
        if on_top.any():
            left = shadow.at(*view.ground(tile, level, samples))
            raster.colour *= np.where(on_top, left, np.float32(1))[..., None]
    return raster


def _ground(catalogue: Catalogue, view: CameraRays, shadow: ShadowMap) -> Floats:
    """Return the image of the wooden table and the printed mat, with 2 x 2 rays per pixel."""
    mat = printed_mat(catalogue.board.size_mm)
    wooden_table()
    picture: Floats = np.empty((view.frame.height, view.frame.width, 3), np.float32)

    def drawn(rect: Rect) -> None:
        colour = _ground_seen(mat, view, rect, catalogue.board.size_mm, shadow)
        size = rect.width, rect.height
        picture[rect.rows_columns] = cv2.resize(colour, size, interpolation=cv2.INTER_AREA)

    in_parallel(drawn, view.frame.tiles(_GROUND_TILE_PX))
    return picture


def _ground_seen(mat: Floats, view: CameraRays, rect: Rect, size_mm: tuple[float, float], shadow: ShadowMap) -> Floats:
    """Return the light of the ground for the rays of `rect`, shape (2 * height, 2 * width, 3)."""
    (width, height), scale = size_mm, np.float32(1 / MAT_TEXEL_MM)
    x, y = view.ground(rect, 0.0, 2)
    on_mat = (x > 0) & (x < width) & (y > 0) & (y < height)
    left = shadow.at(x, y)[..., None]
    if not on_mat.any():
        return np.asarray(_table_seen(view, rect, size_mm) * left)
    printed = sample_picture(mat, x * scale - np.float32(0.5), (np.float32(height) - y) * scale - np.float32(0.5))
    if on_mat.all():
        return np.asarray(printed * left)
    return np.asarray(np.where(on_mat[..., None], printed, _table_seen(view, rect, size_mm)) * left)


def _table_seen(view: CameraRays, rect: Rect, size_mm: tuple[float, float]) -> Floats:
    """Return the same for the wooden table, darker beside the mat."""
    x, y = view.ground(rect, -MAT_MM, 2)
    width, height = (np.float32(side) for side in size_mm)
    beside = np.maximum(np.maximum(-x, x - width), np.maximum(-y, y - height))
    nook = 1 - np.float32(0.45) * np.exp(-np.maximum(beside, 0) / np.float32(7))
    return np.asarray(sample_wood(x, y) * nook[..., None])


def _lay_board_tags(
    picture: Floats, cards: tuple[Card, ...], view: CameraRays, light: Light, shadow: ShadowMap, samples: int
) -> None:
    for card in in_view(view, cards):
        raster = Raster(view, card.rect, samples)
        raster.draw(card, light)
        raster.colour *= shadow.at(*view.ground(card.rect, 0.0, samples))[..., None]
        index = card.rect.rows_columns
        picture[index] = raster.over(picture[index])

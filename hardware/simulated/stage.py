"""What does not move: the table, the board with its tags, the terrain, and the shadows on them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.catalogue import Catalogue, TerrainEntry
from calibration.tags import modules
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from hardware.simulated.cards import Card
from hardware.simulated.figures import MARGIN_MODULES, tag_card
from hardware.simulated.light import Blocker, Light, ShadowMap, terrain_shadows
from hardware.simulated.raster import TILE_PX, Blocking, InView, Raster, Solid, in_view
from hardware.simulated.ruins import GREYS, Deck, Wall, prism
from hardware.simulated.surfaces import MAT_TEXEL_MM, printed_mat, sample_picture, sample_wood, wooden_table
from hardware.simulated.view import Floats, Rect, View, merged, side_by_side

MAT_MM = 3.0
_GROUND_TILE_PX = 128
"""The ground is drawn in tiles, so that four rays a pixel never stand in memory at once."""


@dataclass(frozen=True, slots=True, eq=False)
class TerrainPiece:
    """One terrain part where it stands: its outline and heights, its surfaces and its tags.

    `drawn` are all of them that the picture may hold, `hiding` those that can hide what is behind.
    """

    entry: TerrainEntry
    blocker: Blocker
    solids: tuple[Deck | Wall, ...]
    cards: tuple[Card, ...]
    drawn: tuple[InView[Solid], ...]
    hiding: tuple[InView[Blocking], ...]
    rect: Rect | None


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """The picture without anything that moves.

    `light` is linear, (height, width, 3), before the lamp's unevenness; `heights` the z in mm of what each pixel
    shows; `shadows` the light left on each level that something may stand on.
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


def terrain_piece(entry: TerrainEntry, placement: Placement, dictionary: str, view: View, seed: int) -> TerrainPiece:
    """Return a terrain part where it stands."""
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
    catalogue: Catalogue, terrain: Mapping[str, Placement], view: View, light: Light, samples: int
) -> Stage:
    """Return the stage for terrain that stands as told, seen from `view` with `samples` x `samples` rays a pixel."""
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
    side_by_side(drawn, [tile for rect in filled for tile in rect.tiles(TILE_PX)])
    return Stage(picture, heights, pieces, cards, shadows)


def _terrain(
    pieces: tuple[TerrainPiece, ...],
    shadows: Mapping[float, ShadowMap],
    view: View,
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


def _ground(catalogue: Catalogue, view: View, shadow: ShadowMap) -> Floats:
    """The wooden table and the printed mat, two by two rays a pixel."""
    mat = printed_mat(catalogue.board.size_mm)
    wooden_table()
    picture: Floats = np.empty((view.frame.height, view.frame.width, 3), np.float32)

    def drawn(rect: Rect) -> None:
        colour = _ground_seen(mat, view, rect, catalogue.board.size_mm, shadow)
        size = rect.width, rect.height
        picture[rect.rows_columns] = cv2.resize(colour, size, interpolation=cv2.INTER_AREA)

    side_by_side(drawn, view.frame.tiles(_GROUND_TILE_PX))
    return picture


def _ground_seen(mat: Floats, view: View, rect: Rect, size_mm: tuple[float, float], shadow: ShadowMap) -> Floats:
    """The light of the ground that the rays of `rect` meet, shape (2 * height, 2 * width, 3)."""
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


def _table_seen(view: View, rect: Rect, size_mm: tuple[float, float]) -> Floats:
    """The same of the wooden table, darker beside the mat."""
    x, y = view.ground(rect, -MAT_MM, 2)
    width, height = (np.float32(side) for side in size_mm)
    beside = np.maximum(np.maximum(-x, x - width), np.maximum(-y, y - height))
    nook = 1 - np.float32(0.45) * np.exp(-np.maximum(beside, 0) / np.float32(7))
    return np.asarray(sample_wood(x, y) * nook[..., None])


def _lay_board_tags(
    picture: Floats, cards: tuple[Card, ...], view: View, light: Light, shadow: ShadowMap, samples: int
) -> None:
    for card in in_view(view, cards):
        raster = Raster(view, card.rect, samples)
        raster.draw(card, light)
        raster.colour *= shadow.at(*view.ground(card.rect, 0.0, samples))[..., None]
        index = card.rect.rows_columns
        picture[index] = raster.over(picture[index])

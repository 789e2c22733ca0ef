"""Renderer of frames, and of single photographs with ground truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.rig import Rig
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from simulation.errors import SceneError
from simulation.render.lighting import Light, ShadowMap, caster_shadows, contact_shadow, light_left
from simulation.render.models import LIVERIES, Card, PaintScheme, Thing, hand_solids, hand_stakes, marker, operative
from simulation.render.raster import TILE_PX, InView, Raster, Rays, Solid, in_view
from simulation.render.rays import CameraRays, Floats, Rect, in_parallel, merged
from simulation.render.sensor import Sensor
from simulation.render.stage import StaticScene, TerrainPiece, build_stage
from simulation.scene.scene import Hand, Poses

_LOW_MM = 5.0
"""Height above its level up to which a surface receives the shadows on that level."""


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """Light and sampling of a rendered table: `samples` x `samples` rays per pixel at edges."""

    light: Light = field(default_factory=Light)
    samples: int = 4
    liveries: tuple[PaintScheme, ...] = LIVERIES

    def __post_init__(self) -> None:
        if not 1 <= self.samples <= 16 or not self.liveries:
            raise SceneError("simulation-samples", samples=self.samples, paints=len(self.liveries))


@dataclass(frozen=True, slots=True, eq=False)
class _Standing:
    """Thing with its shadows, and the rectangles that it and its shadow cover."""

    thing: Thing
    surfaces: tuple[InView[Solid], ...]
    floor: ShadowMap
    body: ShadowMap
    rect: Rect


Key = tuple[float, float, float, float]


def _key(placement: Placement) -> Key:
    return placement.x, placement.y, placement.z, placement.rotation_deg


class Renderer:
    """Renderer of one catalogue's table, seen by one rig.

    The stage (board and terrain) is rendered when terrain moves; otherwise only the rectangles that changed are. Not
    thread-safe. Raises `SceneError` if a pose names a thing outside the catalogue.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        rig: Rig,
        *,
        sensor: Sensor | None = None,
        look: RenderSettings | None = None,
        view: CameraRays | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.view = view or CameraRays(rig)
        self.sensor = sensor or Sensor()
        self.look = look or RenderSettings()
        width, height = catalogue.board.size_mm
        even = self.look.light.evenness(self.view, (width / 2, height / 2))
        self._even: Floats = even[..., None]
        self._lit: Floats = np.empty((*even.shape, 3), np.float32)
        players = list(dict.fromkeys(entry.player for entry in catalogue.operatives))
        self._liveries = {name: self.look.liveries[i % len(self.look.liveries)] for i, name in enumerate(players)}
        self._operatives = {entry.id: entry for entry in catalogue.operatives}
        self._markers = {entry.id: entry for entry in catalogue.markers}
        self._terrain = {entry.id for entry in catalogue.terrain}
        self._stage: StaticScene | None = None
        self._stage_key: dict[str, Key] = {}
        self._standing: dict[tuple[str, str], tuple[Key, _Standing | None]] = {}
        self._canvas: Floats = np.zeros(0, np.float32)
        self._lit_alone = False
        self._hand_shadow: tuple[tuple[float, float], ShadowMap] | None = None

    def with_models(self, catalogue: Catalogue) -> Renderer:
        """Return a renderer of another catalogue's operatives and markers on the same stage, which the two share.

        Raises `SceneError` if its board or terrain is another.
        """
        if (catalogue.board, catalogue.terrain) != (self.catalogue.board, self.catalogue.terrain):
            raise SceneError("simulation-other-stage")
        other = Renderer(catalogue, self.view.rig, sensor=self.sensor, look=self.look, view=self.view)
        other._stage, other._stage_key = self._stage, self._stage_key
        if self._stage is not None:
            other._canvas = self._stage.light.copy()
        return other

    def picture(self, poses: Poses, *, seed: int = 0) -> NDArray[np.uint8]:
        """Return the photograph, uint8 (height, width, 3) BGR, with noise from `seed`."""
        if not self._stands_as_lit(poses):
            self.sensor.blurred(self._light(poses, self._lit), out=self._lit)
            self._lit_alone = poses.hand is None
        return self.sensor.codes(self._lit, seed)

    def _stands_as_lit(self, poses: Poses) -> bool:
        """Return whether the last image's light can be reused: no hand in either, and all placements unchanged."""
        if poses.hand is not None or not self._lit_alone:
            return False
        there = {("operative", name): _key(at) for name, at in poses.operatives.items()}
        there |= {("marker", name): _key(at) for name, at in poses.markers.items()}
        stands = {key: at for key, (at, _) in self._standing.items()}
        terrain = {name: _key(placement) for name, placement in poses.terrain.items()}
        return there == stands and terrain == self._stage_key

    def light(self, poses: Poses) -> Floats:
        """Return the light on each pixel before blur and noise: linear BGR, white paper about 0.85."""
        return self._light(poses, np.empty_like(self._lit))

    def _light(self, poses: Poses, light: Floats) -> Floats:
        self._lit_alone = False
        stage = self.stage(poses)
        self._update(poses, stage)
        if poses.hand is None:
            return np.multiply(self._canvas, self._even, out=light)
        np.copyto(light, self._canvas)
        self._lay_hand(light, poses.hand)
        return np.multiply(light, self._even, out=light)

    def stage(self, poses: Poses) -> StaticScene:
        """Return board and terrain for `poses`."""
        unknown = [
            *(set(poses.operatives) - set(self._operatives)),
            *(set(poses.markers) - set(self._markers)),
            *(set(poses.terrain) - self._terrain),
        ]
        if unknown:
            raise SceneError("simulation-things-unknown", things=sorted(unknown))
        wanted = {name: _key(placement) for name, placement in poses.terrain.items()}
        if self._stage is None or wanted != self._stage_key:
            self._lit_alone = False
            samples = self.look.samples
            self._stage = build_stage(self.catalogue, poses.terrain, self.view, self.look.light, samples)
            self._stage_key = wanted
            self._standing = {}
            self._canvas = self._stage.light.copy()
        return self._stage

    def things(self, poses: Poses) -> list[Thing]:
        """Return every movable thing on the table, at its placement."""
        dictionary = self.catalogue.dictionary
        found = [
            operative(self._operatives[name], at, dictionary, self._liveries[self._operatives[name].player])
            for name, at in poses.operatives.items()
        ]
        found.extend(marker(self._markers[name], at, dictionary) for name, at in poses.markers.items())
        return found

    def _update(self, poses: Poses, stage: StaticScene) -> None:
        """Render the rectangles of things that were added, moved or removed."""
        wanted = {("operative", name): at for name, at in poses.operatives.items()}
        wanted |= {("marker", name): at for name, at in poses.markers.items()}
        dirty: list[Rect] = []
        for key in [key for key, (at, _) in self._standing.items() if key not in wanted or _key(wanted[key]) != at]:
            _, gone = self._standing.pop(key)
            if gone is not None:
                dirty.append(gone.rect)
        dictionary = self.catalogue.dictionary
        for key, at in wanted.items():
            if key in self._standing:
                continue
            kind, name = key
            if kind == "marker":
                thing = marker(self._markers[name], at, dictionary)
            else:
                entry = self._operatives[name]
                thing = operative(entry, at, dictionary, self._liveries[entry.player])
            standing = self._stand(thing)
            self._standing[key] = _key(at), standing
            if standing is not None:
                dirty.append(standing.rect)
        tiles = [tile for rect in merged(dirty) for tile in rect.tiles(TILE_PX)]
        in_parallel(partial(self._redraw, stage=stage), tiles)

    def _stand(self, thing: Thing) -> _Standing | None:
        light = self.look.light
        body = caster_shadows(light, thing.stakes, depth=0.9) if thing.stakes else None
        floor = contact_shadow(thing.half_mm, thing.rotation_deg)
        surfaces = in_view(self.view, (*thing.solids, *thing.cards))
        shadows = [_map_hull(shadow, thing.at_mm) for shadow in (floor, body) if shadow is not None]
        rect = self.view.rect_around(np.concatenate(shadows))
        for surface in surfaces:
            rect = surface.rect if rect is None else rect.hull(surface.rect)
        return None if rect is None else _Standing(thing, surfaces, floor, body or _NO_SHADOW, rect)

    def _redraw(self, rect: Rect, *, stage: StaticScene) -> None:
        here = [
            standing for _, standing in self._standing.values() if standing is not None and standing.rect.meets(rect)
        ]
        index = rect.rows_columns
        light, samples = self.look.light, self.look.samples
        behind = stage.light[index].copy()
        heights = stage.heights[index]
        raster = Raster(self.view, rect, samples)
        for standing in here:
            for surface in standing.surfaces:
                raster.draw(surface, light)
        for level in sorted({standing.thing.level_mm for standing in here}):
            floor, low = self._shadows_on(level, rect, [s for s in here if s.thing.level_mm == level], stage)
            on_level = np.abs(heights - np.float32(level)) < 1.5
            behind *= np.where(on_level, floor * low[0], np.float32(1))[..., None]
            near = (raster.z > np.float32(level - 0.5)) & (raster.z < np.float32(level + _LOW_MM))
            factor = np.repeat(np.repeat(low[0] * low[1], samples, axis=0), samples, axis=1)
            raster.colour *= np.where(near, factor, np.float32(1))[..., None]
        lowest = min((standing.thing.level_mm for standing in here), default=0.0)
        for piece in _in_front(stage.pieces, rect, lowest):
            for hiding in piece.hiding:
                raster.hide(hiding)
        self._canvas[index] = raster.over(behind)

    def _shadows_on(
        self, level: float, rect: Rect, standing: list[_Standing], stage: StaticScene
    ) -> tuple[Floats, tuple[Floats, Floats]]:
        """Return the contact shadows on a level, and the shadows (of figures, of terrain) on everything low there."""
        floor: Floats = np.ones((rect.height, rect.width), np.float32)
        low: Floats = np.ones_like(floor)
        for each in standing:
            at = each.thing.at_mm
            part = each.rect.cut(rect)
            if part is None:
                continue
            window = (
                slice(part.y0 - rect.y0, part.y1 - rect.y0),
                slice(part.x0 - rect.x0, part.x1 - rect.x0),
            )
            floor[window] *= light_left(self.view, part, each.floor, at)
            if each.body is not _NO_SHADOW:
                low[window] *= light_left(self.view, part, each.body, at)
        terrain: Floats = np.ones_like(floor)
        nearest = min(stage.shadows, key=lambda known: abs(known - level))
        if abs(nearest - level) < _LOW_MM:
            terrain = stage.shadows[nearest].at(*self.view.ground(rect, level))
        return floor, (low, terrain)

    def _lay_hand(self, light: Floats, hand: Hand) -> None:
        """Draw the hand over the image; it is above everything."""
        turned = (hand.z, hand.arm_deg)
        if self._hand_shadow is None or self._hand_shadow[0] != turned:
            shadow = caster_shadows(self.look.light, hand_stakes(hand), cell_mm=4.0, depth=0.8)
            self._hand_shadow = turned, shadow
        at = (hand.x * MM_PER_INCH, hand.y * MM_PER_INCH, 0.0)
        shadow = self._hand_shadow[1]
        shaded = self.view.rect_around(_map_hull(shadow, at))
        if shaded is not None:
            light[shaded.rows_columns] *= light_left(self.view, shaded, shadow, at)[..., None]
        surfaces = in_view(self.view, hand_solids(hand))
        # Nothing is measured on a hand: one ray per pixel with a softened outline is a quarter of the work.
        for rect in merged([surface.rect for surface in surfaces]):
            raster = Raster(self.view, rect, 1)
            for surface in surfaces:
                raster.draw(surface, self.look.light)
            light[rect.rows_columns] = raster.over(light[rect.rows_columns], soften_px=0.5)


_NO_SHADOW = ShadowMap(np.ones((1, 1), np.float32), (0.0, 0.0), 1.0)


def _map_hull(shadow: ShadowMap, at_mm: tuple[float, float, float]) -> NDArray[np.float64]:
    rows, columns = shadow.left.shape
    (x, y), cell = shadow.origin_mm, shadow.cell_mm
    return np.array(
        [(at_mm[0] + x + i * columns * cell, at_mm[1] + y + j * rows * cell, at_mm[2]) for i in (0, 1) for j in (0, 1)]
    )


def _in_front(pieces: tuple[TerrainPiece, ...], rect: Rect, level_mm: float) -> list[TerrainPiece]:
    """Return the terrain that may hide something in `rect` at `level_mm` or higher."""
    return [
        piece
        for piece in pieces
        if piece.rect is not None and piece.rect.meets(rect) and piece.blocker.top_mm > level_mm + 0.5
    ]


_SAMPLES = 4


@dataclass(frozen=True, slots=True, eq=False)
class TagTruth:
    """True position of a tag in the image, and its visible share.

    `corners_px`, shape (4, 2), are the exact projections of the black square's corners: top-left, top-right,
    bottom-right, bottom-left. `seen` is the share of the square that is in the image and not hidden, 0 to 1. `thing` is
    the id of the thing that carries it, None for the board.
    """

    id: int
    thing: str | None
    corners_px: NDArray[np.float64]
    seen: float

    @property
    def side_px(self) -> float:
        """Mean length of the four sides in pixels."""
        return float(np.linalg.norm(self.corners_px - np.roll(self.corners_px, 1, axis=0), axis=1).mean())


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedPhoto:
    """Image, uint8 (height, width, 3) BGR, with its rig, the true poses, and its tags by id."""

    image: NDArray[np.uint8]
    rig: Rig
    poses: Poses
    tags: Mapping[int, TagTruth]


def take_photo(
    catalogue: Catalogue,
    poses: Poses,
    rig: Rig,
    *,
    sensor: Sensor | None = None,
    look: RenderSettings | None = None,
    seed: int = 0,
) -> SimulatedPhoto:
    """Return a photograph of a still table with its ground truth; raises `SceneError` as `Renderer` does."""
    renderer = Renderer(catalogue, rig, sensor=sensor, look=look)
    return SimulatedPhoto(renderer.picture(poses, seed=seed), rig, poses, tag_truth(renderer, poses))


def tag_truth(renderer: Renderer, poses: Poses) -> dict[int, TagTruth]:
    """Return the ground truth of every tag on the table for a renderer's camera."""
    view = renderer.view
    stage, things = renderer.stage(poses), renderer.things(poses)
    owned: list[tuple[str | None, Card]] = [(None, card) for card in stage.board_cards]
    owned += [(piece.entry.id, card) for piece in stage.pieces for card in piece.cards]
    owned += [(thing.id, card) for thing in things for card in thing.cards]
    surfaces: list[Solid] = [card for _, card in owned]
    surfaces += [solid for piece in stage.pieces for solid in piece.solids]
    surfaces += [solid for thing in things for solid in thing.solids]
    surfaces += hand_solids(poses.hand) if poses.hand is not None else ()
    visible = in_view(view, surfaces)
    truths: dict[int, TagTruth] = {}
    for owner, card in owned:
        corners_px = view.project(card.corners_mm())
        rect = view.rect_around(card.corners_mm())
        seen = 0.0
        if rect is not None:
            others = [each for each in visible if each.rect.meets(rect) and each.surface is not card]
            seen = _seen(renderer, card, others, rect, corners_px)
        truths[card.id] = TagTruth(card.id, owner, corners_px, seen)
    return truths


def _seen(
    renderer: Renderer, card: Card, others: list[InView[Solid]], rect: Rect, corners_px: NDArray[np.float64]
) -> float:
    """Return the share of a tag's square that is in the image and not hidden by the others."""
    view = renderer.view
    raster = Raster(view, rect, _SAMPLES)
    for other in others:
        raster.draw(other, renderer.look.light)
    x, y, z = view.camera_mm.tolist()
    rays = Rays((x, y, z), *view.drift(rect, _SAMPLES), pitch_mm=view.pitch_mm(card.centre_mm[2]) / _SAMPLES)
    square = card.black_square(rays)
    free = square & (raster.z <= np.float32(card.centre_mm[2] + 0.01))
    rays_of_all = cv2.contourArea(corners_px.astype(np.float32)) * _SAMPLES**2
    cut = _cut_by_frame(corners_px, view.size_px)
    return float(free.sum() / max(1.0, rays_of_all if cut else float(square.sum())))


def _cut_by_frame(corners_px: NDArray[np.float64], size_px: tuple[int, int]) -> bool:
    return bool((corners_px < -0.5).any() or (corners_px > np.asarray(size_px) - 0.5).any())

"""A single photograph of a simulated table together with what is true about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.rig import Rig
from hardware.simulated.cards import Card
from hardware.simulated.hand import hand_solids
from hardware.simulated.raster import InView, Raster, Rays, Solid, in_view
from hardware.simulated.renderer import Look, Renderer
from hardware.simulated.scene import Poses
from hardware.simulated.sensor import Sensor
from hardware.simulated.view import Rect

_SAMPLES = 4


@dataclass(frozen=True, slots=True, eq=False)
class TagTruth:
    """Where a tag is in the picture and how much of it can be seen.

    `corners_px`, shape (4, 2), are the exact projections of the black square's corners: top-left, top-right,
    bottom-right, bottom-left. `seen` is the share of the square that nothing hides and the picture holds, 0 to 1.
    `thing` is the id of what carries it, None for the board.
    """

    id: int
    thing: str | None
    corners_px: NDArray[np.float64]
    seen: float

    @property
    def side_px(self) -> float:
        """Mean length of the four sides, pixels."""
        return float(np.linalg.norm(self.corners_px - np.roll(self.corners_px, 1, axis=0), axis=1).mean())


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """A picture, uint8 (height, width, 3) BGR, the rig that took it, the poses that it shows, and its tags by id."""

    image: NDArray[np.uint8]
    rig: Rig
    poses: Poses
    tags: Mapping[int, TagTruth]


def photograph(
    catalogue: Catalogue,
    poses: Poses,
    rig: Rig,
    *,
    sensor: Sensor | None = None,
    look: Look | None = None,
    seed: int = 0,
) -> Photograph:
    """Return a photograph of a still table with its truth. Raises `SceneError` as `Renderer` does."""
    renderer = Renderer(catalogue, rig, sensor=sensor, look=look)
    return Photograph(renderer.picture(poses, seed=seed), rig, poses, tag_truth(renderer, poses))


def tag_truth(renderer: Renderer, poses: Poses) -> dict[int, TagTruth]:
    """Return what is true of every tag on the table as a renderer's camera sees it."""
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
    """The share of a tag's square that the others leave free and the picture holds."""
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

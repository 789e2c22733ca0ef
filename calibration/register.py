"""Where the board is: full pose from its own tags, then from terrain of known height as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from calibration.adjustment import Adjustment, Block, adjust, board_block, terrain_block
from calibration.catalogue import BoardTag, Catalogue
from calibration.errors import RegistrationError
from calibration.first_pose import FirstPose, first_poses
from calibration.rig import BoardPose, CameraModel, project, project_with_jacobians
from calibration.sighting import TagSighting
from calibration.things import Stand, board_corners, first_stand
from calibration.tolerance import DEFAULT_TOLERANCE, Tolerance

Array = NDArray[np.float64]

MIN_BOARD_TAGS = 4
"""Fewer board tags than this leave no way to notice that one of them is wrong."""

MAX_RESIDUAL_MM = 0.6
"""Root mean square miss of the board tags, on the board, above which lens or board are not what the files say."""

DISPLACED_MM = 1.5
"""Miss of a board tag's middle, on the board, above which it was moved, if noise does not explain it."""

_FAR = 96.0
_NOISE = 9.0
_ROUNDS = 4

_Pair = tuple[BoardTag, TagSighting]


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """A board pose and what it rests on.

    `terrain` has the stand of every terrain part that was seen. `ignored` are board tags that lie elsewhere than
    printed. `pose_by_intrinsics`, (6, 4 + k), is how the fitted pose follows an error of the intrinsics.
    """

    pose: BoardPose
    terrain: Mapping[str, Stand] = field(default_factory=dict)
    ignored: tuple[int, ...] = ()
    pose_by_intrinsics: Array = field(default_factory=lambda: np.zeros((6, 9)))


def register(
    camera: CameraModel,
    catalogue: Catalogue,
    sightings: Sequence[TagSighting],
    tolerance: Tolerance = DEFAULT_TOLERANCE,
) -> Registration:
    """Return the board's pose from the board tags and terrain among the sightings.

    Gauss-Newton on all corners, each tag weighed by its own covariance and by how exactly it is printed or mounted,
    soft-L1 against tags that are not where they should be. Terrain adds what a flat board cannot say: height.
    Raises `RegistrationError` with fewer than `MIN_BOARD_TAGS` board tags, or when they do not fit one plane.
    """
    seen = {s.id: s for s in sightings}
    board = [(tag, seen[tag.id]) for tag in catalogue.board.tags if tag.id in seen]
    need = min(MIN_BOARD_TAGS, len(catalogue.board.tags))
    if len(board) < max(need, 1):
        raise RegistrationError(
            f"{len(board)} of {len(catalogue.board.tags)} board tags seen; expected at least {need}: "
            "uncover the board's edge, check light and focus, or that the catalogue is this board's"
        )
    fit, kept = min(
        (_fitted(camera, catalogue, start, board, seen, tolerance) for start in first_poses(camera, board)),
        key=lambda found: found[0].misfit,
    )
    agreeing = [board[k] for k in kept]
    pose = fit.pose
    return Registration(
        pose=replace(pose, residual_px=_rms(camera, pose, agreeing), references=len(agreeing)),
        terrain=fit.stands,
        ignored=tuple(tag.id for k, (tag, _) in enumerate(board) if k not in kept),
        pose_by_intrinsics=fit.pose_by_intrinsics,
    )


def _fitted(
    camera: CameraModel,
    catalogue: Catalogue,
    start: FirstPose,
    board: Sequence[_Pair],
    seen: Mapping[int, TagSighting],
    tolerance: Tolerance,
) -> tuple[Adjustment, tuple[int, ...]]:
    """Return the adjustment from a first pose, terrain included, and which board tags it rests on."""
    blocks = [board_block(tag, sighting) for tag, sighting in board]
    pose, kept = start.pose, start.kept
    for _ in range(_ROUNDS):
        fit = adjust(camera, pose, {}, [blocks[k] for k in kept], tolerance)
        pose, before = fit.pose, kept
        kept = _in_place(camera, pose, blocks, kept, tolerance)
        if len(kept) < 4 or kept == before:
            break
    _refuse_nonsense(camera, catalogue, pose, board, kept)
    stands, terrain = _terrain(camera, pose, catalogue, seen)
    if terrain or kept != before:
        fit = adjust(camera, pose, stands, [*(blocks[k] for k in kept), *terrain], tolerance)
    return fit, kept


def _in_place(
    camera: CameraModel, pose: BoardPose, blocks: Sequence[Block], kept: Sequence[int], tolerance: Tolerance
) -> tuple[int, ...]:
    """Return which board tags lie where a pose has them, by noise, print and what the pose leaves open."""
    corners = np.stack([block.own for block in blocks])
    pixels, by_pose, _, by_point = project_with_jacobians(camera, pose, corners.reshape(-1, 3))
    sigmas = [tolerance.print_mm, tolerance.print_mm, 0.0, tolerance.size_ratio]
    loose = (by_point.reshape(-1, 4, 2, 3) @ np.stack([b.motions for b in blocks])).reshape(-1, 8, 4) * sigmas
    by_pose = by_pose.reshape(-1, 8, 6)
    noise = np.stack([block.sighting.covariance_px for block in blocks])
    spread = noise + loose @ loose.transpose(0, 2, 1) + by_pose @ pose.covariance @ by_pose.transpose(0, 2, 1)
    misses = np.stack([block.sighting.corners_px for block in blocks]) - pixels.reshape(-1, 4, 2)
    miss = misses.reshape(-1, 8, 1)
    chi2 = (miss.transpose(0, 2, 1) @ np.linalg.solve(spread, miss)).ravel() / 8
    chi2 /= max(1.0, float(np.median(chi2[list(kept)])))
    off_mm = np.linalg.norm(misses.mean(axis=1), axis=1) * pose.camera_mm[2] / camera.camera_matrix[0, 0]
    displaced = (chi2 > _FAR) | ((off_mm > DISPLACED_MM) & (chi2 > _NOISE))
    return tuple(int(k) for k in np.flatnonzero(~displaced))


def _rms(camera: CameraModel, pose: BoardPose, board: Sequence[_Pair]) -> float:
    misses = [project(camera, pose, board_corners(tag)) - sighting.corners_px for tag, sighting in board]
    return float(np.sqrt(np.mean(np.square(misses)) * 2)) if misses else float("nan")


def _rms_of_centres(camera: CameraModel, pose: BoardPose, board: Sequence[_Pair]) -> float:
    """Return the root mean square miss of the tags' middles, px: a print of another size leaves them where they are."""
    misses = [(project(camera, pose, board_corners(tag)) - sighting.corners_px).mean(axis=0) for tag, sighting in board]
    return float(np.sqrt(np.mean(np.square(misses)) * 2))


def _terrain(
    camera: CameraModel, pose: BoardPose, catalogue: Catalogue, seen: Mapping[int, TagSighting]
) -> tuple[dict[str, Stand], list[Block]]:
    stands: dict[str, Stand] = {}
    blocks: list[Block] = []
    for piece, parts in catalogue.pieces.items():
        tags = [(tag, seen[tag.id]) for part in parts for tag in part.tags if tag.id in seen]
        if tags:
            stands[piece] = first_stand(camera, pose, tags, 0.0)
            blocks += [terrain_block(piece, tag, sighting) for tag, sighting in tags]
    return stands, blocks


def _refuse_nonsense(
    camera: CameraModel,
    catalogue: Catalogue,
    pose: BoardPose,
    board: Sequence[_Pair],
    kept: Sequence[int],
) -> None:
    """Raise `RegistrationError` where a pose came out that cannot be."""
    if pose.camera_mm[2] <= 0:
        raise RegistrationError(
            "the board's tags are in mirror image to the catalogue: print the sheets unmirrored, "
            "and switch off any mirroring of the camera"
        )
    agreeing = [board[k] for k in kept]
    if len(agreeing) < max(min(MIN_BOARD_TAGS, len(catalogue.board.tags)), len(board) / 2):
        raise RegistrationError(
            f"only {len(agreeing)} of {len(board)} board tags agree on where the board is; expected at least "
            f"{MIN_BOARD_TAGS}: the lens file, the catalogue or the print is not the one in the picture"
        )
    residual_px = _rms_of_centres(camera, pose, agreeing)
    residual_mm = residual_px * pose.camera_mm[2] / camera.camera_matrix[0, 0]
    if residual_mm > MAX_RESIDUAL_MM:
        raise RegistrationError(
            f"board tags miss their places by {residual_mm:.2f} mm ({residual_px:.1f} px, rms); "
            f"expected under {MAX_RESIDUAL_MM} mm: "
            "the lens was calibrated for another mode or focus, or the board's tags are not where the catalogue says"
        )

"""Where the board is: full pose from its own tags, then from terrain of known height as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import BoardTag, Catalogue, ThingTag
from calibration.errors import RegistrationError
from calibration.rig import BoardPose, CameraModel, project, project_with_jacobians
from calibration.sighting import TagSighting
from calibration.tag_geometry import Pose2D, board_corners, first_pose, own_corners, own_motions
from calibration.tolerance import DEFAULT_TOLERANCE, Tolerance

Array = NDArray[np.float64]

MIN_BOARD_TAGS = 4
"""Fewer board tags than this leave no way to notice that one of them is wrong."""

MAX_RESIDUAL_MM = 0.6
"""Root mean square miss of the board tags, on the board, above which lens or board are not what the files say."""

_FAR = 5.0
_ITERATIONS = 20


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """A board pose and what it rests on.

    `terrain` has the stand of every terrain part that was seen. `ignored` are board tags that lie elsewhere than
    printed. `pose_by_intrinsics`, (6, 4 + k), is how the fitted pose follows an error of the intrinsics.
    """

    pose: BoardPose
    terrain: Mapping[str, Pose2D] = field(default_factory=dict)
    ignored: tuple[int, ...] = ()
    pose_by_intrinsics: Array = field(default_factory=lambda: np.zeros((6, 9)))


@dataclass(slots=True)
class _Block:
    """One tag in the adjustment: where its corners were seen, and what carries it."""

    sighting: TagSighting
    own: Array
    motions: Array
    carrier: str | None


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
    rvec, tvec = _first_pose(camera, board)
    blocks = [_board_block(tag, sighting) for tag, sighting in board]
    rvec, tvec, _, weights, _ = _adjust(camera, rvec, tvec, {}, blocks, tolerance)
    pose = BoardPose(rvec, tvec)
    _refuse_nonsense(camera, catalogue, pose, board, weights)
    ignored = tuple(tag.id for (tag, _), weight in zip(board, weights, strict=True) if weight < 1 / _FAR)
    kept = [(tag, sighting) for tag, sighting in board if tag.id not in ignored]
    blocks = [block for block in blocks if block.sighting.id not in ignored]
    stands, terrain_blocks = _terrain_blocks(camera, pose, catalogue, seen)
    rvec, tvec, stands, _, covariances = _adjust(camera, rvec, tvec, stands, blocks + terrain_blocks, tolerance)
    covariance, by_intrinsics = covariances
    pose = BoardPose(rvec, tvec)
    return Registration(
        pose=BoardPose(rvec, tvec, covariance, residual_px=_rms(camera, pose, kept), references=len(kept)),
        terrain=stands,
        ignored=ignored,
        pose_by_intrinsics=by_intrinsics,
    )


def _rms(camera: CameraModel, pose: BoardPose, board: Sequence[tuple[BoardTag, TagSighting]]) -> float:
    misses = [project(camera, pose, board_corners(tag)) - sighting.corners_px for tag, sighting in board]
    return float(np.sqrt(np.mean(np.square(misses)) * 2)) if misses else float("nan")


def _rms_of_centres(camera: CameraModel, pose: BoardPose, board: Sequence[tuple[BoardTag, TagSighting]]) -> float:
    """Return the root mean square miss of the tags' middles, px: a print of another size leaves them where they are."""
    misses = [(project(camera, pose, board_corners(tag)) - sighting.corners_px).mean(axis=0) for tag, sighting in board]
    return float(np.sqrt(np.mean(np.square(misses)) * 2))


def _first_pose(camera: CameraModel, board: Sequence[tuple[BoardTag, TagSighting]]) -> tuple[Array, Array]:
    """Return a pose that most board tags agree with, found by sampling single tags' neighbours."""
    points = np.concatenate([board_corners(tag) for tag, _ in board])
    pixels = np.concatenate([sighting.corners_px for _, sighting in board])
    found, rvec, tvec, _ = cv2.solvePnPRansac(
        points,
        pixels,
        camera.camera_matrix,
        camera.dist_coeffs,
        reprojectionError=4.0,
        iterationsCount=300,
        confidence=0.999,
        flags=cv2.SOLVEPNP_SQPNP,
    )
    if not found:
        raise RegistrationError(
            f"{len(board)} board tags seen, but no camera pose explains half of them: "
            "the lens file or the catalogue's board is not the one in the picture"
        )
    return np.ravel(rvec).astype(np.float64), np.ravel(tvec).astype(np.float64)


def _board_block(tag: BoardTag, sighting: TagSighting) -> _Block:
    motions = own_motions(ThingTag(id=tag.id, size_mm=tag.size_mm, offset_mm=(0.0, 0.0, 0.0)))
    return _Block(sighting, board_corners(tag), motions, None)


def _terrain_blocks(
    camera: CameraModel, pose: BoardPose, catalogue: Catalogue, seen: Mapping[int, TagSighting]
) -> tuple[dict[str, Pose2D], list[_Block]]:
    stands: dict[str, Pose2D] = {}
    blocks: list[_Block] = []
    for piece, parts in catalogue.pieces.items():
        tags = [(tag, seen[tag.id]) for part in parts for tag in part.tags if tag.id in seen]
        if not tags:
            continue
        stands[piece] = first_pose(camera, pose, tags, 0.0)
        blocks += [_Block(sighting, own_corners(tag), own_motions(tag), piece) for tag, sighting in tags]
    return stands, blocks


def _adjust(
    camera: CameraModel,
    rvec: Array,
    tvec: Array,
    stands: dict[str, Pose2D],
    blocks: Sequence[_Block],
    tolerance: Tolerance,
) -> tuple[Array, Array, dict[str, Pose2D], list[float], tuple[Array, Array]]:
    """Return pose, stands, each block's weight, and (pose covariance, pose by intrinsics) at the least misfit."""
    stands = dict(stands)
    column = {name: 6 + 3 * index for index, name in enumerate(stands)}
    size = 6 + 3 * len(stands)
    weights = [1.0] * len(blocks)
    for _ in range(_ITERATIONS):
        pose = BoardPose(rvec, tvec)
        normal, pull = np.zeros((size, size)), np.zeros(size)
        lens = np.zeros((size, 4 + camera.dist_coeffs.size))
        misfit = 0.0
        for index, block in enumerate(blocks):
            stand = None if block.carrier is None else stands[block.carrier]
            corners = block.own if stand is None else stand.carry(block.own)
            pixels, by_pose, by_lens, by_point = project_with_jacobians(camera, pose, corners)
            jacobian = np.zeros((8, size))
            jacobian[:, :6] = by_pose.reshape(8, 6)
            motions = block.motions
            sigmas = [tolerance.print_mm, tolerance.print_mm, 0.0, tolerance.size_ratio]
            if stand is not None and block.carrier is not None:
                motions = stand.turned(motions)
                sigmas = [
                    tolerance.mount_mm,
                    tolerance.mount_mm,
                    np.radians(tolerance.mount_deg),
                    tolerance.size_ratio,
                ]
                at = column[block.carrier]
                jacobian[:, at : at + 3] = (by_point @ stand.motions(block.own)[:, :, [0, 1, 3]]).reshape(8, 3)
            loose = (by_point @ motions).reshape(8, 4) * np.array(sigmas)
            precision: Array = np.linalg.inv(block.sighting.covariance_px + loose @ loose.T)
            miss = (block.sighting.corners_px - pixels).ravel()
            chi2 = float(miss @ precision @ miss) / 8
            misfit += chi2
            weights[index] = 1 / float(np.sqrt(1 + chi2 / 4))
            normal += weights[index] * jacobian.T @ precision @ jacobian
            pull += weights[index] * jacobian.T @ precision @ miss
            lens += weights[index] * jacobian.T @ precision @ by_lens.reshape(8, -1)
        step = np.asarray(np.linalg.solve(normal, pull), dtype=np.float64)
        rvec, tvec = np.asarray(rvec + step[:3]), np.asarray(tvec + step[3:6])
        for name, at in column.items():
            s = stands[name]
            stands[name] = Pose2D(s.x + step[at], s.y + step[at + 1], s.z, s.angle + step[at + 2])
        if np.abs(step[:3]).max() < 1e-8 and np.abs(step[3:6]).max() < 1e-5:
            break
    covariance: Array = np.asarray(np.linalg.inv(normal), dtype=np.float64)
    excess = max(1.0, misfit / len(blocks))
    return rvec, tvec, stands, weights, (np.asarray(covariance[:6, :6] * excess), np.asarray(-(covariance @ lens)[:6]))


def _refuse_nonsense(
    camera: CameraModel,
    catalogue: Catalogue,
    pose: BoardPose,
    board: Sequence[tuple[BoardTag, TagSighting]],
    weights: Sequence[float],
) -> None:
    """Raise `RegistrationError` where a pose came out that cannot be."""
    if pose.camera_mm[2] <= 0:
        raise RegistrationError(
            "the board's tags are in mirror image to the catalogue: print the sheets unmirrored, "
            "and switch off any mirroring of the camera"
        )
    agreeing = [pair for pair, weight in zip(board, weights, strict=True) if weight >= 1 / _FAR]
    if len(agreeing) < min(MIN_BOARD_TAGS, len(catalogue.board.tags)):
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

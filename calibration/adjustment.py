"""Board pose and terrain at the least misfit of all tags' corners: Gauss-Newton, strays held down, with covariance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import BoardTag, ThingTag
from calibration.rig import BoardPose, CameraModel, project_with_jacobians
from calibration.sighting import TagSighting
from calibration.things import Stand, board_corners, own_corners, own_motions
from calibration.tolerance import Tolerance

Array = NDArray[np.float64]

_ITERATIONS = 20


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """One tag in the adjustment: where its corners were seen, where they are, and on which piece if not the board.

    `own` are its corners, (4, 3) mm, in the frame of what carries it, `motions` how they move with print or mounting.
    """

    sighting: TagSighting
    own: Array
    motions: Array
    carrier: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Adjustment:
    """A pose with its covariance, the terrain's stands, and each tag's misfit `chi2` (n,): a corner's share, 1 is usual.

    `pose_by_intrinsics`, (6, 4 + k), is how the pose follows an error of the intrinsics.
    """

    pose: BoardPose
    stands: Mapping[str, Stand]
    chi2: Array
    pose_by_intrinsics: Array

    @property
    def misfit(self) -> float:
        """What the adjustment made small: strays count by how far they are, not by the square of it."""
        return float((np.sqrt(1 + self.chi2 / 4) - 1).sum())


def board_block(tag: BoardTag, sighting: TagSighting) -> Block:
    """Return a tag of the board as part of an adjustment."""
    motions = own_motions(ThingTag(id=tag.id, size_mm=tag.size_mm, offset_mm=(0.0, 0.0, 0.0)))
    return Block(sighting, board_corners(tag), motions)


def terrain_block(piece: str, tag: ThingTag, sighting: TagSighting) -> Block:
    """Return a tag of a piece of terrain as part of an adjustment."""
    return Block(sighting, own_corners(tag), own_motions(tag), piece)


def adjust(
    camera: CameraModel, pose: BoardPose, stands: Mapping[str, Stand], blocks: Sequence[Block], tolerance: Tolerance
) -> Adjustment:
    """Return the pose and stands that explain the tags' corners best, from a pose and stands nearby.

    Each tag weighs by its own covariance and by how exactly it is printed or mounted, soft-L1. Raises
    `numpy.linalg.LinAlgError` when the tags leave a motion open, `RigError` when there is no end to it.
    """
    stands = dict(stands)
    column = {name: 6 + 3 * index for index, name in enumerate(stands)}
    size = 6 + 3 * len(stands)
    seen = np.stack([block.sighting.corners_px for block in blocks])
    noise = np.stack([block.sighting.covariance_px for block in blocks])
    sigmas = np.stack([_sigmas(block, tolerance) for block in blocks])
    for _ in range(_ITERATIONS):
        carried = [_carried(block, stands) for block in blocks]
        corners = np.concatenate([at for at, _ in carried])
        pixels, by_pose, by_lens, by_point = project_with_jacobians(camera, pose, corners)
        jacobian = np.zeros((len(blocks), 8, size))
        jacobian[:, :, :6] = by_pose.reshape(-1, 8, 6)
        by_point = by_point.reshape(-1, 4, 2, 3)
        for index, block in enumerate(blocks):
            if block.carrier is not None:
                at = column[block.carrier]
                motions = stands[block.carrier].motions(block.own)[:, :, [0, 1, 3]]
                jacobian[index, :, at : at + 3] = (by_point[index] @ motions).reshape(8, 3)
        loose = (by_point @ np.stack([motions for _, motions in carried])).reshape(-1, 8, 4) * sigmas[:, None]
        precision: Array = np.linalg.inv(noise + loose @ loose.transpose(0, 2, 1))
        miss = (seen - pixels.reshape(-1, 4, 2)).reshape(-1, 8, 1)
        chi2 = (miss.transpose(0, 2, 1) @ precision @ miss).ravel() / 8
        pulls = jacobian.transpose(0, 2, 1) @ (precision / np.sqrt(1 + chi2 / 4)[:, None, None])
        normal = (pulls @ jacobian).sum(axis=0)
        step = np.linalg.solve(normal, (pulls @ miss).sum(axis=0)).ravel()
        lens = (pulls @ by_lens.reshape(len(blocks), 8, -1)).sum(axis=0)
        pose = BoardPose(pose.rvec + step[:3], pose.tvec_mm + step[3:6])
        for name, at in column.items():
            s = stands[name]
            stands[name] = Stand(s.x + step[at], s.y + step[at + 1], s.z, s.angle + step[at + 2])
        if np.abs(step[:3]).max() < 1e-8 and np.abs(step[3:6]).max() < 1e-5:
            break
    inverse: Array = np.linalg.inv(normal)
    covariance = inverse[:6, :6] * max(1.0, float(chi2.mean()))
    return Adjustment(BoardPose(pose.rvec, pose.tvec_mm, covariance), stands, chi2, -(inverse @ lens)[:6])


def _sigmas(block: Block, tolerance: Tolerance) -> Array:
    if block.carrier is None:
        return np.array([tolerance.print_mm, tolerance.print_mm, 0.0, tolerance.size_ratio])
    return np.array([tolerance.mount_mm, tolerance.mount_mm, np.radians(tolerance.mount_deg), tolerance.size_ratio])


def _carried(block: Block, stands: Mapping[str, Stand]) -> tuple[Array, Array]:
    """Return a tag's corners on the board, (4, 3) mm, and their motions there, (4, 3, 4)."""
    if block.carrier is None:
        return block.own, block.motions
    stand = stands[block.carrier]
    return stand.carry(block.own), stand.turned(block.motions)

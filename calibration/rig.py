"""Rig: camera model, board pose, projection in both directions, and the file `rig.json`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from calibration.catalogue import read_json
from calibration.errors import RigError, first_fault
from calibration.files import with_digest
from messages.message import Message

Array = NDArray[np.float64]

FOCUS_STEP = 0.05
"""Change of focus (dioptres, as cameras report it) that changes the image by more than the calibration error."""

MANY = 100
"""Least number of points projected here: for fewer, OpenCV is faster although it computes all derivatives."""

_WITHOUT_PRISM = 8
"""Number of distortion coefficients of a lens without thin prism and tilt."""

_ODD_INTRINSICS = (2, 3, 6, 7, 12, 13, 14, 15, 16, 17)
"""Indices of centre, tangential, thin prism and tilt among (fx, fy, cx, cy, *dist_coeffs), whose signs change if the
image is rotated by 180 degrees.
"""


def _frozen(values: Any, shape: tuple[int, ...] | None, what: str) -> Array:
    array = np.array(values, dtype=np.float64)
    if shape is not None and array.shape != shape:
        raise RigError("lens-array-shape", field=what, found=str(array.shape), expected=str(shape))
    if not np.isfinite(array).all():
        raise RigError("lens-array-finite", field=what, found=str(array.tolist()))
    array.setflags(write=False)
    return array


@dataclass(frozen=True, slots=True, eq=False)
class CameraModel:
    """Camera in one mode: OpenCV's pinhole model with distortion; the centre of the first pixel is (0, 0).

    `size_px` is (width, height). `covariance`, if known, is over (fx, fy, cx, cy, *dist_coeffs). `rms_px` and `views`
    are the result of the lens calibration, `mode` and `focus` its settings. Raises `RigError` for a focal length that
    is not positive or an optical centre outside the image.
    """

    size_px: tuple[int, int]
    camera_matrix: Array
    dist_coeffs: Array
    id: str = "camera"
    rms_px: float | None = None
    views: int | None = None
    covariance: Array | None = None
    mode: str | None = None
    focus: float | None = None

    def __post_init__(self) -> None:
        width, height = self.size_px
        matrix = _frozen(self.camera_matrix, (3, 3), "camera.camera_matrix")
        coefficients = _frozen(np.ravel(self.dist_coeffs), None, "camera.dist_coeffs")
        if not (width > 0 and height > 0):
            raise RigError("lens-size-positive", width=width, height=height)
        if not (matrix[0, 0] > 0 and matrix[1, 1] > 0):
            raise RigError("lens-focal-positive", x=float(matrix[0, 0]), y=float(matrix[1, 1]))
        if not (0 < matrix[0, 2] < width and 0 < matrix[1, 2] < height):
            x, y = float(matrix[0, 2]), float(matrix[1, 2])
            raise RigError("lens-centre-outside", x=x, y=y, width=width, height=height)
        if coefficients.size not in {4, 5, 8, 12, 14}:
            raise RigError("lens-coefficient-count", found=coefficients.size)
        object.__setattr__(self, "camera_matrix", matrix)
        object.__setattr__(self, "dist_coeffs", coefficients)
        if self.covariance is not None:
            n = 4 + coefficients.size
            object.__setattr__(self, "covariance", _frozen(self.covariance, (n, n), "camera.covariance"))

    def require_size(self, size_px: tuple[int, int]) -> None:
        """Raise `RigError` unless an image of `size_px` fits the mode that this camera was calibrated for."""
        if tuple(size_px) != self.size_px:
            raise RigError(
                "lens-other-size",
                camera=self.id,
                width=size_px[0],
                height=size_px[1],
                calibrated_width=self.size_px[0],
                calibrated_height=self.size_px[1],
            )

    def require_settings(self, mode: str | None, focus: float | None) -> None:
        """Raise `RigError` if a camera's mode or focus is known to differ from the lens calibration.

        Unknown values are not compared. For modes, size and rate are compared if both have them, because the rate may
        select another part of the sensor. A focus counts as moved by more than `FOCUS_STEP`.
        """
        if mode is not None and self.mode is not None and not _may_be_one_mode(mode, self.mode):
            raise RigError("lens-other-mode", camera=self.id, mode=mode, calibrated=self.mode)
        if focus is not None and self.focus is not None and abs(focus - self.focus) > FOCUS_STEP:
            raise RigError("lens-other-focus", camera=self.id, focus=focus, calibrated=self.focus)

    def turned(self) -> CameraModel:
        """Return the camera for images of this one rotated by 180 degrees."""
        width, height = self.size_px
        matrix = self.camera_matrix.copy()
        matrix[0, 2], matrix[1, 2] = width - 1 - matrix[0, 2], height - 1 - matrix[1, 2]
        signs = np.ones(4 + self.dist_coeffs.size)
        for odd in _ODD_INTRINSICS:
            if odd < signs.size:
                signs[odd] = -1
        covariance = None if self.covariance is None else self.covariance * np.outer(signs, signs)
        return replace(self, camera_matrix=matrix, dist_coeffs=self.dist_coeffs * signs[4:], covariance=covariance)

    def rays(self, points_px: Array) -> Array:
        """Return the directions (x/z, y/z) of pixels in the camera's frame, shape (n, 2) for (n, 2)."""
        points = np.ascontiguousarray(points_px, dtype=np.float64).reshape(-1, 1, 2)
        criteria = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-9)
        return np.asarray(
            cv2.undistortPoints(points, self.camera_matrix, self.dist_coeffs, None, None, None, criteria),
            dtype=np.float64,
        ).reshape(-1, 2)


_MODE = re.compile(r"(\d+)\s*x\s*(\d+)(?:@(\d+(?:\.\d+)?))?")


def _may_be_one_mode(one: str, other: str) -> bool:
    """Return whether two names of modes, such as "2304x1296@30 MJPG", do not contradict each other."""
    said = [found.groups() for found in map(_MODE.match, (one, other)) if found]
    if len(said) < 2:
        return True
    return all(a is None or b is None or abs(float(a) - float(b)) < 0.5 for a, b in zip(*said, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class BoardPose:
    """Pose of the board: x_camera = R(rvec) x_board + tvec, millimetres.

    `covariance` is 6x6 over (rvec in radians, tvec in mm); `residual_px` is the rms of the board tags' corners,
    `references` the number of board tags used.
    """

    rvec: Array
    tvec_mm: Array
    covariance: Array | None = None
    residual_px: float | None = None
    references: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "rvec", _frozen(np.ravel(self.rvec), (3,), "pose.rvec"))
        object.__setattr__(self, "tvec_mm", _frozen(np.ravel(self.tvec_mm), (3,), "pose.tvec_mm"))
        if self.covariance is not None:
            object.__setattr__(self, "covariance", _frozen(self.covariance, (6, 6), "pose.covariance"))

    @property
    def rotation(self) -> Array:
        """Board to camera rotation, shape (3, 3)."""
        return np.asarray(cv2.Rodrigues(self.rvec)[0], dtype=np.float64)

    @property
    def camera_mm(self) -> Array:
        """Position of the camera in the board frame, shape (3,), mm."""
        return -self.rotation.T @ self.tvec_mm


@dataclass(frozen=True, slots=True, eq=False)
class Rig:
    """One camera above one board; `pose` is None until the board has been registered."""

    camera: CameraModel
    pose: BoardPose | None = None

    def with_pose(self, pose: BoardPose) -> Rig:
        """Return the same camera above the board at `pose`."""
        return replace(self, pose=pose)


def project(camera: CameraModel, pose: BoardPose, points_mm: Array) -> Array:
    """Return the pixels, shape (n, 2), of board points of shape (n, 3) in mm."""
    points = np.ascontiguousarray(points_mm, dtype=np.float64).reshape(-1, 3)
    if len(points) >= MANY and camera.dist_coeffs.size <= _WITHOUT_PRISM:
        return _projected(camera, pose, points)
    pixels, _ = cv2.projectPoints(
        points.reshape(-1, 1, 3),
        pose.rvec,
        pose.tvec_mm,
        camera.camera_matrix,
        camera.dist_coeffs,
    )
    return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)


def _projected(camera: CameraModel, pose: BoardPose, points_mm: Array) -> Array:
    """Return the result of `cv2.projectPoints` by the same steps, without the derivatives, its slowest part."""
    k1, k2, p1, p2, k3, k4, k5, k6 = np.append(camera.dist_coeffs, np.zeros(_WITHOUT_PRISM))[:_WITHOUT_PRISM]
    east, north, up = np.ascontiguousarray(points_mm.T)
    x, y, z = (
        by_x * east + by_y * north + by_z * up + moved
        for (by_x, by_y, by_z), moved in zip(pose.rotation, pose.tvec_mm, strict=True)
    )
    nearer = np.divide(1, z, out=np.ones_like(z), where=z != 0)
    x, y = x * nearer, y * nearer
    r2 = x * x + y * y
    r4 = r2 * r2
    r6 = r4 * r2
    radial = 1 + k1 * r2 + k2 * r4 + k3 * r6
    back = 1 / (1 + k4 * r2 + k5 * r4 + k6 * r6)
    across = 2 * x * y
    bent_x = x * radial * back + p1 * across + p2 * (r2 + 2 * x * x)
    bent_y = y * radial * back + p1 * (r2 + 2 * y * y) + p2 * across
    matrix = camera.camera_matrix
    return np.column_stack([bent_x * matrix[0, 0] + matrix[0, 2], bent_y * matrix[1, 1] + matrix[1, 2]])


def project_with_jacobians(camera: CameraModel, pose: BoardPose, points_mm: Array) -> tuple[Array, Array, Array, Array]:
    """Return pixels (n, 2) and their derivatives by pose (n, 2, 6), intrinsics (n, 2, 4 + k) and point (n, 2, 3).

    The pose is (rvec, tvec), the intrinsics (fx, fy, cx, cy, *dist_coeffs), the points board millimetres.
    """
    pixels, jacobian = cv2.projectPoints(
        np.ascontiguousarray(points_mm, dtype=np.float64).reshape(-1, 1, 3),
        pose.rvec,
        pose.tvec_mm,
        camera.camera_matrix,
        camera.dist_coeffs,
    )
    jacobian = np.asarray(jacobian, dtype=np.float64).reshape(-1, 2, jacobian.shape[1])
    by_pose, by_intrinsics = jacobian[:, :, :6], jacobian[:, :, 6 : 10 + camera.dist_coeffs.size]
    by_point: Array = by_pose[:, :, 3:] @ pose.rotation
    return np.asarray(pixels, dtype=np.float64).reshape(-1, 2), by_pose, by_intrinsics, by_point


def unproject(camera: CameraModel, pose: BoardPose, points_px: Array, z_mm: Array | float) -> Array:
    """Return the intersections of the pixels' rays with the height z: board x, y in mm, shape (n, 2)."""
    rays = camera.rays(points_px)
    directions = np.concatenate([rays, np.ones((len(rays), 1))], axis=1) @ pose.rotation
    origin = pose.camera_mm
    reach = (np.asarray(z_mm, dtype=np.float64) - origin[2]) / directions[:, 2]
    return np.asarray(origin[:2] + directions[:, :2] * reach[:, None])


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


_Vector3 = Annotated[list[float], Field(min_length=3, max_length=3)]


class _CameraFile(_Model):
    id: str = "camera"
    size_px: Annotated[list[Annotated[int, Field(gt=0)]], Field(min_length=2, max_length=2)]
    camera_matrix: Annotated[list[_Vector3], Field(min_length=3, max_length=3)]
    dist_coeffs: Annotated[list[float], Field(min_length=4)]
    rms_px: float | None = None
    views: int | None = None
    covariance: list[list[float]] | None = None
    mode: str | None = None
    focus: float | None = None

    @field_validator("dist_coeffs", mode="before")
    @classmethod
    def _flat(cls, value: Any) -> Any:
        nested = isinstance(value, list) and len(value) == 1 and isinstance(value[0], list)
        return value[0] if nested else value


class _PoseFile(_Model):
    rvec: _Vector3
    tvec_mm: _Vector3
    covariance: list[list[float]] | None = None
    residual_px: float | None = None
    references: int | None = None


class _RigFile(_Model):
    version: Literal[1] = 1
    camera: _CameraFile
    pose: _PoseFile | None = None


def load_rig(path: Path | str) -> Rig:
    """Return the rig in a file; `RigError` names the file, the field, its value and what was expected."""
    path = Path(path)
    return parse_rig(read_json(path, RigError, Message.of("file-kind-rig")), source=str(path))


def parse_rig(data: Any, *, source: str = "rig") -> Rig:
    """Return the rig in decoded JSON; `RigError` names `source`, the field, its value and what it should be."""
    try:
        file = _RigFile.model_validate(data)
        camera = file.camera.model_dump()
        camera["size_px"] = tuple(camera["size_px"])
        pose = None if file.pose is None else BoardPose(**file.pose.model_dump())
        return Rig(CameraModel(**camera), pose)
    except ValidationError as error:
        raise RigError("file-fault", file=source, fault=first_fault(error)) from None
    except RigError as error:
        raise RigError("file-fault", file=source, fault=error) from None


def camera_json(camera: CameraModel) -> dict[str, Any]:
    """Return the camera part of rig.json."""
    data: dict[str, Any] = {
        "id": camera.id,
        "size_px": list(camera.size_px),
        "camera_matrix": camera.camera_matrix.tolist(),
        "dist_coeffs": camera.dist_coeffs.tolist(),
    }
    for key in ("rms_px", "views", "mode", "focus"):
        value = getattr(camera, key)
        if value is not None:
            data[key] = value
    if camera.covariance is not None:
        data["covariance"] = camera.covariance.tolist()
    return data


def pose_json(pose: BoardPose) -> dict[str, Any]:
    """Return the pose part of rig.json."""
    data: dict[str, Any] = {"rvec": pose.rvec.tolist(), "tvec_mm": pose.tvec_mm.tolist()}
    if pose.residual_px is not None:
        data["residual_px"] = pose.residual_px
    if pose.references is not None:
        data["references"] = pose.references
    if pose.covariance is not None:
        data["covariance"] = pose.covariance.tolist()
    return data


def rig_json(rig: Rig) -> dict[str, Any]:
    """Return the whole of rig.json."""
    data: dict[str, Any] = {"version": 1, "camera": camera_json(rig.camera)}
    if rig.pose is not None:
        data["pose"] = pose_json(rig.pose)
    return data


def rig_bytes(rig: Rig) -> bytes:
    """Return the bytes of rig.json, with its digest."""
    return with_digest(json.dumps(rig_json(rig), indent=1).encode())


def save_rig(rig: Rig, path: Path | str) -> None:
    """Write rig.json."""
    Path(path).write_bytes(rig_bytes(rig))

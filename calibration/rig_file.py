"""`rig.json`, which keeps a camera and its pose above a board (docs/formats.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from calibration.catalogue import first_fault, read_json
from calibration.digest import digested
from calibration.errors import RigError
from calibration.rig import BoardPose, CameraModel, Rig


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
    """Return the rig in a file; `RigError` in one line: file, field, value found, what was expected."""
    path = Path(path)
    return parse_rig(read_json(path, RigError, "a rig"), source=str(path))


def parse_rig(data: Any, *, source: str = "rig") -> Rig:
    """Return the rig in decoded JSON; `RigError` quotes `source`, the field, the value and what fits."""
    try:
        file = _RigFile.model_validate(data)
        camera = file.camera.model_dump()
        camera["size_px"] = tuple(camera["size_px"])
        pose = None if file.pose is None else BoardPose(**file.pose.model_dump())
        return Rig(CameraModel(**camera), pose)
    except ValidationError as error:
        raise RigError(f"{source}: {first_fault(error)}") from None
    except RigError as error:
        raise RigError(f"{source}: {error}") from None


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
    """Return rig.json as it is written, with its digest."""
    return digested(json.dumps(rig_json(rig), indent=1).encode())


def save_rig(rig: Rig, path: Path | str) -> None:
    """Write rig.json."""
    Path(path).write_bytes(rig_bytes(rig))

"""Where everything of a simulated table's box stood, kept on disk: a table that is opened again stands as it did."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from geometry.placement import Placement
from hardware.simulated.scene import Poses
from overlook.writing import write_file

NAME = "box.json"
Inches = Annotated[float, Field(ge=-60, le=120, allow_inf_nan=False)]


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Place(_Document):
    x: Inches
    y: Inches
    z: Inches = 0.0
    rotation_deg: Annotated[float, Field(allow_inf_nan=False)] = 0.0


class _Kept(_Document):
    version: Literal[1] = 1
    places: dict[str, _Place] = Field(default_factory=dict)


class BoxMemory:
    """The file of one table's box, beside its set-up. One that cannot be read or written is as none: all in the box."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def read(self) -> Mapping[str, Placement]:
        """Return where each thing stood; nothing where nothing is known."""
        try:
            kept = _Kept.model_validate_json(self._path.read_bytes())
        except (OSError, ValidationError):
            return {}
        return {name: Placement(name, at.x, at.y, at.z, at.rotation_deg) for name, at in kept.places.items()}

    def keep(self, poses: Poses) -> None:
        """Keep where everything stands; raises `OSError`."""
        standing = {**poses.terrain, **poses.operatives, **poses.markers}
        places = {
            name: _Place(x=at.x, y=at.y, z=at.z, rotation_deg=at.rotation_deg % 360) for name, at in standing.items()
        }
        write_file(self._path, _Kept(places=places).model_dump_json().encode())

    def forget(self) -> None:
        """Begin with everything in the box; raises `OSError`."""
        self._path.unlink(missing_ok=True)

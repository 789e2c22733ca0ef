"""Where everything of a simulated table's box stood, kept on disk: a table that is opened again stands as it did."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.files import DigestError, read_undigested
from geometry.placement import Placement
from overlook.writing import write_digested
from simulation.scene.scene import Poses

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
    """The file of one table's box, beside its set-up; one that cannot be read is as none: all is in the box.

    `fault` says in one line what was wrong with the one that was found.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self.fault = ""

    def read(self) -> Mapping[str, Placement]:
        """Return where each thing stood; nothing where nothing is known."""
        self.fault = ""
        try:
            kept = _Kept.model_validate_json(read_undigested(self._path))
        except FileNotFoundError:
            return {}
        except (OSError, ValidationError, DigestError) as fault:
            why = fault.strerror if isinstance(fault, OSError) else "it is damaged"
            self.fault = f"{self._path.name} cannot be read ({why}): everything of the simulated table is in its box"
            return {}
        return {name: Placement(name, at.x, at.y, at.z, at.rotation_deg) for name, at in kept.places.items()}

    def keep(self, poses: Poses) -> None:
        """Keep where everything stands; raises `OSError`."""
        standing = {**poses.terrain, **poses.operatives, **poses.markers}
        places = {
            name: _Place(x=at.x, y=at.y, z=at.z, rotation_deg=at.rotation_deg % 360) for name, at in standing.items()
        }
        write_digested(self._path, _Kept(places=places).model_dump_json())

    def forget(self) -> None:
        """Begin with everything in the box; raises `OSError`."""
        self._path.unlink(missing_ok=True)

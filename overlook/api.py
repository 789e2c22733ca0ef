"""Positions of tagged things in images of a board, for other programs.

    from overlook.api import Eye

    eye = Eye.read("rig.json", "catalogue.json")
    found = eye.locate("table.png")
    for thing in found.things.values():
        print(thing.id, thing.x_mm, thing.y_mm, thing.sigma_mm)

What is documented here follows semantic versioning by `API_VERSION`; nothing else of the program is promised. No port
is opened, and neither the referee nor the pages are imported. `docs/python.md` has worked examples.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, load_catalogue
from calibration.pose.localisation import LocatedThing
from calibration.rig import Rig, load_rig
from geometry.base import MM_PER_INCH
from messages.message import Message, MessageError
from overlook.image_files import read_picture
from vision.tracking.photograph import locate
from vision.tracking.table_tracker import TableTracker
from vision.tracking.track import Track, TrackState

__all__ = ["API_VERSION", "Eye", "Found", "Kind", "Message", "MessageError", "Thing", "Video"]

API_VERSION = "1.0.0"

Image = NDArray[np.uint8]
"""Grey (height, width) or BGR (height, width, 3)."""

Kind = Literal["operative", "marker", "terrain"]

THERE = (TrackState.SEEN, TrackState.MOVING, TrackState.COVERED)

_TO_MM = np.array([MM_PER_INCH, MM_PER_INCH, MM_PER_INCH, 1.0])


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """One thing on the board: the centre of its base, and the error of that.

    - `x_mm`, `y_mm`, `z_mm`: from the board's lower-left corner seen from above; z of the underside.
    - `rotation_deg`: counter-clockwise from above.
    - `covariance`: (4, 4) over x, y, z and rotation, mm and degrees.
    - `level`: "floor", or the id of the terrain part on which it stands.
    - `uncertain`: "lifted", "size" or "tilted" if its tags are probably not where the catalogue says, else None.
    - `state`: "seen"; in a video also "moving", or "covered" by a hand at the last place known.
    """

    id: str
    kind: Kind
    x_mm: float
    y_mm: float
    z_mm: float
    rotation_deg: float
    covariance: NDArray[np.float64]
    level: str
    tags: tuple[int, ...]
    uncertain: str | None
    state: str = "seen"

    @property
    def sigma_mm(self) -> float:
        """Largest standard deviation of (x, y) in any direction."""
        return math.sqrt(max(0.0, float(np.linalg.eigvalsh(self.covariance[:2, :2])[-1])))


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Everything found in one image.

    `missing` are operatives of the catalogue that are not found, `unknown_tags` tags of its dictionary that it does not
    list. `warnings` are for people: `str(warning)` is English, `warning.code` does not change with the wording.
    `residual_px` is how far the board's tags are from where its pose puts them, root mean square. In a video, `settled`
    is true once nothing has moved for a while, and `camera_moved` while the places are out of date.
    """

    things: Mapping[str, Thing]
    missing: tuple[str, ...]
    unknown_tags: tuple[int, ...]
    warnings: tuple[Message, ...]
    residual_px: float
    settled: bool = True
    camera_moved: bool = False


def _thing(kind: Kind, located: LocatedThing, state: TrackState = TrackState.SEEN) -> Thing:
    place, why = located.placement, located.uncertain
    covariance = place.covariance * np.outer(_TO_MM, _TO_MM)
    covariance.setflags(write=False)
    return Thing(
        id=located.id,
        kind=kind,
        x_mm=place.x * MM_PER_INCH,
        y_mm=place.y * MM_PER_INCH,
        z_mm=place.z * MM_PER_INCH,
        rotation_deg=place.rotation_deg,
        covariance=covariance,
        level=located.level,
        tags=place.tags,
        uncertain=None if why is None else why.cause.value,
        state=state.value,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Eye:
    """A calibrated camera above a board, and the catalogue of the tags on it."""

    rig: Rig
    catalogue: Catalogue

    @classmethod
    def read(cls, rig: Path | str, catalogue: Path | str) -> Self:
        """Return the eye of a rig file and a catalogue file; raises `MessageError` if one cannot be read."""
        return cls(load_rig(Path(rig)), load_catalogue(catalogue))

    def locate(self, image: Image | Path | str) -> Found:
        """Return everything found in one image.

        Raises `MessageError` if the file is no image, the image has another size than the rig's, or fewer board tags
        are seen than a pose needs.
        """
        picture = read_picture(Path(image)) if isinstance(image, Path | str) else image
        reading = locate(picture, self.rig, self.catalogue)
        kinds: tuple[tuple[Kind, Mapping[str, LocatedThing]], ...] = (
            ("operative", reading.operatives),
            ("marker", reading.markers),
            ("terrain", reading.terrain),
        )
        return Found(
            things={name: _thing(kind, located) for kind, group in kinds for name, located in group.items()},
            missing=reading.missing,
            unknown_tags=reading.unknown_tags,
            warnings=reading.warnings,
            residual_px=reading.registration.pose.residual_px or 0.0,
        )

    def video(self) -> Video:
        """Return a follower of one camera's images: quicker than `locate`, and steadier, for it averages over time."""
        return Video(self)


class Video:
    """Follows the things on the board through the images of one camera; not thread-safe."""

    def __init__(self, eye: Eye) -> None:
        self._tracker = TableTracker(eye.rig, eye.catalogue)

    def observe(self, image: Image, t_s: float) -> Found:
        """Return everything found after the next image, taken at `t_s` seconds; times must not decrease.

        Raises `MessageError` for an image of another size, and if the first image does not show the board.
        """
        seen = self._tracker.observe(image, t_s)
        standing = {name: _thing("terrain", located) for name, located in seen.terrain.items()}
        followed: tuple[tuple[Kind, Mapping[str, Track]], ...] = (
            ("operative", seen.operatives),
            ("marker", seen.markers),
        )
        for kind, tracks in followed:
            standing |= {
                name: _thing(kind, one.located, one.state) for name, one in tracks.items() if one.state in THERE
            }
        return Found(
            things=standing,
            missing=seen.missing,
            unknown_tags=seen.unknown_tags,
            warnings=seen.warnings,
            residual_px=seen.registration.pose.residual_px or 0.0,
            settled=seen.settled,
            camera_moved=seen.camera_moved,
        )

"""The program with a camera that is real to it, and sees what a test's hands hold before it: `python FILE OPTIONS...`.

What is held stands in the file that `HANDS` names: `{"show": "sheet"}`, `"board"`, `"plate"` with x, y, turn, or
`"things"` with a catalogue and where each operative stands.
The sheet moves by the program's own work, not by the clock: on a busy machine hands are patient too.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, parse_catalogue
from calibration.pose.accuracy import PLATE
from calibration.sheets import fitting_target
from geometry.placement import Placement
from hardware.cameras.camera import Camera, CameraIdentity, CameraMode, Capability, utc_at
from hardware.cameras.sources import FoundCamera
from overlook.cli.main import main
from simulation import Poses, example_catalogue, example_rig, take_photo
from simulation.cameras.sheet_camera import ShownSheet
from vision.frame import Frame

SOURCE, NAME = "v4l2:/dev/video7", "USB Camera: Table"
SIZE_PX = (1280, 720)
EVERY_S = 0.15
THICK_MM = 1.2
SHEET_S_OF_WORK = 1.4
"""How much of the sheet's time passes for a second of the program's work."""


def with_plate() -> Catalogue:
    """The kit's bare board with the verify plate as one thing on it."""
    middle = np.array([1.5, 2.0]) * PLATE.pitch_mm
    tags = [
        {"id": id_, "size_mm": PLATE.size_mm, "offset_mm": [x - middle[0], y - middle[1], THICK_MM]}
        for id_, x, y in PLATE.places
    ]
    data = example_catalogue().bare.model_dump()
    data["markers"] = [{"id": "plate", "kind": "plate", "diameter_mm": 260.0, "tags": tags}]
    return parse_catalogue(data)


def laid(what: dict[str, Any]) -> tuple[Catalogue, Poses]:
    """Return what lies on the board, and where."""
    if what["show"] == "plate":
        return with_plate(), Poses(markers={"plate": Placement("plate", what["x"], what["y"], 0.0, what["turn"])})
    if what["show"] == "things":
        stand = {name: Placement(name, x, y, 0.0, turn) for name, (x, y, turn) in what["operatives"].items()}
        return parse_catalogue(what["catalogue"]), Poses(operatives=stand)
    return with_plate(), Poses()


class HandsCamera:
    """A camera by what it is shown."""

    identity = CameraIdentity("usb-table", NAME, SOURCE)
    capabilities = frozenset({Capability.LIVE})
    mode = CameraMode(SIZE_PX, 5.0, "MJPG")

    def __init__(self) -> None:
        self._rig = example_rig(SIZE_PX)
        self._sheet = ShownSheet(fitting_target(), self._rig.camera)
        self._open = False
        self._held, self._still = "", np.zeros((720, 1280, 3), dtype=np.uint8)
        self._chance = np.random.default_rng(7)

    def open(self) -> None:
        self._open = True

    def close(self) -> None:
        self._open = False

    def frames(self) -> Iterator[Frame]:
        while self._open:
            time.sleep(EVERY_S)
            now_s = time.monotonic()
            yield Frame(self._picture(), now_s, utc_at(now_s), self.identity.id, str(self.mode), None)

    def _picture(self) -> NDArray[np.uint8]:
        held = Path(os.environ["HANDS"]).read_text()
        what = json.loads(held)
        if what["show"] == "sheet":
            return self._sheet.picture(time.process_time() * SHEET_S_OF_WORK, int(time.monotonic() * 1000))
        if held != self._held:
            self._still, self._held = take_photo(*laid(what), self._rig).image, held
        noise = self._chance.integers(-1, 2, self._still.shape, dtype=np.int16)
        return np.asarray(np.clip(self._still.astype(np.int16) + noise, 0, 255), dtype=np.uint8)


def there(source: str, shown: str, **_: object) -> Camera:
    """Return the camera of a spec: only one is plugged in."""
    assert source in {SOURCE, "none"}, shown
    return HandsCamera()


if __name__ == "__main__":
    sys.argv = ["overlook", "run", *sys.argv[1:]]
    with (
        patch("overlook.app.composition.camera_or_hotplug", there),
        patch("overlook.app.host.found_cameras", lambda: (FoundCamera(SOURCE, NAME),)),
    ):
        main()

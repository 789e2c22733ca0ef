"""Where the board is in a picture, and how far each of its tags lies from where the fit expects it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.pose.board_pose import register
from calibration.rig import Rig, project
from vision.tags.detector import Detector
from web.contract.setup.startup import BoardFoundView, SeenTagView


class BoardLook:
    """Looks for one catalogue's board through one lens."""

    def __init__(self, rig: Rig, catalogue: Catalogue) -> None:
        self.rig, self.catalogue = rig, catalogue
        self._detector = Detector(catalogue.dictionary, catalogue.bare.tag_ids, rig.camera.size_px)

    def look(self, image: NDArray[np.uint8]) -> BoardFoundView:
        """Return the board as it is found in a picture.

        Raises `RigError` for a picture of another size and `RegistrationError` where the board is not found.
        """
        camera = self.rig.camera
        camera.require_size((image.shape[1], image.shape[0]))
        sightings = self._detector.detect(image).sightings
        found = register(camera, self.catalogue.bare, sightings)
        printed = {tag.id: tag for tag in self.catalogue.board.tags}
        known = [one for one in sightings if one.id in printed]
        centres = np.array([(*printed[one.id].centre_mm, 0.0) for one in known])
        expected = project(camera, found.pose, centres)
        tags = []
        for one, at in zip(known, expected, strict=True):
            miss = _middle(one.corners_px) - at
            tags.append(
                SeenTagView(
                    id=one.id,
                    corners_px=tuple((float(x), float(y)) for x, y in one.corners_px),
                    miss_px=(float(miss[0]), float(miss[1])),
                    left_out=one.id in found.ignored,
                )
            )
        said = f"{len(known)} of {len(printed)} tags, off by {found.pose.residual_px or 0.0:.2f} px"
        hangs = f"the camera hangs {found.pose.camera_mm[2] / 10:.0f} cm above the board"
        return BoardFoundView(line=f"{said}; {hangs}", tags=tuple(tags))


def _middle(corners_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where the diagonals of a square cross: its centre in a picture, whatever the perspective."""
    a, b, c, d = corners_px
    across, along = c - a, d - b
    share = np.linalg.solve(np.column_stack([across, -along]), b - a)[0]
    return np.asarray(a + share * across)

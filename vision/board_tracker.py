"""Where the camera stands, picture after picture: registered once, watched, and registered anew after a knock."""

from __future__ import annotations

from collections.abc import Sequence

from calibration.catalogue import Catalogue
from calibration.errors import RegistrationError
from calibration.pose.board_pose import Registration, camera_motion, register
from calibration.rig import BoardPose, CameraModel
from calibration.tags import TagSighting, Tolerance


class BoardTracker:
    """The registration that holds, and whether the camera has left it.

    `registration` is what places are measured against; `moved` says that it holds no longer and that the camera does
    not rest yet; `lost`, that too little of the board was found to say. Raises `RegistrationError` when the first
    picture does not show the board.
    """

    def __init__(
        self,
        camera: CameraModel,
        catalogue: Catalogue,
        sightings: Sequence[TagSighting],
        tolerance: Tolerance,
        was: BoardPose | None = None,
    ) -> None:
        self._camera, self._catalogue, self._tolerance, self._was = camera, catalogue, tolerance, was
        self.registration: Registration = register(camera, catalogue, sightings, tolerance, was)
        self.moved = False
        self.lost = False
        self._candidate: Registration | None = None

    def update(self, sightings: Sequence[TagSighting]) -> bool:
        """Look at the board tags of one more picture; return whether the camera moved or came to rest elsewhere.

        After a knock the board is registered in every picture until two agree; the second becomes `registration`.
        """
        seen = camera_motion(self._camera, self.registration.pose, self._catalogue, sightings)
        self.lost = seen.moved is None
        if seen.moved is None:
            return self.moved
        if not seen.moved:
            was, self.moved = self.moved, False
            return was
        self.moved = True
        try:
            fresh = register(self._camera, self._catalogue, sightings, self._tolerance, self._was)
        except RegistrationError:
            return True
        before, self._candidate = self._candidate, fresh
        if before is not None and not camera_motion(self._camera, before.pose, self._catalogue, sightings).moved:
            self.registration, self._candidate, self.moved = fresh, None, False
        return True

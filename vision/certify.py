"""Photographs of the verify plate in, the accuracy certificate out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.errors import VerifyError
from calibration.pose.accuracy import PLATE, Certificate, Plate, certify, read_plate
from calibration.pose.board_pose import register
from calibration.rig import Rig
from vision.camera_response import SRGB, ResponseCurve
from vision.detect import Detector


def verify(
    photographs: Sequence[tuple[str, NDArray[np.uint8]]],
    rig: Rig,
    catalogue: Catalogue,
    day: date,
    *,
    plate: Plate = PLATE,
    thickness_mm: float = 0.2,
    print_scale: float = 1.0,
    response: ResponseCurve = SRGB,
) -> Certificate:
    """Return the certificate from named photographs of the plate on the registered board.

    Raises `RigError` for a picture of another size, `RegistrationError` where the board is not seen, and `VerifyError`
    for a plate that is not seen, not flat, scaled, or whose tags the catalogue gave to something else.
    """
    taken = sorted(plate.ids & catalogue.tag_ids)
    if taken or plate.dictionary != catalogue.dictionary:
        raise VerifyError(
            f"the plate's tags {plate.dictionary} {min(plate.ids)} to {max(plate.ids)} cannot be told from the "
            f"catalogue's ({catalogue.dictionary}, shared ids {taken}): use another plate"
        )
    readings, sizes = [], []
    detector = Detector(catalogue.dictionary, catalogue.tag_ids | plate.ids, rig.camera.size_px, response)
    for name, image in photographs:
        rig.camera.require_size((image.shape[1], image.shape[0]))
        detection = detector.detect(image)
        registration = register(rig.camera, catalogue, detection.sightings)
        seen = {sighting.id: sighting for sighting in detection.sightings}
        readings.append(
            read_plate(name, rig.camera, registration, seen, plate, thickness_mm=thickness_mm, print_scale=print_scale)
        )
        sizes += [seen[k].side_px / 8 for k in plate.ids if k in seen]
    return certify(readings, rig.camera.id, day, float(np.median(sizes)) if sizes else 0.0)

"""Single photographs: locate everything on the table, and certify accuracy from photographs of the plate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, MarkerEntry, OperativeEntry, ThingTag
from calibration.errors import RegistrationError, VerifyError
from calibration.pose.accuracy import PLATE, Certificate, Plate, certify, doubts_over_board, read_plate
from calibration.pose.board_pose import MIN_BOARD_TAGS, Registration, register
from calibration.pose.localisation import (
    DoorState,
    LocatedThing,
    RimObserver,
    door_states,
    place_standing,
    place_terrain,
    untagged_tops,
)
from calibration.pose.pose_fit import PoseFit
from calibration.pose.print_scale import measured_tolerance
from calibration.rig import CameraModel, Rig
from calibration.tags import DEFAULT_TOLERANCE, RimSighting, TagSighting, Tolerance
from messages.message import Message
from vision.intensity import SRGB, ResponseCurve
from vision.tags.detector import Detection, Detector
from vision.tracking.base_rim import RimProfileOdds, find_rim
from vision.tracking.table_warnings import (
    place_warnings,
    print_warnings,
    stranger_warnings,
    system_warnings,
    tag_warnings,
)


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
    sure: float = 0.955,
) -> Certificate:
    """Return the certificate from named photographs of the plate on the registered board.

    `sure` is the probability needed for a verdict, for the certificate's `doubts`.

    Raises `RigError` for an image of another size, `RegistrationError` if the board is not found, and `VerifyError` if
    the plate is not seen, not flat, scaled, or shares tags with the catalogue.
    """
    taken = sorted(plate.ids & catalogue.tag_ids)
    if taken or plate.dictionary != catalogue.dictionary:
        raise VerifyError(
            "board-plate-shared",
            dictionary=plate.dictionary,
            first=min(plate.ids),
            last=max(plate.ids),
            catalogue=catalogue.dictionary,
            shared=str(taken),
        )
    readings, sizes, noises = [], [], []
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
        noises += [float(np.trace(seen[k].covariance_px)) / 8 for k in plate.ids if k in seen]
    certificate = certify(readings, rig.camera.id, day, float(np.median(sizes)) if sizes else 0.0)
    noise_px = float(np.sqrt(np.median(noises)))
    return replace(certificate, doubts=doubts_over_board(rig.camera, registration, catalogue, noise_px, sure))


MIN_LEVER_MM = 8.0
"""Least distance of tags from the base's centre for measuring the rim, which is less accurate than nearer tags."""

TAB_WIDTH = 2.0
"""Largest width of a tab, in sides of its tag."""


@dataclass(frozen=True, slots=True, eq=False)
class TableReading:
    """Everything on the table in one image.

    `missing` are operatives of the catalogue with tags of which none was seen. `unknown_tags` are tags of the
    dictionary that are not in the catalogue. `warnings` are for people.
    """

    registration: Registration
    operatives: Mapping[str, LocatedThing]
    terrain: Mapping[str, LocatedThing]
    markers: Mapping[str, LocatedThing]
    leaves: Mapping[str, DoorState]
    missing: tuple[str, ...]
    unknown_tags: tuple[int, ...]
    warnings: tuple[Message, ...]
    detection: Detection


def locate(
    image: NDArray[np.uint8],
    rig: Rig,
    catalogue: Catalogue,
    *,
    tolerance: Tolerance = DEFAULT_TOLERANCE,
    response: ResponseCurve = SRGB,
) -> TableReading:
    """Return everything located in a grey or BGR image; the board is registered from the image itself.

    Raises `RigError` if the rig is for another image size, and `RegistrationError` if the board is not found.
    """
    rig.camera.require_size((image.shape[1], image.shape[0]))
    detector = Detector(catalogue.dictionary, catalogue.tag_ids, rig.camera.size_px, response)
    detection = detector.detect(image)
    _refuse_mirrored(image, detector, detection, catalogue)
    return locate_detected(detection, rig, catalogue, tolerance, image=image, response=response)


def locate_detected(
    detection: Detection,
    rig: Rig,
    catalogue: Catalogue,
    tolerance: Tolerance = DEFAULT_TOLERANCE,
    *,
    image: NDArray[np.uint8] | None = None,
    response: ResponseCurve = SRGB,
) -> TableReading:
    """Return everything located from a detection; raises `RegistrationError` if the board is not found.

    With the `image`, rims of bases are measured if the tag's mount would dominate the error.
    """
    camera = rig.camera
    registration = register(camera, catalogue, detection.sightings, tolerance, rig.pose)
    seen = {sighting.id: sighting for sighting in detection.sightings}
    terrain, surfaces = place_terrain(camera, registration, catalogue, seen, tolerance)
    levels = [surface.top_mm for surface in surfaces.values()]
    tolerance = measured_tolerance(camera, registration, catalogue, seen, levels, tolerance)

    hidden = untagged_tops(catalogue, surfaces)
    rims = RimProfileOdds(detection.blur)

    def rim_of(thing: OperativeEntry | MarkerEntry, tags: Sequence[tuple[ThingTag, TagSighting]]) -> RimObserver | None:
        if image is None or not isinstance(thing, OperativeEntry):
            return None
        return rim_observer(image, camera, registration, response, thing, tags, rims)

    def stand(things: tuple[OperativeEntry, ...] | tuple[MarkerEntry, ...]) -> dict[str, LocatedThing]:
        located = {}
        for thing in things:
            tags = [(tag, seen[tag.id]) for tag in thing.tags if tag.id in seen]
            if tags:
                located[thing.id] = place_standing(
                    camera, registration, thing, tags, surfaces, tolerance, rim_of(thing, tags), hidden
                )
        return located

    if image is not None:
        # First pass: the profile of most bases of a team decides for bases that are ambiguous by themselves.
        stand(catalogue.operatives)
    operatives, markers = stand(catalogue.operatives), stand(catalogue.markers)
    return TableReading(
        registration=registration,
        operatives=operatives,
        terrain=terrain,
        markers=markers,
        leaves=door_states(camera, registration, catalogue, terrain, seen),
        missing=tuple(thing.id for thing in catalogue.operatives if thing.tags and thing.id not in operatives),
        unknown_tags=detection.unknown_ids,
        warnings=(
            *print_warnings(rig.camera, registration, catalogue, seen, {"operatives": operatives, "terrain": terrain}),
            *tag_warnings(detection, registration),
            *(detection.quality.warnings if detection.quality else ()),
            *stranger_warnings(detection),
            *system_warnings(registration),
            *place_warnings(operatives, terrain),
        ),
        detection=detection,
    )


def _refuse_mirrored(image: NDArray[np.uint8], detector: Detector, detection: Detection, catalogue: Catalogue) -> None:
    """Raise `RegistrationError` if an image with too few board tags has enough of them when mirrored."""
    if len(detection.sightings) >= MIN_BOARD_TAGS:
        return
    mirrored = detector.detect(np.ascontiguousarray(image[:, ::-1]))
    board = {tag.id for tag in catalogue.board.tags}
    if sum(sighting.id in board for sighting in mirrored.sightings) >= MIN_BOARD_TAGS:
        raise RegistrationError("board-mirrored")


def rim_observer(
    image: NDArray[np.uint8],
    camera: CameraModel,
    registration: Registration,
    response: ResponseCurve,
    thing: OperativeEntry,
    tags: Sequence[tuple[ThingTag, TagSighting]],
    rims: RimProfileOdds,
) -> RimObserver | None:
    """Return a function that finds the rim of a base if its tags leave it visible, None otherwise; updates `rims`."""
    if all(np.hypot(*tag.offset_mm[:2]) < MIN_LEVER_MM and thing.mount_of(tag) != "head" for tag, _ in tags):
        return None
    tabs = [tag for tag, _ in tags if thing.mount_of(tag) == "tab"]
    hidden = None
    if tabs:
        reach = np.hypot(*tabs[0].offset_mm[:2])
        hidden = (
            float(np.arctan2(tabs[0].offset_mm[1], tabs[0].offset_mm[0])),
            TAB_WIDTH * tabs[0].size_mm / 2 / reach,
        )

    seen_by, pose = registration.measured_by(camera)

    def look(fit: PoseFit) -> RimSighting | None:
        prior = fit.covariance[:2, :2]
        odds = rims.odds(thing.player)
        soft_px = rims.blur.beyond_sharp_px
        found = find_rim(image, seen_by, pose, response, fit.pose, thing.half_axes_mm, prior, hidden, odds, soft_px)
        if found is None:
            return None
        rims.note(thing.player, found[1])
        return found[0]

    return look

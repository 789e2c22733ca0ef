"""One photograph in, everything that stands on the table out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.board_pose import MIN_BOARD_TAGS, Registration, register
from calibration.catalogue import Catalogue, MarkerEntry, OperativeEntry, ThingTag
from calibration.doors import DoorState, door_states
from calibration.errors import RegistrationError
from calibration.level_doubt import hidden_tops
from calibration.localisation import LocatedThing, Look, place_standing, place_terrain
from calibration.pose_fit import Fit
from calibration.print_scale import board_print, things_print
from calibration.rig import CameraModel, Rig
from calibration.sighting import RimSighting, TagSighting
from calibration.tolerance import DEFAULT_TOLERANCE, Tolerance
from geometry.base import MM_PER_INCH
from vision.camera_response import SRGB, ResponseCurve
from vision.detect import Detection, Detector
from vision.rim import Rims, find_rim

MIN_LEVER_MM = 8.0
"""Tags on the base nearer than this to its centre turn it little; its rim would say less than they do."""

MANY_OFF = 3
"""Things that look off their surfaces at once before the lens is blamed, and not each of them."""

TAB_WIDTH = 2.0
"""How many sides of its tag a tab may be wide."""


@dataclass(frozen=True, slots=True, eq=False)
class TableReading:
    """Everything on the table in one picture.

    `missing` are operatives of the catalogue that carry tags of which none was seen. `unknown_tags` are tags of the
    dictionary that no thing of the catalogue carries. `warnings` are sentences for people.
    """

    registration: Registration
    operatives: Mapping[str, LocatedThing]
    terrain: Mapping[str, LocatedThing]
    markers: Mapping[str, LocatedThing]
    leaves: Mapping[str, DoorState]
    missing: tuple[str, ...]
    unknown_tags: tuple[int, ...]
    warnings: tuple[str, ...]
    detection: Detection


def locate(
    image: NDArray[np.uint8],
    rig: Rig,
    catalogue: Catalogue,
    *,
    tolerance: Tolerance = DEFAULT_TOLERANCE,
    response: ResponseCurve = SRGB,
) -> TableReading:
    """Return what stands where in a grey or BGR picture; the board is registered anew from the picture itself.

    Raises `RigError` when the rig is for another picture size and `RegistrationError` when the board cannot be found.
    """
    rig.camera.require_size((image.shape[1], image.shape[0]))
    detector = Detector(catalogue.dictionary, catalogue.tag_ids, rig.camera.size_px, response)
    detection = detector.detect(image)
    _refuse_mirrored(image, detector, detection, catalogue)
    return read_table(detection, rig, catalogue, tolerance, image=image, response=response)


def read_table(
    detection: Detection,
    rig: Rig,
    catalogue: Catalogue,
    tolerance: Tolerance = DEFAULT_TOLERANCE,
    *,
    image: NDArray[np.uint8] | None = None,
    response: ResponseCurve = SRGB,
) -> TableReading:
    """Return what a detection says about the table; raises `RegistrationError` when it does not show the board.

    With the `image` the rims of bases are looked at where a tag's mounting would decide the error.
    """
    camera = rig.camera
    registration = register(camera, catalogue, detection.sightings, tolerance)
    seen = {sighting.id: sighting for sighting in detection.sightings}
    terrain, surfaces = place_terrain(camera, registration, catalogue, seen, tolerance)

    hidden = hidden_tops(catalogue, surfaces)
    rims = Rims()

    def rim_of(thing: OperativeEntry | MarkerEntry, tags: Sequence[tuple[ThingTag, TagSighting]]) -> Look | None:
        if image is None or not isinstance(thing, OperativeEntry):
            return None
        return rim_looker(image, camera, registration, response, thing, tags, rims)

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
        # What stands out on most bases of a team decides where one alone leaves it open.
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
            *_print_warnings(rig, registration, catalogue, seen, {"operatives": operatives, "terrain": terrain}),
            *_warnings(detection, registration, operatives, terrain),
        ),
        detection=detection,
    )


def _refuse_mirrored(image: NDArray[np.uint8], detector: Detector, detection: Detection, catalogue: Catalogue) -> None:
    """Raise `RegistrationError` when a picture that shows hardly a tag shows many in the mirror."""
    if len(detection.sightings) >= MIN_BOARD_TAGS:
        return
    mirrored = detector.detect(np.ascontiguousarray(image[:, ::-1]))
    board = {tag.id for tag in catalogue.board.tags}
    if sum(sighting.id in board for sighting in mirrored.sightings) >= MIN_BOARD_TAGS:
        raise RegistrationError(
            "the board's tags are in mirror image: print the sheets unmirrored, "
            "and switch off any mirroring of the camera"
        )


def rim_looker(
    image: NDArray[np.uint8],
    camera: CameraModel,
    registration: Registration,
    response: ResponseCurve,
    thing: OperativeEntry,
    tags: Sequence[tuple[ThingTag, TagSighting]],
    rims: Rims,
) -> Look | None:
    """Return what looks for the rim of a base that its tags leave in view, None where none does; `rims` learns."""
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

    def look(fit: Fit) -> RimSighting | None:
        prior = fit.covariance[:2, :2]
        odds = rims.odds(thing.player)
        found = find_rim(image, seen_by, pose, response, fit.pose, thing.half_axes_mm, prior, hidden, odds)
        if found is None:
            return None
        rims.note(thing.player, found[1])
        return found[0]

    return look


def _print_warnings(
    rig: Rig,
    registration: Registration,
    catalogue: Catalogue,
    seen: Mapping[int, TagSighting],
    located: Mapping[str, Mapping[str, LocatedThing]],
) -> list[str]:
    """Return what is wrong with the size of prints, in sentences."""
    lines = []
    board = board_print(rig.camera, registration, catalogue, seen)
    if board.off:
        lines.append(
            f"the board's tags are printed at {board.ratio:.1%} of their size: print at 100 % and check the ruler, "
            "or enter two measured distances"
        )
    entries = {entry.id: entry.tags for entry in catalogue.operatives}
    entries |= {entry.id: entry.tags for entry in catalogue.terrain}
    for kind, group in located.items():
        placed = [(entries[name], each.placement.z * MM_PER_INCH) for name, each in group.items()]
        things = things_print(rig.camera, registration, placed, seen)
        if things.off:
            lines.append(
                f"the tags of {kind} look {things.ratio:.1%} of their size against the board: their sheet was printed "
                "scaled, or the lens file is for another mode; check the rulers"
            )
    return lines


def _warnings(
    detection: Detection,
    registration: Registration,
    operatives: Mapping[str, LocatedThing],
    terrain: Mapping[str, LocatedThing],
) -> tuple[str, ...]:
    lines = [
        f"tag {copies[0].id} is in the picture {len(copies)} times: remove the copies; it is not used"
        for copies in detection.duplicates
    ]
    if registration.ignored:
        names = ", ".join(map(str, registration.ignored))
        lines.append(f"board tags {names} do not lie where the catalogue says; they are not used")
    if detection.unknown_ids:
        names = ", ".join(map(str, detection.unknown_ids))
        lines.append(
            f"tag {names} is not in the catalogue: it is not used; add what carries it, or take it off the table"
        )
    placed = (*terrain.values(), *operatives.values())
    off = [located.id for located in placed if located.off_surface_mm is not None]
    if len(off) >= max(MANY_OFF, len(placed) / 4):
        lines.append(
            f"{len(off)} of {len(placed)} things look off their surfaces at once: the lens file is for another mode or "
            "focus, or a sheet was printed scaled; calibrate the lens in this mode and check the rulers"
        )
    lines += [
        f"{located.id}: its tags look {located.off_surface_mm:+.0f} mm off its surface: "
        "lifted, tilted, or printed at another size"
        for located in placed
        if located.off_surface_mm is not None
    ]
    for located in operatives.values():
        if located.rival_levels:
            lines.append(
                f"{located.id}: stands on {located.level}, but {', '.join(located.rival_levels)} fits nearly as well"
            )
        if located.hanging_mm > 1:
            lines.append(f"{located.id}: its base hangs {located.hanging_mm:.0f} mm over the edge of {located.level}")
    return tuple(lines)

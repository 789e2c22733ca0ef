"""Warnings about table, prints and lens from an image: sentences that say what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from calibration.catalogue import Catalogue
from calibration.pose.board_pose import Registration
from calibration.pose.localisation import FLOOR_LEVEL, LocatedThing
from calibration.pose.print_scale import board_print, things_print
from calibration.pose.systematic_errors import BEND, BOW_MM, CENTRE, FOCAL, STRETCH, SystematicError
from calibration.rig import CameraModel
from calibration.tags import TagSighting
from geometry.base import MM_PER_INCH
from vision.tags.detector import Detection

MANY_OFF = 3
"""Number of things off their surfaces at once from which the lens is blamed rather than each of them."""

DOUBTED = 0.05
"""Probability of a sound lens and mat below which a warning is given."""

NOTICED = 0.5
"""Drift or deformation, as a multiple of the usual, from which a warning is given."""

NOTICED_MM = 0.12
"""Unexplained residuals, per axis, from which a warning is given."""


def print_warnings(
    camera: CameraModel,
    registration: Registration,
    catalogue: Catalogue,
    seen: Mapping[int, TagSighting],
    located: Mapping[str, Mapping[str, LocatedThing]],
) -> tuple[str, ...]:
    """Return the warnings about the size of prints; `located` is by the kind of thing."""
    lines = []
    board = board_print(camera, registration, catalogue, seen)
    if board.off:
        lines.append(
            f"the board's tags are printed at {board.ratio:.1%} of their size: print at 100 % and check the ruler, "
            "or enter two measured distances"
        )
    entries = {entry.id: entry.tags for entry in catalogue.operatives}
    entries |= {entry.id: entry.tags for entry in catalogue.terrain}
    for kind, group in located.items():
        placed = [(entries[name], each.placement.z * MM_PER_INCH) for name, each in group.items()]
        things = things_print(camera, registration, placed, seen)
        if things.off:
            lines.append(
                f"the tags of {kind} look {things.ratio:.1%} of their size against the board: their sheet was printed "
                "scaled, or the lens file is for another mode; check the rulers"
            )
    return tuple(lines)


def tag_warnings(detection: Detection, registration: Registration) -> tuple[str, ...]:
    """Return the warnings about unused tags of the catalogue."""
    lines = [
        f"tag {copies[0].id} is in the picture {len(copies)} times: remove the copies; it is not used"
        for copies in detection.duplicates
    ]
    if registration.ignored:
        names = ", ".join(map(str, registration.ignored))
        lines.append(f"board tags {names} do not lie where the catalogue says; they are not used")
    return tuple(lines)


def stranger_warnings(detection: Detection) -> tuple[str, ...]:
    """Return the warning about tags outside the catalogue."""
    if not detection.unknown_ids:
        return ()
    names = ", ".join(map(str, detection.unknown_ids))
    return (f"tag {names} is not in the catalogue: it is not used; add what carries it, or take it off the table",)


def system_warnings(registration: Registration) -> tuple[str, ...]:
    """Return the warnings about lens, mat and table from all board tags together; only the most likely cause."""
    lines = []
    if registration.turned:
        lines.append(
            "the picture is turned by 180 degrees against the lens file: places are right, but set the camera's "
            "rotation back, or calibrate the lens as the camera is turned now"
        )
    misfit = registration.misfit
    if misfit is None or misfit.sound > DOUBTED:
        return tuple(lines)
    if misfit.scale:
        return (
            *lines,
            f"the board looks {abs(misfit.scale):.1%} larger or smaller than the terrain on it allows: the picture "
            "shows another crop of the sensor than the lens file is for, or the mat was printed scaled: no place is "
            "right before the lens is calibrated in this mode, or two measured distances are entered",
        )
    told = {
        _lens_drifted(misfit): (misfit.lens, np.abs(misfit.drift).max() > NOTICED),
        _mat_deformed(misfit): (misfit.shape, np.abs(misfit.deform).max() > NOTICED),
        _table_shakes(misfit, registration): (misfit.erratic, _erratic_mm(misfit, registration) > NOTICED_MM),
    }
    worth = {line: probable for line, (probable, noticed) in told.items() if noticed}
    if worth:
        lines.append(max(worth, key=lambda line: worth[line]))
    return tuple(lines)


def _lens_drifted(misfit: SystematicError) -> str:
    focal, x, y, bend = misfit.drift
    centre_px = CENTRE * misfit.camera.size_px[0] * float(np.hypot(x, y))
    return (
        f"the lens has drifted (focal length {focal * FOCAL:+.2%}, centre {centre_px:.0f} px, k1 {bend * BEND:+.3f}), "
        "or the table shakes: refocus or calibrate the lens again; until then places are corrected, and stated less "
        "surely"
    )


def _mat_deformed(misfit: SystematicError) -> str:
    _, *stretch, _, bow_x, bow_y, twist = np.abs(misfit.deform)
    bow_mm = BOW_MM * max(bow_x, bow_y, twist)
    return (
        f"the board's tags do not lie as printed: as if the mat were stretched by {max(stretch) * STRETCH:.2%} or "
        f"bowed by {bow_mm:.1f} mm, or the lens file were another's: lay the mat flat, enter two measured distances, "
        "or calibrate the lens again; until then places are stated less surely"
    )


def _table_shakes(misfit: SystematicError, registration: Registration) -> str:
    return (
        f"the board's tags miss their places by {_erratic_mm(misfit, registration):.1f} mm, each in its own way: "
        "the table or the camera shakes, or tags have come loose: let it stand still, press the tags down"
    )


def _erratic_mm(misfit: SystematicError, registration: Registration) -> float:
    return misfit.erratic_px * float(registration.pose.camera_mm[2]) / float(misfit.camera.camera_matrix[0, 0])


def place_warnings(operatives: Mapping[str, LocatedThing], terrain: Mapping[str, LocatedThing]) -> tuple[str, ...]:
    """Return the warnings about things off their surfaces, or possibly on another one."""
    lines = []
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
    return (*lines, *_on_hidden_terrain(operatives, terrain))


def _on_hidden_terrain(operatives: Mapping[str, LocatedThing], terrain: Mapping[str, LocatedThing]) -> Sequence[str]:
    """Return the warnings about things on terrain without visible tags, known only by its height."""
    return [
        f"{located.id}: looks as high as {located.level}, of which no tag is seen: uncover its tags, "
        "or take off what is under the model"
        for located in operatives.values()
        if located.level != FLOOR_LEVEL and located.level not in terrain
    ]

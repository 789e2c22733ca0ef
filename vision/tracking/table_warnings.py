"""Warnings about table, prints and lens from an image.

Their figures are rounded as they are shown, so that a warning stays equal from frame to frame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from calibration.catalogue import Catalogue
from calibration.pose.board_pose import Registration
from calibration.pose.displacement import Cause, Uncertainty
from calibration.pose.localisation import FLOOR_LEVEL, LocatedThing
from calibration.pose.print_scale import board_print, things_print
from calibration.pose.systematic_errors import BEND, BOW_MM, CENTRE, FOCAL, STRETCH, SystematicError
from calibration.rig import CameraModel
from calibration.tags import TagSighting
from geometry.base import MM_PER_INCH
from messages.message import Message
from vision.tags.detector import Detection

MANY_OFF = 3
"""Number of things off their surfaces at once from which the lens is blamed rather than each of them."""

DOUBTED = 0.05
"""Probability of a sound lens and mat below which a warning is given."""

NOTICED = 0.5
"""Drift or deformation, as a multiple of the usual, from which a warning is given."""

NOTICED_MM = 0.12
"""Unexplained residuals, per axis, from which a warning is given."""

NOTICED_TOGETHER = 0.8
"""Root sum of squares of drift, deformation and residuals, each relative to where it is noticed alone, from which a
warning names all three.
"""


def print_warnings(
    camera: CameraModel,
    registration: Registration,
    catalogue: Catalogue,
    seen: Mapping[int, TagSighting],
    located: Mapping[str, Mapping[str, LocatedThing]],
) -> tuple[Message, ...]:
    """Return the warnings about the size of prints; `located` is by the kind of thing."""
    lines = []
    board = board_print(camera, registration, catalogue, seen)
    if board.off:
        lines.append(Message.of("board-print-scaled", ratio=round(board.ratio, 3)))
    entries = {entry.id: entry.tags for entry in catalogue.operatives}
    entries |= {entry.id: entry.tags for entry in catalogue.terrain}
    for kind, group in located.items():
        placed = [(entries[name], each.placement.z * MM_PER_INCH) for name, each in group.items()]
        things = things_print(camera, registration, placed, seen)
        if things.off:
            lines.append(Message.of("board-things-scaled", kind=kind, ratio=round(things.ratio, 3)))
    return tuple(lines)


def tag_warnings(detection: Detection, registration: Registration) -> tuple[Message, ...]:
    """Return the warnings about unused tags of the catalogue."""
    lines = [Message.of("tag-copies", tag=copies[0].id, copies=len(copies)) for copies in detection.duplicates]
    if registration.ignored:
        ignored = list(registration.ignored)
        lines.append(Message.of("tag-board-displaced", tags=ignored, count=len(ignored)))
    return tuple(lines)


def stranger_warnings(detection: Detection) -> tuple[Message, ...]:
    """Return the warning about tags outside the catalogue."""
    if not detection.unknown_ids:
        return ()
    return (Message.of("tag-foreign", tags=detection.unknown_ids, count=len(detection.unknown_ids)),)


def system_warnings(registration: Registration) -> tuple[Message, ...]:
    """Return the warnings about lens, mat and table from all board tags together; only the most likely cause."""
    lines = []
    if registration.turned:
        lines.append(Message.of("board-seen-rotated"))
    misfit = registration.misfit
    if misfit is None or misfit.sound > DOUBTED:
        return tuple(lines)
    if misfit.scale:
        return (*lines, Message.of("board-scale-differs", scale=round(abs(misfit.scale), 3)))
    sizes = (
        float(np.abs(misfit.drift).max()) / NOTICED,
        float(np.abs(misfit.deform).max()) / NOTICED,
        _erratic_mm(misfit, registration) / NOTICED_MM,
    )
    told = (
        (misfit.lens, _lens_drifted(misfit)),
        (misfit.shape, _mat_deformed(misfit)),
        (misfit.erratic, _table_shakes(misfit, registration)),
    )
    worth = {line: probable for (probable, line), size in zip(told, sizes, strict=True) if size > 1}
    if worth:
        lines.append(max(worth, key=lambda line: worth[line]))
    elif float(np.hypot(np.hypot(*sizes[:2]), sizes[2])) > NOTICED_TOGETHER:
        lines.append(Message.of("board-inexact"))
    return tuple(lines)


def _lens_drifted(misfit: SystematicError) -> Message:
    focal, x, y, bend = misfit.drift
    centre_px = CENTRE * misfit.camera.size_px[0] * float(np.hypot(x, y))
    return Message.of(
        "board-lens-drifted",
        focal=round(float(focal * FOCAL), 4),
        centre=round(centre_px),
        k1=round(float(bend * BEND), 3),
    )


def _mat_deformed(misfit: SystematicError) -> Message:
    _, *stretch, _, bow_x, bow_y, twist = np.abs(misfit.deform)
    bow_mm = BOW_MM * max(bow_x, bow_y, twist)
    return Message.of("board-deformed", stretch=round(float(max(stretch) * STRETCH), 4), bow=round(float(bow_mm), 1))


def _table_shakes(misfit: SystematicError, registration: Registration) -> Message:
    return Message.of("board-shaking", off=round(_erratic_mm(misfit, registration), 1))


def _erratic_mm(misfit: SystematicError, registration: Registration) -> float:
    return misfit.erratic_px * float(registration.pose.camera_mm[2]) / float(misfit.camera.camera_matrix[0, 0])


def place_warnings(operatives: Mapping[str, LocatedThing], terrain: Mapping[str, LocatedThing]) -> tuple[Message, ...]:
    """Return the warnings about things off their surfaces, or possibly on another one."""
    lines = []
    placed = (*terrain.values(), *operatives.values())
    off = [located for located in placed if located.uncertain is not None]
    if len(off) >= max(MANY_OFF, len(placed) / 4):
        lines.append(Message.of("position-many-off-surface", off=len(off), all=len(placed)))
    lines += [uncertain_place(located.id, located.uncertain) for located in placed if located.uncertain is not None]
    for located in operatives.values():
        if located.rival_levels:
            lines.append(
                Message.of(
                    "position-level-doubtful", thing=located.id, level=located.level, others=located.rival_levels
                )
            )
        if located.hanging_mm > 1:
            overhang = _in_inches(located.hanging_mm)
            lines.append(Message.of("position-overhang", thing=located.id, level=located.level, overhang=overhang))
    return (*lines, *_on_hidden_terrain(operatives, terrain))


def uncertain_place(thing: str, doubt: Uncertainty) -> Message:
    """Return the message on a thing whose place is uncertain: the most probable cause, and what to do."""
    if doubt.cause is Cause.TILTED:
        return Message.of("position-tilted", thing=thing, tilt_deg=round(doubt.tilt_deg))
    if doubt.raise_mm > 0:
        gap = _in_inches(doubt.raise_mm)
        return Message.of("position-lifted", thing=thing, gap=gap, larger=round(doubt.size_ratio - 1, 2))
    return Message.of("position-tag-smaller", thing=thing, smaller=round(1 - doubt.size_ratio, 2))


def _in_inches(length_mm: float) -> float:
    """Return a length in inches, of whole millimetres."""
    return round(length_mm) / MM_PER_INCH


def _on_hidden_terrain(
    operatives: Mapping[str, LocatedThing], terrain: Mapping[str, LocatedThing]
) -> Sequence[Message]:
    """Return the warnings about things on terrain without visible tags, known only by its height."""
    return [
        Message.of("position-hidden-terrain", thing=located.id, level=located.level)
        for located in operatives.values()
        if located.level != FLOOR_LEVEL and located.level not in terrain
    ]

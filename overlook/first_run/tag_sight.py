"""How large the tags on models are seen, before any is printed: by the size of pictures alone, then by the board."""

from __future__ import annotations

from calibration.catalogue import Catalogue
from calibration.tags import modules
from overlook.doctor.check import Check
from overlook.setup.tag_size_advice import NEEDED_PX, WORDS, sight_of
from web.contract.base import HealthState

USUAL_TAG_MM = 14.0
"""The tags on models' tabs: the smallest that a table must read."""

OFFERED_PX = ((1280, 720), (1920, 1080), (2304, 1296), (4608, 2592))
"""The sizes of pictures that the first run's page offers."""


def most_module_px(size_px: tuple[int, int], catalogue: Catalogue) -> float:
    """Return how many pixels a module of a model's tag has at most in pictures that hold all of the board."""
    (width_px, height_px), (width, depth) = size_px, catalogue.board.size_mm
    return module_px(min(width_px / width, height_px / depth), catalogue)


def module_px(px_per_mm: float, catalogue: Catalogue) -> float:
    """Return how many pixels a module of a model's tag has where a millimetre has so many."""
    return px_per_mm * USUAL_TAG_MM / modules(catalogue.dictionary)


def tag_check(
    size_px: tuple[int, int],
    catalogue: Catalogue,
    measured_px: float | None = None,
    *,
    asked_px: tuple[int, int] = (0, 0),
) -> Check:
    """Return whether models' tags will be read in pictures of that size, and what to choose instead where not.

    `measured_px` is how many pixels a module was seen to have; without it the camera is thought as near as it may hang.
    `asked_px` is the size that the camera was asked for: to one that gives less no larger one is proposed.
    """
    most_px = most_module_px(size_px, catalogue)
    px = most_px if measured_px is None else measured_px
    most = "" if measured_px is not None else " at most, wherever the camera hangs"
    said = f"Each square of a model's tag ({USUAL_TAG_MM:g} mm) is seen {px:.1f} px wide{most}"
    state = sight_of(round(px, 1))
    if state is HealthState.OK:
        return Check.ok("tags", said)
    said = f"{said}: {WORDS[state]}, {NEEDED_PX:g} are wanted"
    times = {one: min(one[0] / size_px[0], one[1] / size_px[1]) for one in OFFERED_PX}
    refused = asked_px[0] > size_px[0]
    larger = [one for one, factor in times.items() if factor > 1 and px * factor >= NEEDED_PX and not refused]
    ways = ["hang the camera lower"] if round(most_px, 1) >= NEEDED_PX else []
    ways += [f"choose pictures of {larger[0][0]} x {larger[0][1]}"] if larger else []
    if refused:
        said += f". This camera gives {size_px[0]} x {size_px[1]} where {asked_px[0]} x {asked_px[1]} were asked for"
    mend = " or ".join(ways) or "this camera cannot read them: take one with larger pictures"
    return (Check.caution if state is HealthState.TROUBLE else Check.trouble)("tags", said, mend)

"""Print scale: compare the size of printed tags with the catalogue, and correct the board for a scaled print."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, ThingTag
from calibration.errors import SheetError
from calibration.pose.board_pose import Registration
from calibration.rig import CameraModel, unproject
from calibration.tags import TagSighting, Tolerance

Array = NDArray[np.float64]

NOTICED = 0.01
"""Deviation from the nominal size from which a warning is given; a height error of 12 mm looks the same."""

MIN_TAGS = 3
_SURE = 4.0

SIZE_SPREADS = (0.001, 0.0015, 0.002, 0.0025, 0.003)
"""Standard deviations of the printed size that are compared, as fractions."""

MISPRINTED, MISPRINTED_SPREAD = 0.1, 0.05
"""Share of tags of any size, or on a level that is not visible, and the spread of their apparent size."""

_QUANTILE = 0.95


@dataclass(frozen=True, slots=True)
class PrintSize:
    """Apparent size of tags relative to the board's millimetres: median ratio, standard error, number of tags."""

    ratio: float
    error: float
    tags: int

    @property
    def off(self) -> bool:
        """Whether the print certainly differs in size from the catalogue."""
        return self.tags >= MIN_TAGS and abs(self.ratio - 1) > max(NOTICED, _SURE * self.error)


def size_ratio(
    camera: CameraModel, registration: Registration, tags: Iterable[tuple[TagSighting, float, float]]
) -> PrintSize:
    """Return the apparent size of tags: each with its sighting, its size in mm, and the height of its plane in mm."""
    ratios = []
    for sighting, size_mm, z_mm in tags:
        flat = unproject(camera, registration.pose, sighting.corners_px, z_mm)
        ratios.append(float(np.linalg.norm(flat - np.roll(flat, 1, axis=0), axis=1).mean()) / size_mm)
    if not ratios:
        return PrintSize(1.0, float("inf"), 0)
    middle = float(np.median(ratios))
    spread = 1.4826 * float(np.median(np.abs(np.array(ratios) - middle)))
    return PrintSize(middle, 1.25 * max(spread, 5e-4) / float(np.sqrt(len(ratios))), len(ratios))


def board_print(
    camera: CameraModel, registration: Registration, catalogue: Catalogue, seen: Mapping[int, TagSighting]
) -> PrintSize:
    """Return the apparent size of the board's tags relative to their spacing."""
    tags = [
        (seen[t.id], t.size_mm, 0.0) for t in catalogue.board.tags if t.id in seen and t.id not in registration.ignored
    ]
    return size_ratio(camera, registration, tags)


def things_print(
    camera: CameraModel,
    registration: Registration,
    placed: Sequence[tuple[tuple[ThingTag, ...], float]],
    seen: Mapping[int, TagSighting],
) -> PrintSize:
    """Return the apparent size of things' tags relative to the board: each thing's tags and the height it is at, mm."""
    tags = [(seen[t.id], t.size_mm, z + t.offset_mm[2]) for own, z in placed for t in own if t.id in seen]
    return size_ratio(camera, registration, tags)


def measured_tolerance(
    camera: CameraModel,
    registration: Registration,
    catalogue: Catalogue,
    seen: Mapping[int, TagSighting],
    levels_mm: Collection[float],
    tolerance: Tolerance,
) -> Tolerance:
    """Return a tolerance with the spread of the printed size that the visible tags of things show.

    `levels_mm` are the heights of surfaces above the floor; each operative's tag counts at the level that its size fits
    best. The spread is the upper 95 % limit of those in `SIZE_SPREADS`, and never above that of `tolerance`: with few
    tags, it stays. A tag that is lifted by a few millimetres is noticed only if all others agree better than that.
    """
    on_floor = [tag for part in catalogue.terrain for tag in part.tags if tag.id in seen]
    anywhere = [tag for entry in catalogue.operatives for tag in entry.tags if tag.id in seen]
    tags = [*on_floor, *anywhere]
    if not tags:
        return tolerance
    camera, pose = registration.measured_by(camera)
    corners = np.stack([seen[tag.id].corners_px for tag in tags])
    off = np.full(len(tags), np.inf)
    for level_mm in {0.0, *levels_mm}:
        heights = np.repeat([tag.offset_mm[2] + level_mm for tag in tags], 4)
        flat = unproject(camera, pose, corners.reshape(-1, 2), heights).reshape(-1, 4, 2)
        sides = np.linalg.norm(flat - np.roll(flat, 1, axis=1), axis=2).mean(axis=1)
        misfit = sides / np.array([tag.size_mm for tag in tags]) - 1
        here = np.abs(misfit) < np.abs(off)
        if level_mm:
            here[: len(on_floor)] = False
        off[here] = misfit[here]
    noise = np.array([_size_noise(seen[tag.id]) for tag in tags])
    return replace(tolerance, size_ratio=min(tolerance.size_ratio, _spread(off, noise)))


def _size_noise(sighting: TagSighting) -> float:
    """Return the standard deviation of a tag's apparent size due to its corners, as a fraction."""
    arms = sighting.corners_px - sighting.corners_px.mean(axis=0)
    outwards = (arms / np.sum(arms**2)).ravel()
    return float(np.sqrt(outwards @ sighting.covariance_px @ outwards))


def _spread(off: Array, noise: Array) -> float:
    """Return the upper limit of the spread of sizes that are `off` by these fractions, measured with this `noise`."""
    logs = []
    for spread in SIZE_SPREADS:
        likelihood = sum(
            share * np.exp(-(off**2) / (2 * variance)) / np.sqrt(variance)
            for share, variance in (
                (1 - MISPRINTED, spread**2 + noise**2),
                (MISPRINTED, MISPRINTED_SPREAD**2 + noise**2),
            )
        )
        logs.append(float(np.log(likelihood).sum()))
    weights = np.exp(np.array(logs) - max(logs))
    reached = np.cumsum(weights) / weights.sum()
    return SIZE_SPREADS[int(np.argmax(reached >= _QUANTILE))]


def corrected(
    catalogue: Catalogue, across: tuple[float, float], up: tuple[float, float], *, mat: bool = True
) -> Catalogue:
    """Return the catalogue with the board as printed, from two distances measured on the sheet.

    `across` and `up` are (nominal, measured), mm. On a printed `mat` the positions of tags scale with their size;
    single cards, glued at the catalogue's positions, only differ in size. Raises `SheetError` for implausible
    distances.
    """
    scale = []
    for name, (meant, found) in (("across", across), ("up", up)):
        if not (meant > 0 and found > 0 and 0.8 < found / meant < 1.25):
            raise SheetError("board-print-implausible", axis=name, measured=found, nominal=meant)
        scale.append(found / meant)
    x, y = scale
    tags = tuple(
        tag.model_copy(
            update={
                "size_mm": tag.size_mm * float(np.sqrt(x * y)),
                "centre_mm": (tag.centre_mm[0] * x, tag.centre_mm[1] * y) if mat else tag.centre_mm,
            }
        )
        for tag in catalogue.board.tags
    )
    return catalogue.model_copy(update={"board": catalogue.board.model_copy(update={"tags": tags})})

"""Scorecard: a reading of a room compared with the ground truth."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from calibration.pose.localisation import LocatedThing
from geometry.base import MM_PER_INCH
from messages.message import Message
from simulation.degradations.ground_truth import GroundTruthImage

CHI2_95 = 5.991
"""Squared Mahalanobis distance that contains 95 % of normal errors in a plane."""
LIE_MM, BELIEVED_MM = 1.5, 0.75
"""Limits of a lie, which no warning names: an error above the first with a stated 95 % radius below the second."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of one found operative: error, stated 95 % radius (the ellipse's long half axis), and `inside` or not.

    `named` means that a warning names it; `excused` means that the room gets a general warning that it does not get
    without the effect.
    """

    id: str
    error_mm: float
    stated_mm: float
    inside: bool
    named: bool
    excused: bool

    @property
    def lie(self) -> bool:
        """Whether the error is large, the stated error small, and no warning names the operative."""
        return self.error_mm > LIE_MM and self.stated_mm < BELIEVED_MM and not self.named


@dataclass(slots=True)
class Scorecard:
    """Results of one condition over its rooms."""

    asked: int = 0
    found: int = 0
    verdicts: list[Verdict] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    rooms: int = 0

    def add(self, other: Scorecard) -> None:
        """Add another room's card."""
        self.asked += other.asked
        self.found += other.found
        self.rooms += other.rooms
        self.verdicts.extend(other.verdicts)
        self.refusals.extend(other.refusals)
        self.said.extend(other.said)

    @property
    def found_share(self) -> float:
        """Share of readable operatives found, in images that were not refused; NaN if all were."""
        return self.found / self.asked if self.asked else math.nan

    @property
    def covered(self) -> float:
        """Share of found operatives within the stated 95 % ellipse; NaN if none was found."""
        return float(np.mean([each.inside for each in self.verdicts])) if self.verdicts else math.nan

    @property
    def worst(self) -> Verdict | None:
        """Operative with the largest error."""
        return max(self.verdicts, key=lambda each: each.error_mm, default=None)

    @property
    def lies(self) -> list[Verdict]:
        """Operatives with a large error, a small stated error, and no warning that names them."""
        return [each for each in self.verdicts if each.lie]


def score_detection(
    room: GroundTruthImage,
    located: Mapping[str, LocatedThing],
    warnings: tuple[Message, ...],
    usual_warnings: tuple[Message, ...] = (),
) -> Scorecard:
    """Return the card of one image; `usual_warnings` are those of the same room without the effect."""
    card = Scorecard(
        asked=len(room.readable), found=len(room.readable & located.keys()), rooms=1, said=list(map(str, warnings))
    )
    operatives = [entry.id for entry in room.catalogue.operatives]
    general = [
        warning
        for warning in warnings
        if warning not in usual_warnings and not any(_names(warning, operative) for operative in operatives)
    ]
    for name, thing in located.items():
        if name not in room.where_mm:
            continue
        place = thing.placement
        off = np.array([place.x, place.y]) * MM_PER_INCH - room.where_mm[name][:2]
        spread = np.asarray(place.covariance_xy) * MM_PER_INCH**2
        card.verdicts.append(
            Verdict(
                id=name,
                error_mm=float(np.hypot(*off)),
                stated_mm=float(np.sqrt(CHI2_95 * np.linalg.eigvalsh(spread)[-1])),
                inside=bool(off @ np.linalg.solve(spread, off) < CHI2_95),
                named=any(_names(warning, name) for warning in warnings),
                excused=bool(general),
            )
        )
    return card


def refused(room: GroundTruthImage, why: str) -> Scorecard:
    """Return the card of an image that was refused with a message: nothing expected, and nothing reported wrongly."""
    del room
    return Scorecard(rooms=1, refusals=[why])


def _names(warning: Message, thing: str) -> bool:
    """Return whether a warning is about a thing."""
    return any(thing == value or (isinstance(value, tuple) and thing in value) for _, value in warning.args)

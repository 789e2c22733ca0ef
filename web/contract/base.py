"""Base models, common field types and enums, and readable text colours (WCAG).

Lengths are board inches, angles degrees counter-clockwise from above, `*_px` points are pixels of the camera's frame (x
right, y down). A missing value is null. Every model is strict, frozen and closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

DARK_INK = "#000000"
LIGHT_INK = "#ffffff"


def luminance(colour: str) -> float:
    """Return the relative luminance, 0 to 1, of an sRGB colour written `#rrggbb` (WCAG 2)."""
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(colour: str) -> str:
    """Return the text colour, dark or light, with more contrast to `colour`: at least 4.5 to 1."""
    return max((DARK_INK, LIGHT_INK), key=lambda ink: contrast(ink, colour))


VERSION: Literal[1] = 1


def _whole(value: object) -> object:
    """Return 5 for 5.0, which JSON does not distinguish."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WholeNumber = BeforeValidator(_whole)
Point = tuple[float, float]
Point3 = tuple[float, float, float]
Inches = Annotated[float, Field(ge=0)]
Name = Annotated[str, Field(min_length=1)]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$", description="sRGB, for example #2f6db5")]


class View(BaseModel):
    """Base of every view model: strict, frozen, closed, finite."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)


class LenientView(BaseModel):
    """Base of the models of the machine page and the first run: frozen and closed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class KeyedById:
    """Annotates a list whose items have an `id`: deltas compare and send them one by one."""


BY_ID = KeyedById()


class TrackState(StrEnum):
    """How the place of a thing is known.

    `seen`: its tag is read. `moving`: read, and not at rest. `covered`: hidden where it last stood. `lifted`: picked
    up, its place unknown. `gone`: off the table. `declared`: put there by a person's word.
    """

    SEEN = "seen"
    MOVING = "moving"
    COVERED = "covered"
    LIFTED = "lifted"
    GONE = "gone"
    DECLARED = "declared"


class Severity(StrEnum):
    """How loudly a notice or a part of the machine asks for attention."""

    INFO = "info"
    CAUTION = "caution"
    TROUBLE = "trouble"


class HealthState(StrEnum):
    """How one part of the machine is: `lost` cannot be reached at all, `trouble` works badly."""

    OK = "ok"
    TROUBLE = "trouble"
    LOST = "lost"

"""A game for the free table: the names of its ranges, arcs and templates, and its own terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Term = Annotated[str, Field(strict=True, min_length=1, max_length=40, pattern=r"^[^\s,\"]+( [^\s,\"]+)*$")]
Inches = Annotated[float, Field(gt=0, le=96, allow_inf_nan=False)]
Degrees = Annotated[float, Field(gt=0, le=360, allow_inf_nan=False)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Circle(_Record):
    """A round template."""

    shape: Literal["circle"]
    radius: Inches


class Teardrop(_Record):
    """A template that begins at a point and ends in a half circle."""

    shape: Literal["teardrop"]
    length: Inches
    width: Inches


class Terms(_Record):
    """Names that a game has for a model, a turn and a group of models."""

    model: Term = "model"
    turn: Term = "turn"
    group: Term = "group"


class FreeGame(_Record):
    """A game: `ranges` in inches, `arcs` in degrees as the whole angle, `templates`, each by its name.

    `coherency` is the longest link of a group's chain in inches; None if groups may be anywhere.
    """

    version: Literal[1] = 1
    name: Annotated[str, Field(strict=True, min_length=1, max_length=80)] = "Free table"
    about: str = ""
    terms: Terms = Terms()
    ranges: Mapping[Term, Inches] = Field(default_factory=dict)
    arcs: Mapping[Term, Degrees] = Field(default_factory=dict)
    templates: Mapping[Term, Annotated[Circle | Teardrop, Field(discriminator="shape")]] = Field(default_factory=dict)
    coherency: Inches | None = None

"""The accuracy certificate of a table: what was measured with the verify plate, where on the board, how surely."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, ValidationError

from calibration.files import DigestError, read_undigested
from web.contract.views import Name, View

ACCURACY = "accuracy"
"""The part of the machine under whose name the certificate is reported."""


class Photograph(View):
    """The plate in one photograph: where its middle lay, its tags, the errors of its distances and their scale."""

    model_config = ConfigDict(extra="ignore", strict=False)

    image: str
    centre_mm: tuple[float, float]
    bias_mm: float
    p95_mm: float
    scale: float
    tags: int


class Certificate(View):
    """A certificate as `overlook verify` writes it; errors are those of distances up to six inches.

    `coverage_95` is the share of the errors inside the stated 95 %.
    """

    model_config = ConfigDict(extra="ignore", strict=False)

    version: Literal[1]
    date: Name
    camera: str
    distances: Annotated[int, Field(ge=0)]
    bias_mm: float
    p50_mm: float
    p95_mm: float
    max_mm: float
    coverage_95: float
    px_per_module: float
    places: tuple[Photograph, ...]


def read_certificate(path: Path) -> Certificate | None:
    """Return the certificate in a file, None where there is none that can be read as one, as it was written."""
    try:
        return Certificate.model_validate_json(read_undigested(path))
    except (OSError, ValidationError, DigestError):
        return None


def short_certificate(certificate: Certificate) -> str:
    """Return the certificate in a few words, for the overlay."""
    return f"±{certificate.p95_mm:.2f} mm, verified {certificate.date}"

"""Views and ports of the lens wizard and the tray calibration, and the accuracy certificate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Protocol

from pydantic import ConfigDict, Field, ValidationError

from calibration.files import DigestError, read_undigested
from messages.message import Message
from web.contract.base import Name, Point, View
from web.contract.streams import Picture

ACCURACY = "accuracy"
"""Name of the health entry that reports the certificate."""


class Photograph(View):
    """The verify plate in one photograph: position of its centre, distance errors, scale, and number of tags."""

    model_config = ConfigDict(extra="ignore", strict=False)

    image: str
    centre_mm: tuple[float, float]
    bias_mm: float
    p95_mm: float
    scale: float
    tags: int


class Certificate(View):
    """Accuracy certificate as written by `overlook verify`; errors are those of distances up to six inches.

    `coverage_95` is the share of errors inside the predicted 95 % interval.
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
    """Return the certificate in a file, or None if the file is missing, damaged or no certificate."""
    try:
        return Certificate.model_validate_json(read_undigested(path))
    except (OSError, ValidationError, DigestError):
        return None


def short_certificate(certificate: Certificate) -> Message:
    """Return the certificate's accuracy and date, for the overlay."""
    return Message.of("page-certificate-short", error=certificate.p95_mm, date=certificate.date)


class TakenViewView(View):
    """A view that was taken: its error under the lens so far, px, None until there are enough.

    `bad` when that error is so much larger than the others' that the view is better left out.
    """

    name: Name
    rms_px: float | None
    tilt_deg: float
    lean: Name
    blur_px: float
    bad: bool = False


class WizardView(View):
    """State of the lens wizard.

    `corners_px` are the sheet's corners in picture `picture`; `cells` the (column, row) of `grid` that views taken
    have reached, `cells_so_far` how many in words, as `views_so_far` of the views, `so_far` of both in a sentence;
    `leans` how many were taken of each way that the sheet can lie, of which `leans_wanted` are wanted; `ways` the same
    in words.
    `problem` is what is wrong with the camera or the views, `saved` what came of finishing; `message` is the message of
    the problem, or of the advice. The other texts have their own: `NAME_message`, `way_messages`.
    """

    version: Annotated[int, Field(ge=1)] = 1
    camera: str
    mode: str
    size_px: tuple[int, int]
    picture: int
    corners_px: tuple[Point, ...] = ()
    grid: tuple[int, int]
    cells: tuple[tuple[int, int], ...] = ()
    cells_so_far: str
    leans: dict[str, int]
    leans_wanted: int
    ways: tuple[str, ...] = ()
    blur_px: float | None = None
    blur_limit_px: float
    tilt_deg: float | None = None
    lean: str | None = None
    still: bool = False
    advice: str
    views: tuple[TakenViewView, ...] = ()
    views_so_far: str
    so_far: str
    enough: bool = False
    problem: str | None = None
    saved: str | None = None
    message: Message | None = None
    cells_so_far_message: Message | None = None
    way_messages: tuple[Message, ...] = ()
    advice_message: Message | None = None
    views_so_far_message: Message | None = None
    so_far_message: Message | None = None
    saved_message: Message | None = None


class LensPort(Protocol):
    """The wizard behind the page; methods are called on the event loop and must not block it."""

    def state(self) -> WizardView:
        """Return the wizard's current state."""
        ...

    async def drop(self, name: str) -> None:
        """Remove a view; `web.contract.errors.UnknownError` if there is none of that name."""
        ...

    async def finish(self) -> Message | None:
        """Compute the lens and save it; return the reason on failure, None on success."""
        ...

    async def picture(self) -> Picture:
        """Return the newest frame, waiting for the first."""
        ...


Corners = tuple[tuple[float, float], ...]
"""Tray corners touched so far in pixels of the tray's camera: clockwise from the upper left."""


class TrayCalibrationView(View):
    """Progress of the calibration: whether the empty tray is recorded; id, name and state of each seat's dice."""

    empty: bool
    seats: tuple[tuple[str, str, bool], ...]
    said: str = ""
    message: Message | None = None


class TrayCalibrator(Protocol):
    """Calibration of the dice tray; methods are called on the event loop and must not block it."""

    def view(self) -> TrayCalibrationView:
        """Return the progress."""
        ...

    async def picture(self, corners: Corners) -> bytes:
        """Return the newest frame as JPEG, with the corners drawn in."""
        ...

    async def size_px(self) -> tuple[int, int]:
        """Return (width, height) of the frames."""
        ...

    async def empty(self, corners: Corners) -> None:
        """Record the empty tray."""
        ...

    async def dice(self, corners: Corners, player: str) -> None:
        """Record a player's dice in the tray."""
        ...

    async def save(self, corners: Corners) -> None:
        """Save the calibration and start using it."""
        ...

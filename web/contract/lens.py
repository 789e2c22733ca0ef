"""What the lens wizard's page shows, and what it asks of the wizard behind it."""

from __future__ import annotations

from typing import Annotated, Protocol

from pydantic import Field

from web.contract.pictures import Picture
from web.contract.views import Name, Point, View


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
    """What the wizard knows now.

    `corners_px` are the sheet's corners in picture `picture`; `cells` the (column, row) of `grid` that views taken
    have reached, `cells_so_far` how many in words, as `views_so_far` of the views, `so_far` of both in a sentence;
    `leans` how many were taken of each way that the sheet can lie, of which `leans_wanted` are wanted; `ways` the same
    in words.
    `problem` is what is wrong with the camera or the views, `saved` what came of finishing.
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


class LensPort(Protocol):
    """The wizard behind the page; every method is called on the event loop and must not block it."""

    def state(self) -> WizardView:
        """Return what the wizard knows now."""
        ...

    async def drop(self, name: str) -> None:
        """Leave a view out that was taken; `web.contract.errors.UnknownError` when there is none of that name."""
        ...

    async def finish(self) -> str | None:
        """Find the lens and save it; return why not, None when it is done."""
        ...

    async def picture(self) -> Picture:
        """Return the newest picture, waiting for the first."""
        ...

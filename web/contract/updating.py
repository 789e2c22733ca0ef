"""Another version of an installed table's program: brought, shown with what it changes, taken, or gone back from."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from web.contract.bringing import BroughtView, Count
from web.contract.views import ClosedModel


class ChangeView(ClosedModel):
    """What changed with one version, as its CHANGELOG has it."""

    version: str
    text: str


class UpdateView(BroughtView):
    """The version that plays, and the one that is brought: `version` and its `changes` once its file is verified.

    `why_not` says why this table takes none from a page, `no_index` why none from the network; both empty where it may.
    `at_work` says that the system builds or tries one now, `said` what became of the last one. `before` is the version
    that can be gone back to, empty where there is none.
    """

    plays: str = ""
    before: str = ""
    version: str = ""
    changes: tuple[ChangeView, ...] = ()
    at_work: bool = False
    said: str = ""
    why_not: str = ""
    no_index: str = ""
    playing: bool = False


class BringRelease(ClosedModel):
    """Say that a release's file is to come, with its size; its parts go to /api/machine/update."""

    kind: Literal["bring"]
    name: Annotated[str, Field(min_length=1, max_length=120)]
    size_bytes: Annotated[int, Field(ge=1, le=2**53)]


class FetchRelease(ClosedModel):
    """Fetch the newest release from the index that the settings file names."""

    kind: Literal["fetch"]


class DropRelease(ClosedModel):
    """Forget the release that was brought; nothing of the table's was touched."""

    kind: Literal["drop"]


class TakeRelease(ClosedModel):
    """Build the release that was shown under this number beside the one that plays, and go on with it."""

    kind: Literal["take"]
    number: Count


class GoBack(ClosedModel):
    """Go on with the release before. Games and settings stay as they are."""

    kind: Literal["back"]


class AskedUpdate(ClosedModel):
    """What the page asks for."""

    wish: Annotated[
        BringRelease | FetchRelease | DropRelease | TakeRelease | GoBack,
        Field(discriminator="kind"),
    ]

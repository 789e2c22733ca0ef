"""A table that belongs to nobody yet, and the first phone that may become its referee's."""

from __future__ import annotations

from typing import Annotated, Protocol

from pydantic import ConfigDict, Field

from web.contract.views import View


class ClaimView(View):
    """For how many seconds this table can still be claimed, 0 when it cannot; whether this device is its owner's."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"seconds": 540, "owner": False}]})

    seconds: Annotated[int, Field(ge=0)] = 0
    owner: bool = False


class ClaimPort(Protocol):
    """Whether a table can be claimed; called on the event loop."""

    def seconds(self) -> int:
        """Return for how many seconds it can be claimed, 0 when it cannot."""
        ...

    def take(self) -> bool:
        """Claim it, on disk before this returns; False when it cannot be claimed (any more)."""
        ...

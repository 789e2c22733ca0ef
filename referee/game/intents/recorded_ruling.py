"""A ruling as a journal keeps it: what came since a journal was written stands in it only where it says something."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import SerializerFunctionWrapHandler, WrapSerializer

from referee.rules.ruling import Ruling


def _without_nothing(ruling: Ruling, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
    data: dict[str, Any] = written(ruling)
    if not ruling.by_hand:
        del data["by_hand"]
    return data


RecordedRuling = Annotated[Ruling, WrapSerializer(_without_nothing)]

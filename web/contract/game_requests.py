"""What a player may ask of the game and of the table from a phone: the referee allows each or says why not.

Requests for an intent of the game are made from the intents (`referee.game.intents`); the table's own stand here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from referee.game.intents import INTENTS
from referee.game.intents.base import Id
from web.contract.request_models import GameRequest, request_model
from web.contract.views import View


class ChoiceOrDice(GameRequest):
    """Answer an open prompt: by the key of a choice, or by the dice that were rolled."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"required": ["choice"], "properties": {"choice": {"type": "string"}, "dice": {"maxItems": 0}}},
                {"required": ["dice"], "properties": {"choice": {"type": "null"}, "dice": {"minItems": 1}}},
            ]
        }
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        said = self.said()
        if (said["choice"] is None) == (not said["dice"]):
            raise ValueError("expected either a choice or dice")
        return self


BASES: Mapping[str, type[GameRequest]] = {"answer": ChoiceOrDice}
"""What must be true of a request beyond its fields, by kind."""

GAME_REQUESTS: Mapping[str, type[GameRequest]] = MappingProxyType(
    {
        kind: request_model(INTENTS.form(kind), BASES.get(kind, GameRequest))
        for kind in INTENTS
        if INTENTS.form(kind).request is not None
    }
)
"""The model of each request that becomes an intent of the game, by kind."""


class Begin(View):
    """A new game with what stands on the table; the one before is kept.

    `free` play has no turns; otherwise it is a whole battle of the edition.
    """

    kind: Literal["begin"]
    free: bool = False
    mission: Annotated[str, Field(max_length=120)] = ""


class Sign(View):
    """A player signs the result off; it stands for the game as it is, and any change takes it away."""

    kind: Literal["sign"]
    player: Id


class RunClock(View):
    """The clock started, stopped, or set back to nothing."""

    kind: Literal["clock"]
    do: Literal["start", "stop", "reset"]


TableRequest = Begin | Sign | RunClock
"""What the table does itself, beside the game."""

TABLE_REQUESTS: tuple[type[View], ...] = (Begin, Sign, RunClock)

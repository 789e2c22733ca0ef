"""How the dice fell at this table: by player and by evening, and whether fair dice would fall so."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from web.contract.views import Name, View

Count = Annotated[int, Field(ge=0)]
UNUSUAL = 0.05
"""The p below which dice are called unusual."""


class SpreadView(View):
    """How often each face fell. `p` is how often fair dice stray as far, null for too few dice to say."""

    of: Name
    counts: tuple[Count, Count, Count, Count, Count, Count]
    seen: Count
    chi_squared: Annotated[float, Field(ge=0)]
    p: Annotated[float, Field(ge=0, le=1)] | None
    sentence: Name


class CountedView(View):
    """Dice of which only the successes were counted. `expected` succeed of so many fair dice on average.

    `p` is how often those of fair dice stray as far.
    """

    dice: Count
    successes: Count
    expected: Annotated[float, Field(ge=0)]
    p: Annotated[float, Field(ge=0, le=1)]
    sentence: Name


class PlayerDiceView(View):
    """One player's dice: all whose faces were told, the same by evening, the newest first, and those counted."""

    all: SpreadView
    evenings: tuple[SpreadView, ...]
    counted: CountedView | None = None


class FairnessView(View):
    """Every player's dice, and in a sentence how many dice it takes to tell a bias."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"players": [], "needed": "1,940 dice tell 5 %"}]})

    players: tuple[PlayerDiceView, ...]
    needed: Name

"""A ploy as our own files have it: a team's, and a pack's."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from referee.game.ploy_card import MOST_CP, MOST_NAME, PloyCard, PloyTime


class PloyRecord(BaseModel):
    """One ploy: `when` it is used ("strategy", "firefight", or "any"), and its price in command points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(strict=True, min_length=1, max_length=MOST_NAME)]
    when: PloyTime = PloyTime.ANY
    cp: Annotated[int, Field(strict=True, ge=0, le=MOST_CP)] = 1
    text: str = ""

    def card(self) -> PloyCard:
        """Return it as a game has it."""
        return PloyCard(self.name, self.when, self.cp, self.text)


def ploy_document(card: PloyCard) -> dict[str, Any]:
    """Return a ploy as a file has it."""
    return {"name": card.name, "when": str(card.when), "cp": card.cost, "text": card.text}

"""A decision that is open: whose, between what, and what happens when nobody answers."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Choice(BaseModel):
    """One answer to a prompt: its key (sent back) and its label (shown)."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    key: Annotated[str, Field(min_length=1)]
    label: Annotated[str, Field(min_length=1)]


class Prompt(BaseModel):
    """One open decision. It stands in the state; phone, panel and tray all answer the same one.

    `owner` is the player who decides ("p1", "p2", or "any" for whoever is at hand). `default` is the key taken on
    confirm. `dice` says how many dice are expected; zero when none are. `picks` says how many of the choices but the
    default may be taken together, by the intent `choose_equipment`; an answer takes one. Refuses a default that is no
    choice, keys that stand twice, and a prompt that offers neither choices nor dice.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    id: Annotated[str, Field(min_length=1)]
    owner: Annotated[str, Field(min_length=1)]
    question: Annotated[str, Field(min_length=1)]
    choices: tuple[Choice, ...] = ()
    default: str | None = None
    dice: Annotated[int, Field(ge=0, le=40)] = 0
    picks: Annotated[int, Field(ge=1, le=8)] = 1

    @model_validator(mode="after")
    def _answerable(self) -> Self:
        keys = [choice.key for choice in self.choices]
        if len(set(keys)) != len(keys):
            raise ValueError(f"prompt {self.id!r}: a choice key stands twice in {keys}")
        if self.default is not None and self.default not in keys:
            raise ValueError(f"prompt {self.id!r}: default {self.default!r} is none of {keys}")
        if not keys and self.dice == 0:
            raise ValueError(f"prompt {self.id!r}: offers neither choices nor dice")
        return self

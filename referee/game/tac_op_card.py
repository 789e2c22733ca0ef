"""What a tac op's card says (rules A24-04, B21-05)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TacOpCard:
    """A tac op that a player may have: what it is called, and what it asks."""

    name: str
    text: str = ""

"""The players of a game in short, as pages and the hall show them."""

from __future__ import annotations

from typing import Protocol, TypeVar

from referee.game.state import GameState

NO_COLOUR = "#888888"
"""Shown for a player who has no colour."""

T_co = TypeVar("T_co", covariant=True)


class SideForm(Protocol[T_co]):
    """What one player's side is made into."""

    def __call__(self, *, player: str, name: str, colour: str, cp: int, vp: int) -> T_co:
        """Return the side in that form."""
        ...


def sides_of(state: GameState, form: SideForm[T_co]) -> tuple[T_co, ...]:
    """Return every player's side in that form; what is shown of victory points is never below none."""
    return tuple(
        form(
            player=player,
            name=side.seat.name,
            colour=side.seat.colour or NO_COLOUR,
            cp=side.cp,
            vp=max(0, side.total_vp),
        )
        for player, side in state.sides.items()
    )

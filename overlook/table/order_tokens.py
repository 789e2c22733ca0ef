"""Which order tokens the players have turned: only what changes on the table says something (rule A24-14)."""

from __future__ import annotations

from geometry.table import Table
from referee.game.judging.order_tokens import Face, Said, read_tokens
from referee.game.state import GameState


class OrderTokens:
    """Remembers the face that lies beside each operative.

    A token that still shows what it showed before says nothing, though the game has gone on; nor does one that was
    covered for a while and shows the same again. What lies there when the table is first seen is where it begins.
    """

    def __init__(self) -> None:
        self._faces: dict[str, Face] | None = None

    def take(self, state: GameState, table: Table) -> tuple[Said, ...]:
        """Return what was said by turning or laying down a token since the last time."""
        said = read_tokens(state, table)
        before = self._faces
        self._faces = {**(before or {}), **{one.operative: one.face for one in said}}
        if before is None:
            return ()
        return tuple(one for one in said if before.get(one.operative) != one.face)

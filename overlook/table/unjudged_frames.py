"""Frames that could not be judged: what is logged of them, once, and what the players are shown."""

from __future__ import annotations

import logging

from overlook.log import NewFaults
from overlook.table.displaced import displaced
from overlook.table.seen_table import SeenTable
from overlook.table.session import TableSession

log = logging.getLogger("overlook.table.session")


class UnjudgedFrames:
    """Logs each kind of fault once for each state of a game: the next frame mostly brings it again."""

    def __init__(self) -> None:
        self._faults = NewFaults()

    def take(self, fault: Exception, table: TableSession, seen: SeenTable) -> str:
        """Log a fault unless it is known and return the sentence that is shown."""
        if self._faults.is_new(fault, table.number, table.sequence):
            acting, away = table.state.acting, displaced(table.state, seen.table)
            log.error(
                "a frame was not judged: game %d, event %d, phase %r, active %s, elsewhere %s, taken at %.3f s",
                table.number,
                table.sequence,
                table.state.stage,
                "nobody" if acting is None else f"{acting.operative} ({acting.doing})",
                ", ".join(sorted(away)) or "nobody",
                seen.frame.captured_s,
                exc_info=fault,
            )
        return (
            f"What the camera sees cannot be judged: a fault of the program ({type(fault).__name__}). Nothing in the "
            "game has changed. Set back the model that was moved last, or undo the last step."
        )

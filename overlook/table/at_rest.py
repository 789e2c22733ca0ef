"""Which pictures of a table at rest are worth showing anew: most say what the one before said."""

from __future__ import annotations

from overlook.table.seen_table import SeenTable

SHOWN_EVERY_S = 0.5
"""So often a table at rest is shown anew all the same: places are averaged, and the pace of pictures wanders."""


class AtRest:
    """Tells whether a picture has news for whoever looks, told of every picture after the table has taken it."""

    def __init__(self) -> None:
        self._before: SeenTable | None = None
        self._stood: object = None
        self._shown_s = float("-inf")

    def is_news(self, seen: SeenTable, happened: object, now_s: float) -> bool:
        """Return whether to show what stands now.

        Not where the table rests as it rested, the eye says the same of it in words, and `happened`, which is equal
        while nothing happens in the game, is what it was, unless that was shown `SHOWN_EVERY_S` ago. `now_s` is a
        monotonic clock's.
        """
        before, self._before = self._before, seen
        stood, self._stood = self._stood, happened
        rests = before is not None and stood == happened and _says(before) == _says(seen) and seen.table.settled
        if rests and now_s - self._shown_s < SHOWN_EVERY_S:
            return False
        self._shown_s = now_s
        return True


def _says(seen: SeenTable) -> tuple[object, ...]:
    """Return everything that a picture says but where exactly things stand, which rests while they are settled."""
    there = seen.table
    return (
        there.settled,
        there.hand_in_view,
        there.camera_moved,
        seen.states,
        seen.levels,
        seen.paths,
        seen.warnings,
        seen.problem,
        id(seen.pose),
        there.markers.keys(),
        tuple((part.id, part.state) for part in there.terrain),
    )

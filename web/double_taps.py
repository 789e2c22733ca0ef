"""A finger that comes down twice on a target: what opened the dice a moment ago is asked for no second time."""

from __future__ import annotations

from web.contract.intents import Accepted, Outcome, Refused, RequestedIntent

TWICE_S = 1.0
"""Seconds within which the same request of the same player is the same tap."""


class DoubleTaps:
    """Remembers the request of a device that was taken last."""

    def __init__(self) -> None:
        self._last: tuple[RequestedIntent, str] | None = None
        self._outcome: Outcome = Accepted()
        self._at_s = 0.0

    def taken(self, request: RequestedIntent, player: str, outcome: Outcome, *, now_s: float) -> Outcome:
        """Return the outcome; that of the first tap for a refused second one at a target whose dice it opened.

        Whatever else is refused is refused: who asks twice for what may be done once is told so.
        """
        if isinstance(outcome, Refused):
            again = self._last == (request, player) and now_s - self._at_s <= TWICE_S
            return self._outcome if again and getattr(request, "dice", False) else outcome
        self._last, self._outcome, self._at_s = (request, player), outcome, now_s
        return outcome

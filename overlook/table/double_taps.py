"""A finger that comes down twice: what is asked for a second time at once was asked for once."""

from __future__ import annotations

from web.contract.intents import Accepted, Outcome, Refused, RequestedIntent

TWICE_S = 1.0
"""Seconds within which the same request of the same player is the same tap."""


class DoubleTaps:
    """Remembers the request that was taken last."""

    def __init__(self) -> None:
        self._last: tuple[RequestedIntent, str] | None = None
        self._outcome: Outcome = Accepted()
        self._at_s = 0.0

    def taken(self, request: RequestedIntent, player: str, outcome: Outcome, *, now_s: float) -> Outcome:
        """Return the outcome; that of the first tap for a refused second one.

        What the rules take twice is taken twice: only a refusal is no news to whoever got what was asked for.
        """
        if isinstance(outcome, Refused):
            again = self._last == (request, player) and now_s - self._at_s <= TWICE_S
            return self._outcome if again else outcome
        self._last, self._outcome, self._at_s = (request, player), outcome, now_s
        return outcome

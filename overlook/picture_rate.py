"""How many pictures come in a second."""

from __future__ import annotations


class Rate:
    """Pictures a second, over the last ones."""

    def __init__(self, over: int = 20) -> None:
        self._times: list[float] = []
        self._over = over

    def count(self, now_s: float) -> float:
        """Return the rate with one more picture."""
        self._times = [*self._times[-self._over :], now_s]
        span_s = self._times[-1] - self._times[0]
        return (len(self._times) - 1) / span_s if span_s > 0 else 0.0

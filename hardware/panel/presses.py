"""From a contact that opens and closes to presses: short, long, double."""

from __future__ import annotations

import threading
from collections.abc import Callable

from hardware.panel.panel import Press


class PressReader:
    """Turns one button's edges into presses.

    A long press counts as soon as it has been held long enough, its release then nothing. Where doubles count, a short
    press waits `double_s` for a second; where they do not (`double_s` None), it counts at its release.
    """

    def __init__(
        self,
        emit: Callable[[Press], None],
        double_s: float | None,
        timer: Callable[[float, Callable[[], None]], threading.Timer] = threading.Timer,
    ) -> None:
        self._emit = emit
        self._double_s = double_s
        self._timer = timer
        self._lock = threading.Lock()
        self._down = False
        self._was_held = False
        self._waiting: threading.Timer | None = None
        self._second = False

    def pressed(self) -> None:
        """The contact has closed."""
        with self._lock:
            self._down, self._was_held = True, False
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None
                self._second = True

    def held(self) -> None:
        """The contact has been closed for long. Said too late, when it is open again, it is nothing."""
        with self._lock:
            if not self._down:
                return
            self._was_held = True
            second, self._second = self._second, False
        if second:
            self._emit(Press.SHORT)
        self._emit(Press.LONG)

    def released(self) -> None:
        """The contact has opened."""
        with self._lock:
            self._down = False
            if self._was_held:
                self._was_held = False
                return
            second, self._second = self._second, False
            if not second and self._double_s is not None:
                self._waiting = self._timer(self._double_s, self._alone)
                self._waiting.daemon = True
                self._waiting.start()
                return
        self._emit(Press.DOUBLE if second else Press.SHORT)

    def _alone(self) -> None:
        with self._lock:
            if self._waiting is not threading.current_thread():
                return
            self._waiting = None
        self._emit(Press.SHORT)

    def close(self) -> None:
        """Forget a press that waits for its second."""
        with self._lock:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None

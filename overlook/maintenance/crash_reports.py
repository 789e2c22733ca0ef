"""Faults that do not end the program: each kind is kept once in a report, beside what goes on."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

from overlook.log import kind_of

log = logging.getLogger(__name__)

Write = Callable[[str, BaseException], None]
"""Keeps a fault of a part, named first, where whoever mends the program finds it."""

MOST = 20
"""How many kinds are kept in one run: as many as there are reports."""

LOGGERS = ("asyncio", "concurrent.futures", "uvicorn.error")
"""Where libraries say what they caught: of a callback, of a future's, of a request."""


class CrashReports:
    """Takes faults from any thread, and has each kind written once, in a thread of its own."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._known: set[tuple[str, str, str, int]] = set()
        self._lock = threading.Lock()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="faults")

    def take(self, part: str, fault: BaseException) -> None:
        """Have a fault of a part written, unless one of its kind was, from the same line of the program.

        What is given up because the program ends is no fault: a picture that is sent on and on, for one.
        """
        if isinstance(fault, asyncio.CancelledError):
            return
        kind = (part, *kind_of(fault))
        with self._lock:
            if kind in self._known or len(self._known) >= MOST:
                return
            self._known.add(kind)
            with suppress(RuntimeError):  # the program is closed already
                self._writer.submit(self._written, part, fault)

    def _written(self, part: str, fault: BaseException) -> None:
        try:
            self._write(part, fault)
        except Exception:  # nobody waits for it: where no report can be made, that at least is said
            log.exception("no report of a fault in %s could be written", part)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Take what threads die of and what libraries caught and only log; ends when all of it is written."""
        died = threading.excepthook

        def of_a_thread(what: threading.ExceptHookArgs) -> None:
            died(what)
            if what.exc_value is not None:
                self.take(what.thread.name if what.thread is not None else "a thread", what.exc_value)

        for name in LOGGERS:
            logging.getLogger(name).addFilter(self._logged)
        threading.excepthook = of_a_thread
        try:
            yield
        finally:
            threading.excepthook = died
            for name in LOGGERS:
                logging.getLogger(name).removeFilter(self._logged)
            self._writer.shutdown(wait=True)

    def _logged(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        if fault is not None and record.levelno >= logging.ERROR:
            self.take(record.name, fault)
        return True

"""Producers of training crops: the training process itself, or others in parallel to keep an accelerator busy."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

import cv2

from tools.training.dice.batches import Crops

READY = 4
"""Largest number of batches that each process has ready."""

REFRESH = 400
"""Batches after which a process loads newly rendered scenes."""


class Hands:
    """Batches of `size` crops from streams that `make` creates by seed, in `count` processes, or in this one if 0."""

    def __init__(self, make: Callable[[int], Crops], count: int, seed: int, size: int) -> None:
        self._size = size
        self._own = make(seed) if count == 0 else None
        context = multiprocessing.get_context("fork")
        self._made: Any = context.Queue(max(1, READY * count))
        self._others: list[BaseProcess] = [
            context.Process(target=_make, args=(make, seed + 101 * (k + 1), size, self._made), daemon=True)
            for k in range(count)
        ]

    def __enter__(self) -> Hands:
        for other in self._others:
            other.start()
        return self

    def __exit__(self, *_: object) -> None:
        for other in self._others:
            other.terminate()

    def batch(self) -> list[Any]:
        """Return the next crops."""
        if self._own is not None:
            return [self._own.crop() for _ in range(self._size)]
        made: list[Any] = self._made.get()
        return made

    def refresh(self) -> int:
        """Load newly rendered scenes if this process makes the crops; return the number of scenes, else 0."""
        return self._own.refresh() if self._own is not None else 0


def _make(make: Callable[[int], Crops], seed: int, size: int, made: Any) -> None:
    cv2.setNumThreads(1)
    stream, count = make(seed), 0
    while True:
        made.put([stream.crop() for _ in range(size)])
        count += 1
        if count % REFRESH == 0:
            stream.refresh()

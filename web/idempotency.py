"""An act that arrives twice is done once: the idempotency keys of the last requests and what came of them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from web.contract.errors import WebError

T = TypeVar("T")


class KeyReusedError(WebError, ValueError):
    """One idempotency key came with two different requests."""


class Idempotency(Generic[T]):
    """Runs each keyed act once and gives its outcome to whoever sends the same request again.

    `keep` keys are remembered. An act that raised is forgotten, so that it can be tried again.
    """

    def __init__(self, keep: int = 1024) -> None:
        self._keep = keep
        self._done: OrderedDict[str, tuple[object, asyncio.Future[T]]] = OrderedDict()

    async def run(self, key: str, request: object, act: Callable[[], Awaitable[T]]) -> T:
        """Return the outcome of `act`, run now or under the same key before.

        Raises `KeyReusedError` when the key stood for another request, and whatever `act` raises.
        """
        if key in self._done:
            known, outcome = self._done[key]
            if known != request:
                raise KeyReusedError(f"Idempotency-Key {key!r} was used for another request: make a new one")
            return await asyncio.shield(outcome)
        running = asyncio.ensure_future(act())
        self._done[key] = (request, running)
        while len(self._done) > self._keep:
            self._done.popitem(last=False)
        running.add_done_callback(lambda done: self._forget_failed(key, done))
        return await asyncio.shield(running)

    def _forget_failed(self, key: str, done: asyncio.Future[T]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._done.pop(key, None)

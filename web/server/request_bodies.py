"""Request bodies: strict JSON, file chunks, idempotency keys and double taps."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Header, HTTPException, Path, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError

from messages.message import Message
from web.contract.errors import KeyReusedError
from web.contract.requests import Accepted, Key, Outcome, Refused, RequestedIntent

TWICE_S = 1.0
"""Seconds within which a repeated request of one player is a double tap."""


class DoubleTaps:
    """Remembers the last accepted request, to recognise a double tap."""

    def __init__(self) -> None:
        self._last: tuple[RequestedIntent, str] | None = None
        self._outcome: Outcome = Accepted()
        self._at_s = 0.0

    def taken(self, request: RequestedIntent, player: str, outcome: Outcome, *, now_s: float) -> Outcome:
        """Return the outcome; for a refused repetition of an attack with dice, the outcome of the first tap.

        All other refusals are returned unchanged.
        """
        if isinstance(outcome, Refused):
            again = self._last == (request, player) and now_s - self._at_s <= TWICE_S
            return self._outcome if again and getattr(request, "dice", False) else outcome
        self._last, self._outcome, self._at_s = (request, player), outcome, now_s
        return outcome


T = TypeVar("T")


class Idempotency(Generic[T]):
    """Runs each keyed act once, and returns the same outcome for a repeated request.

    `keep` keys are remembered. An act that raised is forgotten, so that it can be tried again.
    """

    def __init__(self, keep: int = 1024) -> None:
        self._keep = keep
        self._done: OrderedDict[str, tuple[object, asyncio.Future[T]]] = OrderedDict()

    async def run(self, key: str, request: object, act: Callable[[], Awaitable[T]]) -> T:
        """Return the outcome of `act`, run now or earlier under the same key.

        Raises `KeyReusedError` if the key was used for another request, and the errors of `act`.
        """
        if key in self._done:
            known, outcome = self._done[key]
            if known != request:
                raise KeyReusedError("request-key-reused", key=key)
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


JSON = "application/json"
PART = "application/octet-stream"
PART_BODY: dict[str, Any] = {
    "requestBody": {"required": True, "content": {PART: {"schema": {"type": "string", "format": "binary"}}}}
}
Whole = Annotated[int, Path(ge=0, le=2**53)]


async def read_chunk(request: Request) -> bytes:
    """Return the bytes of a file chunk; status 415 for any other content type."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != PART:
        raise HTTPException(415, Message.of("request-content-type", kind=PART))
    return await request.body()


M = TypeVar("M", bound=BaseModel)


KeyHeader = Annotated[
    Key,
    Header(
        alias="Idempotency-Key",
        description="unique per act",
        examples=["5f0c7a52-6f3e-4c8e-9f0e-0d8a2b1c7e11"],
    ),
]


async def body_of(model: type[M], request: Request) -> M:
    """Return the request's body as a model, in strict mode: a number in quotes is rejected."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise HTTPException(415, Message.of("request-content-type", kind=JSON))
    try:
        return model.model_validate_json(await request.body())
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_url=False)) from error

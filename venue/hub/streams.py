"""What the hub sends for long: as fast as it is taken; who takes nothing for a while is dropped, in one line."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import anyio
from sse_starlette.sse import EventSourceResponse, SendTimeoutError
from starlette.responses import Response, StreamingResponse
from starlette.types import Message, Receive, Scope, Send

STALL_S = 10.0
log = logging.getLogger(__name__)


class CsvResponse(Response):
    """A table as CSV."""

    media_type = "text/csv"


class LogResponse(StreamingResponse):
    """A table's log as JSON lines."""

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__(lines, media_type="application/x-ndjson")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines until there are no more, or nobody takes them."""

        async def in_time(message: Message) -> None:
            with anyio.fail_after(STALL_S):
                await send(message)

        try:
            await super().__call__(scope, receive, in_time)
        except* TimeoutError:
            _dropped(scope)


class HallResponse(EventSourceResponse):
    """What changes in the hall, as server-sent events."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the viewer leaves or stalls."""
        try:
            await super().__call__(scope, receive, send)
        except SendTimeoutError:
            _dropped(scope)


def _dropped(scope: Scope) -> None:
    client = scope.get("client")
    log.warning("%s took nothing for %s s: dropped", client and client[0], STALL_S)

"""Server-sent events: one stream per viewer; slow viewers are dropped."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any, Literal

import anyio
from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse, SendTimeoutError
from starlette.types import Receive, Scope, Send

from web.contract.streams import Change, ChangeSource
from web.server.settings import WebSettings

log = logging.getLogger(__name__)

ConnectionEvent = Literal["connected", "disconnected"]

PACE_PER_VIEWER_S = 0.0025
"""Pause between two changes in seconds, per viewer without permission to act.

An event costs about 0.15 ms of CPU time per viewer, so that all such viewers together use at most 1/16 of a core; 200
of them get two changes a second.
"""


class LiveChannel:
    """Event stream of one run of the program.

    Event ids are `<run>.<revision>`: revisions start again with each run, so a viewer of an earlier run gets a whole
    snapshot. Events: `snapshot` (a `Snapshot`), `delta` (a `Delta`), `beat` (empty heartbeat).
    """

    def __init__(self, service: ChangeSource, settings: WebSettings) -> None:
        self.run = secrets.token_hex(4)
        self._service = service
        self._settings = settings
        self._viewers = 0

    def open(
        self,
        last_event_id: str | None,
        *,
        looks_on: bool = False,
        note: Callable[[ConnectionEvent], None] = lambda _: None,
    ) -> EventSourceResponse:
        """Return the stream for a viewer that has seen `last_event_id`, None for none.

        With `looks_on` there is a pause between two changes, proportional to the number of viewers
        (`PACE_PER_VIEWER_S`). `note` is called when the viewer connects and when it leaves.
        """
        return SseResponse(
            self._events(self._revision(last_event_id), looks_on=looks_on, note=note),
            sep="\n",
            ping=self._settings.beat_s,
            ping_message_factory=lambda: ServerSentEvent(event="beat", data="", sep="\n"),
            send_timeout=self._settings.stall_s,
        )

    def _revision(self, last_event_id: str | None) -> int | None:
        run, _, revision = (last_event_id or "").partition(".")
        return int(revision) if run == self.run and revision.isascii() and revision.isdigit() else None

    async def _events(
        self, after: int | None, *, looks_on: bool, note: Callable[[ConnectionEvent], None]
    ) -> AsyncIterator[bytes]:
        yield b"retry: 1000\n\n"
        self._viewers += 1
        note("connected")
        try:
            async for change in self._service.changes(after):
                yield self.encode(change)
                if looks_on:
                    await self._pause()
        finally:
            self._viewers -= 1
            note("disconnected")

    async def _pause(self) -> None:
        """Wait for the next common instant of all throttled viewers, so that one change is encoded for all of them."""
        pace_s = self._viewers * PACE_PER_VIEWER_S
        await anyio.sleep(pace_s - anyio.current_time() % pace_s)

    def encode(self, change: Change) -> bytes:
        """Return the change as one server-sent event."""
        head = f"id: {self.run}.{change.revision}\nevent: {change.kind}\ndata: "
        return head.encode() + change.json + b"\n\n"


class SseResponse(EventSourceResponse):
    """Response to one viewer; a viewer that stalls is dropped with one line in the log."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the viewer leaves or stalls."""
        try:
            await super().__call__(scope, receive, send)
        except SendTimeoutError:
            client = scope.get("client")
            log.warning("viewer %s took nothing for %s s: dropped", client and client[0], self.send_timeout)


EXAMPLE_DELTA = '{"version":1,"since":42,"revision":43}'
EVENT_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Server-sent events",
        "content": {
            "text/event-stream": {
                "itemSchema": {
                    "type": "object",
                    "required": ["event", "data"],
                    "properties": {
                        "id": {"type": "string"},
                        "event": {"enum": ["snapshot", "delta", "beat"]},
                        "data": {"type": "string", "contentMediaType": "application/json"},
                        "retry": {"type": "integer", "minimum": 0},
                    },
                },
                "example": "\n".join(("id: 1f2e3d4c.43", "event: delta", f"data: {EXAMPLE_DELTA}", "", "")),
            }
        },
    }
}
"""OpenAPI entry of a live channel.

`snapshot` carries the whole view, `delta` the difference to the revision in its `since`, and `beat` shows that the
connection is alive. The event id resumes the stream.
"""

"""The live channel: server-sent events, first what a viewer misses, then each change, newest only."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator

from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse, SendTimeoutError
from starlette.types import Receive, Scope, Send

from web.contract.changes import Change, ChangeSource
from web.settings import WebSettings

log = logging.getLogger(__name__)


class LiveChannel:
    """Makes the event stream of one run of the program.

    Event ids are `<run>.<revision>`: after a restart revisions begin again, and a viewer of the run before gets a
    whole snapshot. Events: `snapshot` (a `Snapshot`), `delta` (a `Delta`), `beat` (empty: the line is alive).
    """

    def __init__(self, service: ChangeSource, settings: WebSettings) -> None:
        self.run = secrets.token_hex(4)
        self._service = service
        self._settings = settings

    def open(self, last_event_id: str | None) -> EventSourceResponse:
        """Return the stream for a viewer that has seen `last_event_id`, or nothing of this run."""
        return Viewer(
            self._events(self._revision(last_event_id)),
            sep="\n",
            ping=self._settings.beat_s,
            ping_message_factory=lambda: ServerSentEvent(event="beat", data="", sep="\n"),
            send_timeout=self._settings.stall_s,
        )

    def _revision(self, last_event_id: str | None) -> int | None:
        run, _, revision = (last_event_id or "").partition(".")
        return int(revision) if run == self.run and revision.isascii() and revision.isdigit() else None

    async def _events(self, after: int | None) -> AsyncIterator[bytes]:
        yield b"retry: 1000\n\n"
        async for change in self._service.changes(after):
            yield self.encode(change)

    def encode(self, change: Change) -> bytes:
        """Return the change as one server-sent event."""
        head = f"id: {self.run}.{change.revision}\nevent: {change.kind}\ndata: "
        return head.encode() + change.json + b"\n\n"


class Viewer(EventSourceResponse):
    """One viewer's stream; a viewer that takes nothing any more is dropped with one line in the log."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the viewer leaves or stalls."""
        try:
            await super().__call__(scope, receive, send)
        except SendTimeoutError:
            client = scope.get("client")
            log.warning("viewer %s took nothing for %s s: dropped", client and client[0], self.send_timeout)

"""The event as JSON for many viewers: rendered once for each change, with an entity tag, compressed once a second."""

from __future__ import annotations

import asyncio
import gzip
import secrets
from datetime import UTC, datetime

from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool

from venue.hub.event_service import EventDesk
from venue.hub.event_views import EventView, event_view
from venue.tournament.state import Tournament

LEFT = "Round-Left"
"""Header with the seconds left in the round, also on an answer without a body."""

LEVEL = 5


class EventDocument:
    """The current event as a response. A viewer that names the tag it has gets 304 until something changes.

    The seconds left in the round are no part of the tag: they run by themselves, and each answer has them in a header.
    """

    def __init__(self, desk: EventDesk) -> None:
        self._desk = desk
        self._lock = asyncio.Lock()
        self._instance = secrets.token_hex(4)
        self._event: Tournament | None = None
        self._view: EventView | None = None
        self._tag = ""
        self._encoded: tuple[str, int | None, bytes, bytes] = ("", None, b"", b"")

    async def view(self) -> EventView:
        """Return the view of the event."""
        async with self._lock:
            view = self._view
            if view is None or self._desk.event is not self._event:
                view = await run_in_threadpool(self._render)
            return view

    async def answer(self, request: Request) -> Response:
        """Return the event, or 304 if the viewer has it."""
        await self.view()
        left_s = self._left_s()
        headers = {"ETag": self._tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if left_s is not None:
            headers[LEFT] = str(left_s)
        known = {one.strip() for one in request.headers.get("if-none-match", "").split(",")}
        if self._tag in known:
            return Response(status_code=304, headers=headers)
        async with self._lock:
            tag, at, plain, packed = self._encoded
            if (tag, at) != (self._tag, left_s):
                plain, packed = await run_in_threadpool(self._encode, left_s)
                self._encoded = (self._tag, left_s, plain, packed)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, media_type="application/json", headers={**headers, "Content-Encoding": "gzip"})
        return Response(plain, media_type="application/json", headers=headers)

    def _left_s(self) -> int | None:
        """Return the whole seconds left in the current round, None without one."""
        running = self._event.round if self._event is not None else None
        return int(running.left_s(datetime.now(UTC))) if running is not None else None

    def _render(self) -> EventView:
        event, done = self._desk.snapshot()
        view = event_view(event, done)
        self._event, self._view, self._tag = event, view, f'W/"{self._instance}-{len(done)}"'
        return view

    def _encode(self, left_s: int | None) -> tuple[bytes, bytes]:
        view = self._view or self._render()
        if left_s is not None:
            last = view.rounds[-1].model_copy(update={"left_s": left_s})
            view = view.model_copy(update={"rounds": (*view.rounds[:-1], last)})
        plain = view.model_dump_json().encode()
        return plain, gzip.compress(plain, LEVEL)

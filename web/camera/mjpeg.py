"""Routes /camera.jpg and /camera.mjpg, one MJPEG stream per viewer."""

from __future__ import annotations

import contextlib
import logging
import math
from collections import deque
from collections.abc import Callable, MutableMapping
from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, HTTPException, Query, Response
from starlette.types import Receive, Scope, Send

from messages.message import Message
from web.camera.annotated_pictures import AnnotatedPictures
from web.contract.errors import ServiceUnavailableError
from web.contract.streams import PictureSource
from web.contract.table.table_port import TablePort
from web.server.responses import problems
from web.server.settings import WebSettings
from web.stream.director import Director

BOUNDARY = b"overlook-picture"
MIXED = "multipart/x-mixed-replace"
MJPEG = f"{MIXED}; boundary={BOUNDARY.decode()}"
NEXT_PART = b"\r\n--" + BOUNDARY + b"\r\n"

STILL_S = 0.3
"""Seconds without a new frame after which the last one is sent again, so that browsers display it."""

log = logging.getLogger(__name__)


class PictureStream(Response):
    """MJPEG stream that ends when the viewer leaves, stalls for `stall_s`, or the camera is gone.

    Each part has a Content-Length, so that players which use it (OBS) need not search for the boundary. A browser
    displays a frame only after it has read the header of the next part, so a frame without a successor is sent twice.
    Each frame is delayed by `delay_s`. The context `during` is held while the stream runs.
    """

    media_type = MJPEG

    def __init__(
        self,
        source: PictureSource,
        settings: WebSettings,
        seats: anyio.CapacityLimiter,
        *,
        delay_s: float = 0.0,
        during: Callable[[], AbstractAsyncContextManager[None]] = contextlib.nullcontext,
    ) -> None:
        super().__init__(headers={"Cache-Control": "no-store"})
        del self.headers["content-length"]
        self._source = source
        self._settings = settings
        self._seats = seats
        self._delay_s, self._during = delay_s, during
        self._held: deque[tuple[float, bytes]] = deque()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream frames until the viewer is gone."""
        async with self._seats, self._during(), anyio.create_task_group() as tasks:
            tasks.start_soon(_leave_with_viewer, receive, tasks.cancel_scope)
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            try:
                await self._pictures(send)
            except TimeoutError:
                client = scope.get("client")
                log.warning("viewer %s took no picture for %s s: dropped", client and client[0], self._settings.stall_s)
            except ServiceUnavailableError as error:
                log.info("the picture stream ends: %s", error)
                await send({"type": "http.response.body", "body": b""})
            tasks.cancel_scope.cancel()

    async def _pictures(self, send: Send) -> None:
        await send(_body(NEXT_PART))
        number, unseen = 0, b""
        while True:
            began_s = anyio.current_time()
            picture = None
            with anyio.move_on_after(STILL_S if unseen else math.inf):
                picture = await self._source.picture(number)
            if picture is None:
                jpeg, unseen = unseen, b""
            else:
                number = picture.number
                jpeg = unseen = self._due(picture.jpeg) or b""
            if jpeg:
                with anyio.fail_after(self._settings.stall_s):
                    await send(_body(_part(jpeg) + NEXT_PART))
            # The interval counts from the start of the loop: time spent waiting for the frame is part of it.
            await anyio.sleep_until(began_s + 1 / self._settings.picture_fps)

    def _due(self, jpeg: bytes) -> bytes | None:
        """Queue a frame, and return the newest one that is older than the delay, if any."""
        if self._delay_s == 0:
            return jpeg
        now = anyio.current_time()
        self._held.append((now + self._delay_s, jpeg))
        due = None
        while self._held and self._held[0][0] <= now:
            due = self._held.popleft()[1]
        return due


async def _leave_with_viewer(receive: Receive, scope: anyio.CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()


def _part(jpeg: bytes) -> bytes:
    return b"Content-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg) + jpeg


def _body(data: bytes) -> MutableMapping[str, Any]:
    return {"type": "http.response.body", "body": data, "more_body": True}


FIRST_PICTURE_S = 3.0
Drawn = Annotated[bool, Query(description="draw annotations", examples=[True])]
"""Draw bases, names, control ranges and the thing on air into the stream."""

Follow = Annotated[bool, Query(description="follow, with annotations", examples=[True])]
"""Let a virtual cameraman follow the thing on air, with annotations, in 1920x1080."""

Delay = Annotated[float, Query(ge=0, le=15, description="delay, seconds", examples=[2.5])]


def camera_router(service: TablePort, on_air: Director, settings: WebSettings) -> APIRouter:
    """Return /camera.jpg and /camera.mjpg; annotated frames show what is `on_air`."""
    router = APIRouter(tags=["camera"])
    seats = anyio.CapacityLimiter(settings.picture_viewers)
    still, following = AnnotatedPictures(service, on_air), AnnotatedPictures(service, on_air, follow=True)

    def source(drawn: bool, follow: bool) -> PictureSource:
        return following if follow else still if drawn else service

    @router.get(
        "/camera.jpg",
        response_class=Response,
        responses={
            200: {"content": {"image/jpeg": {}}, "description": "The newest picture"},
            **problems(401, 422, 503),
        },
    )
    async def picture(drawn: Drawn = False, follow: Follow = False) -> Response:
        """The newest camera frame."""
        with anyio.move_on_after(FIRST_PICTURE_S):
            newest = await source(drawn, follow).picture(0)
            return Response(newest.jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})
        raise HTTPException(503, Message.of("request-no-image", seconds=FIRST_PICTURE_S))

    @router.get(
        "/camera.mjpg",
        response_class=Response,
        responses={
            200: {
                "content": {MJPEG: {}},
                "description": "MJPEG stream",
            },
            **problems(401, 422, 503),
        },
    )
    async def pictures(drawn: Drawn = False, follow: Follow = False, delay: Delay = 0.0) -> Response:
        """The camera's frames as MJPEG."""
        if seats.available_tokens <= 0:
            raise HTTPException(503, Message.of("request-camera-full", viewers=settings.picture_viewers))
        shown = on_air.followed if drawn or follow else contextlib.nullcontext
        return PictureStream(source(drawn, follow), settings, seats, delay_s=delay, during=shown)

    return router

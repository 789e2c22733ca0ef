"""The camera picture: one JPEG, or a stream of them; plain, or with the last ruling drawn in."""

from __future__ import annotations

import contextlib
from typing import Annotated

import anyio
from fastapi import APIRouter, HTTPException, Query, Response

from web.annotate import AnnotatedPictures
from web.contract.pictures import PictureSource
from web.contract.port import TablePort
from web.on_air import OnAir
from web.problems import problems
from web.settings import WebSettings
from web.stream import BOUNDARY, PictureStream

FIRST_PICTURE_S = 3.0
Drawn = Annotated[bool, Query(description="with bases, names, ranges and what is on air drawn in", examples=[True])]
Follow = Annotated[
    bool, Query(description="drawn in too; a virtual cameraman follows what is on air, 1920x1080", examples=[True])
]
Delay = Annotated[float, Query(ge=0, le=15, description="hold each picture back for so many seconds", examples=[2.5])]


def camera_router(service: TablePort, on_air: OnAir, settings: WebSettings) -> APIRouter:
    """Return /camera.jpg and /camera.mjpg; what is drawn in is what is `on_air`."""
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
        """The newest camera picture."""
        with anyio.move_on_after(FIRST_PICTURE_S):
            newest = await source(drawn, follow).picture(0)
            return Response(newest.jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})
        raise HTTPException(503, f"The camera has given no picture for {FIRST_PICTURE_S:g} s")

    @router.get(
        "/camera.mjpg",
        response_class=Response,
        responses={
            200: {
                "content": {f"multipart/x-mixed-replace; boundary={BOUNDARY.decode()}": {}},
                "description": "Pictures as they come, each viewer at its own pace",
            },
            **problems(401, 422, 503),
        },
    )
    async def pictures(drawn: Drawn = False, follow: Follow = False, delay: Delay = 0.0) -> Response:
        """The camera picture, moving."""
        if seats.available_tokens <= 0:
            raise HTTPException(
                503, f"{settings.picture_viewers} viewers watch the camera already; close one, or use /camera.jpg"
            )
        shown = on_air.followed if drawn or follow else contextlib.nullcontext
        return PictureStream(source(drawn, follow), settings, seats, delay_s=delay, during=shown)

    return router

"""Routes of recorded games, their reports and clips."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import FileResponse

from web.contract.table.recordings import Archive, ClipView, RecordedGames, Recording
from web.contract.table.snapshot import Snapshot
from web.pages.match_report import collect_report, render_report
from web.server.responses import attachment, html_response, problems

EVER = {"Cache-Control": "private, max-age=3600"}
JPEG: dict[int | str, dict[str, Any]] = {
    200: {"description": "One frame", "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}}}
}
MP4: dict[int | str, dict[str, Any]] = {
    200: {"description": "The clip", "content": {"video/mp4": {"schema": {"type": "string", "format": "binary"}}}},
    206: {"description": "Part of it"},
    416: {"description": "No such part"},
}
Number = Annotated[int, Path(ge=1, le=99_999, examples=[3])]
Sequence = Annotated[int, Path(ge=1, le=9_999_999, examples=[57])]


def recordings_router(archive: Archive) -> APIRouter:
    """Return the routes of recorded games."""
    router = APIRouter(prefix="/api/games", tags=["replay"])

    @router.get("", responses=problems(401))
    async def games() -> RecordedGames:
        """Every recorded game of this table, the newest first."""
        return await archive.games()

    @router.get("/{number}", responses=problems(401, 404, 422))
    async def recording(number: Number) -> Recording:
        """The marks of one game, with its highlights."""
        return await archive.recording(number)

    @router.get("/{number}/moments/{sequence}", responses=problems(401, 404, 422))
    async def moment(number: Number, sequence: Sequence) -> Snapshot:
        """How everything stood after that event."""
        return await archive.moment(number, sequence)

    @router.get("/{number}/report.html", response_class=Response, responses=problems(401, 404, 422))
    async def report(number: Number, request: Request) -> Response:
        """The match as one HTML file with its style and images, to download, send or print."""
        kept = html_response(render_report(await collect_report(archive, number), table=str(request.base_url)))
        kept.headers.update(attachment(f"match-{number:04d}.html"))
        return kept

    @router.get(
        "/{number}/clips/{sequence}.mp4",
        response_class=FileResponse,
        responses={**MP4, **problems(401, 404, 422, 503)},
    )
    async def film(number: Number, sequence: Sequence) -> FileResponse:
        """A clip as a film with what was drawn in it; asked for the first time it is made, which takes seconds."""
        name = f"game-{number:04d}-{sequence}.mp4"
        return FileResponse(
            await archive.film(number, sequence),
            media_type="video/mp4",
            filename=name,
            content_disposition_type="inline",
            headers={"Cache-Control": "private, no-cache"},
        )

    @router.get("/{number}/clips/{sequence}", responses=problems(401, 404, 422))
    async def clip(number: Number, sequence: Sequence) -> ClipView:
        """The stored frames of a ruling, and its drawing."""
        return await archive.clip(number, sequence)

    @router.get(
        "/{number}/clips/{sequence}/{frame}.jpg", response_class=Response, responses={**JPEG, **problems(401, 404, 422)}
    )
    async def frame(
        number: Number, sequence: Sequence, frame: Annotated[int, Path(ge=0, le=999, examples=[0])]
    ) -> Response:
        """One frame of a clip."""
        return Response(await archive.frame(number, sequence, frame), media_type="image/jpeg", headers=EVER)

    return router

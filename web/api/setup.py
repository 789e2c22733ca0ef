"""Routes of the set-up: read, follow and change it, and download its sheets and files."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from web.auth.sessions import Identity, Sessions, require_player
from web.contract.errors import UnknownError
from web.contract.requests import Accepted, Outcome
from web.contract.setup.actions import Asked, SetupAction, SetupPort
from web.contract.setup.views import LibraryView, OutlineView, SetupView
from web.pages.pages import page_endpoint
from web.server.live import EVENT_STREAM, LiveChannel
from web.server.request_bodies import Idempotency, KeyHeader, body_of
from web.server.responses import FRESH, problems, refusal_response
from web.server.settings import WebSettings

PDF = "application/pdf"
TOML = "application/toml"
Paper = Annotated[str, Query(pattern="^(A4|Letter)$")]
Pixel = Annotated[float, Query(ge=-20_000, le=20_000)]


async def action_of(request: Request) -> SetupAction:
    """Return the action in the request's body."""
    return (await body_of(Asked, request)).wish


def setup_router(service: SetupPort, sessions: Sessions, settings: WebSettings) -> APIRouter:
    """Return the set-up's page and its routes under /api/setup."""
    router = APIRouter(tags=["setup"])
    done: Idempotency[Outcome] = Idempotency()
    acts_as = Depends(require_player(sessions))
    live = LiveChannel(service, settings)
    router.add_api_route("/setup", page_endpoint("setup/setup.html"), methods=["GET", "HEAD"], include_in_schema=False)

    @router.get("/api/setup", responses=problems(401))
    async def view(response: Response) -> SetupView:
        """Everything that the set-up's pages show now."""
        response.headers.update(FRESH)
        return service.view()

    @router.get(
        "/api/setup/live",
        response_class=Response,
        responses={**EVENT_STREAM, **problems(401, 422)},
    )
    async def follow(after: Annotated[str | None, Query(max_length=64)] = None) -> Response:
        """The current set-up, and each change of it."""
        return live.open(after)

    @router.get("/api/setup/libraries", responses=problems(401))
    async def libraries() -> tuple[LibraryView, ...]:
        """The libraries of terrain."""
        return service.libraries()

    @router.post(
        "/api/setup",
        response_model=Accepted,
        responses=problems(401, 403, 409, 413, 415, 422, 503),
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Asked"}}},
            }
        },
    )
    async def do(
        action: Annotated[SetupAction, Depends(action_of)], key: KeyHeader, who: Identity = acts_as
    ) -> Accepted | JSONResponse:
        """Change the set-up, or say why not."""
        player = who.seat_or_any
        outcome = await done.run(key, (action, player), lambda: service.do(action, player=player))
        return outcome if isinstance(outcome, Accepted) else refusal_response(outcome)

    @router.get("/api/setup/outline", responses=problems(401, 404, 422, 503))
    async def outline(
        x: Pixel, y: Pixel, top: Annotated[float | None, Query(gt=0, le=12, description="inches")] = None
    ) -> OutlineView:
        """The outline proposed for the piece at a point of the frame."""
        found = await service.outline((x, y), top)
        if found is None:
            raise UnknownError("request-no-edges")
        return found

    _files(router, service)
    return router


def _files(router: APIRouter, service: SetupPort) -> None:
    """Add the routes of printable sheets and shared files."""

    def file(kind: str, about: str) -> dict[str, Any]:
        return {
            "response_class": Response,
            "responses": {200: {"content": {kind: {}}, "description": about}, **problems(401, 404, 422)},
        }

    @router.get("/api/setup/tags/{player}.pdf", **file(PDF, "A team's tags"))
    async def tags(player: Annotated[str, Path(pattern="^p[12]$")], paper: Paper = "A4") -> Response:
        """The tags of one team, to print."""
        return _download(await run_sync(service.tag_sheet, player, paper), PDF, f"tags-{player}.pdf")

    @router.get("/api/setup/libraries/{library}/tags.pdf", **file(PDF, "A library's tags"))
    async def terrain_tags(library: Annotated[str, Path(max_length=80)], paper: Paper = "A4") -> Response:
        """The tags of a library's terrain, to print."""
        return _download(await run_sync(service.terrain_sheet, library, paper), PDF, "terrain-tags.pdf")

    @router.get("/api/setup/markers.pdf", **file(PDF, "The markers' tags"))
    async def marker_tags(paper: Paper = "A4") -> Response:
        """The tags of the mission's objectives and other markers, to print."""
        return _download(await run_sync(service.marker_sheet, paper), PDF, "marker-tags.pdf")

    @router.get("/api/setup/libraries/{library}.toml", **file(TOML, "A terrain library"))
    async def library(library: Annotated[str, Path(max_length=80)]) -> Response:
        """A library of terrain as a file to share."""
        return _download(service.library_file(library).encode(), TOML, f"{library}.toml")

    @router.get("/api/setup/mission.toml", **file(TOML, "The mission"))
    async def mission() -> Response:
        """The mission as a file to share."""
        return _download(service.mission_file().encode(), TOML, "mission.toml")


def _download(data: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}", **FRESH}
    return Response(data, media_type=kind, headers=headers)

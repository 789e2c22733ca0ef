"""The hub's pages and interface: every table at a glance, one table large, results and standings."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Query, Response
from fastapi.responses import FileResponse, StreamingResponse
from fastapi.staticfiles import StaticFiles
from sse_starlette import EventSourceResponse
from starlette.concurrency import run_in_threadpool
from starlette.middleware.base import RequestResponseEndpoint
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request

from venue.errors import VenueError
from venue.hub.board import HallBoard, TableView
from venue.hub.listener import Listener, News
from venue.hub.standings import results_csv, results_of, standings_of
from venue.hub.store import Store
from venue.publisher import Broker
from venue.topics import table_name

STATIC = Path(__file__).parent / "static"
BREATH_S = 0.05
"""The least time between two messages to one viewer: what changes in it comes together."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

Report = Callable[[bool, str], None]


def create_hub(broker: Broker, store: Store, *, names: tuple[str, ...], report: Report) -> FastAPI:
    """Return the hub's application; it listens to the broker while it runs. `names` are the hosts it answers to."""
    board = HallBoard(store.tables())

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()

        def tell(news: News) -> None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(board.take, news)

        listener = Listener(broker, store, tell, report)
        listener.start()
        try:
            yield
        finally:
            await run_in_threadpool(listener.close)
            store.close()

    app = FastAPI(title="Overlook hub", version="1", docs_url=None, redoc_url=None, lifespan=lifespan)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=[*names])
    _guard(app)
    _reading(app, board, store)
    _pages(app)
    return app


def _guard(app: FastAPI) -> None:
    @app.middleware("http")
    async def guarded(request: Request, call_next: RequestResponseEndpoint) -> Response:
        if request.method not in {"GET", "HEAD"}:
            return Response(json.dumps({"detail": "The hub only shows."}), 405, media_type="application/json")
        response = await call_next(request)
        response.headers.update(HEADERS)
        return response


def _reading(app: FastAPI, board: HallBoard, store: Store) -> None:
    @app.get("/api/tables")
    async def tables(after: Annotated[int, Query(ge=0)] = 0) -> list[TableView]:
        """Every table of the hall, or those that changed since a revision."""
        return board.tables(after)

    @app.get("/api/live")
    async def live(after: Annotated[int, Query(ge=0)] = 0) -> EventSourceResponse:
        """Follow the hall: `tables` events with what changed, each with the revision as its id."""

        async def events() -> AsyncIterator[dict[str, Any]]:
            async for views in board.changes(after):
                data = json.dumps([view.model_dump(mode="json") for view in views])
                yield {"event": "tables", "id": str(max(view.revision for view in views)), "data": data}
                await asyncio.sleep(BREATH_S)

        return EventSourceResponse(events(), ping=10, send_timeout=10)

    @app.get("/api/tables/{table}/said")
    async def said(table: str, game: str | None = None) -> StreamingResponse:
        """Everything that a table said, as JSON lines, in order."""
        try:
            name = table_name(table)
        except VenueError as fault:
            raise HTTPException(404, str(fault)) from fault

        def lines() -> Any:
            for _, one in store.said(name, game):
                yield one.model_dump_json() + "\n"

        return StreamingResponse(lines(), media_type="application/x-ndjson")

    @app.get("/api/results")
    async def results() -> dict[str, Any]:
        """How every game ended, and the standings."""
        found = results_of(await run_in_threadpool(store.results))
        return {
            "results": [asdict(one) for one in found],
            "standings": [asdict(one) for one in standings_of(found)],
        }

    @app.get("/results.csv")
    async def results_file() -> Response:
        """The results as CSV."""
        text = results_csv(results_of(await run_in_threadpool(store.results)))
        return Response(text, media_type="text/csv; charset=utf-8")


def _pages(app: FastAPI) -> None:
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.get("/", include_in_schema=False)
    async def hall() -> FileResponse:
        return FileResponse(STATIC / "hall.html")

    @app.get("/overlay/{table}", include_in_schema=False)
    async def overlay(table: str) -> FileResponse:
        return FileResponse(STATIC / "overlay.html")

"""The web application around one running table."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from fastapi import Depends, FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from web.advice import Adviser, advice_router
from web.api import api_router
from web.camera import camera_router
from web.certificate import certificate_router
from web.changes import Delta
from web.exporting import export_router
from web.guard import Guard
from web.intents import Act
from web.live import LiveChannel
from web.pages import STATIC, FreshFiles, pages_router
from web.pairing import pairing_router, reading
from web.problems import answer_problems
from web.service import TableService
from web.sessions import Sessions
from web.settings import WebSettings

DESCRIPTION = """What stands on the table and what the referee said of it.

Read with `GET /api/snapshot`, follow with `GET /api/live` (server-sent events: `snapshot`, `delta`, `beat`), act with
`POST /api/intents` and `POST /api/buttons/{name}`; each act carries an `Idempotency-Key` of its own. Every error is
one line in `detail`.
"""


def create_app(
    service: TableService,
    settings: WebSettings | None = None,
    adviser: Adviser | None = None,
    certificate: Path | None = None,
    sessions: Sessions | None = None,
) -> FastAPI:
    """Return the application that shows `service`; run it with uvicorn on `settings.host` and `settings.port`.

    With an `adviser` it also answers what an operative could do, and measures from anything to anything. `certificate`
    is the file of this table's accuracy certificate, once there is one. Without `sessions` cookies last as long as the
    program.
    """
    settings = settings or WebSettings()
    sessions = sessions or Sessions(secrets.token_bytes(32), own_screen=settings.own_screen)
    looks = [Depends(reading(sessions, settings))]

    def seats() -> tuple[str, ...]:
        return tuple(seat.player for seat in service.snapshot().game.seats)

    app = FastAPI(
        title="Overlook",
        version="1",
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(Guard, settings=settings)
    app.include_router(api_router(service, LiveChannel(service, settings), sessions, settings))
    app.include_router(pairing_router(sessions, seats))
    app.include_router(camera_router(service, settings), dependencies=looks)
    app.include_router(export_router(service.events), dependencies=looks)
    if adviser is not None:
        app.include_router(advice_router(adviser), dependencies=looks)
    app.include_router(pages_router())
    app.include_router(certificate_router(certificate))
    app.mount("/static", FreshFiles(directory=STATIC), name="static")
    answer_problems(app)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


def _openapi(app: FastAPI) -> dict[str, Any]:
    """Return the interface's description, with the models that FastAPI does not see: bodies read strictly, events."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        _, extra = models_json_schema(
            [(Act, "validation"), (Delta, "serialization")], ref_template="#/components/schemas/{model}"
        )
        schema["components"]["schemas"] = extra["$defs"] | schema["components"]["schemas"]
        app.openapi_schema = schema
    return app.openapi_schema

"""Application factories: the table's application and the first run's, with the routers of each."""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from fastapi import APIRouter, FastAPI, Response
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from web.api.calibration import tray_calibration_router
from web.api.judge_call import judge_page, judge_router, no_judge_page
from web.api.machine import machine_page, machine_router, update_router
from web.api.recordings import recordings_router
from web.api.setup import setup_router
from web.api.startup import PAGE, first_run_page, first_run_router, lobby_router
from web.api.table import advice_router, api_router, export_router, metrics_router, rolls_router
from web.auth.authorization import install_middleware
from web.auth.pairing import claim_router, pairing_router
from web.auth.pairing_term import game_on
from web.auth.request_guard import find_policy
from web.auth.sessions import COOKIE, Sessions, require_player
from web.camera.mjpeg import camera_router
from web.contract.permissions import Permission
from web.contract.requests import SubmitRequest
from web.contract.setup.actions import Asked, SetupPort
from web.contract.setup.calibration import TrayCalibrator
from web.contract.setup.machine import AskedMachine, AskedUpdate, MachinePort
from web.contract.setup.startup import AskedFirst, AskedLobby, FirstRunPort, LobbyPort
from web.contract.table.available_actions import Advisor
from web.contract.table.feed import Delta
from web.contract.table.judge_call import AskedJudge, JudgePort
from web.contract.table.on_air import AirDelta
from web.contract.table.recordings import Archive
from web.contract.table.table_port import TablePort
from web.pages.certificate import certificate_router
from web.pages.dice_report import fairness_router
from web.pages.pages import demonstration_router, no_first_run_page, page_endpoint, pages_router, static_files
from web.server.live import LiveChannel
from web.server.responses import Problem, answer_problems
from web.server.settings import WebSettings
from web.stream.director import Director
from web.stream.obs import scenes_router
from web.stream.routes import director_router

PAIRED = "paired"
"""Name of the OpenAPI security scheme: the cookie of a paired device. The table's own screen needs none."""

OPEN = frozenset({Permission.EVERYBODY, Permission.VIEW})
Body = tuple[type[BaseModel], Literal["validation", "serialization"]]


class ApiDescription(FastAPI):
    """The state of the table, and the referee's rulings.

    Read with `GET /api/snapshot`, follow with `GET /api/live` (server-sent events: `snapshot`, `delta`, `beat`), act
    with `POST /api/intents` and `POST /api/buttons/{name}`. Each act has its own `Idempotency-Key`; a repeated key is
    acted on once. Every error is an RFC 9457 problem: `detail` is one line in English, `message` its code and
    arguments. Each path below `/api` also exists below `/api/v1`.
    """

    # FastAPI does not see strict bodies and events; the document includes these models.

    bodies: tuple[Body, ...] = (
        (SubmitRequest, "validation"),
        (AskedLobby, "validation"),
        (Delta, "serialization"),
        (AirDelta, "serialization"),
        (Problem, "serialization"),
    )

    def add_routes(self, router: APIRouter) -> None:
        """Add the routes of a router without copying them.

        `include_router` would build each route a second time on the first request.
        """
        self.router.routes.extend(router.routes)

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI 3.1 document."""
        if self.openapi_schema is None:
            schema = super().openapi()
            _, extra = models_json_schema(self.bodies, ref_template="#/components/schemas/{model}")
            schema["components"]["schemas"] = extra["$defs"] | schema["components"]["schemas"]
            schema["components"]["securitySchemes"] = {PAIRED: {"type": "apiKey", "in": "cookie", "name": COOKIE}}
            for path, methods in schema["paths"].items():
                for method, route in methods.items():
                    policy = find_policy(method.upper(), path)
                    if policy is None or policy.permission not in OPEN:
                        route["security"] = [{PAIRED: []}]
        return super().openapi()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Ports of an application. A port that is None has no routes, or a page that explains why.

    `certificate` is the file of this table's accuracy certificate. `on_air` is the stream's director, if something
    besides the pages follows it. `metrics` returns the figures for `/metrics` and their media type.
    """

    table: TablePort | None = None
    advisor: Advisor | None = None
    certificate: Path | None = None
    archive: Archive | None = None
    tray: TrayCalibrator | None = None
    setup: SetupPort | None = None
    first_run: FirstRunPort | None = None
    machine: MachinePort | None = None
    judge: JudgePort | None = None
    lobby: LobbyPort | None = None
    on_air: Director | None = None
    metrics: Callable[[], tuple[bytes, str]] | None = None


def create_app(ports: Ports, settings: WebSettings | None = None, sessions: Sessions | None = None) -> FastAPI:
    """Return the application of a table in play or being set up; run it with uvicorn. Requires `ports.table`.

    Without `sessions`, cookies are valid until the program ends. Raises `ValueError` without a table.
    """
    service = ports.table
    if service is None:
        raise ValueError("no table port")
    settings = settings or WebSettings()
    sessions = sessions or Sessions(secrets.token_bytes(32), own_screen=settings.own_screen)
    sessions.term.game = lambda: game_on(service.snapshot().game)

    app = ApiDescription(
        title="Overlook",
        version="1",
        description=inspect.getdoc(ApiDescription) or "",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    install_middleware(app, sessions, settings)
    app.add_routes(api_router(service, LiveChannel(service, settings), sessions))
    app.add_routes(claim_router(sessions, sessions.claim))
    app.add_routes(lobby_router(ports.lobby, sessions))
    on_air = ports.on_air or Director(service)
    for router in (director_router(on_air, settings), scenes_router(), metrics_router(ports.metrics)):
        app.add_routes(router)
    app.add_routes(pairing_router(sessions, partial(_seats, service), settings, service))
    app.add_routes(camera_router(service, on_air, settings))
    app.add_routes(export_router(service.events))
    app.add_routes(fairness_router(service.fairness))
    if ports.tray is not None:
        app.add_routes(tray_calibration_router(ports.tray, require_player(sessions)))
    app.add_routes(rolls_router(service.roll_picture))
    if ports.advisor is not None:
        app.add_routes(advice_router(ports.advisor))
    if ports.archive is not None:
        app.add_routes(recordings_router(ports.archive))
    if ports.setup is not None:
        app.bodies = (*app.bodies, (Asked, "validation"))
        app.add_routes(setup_router(ports.setup, sessions, settings))
    else:
        app.add_routes(demonstration_router())
    if ports.first_run is not None:
        app.bodies = (*app.bodies, (AskedFirst, "validation"))
        app.add_routes(first_run_router(ports.first_run))
        app.add_routes(first_run_page())
    else:
        app.add_routes(no_first_run_page())
    if ports.machine is not None:
        app.bodies = (*app.bodies, (AskedMachine, "validation"), (AskedUpdate, "validation"))
        app.add_routes(machine_router(ports.machine))
        app.add_routes(update_router(ports.machine))
        app.add_routes(machine_page())
    if ports.judge is not None:
        app.bodies = (*app.bodies, (AskedJudge, "validation"))
        app.add_routes(judge_router(ports.judge, sessions))
    app.add_routes(judge_page() if ports.judge is not None else no_judge_page())
    app.add_routes(pages_router(judge=ports.judge is not None))
    app.add_routes(certificate_router(ports.certificate))
    app.mount("/static", static_files(), name="static")
    answer_problems(app)
    return app


def _seats(table: TablePort) -> tuple[str, ...]:
    return tuple(seat.player for seat in table.snapshot().game.seats)


SHOWING_IT = ("/", "/setup", "/health", "/first")
"""Addresses that show the first-run page while the table cannot play, because users open the table at any of them."""


def create_first_run_app(ports: Ports, settings: WebSettings, sessions: Sessions) -> FastAPI:
    """Return the application of a table that cannot play yet: its pages lead to the first run, `ports.first_run`.

    The machine's page, if any, allows correcting a wrong setting; the lobby leads back to the simulated table.
    """
    if ports.first_run is None:
        raise ValueError("no first run")
    sessions.term.game = None
    app = FastAPI(title="Overlook", version="1", openapi_url=None, docs_url=None, redoc_url=None)
    install_middleware(app, sessions, settings)
    app.include_router(first_run_router(ports.first_run))
    app.include_router(claim_router(sessions, sessions.claim))
    app.include_router(lobby_router(ports.lobby, sessions))
    app.include_router(pairing_router(sessions, tuple, settings, None))
    if ports.machine is not None:
        app.include_router(machine_router(ports.machine))
        app.include_router(update_router(ports.machine))
        app.include_router(machine_page())
    pages = APIRouter(include_in_schema=False)
    for address in SHOWING_IT:
        pages.add_api_route(address, page_endpoint(PAGE), methods=["GET", "HEAD"], response_class=Response)
    pages.add_api_route("/pair", page_endpoint("phone/pair.html"), methods=["GET", "HEAD"], response_class=Response)
    app.include_router(pages)
    app.mount("/static", static_files(), name="static")
    answer_problems(app)
    return app

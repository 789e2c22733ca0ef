"""Application factories of the table and of its first run; which routers each has."""

from __future__ import annotations

import secrets
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
from web.api.table import advice_router, api_router, export_router, rolls_router
from web.auth.authorization import guarded, who_may
from web.auth.pairing import claim_router, pairing_router
from web.auth.pairing_term import game_on
from web.auth.sessions import COOKIE, Sessions, acting
from web.camera.mjpeg import camera_router
from web.contract.permissions import Who
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
from web.pages.pages import demonstration_router, no_first_run_page, page_of, pages_router, static_files
from web.server.live import LiveChannel
from web.server.responses import Problem, answer_problems
from web.server.settings import WebSettings
from web.stream.director import OnAir
from web.stream.obs import scenes_router
from web.stream.routes import director_router

PAIRED = "paired"
"""A device that was paired has a cookie; the table's own screen needs none."""

OPEN = frozenset({Who.EVERYBODY, Who.LOOKING})
Body = tuple[type[BaseModel], Literal["validation", "serialization"]]

DESCRIPTION = """What stands on the table and what the referee said of it.

Read with `GET /api/snapshot`, follow with `GET /api/live` (server-sent events: `snapshot`, `delta`, `beat`), act with
`POST /api/intents` and `POST /api/buttons/{name}`; each act carries an `Idempotency-Key` of its own. Every error is
an RFC 9457 problem with one line in `detail`. Each path below `/api` is there below `/api/v1`, too.
"""


class Described(FastAPI):
    """An application that also describes the models which FastAPI does not see: bodies read strictly, events."""

    bodies: tuple[Body, ...] = (
        (SubmitRequest, "validation"),
        (AskedLobby, "validation"),
        (Delta, "serialization"),
        (AirDelta, "serialization"),
        (Problem, "serialization"),
    )

    def carry(self, router: APIRouter) -> None:
        """Take over the routes of a router as they are.

        `include_router` would build each of them a second time when the first request comes.
        """
        self.router.routes.extend(router.routes)

    def openapi(self) -> dict[str, Any]:
        """Return the interface's description, OpenAPI 3.1."""
        if self.openapi_schema is None:
            schema = super().openapi()
            _, extra = models_json_schema(self.bodies, ref_template="#/components/schemas/{model}")
            schema["components"]["schemas"] = extra["$defs"] | schema["components"]["schemas"]
            schema["components"]["securitySchemes"] = {PAIRED: {"type": "apiKey", "in": "cookie", "name": COOKIE}}
            for path, methods in schema["paths"].items():
                for method, route in methods.items():
                    if who_may(method.upper(), path) not in OPEN:
                        route["security"] = [{PAIRED: []}]
        return super().openapi()


def create_app(
    service: TablePort,
    settings: WebSettings | None = None,
    advisor: Advisor | None = None,
    certificate: Path | None = None,
    sessions: Sessions | None = None,
    archive: Archive | None = None,
    tray: TrayCalibrator | None = None,
    setup: SetupPort | None = None,
    first_run: FirstRunPort | None = None,
    machine: MachinePort | None = None,
    judge: JudgePort | None = None,
    lobby: LobbyPort | None = None,
    *,
    on_air: OnAir | None = None,
) -> FastAPI:
    """Return the application that shows `service`; run it with uvicorn on `settings.host` and `settings.port`.

    With an `advisor` it also answers what an operative could do, and measures from anything to anything; with an
    `archive` it answers for recorded games. `certificate` is the file of this table's accuracy certificate, once there
    is one. Without `sessions` cookies last as long as the program. With `setup` a table is set up on the page /setup,
    with `first_run` its camera on the page /first, with `machine` what it runs on and is set to on the page /machine.
    With `judge` it belongs to a hall, and calls a judge on /judge. With a `lobby` something else can run in its place.
    `on_air` is its show, where something else than the pages follows that too.
    """
    settings = settings or WebSettings()
    sessions = sessions or Sessions(secrets.token_bytes(32), own_screen=settings.own_screen)
    sessions.term.game = lambda: game_on(service.snapshot().game)

    def seats() -> tuple[str, ...]:
        return tuple(seat.player for seat in service.snapshot().game.seats)

    app = Described(
        title="Overlook",
        version="1",
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    guarded(app, sessions, settings)
    app.carry(api_router(service, LiveChannel(service, settings), sessions))
    app.carry(claim_router(sessions, sessions.claim))
    app.carry(lobby_router(lobby, sessions))
    on_air = on_air or OnAir(service)
    app.carry(director_router(on_air, settings))
    app.carry(scenes_router())
    app.carry(pairing_router(sessions, seats, settings))
    app.carry(camera_router(service, on_air, settings))
    app.carry(export_router(service.events))
    app.carry(fairness_router(service.fairness))
    if tray is not None:
        app.carry(tray_calibration_router(tray, acting(sessions)))
    app.carry(rolls_router(service.roll_picture))
    if advisor is not None:
        app.carry(advice_router(advisor))
    if archive is not None:
        app.carry(recordings_router(archive))
    if setup is not None:
        app.bodies = (*app.bodies, (Asked, "validation"))
        app.carry(setup_router(setup, sessions, settings))
    else:
        app.carry(demonstration_router())
    if first_run is not None:
        app.bodies = (*app.bodies, (AskedFirst, "validation"))
        app.carry(first_run_router(first_run))
        app.carry(first_run_page())
    else:
        app.carry(no_first_run_page())
    if machine is not None:
        app.bodies = (*app.bodies, (AskedMachine, "validation"), (AskedUpdate, "validation"))
        app.carry(machine_router(machine))
        app.carry(update_router(machine))
        app.carry(machine_page())
    if judge is not None:
        app.bodies = (*app.bodies, (AskedJudge, "validation"))
        app.carry(judge_router(judge, sessions))
    app.carry(judge_page() if judge is not None else no_judge_page())
    app.carry(pages_router(judge=judge is not None))
    app.carry(certificate_router(certificate))
    app.mount("/static", static_files(), name="static")
    answer_problems(app)
    return app


SHOWING_IT = ("/", "/setup", "/health", "/first")
"""Where the page stands while the table cannot play: wherever somebody looks for the table."""


def create_first_run_app(
    port: FirstRunPort,
    settings: WebSettings,
    sessions: Sessions,
    machine: MachinePort | None = None,
    lobby: LobbyPort | None = None,
) -> FastAPI:
    """Return the application of a table that cannot play yet: every address leads to its first run.

    With `machine` the machine's page is there too: what a setting has spoilt is mended on it. With a `lobby` the page
    leads back to the simulated table.
    """
    sessions.term.game = None
    app = FastAPI(title="Overlook", version="1", openapi_url=None, docs_url=None, redoc_url=None)
    guarded(app, sessions, settings)
    app.include_router(first_run_router(port))
    app.include_router(claim_router(sessions, sessions.claim))
    app.include_router(lobby_router(lobby, sessions))
    app.include_router(pairing_router(sessions, tuple, settings))
    if machine is not None:
        app.include_router(machine_router(machine))
        app.include_router(update_router(machine))
        app.include_router(machine_page())
    pages = APIRouter(include_in_schema=False)
    for address in SHOWING_IT:
        pages.add_api_route(address, page_of(PAGE), methods=["GET", "HEAD"], response_class=Response)
    pages.add_api_route("/pair", page_of("phone/pair.html"), methods=["GET", "HEAD"], response_class=Response)
    app.include_router(pages)
    app.mount("/static", static_files(), name="static")
    answer_problems(app)
    return app

"""The web application around one running table."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, Literal

from fastapi import APIRouter, FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from web.advice import advice_router
from web.api import api_router
from web.camera import camera_router
from web.certificate import certificate_router
from web.claim import claim_router
from web.contract.advice import Advisor
from web.contract.air import AirDelta
from web.contract.changes import Delta
from web.contract.first_run import AskedFirst, FirstRunPort
from web.contract.intents import SubmitRequest
from web.contract.judge import AskedJudge, JudgePort
from web.contract.lobby import AskedLobby, LobbyPort
from web.contract.machine_page import AskedMachine, MachinePort
from web.contract.port import TablePort
from web.contract.recordings import Archive
from web.contract.rights import Who
from web.contract.setup.actions import Asked
from web.contract.setup.port import SetupPort
from web.contract.tray_calibration import TrayCalibrator
from web.contract.updating import AskedUpdate
from web.director import director_router
from web.export import export_router
from web.fairness import fairness_router
from web.first_run import first_run_page, first_run_router
from web.gate import guarded, who_may
from web.judge import judge_page, judge_router, no_judge_page
from web.live import LiveChannel
from web.lobby import lobby_router
from web.machine import machine_page, machine_router
from web.on_air import OnAir
from web.pages import demonstration_router, no_first_run_page, pages_router, static_files
from web.pairing import acting, pairing_router
from web.pairing_term import game_on
from web.problems import Problem, answer_problems
from web.recordings import recordings_router
from web.rolls import rolls_router
from web.scenes import scenes_router
from web.sessions import COOKIE, Sessions
from web.settings import WebSettings
from web.setup.api import setup_router
from web.tray_calibration import tray_calibration_router
from web.updating import update_router

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

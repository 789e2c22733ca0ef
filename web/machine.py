"""The machine's routes: how the table's machine is, its settings, back-ups and reports, for who arranges the table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from starlette.responses import FileResponse

from web.api import FRESH, body_of
from web.contract.machine_page import AskedMachine, MachinePort, MachineView
from web.contract.restoring import RestoreView
from web.languages import page_in_languages
from web.pages import page_of
from web.parts import PART_BODY, Whole, part_of
from web.problems import problems

NO_COPY = "No back-up is ready: ask for one first"
COPY = "application/zip"


async def _asked(request: Request) -> AskedMachine:
    return await body_of(AskedMachine, request)


def machine_router(port: MachinePort) -> APIRouter:
    """Return the routes of the machine's page, itself aside."""
    router = APIRouter(prefix="/api/machine", tags=["machine"])

    @router.get("", responses=problems(401))
    async def state(response: Response) -> MachineView:
        """How the table's machine is, and what it is set to; no secret is in it."""
        response.headers.update(FRESH)
        return await port.view()

    @router.post("", responses=problems(401, 409, 415, 422))
    async def act(asked: Annotated[AskedMachine, Depends(_asked)]) -> MachineView:
        """Change settings, have a back-up written, or have the table built anew; all of it or nothing."""
        refusal = await port.do(asked)
        if refusal is not None:
            raise HTTPException(409, refusal)
        return await port.view()

    @router.post("/upload/{number}/{offset}", responses=problems(401, 409, 413, 415, 422), openapi_extra=PART_BODY)
    async def part(number: Whole, offset: Whole, request: Request) -> RestoreView:
        """A part of the back-up that is brought, at most 1 MiB, from that byte on; sent again it changes nothing."""
        refusal = await port.take(number, offset, await part_of(request))
        if refusal is not None:
            raise HTTPException(409, refusal)
        return port.restoring()

    @router.get("/report.txt", response_class=Response, responses=problems(401))
    async def report() -> Response:
        """The report for whoever mends the program, without secrets."""
        return Response(
            await port.report(),
            media_type="text/plain; charset=utf-8",
            headers={**FRESH, "Content-Disposition": 'attachment; filename="overlook-report.txt"'},
        )

    @router.get("/backup", response_class=Response, responses={200: {"content": {COPY: {}}}, **problems(401, 404)})
    async def backup() -> Response:
        """The back-up that was written last: games, calibrations and settings, secrets too."""
        file = port.copy_file()
        if file is None or not file.is_file():
            raise HTTPException(404, NO_COPY)
        return FileResponse(file, media_type=COPY, filename=file.name, headers=dict(FRESH))

    return router


def machine_page() -> APIRouter:
    """Return the pages' own routes."""
    router = APIRouter(include_in_schema=False)
    router.add_api_route("/machine", page_of("machine/machine.html"), methods=["GET", "HEAD"], response_class=Response)
    router.add_api_route("/help", page_in_languages("help/help.html"), methods=["GET", "HEAD"], response_class=Response)
    router.add_api_route("/update", page_of("machine/update.html"), methods=["GET", "HEAD"], response_class=Response)
    return router

"""Routes of the machine page: settings, back-up, restore, report and updates."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import anyio
from fastapi import APIRouter, Depends, HTTPException, Request, Response
from starlette.responses import StreamingResponse

from web.contract.errors import UnknownError
from web.contract.setup.machine import AskedMachine, AskedUpdate, MachinePort, MachineView, RestoreView, UpdateView
from web.pages.pages import page_endpoint, page_in_languages
from web.server.request_bodies import PART_BODY, Whole, body_of, read_chunk
from web.server.responses import FRESH, attachment, problems

COPY = "application/zip"
BLOCK_BYTES = 1 << 18


async def _asked(request: Request) -> AskedMachine:
    return await body_of(AskedMachine, request)


def machine_router(port: MachinePort) -> APIRouter:
    """Return the machine's JSON routes, without its page."""
    router = APIRouter(prefix="/api/machine", tags=["machine"])

    @router.get("", responses=problems(401))
    async def state(response: Response) -> MachineView:
        """How the table's machine is, and what it is set to; no secret is in it."""
        response.headers.update(FRESH)
        return await port.view()

    @router.post("", responses=problems(401, 409, 415, 422))
    async def act(asked: Annotated[AskedMachine, Depends(_asked)]) -> MachineView:
        """Change settings, write a backup, or reopen the table; all of it or nothing."""
        refusal = await port.do(asked)
        if refusal is not None:
            raise HTTPException(409, refusal)
        return await port.view()

    @router.post("/upload/{number}/{offset}", responses=problems(401, 409, 413, 415, 422), openapi_extra=PART_BODY)
    async def part(number: Whole, offset: Whole, request: Request) -> RestoreView:
        """A part of the back-up that is brought, at most 1 MiB, from that byte on; sent again it changes nothing."""
        refusal = await port.take(number, offset, await read_chunk(request))
        if refusal is not None:
            raise HTTPException(409, refusal)
        return port.restoring()

    @router.get("/report.txt", response_class=Response, responses=problems(401))
    async def report() -> Response:
        """A report for the program's maintainers, without secrets."""
        return Response(
            await port.report(),
            media_type="text/plain",
            headers={**FRESH, **attachment("overlook-report.txt")},
        )

    @router.get("/backup", response_class=Response, responses={200: {"content": {COPY: {}}}, **problems(401, 404)})
    async def backup() -> Response:
        """The back-up that was written last: games, calibrations and settings, secrets too."""
        file = port.copy_file()
        try:
            if file is None:
                raise UnknownError("request-backup-missing")
            return await anyio.to_thread.run_sync(_download, file)
        except OSError as gone:
            raise UnknownError("request-backup-missing") from gone

    return router


def _download(file: Path) -> Response:
    """Return the download of an already open file, so that replacing the file during the transfer does no harm."""
    opened = file.open("rb")
    size_bytes = os.fstat(opened.fileno()).st_size

    def blocks() -> Iterator[bytes]:
        with opened:
            while block := opened.read(BLOCK_BYTES):
                yield block

    headers = {**FRESH, **attachment(file.name), "Content-Length": str(size_bytes)}
    return StreamingResponse(blocks(), media_type=COPY, headers=headers)


def machine_page() -> APIRouter:
    """Return the routes of the machine, help and update pages."""
    router = APIRouter(include_in_schema=False)
    router.add_api_route(
        "/machine", page_endpoint("machine/machine.html"), methods=["GET", "HEAD"], response_class=Response
    )
    router.add_api_route("/help", page_in_languages("help/help.html"), methods=["GET", "HEAD"], response_class=Response)
    router.add_api_route(
        "/update", page_endpoint("machine/update.html"), methods=["GET", "HEAD"], response_class=Response
    )
    return router


async def _update_request(request: Request) -> AskedUpdate:
    return await body_of(AskedUpdate, request)


def update_router(port: MachinePort) -> APIRouter:
    """Return the routes for installing another version, below the machine's."""
    router = APIRouter(prefix="/api/machine/update", tags=["machine"])

    @router.get("", responses=problems(401))
    async def state(response: Response) -> UpdateView:
        """Which version plays, and how far another one is that is brought."""
        response.headers.update(FRESH)
        return port.update_view()

    @router.post("", responses=problems(401, 409, 415, 422))
    async def act(asked: Annotated[AskedUpdate, Depends(_update_request)]) -> UpdateView:
        """Bring, fetch, take or forget a version, or go back to the one before."""
        refusal = await port.update(asked)
        if refusal is not None:
            raise HTTPException(409, refusal)
        return port.update_view()

    @router.post("/{number}/{offset}", responses=problems(401, 409, 413, 415, 422), openapi_extra=PART_BODY)
    async def part(number: Whole, offset: Whole, request: Request) -> UpdateView:
        """A part of the release that is brought, at most 1 MiB, from that byte on; sent again it changes nothing."""
        refusal = await port.take_release(number, offset, await read_chunk(request))
        if refusal is not None:
            raise HTTPException(409, refusal)
        return port.update_view()

    return router

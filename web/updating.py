"""The routes of the page /update: which version plays, another one brought, taken, or gone back from."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request, Response

from web.api import FRESH, body_of
from web.contract.machine_page import MachinePort
from web.contract.updating import AskedUpdate, UpdateView
from web.parts import PART_BODY, Whole, part_of
from web.problems import problems


async def _asked(request: Request) -> AskedUpdate:
    return await body_of(AskedUpdate, request)


def update_router(port: MachinePort) -> APIRouter:
    """Return the routes of other versions, to stand among the machine's."""
    router = APIRouter(prefix="/api/machine/update", tags=["machine"])

    @router.get("", responses=problems(401))
    async def state(response: Response) -> UpdateView:
        """Which version plays, and how far another one is that is brought."""
        response.headers.update(FRESH)
        return port.update_view()

    @router.post("", responses=problems(401, 409, 415, 422))
    async def act(asked: Annotated[AskedUpdate, Depends(_asked)]) -> UpdateView:
        """Bring, fetch, take or forget a version, or go back to the one before."""
        refusal = await port.update(asked)
        if refusal is not None:
            raise HTTPException(409, refusal)
        return port.update_view()

    @router.post("/{number}/{offset}", responses=problems(401, 409, 413, 415, 422), openapi_extra=PART_BODY)
    async def part(number: Whole, offset: Whole, request: Request) -> UpdateView:
        """A part of the release that is brought, at most 1 MiB, from that byte on; sent again it changes nothing."""
        refusal = await port.take_release(number, offset, await part_of(request))
        if refusal is not None:
            raise HTTPException(409, refusal)
        return port.update_view()

    return router

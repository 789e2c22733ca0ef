"""The programming interface: read the table, follow it, act on it."""

from __future__ import annotations

import time
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Header, HTTPException, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, ValidationError

from web.contract.changes import whole
from web.contract.intents import Accepted, Button, Key, Outcome, SubmitRequest
from web.contract.machine_views import HealthView
from web.contract.port import TablePort
from web.contract.snapshot import Snapshot
from web.contract.views import View
from web.double_taps import DoubleTaps
from web.idempotency import Idempotency
from web.live import LiveChannel
from web.pairing import acting
from web.problems import problem, problems
from web.sessions import Identity, NotSpokenForError, Sessions

M = TypeVar("M", bound=BaseModel)
FRESH = {"Cache-Control": "no-store"}
KeyHeader = Annotated[
    Key,
    Header(
        alias="Idempotency-Key",
        description="unique to this act; the same act sent again under its key is done once",
        examples=["5f0c7a52-6f3e-4c8e-9f0e-0d8a2b1c7e11"],
    ),
]
EVENT_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": (
            "Server-sent events: `snapshot` carries a Snapshot, `delta` a Delta against the revision in its `since`, "
            "`beat` says that the line is alive. The event id resumes the stream."
        ),
        "content": {
            "text/event-stream": {
                "itemSchema": {
                    "type": "object",
                    "required": ["event", "data"],
                    "properties": {
                        "id": {"type": "string"},
                        "event": {"enum": ["snapshot", "delta", "beat"]},
                        "data": {"type": "string", "contentMediaType": "application/json"},
                        "retry": {"type": "integer", "minimum": 0},
                    },
                },
                "example": 'id: 1f2e3d4c.43\nevent: delta\ndata: {"version":1,"since":42,"revision":43}\n\n',
            }
        },
    }
}
ACT_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SubmitRequest"}}},
    }
}


class Health(View):
    """How every part of the machine is."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"parts": [{"part": "camera", "state": "ok", "sentence": "30 frames a second"}]}]
        }
    )

    parts: tuple[HealthView, ...]


async def body_of(model: type[M], request: Request) -> M:
    """Return what is in the request's body; strictly read, so a number in quotes is not a number."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "Send application/json")
    try:
        return model.model_validate_json(await request.body())
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_url=False)) from error


async def act_of(request: Request) -> SubmitRequest:
    """Return the act in the request's body."""
    return await body_of(SubmitRequest, request)


def api_router(service: TablePort, live: LiveChannel, sessions: Sessions) -> APIRouter:
    """Return the routes under /api."""
    router = APIRouter(prefix="/api")
    acts: Idempotency[Outcome] = Idempotency()
    taps = DoubleTaps()
    acts_as = Depends(acting(sessions))

    @router.get("/snapshot", response_model=Snapshot, responses=problems(401), tags=["read"])
    async def snapshot() -> Response:
        """Everything that a surface shows now."""
        return Response(whole(service.snapshot()).json, media_type="application/json", headers=FRESH)

    @router.get(
        "/live",
        response_class=Response,
        responses={**EVENT_STREAM, **problems(401, 422)},
        tags=["read"],
    )
    async def follow(
        request: Request,
        last_event_id: Annotated[str | None, Header(max_length=64, examples=["1f2e3d4c.43"])] = None,
        after: Annotated[
            str | None, Query(max_length=64, description="as Last-Event-ID", examples=["1f2e3d4c.43"])
        ] = None,
    ) -> Response:
        """What changed since that event, or a snapshot; then every change."""
        return live.open(last_event_id or after, looks_on=not sessions.who(request).may_act)

    @router.get("/health", responses=problems(401), tags=["read"])
    async def health() -> Health:
        """How every part of the machine is."""
        return Health(parts=service.snapshot().health)

    @router.post(
        "/intents",
        response_model=Accepted,
        responses=problems(401, 403, 409, 413, 415, 422, 503),
        openapi_extra=ACT_BODY,
        tags=["act"],
    )
    async def submit(
        act: Annotated[SubmitRequest, Depends(act_of)], key: KeyHeader, who: Identity = acts_as
    ) -> Accepted | JSONResponse:
        """Do what a player wants, or say why not."""
        player = _spoken_for(who, act.player)
        outcome = await acts.run(key, (act, player), lambda: service.submit(act.intent, player=player, key=key))
        return _told(taps.taken(act.intent, player, outcome, now_s=time.monotonic()))

    @router.post(
        "/buttons/{name}",
        response_model=Accepted,
        responses=problems(401, 409, 413, 422, 503),
        tags=["act"],
    )
    async def press(name: Button, key: KeyHeader, who: Identity = acts_as) -> Accepted | JSONResponse:
        """Press a button of the panel; a paired player's press is its seat's word."""
        player = who.says
        return _told(await acts.run(key, (name, player), lambda: service.press(name, player=player, key=key)))

    return router


def _spoken_for(who: Identity, player: str) -> str:
    """Return whose word it is; 403 where a paired player would speak for another's seat."""
    try:
        return who.spoken_for(player)
    except NotSpokenForError as fault:
        raise HTTPException(403, str(fault)) from fault


def _told(outcome: Outcome) -> Accepted | JSONResponse:
    return outcome if isinstance(outcome, Accepted) else problem(409, outcome.sentence)

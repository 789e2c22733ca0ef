"""Routes of /judge: a player or the table's own screen calls a judge."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse

from messages.message import Message
from web.auth.sessions import Identity, Sessions, require_player
from web.contract.requests import Outcome, Refused
from web.contract.table.judge_call import AskedJudge, JudgePort, JudgeView
from web.pages.pages import notice_page, page_endpoint
from web.server.request_bodies import Idempotency, KeyHeader, body_of
from web.server.responses import FRESH, problems, refusal_response

NO_HALL = (Message.of("page-judge-none"), Message.of("page-judge-ask-organiser"))


async def _asked(request: Request) -> AskedJudge:
    return await body_of(AskedJudge, request)


def judge_router(port: JudgePort, sessions: Sessions) -> APIRouter:
    """Return the routes of a table that belongs to a hall."""
    router = APIRouter(prefix="/api/judge", tags=["judge"])
    acts: Idempotency[Outcome] = Idempotency()
    acts_as = Depends(require_player(sessions))

    @router.get("", responses=problems(401))
    async def state(response: Response, who: Identity = acts_as) -> JudgeView:
        """How it stands with a judge at this table."""
        response.headers.update(FRESH)
        return port.view(who.seat_or_any)

    @router.post("", response_model=JudgeView, responses=problems(401, 409, 413, 415, 422, 503))
    async def do(
        asked: Annotated[AskedJudge, Depends(_asked)], key: KeyHeader, who: Identity = acts_as
    ) -> JudgeView | JSONResponse:
        """Call a judge, or say that none is needed any more."""
        player = who.seat_or_any
        outcome = await acts.run(key, (asked, player), lambda: port.do(asked, player=player, key=key))
        return refusal_response(outcome) if isinstance(outcome, Refused) else port.view(player)

    return router


def judge_page() -> APIRouter:
    """Return the route of the page."""
    router = APIRouter(include_in_schema=False)
    router.add_api_route("/judge", page_endpoint("judge/judge.html"), methods=["GET", "HEAD"], response_class=Response)
    return router


def no_judge_page() -> APIRouter:
    """Return the page at /judge of a table that belongs to no hall."""
    return notice_page("/judge", Message.of("page-judge-title"), NO_HALL)

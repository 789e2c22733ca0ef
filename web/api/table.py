"""Routes of a running game: snapshot, live feed, intents, buttons, advice, images of rolls, export."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import ConfigDict

from referee.game.engine.timeline import PublicEntry
from web.auth.sessions import Identity, SeatNotTakenError, Sessions, require_player
from web.contract.base import Point, View
from web.contract.errors import UnknownError
from web.contract.permissions import IN_PERSON, Role
from web.contract.requests import Accepted, Button, Outcome, SubmitRequest
from web.contract.table.available_actions import Advisor, FreeGameView, MeasureView, OperativeCard, ReachView
from web.contract.table.feed import full_message
from web.contract.table.game_views import OwnChoices
from web.contract.table.snapshot import HealthView, Snapshot
from web.contract.table.table_port import GameDocument, PhoneEvent, TablePort
from web.server.live import EVENT_STREAM, LiveChannel
from web.server.request_bodies import DoubleTaps, Idempotency, KeyHeader, body_of
from web.server.responses import FRESH, problems, refusal_response

SpotText = Annotated[str, Query(max_length=64, description="id, or point", examples=["a2", "12.5,4.25"])]


def spot(text: str) -> str | Point:
    """Return a point if the text is two numbers, else the text as an operative's id.

    Raises `UnknownError` for malformed or implausible coordinates.
    """
    x, comma, y = text.partition(",")
    if not comma:
        return text
    try:
        point = float(x), float(y)
    except ValueError:
        raise UnknownError("request-point-invalid", point=text) from None
    if not all(-60 < value < 60 for value in point):
        raise UnknownError("request-off-board", point=text)
    return point


def advice_router(advisor: Advisor) -> APIRouter:
    """Return the routes that answer questions: operative cards, reach and measurements."""
    router = APIRouter(prefix="/api", tags=["ask"])

    @router.get("/operatives/{operative}", responses=problems(401, 404, 422, 503))
    async def card(operative: Annotated[str, Path(max_length=64, examples=["a2"])]) -> OperativeCard:
        """An operative's card, and whom it can shoot."""
        return await advisor.card(operative)

    @router.get("/operatives/{operative}/reach/{action}", responses=problems(401, 404, 422, 503))
    async def reach(
        operative: Annotated[str, Path(max_length=64, examples=["a2"])],
        action: Annotated[str, Path(max_length=64, examples=["Dash"])],
    ) -> ReachView:
        """Where one of an operative's moves could end."""
        return await advisor.reach(operative, action)

    @router.get("/measure", responses=problems(401, 404, 422, 503))
    async def measure(start: SpotText, end: SpotText) -> MeasureView:
        """How far it is from one thing or point to another."""
        return await advisor.measure(spot(start), spot(end))

    @router.get("/free", responses=problems(401))
    def free_game() -> FreeGameView:
        """The game of the free table."""
        return advisor.free_game()

    @router.get("/free/measure", responses=problems(401, 404, 422, 503))
    async def measure_free(
        ask: Annotated[str, Query(max_length=400, description="the question", examples=["gap a2 b1 6"])],
    ) -> MeasureView:
        """The answer of the free table to a question (docs/free-table.md)."""
        return await advisor.measure_free(ask)

    return router


ACT_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SubmitRequest"}}},
    }
}


class Health(View):
    """State of each part of the machine."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"parts": [{"part": "camera", "state": "ok", "sentence": "30 frames a second"}]}]
        }
    )

    parts: tuple[HealthView, ...]


async def act_of(request: Request) -> SubmitRequest:
    """Return the submitted intent from the request's body."""
    return await body_of(SubmitRequest, request)


def api_router(service: TablePort, live: LiveChannel, sessions: Sessions) -> APIRouter:
    """Return the routes under /api that read the table and act on it."""
    router = APIRouter(prefix="/api")
    acts: Idempotency[Outcome] = Idempotency()
    taps = DoubleTaps()
    acts_as = Depends(require_player(sessions))

    @router.get("/snapshot", response_model=Snapshot, responses=problems(401), tags=["read"])
    async def snapshot() -> Response:
        """Everything that a surface shows now."""
        return Response(full_message(service.snapshot()).json, media_type="application/json", headers=FRESH)

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
        """Changes since that event, or a snapshot; then every change."""
        who = sessions.identify(request)
        return live.open(
            last_event_id or after,
            looks_on=not who.may_act,
            note=lambda event: _note_phone(service, who, event),
        )

    @router.get("/choices", responses=problems(401), tags=["read"])
    async def choices(response: Response, who: Identity = acts_as) -> OwnChoices:
        """Sealed choices of this phone's player; none for any other device."""
        response.headers.update(FRESH)
        return service.own_choices(who.seat) if who.role is Role.PLAYER else OwnChoices()

    @router.get("/health", responses=problems(401), tags=["read"])
    async def health() -> Health:
        """State of each part of the machine."""
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
        player = _author(who, act)
        _note_phone(service, who, "heard")
        outcome = await acts.run(key, (act, player), lambda: service.submit(act.intent, player=player, key=key))
        return _outcome_response(taps.taken(act.intent, player, outcome, now_s=time.monotonic()))

    @router.post(
        "/buttons/{name}",
        response_model=Accepted,
        responses=problems(401, 409, 413, 422, 503),
        tags=["act"],
    )
    async def press(name: Button, key: KeyHeader, who: Identity = acts_as) -> Accepted | JSONResponse:
        """Press a button of the panel; a paired player's press is its seat's word."""
        player = who.seat_or_any
        _note_phone(service, who, "heard")
        return _outcome_response(
            await acts.run(key, (name, player), lambda: service.press(name, player=player, key=key))
        )

    return router


def _note_phone(service: TablePort, who: Identity, event: PhoneEvent) -> None:
    """Note what a player's phone did; other devices are nobody's phone."""
    if who.role is Role.PLAYER:
        service.note_phone(who.seat, event)


def _author(who: Identity, act: SubmitRequest) -> str:
    """Return the author of a request; status 403 for a name that the device may not use."""
    try:
        return who.acting_player(act.player, in_person=act.intent.kind in IN_PERSON)
    except SeatNotTakenError as fault:
        raise HTTPException(403, fault.message) from fault


def _outcome_response(outcome: Outcome) -> Accepted | JSONResponse:
    return outcome if isinstance(outcome, Accepted) else refusal_response(outcome)


CSV_FIELDS = ("sequence", "cause", "kind", "by", "operative", "player", "data")

Log = Callable[[], Sequence[PublicEntry]]


def metrics_router(read: Callable[[], tuple[bytes, str]] | None) -> APIRouter:
    """Return the route of the figures for Prometheus, if any; `read` returns them with their media type."""
    router = APIRouter(include_in_schema=False)
    if read is None:
        return router

    @router.get("/metrics")
    async def metrics() -> Response:
        figures, media_type = read()
        return Response(figures, media_type=media_type, headers=FRESH)

    return router


def export_router(log: Log) -> APIRouter:
    """Return the routes of a game's export; `log` returns its events without secrets."""
    router = APIRouter(prefix="/api", tags=["read"])

    @router.get("/game.json", responses=problems(401, 503))
    def document(response: Response) -> GameDocument:
        """Every event of the game."""
        response.headers.update(FRESH)
        events = tuple(log())
        return GameDocument(edition=events[0].edition if events else "", events=events)

    @router.get(
        "/game.csv",
        response_class=Response,
        responses={200: {"content": {"text/csv": {}}, "description": "The events"}, **problems(401, 503)},
    )
    def table() -> Response:
        """Every event of the game, one row each."""
        return Response(_csv(log()), media_type="text/csv", headers=FRESH)

    return router


def _csv(events: Sequence[PublicEntry]) -> str:
    """Return the events as CSV; cells that a spreadsheet would read as a formula get a leading apostrophe."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(CSV_FIELDS)
    for event in events:
        named = [str(event.data.get(key, "")) for key in ("by", "operative", "player")]
        data = json.dumps(event.data, sort_keys=True, ensure_ascii=False)
        cells = [str(event.sequence), str(event.cause), event.kind, *named, data]
        rows.writerow([f"'{cell}" if cell[:1] in {"=", "+", "-", "@"} else cell for cell in cells])
    return text.getvalue()


JPEG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/jpeg": {}}, "description": "The roll's picture"}}


def rolls_router(find: Callable[[str], bytes | None]) -> APIRouter:
    """Return the route of the images of rolls."""
    router = APIRouter(prefix="/api", tags=["read"])

    @router.get("/rolls/{roll}.jpg", response_class=Response, responses={**JPEG, **problems(401, 404, 422)})
    async def picture(roll: Annotated[str, Path(max_length=64, examples=["roll-12"])]) -> Response:
        """The image of a roll of this game."""
        found = find(roll)
        if found is None:
            raise UnknownError("request-roll-image-missing", roll=roll)
        return Response(found, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})

    return router

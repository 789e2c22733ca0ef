"""Application of the hub: tables of the hall, results, standings, and optionally an event."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Annotated, Any

from fastapi import FastAPI, Query
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from messages.catalogue import SOURCE
from messages.message import Message
from messages.page_texts import PageLanguage, overlay_language
from venue.errors import VenueError
from venue.hub.event_api import PREFIX, add_event, refresh_always
from venue.hub.event_journal import EventJournal
from venue.hub.event_service import EventDesk
from venue.hub.hall_views import (
    ChallengeView,
    HallFeed,
    TableView,
    challenges_of,
    league_standings,
    results_csv,
    results_of,
)
from venue.hub.http import (
    RESPONSES,
    STALL_S,
    CsvResponse,
    Guard,
    HallResponse,
    LogResponse,
    UnknownTableError,
    add_problems,
)
from venue.hub.judge_calls import JudgeDesk, without_words
from venue.hub.mqtt_ingest import MqttIngest, NewsRelay, TableUpdate
from venue.hub.pages import add_static, page
from venue.hub.store import Store
from venue.hub.table_leases import TableLeases
from venue.mqtt import Broker
from venue.protocol import KINDS, Assigned, GameMessage, JudgeAnswer, table_name

BREATH_S = 0.05
"""Shortest pause in seconds between two messages to a viewer; changes in between are combined."""

Report = Callable[[bool, Message], None]
"""Receives whether all is well, and what has happened."""


@dataclass(frozen=True, slots=True)
class EventSettings:
    """An event that the hub runs: its name in the database, and the organiser's key."""

    name: str
    organiser: str = field(repr=False)


def create_hub(
    broker: Broker,
    store: Store,
    *,
    names: tuple[str, ...],
    report: Report,
    event: EventSettings | None = None,
    writers: TableLeases | None = None,
    introduce: bool = False,
) -> FastAPI:
    """Return the hub's application, which is connected to the broker while it runs. `names` are its allowed host names.

    With an `event` it also runs that event. With `writers` it shares its database with other hubs. With `introduce` it
    announces each table to Home Assistant. Raises `VenueError` if the event cannot be read.
    """
    for damage in store.remove_damaged_rows():
        report(False, damage)
    board = HallFeed(store.tables())
    listeners: list[MqttIngest] = []

    def assign(table: str, assigned: Assigned | None) -> None:
        for listener in listeners:
            listener.assign(table, assigned)

    def answer(table: str, answer: JudgeAnswer) -> None:
        for listener in listeners:
            listener.answer(table, answer)

    judges: JudgeDesk | None = None
    desk: EventDesk | None = None
    if event is not None:
        journal = EventJournal(store, event.name)
        judges = JudgeDesk(journal, store, answer)
        desk = EventDesk(event.name, journal, store, assign, judges=judges)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()

        called = asyncio.Event()
        relay = NewsRelay(loop, board.take)

        def tell(news: TableUpdate) -> None:
            with contextlib.suppress(RuntimeError):
                relay.on(news)
                if isinstance(news.message, GameMessage) and news.message.kind in KINDS:
                    loop.call_soon_threadsafe(called.set)

        listener = MqttIngest(
            broker,
            store,
            tell,
            report,
            assigned=desk.assigned if desk is not None else dict,
            answers=judges.answers if judges is not None else None,
            writers=writers,
            introduce=introduce,
        )
        listeners.append(listener)
        listener.start()
        following = asyncio.ensure_future(refresh_always(desk, report, called)) if desk is not None else None
        try:
            yield
        finally:
            if following is not None:
                following.cancel()
            listeners.clear()
            await run_in_threadpool(listener.close)
            store.close()

    app = FastAPI(
        title="Overlook hub", version="1", docs_url=None, redoc_url=None, lifespan=lifespan, responses=RESPONSES
    )
    add_problems(app, lambda: {one.id: one.name for one in desk.event.entrants} if desk is not None else {})
    app.add_middleware(
        Guard,
        ended=lambda: any(listener.ended for listener in listeners),
        writable=PREFIX if event is not None else "",
        names=names,
    )
    app.add_middleware(PageLanguage, fixed=partial(overlay_language, SOURCE))
    _reading(app, board, store)
    if desk is not None and event is not None:
        add_event(app, desk, event.organiser)
    _pages(app)
    return app


def _reading(app: FastAPI, board: HallFeed, store: Store) -> None:
    @app.get("/api/tables")
    async def tables(after: Annotated[int, Query(ge=0)] = 0) -> list[TableView]:
        """Every table of the hall, or those that changed since a revision."""
        return board.tables(after)

    @app.get("/api/live")
    async def live(after: Annotated[int, Query(ge=0)] = 0) -> HallResponse:
        """Follow the hall: `tables` events with what changed, each with the revision as its id."""

        async def events() -> AsyncIterator[dict[str, Any]]:
            async for views in board.changes(after):
                newest = max(view.revision for view in views)
                yield {"event": "tables", "id": str(newest), "data": board.text(views)}
                await asyncio.sleep(BREATH_S)

        return HallResponse(events(), ping=10, send_timeout=STALL_S)

    @app.get(
        "/api/tables/{table}/said",
        response_class=StreamingResponse,
        responses={200: {"content": {"application/x-ndjson": {}}}},
    )
    async def said(table: str, game: str | None = None) -> LogResponse:
        """Everything that a table said, as JSON lines, in order; what a call for a judge says in words is left out."""
        try:
            name = table_name(table)
        except VenueError as fault:
            raise UnknownTableError(fault.message) from fault

        def lines() -> Iterator[str]:
            for _, one in store.said(name, game):
                yield without_words(one).model_dump_json() + "\n"

        return LogResponse(lines())

    one_at_a_time = asyncio.Lock()

    @app.get("/api/challenges")
    async def challenges() -> list[ChallengeView]:
        """Every ruling of the hall that was challenged, the newest first, and what became of it."""
        # The query reads the whole log, so repeated requests must not occupy all threads.
        async with one_at_a_time:
            return await run_in_threadpool(lambda: challenges_of(store.said()))

    @app.get("/api/results")
    async def results() -> dict[str, Any]:
        """How every game ended, and the standings."""
        found = results_of(await run_in_threadpool(store.results))
        return {
            "results": [asdict(one) for one in found],
            "standings": [asdict(one) for one in league_standings(found)],
        }

    @app.get("/results.csv", response_class=CsvResponse)
    async def results_file() -> CsvResponse:
        """The results as CSV."""
        text = results_csv(results_of(await run_in_threadpool(store.results)))
        return CsvResponse(text)


def _pages(app: FastAPI) -> None:
    add_static(app)
    pages = {"/": "hall.html", "/challenges": "challenges.html", "/overlay/{table}": "overlay.html"}
    for path, name in pages.items():
        app.get(path, include_in_schema=False)(page(name))

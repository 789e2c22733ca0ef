"""HTTP API of an event for pages, phones and tournament tools."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request, Response, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.concurrency import run_in_threadpool

from messages.message import Message
from venue.errors import VenueError
from venue.hub.event_document import EventDocument
from venue.hub.event_service import EventDesk, new_code, round_seed
from venue.hub.event_views import (
    EventView,
    SlipView,
    acts_view,
    entries_of,
    matches_csv,
    player_codes,
    standings_csv,
)
from venue.hub.http import (
    CsvResponse,
    InvalidRequestError,
    TooManyAttemptsError,
    UnauthorizedError,
    invalid_field,
)
from venue.hub.judge_calls import CallView, calls_csv, calls_view
from venue.hub.pages import page
from venue.protocol import Short
from venue.tournament.commands import ACT, MOST_ENTRANTS, AnyAct, Id, Name, PairingAtTable, Points, RoundNumber

PREFIX = "/api/v1/event"
MOST_WRONG = 10
WRONG_WITHIN_S = 60.0
MOST_SOURCES = 10_000
REFRESH_S = 2.0
ORGANISER_KEY = HTTPBearer(auto_error=False, description="The organiser's key.")

Key = Annotated[str, Field(min_length=8, max_length=48, pattern=r"^[A-Za-z0-9_-]+$")]


class Keyed(BaseModel):
    """Base of every request: an idempotency key chosen by the client."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: Key


class ActRequest(Keyed):
    """A command of the organiser: one of `venue.tournament.commands` without `at`; an entrant's code is optional."""

    by: Name
    act: dict[str, Any]


class PreviewRequest(BaseModel):
    """A command whose effect is asked for; it is not stored."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    by: Name
    act: dict[str, Any]


class Change(BaseModel):
    """One thing that a command would change, as a sentence and as a message."""

    sentence: str
    message: Message


class ProposedRound(BaseModel):
    """Pairings proposed for the next round."""

    round: int
    seatings: tuple[PairingAtTable, ...]


class RoundRequest(Keyed):
    """The organiser begins the next round, with these `seatings` or paired by the hub; `running` starts its clock."""

    by: Name
    mission: Short = ""
    killzone: Short = ""
    minutes: Annotated[int, Field(ge=1, le=600)] = 150
    seatings: Annotated[tuple[PairingAtTable, ...], Field(max_length=MOST_ENTRANTS)] = ()
    running: bool = True


class ListRequest(Keyed):
    """The organiser enters everybody of a CSV list."""

    by: Name
    csv: Annotated[str, Field(max_length=200_000)]


class SignRequest(Keyed):
    """A player signs how a game ended, with the code that is on the player's slip."""

    entrant: Id
    code: Annotated[str, Field(max_length=64)]
    round: RoundNumber
    points: tuple[Points, Points]


class Done(BaseModel):
    """What was kept: its number among the event's acts, and whether it was kept before under the same key."""

    number: int
    again: bool = False


class FailedAttempts:
    """Rate limit of wrong codes: a source may send `MOST_WRONG` in `WRONG_WITHIN_S` seconds.

    A source is an address, or the /64 network of a global IPv6 address, since one household holds all of it. Wrong
    codes of other sources never refuse a right one. The sources that were wrong last are remembered, `MOST_SOURCES`.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        self._now_s = now_s

    def many(self, address: str) -> bool:
        """Whether an address has to wait."""
        past = self._wrong.get(_source(address), deque())
        while past and self._now_s() - past[0] > WRONG_WITHIN_S:
            past.popleft()
        return len(past) >= MOST_WRONG

    def wrong(self, address: str) -> None:
        """Note a wrong code."""
        source = _source(address)
        self._wrong.setdefault(source, deque(maxlen=MOST_WRONG)).append(self._now_s())
        self._wrong.move_to_end(source)
        if len(self._wrong) > MOST_SOURCES:
            self._wrong.popitem(last=False)


def _source(address: str) -> str:
    try:
        read = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    return str(ipaddress.IPv6Network((int(read), 64), strict=False)) if read.is_global else address


def add_event(app: FastAPI, desk: EventDesk, organiser: str) -> None:
    """Add an event's routes; the key `organiser` is required for commands and private views."""
    attempts = FailedAttempts()

    def is_organiser(
        request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Security(ORGANISER_KEY)]
    ) -> None:
        address = request.client.host if request.client is not None else ""
        if attempts.many(address):
            raise TooManyAttemptsError("event-wrong-keys")
        secret = given.credentials.encode("utf-8", "replace") if given is not None else b""
        if not hmac.compare_digest(secret, organiser.encode()):
            attempts.wrong(address)
            raise UnauthorizedError("event-organiser-only")

    _reading(app, desk, is_organiser)
    _organising(app, desk, is_organiser)
    _signing(app, desk, attempts)


def _reading(app: FastAPI, desk: EventDesk, is_organiser: Callable[..., None]) -> None:
    document = EventDocument(desk)
    view = document.view

    @app.get(PREFIX, response_model=EventView)
    async def event(request: Request) -> Response:
        """The event: who takes part, its rounds, the standings. It has an ETag; 304 says that nothing has changed."""
        return await document.answer(request)

    @app.get(f"{PREFIX}/standings.csv", response_class=CsvResponse)
    async def standings() -> CsvResponse:
        """The standings as CSV."""
        return CsvResponse(standings_csv(await view()))

    @app.get(f"{PREFIX}/matches.csv", response_class=CsvResponse)
    async def matches() -> CsvResponse:
        """Every game as CSV."""
        return CsvResponse(matches_csv(await view()))

    @app.get(f"{PREFIX}/acts", dependencies=[Depends(is_organiser)])
    async def acts() -> list[dict[str, Any]]:
        """Everything that was done: by whom, when, why, and whether it stands."""
        return await run_in_threadpool(lambda: acts_view(desk.acts))

    @app.get(f"{PREFIX}/codes", dependencies=[Depends(is_organiser)])
    async def codes() -> dict[str, str]:
        """The code of every entrant, for its slip."""
        return {one.id: one.code for one in desk.event.entrants}

    @app.get(f"{PREFIX}/slips", dependencies=[Depends(is_organiser)])
    async def slips(request: Request) -> list[SlipView]:
        """A slip of everybody who takes part: the code, and a QR code of the address that signs with it."""
        return await run_in_threadpool(player_codes, desk.event, str(request.base_url))

    @app.get(f"{PREFIX}/calls", dependencies=[Depends(is_organiser)])
    async def calls() -> list[CallView]:
        """Every call for a judge with its words, the open ones first."""
        return calls_view(desk.event.calls)

    @app.get(f"{PREFIX}/calls.csv", dependencies=[Depends(is_organiser)], response_class=CsvResponse)
    async def calls_file() -> CsvResponse:
        """Every call for a judge as CSV."""
        return CsvResponse(calls_csv(calls_view(desk.event.calls)))

    for name in ("event", "screen", "organise", "slips"):
        app.get(f"/{name}", include_in_schema=False)(page(f"{name}.html"))


def _read_act(act: dict[str, Any], by: str) -> AnyAct:
    """Return the command of a request; an entrant without a code gets one."""
    raw = {**act, "by": by, "at": datetime.now(UTC)}
    if raw.get("kind") == "enter" and not raw.get("code"):
        raw["code"] = new_code()
    try:
        return ACT.validate_python(raw)
    except ValidationError as fault:
        raise InvalidRequestError(invalid_field(fault.errors()[0])) from fault


def _organising(app: FastAPI, desk: EventDesk, is_organiser: Callable[..., None]) -> None:
    @app.post(f"{PREFIX}/acts", dependencies=[Depends(is_organiser)])
    async def act(asked: ActRequest) -> Done:
        """Do something to the event."""
        kept = await run_in_threadpool(desk.do, _read_act(asked.act, asked.by), asked.key)
        return Done(number=kept.number, again=kept.again)

    @app.post(f"{PREFIX}/preview", dependencies=[Depends(is_organiser)])
    async def preview(asked: PreviewRequest) -> list[Change]:
        """What a command would change; it is not stored."""
        found = await run_in_threadpool(desk.preview, _read_act(asked.act, asked.by))
        return [Change(sentence=str(one), message=one) for one in found]

    @app.get(f"{PREFIX}/rounds/next", dependencies=[Depends(is_organiser)])
    async def proposed() -> ProposedRound:
        """The pairings proposed for the next round."""

        def propose() -> ProposedRound:
            event = desk.event
            seatings = desk.pairings(round_seed(desk.name, event.round))
            return ProposedRound(round=len(event.rounds) + 1, seatings=seatings)

        return await run_in_threadpool(propose)

    @app.post(f"{PREFIX}/rounds", dependencies=[Depends(is_organiser)])
    async def begin(asked: RoundRequest) -> Done:
        """Pair the next round and begin it."""

        def start() -> Done:
            seed = round_seed(desk.name, desk.event.round)
            kept = desk.start_round(
                mission=asked.mission,
                killzone=asked.killzone,
                minutes=asked.minutes,
                by=asked.by,
                key=asked.key,
                seed=seed,
                seatings=asked.seatings,
                running=asked.running,
            )
            return Done(number=kept.number, again=kept.again)

        return await run_in_threadpool(start)

    @app.post(f"{PREFIX}/entrants", dependencies=[Depends(is_organiser)])
    async def enter(asked: ListRequest) -> Done:
        """Enter everybody of a list; who is in the event already stays as is."""
        number = await run_in_threadpool(lambda: desk.enter(entries_of(asked.csv), by=asked.by, key=asked.key))
        return Done(number=number)


def _signing(app: FastAPI, desk: EventDesk, attempts: FailedAttempts) -> None:
    @app.post(f"{PREFIX}/signatures")
    async def sign(request: Request, asked: SignRequest) -> Done:
        """Sign how a game ended: victory points of the first and of the second of its table."""
        address = request.client.host if request.client is not None else ""
        if attempts.many(address):
            raise TooManyAttemptsError("event-wrong-codes")
        if not desk.knows(asked.entrant, asked.code):
            attempts.wrong(address)
            raise UnauthorizedError("event-wrong-code")
        kept = await run_in_threadpool(desk.sign, asked.entrant, asked.round, asked.points, asked.key)
        return Done(number=kept.number, again=kept.again)


async def refresh_always(desk: EventDesk, report: Callable[[bool, Message], None], called: asyncio.Event) -> None:
    """Process news from tables and other hubs, every `REFRESH_S` and when a judge is called, until cancelled."""
    while True:
        called.clear()
        try:
            await run_in_threadpool(desk.refresh)
        except VenueError as fault:
            report(False, fault.message)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(called.wait(), REFRESH_S)

"""Views of an event for its pages, CSV import and export, and the players' slips."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import segno
from pydantic import BaseModel, ConfigDict, FiniteFloat

from messages.message import Message
from venue.errors import EventRefusedError
from venue.hub.http import csv_text
from venue.hub.judge_calls import OpenCallView, open_calls
from venue.protocol import Ending
from venue.tournament.commands import AnyAct, Undo
from venue.tournament.reducer import effective_commands
from venue.tournament.standings import standings_of
from venue.tournament.state import Match, Round, Tournament
from venue.tournament.swiss_pairing import rounds_without_rematch

STANDINGS_HEAD = (
    *("place", "player", "team", "games", "wins", "draws", "losses", "byes"),
    *("score", "strength", "vp_difference", "vp"),
)
MATCHES_HEAD = (
    "round",
    "table",
    "player_1",
    "player_2",
    "state",
    "vp_1",
    "vp_2",
    "winner",
    "mission",
    "killzone",
    "ending",
)
NAMES = ("name", "player", "player name", "full name", "nick", "nickname", "username")
FIRST, LAST = ("first name", "firstname", "first"), ("last name", "lastname", "surname", "last")
TEAMS = ("team", "kill team", "killteam", "faction", "army", "list", "primary faction")
CLUBS = ("club", "team name", "group", "association")
MOST_ROWS = 1024
SEPARATOR = re.compile(r'"?sep=(.)"?\r?\n', re.IGNORECASE)
"""First line of a CSV in which a spreadsheet names the separator."""

UNREADABLE = "\ufffd"


class View(BaseModel):
    """Base of the parts of an event's view."""

    model_config = ConfigDict(frozen=True)


class EntrantView(View):
    """Somebody who takes part."""

    id: str
    name: str
    team: str
    club: str
    dropped: bool


class MatchView(View):
    """A game: by whom, how far it is, and its result once it is confirmed.

    `signed_points` are the points that each player signed, `reported_points` those that the table counted, both in the
    order of the match. `ending` is how it ended. `reported_winner` won by the table's report though the points do not
    show it: the other conceded.
    """

    table: str
    first: str
    second: str | None
    names: tuple[str, str | None]
    state: str
    signed: tuple[bool, bool]
    points: tuple[int, int] | None
    winner: str | None
    reported_winner: str | None = None
    signed_points: tuple[tuple[int, int] | None, tuple[int, int] | None] = (None, None)
    reported_points: tuple[int, int] | None = None
    ending: Ending | None = None


class RoundView(View):
    """A round with its games; `left_s` seconds of it are left now."""

    number: int
    mission: str
    killzone: str
    minutes: int
    running: bool
    left_s: int
    matches: tuple[MatchView, ...]


class StandingView(View):
    """A line of the standings; `strength` is in percent."""

    place: int
    entrant: str
    name: str
    team: str
    dropped: bool
    games: int
    wins: int
    draws: int
    losses: int
    byes: int
    score: int
    strength: FiniteFloat
    difference: int
    points_for: int


class RulesView(View):
    """What a win, a draw and a loss are worth, the victory points of a bye, and the tables in their order."""

    win: int
    draw: int
    loss: int
    bye_vp: tuple[int, int]
    tables: tuple[str, ...]


class WarningView(View):
    """Something that the organiser should know before the next round, as a sentence and as a message."""

    sentence: str
    message: Message


class EventView(View):
    """The whole event; `acts` counts what was done, so that a page knows what is new."""

    title: str
    acts: int
    rounds_planned: int
    rules: RulesView
    entrants: tuple[EntrantView, ...]
    rounds: tuple[RoundView, ...]
    standings: tuple[StandingView, ...]
    calls: tuple[OpenCallView, ...]
    warnings: tuple[WarningView, ...] = ()


def event_view(event: Tournament, done: Sequence[AnyAct]) -> EventView:
    """Return the view of the event."""
    now = datetime.now(UTC)
    rules = event.rules
    return EventView(
        title=rules.title,
        acts=len(done),
        rounds_planned=rules.rounds,
        rules=RulesView(win=rules.win, draw=rules.draw, loss=rules.loss, bye_vp=rules.bye_vp, tables=rules.tables),
        entrants=tuple(
            EntrantView(id=one.id, name=one.name, team=one.team, club=one.club, dropped=one.dropped)
            for one in event.entrants
        ),
        rounds=tuple(_round(event, one, now) for one in event.rounds),
        standings=tuple(
            StandingView(
                place=one.place,
                entrant=one.entrant,
                name=one.name,
                team=one.team,
                dropped=one.dropped,
                games=one.games,
                wins=one.wins,
                draws=one.draws,
                losses=one.losses,
                byes=one.byes,
                score=one.score,
                strength=round(float(one.strength) * 100, 1),
                difference=one.difference,
                points_for=one.points_for,
            )
            for one in standings_of(event)
        ),
        calls=open_calls(event.calls),
        warnings=tuple(WarningView(sentence=str(one), message=one) for one in _warnings(event)),
    )


def _warnings(event: Tournament) -> Iterator[Message]:
    """Yield what speaks against the planned rounds before the first one: too many for those present."""
    players, planned = len(event.active), event.rules.rounds
    if event.rounds or players < 2:
        return
    possible = rounds_without_rematch(event)
    if possible < planned:
        yield Message.of("event-rematches-expected", rounds=planned, players=players, possible=possible)


def _round(event: Tournament, one: Round, now: datetime) -> RoundView:
    names = {one.id: one.name for one in event.entrants}
    return RoundView(
        number=one.number,
        mission=one.mission,
        killzone=one.killzone,
        minutes=one.minutes,
        running=one.since is not None,
        left_s=int(one.left_s(now)),
        matches=tuple(_match(names, match) for match in one.matches),
    )


def _match(names: Mapping[str, str], match: Match) -> MatchView:
    return MatchView(
        table=match.table,
        first=match.first,
        second=match.second,
        names=(names[match.first], names[match.second] if match.second is not None else None),
        state=match.state,
        signed=(match.signed[0] is not None, match.signed[1] is not None),
        points=match.points,
        winner=match.won_by(),
        reported_winner=match.said_winner,
        signed_points=match.signed,
        reported_points=match.said,
        ending=match.outcome.ending if match.outcome is not None else None,
    )


def acts_view(done: Sequence[AnyAct]) -> list[dict[str, Any]]:
    """Return all commands, without codes: each with its number and whether it is in force.

    `takes_back` is the number of the command that an undo names.
    """
    stands = {id(act) for act in effective_commands(done)}
    hidden = {"code", "before", "number"}
    return [
        {
            **act.model_dump(mode="json", exclude=hidden),
            **({"takes_back": act.number} if isinstance(act, Undo) else {}),
            "number": number,
            "stands": id(act) in stands,
        }
        for number, act in enumerate(done, start=1)
    ]


def standings_csv(view: EventView) -> str:
    """Return the standings as CSV."""
    rows = [
        (
            *(one.place, one.name, one.team, one.games, one.wins, one.draws, one.losses, one.byes),
            *(one.score, one.strength, one.difference, one.points_for),
        )
        for one in view.standings
    ]
    return csv_text(STANDINGS_HEAD, rows)


def matches_csv(view: EventView) -> str:
    """Return every game of every round as CSV."""
    names = {one.id: one.name for one in view.entrants}
    rows = [
        (
            one.number,
            match.table,
            match.names[0],
            match.names[1] or "",
            match.state,
            *(match.points or ("", "")),
            names.get(match.winner or "", ""),
            one.mission,
            one.killzone,
            match.ending or "",
        )
        for one in view.rounds
        for match in one.matches
    ]
    return csv_text(MATCHES_HEAD, rows)


def entries_of(text: str) -> list[tuple[str, str, str]]:
    """Return name, team and club of each row of a CSV with a heading, as exported by spreadsheets and event services.

    A name is one column, or first and last name. A first line such as "sep=;" names the separator. Raises
    `EventRefusedError` if there is no such column, no row, or a character that no list has.
    """
    sample = text.lstrip("\ufeff")
    _require_readable(sample)
    named = SEPARATOR.match(sample)
    sample = sample[named.end() :] if named else sample
    separator = named[1] if named else max(",;\t", key=sample.partition("\n")[0].count)
    rows = list(csv.reader(io.StringIO(sample, newline=""), delimiter=separator))[: MOST_ROWS + 1]
    heads = [cell.strip().casefold() for cell in rows[0]] if rows else []
    name, first, last = (_column(heads, known) for known in (NAMES, FIRST, LAST))
    if name is None and first is None:
        raise EventRefusedError("event-list-without-names", known=NAMES)
    team, club = _column(heads, TEAMS), _column(heads, CLUBS)
    found = []
    for row in rows[1:]:
        whole = _cell(row, name) if name is not None else f"{_cell(row, first)} {_cell(row, last)}".strip()
        if whole:
            found.append((whole, _cell(row, team), _cell(row, club)))
    if not found:
        raise EventRefusedError("event-list-empty")
    return found


def _require_readable(text: str) -> None:
    """Raise `EventRefusedError` for control characters, and for bytes that were no text in the file's encoding."""
    for number, line in enumerate(text.split("\n"), 1):
        wrong = next((one for one in line if unicodedata.category(one) == "Cc" and one not in "\t\r"), None)
        if wrong is not None:
            raise EventRefusedError("event-list-control", row=number, character=f"U+{ord(wrong):04X}")
        if UNREADABLE in line:
            raise EventRefusedError("event-list-encoding", row=number)


def _column(heads: Sequence[str], known: Sequence[str]) -> int | None:
    return next((heads.index(one) for one in known if one in heads), None)


def _cell(row: Sequence[str], column: int | None) -> str:
    text = row[column] if column is not None and column < len(row) else ""
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(plain.removeprefix("'").split())[:64]


QUIET_MODULES = 4
"""Quiet zone of a QR code in modules (ISO/IEC 18004)."""


class SlipView(BaseModel):
    """One player's slip: `address` opens the event's page as this player, `svg` is its QR code."""

    model_config = ConfigDict(frozen=True)

    entrant: str
    name: str
    code: str
    address: str
    svg: str


def player_codes(event: Tournament, base: str) -> list[SlipView]:
    """Return the slips of all active entrants, by name; `base` is the hub's address with a trailing slash."""
    playing = sorted(event.active, key=lambda one: one.name.casefold())
    addresses = {one.id: f"{base}event#{one.id}.{one.code}" for one in playing}
    return [
        SlipView(entrant=one.id, name=one.name, code=one.code, address=addresses[one.id], svg=_drawn(addresses[one.id]))
        for one in playing
    ]


def _drawn(address: str) -> str:
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", border=QUIET_MODULES, dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True
    )
    return drawn.getvalue().decode()

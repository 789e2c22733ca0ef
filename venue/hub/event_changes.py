"""Differences between two states of an event, as messages: the preview of a command."""

from __future__ import annotations

from collections.abc import Iterator

from messages.message import Message
from venue.tournament.standings import standings_of
from venue.tournament.state import Match, Round, Tournament

MOST = 40


def changes_between(before: Tournament, after: Tournament) -> tuple[Message, ...]:
    """Return what differs: players, rounds, pairings, results, the clock, and places in the standings."""
    found = [*_players(before, after), *_rounds(before, after), *_places(before, after)]
    return tuple(found[:MOST]) or (Message.of("event-change-none"),)


def _players(before: Tournament, after: Tournament) -> Iterator[Message]:
    old = {one.id: one for one in before.entrants}
    for one in after.entrants:
        known = old.pop(one.id, None)
        if known is None:
            yield Message.of("event-change-enters", player=one.name)
        elif known.dropped != one.dropped:
            yield Message.of("event-change-drops" if one.dropped else "event-change-returns", player=one.name)
        elif (known.name, known.team, known.club) != (one.name, one.team, one.club):
            details = [text for text in (one.name, one.team, one.club) if text]
            yield Message.of("event-change-renamed", player=known.name, details=details)
    for gone in old.values():
        yield Message.of("event-change-removed", player=gone.name)


def _rounds(before: Tournament, after: Tournament) -> Iterator[Message]:
    for one in before.rounds[len(after.rounds) :]:
        yield Message.of(
            "event-change-round-removed", round=one.number, results=sum(bool(it.result) for it in one.matches)
        )
    for one in after.rounds[len(before.rounds) :]:
        yield Message.of(
            "event-change-round-added", round=one.number, games=sum(it.second is not None for it in one.matches)
        )
    for old, new in zip(before.rounds, after.rounds, strict=False):
        yield from _round(old, new, {one.id: one.name for one in after.entrants})


def _round(old: Round, new: Round, names: dict[str, str]) -> Iterator[Message]:
    if (old.since is None) != (new.since is None):
        yield Message.of(
            "event-change-clock-stops" if new.since is None else "event-change-clock-runs", round=new.number
        )
    known = {match.players: match for match in old.matches}
    for match in new.matches:
        was = known.get(match.players)
        if was is None or was.table != match.table:
            yield _paired(match, new.number, names)
        elif was.result != match.result:
            yield _result(match, new.number, names)


def _paired(match: Match, number: int, names: dict[str, str]) -> Message:
    first = names[match.first]
    if match.second is None:
        return Message.of("event-change-bye", round=number, player=first)
    return Message.of("event-change-paired", round=number, table=match.table, one=first, other=names[match.second])


def _result(match: Match, number: int, names: dict[str, str]) -> Message:
    one, other = (names[who] for who in match.players)
    if match.result is None:
        return Message.of("event-change-result-removed", round=number, one=one, other=other)
    first, second = match.result.points
    facts = {"round": number, "one": one, "other": other, "first": first, "second": second}
    ending = match.result.ending.value
    if match.result.winner is None:
        return Message.of("event-change-draw", **facts, ending=ending)
    return Message.of("event-change-result", **facts, winner=names[match.result.winner], ending=ending)


def _places(before: Tournament, after: Tournament) -> Iterator[Message]:
    old = {one.entrant: one for one in standings_of(before)}
    for one in standings_of(after):
        was = old.get(one.entrant)
        if was is not None and was.place != one.place:
            yield Message.of("event-change-place", player=one.name, old=was.place, new=one.place, score=one.score)

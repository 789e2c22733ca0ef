"""Reducer of a tournament: the new state after each command, and undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from venue.errors import EventRefusedError
from venue.protocol import Ending
from venue.tournament import commands
from venue.tournament.commands import AnyAct, PairingAtTable
from venue.tournament.state import Entrant, JudgeCall, Match, Points, Round, Rules, Tournament

MOST_CALLS = 5000
CALL_ENDED = {
    "answered": "event-call-answered",
    "withdrawn": "event-call-withdrawn",
    "replaced": "event-call-replaced",
}
"""Code of the refusal of a command about a call that has ended, by the call's state."""


def call_judge(event: Tournament, act: commands.CallJudge) -> Tournament:
    """Return the event with a new call; it replaces an open call of the same table."""
    if any(one.call == act.call and one.table == act.table for one in event.calls):
        raise EventRefusedError("event-call-known", table=act.table, call=act.call)
    if len(event.calls) >= MOST_CALLS:
        raise EventRefusedError("event-too-many-calls", most=MOST_CALLS)
    before = tuple(
        replace(one, state="replaced", ended_at=act.at) if one.table == act.table and one.open else one
        for one in event.calls
    )
    new = JudgeCall(act.table, act.call, act.by, act.at, act.words, act.ruling, act.link)
    return replace(event, calls=(*before, new))


def withdraw_call(event: Tournament, act: commands.WithdrawCall) -> Tournament:
    """Return the event with a call withdrawn."""
    call = _open_call(event, act.table, act.call)
    return _with_call(event, replace(call, state="withdrawn", ended_at=act.at))


def judge_coming(event: Tournament, act: commands.JudgeComing) -> Tournament:
    """Return the event with a judge on the way to a table."""
    call = _open_call(event, act.table, act.call)
    if call.state == "coming":
        raise EventRefusedError("event-judge-coming", table=act.table, judge=call.judge)
    return _with_call(event, replace(call, state="coming", judge=act.by))


def judge_answered(event: Tournament, act: commands.JudgeAnswered) -> Tournament:
    """Return the event with a call answered."""
    call = _open_call(event, act.table, act.call)
    return _with_call(event, replace(call, state="answered", judge=act.by, answer=act.words, ended_at=act.at))


def _open_call(event: Tournament, table: str, call: str) -> JudgeCall:
    found = next((one for one in event.calls if one.table == table and one.call == call), None)
    if found is None:
        raise EventRefusedError("event-call-unknown", table=table, call=call)
    if not found.open:
        raise EventRefusedError(CALL_ENDED[found.state], table=table)
    return found


def _with_call(event: Tournament, new: JudgeCall) -> Tournament:
    same = (new.table, new.call)
    return replace(event, calls=tuple(new if (one.table, one.call) == same else one for one in event.calls))


def event_of(done: Iterable[AnyAct]) -> Tournament:
    """Return the event after these commands. Raises `EventRefusedError` if one of them is not allowed."""
    event = Tournament()
    for act in effective_commands(done):
        event = apply(event, act)
    return event


def effective_commands(done: Iterable[AnyAct]) -> tuple[AnyAct, ...]:
    """Return the commands in force: each undo removes the command of its number, or the last one in force.

    A round that is taken back goes with all commands of that round. Commands are numbered from 1 in order, undos
    included.
    """
    kept: dict[int, AnyAct] = {}
    for number, act in enumerate(done, start=1):
        if isinstance(act, commands.TakeBackRound):
            _remove_round(kept, act.round)
            continue
        if not isinstance(act, commands.Undo):
            kept[number] = act
            continue
        taken = act.number if act.number is not None else max(kept, default=0)
        if kept.pop(taken, None) is None:
            raise EventRefusedError("event-nothing-to-undo", number=taken)
    return tuple(kept.values())


def _remove_round(kept: dict[int, AnyAct], number: int) -> None:
    """Remove the last round's commands; raises `EventRefusedError` for any other round."""
    begun = {act.round: at for at, act in kept.items() if isinstance(act, commands.StartRound)}
    if max(begun, default=0) != number:
        raise EventRefusedError("event-round-not-last", round=number, last=max(begun, default=0))
    for at, act in list(kept.items()):
        of_round = isinstance(act, _OF_A_ROUND) and act.round == number
        if of_round or (isinstance(act, commands.Clock) and at > begun[number]):
            del kept[at]


_OF_A_ROUND = (
    commands.StartRound,
    commands.ReportResult,
    commands.Sign,
    commands.Confirm,
    commands.Correct,
    commands.ChangePairing,
)


def apply(event: Tournament, act: AnyAct) -> Tournament:
    """Return the event after one command other than undo; raises `EventRefusedError` with the reason."""
    return CHANGES[type(act)](event, act)


def _set_up(event: Tournament, act: commands.SetUp) -> Tournament:
    if len(set(act.tables)) != len(act.tables):
        raise EventRefusedError("event-table-twice")
    if act.rounds < len(event.rounds):
        raise EventRefusedError("event-too-few-rounds", rounds=act.rounds, begun=len(event.rounds))
    if not act.win >= act.draw >= act.loss:
        raise EventRefusedError("event-points-order", win=act.win, draw=act.draw, loss=act.loss)
    rules = Rules(act.title, act.rounds, act.win, act.draw, act.loss, act.bye_vp, act.tables)
    return replace(event, rules=rules)


def _enter(event: Tournament, act: commands.AddEntrant) -> Tournament:
    if event.entrant(act.entrant) is not None:
        raise EventRefusedError("event-already-entered", entrant=act.entrant)
    if any(one.name.casefold() == act.name.casefold() for one in event.entrants):
        raise EventRefusedError("event-name-taken", name=act.name)
    if len(event.entrants) >= commands.MOST_ENTRANTS:
        raise EventRefusedError("event-full", most=commands.MOST_ENTRANTS)
    new = Entrant(act.entrant, act.name, act.team, act.club, act.code, len(event.rounds))
    return replace(event, entrants=(*event.entrants, new))


def _named(event: Tournament, name: str) -> Entrant:
    found = event.entrant(name)
    if found is None:
        raise EventRefusedError("event-not-entered", entrant=name)
    return found


def _with(event: Tournament, new: Entrant) -> Tournament:
    return replace(event, entrants=tuple(new if one.id == new.id else one for one in event.entrants))


def _drop(event: Tournament, act: commands.DropEntrant) -> Tournament:
    one = _named(event, act.entrant)
    if one.dropped:
        raise EventRefusedError("event-already-dropped", entrant=one.id)
    return _with(event, replace(one, dropped=True))


def _return(event: Tournament, act: commands.ReinstateEntrant) -> Tournament:
    one = _named(event, act.entrant)
    if not one.dropped:
        raise EventRefusedError("event-not-dropped", entrant=one.id)
    return _with(event, replace(one, dropped=False))


def _rename(event: Tournament, act: commands.Rename) -> Tournament:
    one = _named(event, act.entrant)
    if any(other.id != one.id and other.name.casefold() == act.name.casefold() for other in event.entrants):
        raise EventRefusedError("event-name-taken", name=act.name)
    return _with(event, replace(one, name=act.name, team=act.team, club=act.club))


def _start_round(event: Tournament, act: commands.StartRound) -> Tournament:
    number = len(event.rounds) + 1
    if event.round is not None and not event.round.over:
        missing = [match.table for match in event.round.matches if match.state not in {"bye", "confirmed"}]
        raise EventRefusedError("event-results-missing", round=number - 1, tables=missing[:6])
    if number > event.rules.rounds:
        raise EventRefusedError("event-rounds-over", round=act.round, rounds=event.rules.rounds)
    if act.round != number:
        raise EventRefusedError("event-next-round", round=act.round, next=number)
    legal(event, act.seatings, {one.id for one in event.active})
    matches = tuple(Match(one.table, one.first, one.second) for one in act.seatings)
    new = Round(
        number,
        matches,
        act.mission,
        act.killzone,
        act.minutes,
        act.at if act.running else None,
        before=frozenset(act.before),
    )
    return replace(event, rounds=(*event.rounds, new))


def legal(event: Tournament, seatings: Sequence[PairingAtTable], playing: set[str]) -> None:
    """Raise `EventRefusedError` unless each player is seated once, each table is used once, and byes are necessary."""
    names = [name for one in seatings for name in (one.first, one.second) if name is not None]
    if len(names) != len(set(names)):
        raise EventRefusedError("event-seated-twice")
    if set(names) != playing:
        raise EventRefusedError("event-wrong-players", players=sorted(set(names) ^ playing)[:6])
    tables = [one.table for one in seatings if one.second is not None]
    if len(tables) != len(set(tables)) or "" in tables:
        raise EventRefusedError("event-tables-shared")
    if sum(one.second is None for one in seatings) > len(names) % 2:
        raise EventRefusedError("event-too-many-byes")


def _running(event: Tournament, number: int) -> Round:
    if event.round is None:
        raise EventRefusedError("event-no-round-running", round=number)
    if event.round.number != number:
        raise EventRefusedError("event-round-not-running", round=number, running=event.round.number)
    return event.round


def _with_match(event: Tournament, number: int, old: Match, new: Match) -> Tournament:
    rounds = tuple(
        replace(one, matches=tuple(new if match == old else match for match in one.matches))
        if one.number == number
        else one
        for one in event.rounds
    )
    return replace(event, rounds=rounds)


def _open_match_at(event: Tournament, number: int, table: str) -> Match:
    match = _running(event, number).match_at(table)
    if match is None or match.second is None:
        raise EventRefusedError("event-table-without-game", table=table, round=number)
    return _without_result(match)


def _open_match_of(event: Tournament, number: int, entrant: str) -> Match:
    match = _running(event, number).match_of(entrant)
    if match is None or match.second is None:
        raise EventRefusedError("event-player-without-game", entrant=entrant, round=number)
    return _without_result(match)


def _without_result(match: Match) -> Match:
    if match.points is not None:
        raise EventRefusedError("event-result-fixed", table=match.table)
    return match


def _table_says(event: Tournament, act: commands.ReportResult) -> Tournament:
    match = _open_match_at(event, act.round, act.table)
    if act.winner is not None and act.winner not in match.players:
        raise EventRefusedError("event-not-at-table", entrant=act.winner, table=match.table)
    reported = match.decide(act.points, winner=act.winner, ending=act.ending, game=act.game)
    new = replace(match, reported=reported, undecided=act.undecided)
    return _with_match(event, act.round, match, new)


def _sign(event: Tournament, act: commands.Sign) -> Tournament:
    match = _open_match_of(event, act.round, act.entrant)
    signed: tuple[Points | None, Points | None] = (
        (act.points, match.signed[1]) if act.entrant == match.first else (match.signed[0], act.points)
    )
    return _with_match(event, act.round, match, replace(match, signed=signed))


def _confirm(event: Tournament, act: commands.Confirm) -> Tournament:
    match = _open_match_at(event, act.round, act.table)
    if match.needs_decision:
        raise EventRefusedError("event-winner-unclear", table=act.table)
    if match.agreed is None:
        raise EventRefusedError("event-not-agreed", table=act.table)
    # A concession is part of the table's report, so it does not apply if the players agreed on other points.
    result = match.reported if match.agreed == match.said else match.decide(match.agreed)
    return _with_match(event, act.round, match, replace(match, result=result))


def _correct(event: Tournament, act: commands.Correct) -> Tournament:
    if act.round > len(event.rounds):
        raise EventRefusedError("event-round-not-begun", round=act.round)
    match = event.rounds[act.round - 1].match_of(act.entrant)
    if match is None or match.second is None:
        raise EventRefusedError("event-player-without-game", entrant=act.entrant, round=act.round)
    if act.winner is not None and act.winner not in match.players:
        raise EventRefusedError("event-not-at-table", entrant=act.winner, table=match.table)
    ending = Ending(act.ending) if act.ending is not None else None
    if ending in {Ending.NO_SHOW, Ending.CONCESSION} and act.winner is None:
        raise EventRefusedError("event-winner-missing", table=match.table)
    if ending is Ending.DRAW and act.winner is not None:
        raise EventRefusedError("event-draw-with-winner", table=match.table)
    result = match.decide(act.points, winner=act.winner, ending=ending)
    return _with_match(event, act.round, match, replace(match, result=result))


def _reseat(event: Tournament, act: commands.ChangePairing) -> Tournament:
    running = _running(event, act.round)
    legal(event, act.seatings, {name for match in running.matches for name in match.players})
    before = {(match.table, match.first, match.second): match for match in running.matches}
    matches = tuple(
        before.pop((one.table, one.first, one.second), Match(one.table, one.first, one.second)) for one in act.seatings
    )
    told = [match.table for match in before.values() if match.state not in {"bye", "open"}]
    if told:
        raise EventRefusedError("event-pairing-fixed", tables=told)
    return replace(event, rounds=(*event.rounds[:-1], replace(running, matches=matches)))


def _clock(event: Tournament, act: commands.Clock) -> Tournament:
    if event.round is None:
        raise EventRefusedError("event-no-clock")
    if act.running == (event.round.since is not None):
        raise EventRefusedError("event-clock-running" if act.running else "event-clock-stopped")
    return replace(event, rounds=(*event.rounds[:-1], _clocked(event.round, act.at, running=act.running)))


def _clocked(one: Round, at: datetime, *, running: bool) -> Round:
    if running or one.since is None:
        return replace(one, since=at)
    return replace(one, since=None, played_s=one.played_s + max(0.0, (at - one.since).total_seconds()))


CHANGES: Mapping[type[commands.TournamentCommand], Callable[[Tournament, Any], Tournament]] = {
    commands.SetUp: _set_up,
    commands.AddEntrant: _enter,
    commands.DropEntrant: _drop,
    commands.ReinstateEntrant: _return,
    commands.Rename: _rename,
    commands.StartRound: _start_round,
    commands.ReportResult: _table_says,
    commands.Sign: _sign,
    commands.Confirm: _confirm,
    commands.Correct: _correct,
    commands.ChangePairing: _reseat,
    commands.Clock: _clock,
    commands.CallJudge: call_judge,
    commands.WithdrawCall: withdraw_call,
    commands.JudgeComing: judge_coming,
    commands.JudgeAnswered: judge_answered,
}

"""Reducer of a tournament: the new state after each command, and undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from venue.errors import EventRefusedError
from venue.tournament import commands
from venue.tournament.commands import AnyAct, PairingAtTable
from venue.tournament.state import Entrant, JudgeCall, Match, Points, Round, Rules, Tournament

MOST_CALLS = 5000


def call_judge(event: Tournament, act: commands.CallJudge) -> Tournament:
    """Return the event with a new call; it replaces an open call of the same table."""
    if any(one.call == act.call and one.table == act.table for one in event.calls):
        raise EventRefusedError(f"{act.table}: call {act.call} is known already")
    if len(event.calls) >= MOST_CALLS:
        raise EventRefusedError(f"a judge was called {MOST_CALLS} times: expected no more in one event")
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
        raise EventRefusedError(f"{call.judge} is on the way to {act.table} already")
    return _with_call(event, replace(call, state="coming", judge=act.by))


def judge_answered(event: Tournament, act: commands.JudgeAnswered) -> Tournament:
    """Return the event with a call answered."""
    call = _open_call(event, act.table, act.call)
    return _with_call(event, replace(call, state="answered", judge=act.by, answer=act.words, ended_at=act.at))


def _open_call(event: Tournament, table: str, call: str) -> JudgeCall:
    found = next((one for one in event.calls if one.table == table and one.call == call), None)
    if found is None:
        raise EventRefusedError(f"{table}: no judge was called there as {call}")
    if not found.open:
        raise EventRefusedError(f"the call of {table} was {found.state} already: take that back first")
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

    Commands are numbered from 1 in order, undos included.
    """
    kept: dict[int, AnyAct] = {}
    for number, act in enumerate(done, start=1):
        if not isinstance(act, commands.Undo):
            kept[number] = act
            continue
        taken = act.number if act.number is not None else max(kept, default=0)
        if kept.pop(taken, None) is None:
            raise EventRefusedError(f"act {taken} is none that stands: there is nothing to take back")
    return tuple(kept.values())


def apply(event: Tournament, act: AnyAct) -> Tournament:
    """Return the event after one command other than undo; raises `EventRefusedError` with the reason."""
    return CHANGES[type(act)](event, act)


def _set_up(event: Tournament, act: commands.SetUp) -> Tournament:
    if len(set(act.tables)) != len(act.tables):
        raise EventRefusedError("a table stands twice among the event's: name each once")
    if act.rounds < len(event.rounds):
        raise EventRefusedError(f"{len(event.rounds)} rounds were begun: expected as many at least, not {act.rounds}")
    if not act.win >= act.draw >= act.loss:
        raise EventRefusedError(f"{act.win}, {act.draw}, {act.loss}: a win is worth a draw at least, that a loss")
    rules = Rules(act.title, act.rounds, act.win, act.draw, act.loss, act.bye_vp, act.tables)
    return replace(event, rules=rules)


def _enter(event: Tournament, act: commands.AddEntrant) -> Tournament:
    if event.entrant(act.entrant) is not None:
        raise EventRefusedError(f"{act.entrant} takes part already")
    if any(one.name.casefold() == act.name.casefold() for one in event.entrants):
        raise EventRefusedError(f"somebody is called {act.name} already: add something that tells them apart")
    if len(event.entrants) >= commands.MOST_ENTRANTS:
        raise EventRefusedError(f"{commands.MOST_ENTRANTS} take part: expected no more")
    new = Entrant(act.entrant, act.name, act.team, act.club, act.code, len(event.rounds))
    return replace(event, entrants=(*event.entrants, new))


def _named(event: Tournament, name: str) -> Entrant:
    found = event.entrant(name)
    if found is None:
        raise EventRefusedError(f"{name!r} takes no part in this event")
    return found


def _with(event: Tournament, new: Entrant) -> Tournament:
    return replace(event, entrants=tuple(new if one.id == new.id else one for one in event.entrants))


def _drop(event: Tournament, act: commands.DropEntrant) -> Tournament:
    one = _named(event, act.entrant)
    if one.dropped:
        raise EventRefusedError(f"{one.name} has dropped already")
    return _with(event, replace(one, dropped=True))


def _return(event: Tournament, act: commands.ReinstateEntrant) -> Tournament:
    one = _named(event, act.entrant)
    if not one.dropped:
        raise EventRefusedError(f"{one.name} takes part already")
    return _with(event, replace(one, dropped=False))


def _rename(event: Tournament, act: commands.Rename) -> Tournament:
    one = _named(event, act.entrant)
    if any(other.id != one.id and other.name.casefold() == act.name.casefold() for other in event.entrants):
        raise EventRefusedError(f"somebody else is called {act.name}: add something that tells them apart")
    return _with(event, replace(one, name=act.name, team=act.team, club=act.club))


def _start_round(event: Tournament, act: commands.StartRound) -> Tournament:
    number = len(event.rounds) + 1
    if event.round is not None and not event.round.over:
        missing = [match.table for match in event.round.matches if match.state not in {"bye", "confirmed"}]
        raise EventRefusedError(f"round {number - 1} has no result yet at {', '.join(missing[:6])}")
    if act.round != number or number > event.rules.rounds:
        raise EventRefusedError(f"round {act.round}: expected {number} of {event.rules.rounds}")
    legal(event, act.seatings, {one.id for one in event.active})
    matches = tuple(Match(one.table, one.first, one.second) for one in act.seatings)
    new = Round(number, matches, act.mission, act.killzone, act.minutes, act.at, before=frozenset(act.before))
    return replace(event, rounds=(*event.rounds, new))


def legal(event: Tournament, seatings: Sequence[PairingAtTable], playing: set[str]) -> None:
    """Raise `EventRefusedError` unless each player is seated once, each table is used once, and byes are necessary."""
    names = [name for one in seatings for name in (one.first, one.second) if name is not None]
    if len(names) != len(set(names)):
        raise EventRefusedError("somebody is seated twice")
    if set(names) != playing:
        wrong = ", ".join(sorted(set(names) ^ playing)[:6])
        raise EventRefusedError(f"expected everybody who plays, and nobody else: {wrong}")
    tables = [one.table for one in seatings if one.second is not None]
    if len(tables) != len(set(tables)) or "" in tables:
        raise EventRefusedError("expected each table once, and one for each game")
    if sum(one.second is None for one in seatings) > len(names) % 2:
        raise EventRefusedError("expected a bye only where an odd number plays, and one alone")


def _running(event: Tournament, number: int) -> Round:
    if event.round is None or event.round.number != number:
        on = event.round.number if event.round is not None else "none"
        raise EventRefusedError(f"round {number} is not the one that is played: {on} is")
    return event.round


def _with_match(event: Tournament, number: int, old: Match, new: Match) -> Tournament:
    rounds = tuple(
        replace(one, matches=tuple(new if match == old else match for match in one.matches))
        if one.number == number
        else one
        for one in event.rounds
    )
    return replace(event, rounds=rounds)


def _open_match(event: Tournament, number: int, match: Match | None, whose: str) -> Match:
    if match is None or match.second is None:
        raise EventRefusedError(f"{whose} plays no game in round {number}")
    if match.points is not None:
        raise EventRefusedError(f"the game at {match.table} has its result already: the organiser can correct it")
    return match


def _table_says(event: Tournament, act: commands.ReportResult) -> Tournament:
    match = _open_match(event, act.round, _running(event, act.round).match_at(act.table), act.table)
    if act.winner is not None and act.winner not in match.players:
        raise EventRefusedError(f"{act.winner} does not play at {match.table}")
    new = replace(match, said=act.points, said_winner=act.winner, undecided=act.undecided)
    return _with_match(event, act.round, match, new)


def _sign(event: Tournament, act: commands.Sign) -> Tournament:
    match = _open_match(event, act.round, _running(event, act.round).match_of(act.entrant), act.entrant)
    signed: tuple[Points | None, Points | None] = (
        (act.points, match.signed[1]) if act.entrant == match.first else (match.signed[0], act.points)
    )
    return _with_match(event, act.round, match, replace(match, signed=signed))


def _confirm(event: Tournament, act: commands.Confirm) -> Tournament:
    match = _open_match(event, act.round, _running(event, act.round).match_at(act.table), act.table)
    if match.needs_decision:
        raise EventRefusedError(f"{act.table}: it is not clear who won: correct the result and choose the winner")
    if match.agreed is None:
        raise EventRefusedError(f"{act.table}: expected both to sign the same, or one what the table says; correct it")
    # A concession is part of the table's report, so it does not apply if the players agreed on other points.
    winner = match.said_winner if match.agreed == match.said else None
    return _with_match(event, act.round, match, replace(match, points=match.agreed, winner=winner))


def _correct(event: Tournament, act: commands.Correct) -> Tournament:
    if act.round > len(event.rounds):
        raise EventRefusedError(f"round {act.round} was not begun yet")
    match = event.rounds[act.round - 1].match_of(act.entrant)
    if match is None or match.second is None:
        raise EventRefusedError(f"{act.entrant} plays no game in round {act.round}")
    if act.winner is not None and act.winner not in match.players:
        raise EventRefusedError(f"{act.winner} does not play at {match.table}")
    return _with_match(event, act.round, match, replace(match, points=act.points, winner=act.winner))


def _reseat(event: Tournament, act: commands.ChangePairing) -> Tournament:
    running = _running(event, act.round)
    legal(event, act.seatings, {name for match in running.matches for name in match.players})
    before = {(match.table, match.first, match.second): match for match in running.matches}
    matches = tuple(
        before.pop((one.table, one.first, one.second), Match(one.table, one.first, one.second)) for one in act.seatings
    )
    told = [match.table for match in before.values() if match.state not in {"bye", "open"}]
    if told:
        raise EventRefusedError(f"a result was given already at {', '.join(told)}")
    return replace(event, rounds=(*event.rounds[:-1], replace(running, matches=matches)))


def _clock(event: Tournament, act: commands.Clock) -> Tournament:
    if event.round is None:
        raise EventRefusedError("no round was begun: there is no clock")
    if act.running == (event.round.since is not None):
        raise EventRefusedError(f"the clock {'runs' if act.running else 'stands'} already")
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

"""What each act makes of an event; refused in one line where it cannot be done. Undo is the fold without that act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from venue.errors import EventRefusedError
from venue.event import acts
from venue.event.acts import AnyAct, Seating
from venue.event.calls import call_judge, judge_answered, judge_coming, withdraw_call
from venue.event.tournament import Entrant, Match, Points, Round, Rules, Tournament


def event_of(done: Iterable[AnyAct]) -> Tournament:
    """Return the event after these acts. Raises `EventRefusedError` where one of them could not have been done."""
    event = Tournament()
    for act in standing(done):
        event = after(event, act)
    return event


def standing(done: Iterable[AnyAct]) -> tuple[AnyAct, ...]:
    """Return the acts that stand: each undo takes the act of its number, or the last one that still stood.

    Acts are numbered from 1 as they were done, undos among them.
    """
    kept: dict[int, AnyAct] = {}
    for number, act in enumerate(done, start=1):
        if not isinstance(act, acts.Undo):
            kept[number] = act
            continue
        taken = act.number if act.number is not None else max(kept, default=0)
        if kept.pop(taken, None) is None:
            raise EventRefusedError(f"act {taken} is none that stands: there is nothing to take back")
    return tuple(kept.values())


def after(event: Tournament, act: AnyAct) -> Tournament:
    """Return the event after one act that is no undo; `EventRefusedError` says why it cannot be done."""
    return CHANGES[type(act)](event, act)


def _set_up(event: Tournament, act: acts.SetUp) -> Tournament:
    if len(set(act.tables)) != len(act.tables):
        raise EventRefusedError("a table stands twice among the event's: name each once")
    if act.rounds < len(event.rounds):
        raise EventRefusedError(f"{len(event.rounds)} rounds were begun: expected as many at least, not {act.rounds}")
    if not act.win >= act.draw >= act.loss:
        raise EventRefusedError(f"{act.win}, {act.draw}, {act.loss}: a win is worth a draw at least, that a loss")
    rules = Rules(act.title, act.rounds, act.win, act.draw, act.loss, act.bye_vp, act.tables)
    return replace(event, rules=rules)


def _enter(event: Tournament, act: acts.Enter) -> Tournament:
    if event.entrant(act.entrant) is not None:
        raise EventRefusedError(f"{act.entrant} takes part already")
    if any(one.name.casefold() == act.name.casefold() for one in event.entrants):
        raise EventRefusedError(f"somebody is called {act.name} already: add something that tells them apart")
    if len(event.entrants) >= acts.MOST_ENTRANTS:
        raise EventRefusedError(f"{acts.MOST_ENTRANTS} take part: expected no more")
    new = Entrant(act.entrant, act.name, act.team, act.club, act.code, len(event.rounds))
    return replace(event, entrants=(*event.entrants, new))


def _named(event: Tournament, name: str) -> Entrant:
    found = event.entrant(name)
    if found is None:
        raise EventRefusedError(f"{name!r} takes no part in this event")
    return found


def _with(event: Tournament, new: Entrant) -> Tournament:
    return replace(event, entrants=tuple(new if one.id == new.id else one for one in event.entrants))


def _drop(event: Tournament, act: acts.Drop) -> Tournament:
    one = _named(event, act.entrant)
    if one.dropped:
        raise EventRefusedError(f"{one.name} has dropped already")
    return _with(event, replace(one, dropped=True))


def _return(event: Tournament, act: acts.Return) -> Tournament:
    one = _named(event, act.entrant)
    if not one.dropped:
        raise EventRefusedError(f"{one.name} takes part already")
    return _with(event, replace(one, dropped=False))


def _rename(event: Tournament, act: acts.Rename) -> Tournament:
    one = _named(event, act.entrant)
    if any(other.id != one.id and other.name.casefold() == act.name.casefold() for other in event.entrants):
        raise EventRefusedError(f"somebody else is called {act.name}: add something that tells them apart")
    return _with(event, replace(one, name=act.name, team=act.team, club=act.club))


def _start_round(event: Tournament, act: acts.StartRound) -> Tournament:
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


def legal(event: Tournament, seatings: Sequence[Seating], playing: set[str]) -> None:
    """Refuse seatings in which somebody who plays stands not exactly once, or a table twice, or there are two byes."""
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


def _table_says(event: Tournament, act: acts.TableSays) -> Tournament:
    match = _open_match(event, act.round, _running(event, act.round).match_at(act.table), act.table)
    if act.winner is not None and act.winner not in match.players:
        raise EventRefusedError(f"{act.winner} does not play at {match.table}")
    new = replace(match, said=act.points, said_winner=act.winner, undecided=act.undecided)
    return _with_match(event, act.round, match, new)


def _sign(event: Tournament, act: acts.Sign) -> Tournament:
    match = _open_match(event, act.round, _running(event, act.round).match_of(act.entrant), act.entrant)
    signed: tuple[Points | None, Points | None] = (
        (act.points, match.signed[1]) if act.entrant == match.first else (match.signed[0], act.points)
    )
    return _with_match(event, act.round, match, replace(match, signed=signed))


def _confirm(event: Tournament, act: acts.Confirm) -> Tournament:
    match = _open_match(event, act.round, _running(event, act.round).match_at(act.table), act.table)
    if match.needs_decision:
        raise EventRefusedError(f"{act.table}: it is not clear who won: correct the result and choose the winner")
    if match.agreed is None:
        raise EventRefusedError(f"{act.table}: expected both to sign the same, or one what the table says; correct it")
    # A concession comes with the table's points: whoever agrees on other points agrees on no concession.
    winner = match.said_winner if match.agreed == match.said else None
    return _with_match(event, act.round, match, replace(match, points=match.agreed, winner=winner))


def _correct(event: Tournament, act: acts.Correct) -> Tournament:
    if act.round > len(event.rounds):
        raise EventRefusedError(f"round {act.round} was not begun yet")
    match = event.rounds[act.round - 1].match_of(act.entrant)
    if match is None or match.second is None:
        raise EventRefusedError(f"{act.entrant} plays no game in round {act.round}")
    if act.winner is not None and act.winner not in match.players:
        raise EventRefusedError(f"{act.winner} does not play at {match.table}")
    return _with_match(event, act.round, match, replace(match, points=act.points, winner=act.winner))


def _reseat(event: Tournament, act: acts.Reseat) -> Tournament:
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


def _clock(event: Tournament, act: acts.Clock) -> Tournament:
    if event.round is None:
        raise EventRefusedError("no round was begun: there is no clock")
    if act.running == (event.round.since is not None):
        raise EventRefusedError(f"the clock {'runs' if act.running else 'stands'} already")
    return replace(event, rounds=(*event.rounds[:-1], _clocked(event.round, act.at, running=act.running)))


def _clocked(one: Round, at: datetime, *, running: bool) -> Round:
    if running or one.since is None:
        return replace(one, since=at)
    return replace(one, since=None, played_s=one.played_s + max(0.0, (at - one.since).total_seconds()))


CHANGES: Mapping[type[acts.Act], Callable[[Tournament, Any], Tournament]] = {
    acts.SetUp: _set_up,
    acts.Enter: _enter,
    acts.Drop: _drop,
    acts.Return: _return,
    acts.Rename: _rename,
    acts.StartRound: _start_round,
    acts.TableSays: _table_says,
    acts.Sign: _sign,
    acts.Confirm: _confirm,
    acts.Correct: _correct,
    acts.Reseat: _reseat,
    acts.Clock: _clock,
    acts.CallJudge: call_judge,
    acts.WithdrawCall: withdraw_call,
    acts.JudgeComing: judge_coming,
    acts.JudgeAnswered: judge_answered,
}

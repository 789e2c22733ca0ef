"""Swiss pairing by maximum-weight matching, with as few rematches as possible in this round and in the planned ones."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence

import networkx as nx

from venue.tournament.commands import PairingAtTable
from venue.tournament.look_ahead import find_schedule, is_completable, seeded, without
from venue.tournament.standings import standings_of
from venue.tournament.state import Tournament

BYE = ""
"""Opponent in a bye."""

NEAR = 24
"""In a large field, pairings within so many places of each other are tried first."""

MANY = 96

MOST_CANDIDATES = 16
"""How many pairings, the best first, are tried for one after which the planned rounds need no rematch."""

PLANS = 4
"""How many complete schedules are made when none of the candidates will do; the best round of them is taken."""


def pairings_of(event: Tournament, *, seed: int = 0) -> tuple[PairingAtTable, ...]:
    """Return the next round's seatings, the leaders at the first table, a bye last.

    The pairing has the fewest rematches, then the fewest second byes, then leaves the rest of the planned rounds
    without either where that is possible, then the least sum of squared score differences, with a bye counted as a
    score of zero. Remaining ties are decided by clubs and the standings, in the first round by `seed`. Empty if fewer
    than two play.
    """
    active = {one.id for one in event.active}
    order = [one.entrant for one in standings_of(event) if one.entrant in active]
    if not event.rounds:
        seeded(seed).shuffle(order)
    scores = {one.entrant: one.score for one in standings_of(event)}
    if len(order) < 2:
        return ()
    if len(order) % 2:
        order.append(BYE)
    costs = _Costs(event, order, scores)
    matched = _with_look_ahead(event, order, costs, _matched(order, costs))
    return _seated(event, order, matched)


def rounds_without_rematch(event: Tournament) -> int:
    """Return how many more rounds, of those planned, those present can play without a rematch or a second bye."""
    names = [one.id for one in event.active]
    if len(names) < 2:
        return 0
    if len(names) % 2:
        names.append(BYE)
    open_ = _open_pairs(event, names)
    planned = max(0, event.rules.rounds - len(event.rounds))
    most = min(planned, *(mask.bit_count() for mask in open_))
    return next((count for count in range(most, 0, -1) if is_completable(open_, count)), 0)


def _open_pairs(event: Tournament, names: Sequence[str]) -> list[int]:
    """Return for each name the mask of those whom it may meet for the first time; a bye is met once, too."""
    met = {name: event.met(name) for name in names if name != BYE}
    had = {name for name in met if event.byes(name)}
    return [
        sum(
            1 << to
            for to, other in enumerate(names)
            if to != at and ((name or other) not in had if BYE in (name, other) else other not in met[name])
        )
        for at, name in enumerate(names)
    ]


def _with_look_ahead(event: Tournament, order: Sequence[str], costs: _Costs, best: dict[str, str]) -> Mapping[str, str]:
    """Return the cheapest pairing found after which as many planned rounds as possible need no rematch.

    Schedules are searched completely for up to `look_ahead.SEARCHED` players.
    """
    later = event.rules.rounds - len(event.rounds) - 1
    if later <= 0 or any(costs.bad(one, other) for one, other in best.items()):
        return best
    open_, place = _open_pairs(event, order), {name: at for at, name in enumerate(order)}

    def pairs_of(matched: Mapping[str, str]) -> list[tuple[int, int]]:
        return [(place[one], place[other]) for one, other in matched.items() if place[one] < place[other]]

    most = min(later, min(mask.bit_count() for mask in open_) - 1)
    for later in range(most, 0, -1):
        plan = find_schedule(open_, later + 1)
        if plan is None:
            continue
        for matched in itertools.islice(_cheapest(order, costs, best), MOST_CANDIDATES):
            if any(costs.bad(one, other) for one, other in matched.items()):
                break
            if is_completable(without(open_, pairs_of(matched)), later):
                return matched
        plans = [plan, *(found for seed in range(1, PLANS) if (found := find_schedule(open_, later + 1, seed=seed)))]
        rounds = [{order[one]: order[other] for one, other in pairs} for plan in plans for pairs in plan]
        chosen = min(rounds, key=lambda pairs: sum(costs.of(one, other) for one, other in pairs.items()))
        return {**chosen, **{other: one for one, other in chosen.items()}}
    return best


def _cheapest(order: Sequence[str], costs: _Costs, best: dict[str, str]) -> Iterator[dict[str, str]]:
    """Yield pairings in order of their cost, by Murty's partition: each pair of one is barred in turn, those before
    it kept."""

    def total(matched: Mapping[str, str]) -> int:
        return sum(costs.of(one, other) for one, other in matched.items())

    number = itertools.count()
    heap = [(total(best), next(number), best, frozenset[frozenset[str]](), frozenset[frozenset[str]]())]
    while heap:
        _, _, matched, kept, barred = heapq.heappop(heap)
        yield matched
        fixed = set(kept)
        for pair in sorted({frozenset(pair) for pair in matched.items()} - kept, key=sorted):
            held = {name for one in fixed for name in one}
            rest = [name for name in order if name not in held]
            out = barred | {pair}
            found = _best(rest, costs, len(rest), out)
            if len(found) == len(rest):
                whole = found | {name: next(iter(one - {name})) for one in fixed for name in one}
                heapq.heappush(heap, (total(whole), next(number), whole, frozenset(fixed), out))
            fixed.add(pair)


class _Costs:
    """Cost of pairing two entrants, as one integer in which more important criteria have higher weights."""

    def __init__(self, event: Tournament, order: Sequence[str], scores: Mapping[str, int]) -> None:
        self._met = {name: event.met(name) for name in order if name != BYE}
        self._byes = {name: event.byes(name) for name in order if name != BYE}
        self._clubs = {one.id: one.club for one in event.entrants}
        self._scores = scores
        self._first = not event.rounds
        self._place = {name: at for at, name in enumerate(order)}
        size = len(order)
        self._club = size**3 + 1
        self._gap = self._club * size
        highest = max((scores[name] for name in order if name != BYE), default=0)
        self._bye = self._gap * (size * (highest + 1) ** 2 + 1)
        self._again = self._bye * (size * (1 + max(self._byes.values(), default=0)) + 1)

    def of(self, one: str, other: str) -> int:
        """Return the cost of a pair; lower is better."""
        if BYE in (one, other):
            name = one or other
            last = len(self._place) - self._place[name]
            return self._byes[name] * self._bye + self._scores[name] ** 2 * self._gap + last
        gap = (self._scores[one] - self._scores[other]) ** 2
        club = bool(self._clubs[one]) and self._clubs[one] == self._clubs[other]
        apart = 0 if self._first else abs(self._place[one] - self._place[other]) ** 2
        again = (other in self._met[one]) * self._again
        return again + gap * self._gap + club * self._club + min(apart, self._club // len(self._place) - 1)

    def bad(self, one: str, other: str) -> bool:
        """Whether a pair is a last resort: a rematch or a second bye."""
        return self.of(one, other) >= self._bye


def _matched(order: Sequence[str], costs: _Costs) -> dict[str, str]:
    """Return everybody's opponent; a large field tries nearby places first, and all pairs if that fails."""
    if len(order) > MANY:
        near = _best(order, costs, NEAR)
        if len(near) == len(order) and not any(costs.bad(one, other) for one, other in near.items()):
            return near
    return _best(order, costs, len(order))


def _best(order: Sequence[str], costs: _Costs, reach: int, barred: Collection[frozenset[str]] = ()) -> dict[str, str]:
    graph = nx.Graph()
    graph.add_nodes_from(order)
    pairs = [
        (one, other, costs.of(one, other))
        for at, one in enumerate(order)
        for to, other in enumerate(order[at + 1 :], start=1)
        if (to <= reach or other == BYE) and frozenset((one, other)) not in barred
    ]
    highest = max((cost for _, _, cost in pairs), default=0)
    graph.add_weighted_edges_from((one, other, highest - cost + 1) for one, other, cost in pairs)
    found: dict[str, str] = {}
    for one, other in nx.max_weight_matching(graph, maxcardinality=True):
        found[one], found[other] = other, one
    return found


def _seated(event: Tournament, order: Sequence[str], matched: Mapping[str, str]) -> tuple[PairingAtTable, ...]:
    tables = [*event.rules.tables]
    seatings: list[PairingAtTable] = []
    byes: list[PairingAtTable] = []
    taken: set[str] = set()
    for name in order:
        if name in taken or name == BYE:
            continue
        other = matched[name]
        taken |= {name, other}
        if other == BYE:
            byes.append(PairingAtTable(table="", first=name, second=None))
            continue
        number = len(seatings)
        table = tables[number] if number < len(tables) else f"{number + 1}"
        seatings.append(PairingAtTable(table=table, first=name, second=other))
    return (*seatings, *byes)

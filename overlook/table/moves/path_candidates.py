"""Candidate paths of a seen move: straight, as observed, cheapest, around mines, climbs that another move finishes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import shapely
from shapely.geometry import LineString

from geometry.errors import GeometryError
from geometry.paths import Cheapest
from referee.rules.judgement import MineReached, Move, MoveJudgement, Violation
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Verdict
from vision.tracking.track import Waypoint


def finished_climbs(
    edition: Edition, position: Position, *, asked: Move, end: Spot
) -> Iterator[tuple[Move, MoveJudgement]]:
    """Yield the legal ways in which a move begins a climb to `end` and the edition's other move finishes it.

    `asked` is any move of the mover to there: its error, what was performed, and where it begins.
    """
    then = edition.movement.climb_goes_on
    start = asked.path[0]
    if then is None or end[2] <= start[2]:
        return
    for action in edition.movement.names:
        if action == then:
            continue
        more = edition.movement.allowance(edition, position, asked.mover, then)
        search = edition.movement.search(edition, position, asked.mover, action)
        try:
            path = search.with_allowance(search.allowance + more).find_path(end).path
        except GeometryError:
            continue
        if path is None:
            continue
        move = replace(asked, action=action, path=path, then=then)
        judged = edition.judge_move(position, move)
        if judged.legal:
            yield move, judged


ROOM_SIGMAS, MOST_ROOM = 6.0, 0.1
"""Standard deviations of a place, and inches at most, that a way which nobody followed keeps off what it passes."""

SEEN_WAY_IN = 0.35
"""Inches by which a way that was followed may be smoothed: a hand trembles, and every increment has its price."""

CLOSELY_IN = (0.1, 0.02)
"""The same where such a way is not surely legal: a corner that was cut may be what led it past somebody."""

SEARCHED_IN = 0.02
"""Standard deviation, inches, of how much cheaper another way may be than the cheapest found (docs/accuracy.md)."""

ROUND_IN = 0.1
"""Inches by which it may be smoothed where only what it passes is asked: nothing of that has a price."""

Spot = tuple[float, float, float]
Way = tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class JudgedWay:
    """One way with its judgement, and which mines go off on it (J24-07).

    `doubted` are those of which that is too close to call, `round_it` those that a shorter way would have set off.
    """

    way: Way
    judgement: MoveJudgement
    springs: tuple[MineReached, ...] = ()
    doubted: tuple[str, ...] = ()
    round_it: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WayJudge:
    """Judges the ways of one move, `asked` as the straight one; `call` says how sure a probability is."""

    edition: Edition
    position: Position
    asked: Move
    call: Callable[[float], Verdict]

    def judged(self, way: Way) -> JudgedWay:
        """Return one way, judged."""
        return JudgedWay(way, self.edition.judge_move(self.position, replace(self.asked, path=way)))

    def best(self, ways: Sequence[JudgedWay], seen_way: Sequence[Waypoint] = ()) -> JudgedWay:
        """Return the best of these, which end alike; where none is surely legal, as the hand went, closely, if better,
        and where that is not either, the cheapest there is if better."""
        found = min(ways, key=self._worth)
        for within in CLOSELY_IN:
            if not any(self._worth(found)[:2]):
                break
            closely = followed(ways[0].way[0], ways[0].way[-1], seen_way, within=within)
            if closely is not None:
                found = min(found, self.judged(closely), key=self._worth)
        cheapest: Cheapest | None = None
        for room in dict.fromkeys((min(MOST_ROOM, ROOM_SIGMAS * self.asked.sigma), 0.0)):
            if not any(self._worth(found)[:2]) or Violation.PRECONDITION in found.judgement.violations:
                break
            cheapest = self._cheapest(ways[0].way[-1], room)
            if cheapest is not None and cheapest.path is not None:
                found = min(found, self.judged(cheapest.path), key=self._worth)
        left_open = cheapest is not None and cheapest.legal is None
        return self._unless_cheaper(found) if left_open and self._refused(found) else found

    def _unless_cheaper(self, found: JudgedWay) -> JudgedWay:
        """Return, instead of what breaks a rule, a way that is so little too dear that a cheaper one may be there."""
        nearly = self._cheapest(found.way[-1], 0.0, beyond=3 * SEARCHED_IN)
        if nearly is None or nearly.path is None:
            return found
        asked = replace(self.asked, path=nearly.path, way_doubt=SEARCHED_IN)
        judged = JudgedWay(nearly.path, self.edition.judge_move(self.position, asked))
        return found if self._refused(judged) else judged

    def _refused(self, one: JudgedWay) -> bool:
        return self.call(one.judgement.ruling.p_yes) is Verdict.NO

    def to(self, start: Spot, end: Spot) -> MoveJudgement:
        """Return the judgement of the best way to a place."""
        return self.best([self.judged((start, end))]).judgement

    def choices(self, ways: Sequence[Way], seen_way: Sequence[Waypoint]) -> tuple[JudgedWay, ...]:
        """Return the ways among which the mover's player may mean one, what the hand showed first.

        More than one only where a mine goes off on one and not on another, each with its own price, or where it is too
        close to call whether one does (J24-07). `ways` are the straight one and the one that was followed.
        """
        judged = list(map(self.judged, ways))
        return tuple(settled for one in self._ways_meant(judged, seen_way) for settled in self._either_way(one))

    def _ways_meant(self, judged: Sequence[JudgedWay], seen_way: Sequence[Waypoint]) -> tuple[JudgedWay, ...]:
        best, followed = self.best(judged, seen_way), judged[-1]
        mines = self._threats(best)
        if not mines:
            return (followed, best) if self._threats(followed) and followed.judgement.legal else (best,)
        past = [one for one in judged if one.judgement.legal and not self._threats(one)]
        if not past:
            room = min(MOST_ROOM, ROOM_SIGMAS * self.asked.sigma)
            there = self._cheapest(self.asked.path[-1], room, mines=mines)
            path = None if there is None else there.path
            past = [one for one in [self.judged(path)] if one.judgement.legal] if path is not None else []
        if not past:
            return (best,)
        around = replace(min(past, key=self._worth), round_it=tuple(one.mine for one in mines))
        return (around, best) if self._went_round(judged[0].way, seen_way) else (best, around)

    def _either_way(self, one: JudgedWay) -> Iterator[JudgedWay]:
        """Yield a way with the mines that go off on it: the likelier first where it is too close to call."""
        sure = tuple(mine for mine in one.judgement.mines if self.call(mine.p) is Verdict.YES)
        unsure = tuple(mine for mine in one.judgement.mines if self.call(mine.p) is Verdict.TOO_CLOSE)
        if not unsure:
            yield replace(one, springs=sure)
            return
        names = tuple(mine.mine for mine in unsure)
        ways = [replace(one, springs=gone, doubted=names) for gone in ((*sure, *unsure), sure)]
        yield from ways if max(mine.p for mine in unsure) >= 1 / 2 else reversed(ways)

    def _threats(self, one: JudgedWay) -> tuple[MineReached, ...]:
        """Return the mines that go off on a way, or may."""
        return tuple(mine for mine in one.judgement.mines if self.call(mine.p) is not Verdict.NO)

    def _went_round(self, straight: Way, seen_way: Sequence[Waypoint]) -> bool:
        """Whether the camera saw the model go a way on which no mine goes off."""
        fine = followed(straight[0], straight[-1], seen_way, within=ROUND_IN)
        return fine is not None and not self._threats(self.judged(fine))

    def _worth(self, one: JudgedWay) -> tuple[bool, bool, int, float]:
        judgement = one.judgement
        sure = self.call(judgement.ruling.p_yes) is Verdict.YES
        return not judgement.legal, not sure, len(judgement.violations), judgement.charged

    def _cheapest(
        self, end: Spot, room: float, *, mines: Sequence[MineReached] = (), beyond: float = 0.0
    ) -> Cheapest | None:
        """Return the cheapest way to a place, out of control range of those mines; None where none can be searched for.

        It may cost so many inches `beyond` what the move gives.
        """
        edition, position, asked = self.edition, self.position, self.asked
        try:
            search = edition.movement.search(edition, position, asked.mover, asked.action)
            if mines:
                search = search.shunning(position.table.markers[one.mine] for one in mines)
            return search.with_allowance(search.allowance + beyond).find_path(end, room=room)
        except GeometryError:
            return None


def followed(start: Spot, end: Spot, seen_way: Sequence[Waypoint], *, within: float = SEEN_WAY_IN) -> Way | None:
    """Return the way that was seen in few increments; None where it was straight, went up or down, or was not seen."""
    if len(seen_way) < 3 or start[2] != end[2]:
        return None
    places = [start[:2], *((one.x, one.y) for one in seen_way[1:-1]), end[:2]]
    line = shapely.simplify(LineString(places), within)
    way = tuple((float(x), float(y), start[2]) for x, y in line.coords)
    return way if len(way) > 2 else None

"""Candidate paths of a seen move: straight, observed, cheapest, around mines, climbs that a second move finishes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import shapely
from shapely.geometry import LineString

from geometry.errors import GeometryError
from geometry.paths import Cheapest
from referee.rules.judgement import Move, MoveJudgement, TriggerReached, Violation
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Verdict
from vision.tracking.track import Waypoint


def finished_climbs(
    edition: Edition, position: Position, *, asked: Move, end: Spot
) -> Iterator[tuple[Move, MoveJudgement]]:
    """Yield the legal moves that begin a climb to `end` and are finished by the edition's other move.

    `asked` is any move of the mover to `end`: its error, its performed actions and its starting place are used.
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
"""Clearance that a searched path keeps from obstacles: standard deviations of a place, and at most so many inches."""

SEEN_WAY_IN = 0.35
"""Tolerance in inches for simplifying an observed path: a hand trembles, and every increment has its price."""

CLOSELY_IN = (0.1, 0.02)
"""Finer tolerances, tried if the simplified path is not surely legal: a cut corner may have been a detour."""

SEARCHED_IN = 0.02
"""Standard deviation in inches of how much cheaper a path may be than the cheapest one found (docs/accuracy.md)."""

ROUND_IN = 0.1
"""Tolerance in inches if only the mines along the path matter and not its price."""

Spot = tuple[float, float, float]
Way = tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class JudgedPath:
    """One path with its judgement and the mines that go off on it (J24-07).

    `doubted` are mines that are too close to call; `round_it` are mines that a shorter path would have set off.
    """

    way: Way
    judgement: MoveJudgement
    springs: tuple[TriggerReached, ...] = ()
    doubted: tuple[str, ...] = ()
    round_it: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PathJudge:
    """Judges candidate paths of one move.

    `asked` is the move along the straight path; `call` turns a probability into a verdict.
    """

    edition: Edition
    position: Position
    asked: Move
    call: Callable[[float], Verdict]

    def judge(self, way: Way) -> JudgedPath:
        """Return a path with its judgement."""
        return JudgedPath(way, self.edition.judge_move(self.position, replace(self.asked, path=way)))

    def best(self, ways: Sequence[JudgedPath], seen_way: Sequence[Waypoint] = ()) -> JudgedPath:
        """Return the best of several paths that end at the same place.

        If none is surely legal, finer versions of the observed path are tried, then the cheapest path.
        """
        found = min(ways, key=self._worth)
        for within in CLOSELY_IN:
            if not any(self._worth(found)[:2]):
                break
            closely = simplify_observed_path(ways[0].way[0], ways[0].way[-1], seen_way, within=within)
            if closely is not None:
                found = min(found, self.judge(closely), key=self._worth)
        cheapest: Cheapest | None = None
        for room in dict.fromkeys((min(MOST_ROOM, ROOM_SIGMAS * self.asked.sigma), 0.0)):
            if not any(self._worth(found)[:2]) or Violation.PRECONDITION in found.judgement.violations:
                break
            cheapest = self._cheapest(ways[0].way[-1], room)
            if cheapest is not None and cheapest.path is not None:
                found = min(found, self.judge(cheapest.path), key=self._worth)
        left_open = cheapest is not None and cheapest.legal is None
        return self._unless_cheaper(found) if left_open and self._refused(found) else found

    def _unless_cheaper(self, found: JudgedPath) -> JudgedPath:
        """Return a path that costs slightly too much in place of one that breaks a rule, unless it is refused as well.

        The search may have missed a cheaper path, so the price gets an uncertainty of `SEARCHED_IN`.
        """
        nearly = self._cheapest(found.way[-1], 0.0, beyond=3 * SEARCHED_IN)
        if nearly is None or nearly.path is None:
            return found
        asked = replace(self.asked, path=nearly.path, way_doubt=SEARCHED_IN)
        judged = JudgedPath(nearly.path, self.edition.judge_move(self.position, asked))
        return found if self._refused(judged) else judged

    def _refused(self, one: JudgedPath) -> bool:
        return self.call(one.judgement.ruling.p_yes) is Verdict.NO

    def to(self, start: Spot, end: Spot) -> MoveJudgement:
        """Return the judgement of the best path to a place."""
        return self.best([self.judge((start, end))]).judgement

    def choices(self, ways: Sequence[Way], seen_way: Sequence[Waypoint]) -> tuple[JudgedPath, ...]:
        """Return the paths that the player may have meant, beginning with the one that the hand showed.

        There is more than one only if a mine goes off on one path but not on another, each with its price, or if it is
        too close to call whether a mine goes off (J24-07). `ways` are the straight path and the observed one.
        """
        judged = list(map(self.judge, ways))
        return tuple(settled for one in self._ways_meant(judged, seen_way) for settled in self._either_way(one))

    def _ways_meant(self, judged: Sequence[JudgedPath], seen_way: Sequence[Waypoint]) -> tuple[JudgedPath, ...]:
        best, followed = self.best(judged, seen_way), judged[-1]
        mines = self._threats(best)
        if not mines:
            return (followed, best) if self._threats(followed) and followed.judgement.legal else (best,)
        past = [one for one in judged if one.judgement.legal and not self._threats(one)]
        if not past:
            room = min(MOST_ROOM, ROOM_SIGMAS * self.asked.sigma)
            there = self._cheapest(self.asked.path[-1], room, mines=mines)
            path = None if there is None else there.path
            past = [one for one in [self.judge(path)] if one.judgement.legal] if path is not None else []
        if not past:
            return (best,)
        around = replace(min(past, key=self._worth), round_it=tuple(one.marker for one in mines))
        return (around, best) if self._went_round(judged[0].way, seen_way) else (best, around)

    def _either_way(self, one: JudgedPath) -> Iterator[JudgedPath]:
        """Yield a path with the mines that go off on it; if that is too close to call, both cases, likelier first."""
        sure = tuple(mine for mine in one.judgement.triggers if self.call(mine.p) is Verdict.YES)
        unsure = tuple(mine for mine in one.judgement.triggers if self.call(mine.p) is Verdict.TOO_CLOSE)
        if not unsure:
            yield replace(one, springs=sure)
            return
        names = tuple(mine.marker for mine in unsure)
        ways = [replace(one, springs=gone, doubted=names) for gone in ((*sure, *unsure), sure)]
        yield from ways if max(mine.p for mine in unsure) >= 1 / 2 else reversed(ways)

    def _threats(self, one: JudgedPath) -> tuple[TriggerReached, ...]:
        """Return the mines that go off, or may go off, on a path."""
        return tuple(mine for mine in one.judgement.triggers if self.call(mine.p) is not Verdict.NO)

    def _went_round(self, straight: Way, seen_way: Sequence[Waypoint]) -> bool:
        """Return whether the camera saw the model take a path on which no mine goes off."""
        fine = simplify_observed_path(straight[0], straight[-1], seen_way, within=ROUND_IN)
        return fine is not None and not self._threats(self.judge(fine))

    def _worth(self, one: JudgedPath) -> tuple[bool, bool, int, float]:
        judgement = one.judgement
        sure = self.call(judgement.ruling.p_yes) is Verdict.YES
        return not judgement.legal, not sure, len(judgement.violations), judgement.charged

    def _cheapest(
        self, end: Spot, room: float, *, mines: Sequence[TriggerReached] = (), beyond: float = 0.0
    ) -> Cheapest | None:
        """Return the cheapest path to a place outside control range of those mines; None if none can be searched for.

        It may cost up to `beyond` inches more than the move's allowance.
        """
        edition, position, asked = self.edition, self.position, self.asked
        try:
            search = edition.movement.search(edition, position, asked.mover, asked.action)
            if mines:
                search = search.shunning(position.table.markers[one.marker] for one in mines)
            return search.with_allowance(search.allowance + beyond).find_path(end, room=room)
        except GeometryError:
            return None


def simplify_observed_path(
    start: Spot, end: Spot, seen_way: Sequence[Waypoint], *, within: float = SEEN_WAY_IN
) -> Way | None:
    """Return the observed path in few increments; None if it was straight, changed its height, or was not seen."""
    if len(seen_way) < 3 or start[2] != end[2]:
        return None
    places = [start[:2], *((one.x, one.y) for one in seen_way[1:-1]), end[:2]]
    line = shapely.simplify(LineString(places), within)
    way = tuple((float(x), float(y), start[2]) for x, y in line.coords)
    return way if len(way) > 2 else None

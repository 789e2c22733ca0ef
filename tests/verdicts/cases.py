"""Single cases of a kind of ruling near its limit: drawn by number, judged with doubt and without, kept in a file."""

from __future__ import annotations

import json
import math
import time
import zlib
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from referee.editions.registry import ruleset_of
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Ruling
from tests.verdicts.kinds import KINDS, Kind
from tests.verdicts.tables import NEAR, Drawn, Errors, Scene, Stream, common_of, disturbed, stated

DRAWS = 200
HALVINGS = 12
"""How often the way to the limit is halved: to less than a thousandth of an inch."""

TABLES_KEPT = 1024
"""So many tables are kept at their limits: whoever asks about the same ones with other errors need not search again."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case: by its number what was stated, what came true, what an ideal judge states, seconds (NaN: not asked)."""

    kind: str
    edition: str
    number: int
    p_yes: float
    truth: bool
    ideal: float
    cost_s: float
    sharp_s: float


def truth_of(kind: Kind, edition: Edition, scene: Scene) -> bool:
    """Return what the judge says of a scene that has no errors."""
    return kind.ask(edition, scene.position(), scene.move() if scene.way else None).holds


def at_the_limit(kind: Kind, edition: Edition, drawn: Drawn) -> float | None:
    """Return how far its thing is shifted where the ruling of a scene changes; None where it does not change."""
    low, high = drawn.reach
    scene = drawn.alone or drawn.scene

    def truth(far: float) -> bool:
        return truth_of(kind, edition, scene.shifted(drawn.thing, far * drawn.along))

    before = truth(low)
    if truth(high) is before:
        return None
    for _ in range(HALVINGS):
        half = (low + high) / 2
        low, high = (half, high) if truth(half) is before else (low, half)
    return low


@dataclass(frozen=True, slots=True)
class AtLimit:
    """A table that a kind is asked about, the shift at which its ruling changes, and the stream after it was drawn."""

    kind: Kind
    edition: Edition
    drawn: Drawn
    limit: float
    stream: Stream

    def scene(self, off: float) -> Scene:
        """Return the scene that is so many inches past the limit."""
        return self.drawn.scene.shifted(self.drawn.thing, (self.limit + off) * self.drawn.along)


def limit_of(name: str, edition_id: str, errors: Errors, *, seed: int, number: int) -> AtLimit | None:
    """Return a numbered table of a kind at its limit, with a stream of the caller's own; None where nothing changes."""
    kept = _at_its_limit(name, edition_id, errors.ovals, seed, number)
    return None if kept is None else replace(kept, stream=deepcopy(kept.stream))


@lru_cache(maxsize=TABLES_KEPT)
def _at_its_limit(name: str, edition_id: str, ovals: bool, seed: int, number: int) -> AtLimit | None:
    kind, edition = KINDS[name], ruleset_of(edition_id).edition
    stream = np.random.default_rng([seed, zlib.crc32(name.encode()), edition_id == "kt21", number])
    drawn = kind.draw(stream, ovals)
    limit = at_the_limit(kind, edition, drawn)
    return None if limit is None else AtLimit(kind, edition, drawn, limit, stream)


def seen_as(table: AtLimit, errors: Errors, off: float) -> tuple[Ruling, bool]:
    """Return the ruling of what is seen of a table that is so far past its limit, and what is true."""
    scene = table.scene(off)
    seen = disturbed(scene, errors, table.stream)
    known = stated(seen, errors)
    move = known.move(errors.place) if known.way else None
    ruling = table.kind.ask(table.edition, known.position(common=common_of(errors)), move)
    return ruling, truth_of(table.kind, table.edition, scene)


def ideal(kind: Kind, edition: Edition, seen: Scene, errors: Errors, stream: Stream) -> float:
    """Return the probability by one who knows the posterior: the share of tables that could be so in which it holds."""
    held: list[bool] = []
    for number in range(DRAWS):
        held.append(truth_of(kind, edition, disturbed(seen, errors, stream)))
        if number == 39 and len(set(held)) == 1:
            break
    return sum(held) / len(held)


def tables_of(
    name: str, edition_id: str, errors: Errors, *, seed: int, number: int, near: float = NEAR
) -> tuple[Scene, Scene, Stream] | None:
    """Return a case's true table, the table as it is seen, and the stream after them; None where nothing changes."""
    table = limit_of(name, edition_id, errors, seed=seed, number=number)
    if table is None:
        return None
    scene = table.scene(table.stream.uniform(-near, near))
    return scene, disturbed(scene, errors, table.stream), table.stream


def case_of(
    name: str,
    edition_id: str,
    errors: Errors,
    *,
    seed: int,
    number: int,
    with_ideal: bool,
    with_cost: bool = True,
    near: float = NEAR,
) -> Case | None:
    """Return what came of a case; None where its table has no limit to come near.

    What a ruling without doubt costs is NaN where costs are not asked for: it is one more to judge.
    """
    kind, edition = KINDS[name], ruleset_of(edition_id).edition
    found = tables_of(name, edition_id, errors, seed=seed, number=number, near=near)
    if found is None:
        return None
    scene, seen, stream = found
    known = stated(seen, errors)
    position = known.position(common=common_of(errors))
    move = known.move(errors.place) if known.way else None
    sharp_s = math.nan if not with_cost or doubt_first(number) else _sharp_cost_s(kind, edition, seen)
    begun = time.process_time()
    ruling = kind.ask(edition, position, move)
    cost = time.process_time() - begun
    if with_cost and doubt_first(number):
        sharp_s = _sharp_cost_s(kind, edition, seen)
    best = ideal(kind, edition, seen, errors, stream) if with_ideal else math.nan
    truth = truth_of(kind, edition, scene)
    return Case(name, edition_id, number, ruling.p_yes, truth, best, cost, sharp_s)


def doubt_first(number: int) -> bool:
    """Return whether a case is asked with doubt first and without it second, or the other way round.

    Whichever is first on a table pays for a processor that has just done something else: up to ten times the second.
    """
    return number % 2 == 0


def _sharp_cost_s(kind: Kind, edition: Edition, seen: Scene) -> float:
    sharp = seen.position()
    begun = time.process_time()
    kind.ask(edition, sharp, seen.move() if seen.way else None)
    return time.process_time() - begun


class Kept:
    """Cases by kind and edition, kept in a file of one line each where one is named: a run goes on where it ended."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.cases: dict[tuple[str, str], list[Case]] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                self._put(Case(**json.loads(line)))

    def _put(self, case: Case) -> None:
        self.cases.setdefault((case.kind, case.edition), []).append(case)

    def of(self, name: str, edition_id: str) -> list[Case]:
        """Return the cases so far of one kind."""
        return self.cases.get((name, edition_id), [])

    def add(self, case: Case) -> None:
        """Keep one more."""
        self._put(case)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(case)) + "\n")

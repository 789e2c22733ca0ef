"""Faces of six-sided dice, rolls as multisets with their exact weights, and what a face is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import factorial

from referee.rules.errors import MalformedError

Faces = tuple[int, ...]
"""Faces that lie on the table, highest first."""

Classes = tuple[tuple[int, int], ...]
"""A partition of the six faces: (the face that stands for its class, how many faces the class has)."""

FAIL, NORMAL, CRIT = 0, 1, 2
Grades = tuple[int, int, int, int, int, int, int]
"""What each face is worth: `grades[face]` is FAIL, NORMAL or CRIT; index 0 is not used."""


def checked(faces: Iterable[int], count: int | None = None) -> Faces:
    """Return faces as a multiset, highest first.

    Raises `MalformedError` for anything but whole numbers from 1 to 6, or for another number of dice than `count`.
    """
    listed = list(faces)
    for face in listed:
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= 6:
            raise MalformedError(f"die {face!r} in {listed}: expected whole numbers from 1 to 6")
    if count is not None and len(listed) != count:
        raise MalformedError(f"dice {listed}: expected {count} of them, got {len(listed)}")
    return tuple(sorted(listed, reverse=True))


@lru_cache(maxsize=1024)
def grades(needed: int, crit_from: int = 6) -> Grades:
    """Return what each face is worth for a weapon or save that needs `needed` or more.

    A 6 is always a critical success, a 1 always a fail (E24-05, E24-08, E21-03). `crit_from` makes successes of that
    or more critical (Lethal): it never makes a fail a success (G24-09).
    """
    worth = [FAIL]
    for face in range(1, 7):
        success = face == 6 or (face >= needed and face != 1)
        critical = face == 6 or (success and face >= crit_from)
        worth.append(CRIT if critical else NORMAL if success else FAIL)
    return (worth[0], worth[1], worth[2], worth[3], worth[4], worth[5], worth[6])


def partition(worth: Grades, apart: Iterable[int] = ()) -> Classes:
    """Return the coarsest partition that keeps grades apart, and each face of `apart` by itself."""
    single = frozenset(apart)
    groups: dict[tuple[int, int], list[int]] = {}
    for face in range(6, 0, -1):
        groups.setdefault((worth[face], face if face in single else 0), []).append(face)
    return tuple((members[0], len(members)) for members in groups.values())


@lru_cache(maxsize=1024)
def rolls(count: int, classes: Classes) -> tuple[tuple[Faces, int], ...]:
    """Return every outcome of `count` dice by class, with the number of the 6**count rolls that give it.

    An outcome lists the faces that stand for their classes, highest first. The weights add up to 6**count.
    """

    def spread(left: int, rest: Sequence[tuple[int, int]]) -> Iterable[tuple[Faces, int]]:
        (face, width), *others = rest
        if not others:
            yield (face,) * left, width**left
            return
        for dice in range(left + 1):
            ways = factorial(left) // (factorial(dice) * factorial(left - dice)) * width**dice
            for tail, tail_ways in spread(left - dice, others):
                yield (face,) * dice + tail, ways * tail_ways

    return tuple((tuple(sorted(faces, reverse=True)), ways) for faces, ways in spread(count, classes))


def without(faces: Faces, taken: Iterable[int]) -> Faces | None:
    """Return the faces that are left when some are taken away, or None when one of them is not there."""
    left = list(faces)
    for face in taken:
        if face not in left:
            return None
        left.remove(face)
    return tuple(left)

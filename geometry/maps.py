"""Whole tables at once: who sees whom, from cover or obscured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays
from geometry.table import Operative
from geometry.targeting.line_rules import LineRules
from geometry.targeting.lines import Lines, draw_lines
from geometry.terrain import Part, Prisms
from geometry.visibility.sight_batch import look_many

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

_DEFAULT_RULES = LineRules()


@dataclass(frozen=True, slots=True)
class Ground:
    """What each terrain part is to sight and to lines, in the order of `parts`, each (parts,) or (pairs, parts).

    `blocking`: it stops sight. `covering`, `obscuring`: it may give cover, may obscure. Editions fill it from traits
    and states; pairs are ordered pairs of different operatives, row by row.
    """

    parts: tuple[Part, ...]
    blocking: Flags
    covering: Flags
    obscuring: Flags

    @classmethod
    def plain(cls, parts: Sequence[Part]) -> Ground:
        """Return what traits alone say: solid parts block, all but Exposed and Insignificant cover, Heavy obscures."""
        counts = [not (part.has("Exposed") or part.has("Insignificant")) for part in parts]
        return cls(
            tuple(parts),
            np.array([not part.see_through and part.state != "open" for part in parts], dtype=bool),
            np.array(counts, dtype=bool),
            np.array([part.has("Heavy") and own for part, own in zip(parts, counts, strict=True)], dtype=bool),
        )

    def each(self, flags: Flags, pairs: int) -> Flags:
        """Return flags for every pair, (pairs, parts)."""
        return np.broadcast_to(flags, (pairs, len(self.parts)))


@dataclass(frozen=True, slots=True, eq=False)
class PairMap:
    """All ordered pairs of n operatives: row = who looks or shoots, column = at whom, each (n, n).

    `gap`: inches. `clean`, `uncovered`, `unobscured`: the shooter has a point from which the target is neither in cover
    nor obscured; not in cover; not obscured. On the diagonal an operative sees itself.
    """

    ids: tuple[str, ...]
    gap: Array
    visible: Flags
    clean: Flags
    uncovered: Flags
    unobscured: Flags


def who_sees_whom(operatives: Sequence[Operative], ground: Ground, *, rules: LineRules = _DEFAULT_RULES) -> PairMap:
    """Return visibility, cover and obscured for every ordered pair of operatives."""
    count = len(operatives)
    rows, columns = np.nonzero(~np.eye(count, dtype=bool))
    bases = BaseArrays.of([one.base for one in operatives])
    heads = np.array([one.head for one in operatives])
    visible, lines = _looked_at(
        bases.take(rows), heads[rows], bases.take(columns), heads[columns], Prisms.of(ground.parts), ground, rules
    )

    def square(flags: Flags) -> Flags:
        whole = np.ones((count, count), dtype=bool)
        whole[rows, columns] = flags
        return whole

    gap = np.zeros((count, count))
    gap[rows, columns] = lines.gap
    return PairMap(
        tuple(one.id for one in operatives),
        gap,
        square(visible),
        square(lines.clean),
        square(lines.uncovered),
        square(lines.unobscured),
    )


def _looked_at(
    viewers: BaseArrays,
    eyes: Array,
    targets: BaseArrays,
    heads: Array,
    prisms: Prisms,
    ground: Ground,
    rules: LineRules,
) -> tuple[Flags, Lines]:
    """Sight and targeting lines of pairs."""
    pairs = len(eyes)
    visible = look_many(viewers, eyes, targets, heads, prisms, ground.each(ground.blocking, pairs)).visible
    lines = draw_lines(
        prisms,
        viewers,
        targets,
        ground.each(ground.covering, pairs),
        ground.each(ground.obscuring, pairs),
        rules=rules,
        ceilings=np.maximum(viewers.z + eyes, targets.z + heads),
        thorough=False,
    )
    return visible, lines

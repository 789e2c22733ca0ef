"""How a shot's saves may be allocated to its hits, and how they are allocated best (E24-09, E21-04)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

Damage = tuple[int, int]
"""A weapon's normal and critical damage."""


class Hits(NamedTuple):
    """Successful dice by grade: a shot's hits, or the saves against it."""

    crits: int = 0
    normals: int = 0

    def damage(self, damage: Damage) -> int:
        """Return what these hits inflict when nothing blocks them."""
        return self.normals * damage[0] + self.crits * damage[1]


class Allocation(NamedTuple):
    """What blocks what: critical saves on critical and normal hits, pairs of normal saves on critical hits, normals."""

    crit_on_crit: int = 0
    crit_on_normal: int = 0
    pairs_on_crit: int = 0
    normal_on_normal: int = 0

    def saves_used(self) -> Hits:
        """Return how many saves it takes."""
        return Hits(self.crit_on_crit + self.crit_on_normal, 2 * self.pairs_on_crit + self.normal_on_normal)

    def left_of(self, hits: Hits) -> Hits:
        """Return the hits that it leaves unblocked; negative where it blocks more than there are."""
        return Hits(
            hits.crits - self.crit_on_crit - self.pairs_on_crit,
            hits.normals - self.crit_on_normal - self.normal_on_normal,
        )


def fits(hits: Hits, saves: Hits, allocation: Allocation, normals_block: bool = True) -> bool:
    """Whether the dice exist and each blocks what its grade can block."""
    used, left = allocation.saves_used(), allocation.left_of(hits)
    within = used.crits <= saves.crits and used.normals <= saves.normals and min(left) >= 0
    return min(allocation) >= 0 and within and (normals_block or used.normals == 0)


def exhausts(hits: Hits, saves: Hits, allocation: Allocation, normals_block: bool = True) -> bool:
    """Whether no save that is left could block a hit that is left: the defender allocates all that can (E24-09)."""
    used, left = allocation.saves_used(), allocation.left_of(hits)
    crits, normals = saves.crits - used.crits, (saves.normals - used.normals) if normals_block else 0
    idle_crit = crits > 0 and max(left) > 0
    idle_normal = normals > 0 and left.normals > 0
    idle_pair = normals > 1 and left.crits > 0
    return not (idle_crit or idle_normal or idle_pair)


def legal(hits: Hits, saves: Hits, allocation: Allocation, normals_block: bool = True) -> bool:
    """Whether the defender may allocate so: the dice exist, and every save that can block does."""
    return fits(hits, saves, allocation, normals_block) and exhausts(hits, saves, allocation, normals_block)


def allocations(hits: Hits, saves: Hits, normals_block: bool = True, *, at_will: bool = False) -> Iterator[Allocation]:
    """Yield every legal allocation; `at_will` also those in which saves rest though they could block."""
    normals = saves.normals if normals_block else 0
    for crit_on_crit in range(min(saves.crits, hits.crits) + 1):
        for pairs in range(min(normals // 2, hits.crits - crit_on_crit) + 1):
            for crit_on_normal in range(min(saves.crits - crit_on_crit, hits.normals) + 1):
                for normal in range(min(normals - 2 * pairs, hits.normals - crit_on_normal) + 1):
                    allocation = Allocation(crit_on_crit, crit_on_normal, pairs, normal)
                    if at_will or exhausts(hits, saves, allocation, normals_block):
                        yield allocation


@lru_cache(maxsize=16384)
def best(hits: Hits, saves: Hits, damage: Damage, normals_block: bool = True) -> Allocation:
    """Return the legal allocation that leaves least damage, with the fewest hits left among equals.

    With k critical saves and p pairs of normals on critical hits, what remains goes to normal hits: normals first,
    for a critical save is never worse spent. So only k and p are searched.
    """
    hit_crits, hit_normals = hits
    save_crits = saves.crits
    save_normals = saves.normals if normals_block else 0
    found: tuple[int, int, Allocation] | None = None
    for crit_on_crit in range(min(save_crits, hit_crits) + 1):
        for pairs in range(min(save_normals // 2, hit_crits - crit_on_crit) + 1):
            normal = min(save_normals - 2 * pairs, hit_normals)
            crit_on_normal = min(save_crits - crit_on_crit, hit_normals - normal)
            left_crits = hit_crits - crit_on_crit - pairs
            left_normals = hit_normals - normal - crit_on_normal
            taken = left_normals * damage[0] + left_crits * damage[1]
            key = (taken, left_crits + left_normals)
            if found is None or key < found[:2]:
                found = (*key, Allocation(crit_on_crit, crit_on_normal, pairs, normal))
    return found[2] if found else Allocation()

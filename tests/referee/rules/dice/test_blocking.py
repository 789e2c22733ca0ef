"""Allocation of saves: what is legal, what is best, against trying every save one after another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.rules.dice.shot import Allocation, Hits, allocations, best, exhausts, fits, legal
from tests.referee.rules.dice import oracle

FEW = st.integers(0, 4)
HITS = st.builds(Hits, FEW, FEW)
DAMAGE = st.tuples(st.integers(0, 6), st.integers(0, 8))


@given(HITS, HITS, DAMAGE, st.booleans())
def test_the_best_allocation_leaves_the_least_damage_there_is(
    hits: Hits, saves: Hits, damage: tuple[int, int], normals_block: bool
) -> None:
    found = best(hits, saves, damage, normals_block)
    assert legal(hits, saves, found, normals_block)
    assert found.left_of(hits).damage(damage) == oracle.least_damage(hits, saves, damage, normals_block)


@given(HITS, HITS, st.booleans())
def test_the_listed_allocations_are_exactly_the_legal_ones(hits: Hits, saves: Hits, normals_block: bool) -> None:
    listed = set(allocations(hits, saves, normals_block))
    span = range(5)
    every = {Allocation(a, b, c, d) for a in span for b in span for c in span for d in span}
    assert listed == {one for one in every if legal(hits, saves, one, normals_block)}


@given(HITS, HITS, st.builds(Allocation, FEW, FEW, FEW, FEW))
def test_an_allocation_that_blocks_more_than_there_is_does_not_fit(
    hits: Hits, saves: Hits, allocation: Allocation
) -> None:
    used, left = allocation.saves_used(), allocation.left_of(hits)
    within = used.crits <= saves.crits and used.normals <= saves.normals
    assert fits(hits, saves, allocation) is (within and left.crits >= 0 and left.normals >= 0)


def test_e24_09_a_lone_normal_save_may_stay_idle_before_a_critical() -> None:
    assert exhausts(Hits(1, 0), Hits(0, 1), Allocation())
    assert not exhausts(Hits(1, 0), Hits(0, 2), Allocation())
    assert not exhausts(Hits(0, 1), Hits(1, 0), Allocation())

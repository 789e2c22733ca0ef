"""Whom a weapon reaches beyond its target, against distances worked out by hand (G24-03, G24-22, G21-*)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.editions.kt21.edition import KT21
from referee.editions.kt24.edition import KT24
from referee.rules.judgement import SecondaryTargets, Shot
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.weapon import RuleUse
from tests.depth import depth
from tests.referee.conftest import R32, operative, wall

pytestmark = pytest.mark.long

NAMES = ("A1", "A2", "A3", "B1", "B2", "B3", "B4", "B5")
Spots = dict[str, tuple[float, float]]


def gap_of(spots: Spots, one: str, other: str) -> float:
    """Return the distance between two round bases."""
    return math.dist(spots[one], spots[other]) - 2 * R32


CELLS = [(8.0 + 1.55 * column, 7.0 + 1.55 * row) for column in range(5) for row in range(5)]


@st.composite
def crowds(draw: st.DrawFn) -> Spots:
    """Yield operatives in a crowd, apart from each other, and at no distance that is a hair from one that counts."""
    shifts = st.integers(-9, 9).map(lambda step: step / 70)
    cells = draw(st.permutations(CELLS))
    spots: Spots = {"A1": (3.0, 11.0)}
    for name, (x, y) in zip(NAMES[1:], cells, strict=False):
        spots[name] = (x + draw(shifts), y + draw(shifts))
    gaps = [gap_of(spots, one, other) for one in spots for other in spots if one < other]
    assume(all(abs(gap - limit) > 1e-4 for gap in gaps for limit in (1, 2, 3, 7)))
    return spots


def reached(edition: Edition, build: Any, spots: Spots, *rules: RuleUse) -> SecondaryTargets:
    """Return whom A1 reaches beside B1, all of them engaged on open ground."""
    position: Position = build(*(operative(name, *at) for name, at in spots.items()))
    shot = Shot("A1", "B1", rules)
    return edition.spread.secondary(edition, position, shot, edition.judge_shot(position, shot))


def free_of_friends(spots: Spots, enemy: str) -> bool:
    """Return whether no friend of the shooter is within an inch of an enemy."""
    return all(gap_of(spots, friend, enemy) > 1 for friend in ("A2", "A3"))


@settings(max_examples=depth(25, 40))
@given(crowds())
def test_a_blast_reaches_everybody_near_its_target_friend_or_foe(build: Any, spots: Spots) -> None:
    expected = {name for name in spots if name != "B1" and gap_of(spots, name, "B1") <= 3}
    for edition in (KT24, KT21):
        found = reached(edition, build, spots, RuleUse("blast", 3))
        assert set(found.judged) == expected, edition.id
        assert not found.optional
    assert reached(KT24, build, spots, RuleUse("blast", 3)).as_primary == expected


@settings(max_examples=depth(25, 40))
@given(crowds())
def test_a_torrent_of_2024_may_be_led_to_valid_targets_near_the_first(build: Any, spots: Spots) -> None:
    found = reached(KT24, build, spots, RuleUse("torrent", 2), RuleUse("range", 7))
    expected = {
        name
        for name in ("B2", "B3", "B4", "B5")
        if gap_of(spots, name, "B1") <= 2 and gap_of(spots, "A1", name) <= 7 and free_of_friends(spots, name)
    }
    assert set(found.judged) == expected
    assert found.optional


@settings(max_examples=depth(25, 40))
@given(crowds())
def test_a_torrent_of_2021_goes_from_one_valid_target_to_the_next(build: Any, spots: Spots) -> None:
    found = reached(KT21, build, spots, RuleUse("torrent", 2), RuleUse("range", 7))
    valid = {
        name for name in ("B2", "B3", "B4", "B5") if gap_of(spots, "A1", name) <= 7 and free_of_friends(spots, name)
    }
    hit = {"B1"}
    while more := {name for name in valid - hit if any(gap_of(spots, name, one) <= 2 for one in hit)}:
        hit |= more
    assert set(found.judged) == hit - {"B1"}
    assert not found.optional


@settings(max_examples=depth(25, 40))
@given(crowds())
def test_a_fusillade_is_split_among_valid_targets_within_two_inches(build: Any, spots: Spots) -> None:
    found = reached(KT21, build, spots, RuleUse("fusillade"))
    expected = {
        name for name in ("B2", "B3", "B4", "B5") if gap_of(spots, name, "B1") <= 2 and free_of_friends(spots, name)
    }
    assert set(found.judged) == expected
    assert found.shared


@pytest.mark.parametrize("edition", [KT24, KT21], ids=lambda edition: edition.id)
def test_a_weapon_without_such_a_rule_reaches_nobody_else(edition: Edition, build: Any) -> None:
    spots = {"A1": (3.0, 11.0), "B1": (10.0, 11.0), "B2": (11.5, 11.0)}
    assert not reached(edition, build, spots, RuleUse("range", 7)).judged


@pytest.mark.parametrize("edition", [KT24, KT21], ids=lambda edition: edition.id)
def test_no_other_enemy_beside_the_shooter_is_led_to_at_a_point_blank_shot(edition: Edition, build: Any) -> None:
    spots = {"A1": (9.0, 11.0), "B1": (10.5, 11.0), "B2": (9.0, 12.5), "B3": (12.2, 11.0)}
    assert set(reached(edition, build, spots, RuleUse("torrent", 2)).judged) == {"B3"}


@pytest.mark.parametrize("crate", [True, False])
def test_a_blasts_secondary_target_is_in_cover_as_its_primary_is_and_a_torrents_as_it_stands(
    build: Callable[..., Position], crate: bool
) -> None:
    """Light terrain stands before B1 alone."""
    walls = [wall("W", 9.0, 10.0, 9.2, 12.0, z=(0, 1), traits="Light")] if crate else []
    position = build(operative("A1", 3, 11), operative("B1", 10, 11), operative("B2", 10, 13.4), walls=walls)
    for rule, covered in (("blast", crate), ("torrent", False)):
        shot = Shot("A1", "B1", (RuleUse(rule, 2),))
        primary = KT24.judge_shot(position, shot)
        found = KT24.spread.secondary(KT24, position, shot, primary).judged["B2"]
        assert primary.in_cover.holds is crate
        assert (found.in_cover.holds, found.cover_saves) == (covered, int(covered))

"""Readings of moves and lines that the sources leave open: jumps, ladders, cover from a height, blasts, bodies."""

from __future__ import annotations

from typing import Any

import pytest

from geometry.terrain import Part
from referee.editions.kt21.edition import KT21
from referee.editions.kt24.edition import KT24
from referee.rules.judgement import Move, MoveJudgement, Shot, Violation
from referee.rules.ports.edition import Edition, note
from referee.rules.weapon import RuleUse
from tests.referee.conftest import operative

HIGH = "Light Vantage"


def moved(edition: Edition, build: Any, stand: Any, walls: list[Part], *path: Any, action: str = "") -> MoveJudgement:
    """Return the judgement of a move of A1 along a path, by default of the edition's first move."""
    position = build(stand("A1", *path[0]), walls=walls)
    return edition.judge_move(position, Move("A1", action or edition.movement.names[0], tuple(path)))


@pytest.mark.parametrize(("reading", "legal"), [("between edges", True), ("between stands", False)])
def test_i24_04_a_reading_decides_between_which_points_a_jump_is_measured(
    build: Any, stand: Any, box: Any, reading: str, *, legal: bool
) -> None:
    """A jump of up to 4" (001:203): 3.5" of nothing are between the decks; the base stands 1.26" farther on."""
    edition = KT24.playing({"jump length": reading})
    decks = [box("P", 4, 8, 10, 12, z=(0, 3), traits=HIGH), box("Q", 13.5, 8, 18, 12, z=(0, 3), traits=HIGH)]
    judged = moved(edition, build, stand, decks, (9.3, 10, 3), (14.2, 10, 3))
    assert (judged.legal, note("jump length", reading) in judged.ruling.notes) == (legal, True)
    assert legal or judged.violations == (Violation.JUMP_TOO_FAR,)
    near = [decks[0], box("Q", 12.5, 8, 18, 12, z=(0, 3), traits=HIGH)]
    both = moved(edition, build, stand, near, (9.3, 10, 3), (13.2, 10, 3))
    assert (both.legal, both.ruling.notes) == (True, ()), "2.5 inches: both readings agree"


@pytest.mark.parametrize(("reading", "vertical", "dashes"), [("climbed", 2.0, False), ("jumped", 0.0, True)])
def test_i24_04_a_reading_decides_whether_a_step_of_an_inch_is_climbed_or_jumped(
    build: Any, stand: Any, box: Any, reading: str, vertical: float, *, dashes: bool
) -> None:
    """A jump ignores an inch of height (001:203), a climb costs two inches at least (001:195)."""
    edition, crate = KT24.playing({"step up": reading}), [box("C", 10.63, 8, 14, 12, z=(0, 1), traits=HIGH)]
    judged = moved(edition, build, stand, crate, (10, 10, 0), (11.5, 10, 1))
    assert (judged.legal, judged.vertical) == (True, vertical)
    assert note("step up", reading) in judged.ruling.notes
    assert moved(edition, build, stand, crate, (10, 10, 0), (11.5, 10, 1), action="Dash").legal is dashes
    there = build(stand("A1", 10, 10), walls=crate)
    for action, found in (("Reposition", True), ("Dash", dashes)):
        search = edition.movement.search(edition, there, "A1", action)
        assert (search.find_path((11.5, 10.0, 1.0)).path is not None) is found
    taller = [box("C", 10.63, 8, 14, 12, z=(0, 1.5), traits=HIGH)]
    climbed = moved(edition, build, stand, taller, (10, 10, 0), (11.5, 10, 1.5))
    assert (climbed.vertical, climbed.ruling.notes) == (2.0, ()), "an inch and a half is climbed in both readings"


def test_i24_04_a_step_that_is_jumped_begins_four_inches_away_at_most(build: Any, stand: Any, box: Any) -> None:
    edition, crate = KT24.playing({"step up": "jumped"}), [box("C", 10.63, 8, 16, 12, z=(0, 1), traits=HIGH)]
    assert moved(edition, build, stand, crate, (7.0, 10, 0), (11.5, 10, 1)).legal
    far = moved(edition, build, stand, crate, (6.0, 10, 0), (11.5, 10, 1))
    assert far.violations == (Violation.JUMP_TOO_FAR,)


@pytest.mark.parametrize(("reading", "legal"), [("not allowed", False), ("allowed", True)])
def test_i24_04_a_reading_decides_whether_a_jump_goes_on_as_a_climb(
    build: Any, stand: Any, box: Any, reading: str, *, legal: bool
) -> None:
    """A climb begins within 1" (001:195); across two inches of nothing the wall is farther away."""
    edition = KT24.playing({"jump and climb": reading})
    decks = [box("P", 4, 8, 10, 12, z=(0, 2), traits=HIGH), box("Q", 12, 8, 18, 12, z=(0, 4), traits=HIGH)]
    judged = moved(edition, build, stand, decks, (9.3, 10, 2), (12.7, 10, 4))
    assert (judged.legal, judged.charged) == (legal, 6.0), "four inches along, and two up"
    assert note("jump and climb", reading) in judged.ruling.notes
    assert not moved(edition, build, stand, decks, (9.3, 10, 2), (12.7, 10, 4), action="Dash").legal
    high = [decks[0], box("Q", 12, 8, 18, 12, z=(0, 5.5), traits=HIGH)]
    assert not moved(edition, build, stand, high, (9.3, 10, 2), (12.7, 10, 5.5)).legal, "a climb is 3 inches at most"
    level = [decks[0], box("Q", 12, 8, 18, 12, z=(0, 3), traits=HIGH)]
    assert moved(edition, build, stand, level, (9.3, 10, 2), (12.7, 10, 3)).ruling.notes == ()


@pytest.mark.parametrize(("reading", "legal"), [("any height", True), ("three inches", False)])
def test_j24_05_a_reading_decides_how_high_a_ladder_is_climbed(
    build: Any, stand: Any, box: Any, reading: str, *, legal: bool
) -> None:
    """Its height is treated as 1" (001:125); a climb is within 3" vertically (001:195)."""
    edition = KT24.playing({"ladder height": reading})
    deck = box("P", 10.63, 8, 14, 12, z=(0, 4), traits=HIGH)
    ladder = Part("L", "L", ((10.6, 9.7), (10.63, 9.7), (10.63, 10.3), (10.6, 10.3)), 0, 4, equipment="ladder")
    path = ((10, 10, 0), (10, 10, 4), (11.5, 10, 4))
    judged = moved(edition, build, stand, [deck, ladder], *path)
    assert (judged.legal, note("ladder height", reading) in judged.ruling.notes) == (legal, True)
    assert legal or judged.violations == (Violation.CLIMB_HEIGHT,)
    there = build(stand("A1", 10, 10), walls=[deck, ladder])
    found = edition.movement.search(edition, there, "A1", "Reposition").find_path((11.5, 10.0, 4.0))
    assert (found.path is not None) is legal
    low = [box("P", 10.63, 8, 14, 12, z=(0, 3), traits=HIGH), ladder]
    named = moved(edition, build, stand, low, (10, 10, 0), (10, 10, 3), (11.5, 10, 3)).ruling.notes
    assert note("ladder height", reading) not in named, "three inches: both readings agree"


@pytest.mark.parametrize(("reading", "covered"), [("in space", False), ("from above", True)])
def test_h21_03_a_reading_decides_whether_cover_lines_pass_above_what_is_lower(
    build: Any, stand: Any, box: Any, reading: str, *, covered: bool
) -> None:
    """From a deck of 6" the lines to B1 pass above a kerb of half an inch and above a low wall (000:275)."""
    edition = KT21.playing({"cover lines": reading})
    deck, kerb = box("P", 3, 9, 6.5, 13, z=(0, 6), traits=HIGH), box("K", 10.5, 9, 10.6, 13, z=(0, 0.5), traits="Light")
    low, said = box("H", 8, 9, 8.2, 13, z=(0, 1)), note("cover lines", reading)
    target = stand("B1", 12, 11)
    judged = edition.judge_shot(build(stand("A1", 5, 11, 6), target, walls=[deck, kerb]), Shot("A1", "B1"))
    assert (judged.in_cover.holds, judged.cover_saves, judged.target_ruling.holds) == (covered, int(covered), True)
    assert said in judged.in_cover.notes
    hidden = edition.judge_shot(build(stand("A1", 5, 11, 6), target, walls=[deck, low]), Shot("A1", "B1"))
    assert (hidden.obscured.holds, hidden.target_ruling.holds) == (covered, not covered)
    assert said in hidden.target_ruling.notes
    level = edition.judge_shot(build(stand("A1", 5, 11), target, walls=[kerb]), Shot("A1", "B1"))
    assert (level.in_cover.holds, level.in_cover.notes) == (True, ()), "on one height both readings agree"


@pytest.mark.parametrize(("reading", "hit"), [("counts", {"B2"}), ("does not count", set())])
def test_g21_04_a_reading_decides_whether_a_blast_on_a_vantage_point_is_seen_from_above(
    build: Any, stand: Any, box: Any, reading: str, hit: set[str]
) -> None:
    """B1 counts as the active operative (000:985); from its deck a concealed B2 in Light cover is engaged (000:295)."""
    edition = KT21.playing({"Blast from Vantage": reading})
    deck, kerb = box("P", 10, 9, 14, 13, z=(0, 3), traits=HIGH), box("K", 16.9, 9, 17.1, 13, z=(0, 1), traits="Light")
    people = [stand("A1", 3, 11, 3), stand("B1", 12, 11, 3), stand("B2", 18, 11)]
    under = box("Q", 1, 9, 5, 13, z=(0, 3), traits=HIGH)
    position = build(*people, walls=[deck, under, kerb], concealed=["B2"])
    shot = Shot("A1", "B1", (RuleUse("blast", 6),))
    judged = edition.judge_shot(position, shot)
    assert set(edition.spread.secondary(edition, position, shot, judged).likely) == hit
    assert note("Blast from Vantage", reading) in judged.target_ruling.notes
    open_ = build(*people, walls=[deck, under, kerb])
    plain = edition.judge_shot(open_, shot)
    assert set(edition.spread.secondary(edition, open_, shot, plain).likely) == {"B2"}
    assert "Blast from Vantage" not in str(plain.target_ruling.notes), "nobody is concealed"


BODIES = [("ignored", True), ("block", False)]


@pytest.mark.parametrize("edition", [KT24, KT21], ids=lambda edition: edition.id)
@pytest.mark.parametrize(("reading", "seen"), BODIES)
def test_h24_05_h21_01_a_reading_decides_whether_other_bodies_block_sight(
    edition: Edition, build: Any, stand: Any, reading: str, *, seen: bool
) -> None:
    """Only bases are said to be ignored (002:368, 000:271): A2 stands in a line before B1 and is as tall."""
    read = edition.playing({"bodies in sight": reading})
    people = [stand("A1", 5.0, 11.0), stand("A2", 7.0, 11.0), stand("B1", 15.0, 11.0), stand("B2", 15.0, 16.0)]
    position, said = build(*people), note("bodies in sight", reading)
    for ruling in (
        read.sight.visible(position, "A1", "B1"),
        read.sight.all_visible(position, [("A1", "B1"), ("A1", "B2")])[0],
        read.judge_shot(position, Shot("A1", "B1")).visible,
    ):
        assert (ruling.holds, ruling.notes) == (seen, (said,))
    judged = read.judge_shot(position, Shot("A1", "B1"))
    assert (judged.target_ruling.holds, said in judged.target_ruling.notes) == (seen, True)
    aside = read.sight.all_visible(position, [("A1", "B1"), ("A1", "B2")])[1]
    assert (aside.holds, aside.notes) == (True, ()), "nobody is in that line"


@pytest.mark.parametrize("reading", ["ignored", "block"])
@pytest.mark.parametrize("edition", [KT24, KT21], ids=lambda edition: edition.id)
def test_h24_05_h21_01_a_smaller_body_hides_nobody_whole(edition: Edition, build: Any, reading: str) -> None:
    """Past a body of 25 mm the sides of a base of 60 mm stay in view."""
    read = edition.playing({"bodies in sight": reading})
    people = [operative("A1", 5, 11), operative("A2", 10, 11, mm=25), operative("B1", 15, 11, mm=60)]
    seen = read.sight.visible(build(*people), "A1", "B1")
    assert (seen.holds, seen.notes) == (True, ())

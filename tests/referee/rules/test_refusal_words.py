"""What is refused reads as a refusal: it never says what would allow it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from geometry.placement import Placement
from geometry.table import Marker
from referee.editions.kt21.edition import KT21
from referee.editions.kt24.edition import KT24
from referee.rules.judgement import Attempt, Move, Shot
from referee.rules.ports.actions import judge_attempt
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Finding, Ruling
from referee.rules.weapon import RuleUse
from tests.referee.conftest import operative, wall

EDITIONS = pytest.mark.parametrize("edition", [KT24, KT21], ids=lambda edition: edition.id)
NUMBER = re.compile(r"\d+(\.\d+)?")


def said(findings: Iterable[Finding], *, holds: bool) -> set[tuple[str, str]]:
    """Return the rules and words of findings that hold, or that do not, whatever the numbers in them."""
    return {(one.rule, NUMBER.sub("#", one.means)) for one in findings if one.holds is holds}


def move(edition: Edition, position: Position, action: str, *to: tuple[float, float]) -> Ruling:
    """Return the ruling on a move of A1 along these places."""
    start = position.table.operative("A1").base
    path = ((start.x, start.y, 0.0), *((x, y, 0.0) for x, y in to))
    return edition.judge_move(position, Move("A1", action, path)).ruling


def rulings(edition: Edition, build: Any) -> Iterable[Ruling]:
    """Yield rulings on the same questions, some answered YES and some NO."""
    walk, pick = ("Reposition", "Pick Up Marker") if edition is KT24 else ("Normal Move", "Pick Up")
    for x in (6.0, 6.9, 12.0, 29.6):
        for y in (11.0, 13.0):
            markers = [Marker("m1", "objective", 40 / 25.4, Placement("m1", 5.5, 12.0))]
            walls = [wall("W", 8.0, 9.0, 8.2, 10.6), wall("V", 14.0, 10.0, 16.0, 12.0, z=(0, 1), traits="Light")]
            position = build(operative("A1", 5, 11), operative("B1", x, y), markers=markers, walls=walls)
            yield edition.engagement.engaged(position, "A1", "B1")
            yield edition.judge_shot(position, Shot("A1", "B1", (RuleUse("range", 3),))).selectable
            yield edition.judge_shot(position, Shot("A1", "B1")).in_cover
            yield judge_attempt(edition, position, Attempt("A1", pick, "m1"))
            yield judge_attempt(edition, position, Attempt("A1", "Fight", "B1"))
            yield judge_attempt(edition, position, Attempt("A1", "Shoot", "B1"))
            yield edition.markers.near(position, "B1", "m1")
            for action in (walk, "Charge", "Dash"):
                for way in (((5.0, 14.0),), ((x - 1.5, y),), ((x, y),), ((5.0, 21.9),)):
                    yield move(edition, position, action, *way)


SAYS_BOTH = re.compile(r"costs #|no enemy may be within|may not be performed|goes? (up|down)")
"""Words that are said of what is allowed and of what is not: a price, and what must not be so."""


@EDITIONS
def test_no_words_are_said_of_what_holds_and_of_what_does_not(edition: Edition, build: Callable[..., Position]) -> None:
    found = [finding for ruling in rulings(edition, build) for finding in ruling.findings]
    refused = said(found, holds=False)
    assert len(refused) > 6
    both = {words for words in refused & said(found, holds=True) if not SAYS_BOTH.search(words[1])}
    assert not both

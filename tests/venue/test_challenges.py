"""Challenged rulings are gathered from what tables say, each with the rulings that were doubted."""

from __future__ import annotations

from typing import Any

from tests.venue.hall import AT
from venue.hub.hall_views import ChallengeView, challenges_of
from venue.protocol import GameMessage, RulingSaid

RULING = RulingSaid(claim="A1 sees B2", verdict="NO", p_yes=0.03, rule="H24-07")


def said(sequence: int, kind: str, *, game: str = "0001", cause: int = 1, **data: Any) -> GameMessage:
    rulings = (RULING,) if kind == "acted" else ()
    return GameMessage(
        game=game,
        sequence=sequence,
        kind=kind,
        cause=cause,
        data=data,
        rulings=rulings,
        at=AT,
        stream="x" * 8,
        number=sequence,
    )


def read(*messages: tuple[str, GameMessage]) -> list[tuple[str, str, int, str]]:
    return [(one.table, one.by, len(one.rulings), one.outcome.value) for one in challenges_of(messages)]


def test_a_challenge_has_the_rulings_of_what_it_doubts_and_what_became_of_it() -> None:
    acted, doubted = said(3, "acted", cause=2), said(4, "challenged", by="p2", of=2)
    assert read(("t1", acted), ("t1", doubted)) == [("t1", "p2", 1, "open")]
    assert read(("t1", acted), ("t1", doubted), ("t1", said(5, "challenge_upheld"))) == [("t1", "p2", 1, "upheld")]
    assert read(("t1", acted), ("t1", doubted), ("t1", said(5, "withdrawn"))) == [("t1", "p2", 1, "withdrawn")]
    (view,) = challenges_of([("t1", acted), ("t1", doubted)])
    assert view == ChallengeView(table="t1", game="0001", sequence=4, at=AT, by="p2", rulings=(RULING,))


def test_tables_and_games_are_told_apart_and_the_newest_stands_first() -> None:
    assert read(
        ("t1", said(3, "acted", cause=2)),
        ("t2", said(4, "challenged", by="p1", of=2)),
        ("t1", said(4, "challenged", by="p2", of=2, game="0002", kind_="x")),
        ("t2", said(5, "challenge_upheld")),
        ("t1", said(6, "withdrawn")),
    ) == [("t1", "p2", 0, "open"), ("t2", "p1", 0, "upheld")]


def test_what_is_no_challenge_of_ours_changes_nothing() -> None:
    assert read(("t1", said(1, "challenge_upheld")), ("t1", said(2, "withdrawn"))) == []
    assert read(("t1", said(3, "challenged", by=["x"], of="y"))) == [("t1", "['x']", 0, "open")]

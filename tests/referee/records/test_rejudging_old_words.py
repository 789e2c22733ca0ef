"""A fight that version 0.1 ruled on, in the words of then, is judged again today."""

from __future__ import annotations

import pytest

from messages.message import Message
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat
from referee.game.engine.game import Game
from referee.game.intents import Act, Activate, SetUp
from referee.records.recorded_game import Form, Recorded
from referee.records.rejudging import Rejudged, rejudge
from referee.rules.position import Order
from referee.rules.ruling import Fact, Ruling

stored = Message.stored

EDITIONS = pytest.mark.parametrize("edition", ["kt24", "kt21"])


def judged_again(edition: str, apart: float) -> Rejudged:
    """Return today's word on a fight of two models with their centres so far apart, which version 0.1 allowed."""
    rules = ruleset_of(edition)
    rule = rules.edition.engagement.rule
    game = Game(rules.flow)
    cards = (Card("A1", "p1", "One", 2, 6.0, 4, 10), Card("B1", "p2", "Two", 2, 6.0, 4, 10))
    places = {"A1": BoardPlace(10.0, 10.0, 0.0), "B1": BoardPlace(10.0 + apart, 10.0, 0.0)}
    game.submit(
        SetUp(id="s", seats=(Seat("p1", "Red"), Seat("p2", "Blue")), operatives=cards, places=places, free=True)
    )
    game.submit(Activate(id="a", operative="A1", order=Order.ENGAGE))
    findings = (
        Fact.declared(rule, True, stored("A1 is near B1")),
        Fact.declared(rule, True, stored("seen")),
    )
    was = Ruling.of(stored("A1 and B1 are in each other's reach"), *findings)
    game.submit(Act.from_fields(id="f", operative="A1", action="Fight", target="B1", rulings=(was,)))
    (found,) = rejudge(Recorded(rules.edition, rules.flow, game.log, Form.JOURNAL, game.log)).rulings
    return found


@EDITIONS
def test_the_same_fight_is_allowed_today(edition: str) -> None:
    found = judged_again(edition, 1.5)
    assert found.now is not None
    assert found.differs is None


@EDITIONS
def test_a_fight_that_was_wrongly_allowed_is_named(edition: str) -> None:
    differs = judged_again(edition, 5.0).differs
    assert differs is not None
    assert (differs.code, differs["before"], differs["after"]) == ("replay-verdict", "YES", "NO")


@pytest.mark.parametrize(("edition", "term"), [("kt24", "control-range"), ("kt21", "control-engagement-range")])
def test_the_claim_is_in_the_editions_own_word(edition: str, term: str) -> None:
    now = judged_again(edition, 1.5).now
    assert now is not None
    assert now.claim == Message.of("control-claim-within", a="A1", b="B1", range=Message.of(term))

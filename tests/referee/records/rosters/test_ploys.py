"""Ploys become cards from every form of list, with when they are used and what they cost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game.card import MOST_NAME, PloyCard, PloyTime
from referee.records.files.roster import PrintedRule, ploys_among, roster_json, time_of
from referee.records.files.roster_file import roster_of
from referee.records.files.team_file import ktdash_document, own_document
from referee.rules.errors import MalformedError
from tests.codes import innermost
from tests.referee.records.rosters.test_battlescribe import LIST
from tests.referee.records.rosters.test_rosters import DASH, OWN

SITE: list[dict[str, Any]] = [
    {"ployId": "a", "ployType": "S", "ployName": "Glass Tide", "description": "Hold.", "seq": 1},
    {"ployId": "b", "ployType": "T", "ployName": "Salt", "CP": "2", "description": "Strike."},
    {"ployId": "c", "ployType": "F", "ployName": "Run", "CP": 0},
    {"ployId": "d", "ployName": "Hush", "description": None},
    {"ployId": "e", "ployType": "S", "ployName": "", "description": "nothing"},
]
CARDS = (
    PloyCard("Glass Tide", PloyTime.STRATEGY, 1, "Hold."),
    PloyCard("Salt", PloyTime.FIREFIGHT, 2, "Strike."),
    PloyCard("Run", PloyTime.FIREFIGHT, 0),
    PloyCard("Hush"),
)


@pytest.mark.parametrize("raw", [{**DASH, "ploys": SITE}, {**DASH, "killteam": {"ploys": SITE}}])
def test_ktdashs_letters_say_when_and_their_text_stays_among_the_rules(raw: dict[str, Any]) -> None:
    roster = roster_of(raw, "x")
    assert roster.ploys == CARDS
    assert PrintedRule("Ploy", "Salt", "Strike.") in roster.rules


def test_what_stands_twice_in_a_list_is_one_card() -> None:
    raw = {**DASH, "ploys": SITE, "killteam": {"ploys": [{**SITE[0], "ployName": "GLASS TIDE"}]}}
    assert roster_of(raw, "x").ploys == CARDS


@pytest.mark.parametrize(
    ("heading", "when"),
    [
        ("Strategic Ploys", PloyTime.STRATEGY),
        ("Strategy Ploy", PloyTime.STRATEGY),
        ("Tactical Ploy", PloyTime.FIREFIGHT),
        ("Firefight Ploys", PloyTime.FIREFIGHT),
        ("Ploys", PloyTime.ANY),
    ],
)
def test_a_battlescribe_heading_says_when(heading: str, when: PloyTime) -> None:
    profile = {
        "typeName": heading,
        "name": "Deep Roots (2CP)",
        "characteristics": [{"name": "Effect", "$text": "Grow."}],
    }
    forces = LIST["roster"]["forces"]
    raw = {"roster": {**LIST["roster"], "forces": [{**forces[0], "profiles": [profile]}, *forces[1:]]}}
    assert roster_of(raw, "x").ploys == (PloyCard("Deep Roots (2CP)", when, 2, "Grow."),)
    assert time_of(heading) is when


def test_our_own_format_says_them_and_writes_them_again() -> None:
    raw = {**OWN, "ploys": [{"name": "Barbed", "when": "firefight", "cp": 3, "text": "It pricks."}, {"name": "Plain"}]}
    roster = roster_of(raw, "x")
    assert roster.ploys == (PloyCard("Barbed", PloyTime.FIREFIGHT, 3, "It pricks."), PloyCard("Plain"))
    assert roster_of(json.loads(json.dumps(own_document(roster))), "y").ploys == roster.ploys
    assert roster_of(ktdash_document(roster), "y").ploys == roster.ploys
    assert roster_json(roster)["ploys"][0] == {"name": "Barbed", "when": "firefight", "cp": 3, "text": "It pricks."}


@pytest.mark.parametrize(
    ("ploys", "code", "named"),
    [
        ([{"name": "A"}, {"name": "a"}], "record-ploy-twice", "A"),
        ([{"name": "A", "cp": 12}], "record-field", "ploys.0.cp"),
        ([{"name": "A", "when": "tomorrow"}], "record-field", "ploys.0.when"),
    ],
)
def test_ploys_that_cannot_be_are_said_with_their_place(ploys: list[dict[str, Any]], code: str, named: str) -> None:
    with pytest.raises(MalformedError) as refused:
        roster_of({**OWN, "ploys": ploys}, "x")
    fault = innermost(refused.value)
    assert fault.code == code
    assert named in fault.texts


@given(st.lists(st.builds(PrintedRule, st.sampled_from(["Ploy", "Strategy Ploys", "Rule"]), st.text(), st.text())))
def test_any_printed_texts_come_to_cards_that_a_roster_can_have(rules: list[PrintedRule]) -> None:
    cards = ploys_among(rules)
    names = [card.name.casefold() for card in cards]
    assert len(names) == len(set(names))
    assert set(names) == {rule.name[:MOST_NAME].casefold() for rule in rules if "loy" in rule.kind and rule.name}

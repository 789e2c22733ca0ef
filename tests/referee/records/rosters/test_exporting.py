"""Teams written as files are the same teams when they are read again: ours, and KTDash's."""

from __future__ import annotations

import copy
import json
import tomllib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overlook.toml_writer import dump_toml
from referee.records.files.roster import Roster
from referee.records.files.roster_file import example_rosters, roster_of
from referee.records.files.team_file import ktdash_document, own_document
from referee.rules.errors import MalformedError
from tests.depth import depth
from tests.referee.records.rosters.test_battlescribe import LIST
from tests.referee.records.rosters.test_malformed_rosters import ODD, PLACES, spoilt
from tests.referee.records.rosters.test_rosters import DASH, OWN


def based(roster: Roster) -> Roster:
    """The roster with the usual base where none was given, as a file of ours has it."""
    operatives = tuple(replace(one, base_mm=32 if one.base_mm is None else one.base_mm) for one in roster.operatives)
    return replace(roster, operatives=operatives)


ALL = [*example_rosters().values(), roster_of(OWN, "x"), roster_of(DASH, "x"), roster_of(LIST, "x")]


@pytest.mark.parametrize("roster", ALL, ids=[roster.name for roster in ALL])
def test_a_team_written_as_ours_is_the_same_team(roster: Roster) -> None:
    document = own_document(roster)
    for again in (roster_of(json.loads(json.dumps(document)), "y"), roster_of(tomllib.loads(dump_toml(document)), "y")):
        assert again.operatives == based(roster).operatives
        assert again.ploys == roster.ploys
        assert (again.name, again.edition, again.rules, again.own_rules) == (
            roster.name,
            roster.edition,
            roster.rules,
            roster.own_rules,
        )
        assert again.not_understood == ()


@settings(max_examples=depth(25, 100), deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), ODD), min_size=1, max_size=5))
def test_a_spoilt_roster_that_opens_can_be_written_as_ours(spoils: list[tuple[tuple[str | int, ...], Any]]) -> None:
    raw = copy.deepcopy(DASH)
    for path, value in spoils:
        spoilt(raw, path, copy.deepcopy(value))
    roster = roster_of(raw, "x")
    if not roster.operatives:
        return
    again = roster_of(tomllib.loads(dump_toml(own_document(roster))), "y")
    assert [(one.name, len(one.weapons)) for one in again.operatives] == [
        (one.name, len(one.weapons)) for one in roster.operatives
    ]


def test_an_operative_that_cannot_move_is_kept_as_it_is() -> None:
    raw = copy.deepcopy(DASH)
    raw["ops"][0]["MOVE"] = '0"'
    still = roster_of(raw, "x")
    assert still.operatives[0].move == 0
    assert roster_of(json.loads(json.dumps(own_document(still))), "y").operatives == based(still).operatives


@pytest.mark.parametrize("roster", [roster_of(DASH, "x"), roster_of(LIST, "x"), example_rosters()["saltglass"]])
def test_a_team_written_as_ktdashs_has_the_same_cards(roster: Roster) -> None:
    again = roster_of(json.loads(json.dumps(ktdash_document(roster))), "y")
    assert [
        (one.name, one.type, one.apl, one.move, one.save, one.wounds, one.base_mm, one.keywords)
        for one in again.operatives
    ] == [
        (one.name, one.type, one.apl, one.move, one.save, one.wounds, one.base_mm, one.keywords)
        for one in roster.operatives
    ]
    assert again.ploys == roster.ploys
    for one, other in zip(again.operatives, roster.operatives, strict=True):
        assert set(one.weapons) == set(other.weapons)
        assert [(rule.name, rule.text) for rule in one.rules] == [(rule.name, rule.text) for rule in other.rules]


def test_what_ktdash_has_no_words_for_is_said() -> None:
    (name,) = [name for name in example_rosters() if name.startswith("saltglass_")]
    with pytest.raises(MalformedError) as refused:
        ktdash_document(example_rosters()[name])
    assert refused.value.message.code == "import-not-for-ktdash"

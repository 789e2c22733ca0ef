"""An edition and the flow of its battles are paired once, and read alike."""

from __future__ import annotations

import pytest

from referee.editions.registry import EDITIONS, RULESETS, edition_of, ruleset_of
from referee.game.intents import Act
from referee.rules.errors import MalformedError

BRUTAL_REACH = "Brutal reach"


@pytest.mark.parametrize("name", EDITIONS)
def test_a_ruleset_is_found_by_id_and_by_year(name: str) -> None:
    rules = RULESETS[name]
    assert ruleset_of(name) is rules
    assert ruleset_of(rules.edition.year) is rules
    assert edition_of(name) is rules.edition


@pytest.mark.parametrize("name", EDITIONS)
def test_the_flow_is_that_editions_and_lets_its_actions_be_performed(name: str) -> None:
    rules = RULESETS[name]
    assert rules.flow.edition == rules.edition.id == name
    assert Act in rules.flow.handlers
    assert rules.flow.dice_actions.rules is rules.edition.dice


def test_another_reading_is_read_by_edition_and_flow_alike() -> None:
    rules = RULESETS["kt24"]
    option = rules.edition.options[BRUTAL_REACH]
    other = rules.playing({BRUTAL_REACH: option.readings[-1]})
    assert other.edition.reads(BRUTAL_REACH) == option.readings[-1] != rules.edition.reads(BRUTAL_REACH)
    assert other.flow.dice_actions.rules is other.edition.dice is not rules.edition.dice


def test_what_is_no_edition_and_no_option_is_refused_by_name() -> None:
    with pytest.raises(MalformedError) as unknown:
        ruleset_of("kt18")
    assert unknown.value.message.code == "edition-unknown"
    with pytest.raises(MalformedError, match="wind"):
        RULESETS["kt24"].playing({"wind": "strong"})

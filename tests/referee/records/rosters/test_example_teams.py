"""The example teams: understood whole, with every weapon rule of their edition, a tag of its own for each operative."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.editions.kt21.dice import WEAPON_RULES as RULES_21
from referee.editions.kt24.dice import WEAPON_RULES as RULES_24
from referee.records.files.roster_file import EXAMPLES, example_rosters, read_roster
from referee.rules.dice.rule_book import RuleBook


@pytest.mark.parametrize(("edition", "book"), [("2024", RULES_24), ("2021", RULES_21)])
def test_the_example_teams_are_understood_whole_and_use_every_weapon_rule(edition: str, book: RuleBook) -> None:
    teams = [team for team in example_rosters().values() if team.edition == edition]
    assert len(teams) == 2
    uses = [use for team in teams for one in team.operatives for weapon in one.weapons for use in weapon.rules]
    assert all((team.not_understood, team.read_as) == ((), ()) for team in teams)
    assert {use.rule for use in uses} == {rule.name for rule in book.rules if not rule.of_operative}


def test_the_2024_examples_use_rules_with_and_without_what_may_stand_with_them() -> None:
    teams = [team for team in example_rosters().values() if team.edition == "2024"]
    uses = [use for team in teams for one in team.operatives for weapon in one.weapons for use in weapon.rules]
    assert {use.only for use in uses if use.rule == "heavy"} == {None, "dash", "reposition"}
    assert {use.distance for use in uses if use.rule == "devastating"} == {None, 1}


@pytest.mark.parametrize("edition", ["2024", "2021"])
def test_no_two_operatives_of_the_examples_carry_the_same_tag(edition: str) -> None:
    operatives = [one for team in example_rosters().values() if team.edition == edition for one in team.operatives]
    tags = [tag.id for one in operatives for tag in one.tags]
    assert len(tags) == len(set(tags)) == len(operatives) == len({one.id for one in operatives})


def test_the_examples_are_files_that_anybody_can_read() -> None:
    for entry in EXAMPLES.iterdir():
        if entry.name.endswith(".toml"):
            assert read_roster(Path(str(entry))).operatives

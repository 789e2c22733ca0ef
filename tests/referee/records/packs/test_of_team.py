"""A team brings its own actions with it: they are its operatives' and nobody else's (rule D24-16)."""

from __future__ import annotations

from typing import Any

import pytest

from calibration.catalogue import BoardSheet, Catalogue
from messages.message import Message
from overlook.setup.draft import Draft, Team
from overlook.setup.exports import table_defaults_of
from overlook.table.games.new_game import TableDefaults, new_game
from overlook.toml_writer import dump_toml
from referee.game.card import Card
from referee.records.files.packs import pack_of, packs_of_teams, with_own_keyword
from referee.records.files.roster_file import roster_text
from referee.records.files.team_file import own_document, team_of
from referee.rules.errors import MalformedError
from tests.codes import innermost

EMPTY = Catalogue(version=1, dictionary="DICT_ARUCO_MIP_36h12", board=BoardSheet(size_mm=(762.0, 558.8), tags=()))
HUM = {"name": "Hum", "ap": 1, "text": "It hums."}


def written(name: str, *actions: dict[str, Any], keywords: tuple[str, ...] = ("Trooper",)) -> dict[str, Any]:
    one = {"id": f"{name}-1", "name": "One", "apl": 2, "move_in": 6.0, "save": 4, "wounds": 8, "base_mm": 32.0}
    return {"version": 1, "name": name, "actions": list(actions), "operatives": [{**one, "keywords": list(keywords)}]}


def card_of(team: dict[str, Any]) -> Card:
    """Return the card of a team's only operative, as far as it says who may do what."""
    (one,) = with_own_keyword(team_of(team, "test")).operatives
    return Card(one.id, "p1", one.name, one.apl, one.move, one.save, one.wounds, keywords=one.keywords)


def test_an_action_that_says_nothing_of_who_is_its_teams() -> None:
    reds, blues = written("Reds", HUM), written("Blues")
    (pack,) = packs_of_teams([team_of(reds, "r"), team_of(blues, "b")])
    (hum,) = pack.actions
    assert hum.is_of(card_of(reds))
    assert not hum.is_of(card_of(blues))
    named = {**HUM, "keywords": ["Trooper"]}
    (pack,) = packs_of_teams([team_of(written("Reds", named), "r")])
    assert pack.actions[0].is_of(card_of(blues)), "what says who has it is whose it says"


def test_the_same_team_twice_brings_an_action_once_and_others_of_one_name_are_told_apart() -> None:
    reds = team_of(written("Reds", HUM), "r")
    (once,) = packs_of_teams([reds, reds])
    assert [one.name for one in once.actions] == ["Hum"]
    blues = team_of(written("Blues", {**HUM, "ap": 2}), "b")
    found = {one.name: one for pack in packs_of_teams([reds, blues]) for one in pack.actions}
    assert {name: one.cost_ap for name, one in found.items()} == {"Hum": 1, "Hum (Blues)": 2}


def test_it_is_read_written_and_read_again_and_a_wrong_one_is_said() -> None:
    team = team_of(written("Reds", HUM), "r")
    again = roster_text(dump_toml(own_document(team)), "again.toml")
    assert (again.actions, again.name) == (team.actions, "Reds")
    with pytest.raises(MalformedError) as taken:
        team_of(written("Reds", {"name": "Dash"}), "r")
    assert innermost(taken.value) == Message.of("pack-action-taken", action="Dash")
    with pytest.raises(MalformedError) as unknown:
        team_of(written("Reds", {**HUM, "treated_as": "Waltz"}), "r")
    fault = innermost(unknown.value)
    assert (fault.code, fault["found"]) == ("pack-action-unknown", "Waltz")


def test_a_team_without_any_is_as_it_was() -> None:
    team = team_of(written("Reds"), "r")
    assert with_own_keyword(team) is team
    assert packs_of_teams([team]) == ()
    assert "actions" not in own_document(team)


def test_a_game_of_the_set_up_begins_with_them_before_those_of_the_settings() -> None:
    reds, blues = (dump_toml(written(name, *own)) for name, own in (("Reds", [HUM]), ("Blues", [])))
    teams = (
        Team(player="p1", name="Reds", source="reds.toml", text=reds, first_tag=10),
        Team(player="p2", name="Blues", source="blues.toml", text=blues, first_tag=40),
    )
    settings = pack_of({"version": 1, "name": "Any", "actions": [{**HUM, "ap": 2}, {"name": "Sing"}]}, "any")
    defaults = table_defaults_of(Draft(teams=teams), TableDefaults(packs=(settings,)))
    begun = new_game(
        "1",
        defaults=defaults,
        catalogue=EMPTY,
        table=None,
        free=False,
        mission="",
    )
    prices = {one.name: one.cost_ap for one in begun.actions}
    assert prices == {"Sing": 1, "Hum": 1}
    assert "Reds" in defaults.teams["p1"].operatives[0].keywords
    assert "Blues" not in defaults.teams["p2"].operatives[0].keywords

"""Whole battles through the public interface: every action, every weapon rule; written, read, judged again, undone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from referee.editions.kt24.edition import KT24
from referee.game.engine.game import Game
from referee.game.state import GameState
from referee.records.journal.journal import Journal
from referee.records.recorded_game import Form, Recorded, read_game, write_journal
from referee.records.rejudging import rejudge
from referee.rules.moves.movement import TableMovement
from referee.rules.ports.edition import Option
from tests.referee.records.battle import FLOW, Battle

pytestmark = pytest.mark.long

KILLZONES = {"gallowdark": 0.0, "volkus": 0.2}
"""Share of activations that end early: one whole battle performs nearly all actions."""
FIRST_SEED, MOST_SEEDS = 0, 4
HAPPENED = {"reaction_began", "interrupt_offered", "guard_began", "roll_called", "opening_turned", "supply_used"}
HAPPENED |= {"sequence_closed", "marker_taken", "marker_placed", "stat_changed", "battle_ended", "ploy_used"}


@pytest.fixture(scope="module")
def battles() -> list[Battle]:
    """Battles in both killzones, until every action and weapon rule was used."""
    played: list[Battle] = []
    actions = {name for killzone in KILLZONES for name in KT24.in_killzone(killzone).actions} | {"Signal"}
    rules = {rule.name for rule in KT24.rule_book.rules}
    for seed in range(FIRST_SEED, FIRST_SEED + MOST_SEEDS):
        for killzone, tired in KILLZONES.items():
            battle = Battle(killzone, seed, tired)
            battle.play()
            played.append(battle)
        left = actions - set().union(*(each.done for each in played))
        unused = rules - set().union(*(each.rules for each in played))
        never = HAPPENED - happened(played)
        if not left | unused | never:
            return played
    pytest.fail(f"after {len(played)} battles: not done {left}, not used {unused}, not happened {never}")


def happened(battles: list[Battle]) -> set[str]:
    return {event.kind for battle in battles for event in battle.game.log}


def recorded(battle: Battle) -> Recorded:
    return Recorded(KT24, FLOW, battle.game.log, Form.JOURNAL, battle.game.log)


def talk(state: GameState) -> GameState:
    """The state without what is only said about it."""
    return replace(state, proposals=(), challenge=None)


def test_battles_go_through_four_turning_points_with_reactions_and_fallen_dice(battles: list[Battle]) -> None:
    assert all((battle.state.turning_point, battle.state.stage) == (4, "ended") for battle in battles)
    assert happened(battles) >= HAPPENED


def test_a_battle_is_written_as_notation_and_as_lines_and_read_back_to_the_same_state(
    battles: list[Battle], tmp_path: Path
) -> None:
    for number, battle in enumerate(battles):
        for form, ending in ((Form.NOTATION, "txt"), (Form.LINES, "jsonl")):
            file = tmp_path / f"{number}.{ending}"
            file.write_text(recorded(battle).text(form), encoding="utf-8")
            again = read_game(file)
            assert again.form is form
            assert talk(again.game().state) == talk(battle.state)
            assert again.text(Form.NOTATION) == recorded(battle).text(Form.NOTATION)


def test_a_journal_is_read_while_it_is_open_and_an_import_makes_the_same_journal(
    battles: list[Battle], tmp_path: Path
) -> None:
    with Journal.open(tmp_path / "first.game") as journal:
        journal.append(battles[0].game.log)
        assert read_game(tmp_path / "first.game").events == battles[0].game.log
    write_journal(tmp_path / "second.game", battles[0].game.log)
    assert read_game(tmp_path / "second.game").events == battles[0].game.log


def test_undone_to_the_start_and_redone_to_the_end_it_is_the_same(battles: list[Battle]) -> None:
    for battle in battles:
        game = Game(FLOW, battle.game.log)
        steps = 0
        while game.timeline.past is not None:
            game.submit(battle.intent("undo"))
            steps += 1
        assert game.state == GameState()
        for _ in range(steps):
            game.submit(battle.intent("redo"))
        assert game.state == battle.state
        assert game.timeline.undone is None


def test_judged_again_every_ruling_is_the_same(battles: list[Battle], tmp_path: Path) -> None:
    for battle in battles[:2]:
        account = rejudge(recorded(battle))
        assert [one for one in account.rulings if one.differs] == []
        assert account.refused == ()
        assert sum(one.now is not None for one in account.rulings) > 20
    file = tmp_path / "game.txt"
    file.write_text(recorded(battles[0]).text(Form.NOTATION), encoding="utf-8")
    account = rejudge(read_game(file))
    assert account.same
    assert any(one.was is None and one.now is not None for one in account.rulings), "prices are judged again"


def test_where_the_judge_says_otherwise_today_the_ruling_is_named(battles: list[Battle]) -> None:
    movement = KT24.movement
    assert isinstance(movement, TableMovement)
    moved = {
        key: replace(spec, extra=spec.extra - 5) if spec.fixed is None else spec for key, spec in movement.moves.items()
    }
    terms = replace(movement.terms, reaction_limit=0.5)
    slow = replace(KT24, movement=replace(movement, terms=terms, moves=moved))
    account = rejudge(recorded(battles[0]), slow)
    assert not account.same
    said = [one.differs for one in account.rulings if one.differs]
    assert any(each.code == "replay-verdict" and (each["before"], each["after"]) == ("YES", "NO") for each in said)


def test_open_options_can_be_read_otherwise(battles: list[Battle]) -> None:
    options: Mapping[str, Option] = KT24.options
    other = KT24.playing({name: option.readings[-1] for name, option in options.items()})
    account = rejudge(recorded(battles[0]), other)
    assert account.refused == (), "readings change what is judged, not what was done"

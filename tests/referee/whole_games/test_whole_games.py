"""Whole games of both editions at a careless table break no rule that the independent checker knows."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from types import ModuleType

import pytest

from tests.depth import at_night, depth
from tests.referee.whole_games import __main__ as command
from tests.referee.whole_games import checker, printed
from tests.referee.whole_games.seated import Played, Seated, broken_in, play


@pytest.mark.long
@pytest.mark.parametrize("seed", range(depth(4, 40)))
@pytest.mark.parametrize("edition", sorted(printed.EDITIONS))
def test_a_game_at_a_careless_table_breaks_no_rule(edition: str, seed: int) -> None:
    played = play(edition, seed)
    assert played.wrong == []
    assert played.ended


@pytest.mark.parametrize("seed", [4296, *at_night(4299)])
def test_a_group_whose_next_member_falls_ends_its_players_turn(seed: int) -> None:
    """000:97: the group is over when there are none left to activate; two of 60 games from seed 4242 had that."""
    played = play("kt21", seed)
    assert (played.wrong, played.ended) == ([], True)


@pytest.mark.parametrize("module", [checker, printed])
def test_the_checker_imports_nothing_of_the_program(module: ModuleType) -> None:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    standard = {"__future__", "collections.abc", "copy", "dataclasses", "itertools", "typing"}
    assert imported <= standard | {"tests.referee.whole_games.printed"}


def test_a_later_run_continues_with_the_games_that_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[tuple[str, int]] = []

    def fake(edition: str, seed: int) -> Played:
        played.append((edition, seed))
        return Played(
            edition, seed, steps=1, ended=True, kinds={"act": 3}, wrong=["kt21 row 7: too much"] if seed == 2 else []
        )

    monkeypatch.setattr(command, "play", fake)
    kept = tmp_path / "kept.json"
    assert command.main(["--games", "1", "--seed", "1"], kept) == 0
    assert command.main(["--games", "2", "--seed", "1"], kept) == 1
    assert played == [("kt24", 1), ("kt21", 1), ("kt24", 2), ("kt21", 2)]
    shown = capsys.readouterr().out
    assert "act 12" in shown
    assert "violations: 2 in 2 games" in shown


def test_a_recorded_game_with_a_broken_rule_is_found() -> None:
    table = Seated()
    table.set_up(gallowdark=True, deployed=True, to_firefight=True, draws=random.Random(1))
    assert broken_in("kt24", table.game.log) == []
    gained = next(entry for entry in table.game.log if entry.kind == "command_points_changed")
    more = gained.model_copy(update={"data": {**gained.data, "by": 3}})
    changed = [more if entry is gained else entry for entry in table.game.log]
    assert "gains 3 CP" in broken_in("kt24", changed)[0]

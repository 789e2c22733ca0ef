"""Questions to the free table in words, and the files of games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from geometry.table import Board, Table
from referee.editions.free.game_file import FreeGame
from referee.editions.free.measures import Kind
from referee.editions.free.questions import ask, figures
from referee.records.files.free_game_file import example_games, free_game_of, read_free_game
from referee.rules.errors import MalformedError
from tests.referee.editions.free.test_measures import model, wall

TABLE = Table(
    Board(),
    {name: model(name, x, y) for name, x, y in (("a1", 5, 5), ("a2", 8, 5), ("b1", 15, 5))},
    (wall(10, 8, 12),),
)
LANTERNS, SKIFFS = (example_games()[name] for name in ("marsh-lanterns.toml", "ice-skiffs.toml"))


@pytest.mark.parametrize(
    ("asked", "kind", "values", "verdicts"),
    [
        ("gap A1 B1", Kind.GAP, [9.0], [None]),
        ("gap A1 B1 light", Kind.GAP, [9.0], ["NO"]),
        ('GAP a1 a2 2"', Kind.GAP, [2.0], ["YES"]),
        ("range a2 call", Kind.GAP, [2.0, 6.0], ["YES", "YES"]),
        ("range a1 2.5", Kind.GAP, [2.0, 9.0], ["YES", "NO"]),
        ("arc a1 b1 beam", Kind.ARC, [0.0], ["YES"]),
        ("arc a1 b1 90 facing 180", Kind.ARC, [180 - 2.866], ["NO"]),
        ("sight a1 a2", Kind.SIGHT, [19.188], ["YES"]),
        ("sight a1 b1", Kind.SIGHT, [-6.728], ["NO"]),
        ("chain a1 a2 b1", Kind.CHAIN, [6.0], ["NO"]),
        ("chain a1 a2 b1 6", Kind.CHAIN, [6.0], ["YES"]),
        ("move a1 from 1,2", Kind.MOVE, [5.0], [None]),
        ("move a1 from 1,2 via 1,5 limit light", Kind.MOVE, [7.0], ["NO"]),
        ("template circle 5,5 3", Kind.TEMPLATE, [3.5, 0.5], ["YES", "YES"]),
        ("template circle 5,5 3 wholly", Kind.TEMPLATE, [2.5], ["YES"]),
        ("template flare 20,20", Kind.TEMPLATE, [-12.811], ["NO"]),
        ("template beam 4,5", Kind.TEMPLATE, None, ["YES", "YES"]),
        ("template beam 4,5 facing 90", Kind.TEMPLATE, None, ["NO"]),
    ],
)
def test_a_question_is_answered(asked: str, kind: Kind, values: list[float] | None, verdicts: list[str | None]) -> None:
    found = ask(asked, TABLE, LANTERNS)
    assert {one.kind for one in found.measured} == {kind}
    if values is not None:
        assert [one.value for one in found.measured] == pytest.approx(values, abs=2e-3)
    assert [one.verdict for one in found.measured] == verdicts
    assert len(found.texts) == len(found.measured)
    assert found.drawn
    assert all("±" in str(figures(one)) for one in found.measured)
    assert str(found.message)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("", "free-question"),
        ("charge a1", "free-question"),
        ("gap a1", "free-question"),
        ("gap a1 b1 6 more", "free-question"),
        ("gap a1 z9", "free-model-unknown"),
        ("gap a1 b1 far", "free-length-unknown"),
        ("gap a1 b1 -3", "free-length-unknown"),
        ("gap a1 b1 nan", "free-length-unknown"),
        ("move a1 to 3,4", "free-question"),
        ("move a1 from 3", "free-question"),
        ("template cone 3,4", "free-template-unknown"),
        ("template circle 3;4 2", "free-question"),
        ("arc a1 b1 90 facing north", "free-question"),
        ("chain a1 2", "free-chain-alone"),
    ],
)
def test_what_is_not_understood_is_refused_with_what_would_be(asked: str, code: str) -> None:
    with pytest.raises(MalformedError) as error:
        ask(asked, TABLE, FreeGame())
    assert error.value.message.code == code


def test_an_empty_table_has_nothing_to_measure() -> None:
    with pytest.raises(MalformedError) as error:
        ask("gap a1 b1", Table(), FreeGame())
    assert error.value.message.code == "free-nobody"


def test_two_games_come_with_the_program(tmp_path: Path) -> None:
    assert LANTERNS.terms.model == "bearer"
    assert SKIFFS.arcs == {"bow": 90, "broadside": 120}
    file = tmp_path / "own.toml"
    file.write_text('name = "Own"\n[ranges]\n"long throw" = 8\n')
    own = read_free_game(file)
    assert ask("gap a1 b1 long throw", TABLE, own).measured[0].limit == 8


@pytest.mark.parametrize(
    ("text", "field"), [("[ranges]\nfar = -1\n", "ranges.far"), ("colour = 3\n", "colour"), ("name = \n", "")]
)
def test_a_faulty_file_is_refused_with_its_name_and_field(text: str, field: str) -> None:
    with pytest.raises(MalformedError) as error:
        free_game_of("own.toml", text)
    assert "own.toml" in str(error.value)
    assert field in str(error.value)


GUIDE = (Path(__file__).resolve().parents[4] / "docs" / "free-table.md").read_text(encoding="utf-8")


def test_the_guide_shows_a_file_that_is_read_and_questions_that_are_answered() -> None:
    (text,) = re.findall(r"```toml free-game\n(.*?)```", GUIDE, re.DOTALL)
    game = free_game_of("free-table.md", text)
    assert game.coherency == 3
    places = {"a1": (5, 5), "a2": (8, 5), "a3": (11, 5), "b1": (15, 5), "b2": (20, 9)}
    table = Table(Board(), {name: model(name, x, y) for name, (x, y) in places.items()})
    commands = re.findall(r'^overlook ask board.jpg "([^"]+)"', GUIDE, re.MULTILINE)
    assert len(commands) == 5
    in_table = re.findall(r"`((?:gap|range|arc|sight|chain|move|template) [^`]+)`", GUIDE)
    assert len(in_table) >= 12
    beam = game.model_copy(update={"templates": {**game.templates, **LANTERNS.templates}})
    for asked in (*commands, *in_table):
        assert ask(asked, table, beam).measured, asked

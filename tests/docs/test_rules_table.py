"""The generated table of rules: every row has a test by its id, every row a file, and the table is what stands."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tools.played_by import played_by

STILL_WITHOUT = frozenset((Path(__file__).parent / "rows_without_a_script.txt").read_text().split())
"""The rows that no test gets at the running table yet. The list only shrinks: a row that has got one leaves it."""


@pytest.fixture(scope="module")
def maker(checkout: Path) -> ModuleType:
    """The program that writes the table."""
    spec = importlib.util.spec_from_file_location("rules_table", checkout / "docs" / "rules_table.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def carried(maker: ModuleType, checkout: Path) -> dict[str, list[str]]:
    """The tests of this checkout by rule."""
    found: dict[str, list[str]] = maker.carried_by_rule(checkout / "tests")
    return found


def test_a_row_without_a_test_is_named(maker: ModuleType, carried: dict[str, list[str]]) -> None:
    others = {rule: tests for rule, tests in carried.items() if rule != "A24-11"}
    assert maker.untested(others) == ["A24-11"]


def test_every_row_is_got_at_the_running_table_but_for_those_that_are_named(
    maker: ModuleType, carried: dict[str, list[str]]
) -> None:
    """A row that is measured, kept or resolved has a test that plays it with what a player's devices send."""
    missing = set(maker.not_at_the_table(carried))
    assert sorted(missing - STILL_WITHOUT) == [], "write a script for these under tests/overlook/play, with their ids"
    assert sorted(STILL_WITHOUT - missing) == [], "these have got a script: take them off the list"


def test_a_row_that_is_declared_needs_no_script_and_any_other_does(maker: ModuleType) -> None:
    said, kept = (maker.Row("A24-11", kind, "README.md", "words") for kind in ("declared", "tracked"))
    assert maker.at_the_table(said, {}) == maker.SAID
    assert maker.at_the_table(kept, {}) == ""
    alone = {"A24-11": ["tests/referee/test_some.py::test_a24_11"]}
    assert maker.at_the_table(kept, alone) == "", "a test of the part alone is none"


def test_who_sends_the_steps_of_a_script_is_read_off_the_test_and_what_it_calls(tmp_path: Path) -> None:
    (tmp_path / "scripts.py").write_text('def activate(name):\n    return {"as": "p1", "do": {"kind": name}}\n')
    lines = (
        "from tests.overlook.play.scripts import activate",
        'ROLL = {"tray": [6]}',
        "def steps():\n    return [ROLL]",
        "def test_one():\n    activate('A1')",
        "def test_two():\n    return steps(), {'see': {}}",
        "def test_three():\n    return {'press': 'undo', 'open': ['AP']}",
        "def test_none():\n    return {'expect': {}}",
    )
    file = tmp_path / "test_some.py"
    file.write_text("\n".join(lines) + "\n")
    found = {name: played_by(file, f"test_{name}", tmp_path) for name in ("one", "two", "three", "none", "four")}
    assert found == {
        "one": ("phone",),
        "two": ("tray", "camera"),
        "three": ("panel", "camera"),
        "none": (),
        "four": (),
    }


def test_a_test_carries_every_id_in_its_name(
    maker: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "test_some.py").write_text("def test_a24_01_and_k24_11_hold():\n    pass\n")
    monkeypatch.setattr(maker, "ROOT", tmp_path)
    assert maker.carried_by_rule(tmp_path) == {
        "A24-01": ["test_some.py::test_a24_01_and_k24_11_hold"],
        "K24-11": ["test_some.py::test_a24_01_and_k24_11_hold"],
    }


@pytest.mark.parametrize(
    ("above", "carries"),
    [
        ("", True),
        ("pytestmark = pytest.mark.long", True),
        ("@pytest.mark.parametrize('n', [1, pytest.param(2, marks=pytest.mark.nightly)])", True),
        ("@pytest.mark.nightly", False),
        ("@pytest.mark.slow\n@pytest.mark.parametrize('n', [1])", False),
        ("pytestmark = pytest.mark.nightly", False),
        ("pytestmark = [pytest.mark.long, pytest.mark.nightly]", False),
    ],
)
def test_only_tests_that_make_test_runs_carry_a_row(
    maker: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, above: str, carries: bool
) -> None:
    (tmp_path / "test_some.py").write_text(f"{above}\ndef test_a24_01():\n    pass\n")
    monkeypatch.setattr(maker, "ROOT", tmp_path)
    assert (maker.carried_by_rule(tmp_path) == {"A24-01": ["test_some.py::test_a24_01"]}) is carries


def test_marks_of_the_table_are_those_that_make_test_leaves_out(maker: ModuleType, checkout: Path) -> None:
    (left_out,) = re.findall(r"^NOT_IN_TEST := (.*)$", (checkout / "Makefile").read_text(), re.MULTILINE)
    assert {f"not {mark}" for mark in maker.NOT_IN_MAKE_TEST} == set(left_out.split(" and "))


@pytest.mark.parametrize(
    "line",
    ["A24-01 judged", "A24-01 guessed README.md words here", "A24-01 judged no/such/file.py words here"],
)
def test_a_row_that_is_none_is_refused_with_its_line(
    maker: ModuleType, checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setattr(maker, "ROOT", checkout)
    file = tmp_path / "rows.txt"
    file.write_text(line)
    with pytest.raises(maker.RowError, match=r"rows\.txt:1"):
        list(maker.rows_of(file))


def test_every_row_of_the_matrix_is_in_the_project(
    maker: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The numbers of each letter run without a hole, so that no row is lost."""
    monkeypatch.setattr(maker, "ROOT", checkout)
    for edition in ("kt24", "kt21"):
        numbers: dict[str, list[int]] = {}
        for row in maker.rows_of(checkout / "docs" / "rules" / f"{edition}.txt"):
            letter, _, number = row.id.partition("-")
            numbers.setdefault(letter, []).append(int(number))
        first = {letter: min(found) for letter, found in numbers.items()}
        assert {letter: sorted(found) for letter, found in numbers.items()} == {
            letter: list(range(first[letter], first[letter] + len(found))) for letter, found in numbers.items()
        }
        assert set(first.values()) <= {0, 1}

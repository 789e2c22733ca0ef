"""The generated table of rules: every row has a test by its id, every row a file, and the table is what stands."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tools.played_by import played_by

STILL_WITHOUT = frozenset(
    """
    A24-01 A24-02 A24-03 A24-04 A24-05 A24-06 A24-07 A24-08 A24-09 A24-10 A24-11 A24-12 A24-13 A24-14 B24-01
    B24-02 B24-03 B24-04 B24-05 B24-06 B24-07 B24-09 B24-10 B24-11 C24-01 C24-02 C24-03 C24-04 C24-05 C24-06
    C24-07 C24-08 C24-09 C24-10 C24-11 C24-12 C24-13 C24-14 C24-15 C24-16 C24-17 C24-18 D24-01 D24-02 D24-03
    D24-04 D24-05 D24-06 D24-07 D24-08 D24-09 D24-10 D24-11 D24-12 D24-13 D24-14 D24-15 E24-01 E24-02 E24-03
    E24-04 E24-05 E24-06 E24-07 E24-08 E24-09 E24-10 E24-11 E24-12 E24-13 E24-14 F24-01 F24-02 F24-03 F24-04
    F24-05 F24-06 F24-07 F24-08 F24-09 F24-10 F24-11 G24-00 G24-01 G24-02 G24-03 G24-04 G24-05 G24-06 G24-07
    G24-08 G24-09 G24-10 G24-11 G24-12 G24-13 G24-14 G24-15 G24-16 G24-17 G24-18 G24-19 G24-20 G24-21 G24-22
    G24-23 G24-24 G24-25 G24-26 H24-01 H24-02 H24-03 H24-04 H24-05 H24-06 H24-07 H24-08 H24-09 H24-10 H24-11
    H24-12 H24-13 H24-14 H24-15 I24-01 I24-02 I24-03 I24-04 I24-05 I24-06 I24-07 I24-08 I24-09 I24-10 I24-11
    I24-12 I24-13 J24-01 J24-02 J24-03 J24-04 J24-05 J24-06 J24-07 J24-08 J24-09 J24-10 J24-11 J24-12 J24-13
    J24-14 K24-01 K24-02 K24-03 K24-04 K24-06 K24-08 K24-09 K24-10 L24-01 L24-02 L24-03 L24-04 L24-05 L24-06
    L24-07 L24-08 L24-09 L24-10 L24-11 L24-14 L24-15 L24-16 L24-17 L24-18 N24-01 N24-02 N24-03 A21-01 A21-02
    A21-03 A21-04 B21-01 B21-02 B21-03 B21-04 B21-05 B21-06 B21-07 C21-01 C21-02 C21-03 C21-04 D21-01 D21-02
    D21-03 D21-04 D21-05 D21-07 D21-09 E21-01 E21-02 E21-03 E21-04 E21-05 F21-01 F21-02 G21-01 G21-03 G21-04
    G21-05 G21-06 G21-07 G21-08 G21-10 G21-11 G21-12 G21-13 G21-14 G21-15 H21-01 H21-02 H21-03 H21-04 H21-05
    I21-02 I21-03 L21-01 N21-01 N21-02 N21-03 N21-04 K21-01 K21-02 K21-05 N21-05
    """.split()
)
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


def test_every_row_has_a_test_and_the_table_is_up_to_date(checkout: Path) -> None:
    done = subprocess.run(
        [sys.executable, "docs/rules_table.py", "--check"], cwd=checkout, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_row_without_a_test_is_named(maker: ModuleType, checkout: Path) -> None:
    carried = maker.carried_by_rule(checkout / "tests")
    del carried["A24-11"]
    assert maker.untested(carried) == ["A24-11"]


def test_every_row_is_got_at_the_running_table_but_for_those_that_are_named(maker: ModuleType, checkout: Path) -> None:
    """A row that is measured, kept or resolved has a test that plays it with what a player's devices send."""
    missing = set(maker.not_at_the_table(maker.carried_by_rule(checkout / "tests")))
    assert sorted(missing - STILL_WITHOUT) == [], "write a script for these under tests/overlook/play, with their ids"
    assert sorted(STILL_WITHOUT - missing) == [], "these have got a script: take them off the list"


def test_a_row_that_is_declared_needs_no_script_and_any_other_does(maker: ModuleType) -> None:
    said, kept = (maker.Row("A24-11", kind, "README.md", "words") for kind in ("declared", "tracked"))
    assert maker.at_the_table(said, {}) == maker.SAID
    assert maker.at_the_table(kept, {}) == ""
    elsewhere = {"A24-11": ["tests/referee/test_some.py::test_a24_11"]}
    assert maker.at_the_table(kept, elsewhere) == "", "a test of the part alone is none"


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

"""The generated table of rules: every row has a test by its id, every row a file, and the table is what stands."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

EDITION_ROWS = {"kt24": ("A24", "L24"), "kt21": ("A21", "N21")}


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

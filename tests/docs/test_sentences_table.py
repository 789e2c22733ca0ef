"""The table of the published sentences: each row names a rule and a test that `make test` collects."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

EDITIONS = ("kt24", "kt21")
Rows = dict[str, list[Any]]
Tests = dict[str, list[str]]


@pytest.fixture(scope="module")
def maker(checkout: Path) -> ModuleType:
    """The program that writes the table."""
    spec = importlib.util.spec_from_file_location("sentences_table", checkout / "docs" / "sentences_table.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def rows(maker: ModuleType) -> Rows:
    """The rows of each edition."""
    return {edition: list(maker.rows_of(maker.ROWS / f"{edition}.txt")) for edition in EDITIONS}


@pytest.fixture(scope="module")
def found(maker: ModuleType, rows: Rows, checkout: Path) -> Tests:
    """Files of the tests that the rows name."""
    tests: Tests = maker.tests_by_name(checkout / "tests", {row.test for each in rows.values() for row in each})
    return tests


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_row_names_a_rule_that_exists_and_a_test_that_make_test_collects(
    maker: ModuleType, rows: Rows, found: Tests, edition: str
) -> None:
    assert list(maker.wrong_rows(edition, rows[edition], found)) == []


def test_every_rule_of_an_edition_has_a_sentence(maker: ModuleType, rows: Rows) -> None:
    """But for rulings that no sentence gives: rules that the referee needs and the texts are silent about."""
    rules = maker.rules_table()
    silent = {
        row.id
        for edition in EDITIONS
        for row in rules.rows_of(rules.ROWS / f"{edition}.txt")
        if row.id not in {sentence.rule for sentence in rows[edition]}
    }
    assert silent == set()


def test_the_table_is_written_from_the_rows(maker: ModuleType, rows: Rows, found: Tests) -> None:
    assert maker.TABLE.read_text(encoding="utf-8") == maker.table(rows, found), "run python docs/sentences_table.py"


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("001:10.1 A24-03 test_a_real_one Words.", []),
        ("001:10.1 A24-99 test_a_real_one Words.", ["001:10.1: A24-99 is no rule of kt24"]),
        ("001:10.1 D21-01 test_a_real_one Words.", ["001:10.1: D21-01 is no rule of kt24"]),
        ("001:10.1 A24-03 test_another Words.", ["001:10.1: `make test` collects no test_another"]),
        (
            "001:10.1 - boredom Words.",
            [
                "001:10.1: boredom is none of the reasons hidden, manners, painting, teams",
                "kt24: 1 of 1 rows are not judged, at most 10% may be",
            ],
        ),
        ("001:10.1 - hidden Words.", ["kt24: 1 of 1 rows are not judged, at most 10% may be"]),
    ],
)
def test_a_row_with_a_wrong_rule_test_or_reason_is_named(
    maker: ModuleType, tmp_path: Path, line: str, wrong: list[str]
) -> None:
    file = tmp_path / "kt24.txt"
    file.write_text(f"{line}\n")
    there = {"test_a_real_one": ["tests/test_some.py::test_a_real_one"]}
    assert list(maker.wrong_rows("kt24", list(maker.rows_of(file)), there)) == wrong


@pytest.mark.parametrize("line", ["", "001:10 A24-03 test_one Words.", "001:10.1 A24-03 test_one"])
def test_a_line_that_is_no_row_is_refused_with_its_number(maker: ModuleType, tmp_path: Path, line: str) -> None:
    file = tmp_path / "kt24.txt"
    file.write_text(f"001:1.1 A24-03 test_one Words.\n{line}\n")
    with pytest.raises(maker.SentenceError, match=r"kt24\.txt:2"):
        list(maker.rows_of(file))


def test_a_test_that_make_test_leaves_out_proves_no_row(maker: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_some.py").write_text(
        "import pytest\ndef test_one(): ...\n@pytest.mark.nightly\ndef test_two(): ...\ndef helper(): ...\n"
    )
    found = maker.tests_by_name(folder, {"test_one", "test_two", "helper"})
    assert found == {"test_one": ["tests/test_some.py::test_one"]}


def test_sentences_are_placed_by_the_line_on_which_they_begin(maker: ModuleType, tmp_path: Path) -> None:
    sheet = tmp_path / "001_sheet.txt"
    sheet.write_text("# HEADING\n\n- Pick one. It costs a D3. Then (e.g. Dash) move.\n\n### 1. SET UP\n")
    assert list(maker.sentences(sheet)) == [
        ("001:1.1", "# HEADING"),
        ("001:3.1", "- Pick one."),
        ("001:3.2", "It costs a D3."),
        ("001:3.3", "Then (e.g. Dash) move."),
        ("001:5.1", "### 1. SET UP"),
    ]
    wrapped = tmp_path / "002_core_rules.txt"
    wrapped.write_text("Dash1AP\nIt goes\non here. It\nstops.\n- A point\n")
    assert list(maker.sentences(wrapped)) == [
        ("002:1.1", "Dash1AP"),
        ("002:2.1", "It goes on here."),
        ("002:3.1", "It stops."),
        ("002:5.1", "- A point"),
    ]


def test_sentences_without_a_row_and_places_that_the_texts_lack_are_named(maker: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "001_sheet.txt").write_text("- It may move. It must stop.\n\nHERE IT IS\n")
    row = maker.SentenceRow(("001:1.1",), "D24-01", "test_one", "It moves.")
    missing = list(maker.not_covered(tmp_path, [row]))
    assert missing[-1] == "001:1.2: no row"
    assert all(line.endswith("no such sentence") for line in missing[:-1]), "the explanations are not of this text"


@pytest.mark.nightly
def test_pytest_itself_collects_every_test_that_a_row_names(found: Tests, checkout: Path) -> None:
    """Each commit looks for the named tests in their sources; pytest collects them at night."""
    files = sorted({place.partition("::")[0] for places in found.values() for place in places})
    run = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", "-p", "no:cacheprovider", *files]
    said = subprocess.run(run, cwd=checkout, capture_output=True, text=True, check=True, timeout=600).stdout
    collected = {line.partition("[")[0] for line in said.splitlines() if "::" in line}
    assert sorted(place for places in found.values() for place in places if place not in collected) == []

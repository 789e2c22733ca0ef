"""The list of mutants fits the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants.mutants import LEAST_FOUND, LIST, Mutant, read_mutants, write_found_by

MUTANTS = read_mutants()
OF_WHOLE_GAMES = read_mutants(LIST.parents[1] / "referee" / "whole_games" / "mutants.toml")


@pytest.mark.parametrize("mutant", [*MUTANTS, *OF_WHOLE_GAMES], ids=lambda mutant: mutant.name)
def test_text_before_a_mutation_occurs_once_in_its_file(checkout: Path, mutant: Mutant) -> None:
    source = (checkout / mutant.file).read_text(encoding="utf-8")
    assert source.count(mutant.before) == 1
    assert mutant.apply(source) != source


def test_mutants_have_different_names_and_are_at_least_as_many_as_must_be_found() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= LEAST_FOUND


def test_mutant_whose_text_is_gone_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a\.py: 'x < y' occurs 0 times"):
        Mutant("swapped", "a.py", "x < y", "x > y").apply("x <= y")


def test_found_by_is_written_back_for_one_mutant_alone(tmp_path: Path) -> None:
    path = tmp_path / LIST.name
    path.write_bytes(LIST.read_bytes())
    first, second, *_ = MUTANTS
    write_found_by({first.name: 'tests/test_a.py::test_b[it\'s "c"]', second.name: ""}, path)
    written = read_mutants(path)
    assert written[0].found_by == 'tests/test_a.py::test_b[it\'s "c"]'
    assert (written[1].found_by, written[2:]) == ("", MUTANTS[2:])

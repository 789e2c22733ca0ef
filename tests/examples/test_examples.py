"""Every example runs and prints what it says it prints."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest

from tests.overlook.commands import Forked

PATIENCE_S = 120.0
EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.py"))


def promised(example: Path) -> str:
    """Return what stands under "Prints:" in an example's docstring."""
    said = ast.get_docstring(ast.parse(example.read_text()), clean=True) or ""
    _, _, printed = said.partition("Prints:\n")
    return textwrap.dedent(printed).strip()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 6


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_prints_what_it_promises(example: Path, checkout: Path, tmp_path: Path) -> None:
    assert promised(example)
    out, err = tmp_path / "out", tmp_path / "err"
    done = Forked([], folder=checkout, out=out, err=err, end=tmp_path / "end", program=str(example))
    assert done.wait(PATIENCE_S) == 0, err.read_text()
    assert out.read_text().strip() == promised(example)

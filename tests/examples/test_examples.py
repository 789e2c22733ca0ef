"""Every example runs and prints what it says it prints."""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.py"))


def promised(example: Path) -> str:
    """Return what stands under "Prints:" in an example's docstring."""
    said = ast.get_docstring(ast.parse(example.read_text()), clean=True) or ""
    _, _, printed = said.partition("Prints:\n")
    return textwrap.dedent(printed).strip()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 6


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_prints_what_it_promises(example: Path, checkout: Path) -> None:
    assert promised(example)
    done = subprocess.run(
        [sys.executable, "-m", f"examples.{example.stem}"], cwd=checkout, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == promised(example)

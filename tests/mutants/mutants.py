"""The list of mutants: read from `mutants.toml`, and written back with the tests that found them."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).with_name("mutants.toml")
LEAST_FOUND = 99
"""Mutants that `make test` finds at the least."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: `before` occurs once in `file` and is replaced by `after`; `found_by` is a test's node id or empty."""

    name: str
    file: str
    before: str
    after: str
    found_by: str = ""

    def apply(self, source: str) -> str:
        """Return the source with the fault; `ValueError` where `before` does not occur exactly once."""
        times = source.count(self.before)
        if times != 1:
            raise ValueError(f"{self.file}: {self.before!r} occurs {times} times, expected 1: update mutants.toml")
        return source.replace(self.before, self.after)


def read_mutants(path: Path = LIST) -> tuple[Mutant, ...]:
    """Return the mutants of a list."""
    return tuple(Mutant(**one) for one in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"])


def write_found_by(found: Mapping[str, str], path: Path = LIST) -> None:
    """Write into the list which test found each of these mutants, by the mutant's name."""
    text = path.read_text(encoding="utf-8")
    for name, test in found.items():
        entry = re.compile(rf'(^name = "{re.escape(name)}"$.*?^found_by = )[^\n]*$', re.MULTILINE | re.DOTALL)
        if (match := entry.search(text)) is not None:
            text = text[: match.start()] + match[1] + json.dumps(test, ensure_ascii=False) + text[match.end() :]
    path.write_text(text, encoding="utf-8")

"""Writes docs/rules.md: every rule in our words, how it is decided, where it stands, and the tests that carry its id.

    python docs/rules_table.py [--check]

The rows are docs/rules/*.txt (id, how, where, words); the options those of the editions; the tests are found by
their names (`test_a24_01_...`). "At the table" says by whom a player gets a row: what the tests under
`tests/overlook/play` that carry its id are played with (`tools/played_by.py`). Only what `make test` runs counts: a
test that is marked nightly or slow carries no row. `--check` writes nothing and says what is missing or out of date,
with status 1.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROWS = ROOT / "docs" / "rules"
TABLE = ROOT / "docs" / "rules.md"
KINDS = {
    "judged": "measured on the table",
    "tracked": "kept in the game's state",
    "resolved": "decided by dice, choices and their exact odds",
    "declared": "said by the players, kept and shown",
}
EDITIONS = {"kt24": "The 2024 edition", "kt21": "The 2021 edition"}
AT_THE_TABLE = "tests/overlook/play/"
SAID = "nobody: it is said between the players"
"""Why no device gives a row that is declared, where no test has one say it."""
NOT_IN_MAKE_TEST = frozenset({"data", "lab", "nightly", "slow"})
"""Marks of tests that `make test` leaves out."""
ID_IN_NAME = re.compile(r"(?<![a-z0-9])([a-n]2[14])_(\d\d)(?!\d)")
WITH_ID = re.compile(r"^ *def test_\w*[a-n]2[14]_\d\d", re.MULTILINE)
SHOWN = 2


class RowError(ValueError):
    """A row that cannot be read, names no file, or has no test."""


@dataclass(frozen=True, slots=True)
class Row:
    """One rule: its id, how it is decided, the file where it stands, and what it says in our words."""

    id: str
    kind: str
    where: str
    words: str


def rows_of(file: Path) -> Iterator[Row]:
    """Yield the rows of one file; `RowError` names the line that is none."""
    seen: set[str] = set()
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        parts = line.split(None, 3)
        if len(parts) != 4 or parts[1] not in KINDS or parts[0] in seen:
            raise RowError(f"{file.name}:{number}: expected a new id, one of {', '.join(KINDS)}, a file and words")
        if not (ROOT / parts[2]).is_file():
            raise RowError(f"{file.name}:{number}: {parts[2]} is no file of the project")
        seen.add(parts[0])
        yield Row(*parts)


def carried_by_rule(folder: Path) -> dict[str, list[str]]:
    """Return the tests of `make test` that carry each rule's id, as `path::name`, those of the referee first."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        for name in tests_per_commit(source) if WITH_ID.search(source) else ():
            for row, number in dict.fromkeys(ID_IN_NAME.findall(name)):
                found.setdefault(f"{row.upper()}-{number}", []).append(f"{path.relative_to(ROOT).as_posix()}::{name}")
    return {rule: sorted(tests, key=lambda test: ("tests/referee" not in test, test)) for rule, tests in found.items()}


def tests_per_commit(source: str) -> Iterator[str]:
    """Yield the names of a file's tests without those that `make test` leaves out by a mark of theirs or the file's."""
    module = ast.parse(source)
    for node in module.body:
        if isinstance(node, ast.Assign) and "pytestmark" in map(ast.unparse, node.targets):
            values = node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
            if any(_leaves_out(value) for value in values):
                return
    functions = (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))
    for function in functions:
        if function.name.startswith("test_") and not any(map(_leaves_out, function.decorator_list)):
            yield function.name


def _leaves_out(mark: ast.expr) -> bool:
    """Return whether an expression is one of `pytest.mark` that `make test` leaves out."""
    named = mark.func if isinstance(mark, ast.Call) else mark
    return ast.unparse(named) in {f"pytest.mark.{name}" for name in NOT_IN_MAKE_TEST}


def untested(tests: Mapping[str, list[str]]) -> list[str]:
    """Return the ids of the rows that no test of `make test` carries."""
    return [row.id for edition in EDITIONS for row in rows_of(ROWS / f"{edition}.txt") if row.id not in tests]


def at_the_table(row: Row, tests: Mapping[str, list[str]]) -> str:
    """Return by whom a player gets a row, with the first test through the running table that proves it."""
    from tools.played_by import DEVICES, played_by

    proofs = [test.split("::") for test in tests.get(row.id, []) if test.startswith(AT_THE_TABLE)]
    devices = {device for file, name in proofs for device in played_by(ROOT / file, name, ROOT / AT_THE_TABLE)}
    if devices:
        shown = next(name for file, name in proofs if played_by(ROOT / file, name, ROOT / AT_THE_TABLE))
        return f"{', '.join(one for one in DEVICES if one in devices)}: `{shown}`"
    return SAID if row.kind == "declared" else ""


def not_at_the_table(tests: Mapping[str, list[str]]) -> list[str]:
    """Return the ids of the rows that are measured, kept or resolved, and that no test gets at the running table."""
    rows = (row for edition in EDITIONS for row in rows_of(ROWS / f"{edition}.txt"))
    return [row.id for row in rows if not at_the_table(row, tests)]


def options_text() -> Iterator[str]:
    """Yield the readings that the sources leave open, by edition."""
    from referee.editions.registry import EDITIONS as BY_YEAR

    yield "## Readings that the sources leave open\n"
    yield "Each is an option of the edition, and a ruling that depends on one names it. The default stands first.\n"
    yield "| edition | option | readings | rules | what it is about |\n|---|---|---|---|---|"
    for edition in BY_YEAR.values():
        for option in edition.options.values():
            readings = " / ".join(option.readings)
            yield f"| {edition.year} | `{option.name}` | {readings} | {', '.join(option.rules)} | {option.about} |"
    yield ""


def table(tests: Mapping[str, list[str]]) -> str:
    """Return the whole document."""
    lines = [
        "# The rules, row by row\n",
        "Written by `python docs/rules_table.py`; do not edit by hand. A test fails when it is out of date, or when a "
        "row has no test.\n",
        *(f"- **{kind}**: {means}" for kind, means in KINDS.items()),
        "- **at the table**: by whom a player gets it, and a test that plays it on the running table with nothing else",
        "",
    ]
    for edition, title in EDITIONS.items():
        lines.append(f"## {title}\n")
        lines.append("| id | rule | how | where | at the table | tests |\n|---|---|---|---|---|---|")
        for row in rows_of(ROWS / f"{edition}.txt"):
            names = tests.get(row.id, [])
            shown = "<br>".join(f"`{name.partition('::')[2]}`" for name in names[:SHOWN])
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            cells = (row.id, row.words, row.kind, f"`{row.where}`", at_the_table(row, tests), f"{shown}{more}")
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    lines.extend(options_text())
    return "\n".join(lines)


def main() -> int:
    """Write the table, or check it; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; say what is missing or out of date")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    try:
        tests = carried_by_rule(ROOT / "tests")
        missing = untested(tests)
        text = table(tests)
    except RowError as error:
        print(error, file=sys.stderr)
        return 2
    for rule in missing:
        print(f"{rule}: no test of `make test` carries its id", file=sys.stderr)
    if options.check:
        stale = not TABLE.is_file() or TABLE.read_text(encoding="utf-8") != text
        if stale:
            print(f"{TABLE.relative_to(ROOT)} is out of date: run python docs/rules_table.py", file=sys.stderr)
        return int(bool(missing) or stale)
    TABLE.write_text(text, encoding="utf-8")
    print(f"{TABLE.relative_to(ROOT)}: {text.count(chr(10) + '| ')} rows")
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())

"""The editions stand apart: what they share stands once, beside them, and nobody asks which one is playing."""

from __future__ import annotations

import ast
import io
import keyword
import re
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

import pytest

PACKAGES = ("geometry", "calibration", "vision", "referee", "hardware", "web", "venue", "overlook")
EDITIONS = {"kt24", "kt21", "2024", "2021"}
REGISTER = "referee/editions/registry.py"
RUN = 6
LOOKS_UP = {"get", "pop", "setdefault", "startswith", "endswith", "index", "count", "find"}
LAYOUT = {tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT, tokenize.ENDMARKER}
Line = tuple[int, str, str]
"""A line's number, its text, and its shape: names, strings and numbers replaced by one letter for each kind."""


def _shape(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        return token.string if keyword.iskeyword(token.string) else "n"
    return {tokenize.STRING: "s", tokenize.NUMBER: "0"}.get(token.type, token.string)


def lines_of(source: str) -> list[Line]:
    """Return the lines that say something: no imports, docstrings, comments, blank lines or lone punctuation."""
    tree = ast.parse(source)
    prose = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str))
    )
    left_out = {number for node in prose for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    texts: dict[int, list[tokenize.TokenInfo]] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in LAYOUT and token.start[0] not in left_out:
            texts.setdefault(token.start[0], []).append(token)
    return [
        (number, " ".join(token.string for token in tokens), " ".join(map(_shape, tokens)))
        for number, tokens in sorted(texts.items())
        if any(token.type in (tokenize.NAME, tokenize.STRING, tokenize.NUMBER) for token in tokens)
    ]


def runs_of(lines: list[Line], field: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield every run of `RUN` lines, by its first line's number; `field` 1 for the texts, 2 for the shapes."""
    for start in range(len(lines) - RUN + 1):
        run = lines[start : start + RUN]
        yield run[0][0], tuple(str(line[field]) for line in run)


@cache
def telling_runs(source: str, field: int) -> dict[tuple[str, ...], int]:
    """Return the runs of a source that are more than the rows of one table, each with its first line's number."""
    return {run: number for number, run in runs_of(lines_of(source), field) if len(set(run)) > 2}


def shared_runs(one: str, other: str, field: int) -> list[tuple[int, int]]:
    """Return where two sources share a run of lines, as pairs of line numbers."""
    here, there = telling_runs(one, field), telling_runs(other, field)
    return [(here[run], there[run]) for run in here.keys() & there.keys()]


def sources(checkout: Path, package: str) -> list[Path]:
    found = sorted((checkout / package).rglob("*.py"))
    assert found
    return found


@pytest.mark.parametrize(("kind", "field"), [("to the letter", 1), ("in shape", 2)])
def test_the_editions_share_no_six_lines(checkout: Path, kind: str, field: int) -> None:
    found = [
        f"{one.relative_to(checkout)}:{here} ~ {other.relative_to(checkout)}:{there} {kind}"
        for one in sources(checkout, "referee/editions/kt21")
        for other in sources(checkout, "referee/editions/kt24")
        for here, there in shared_runs(one.read_text(), other.read_text(), field)
    ]
    assert not found, "put what both say once below referee/rules:\n" + "\n".join(found)


SIX = "def f(a):\n    x = a + 1\n    y = x * 2\n    for z in y:\n        print(z, 'one')\n    return x\n"


def test_six_lines_are_found_to_the_letter_and_in_shape() -> None:
    renamed = SIX.replace("a", "other").replace("'one'", "'two'").replace("print", "say").replace("1", "40")
    assert shared_runs(SIX, "import os\n\n\n# nothing\n" + SIX, 1) == [(1, 5)]
    assert shared_runs(SIX, renamed, 1) == []
    assert shared_runs(SIX, renamed, 2) == [(1, 1)]
    assert shared_runs(SIX, SIX.replace("    y = x * 2\n", ""), 2) == []


def test_the_rows_of_a_table_are_no_shared_run() -> None:
    rows = "TABLE = {\n" + "".join(f"    'row {number}': {number},\n" for number in range(8)) + "}\n"
    assert shared_runs(rows, rows.replace("row", "other"), 2) == []


def _names_an_edition(node: ast.AST) -> bool:
    """Return whether an expression holds an edition's id or year as a text, or a year as a number."""
    return any(isinstance(one, ast.Constant) and str(one.value) in EDITIONS for one in ast.walk(node))


def _reads_an_edition(node: ast.AST) -> bool:
    """Return whether an expression is an edition's id, year or title: `edition.id`, `table.edition.year`."""
    if not isinstance(node, ast.Attribute) or node.attr not in {"id", "year", "title"}:
        return False
    owner = node.value
    owned = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return "edition" in owned.lower()


def questions(source: str) -> list[tuple[int, str]]:
    """Return the places where a source asks which edition is playing, by line number, each with the expression.

    It asks by comparing with an edition's name, by matching one, by a table that has one for a key, by an index or a
    call of `get`, `startswith` and the like with one, and by deciding something by an edition's id or title.
    """
    asking = [node for node in ast.walk(ast.parse(source)) if _asks(node)]
    return [(_first_line(node), ast.unparse(node)) for node in asking]


def _first_line(node: ast.expr | ast.match_case) -> int:
    return node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno


def _asks(node: ast.AST) -> TypeGuard[ast.expr | ast.match_case]:
    if isinstance(node, ast.Compare):
        return any(_names_an_edition(side) or _is_edition(side) for side in (node.left, *node.comparators))
    if isinstance(node, ast.match_case):
        return _names_an_edition(node.pattern)
    if isinstance(node, ast.Dict):
        return any(key is not None and _is_key(key) for key in node.keys)
    if isinstance(node, ast.Subscript):
        return _is_key(node.slice)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LOOKS_UP:
        return any(map(_is_key, node.args))
    return False


def _is_edition(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and re.fullmatch(r"KT2[14]", node.id) is not None


def _is_key(node: ast.AST) -> bool:
    return (isinstance(node, ast.Constant) and str(node.value) in EDITIONS) or _reads_an_edition(node)


ASKING = [
    'if edition == "kt24": pass',
    'if edition.id != "kt21": pass',
    'if "2021" == year: pass',
    "if int(year) == 2021: pass",
    'x = a if edition.year in ("2024", "both") else b',
    "if edition is KT21: pass",
    'FLOWS = {"kt24": one, "kt21": two}',
    "flow = FLOWS[edition.id]",
    "flow = FLOWS.get(table.edition.id)",
    'flow = FLOWS["kt21"]',
    'if name.startswith("kt24"): pass',
    'match name:\n    case "kt24":\n        pass',
    'match name:\n    case "2021" | "2024":\n        pass',
]
NOT_ASKING = [
    "if timeline.edition != flow.edition: pass",
    'def run(edition: str = "kt24"): pass',
    'edition: EditionName = Field("kt24", description="the edition")',
    "said = edition.title",
    'edition = edition_of("2024")',
    'head = {"edition": "kt24"}',
]


@pytest.mark.parametrize("source", ASKING)
def test_a_question_is_recognised(source: str) -> None:
    assert questions(source)


@pytest.mark.parametrize("source", NOT_ASKING)
def test_what_hands_an_edition_on_is_no_question(source: str) -> None:
    assert not questions(source)


def outside_the_editions(checkout: Path) -> Iterable[Path]:
    own = {checkout / f"referee/{place}/{edition}" for place in ("editions", "corpus") for edition in ("kt21", "kt24")}
    for package in PACKAGES:
        for path in sources(checkout, package):
            if not own & set(path.parents) and path.relative_to(checkout).as_posix() != REGISTER:
                yield path


@pytest.mark.parametrize(("one", "other"), [("kt24", "kt21"), ("kt21", "kt24")])
def test_the_editions_do_not_know_each_other(checkout: Path, one: str, other: str) -> None:
    found = [path for path in sources(checkout, f"referee/editions/{one}") if other in path.read_text()]
    assert not found


def test_nobody_asks_which_edition_is_playing(checkout: Path) -> None:
    found = [
        f"{path.relative_to(checkout)}:{number}: {asked}"
        for path in outside_the_editions(checkout)
        for number, asked in questions(path.read_text())
    ]
    assert not found, "let the edition fill a port instead:\n" + "\n".join(found)


def test_only_the_register_knows_the_packages_of_the_editions(checkout: Path) -> None:
    importing = re.compile(r"^\s*(?:from|import)\s+referee\.editions\.kt2[14]\b", re.M)
    found = [path for path in outside_the_editions(checkout) if importing.search(path.read_text())]
    assert not found


def test_no_page_knows_an_edition_by_name(checkout: Path) -> None:
    pages = [path for path in (checkout / "web").rglob("*") if path.suffix in {".js", ".html", ".css"}]
    assert pages
    named = re.compile(r"[\"'`](?:kt2[14]|202[14])[\"'`]|\bkt2[14]\b")
    found = [
        f"{path.relative_to(checkout)}: {match.group()}" for path in pages for match in named.finditer(path.read_text())
    ]
    assert not found

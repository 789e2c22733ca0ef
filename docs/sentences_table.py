"""Writes docs/sentences.md: what each sentence of the published rules asks for, and the test that proves it.

    python docs/sentences_table.py [--check] [--sources FOLDER]

The rows are docs/rules/sentences/*.txt (places, rule, test, words). A place is `file:line.sentence` of the published
texts, which are not part of the project; words are ours. The rule is a row of docs/rules/*.txt, and the table shows how
that row is decided. The test is one that `make test` runs. A row that is not judged has `-` for its rule and one of
four reasons for its test.

`--check` writes nothing and says what is wrong or out of date, with status 1. With `--sources` it also reads the texts,
and lists each sentence that asks for something and has no row, and each place that the texts do not have. Headings,
examples and explanations that look like rules are listed in docs/rules/sentences/explanations.txt.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
ROWS = ROOT / "docs" / "rules" / "sentences"
EXPLANATIONS = ROWS / "explanations.txt"
TABLE = ROOT / "docs" / "sentences.md"
REASONS = {
    "hidden": "hidden information",
    "manners": "manners at the table",
    "painting": "painting and modelling",
    "teams": "team rules outside of the core",
}
NOT_JUDGED = "-"
MOST_NOT_JUDGED = 0.1
"""Share of the rows that may be without a test."""
PLACE = re.compile(r"(\d{3}):(\d+)\.(\d+)")
ASKS = re.compile(
    r"\b(may|must|cannot|can|can't|can’t|each|if|only|unless|until|never|always|not|don't|don’t|once|before|after|while"
    r"|whenever|when|select|roll|make|move|retain|discard|inflict|subtract|set up|costs?|minimum|maximum|ignore"
    r"|treat(ed)?|starting|alternat\w+|gain|control|is|are|has|have|up to|=)\b",
    re.IGNORECASE,
)
"""Words by which a sentence may give, forbid or order something."""
SENTENCE_END = re.compile(r"(?<=[.!?])[)\"”’*]*\s+(?=[A-Z\"“*(\[‘])|(?<=[.!?]\*\*)\s+(?=[A-Z])")
NO_END = re.compile(r"(^|\| |# )\d\.$|\b(e\.?g|i\.e)\.$")
"""A full stop that ends no sentence: the number of a step, or an abbreviation."""
HEADING = re.compile(r"(?:\d\. ?)?[A-Z][A-Za-z]*(?: [A-Z(&][\w,()]*)*(?:\dAP)?")
BEGINS_A_PARAGRAPH = re.compile(r"- |\d\. ?[A-Z]|• |\|")
ENDS_A_PARAGRAPH = re.compile(r"[.!?:)|][\"”*]*$")
LONGEST_HEADING = 40


class SentenceError(ValueError):
    """A row that cannot be read, or that names no place, rule or test."""


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """One row: places of sentences, what they ask for, the rule and the test, or `-` and the reason for no test."""

    places: tuple[str, ...]
    rule: str
    test: str
    words: str

    @property
    def judged(self) -> bool:
        """True if the row has a test."""
        return self.rule != NOT_JUDGED


def rules_table() -> ModuleType:
    """Return the program that writes the table of rules, which lies beside this one."""
    if "rules_table" not in sys.modules:
        spec = importlib.util.spec_from_file_location("rules_table", ROOT / "docs" / "rules_table.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["rules_table"] = module
        spec.loader.exec_module(module)
    return sys.modules["rules_table"]


def rows_of(file: Path) -> Iterator[SentenceRow]:
    """Yield the rows of one file; `SentenceError` names the line that is none."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        parts = line.split(None, 3)
        places = tuple(parts[0].split(",")) if parts else ()
        if len(parts) != 4 or not all(map(PLACE.fullmatch, places)):
            raise SentenceError(f"{file.name}:{number}: expected places, a rule, a test and words")
        yield SentenceRow(places, *parts[1:])


def tests_by_name(folder: Path, names: set[str]) -> dict[str, list[str]]:
    """Return where each named test of `make test` is, as `path::name`."""
    found: dict[str, list[str]] = {}
    defined = re.compile(r"^ *def (test_\w+)", re.MULTILINE)
    for path in sorted(folder.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if names.isdisjoint(defined.findall(source)):
            continue
        for name in rules_table().tests_per_commit(source):
            if name in names:
                found.setdefault(name, []).append(f"{path.relative_to(folder.parent).as_posix()}::{name}")
    return found


def wrong_rows(edition: str, rows: Sequence[SentenceRow], tests: dict[str, list[str]]) -> Iterator[str]:
    """Yield what is wrong with the rows of an edition: an unknown rule, test or reason, or too many not judged."""
    known = {row.id for row in rules_table().rows_of(ROOT / "docs" / "rules" / f"{edition}.txt")}
    for row in rows:
        at = ",".join(row.places)
        if not row.judged:
            if row.test not in REASONS:
                yield f"{at}: {row.test} is none of the reasons {', '.join(REASONS)}"
        elif row.rule not in known:
            yield f"{at}: {row.rule} is no rule of {edition}"
        elif row.test not in tests:
            yield f"{at}: `make test` collects no {row.test}"
    left_out = sum(not row.judged for row in rows)
    if left_out > MOST_NOT_JUDGED * len(rows):
        yield f"{edition}: {left_out} of {len(rows)} rows are not judged, at most {MOST_NOT_JUDGED:.0%} may be"


def sentences(file: Path) -> Iterator[tuple[str, str]]:
    """Yield each sentence of a published text with its place, by the line on which it begins."""
    lines = [(number, line.strip()) for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)]
    paragraphs: list[list[tuple[int, str]]] = []
    wrapped = "core_rules" in file.name
    goes_on = False
    for number, line in lines:
        if not line:
            continue
        begins = not goes_on or not wrapped or BEGINS_A_PARAGRAPH.match(line) is not None
        if begins:
            paragraphs.append([])
        paragraphs[-1].append((number, line))
        heading = begins and HEADING.fullmatch(line) is not None and len(line) < LONGEST_HEADING
        goes_on = not heading and ENDS_A_PARAGRAPH.search(line) is None
    seen: Counter[int] = Counter()
    for paragraph in paragraphs:
        for line_number, sentence in _sentences_of(paragraph):
            seen[line_number] += 1
            yield f"{file.name[:3]}:{line_number}.{seen[line_number]}", sentence


def _sentences_of(paragraph: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a paragraph with the number of the line on which each begins."""
    starts: list[tuple[int, int]] = []
    text = ""
    for number, line in paragraph:
        text = f"{text} {line}" if text else line
        starts.append((len(text) - len(line), number))
    begin = 0
    breaks = [match for match in SENTENCE_END.finditer(text) if not NO_END.search(text[: match.start()])]
    for end, after in [*(match.span() for match in breaks), (len(text), len(text))]:
        if sentence := text[begin:end].strip():
            yield next(number for offset, number in reversed(starts) if offset <= begin), sentence
        begin = after


def asks(sentence: str) -> bool:
    """Return whether a sentence may give, forbid or order something; a heading does not."""
    heading = sentence.startswith("#") or sentence.upper() == sentence or HEADING.fullmatch(sentence)
    return not heading and ASKS.search(sentence) is not None


def not_covered(folder: Path, rows: Sequence[SentenceRow]) -> Iterator[str]:
    """Yield the sentences of the texts that ask for something and have no row, and places that the texts lack."""
    texts = {place: text for file in sorted(folder.glob("0*.txt")) for place, text in sentences(file)}
    if not texts:
        raise SentenceError(f"{folder}: expected the published texts, 000*.txt to 003*.txt")
    explained = {match.group() for match in PLACE.finditer(EXPLANATIONS.read_text(encoding="utf-8"))}
    covered = {place for row in rows for place in row.places}
    yield from (f"{place}: no such sentence" for place in sorted((covered | explained) - set(texts)))
    yield from (f"{place}: both a row and an explanation" for place in sorted(covered & explained))
    yield from (f"{place}: no row" for place, text in texts.items() if asks(text) and place not in covered | explained)


def table(rows: dict[str, list[SentenceRow]], tests: dict[str, list[str]]) -> str:
    """Return the whole document."""
    lines = [
        "# The published rules, sentence by sentence\n",
        "Written by `python docs/sentences_table.py`; do not edit by hand. Each row says in our words what a sentence "
        "of the published rules gives, forbids or orders, which rule of [the table of rules](rules.md) that is, and "
        "which test proves it. A place is the text, the line and the sentence of that line. A test fails when a row "
        "names no rule or no test of `make test`.\n",
    ]
    for edition, title in rules_table().EDITIONS.items():
        kinds = {row.id: row.kind for row in rules_table().rows_of(ROOT / "docs" / "rules" / f"{edition}.txt")}
        lines.append(f"## {title}\n")
        lines.append(f"{counts(rows[edition])}\n")
        lines.append("| place | what it asks for | rule | how | test |\n|---|---|---|---|---|")
        for row in rows[edition]:
            proof = f"`{row.test}`" if row.judged else f"not judged: {REASONS[row.test]}"
            cells = (", ".join(row.places), row.words, row.rule, kinds.get(row.rule, ""), proof)
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)


def counts(rows: Sequence[SentenceRow]) -> str:
    """Return how many rows, sentences, rules and tests there are, and how many rows are not judged."""
    judged = [row for row in rows if row.judged]
    places = {place for row in rows for place in row.places}
    left_out = Counter(row.test for row in rows if not row.judged)
    why = ", ".join(f"{number} {REASONS[reason]}" for reason, number in sorted(left_out.items()))
    rules, tests = len({row.rule for row in judged}), len({row.test for row in judged})
    left = f"Not judged: {len(rows) - len(judged)}" + (f" ({why})." if why else ".")
    return f"{len(rows)} rows for {len(places)} sentences, by {rules} rules and {tests} tests. {left}"


def main() -> int:
    """Write the table, or check it; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; say what is wrong or out of date")
    parser.add_argument("--sources", type=Path, metavar="FOLDER", help="the texts: find sentences without a row")
    options = parser.parse_args()
    try:
        rows = {edition: list(rows_of(ROWS / f"{edition}.txt")) for edition in rules_table().EDITIONS}
        every = [row for of_edition in rows.values() for row in of_edition]
        tests = tests_by_name(ROOT / "tests", {row.test for row in every if row.judged})
        wrong = [fault for edition, of_edition in rows.items() for fault in wrong_rows(edition, of_edition, tests)]
        if options.sources:
            wrong.extend(not_covered(options.sources, every))
    except SentenceError as error:
        print(error, file=sys.stderr)
        return 2
    for fault in wrong:
        print(fault, file=sys.stderr)
    for edition, of_edition in rows.items():
        print(f"{edition}: {counts(of_edition)}")
    text = table(rows, tests)
    if options.check:
        stale = not TABLE.is_file() or TABLE.read_text(encoding="utf-8") != text
        if stale:
            print(f"{TABLE.relative_to(ROOT)} is out of date: run python docs/sentences_table.py", file=sys.stderr)
        return int(bool(wrong) or stale)
    TABLE.write_text(text, encoding="utf-8")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

"""Count habits of translated English, or sentences in the code: `python -m tools.check.english [--list] [PATH ...]`.

Prints the words read and the habits found per 1,000 words, for each folder and in all; `--list` prints each one.
`--sentences` counts string literals of four or more words instead: they belong in the catalogue (`messages/en`).
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tools.check.files import CHECKOUT, PACKAGES, files, name_of, text_of, tree_of

HABITS: tuple[tuple[str, str], ...] = (
    (r"(?:^|[.;:] )(?:What|Who|Whoever|Whose) (?!is \w+\?)[^.?]*\.", "a clause as the subject: use a noun"),
    (r"\b(?:is|are|was|were|be|been|being) (?:said|told|asked)\b", "name the part and the place: 'the page shows'"),
    (r"\b(?:says|said|tells|told) (?:what|how|why|where|which|whether|so|it|of)\b", "use report, show, return, name"),
    (r"\b(?:goes by|hangs on|comes to|counts for|is known by)\b", "use the plain verb"),
    (r"\b(?:picture|pictures)\b", "use frame or image"),
    (r"\bthe eye\b", "use vision or camera"),
    (r"\b(?:doubt|doubts|doubted|doubtful)\b", "use uncertain, uncertainty, unsure"),
    (r"\b(?:learnt|mend|mends|mended|anew|alike|thereby|therein|thereof|nought|hardly|beforehand)\b", "plain word"),
    (r"\b(?:None|empty|nothing|none|zero|0|False|True|[\w`]+), where\b|\b(?:None|empty|nothing|0) where\b", "use if"),
    (
        r"\bwhere (?:it|they|there|nothing|none|nobody|that|one) (?:is|are|was|has|have|does|do|can|may|lacks)\b",
        "use if",
    ),
    (r", too\b", "leave it out, or use also"),
    (r"\bof (?:its|their|his|her|our) own\b", "use separate, or leave it out"),
    (r"(?:^|\. )Of (?:the|all|two|several|these|those|what|such|a|an)\b", "put the subject first"),
    (r"\b(?:whoever|whatever|whichever|wherever)\b", "use a noun"),
    (r"\b(?:nobody|somebody|nothing) (?:says|said|knows|wants|asks)\b", "name the part"),
    (r"\bas (?:it|they) (?:was|were|is|are|stands?|stood|lies|lay)\b", "use unchanged, current"),
    (r"\bthat (?:is|are) there\b", "use existing, present"),
    (r"\b(?:see to it|take it that|no matter|as good as|all the same|so to speak)\b", "plain words"),
)
"""Patterns of habits that `CONTRIBUTING.md` asks to drop, and what to write instead."""


def words_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings and comments of a Python file with their first lines."""
    for node in ast.walk(tree_of(path)):
        body = getattr(node, "body", None)
        for inner in body if isinstance(body, list) else ():
            value = getattr(inner, "value", None)
            if isinstance(inner, ast.Expr) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield inner.lineno, " ".join(value.value.split())
    for token in tokenize.generate_tokens(io.StringIO(text_of(path)).readline):
        if token.type == tokenize.COMMENT and not re.match(r"#\s*(?:noqa|type:|pragma|!)", token.string):
            yield token.start[0], token.string.lstrip("# ")


def find(text: str) -> Iterator[tuple[str, str]]:
    """Yield each habit in a text: the words found and what to write instead."""
    plain = re.sub(r"`[^`]*`|\"[^\"]*\"", "X", text)
    for pattern, advice in HABITS:
        for match in re.finditer(pattern, plain):
            yield match.group().strip(), advice


WORD = re.compile(r"[A-Za-z][a-z']+|\b[aAI]\b")
LEAST_WORDS = 4
LOG_METHODS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
PATTERN_METHODS = {"compile", "match", "search", "fullmatch", "findall", "finditer", "split", "sub"}
SQL = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|ALTER|DROP|BEGIN|WITH|VACUUM)\b")
HTML = re.compile(r"<\w+[^>]*>|</\w+>")
JINJA = re.compile(r"\{\{ .* \}\}")


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the sentences in a Python file with their lines; what an f-string inserts is written `{}`."""
    tree = tree_of(path)
    exempt = {id(node) for each in _exempt(tree) for node in ast.walk(each)}
    for node in ast.walk(tree):
        if id(node) in exempt:
            continue
        text = _text(node)
        for inner in ast.iter_child_nodes(node) if isinstance(node, ast.JoinedStr) else ():
            exempt.add(id(inner))
        code = SQL.match(text) or HTML.search(text) or JINJA.search(text)
        if len(WORD.findall(text)) >= LEAST_WORDS and " " in text and not code:
            yield getattr(node, "lineno", 0), text


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or "{}" for part in node.values)
    return ""


def _exempt(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield docstrings, calls of loggers, and calls with regular expressions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value).lower()
            if (node.func.attr in LOG_METHODS and "log" in owner) or (
                node.func.attr in PATTERN_METHODS and owner == "re"
            ):
                yield node


KEPT: dict[str, tuple[str, ...]] = {
    "reading of an open question of the rules: a value of the settings, of scripts and of journals": (
        "rampart above the shooter",
        "Indirect in close quarters",
        "cover by a wall",
        "order before the first activation",
        "only where a line meets it",
        "once its end is crossed",
        "the hull of its walls",
        "Piercing with Piercing Crits",
        "guard ends unless it answers",
        "inside of a portable barricade",
        "the side of its feet",
        "points of the kill op",
        "what its walls enclose",
        "set-up in a drop zone",
    ),
    "value of a field in journals, packs or JSON": (
        "end of the interrupted activation",
        "end of its next activation",
        "end of its current or next activation",
        "end of the turning point",
        "end of the battle",
        "share of the attack dice",
        "too close to call",
        "challenged, and it stands",
        "beyond what is noted",
        "lay there at an undo",
        "its time is up",
    ),
    "description of a request's field in the API document": (
        "a rule lets it cost nothing; it counts as performed (C24-12)",
        "added to its price in AP (C24-05); the price is 0 at least",
        "the hatch or door that it operates",
        "the rest of the move that was paused for this (I24-14)",
        "the table asks for each roll; without it what was rolled is declared in `results`",
    ),
    "line of the notation": ("apl {} move {} save {} wounds {}",),
    "name of a product": ("Global Shutter, 6 mm lens",),
    "name of a stored file": ("typed by hand.toml",),
    "shown when memory is too short for the catalogue": (
        "this program may {} {} MB of memory ({}), and a table needs {} MB: raise the limit",
    ),
}
"""The sentences that stay in the code, by the reason."""


def sentences() -> list[str]:
    """Return the sentences in the code that are not in `KEPT`, and those of `KEPT` that the code no longer has."""
    kept = {text for texts in KEPT.values() for text in texts}
    found = [
        (f"{name_of(path)}:{line}", text)
        for package in PACKAGES
        for path in files(package, ".py")
        for line, text in literals(path)
    ]
    gone = kept - {text for _, text in found}
    return [
        *(f"{where}: a sentence in the code: {text}" for where, text in found if text not in kept),
        *(f"no sentence {text!r}: remove it from KEPT" for text in sorted(gone)),
    ]


def count_sentences(wanted: list[str], *, listed: bool) -> None:
    """Print the number of sentences by folder and in all, or each one."""
    found = Counter[str]()
    for place in wanted:
        for path in (CHECKOUT / place,) if place.endswith(".py") else files(place, ".py"):
            for line, text in literals(path):
                found[name_of(path.parent)] += 1
                if listed:
                    print(f"{name_of(path)}:{line}: {text}")
    for folder, number in sorted(found.items()):
        print(f"{number:5} {folder}")
    print(f"{found.total():5} in all")


def main(arguments: list[str]) -> int:
    """Count the habits of the given folders or files, or of the whole product; return the exit status."""
    listed = "--list" in arguments
    named = [one.rstrip("/") for one in arguments if not one.startswith("--")]
    if "--sentences" in arguments:
        count_sentences(named or list(PACKAGES), listed=listed)
        return 0
    wanted = named or [*PACKAGES, "benchmarks", "tools"]
    read, found = Counter[str](), Counter[str]()
    for place in wanted:
        paths = (CHECKOUT / place,) if place.endswith(".py") else files(place, ".py")
        for path in paths:
            if path.name == "english.py":
                continue
            for line, text in words_of(path):
                read[place] += len(text.split())
                for habit, advice in find(text):
                    found[place] += 1
                    if listed:
                        print(f"{name_of(path)}:{line}: {habit[:70]!r}: {advice}")
    for place in wanted:
        print(
            f"{place}: {found[place]} in {read[place]} words, {1000 * found[place] / max(1, read[place]):.1f} per 1,000"
        )
    print(f"in all: {1000 * found.total() / max(1, read.total()):.1f} per 1,000 of {read.total()} words")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

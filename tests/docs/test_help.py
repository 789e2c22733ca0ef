"""Help by symptom: every line that the table can say of a part has its entry, which the table's page shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import help_page
from messages.catalogue import Catalogue
from messages.message import Message
from overlook.app.tray import PART as TRAY
from web.contract.setup.calibration import ACCURACY

SAYS = {"ok", "caution", "trouble"}
PASSED_ON = {"check.part", "lack.part", "one.part", "part"}
"""What names a part that something else has named."""

NAMED_BY_ADDRESS = {"self.part": "hook"}
"""A web hook's part has its address in its name; one entry stands for all of them."""

OF_THE_PAGE = {"rate"}
"""What the page says by itself, of the camera's pictures."""


def constants(tree: ast.Module) -> dict[str, str]:
    return {
        target.id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def naming(call: ast.Call) -> ast.expr | None:
    """Return what names the part in a call that says how one is, None in any other."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    of = getattr(getattr(call.func, "value", None), "id", "")
    by_name = [one.value for one in call.keywords if one.arg == "part"]
    named = call.args[0] if call.args else by_name[0] if by_name else None
    says = (name in {"report", "report_health"} and len(call.args) > 1) or (of in {"Check", "cls"} and name in SAYS)
    return named if says or name in {"MissingPart", "Check", "HealthView"} else None


def parts_of(path: Path, known: dict[str, str]) -> Iterator[str]:
    """Yield the names of all parts of which a file says how they are; one that cannot be read off stands as it is."""
    tree = ast.parse(path.read_text())
    here = known | constants(tree)
    for node in ast.walk(tree):
        named = naming(node) if isinstance(node, ast.Call) else None
        if isinstance(named, ast.Constant):
            yield str(named.value)
        elif isinstance(named, ast.Name) and named.id in here:
            yield here[named.id]
        elif named is not None and ast.unparse(named) not in PASSED_ON:
            yield NAMED_BY_ADDRESS.get(ast.unparse(named), ast.unparse(named))


def said(checkout: Path) -> set[str]:
    files = sorted((checkout / "overlook").rglob("*.py"))
    known = {"TRAY": TRAY, "ACCURACY": ACCURACY}
    # The camera's own name stands beside its part in what `overlook doctor` says.
    camera = checkout / "overlook" / "maintenance" / "table_checks.py"
    assert 'part = f"camera {' in camera.read_text()
    return {part for path in files for part in parts_of(path, known)} | OF_THE_PAGE | {"camera"}


def entries(text: str) -> dict[str, str]:
    found = re.split(r"^### (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def test_every_line_of_health_has_an_entry_and_no_entry_is_of_nothing(checkout: Path) -> None:
    parts, known = said(checkout), entries(help_page.SOURCE.read_text())
    assert len(parts) > 30
    lacking = sorted(parts - set(known))
    assert not lacking, f"docs/troubleshooting.md says nothing of {', '.join(lacking)}"
    symptoms = {title for title in known if title.startswith("The ")}
    assert set(known) - symptoms == parts
    assert all(len(text.strip()) > 40 for text in known.values())


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_names_every_part_in_its_language(checkout: Path, language: str) -> None:
    catalogue, parts = Catalogue(language), said(checkout)
    names = {
        part: catalogue.text(Message.of("health-part-name", key=part.replace(" ", "_"), part="?")) for part in parts
    }
    titles = entries(
        (help_page.SOURCE.parent / ("" if language == "en" else language) / help_page.SOURCE.name).read_text()
    )
    assert {part: name for part, name in names.items() if name.removesuffix(" ?") not in titles} == {}


def test_a_part_without_an_entry_is_named(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_text(
        'WHERE = "lamp"\nservice.report_health("sun", OK, "x")\nCheck.ok(WHERE, "x")\nreport(made_up(), OK, "x")\n'
    )
    assert set(parts_of(file, {})) == {"sun", "lamp", "made_up()"}


def test_the_tables_pages_are_the_document_and_have_its_addresses_in_every_language() -> None:
    pages = dict(help_page.pages())
    assert [path.name for path in pages] == ["help.html", "help.de.html"]
    for path, wanted in pages.items():
        assert path.read_text() == wanted, "run 'python docs/help_page.py'"
        assert all(f'<h3 id="{help_page.anchor(title)}">' in wanted for title in entries(help_page.SOURCE.read_text()))
    first, german = pages.values()
    assert [re.sub(r">.*", "", line) for line in german.split("\n") if line.startswith("<h")] == [
        re.sub(r">.*", "", line).replace('lang="en"', 'lang="de"')
        for line in first.split("\n")
        if line.startswith("<h")
    ]


@pytest.mark.parametrize(
    ("words", "made"),
    [
        ("a *b* `c` `/first`", 'a <em>b</em> <code>c</code> <a href="/first">/first</a>'),
        ("see [x](y.md) & <z>", "see x &amp; &lt;z&gt;"),
    ],
)
def test_a_line_is_made_a_line_of_the_page(words: str, made: str) -> None:
    assert help_page.in_line(words) == made

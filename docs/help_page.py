"""Writes the table's own page of help, web/static/help/help.html, from docs/troubleshooting.md.

    python docs/help_page.py [--check]

Every line of /health leads to its entry there; a table without a network has nothing else to look it up in. Of each
language that the guide was translated to there is a page beside it (help.de.html), with the same addresses within.
`--check` writes nothing and fails when a page is stale.
"""

from __future__ import annotations

import argparse
import html
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "docs" / "troubleshooting.md"
WRITTEN = ROOT / "web" / "static" / "help" / "help.html"
AROUND = {
    "en": ("Help", "English", "How its parts are", "Back to the table"),
    "de": ("Hilfe", "Deutsch", "Wie es seinen Teilen geht", "Zurück zum Tisch"),
}
"""Of each language the page's title, what it calls itself, and the words of the links."""

HEAD = """<!doctype html>
<html lang="{language}" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<link rel="icon" href="/static/shared/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/shared/base.css">
<title>{title} · Overlook</title>
<link rel="stylesheet" href="/static/shared/column.css">
<link rel="stylesheet" href="/static/help/help.css">
</head>
<body>
<main>
"""
FOOT = """<p>{links}</p>
</main>
</body>
</html>
"""


def anchor(title: str) -> str:
    """Return a title as the address of its entry has it, as a page of Markdown has."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def in_line(text: str) -> str:
    """Return a line's words as HTML; another document is named without a link, for no table has it."""
    text = html.escape(text, quote=False)
    text = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text)
    text = re.sub(r"`(/[a-z-]+)`", r'<a href="\1">\1</a>', text)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    # No file of the pages names an address outside, not even to be read.
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text).replace("://", ":&#47;&#47;")


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield what a page of Markdown is made of: its headings by their level, its paragraphs and its points."""
    for block in re.split(r"\n\n+", text.strip()):
        kind, rest = re.match(r"#+(?= )", block), block
        if kind:
            title, _, rest = block.partition("\n")
            yield kind[0], title.lstrip("# ")
        if rest.startswith("- "):
            for point in re.split(r"^- ", rest, flags=re.MULTILINE)[1:]:
                yield "-", " ".join(point.split())
        elif rest:
            yield "", " ".join(rest.split())


def page(text: str, language: str = "en", *, first: str | None = None) -> str:
    """Return the page for a document; `first` is the same in English, whose addresses it has."""
    made, listing = [], False
    titles = [words for kind, words in blocks(first or text) if kind.startswith("#")]
    places = iter([anchor(one) for one in titles])
    for kind, words in blocks(text):
        if listing != (kind == "-"):
            made.append("</ul>" if listing else "<ul>")
            listing = not listing
        level = len(kind) if kind.startswith("#") else 0
        said = in_line(words)
        made.append(
            f'<h{level} id="{next(places)}">{said}</h{level}>'
            if level
            else f"<li>{said}</li>"
            if listing
            else f"<p>{said}</p>"
        )
    title, _, health, table = AROUND[language]
    others = [
        f'<a href="/help?in={one}" lang="{one}">{words[1]}</a>' for one, words in AROUND.items() if one != language
    ]
    links = " · ".join([f'<a href="/health">{health}</a>', f'<a href="/">{table}</a>', *others])
    head = HEAD.format(language=language, title=title)
    return head + "\n".join([*made, *(["</ul>"] if listing else [])]) + "\n" + FOOT.format(links=links)


def pages() -> Iterator[tuple[Path, str]]:
    """Yield every page that is written: where, and what."""
    first = SOURCE.read_text(encoding="utf-8")
    yield WRITTEN, page(first)
    for language in AROUND:
        source = SOURCE.parent / language / SOURCE.name
        if source.is_file():
            text = re.sub(r"^<!--.*?-->\n", "", source.read_text(encoding="utf-8"))
            yield WRITTEN.with_suffix(f".{language}.html"), page(text, language, first=first)


def main() -> int:
    """Write the pages, or say whether one is stale."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the page is stale")
    check, stale = parser.parse_args().check, 0
    for path, wanted in pages():
        if check:
            stale += not path.exists() or path.read_text(encoding="utf-8") != wanted
            continue
        path.parent.mkdir(exist_ok=True)
        path.write_text(wanted, encoding="utf-8")
    return int(stale > 0)


if __name__ == "__main__":
    sys.exit(main())

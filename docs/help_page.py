"""Writes the table's own page of help, web/static/help/help.html, from docs/troubleshooting.md.

    python docs/help_page.py [--check]

Every line of /health leads to its entry there; a table without a network has nothing else to look it up in. `--check`
writes nothing and fails when the page is stale.
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
HEAD = """<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<link rel="icon" href="/static/shared/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/shared/base.css">
<title>Help · Overlook</title>
<link rel="stylesheet" href="/static/shared/column.css">
<link rel="stylesheet" href="/static/help/help.css">
</head>
<body>
<main>
"""
FOOT = """<p><a href="/health">How its parts are</a> · <a href="/">Back to the table</a></p>
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


def page(text: str) -> str:
    """Return the page for a document."""
    made, listing = [], False
    for kind, words in blocks(text):
        if listing != (kind == "-"):
            made.append("</ul>" if listing else "<ul>")
            listing = not listing
        level = len(kind) if kind.startswith("#") else 0
        said = in_line(words)
        made.append(
            f'<h{level} id="{anchor(words)}">{said}</h{level}>'
            if level
            else f"<li>{said}</li>"
            if listing
            else f"<p>{said}</p>"
        )
    return HEAD + "\n".join([*made, *(["</ul>"] if listing else [])]) + "\n" + FOOT


def main() -> int:
    """Write the page, or say whether it is stale."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the page is stale")
    wanted = page(SOURCE.read_text(encoding="utf-8"))
    if parser.parse_args().check:
        return int(not WRITTEN.exists() or WRITTEN.read_text(encoding="utf-8") != wanted)
    WRITTEN.parent.mkdir(exist_ok=True)
    WRITTEN.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

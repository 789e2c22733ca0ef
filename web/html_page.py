"""Pages that the program writes itself: one skeleton, in the style of the certificate."""

from __future__ import annotations

from html import escape
from pathlib import Path

from fastapi import Response

STYLE = Path(__file__).resolve().parent / "static" / "shared" / "plain.css"
HTML = "text/html; charset=utf-8"
LINKED = '<link rel="stylesheet" href="/static/shared/plain.css">\n<link rel="icon" href="/static/shared/icon.svg">'


def plain_page(title: str, main: str, *, script: str = "", alone: bool = False) -> str:
    """Return a page of HTML around `main`; `alone` carries its style in itself, to be kept or mailed.

    `title` is plain words, `main` is markup, `script` the address of a module.
    """
    style = f"<style>{STYLE.read_text(encoding='utf-8')}</style>" if alone else LINKED
    module = f'\n<script type="module" src="{script}"></script>' if script else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} · Overlook</title>
{style}{module}
</head>
<body>
<main>
{main}
</main>
</body>
</html>
"""


def html_answer(page: str, status: int = 200) -> Response:
    """Return a page as it is answered: asked for anew each time."""
    return Response(page, status, media_type=HTML, headers={"Cache-Control": "no-cache"})

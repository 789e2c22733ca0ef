"""What the program makes of files, asked for as people ask: by commands, by the web, by an SQLite file's own rows.

Fixtures keep what these functions said when they were made; a later program must say the same. Nothing here knows how
the program is built, so that it may be built otherwise.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import re
import runpy
import sqlite3
import sys
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

FIXTURES = Path(__file__).parent / "fixtures"
PLAIN = re.compile(r"[A-Za-z0-9_.:#+-]{0,40}")
"""Texts that name a thing. Others are sentences for people, which may be written better one day."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a command said, and its exit status."""

    status: int
    out: str
    err: str

    def document(self) -> Any:
        """Return what it printed with `--json`."""
        assert self.out, self.err
        return json.loads(self.out)


def overlook(*words: str | Path) -> Said:
    """Run `overlook WORDS` in this process."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with (
        patch.object(sys, "argv", ["overlook", *map(str, words)]),
        patch.dict(os.environ, {"COLUMNS": "100"}),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        warnings.catch_warnings(),
    ):
        try:
            runpy.run_module("overlook", run_name="__main__")
        except SystemExit as leave:
            status = leave.code if isinstance(leave.code, int) else 0
    return Said(status, out.getvalue(), err.getvalue())


def judged(game: Path) -> dict[str, Any]:
    """Return how a recorded game is judged today: every ruling with its figures, what is refused, the exit status."""
    said = overlook("replay", game, "--json")
    document = said.document()
    return {
        "status": said.status,
        "edition": document["edition"],
        "intents": document["intents"],
        "refused": [one["sequence"] for one in document["refused"]],
        "rulings": [[one["sequence"], one["differs"] is None, *_ruled(one["now"])] for one in document["rulings"]],
    }


def _ruled(ruling: dict[str, Any] | None) -> list[Any]:
    if ruling is None:
        return []
    figures = ("rule", "holds", "measured", "required", "margin", "sigma")
    return [ruling["verdict"], ruling["p_yes"], [[one[name] for name in figures] for one in ruling["findings"]]]


def notation(game: Path) -> str:
    """Return a recorded game as notation."""
    said = overlook("export", game, "--form", "notation")
    assert said.status == 0, said.err
    return said.out


def lines(game: Path) -> list[dict[str, Any]]:
    """Return the events of a recorded game as the program exports them, without the header."""
    said = overlook("export", game, "--form", "lines")
    assert said.status == 0, said.err
    return [json.loads(line) for line in said.out.splitlines()[1:]]


def rows(journal: Path) -> list[dict[str, Any]]:
    """Return the events of a journal as SQLite has them, nothing of the program in between."""
    with contextlib.closing(sqlite3.connect(f"{journal.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        found = [dict(row) for row in connection.execute("SELECT * FROM events ORDER BY sequence")]
    for row in found:
        row["data"] = json.loads(row["data"])
    return found


def kinds(journal: Path) -> set[tuple[str, str]]:
    """Return the kinds of intents and events in a journal, each with its edition."""
    return {(row["edition"], row["kind"]) for row in rows(journal)}


def figures(document: Any) -> Any:
    """Return a document without its sentences: numbers, truths, and texts that name a thing."""
    if isinstance(document, dict):
        kept = {key: figures(value) for key, value in document.items()}
        return {key: value for key, value in kept.items() if value not in (None, [], {})}
    if isinstance(document, list):
        return [figures(value) for value in document]
    return document if not isinstance(document, str) or PLAIN.fullmatch(document) else None


def unlike(
    was: Any,
    now: Any,
    *,
    within: float = 1e-9,
    where: str = "",
    limits: Mapping[str, float] = MappingProxyType({}),
    limit: float | None = None,
) -> Iterator[str]:
    """Yield where a document is not what it was; fields that came since do not count.

    Numbers may differ by `within`, relative or absolute, where there is no `limit`; `limits` are those of fields.
    """
    if isinstance(was, dict) and isinstance(now, dict):
        for key, value in was.items():
            if key in now:
                own = limits.get(key, limit)
                yield from unlike(value, now[key], within=within, where=f"{where}.{key}", limits=limits, limit=own)
            else:
                yield f"{where}.{key}: was {value!r}, is gone"
    elif isinstance(was, list) and isinstance(now, list):
        if len(was) != len(now):
            yield f"{where}: was {len(was)} long, is {len(now)}"
        for number, (before, after) in enumerate(zip(was, now, strict=False)):
            yield from unlike(before, after, within=within, where=f"{where}[{number}]", limits=limits, limit=limit)
    elif _number(was) and _number(now):
        near = math.isclose(was, now, rel_tol=within, abs_tol=within) if limit is None else abs(was - now) <= limit
        if not near:
            yield f"{where}: was {was!r}, is {now!r}"
    elif was != now:
        yield f"{where}: was {was!r}, is {now!r}"


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)

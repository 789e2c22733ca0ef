"""A game for other tools: its events as JSON or as a table of CSV. What is still secret is redacted."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence

from fastapi import APIRouter, Response

from referee.game.engine.timeline import PublicEntry
from web.api import FRESH
from web.contract.game_document import GameDocument
from web.problems import problems

CSV_FIELDS = ("sequence", "cause", "kind", "by", "operative", "player", "data")

Log = Callable[[], Sequence[PublicEntry]]


def export_router(log: Log) -> APIRouter:
    """Return the routes of a game's export; `log` gives its events as everybody may see them."""
    router = APIRouter(prefix="/api", tags=["read"])

    @router.get("/game.json", responses=problems(401, 503))
    def document(response: Response) -> GameDocument:
        """Every event of the game."""
        response.headers.update(FRESH)
        events = tuple(log())
        return GameDocument(edition=events[0].edition if events else "", events=events)

    @router.get(
        "/game.csv",
        response_class=Response,
        responses={200: {"content": {"text/csv": {}}, "description": "One row for each event"}, **problems(401, 503)},
    )
    def table() -> Response:
        """Every event of the game, one row each."""
        return Response(_csv(log()), media_type="text/csv; charset=utf-8", headers=FRESH)

    return router


def _csv(events: Sequence[PublicEntry]) -> str:
    """Return the rows; a cell that a spreadsheet would take for a formula is quoted by an apostrophe."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(CSV_FIELDS)
    for event in events:
        named = [str(event.data.get(key, "")) for key in ("by", "operative", "player")]
        data = json.dumps(event.data, sort_keys=True, ensure_ascii=False)
        cells = [str(event.sequence), str(event.cause), event.kind, *named, data]
        rows.writerow([f"'{cell}" if cell[:1] in {"=", "+", "-", "@"} else cell for cell in cells])
    return text.getvalue()

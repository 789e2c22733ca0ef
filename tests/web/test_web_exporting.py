"""A game leaves the table as JSON and as CSV, and a spreadsheet finds no formula in it."""

from __future__ import annotations

import csv
import io
import json

import httpx

from referee.game.journal_entry import JournalEntry
from tests.web.serving import Served

LOG = (
    JournalEntry(sequence=1, id="one", cause=1, edition="kt24", kind="activate", data={"by": "p1", "operative": "a1"}),
    JournalEntry(
        sequence=2, id="#2", cause=1, edition="kt24", kind="activated", data={"operative": "=cmd()", "note": 'a "b", c'}
    ),
)


def test_json_holds_every_event(served: Served, client: httpx.Client) -> None:
    served.do(lambda: setattr(served.fake, "log", LOG))
    document = client.get("/api/game.json").json()
    assert (document["version"], document["edition"]) == (1, "kt24")
    assert [JournalEntry.model_validate(event) for event in document["events"]] == list(LOG)


def test_csv_has_a_row_for_each_event_and_no_formula(served: Served, client: httpx.Client) -> None:
    served.do(lambda: setattr(served.fake, "log", LOG))
    response = client.get("/api/game.csv")
    assert response.headers["content-type"].startswith("text/csv")
    head, first, second = csv.reader(io.StringIO(response.text))
    assert dict(zip(head, first, strict=True))["operative"] == "a1"
    row = dict(zip(head, second, strict=True))
    assert row["operative"] == "'=cmd()"
    assert json.loads(row["data"])["note"] == 'a "b", c'


def test_a_game_that_has_not_begun_is_empty(client: httpx.Client) -> None:
    assert client.get("/api/game.json").json() == {"version": 1, "edition": "", "events": []}

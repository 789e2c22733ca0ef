"""A game that is conceded at a table, through broker, hub, signatures and organiser, to the standings and the files."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from tests.venue.conftest import Mosquitto
from tests.venue.event_serving import EVENT, Organiser, served
from tests.venue.hall import AT, Seat, until
from venue.protocol import Side, TableState, UnnumberedGameMessage

CONCEDED = {"winner": None, "why": "p1 conceded"}


def tell(seat: Seat, match: dict[str, Any], points: tuple[int, int], **more: str | None) -> None:
    """The first of a match concedes; what `more` says is in the result."""
    sides = tuple(Side(player=f"p{at}", name=match["names"][at - 1], vp=points[at - 1]) for at in (1, 2))
    ended = TableState(title="Final", edition="kt24", sides=sides, ended=True, at=AT, **more)
    said = UnnumberedGameMessage(game="one", sequence=1, kind="battle_ended", data=CONCEDED, result=ended, at=AT)
    seat.outbox.append([said.model_dump_json()])
    seat.publisher.wake()


def test_whoever_concedes_at_a_table_loses_the_match(tmp_path: Path, broker: Mosquitto) -> None:
    seats = [Seat(f"table-{at:02}", tmp_path, broker.port).start() for at in (1, 2)]
    with served(tmp_path, broker=broker.port) as client:
        desk = Organiser(client)
        desk.act(kind="set_up", title="Cup", tables=["table-01", "table-02"])
        desk.post("/entrants", {"by": "Ref", "csv": "Name\nAnn\nBob\nCid\nDee\n"})
        desk.begin()
        until(lambda: all(seat.publisher.assigned is not None for seat in seats))
        first, second = desk.view()["rounds"][0]["matches"]
        tell(seats[0], first, (6, 3), winner="p2")
        tell(seats[1], second, (6, 3))

        def states() -> list[str]:
            return [one["state"] for one in desk.view()["rounds"][0]["matches"]]

        until(lambda: states() == ["said", "undecided"])
        for match in (first, second):
            for entrant in (match["first"], match["second"]):
                assert desk.sign(entrant, (6, 3)).status_code == 200
        assert states() == ["agreed", "undecided"]
        assert desk.act(kind="confirm", round=1, table="table-01").status_code == 200
        refused = desk.act(kind="confirm", round=1, table="table-02")
        assert refused.status_code == 409
        assert refused.json()["message"]["code"] == "event-winner-unclear"
        correct = {"round": 1, "entrant": second["first"], "points": [6, 3], "why": "conceded"}
        assert desk.act(kind="correct", **correct, winner=second["second"]).status_code == 200
        winners = {first["names"][1], second["names"][1]}
        assert {one["name"] for one in desk.view()["standings"] if one["wins"] == 1} == winners
        games = csv.DictReader(io.StringIO(client.get(f"{EVENT}/matches.csv").text, newline=""))
        assert {one["winner"] for one in games} == winners
        results = client.get("/api/results").json()["results"]
        assert {(one["winner"], one["decided"]) for one in results} == {(first["names"][1], True), ("", False)}
    for seat in seats:
        seat.close()

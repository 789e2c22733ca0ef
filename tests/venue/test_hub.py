"""The hub's pages show every table as it stands, follow what is said, and hand out results."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, expect

from tests.ports import free_port
from tests.venue.conftest import Mosquitto
from tests.venue.hall import AT, Seat, until
from venue.hub.hall_views import CSV_HEAD, Result, league_standings, results_csv, results_of
from venue.protocol import RulingSaid, Side, TableState, UnnumberedGameMessage


def best(players: tuple[str, str], points: tuple[int, int]) -> str:
    return "" if points[0] == points[1] else players[points[1] > points[0]]


def test_a_conceded_game_is_won_by_the_other_and_one_without_a_winner_by_nobody() -> None:
    ended = [
        ("t1", state((6, 3), ended=True, winner="p2", conceded_by="p1")),
        ("t2", state((6, 3), ended=True)),
        ("t3", state((6, 3), ended=True, conceded_by="p1")),
        ("t4", state((6, 6), ended=True)),
    ]
    results = results_of(ended)
    assert [(one.winner, one.decided) for one in results] == [("Red", True), ("Blue", True), ("", False), ("", True)]
    assert [(one.player, one.games, one.wins, one.draws) for one in league_standings(results)] == [
        ("Blue", 4, 1, 1),
        ("Red", 4, 1, 1),
    ]
    rows = csv.DictReader(io.StringIO(results_csv(results), newline=""))
    assert [(row["winner"], row["decided"]) for row in rows] == [
        ("Red", "yes"),
        ("Blue", "yes"),
        ("", "no"),
        ("", "yes"),
    ]


NAMES = st.sampled_from(["Ann", "Bob", "Cid", "Dee"])
RESULTS = st.lists(
    st.builds(
        lambda pair, points: Result("t1", "1", "2026-11-22", "kt24", "m", pair, points, best(pair, points)),
        st.tuples(NAMES, NAMES).filter(lambda pair: pair[0] != pair[1]),
        st.tuples(st.integers(0, 20), st.integers(0, 20)),
    ),
    max_size=12,
)


@given(RESULTS)
def test_standings_account_for_every_game_and_point(results: list[Result]) -> None:
    table = league_standings(results)
    assert sum(one.games for one in table) == 2 * len(results)
    assert sum(one.points_for for one in table) == sum(one.points_against for one in table)
    assert sum(one.wins for one in table) == sum(bool(result.winner) for result in results)
    assert sum(one.draws for one in table) == 2 * sum(not result.winner for result in results)
    assert [one.score for one in table] == sorted((one.score for one in table), reverse=True)


@given(st.text(max_size=20), st.text(max_size=20))
def test_a_name_in_the_results_file_is_never_a_formula(first: str, second: str) -> None:
    text = results_csv([Result("t1", "1", "x", "kt24", "m", (first, second), (3, 2))])
    head, row = csv.reader(io.StringIO(text, newline=""))
    assert tuple(head) == CSV_HEAD
    assert not row[5].startswith(("=", "+", "-", "@"))


def state(vp: tuple[int, int], **more: object) -> TableState:
    sides = (
        Side(player="p1", name="Blue", colour="#2f7de1", vp=vp[0], cp=2),
        Side(player="p2", name="Red", colour="#d9462f", vp=vp[1], cp=1),
    )
    fields = {"title": "Final", "edition": "kt24", "game": "0001", "turning_point": 2, "phase": "firefight", "at": AT}
    return TableState(sides=sides, **{**fields, **more})


@pytest.fixture
def hub(tmp_path: Path, broker: Mosquitto) -> Iterator[str]:
    command = [sys.executable, "-m", "overlook", "hub", "--broker", f"127.0.0.1:{broker.port}"]
    command += ["--port", str(free_port()), "--database", f"sqlite:///{tmp_path / 'hub.sqlite'}"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, "HOME": str(tmp_path)})
    assert process.stderr is not None
    line = process.stderr.readline()
    listener = threading.Thread(target=process.stderr.read)
    listener.start()
    found = re.search(r"http://\S+", line)
    assert found is not None, line
    url = found.group(0)
    end_s = time.monotonic() + 90
    while True:
        try:
            httpx.get(url, timeout=5)
            break
        except httpx.TransportError:
            assert time.monotonic() < end_s
            time.sleep(0.1)
    yield url
    process.terminate()
    process.wait(60)
    listener.join(60)
    process.stderr.close()


@pytest.mark.in_turn
def test_the_hall_is_shown_followed_and_its_results_handed_out(
    tmp_path: Path, broker: Mosquitto, hub: str, chromium: Browser, artifacts: Path
) -> None:
    seats = [Seat(f"table-{number:02d}", tmp_path, broker.port).start() for number in range(1, 7)]
    for number, seat in enumerate(seats):
        seat.publisher.show(state((number, 3)))
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(hub)
    expect(page.locator(".table")).to_have_count(6, timeout=60_000)
    ruling = RulingSaid(claim="A4 may Reposition there", verdict="NO", p_yes=0.01)
    seats[0].outbox.append(
        [UnnumberedGameMessage(game="0001", sequence=1, kind="act", rulings=(ruling,), at=AT).model_dump_json()]
    )
    seats[0].publisher.wake()
    expect(page.locator(".table").first).to_contain_text("NO: A4 may Reposition there", timeout=60_000)
    ended = UnnumberedGameMessage(
        game="0001", sequence=1, kind="battle_ended", result=state((5, 3), ended=True, winner="p1"), at=AT
    )
    seats[5].outbox.append([ended.model_dump_json()])
    seats[5].publisher.show(state((5, 3), ended=True))
    expect(page.locator("#standings tbody tr").first).to_contain_text("Blue", timeout=60_000)
    page.screenshot(path=artifacts / "hall.png")
    page.locator(".table .open").first.click()
    expect(page.locator("#large")).to_be_visible()
    page.screenshot(path=artifacts / "hall-large.png")
    overlay = chromium.new_page(viewport={"width": 1920, "height": 1080})
    overlay.goto(hub + "overlay/table-01")
    expect(overlay.locator("#score")).to_contain_text("Blue", timeout=60_000)
    overlay.screenshot(path=artifacts / "hall-overlay.png", omit_background=True)
    seats[0].publisher.show(state((0, 0), title="Demonstration"))
    expect(overlay.locator("#score .when")).to_have_text("Demonstration: Turning point 2, firefight", timeout=60_000)
    page.close()
    overlay.close()
    assert faults == []
    found = httpx.get(hub + "api/results").json()
    assert [(one["table"], one["winner"]) for one in found["results"]] == [("table-06", "Blue")]
    assert "table-06,0001" in httpx.get(hub + "results.csv").text
    until(lambda: "act" in httpx.get(hub + "api/tables/table-01/said").text)
    kept = [json.loads(line) for line in httpx.get(hub + "api/tables/table-01/said").text.splitlines()]
    assert [one["number"] for one in kept] == [1]
    for seat in seats:
        seat.close()


@pytest.mark.in_turn
def test_the_hub_only_shows_and_only_under_its_own_name(hub: str) -> None:
    assert httpx.post(hub + "api/tables").status_code == 405
    assert httpx.get(hub + "api/tables", headers={"Host": "elsewhere.example"}).status_code == 400
    assert httpx.get(hub + "api/tables/NOT%20A%20NAME/said").status_code == 404

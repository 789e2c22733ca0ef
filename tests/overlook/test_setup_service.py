"""The set-up's service over the web: kept through a kill, the same on every phone, refused in one line."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from shapely import Polygon

from calibration.rig import unproject
from geometry.base import MM_PER_INCH
from messages.message import Message
from overlook.setup import teams
from overlook.setup.draft import PLAYERS, Draft, Piece
from overlook.setup.saved_setups import PlaceKept, SavedSetup, SavedSetups
from overlook.setup.tags import RANGES
from referee.records.files.roster_file import roster_text
from simulation import example_catalogue, example_poses, example_rig
from tests.calibration.test_sheets import pages, printed_tags
from tests.overlook.live_table import LiveTable
from tests.overlook.setup_driver import top_corners_px
from tests.vision.terrain_outlines import LIMIT_MM
from tests.web.serving import events

KEYS = itertools.count(1)
PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """The program on an empty simulated table."""
    table = LiveTable(tmp_path_factory.mktemp("setup"), "--set-up").start()
    yield table
    table.stop()


def base(table: LiveTable) -> str:
    return table.url


def state(table: LiveTable) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{base(table)}api/setup", timeout=60).raise_for_status().json()
    return found


def wished(table: LiveTable, kind: str, headers: dict[str, str] | None = None, **fields: Any) -> httpx.Response:
    key = {"Idempotency-Key": f"desk-test-{next(KEYS):06d}"}
    body = {"wish": {"kind": kind, **fields}}
    return httpx.post(f"{base(table)}api/setup", json=body, headers={**key, **(headers or {})}, timeout=60)


def taken(table: LiveTable, kind: str, **fields: Any) -> None:
    answer = wished(table, kind, **fields)
    assert answer.status_code == 200, answer.text


def refused(table: LiveTable, kind: str, **fields: Any) -> Message:
    answer = wished(table, kind, **fields)
    assert answer.status_code == 409, answer.text
    assert "\n" not in answer.json()["detail"]
    return Message.from_data(answer.json()["message"])


def until(table: LiveTable, true_of: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    end_s = time.monotonic() + PATIENCE_S
    while not true_of(now := state(table)):
        assert time.monotonic() < end_s, f"not within {PATIENCE_S} s: {now['before']}, {now['checks']}"
        time.sleep(0.1)
    return now


def said(view: dict[str, Any]) -> dict[str, Any]:
    """What people said of the set-up, without what the camera sees at the moment."""
    teams = [
        {**team, "advice": "", "better_mm": None}
        | {"bases": [{**one, "seen": None, "px_per_module": None, "sight": None} for one in team["bases"]]}
        for team in view["teams"]
    ]
    return {"step": view["step"], "teams": teams, "mission": view["mission"], "declared": view["declared"]}


@pytest.fixture
def manned(empty: LiveTable) -> LiveTable:
    """That table with two teams and a mission, whatever was done at it before."""
    taken(empty, "start_afresh")
    taken(empty, "team_example", player="p1", name="saltglass")
    bases = [{"name": "Grub", "base_mm": 25.0}, {"name": "Ogre", "base_mm": 60.0, "short_mm": 35.0}]
    taken(empty, "team_typed", player="p2", name="By hand", bases=bases)
    taken(empty, "pick_mission", name="crossed-lines")
    return empty


def test_nothing_of_a_running_set_up_is_lost_when_the_program_is_killed(manned: LiveTable) -> None:
    taken(manned, "tags_for", player="p2", first=80, tag_mm=24.0)
    taken(manned, "match", operative="b2", tag=85)
    taken(manned, "swap_sides")
    taken(manned, "declare_marker", what="smoke", x=4.5, y=6.25, diameter_mm=20.0)
    taken(manned, "go", step="markers")
    before = state(manned)
    assert [one["tag"] for one in before["teams"][1]["bases"]] == [80, 85]
    assert [one["player"] for one in before["mission"]["sides"]] == ["p2", "p1"]
    manned.kill()
    manned.start()
    assert said(state(manned)) == said(before)
    taken(manned, "start_afresh")
    assert state(manned)["declared"] == []
    taken(manned, "take_back")
    assert said(state(manned))["declared"] == said(before)["declared"]


def test_what_cannot_be_is_refused_in_one_line_that_says_why(empty: LiveTable) -> None:
    assert refused(empty, "team_example", player="p1", name="nobody")["team"] == "nobody"
    assert "x.json" in refused(empty, "team_file", player="p1", source="x.json", text='{"operatives": [{}]}').texts
    assert refused(empty, "mission_file", source="m.toml", text="name = [")["file"] == "m.toml"
    library = refused(empty, "library_file", source="l.toml", text="version = 1")
    assert library["fault"].code == "file-field-missing"
    assert refused(empty, "piece_gone", id="nothing") == Message.of("setup-piece-gone", piece="nothing")
    assert refused(empty, "match", operative="a1", tag=3) == Message.of("setup-tag-of-board", tag=3)
    assert "nothing" in str(refused(empty, "put", thing="nothing"))
    assert wished(empty, "tags_for", player="p3", first=40, tag_mm=20.0).status_code == 422
    assert wished(empty, "no such wish").status_code == 422


def test_every_viewer_sees_a_change_and_only_who_may_act_makes_one(manned: LiveTable) -> None:
    with httpx.Client(base_url=base(manned), timeout=60) as client:
        with client.stream("GET", "/api/setup/live") as one, client.stream("GET", "/api/setup/live") as other:
            streams = [events(one), events(other)]
            for stream in streams:
                assert next(stream).kind == "snapshot"
            taken(manned, "declare_marker", what="cache", x=9.0, y=9.0, diameter_mm=30.0)
            for stream in streams:
                seen = next(
                    event for event in stream if any(mark["kind"] == "cache" for mark in event.data["declared"])
                )
                assert seen.data["version"] == 1
        pin = client.get("/api/pairing").json()["pin"]
        paired = client.post("/api/pair", json={"pin": pin, "seat": "p1"})
        assert paired.status_code == 200, paired.text
        cookie = {"Cookie": f"overlook={paired.cookies['overlook']}"}
    assert wished(manned, "team_gone", cookie, player="p2").status_code == 409
    theirs = next(team["bases"][0]["operative"] for team in state(manned)["teams"] if team["player"] == "p2")
    for kind, more in (("ask", {}), ("unmatch", {}), ("match", {"tag": 61}), ("base_size", {"long_mm": 40.0})):
        answer = wished(manned, kind, cookie, operative=theirs, **more)
        assert answer.status_code == 409, (kind, answer.text)
        assert answer.json()["message"] == Message.of("setup-team-of-other", own="p1", other="p2").to_data()
    assert wished(manned, "tags_for", cookie, player="p1", first=44, tag_mm=20.0).status_code == 200
    foreign = wished(manned, "go", {"Origin": "http://elsewhere.example"}, step="teams")
    assert foreign.status_code == 403


def test_sheets_and_files_are_served_and_read_back(manned: LiveTable) -> None:
    address = f"{base(manned)}api/setup/"
    assert httpx.get(f"{address}tags/p1.pdf", timeout=60).content.startswith(b"%PDF")
    libraries = httpx.get(f"{address}libraries", timeout=60).json()
    assert {one["id"] for one in libraries} >= {"open", "volkus-like", "gallowdark-like"}
    shared = httpx.get(f"{address}libraries/open.toml", timeout=60)
    assert shared.headers["content-disposition"].endswith("''open.toml"), "two libraries are two files at a friend's"
    text = shared.text
    taken(manned, "library_file", source="from a friend.toml", text=text)
    again = httpx.get(f"{address}libraries/from-a-friend.toml", timeout=60).text
    assert again == text
    assert httpx.get(f"{address}libraries/open/tags.pdf", timeout=60).content.startswith(b"%PDF")
    assert httpx.get(f"{address}libraries/none.toml", timeout=60).status_code == 404
    mission = httpx.get(f"{address}mission.toml", timeout=60).text
    taken(manned, "mission_file", source="again.toml", text=mission)
    assert httpx.get(f"{address}mission.toml", timeout=60).text == mission


def test_the_sheet_of_the_mission_s_markers_holds_their_tags_and_those_of_smoke(empty: LiveTable) -> None:
    address = f"{base(empty)}api/setup/markers.pdf"
    taken(empty, "pick_mission", name="crossed-lines")
    for paper in ("A4", "Letter"):
        pdf = httpx.get(address, params={"paper": paper}, timeout=60).raise_for_status().content
        printed = [tag_id for page in pages(pdf, paper) for tag_id in printed_tags(page)]
        markers = RANGES["markers"]
        assert sorted(printed) == [*range(markers.start, markers.start + 3), *range(markers.stop - 4, markers.stop)]
    taken(empty, "start_afresh")
    assert httpx.get(address, timeout=60).json()["message"]["code"] == "setup-markers-none"
    taken(empty, "take_back")


def test_whose_the_mines_are_is_asked_for_and_what_is_wrong_is_shown_where_they_lie(empty: LiveTable) -> None:
    taken(empty, "pick_mission", name="crossed-lines")
    south, north = (one["player"] for one in state(empty)["mission"]["sides"])
    mines = {"what": "mines", "x": 19.0, "y": 15.0, "diameter_mm": 20.0}
    taken(empty, "declare_marker", **mines)
    (laid,) = (one for one in state(empty)["declared"] if one["kind"] == "mines")
    assert (laid["equipment"], laid["owner"]) == (True, "")
    (asked,) = (one for one in state(empty)["checks"] if one["what"] == "Equipment")
    assert (asked["step"], laid["id"] in asked["sentence"]) == ("markers", True)
    taken(empty, "go", step="markers")
    taken(empty, "declare_marker", **mines, id=laid["id"], owner=south)
    assert "Equipment" not in {one["what"] for one in state(empty)["checks"]}
    with httpx.Client(base_url=base(empty), timeout=60) as client, client.stream("GET", "/api/setup/live") as stream:
        feed = events(stream)
        told = next(faults for event in feed if (faults := _of_mines(event.data)))
        (broken,) = (one for one in told[0]["findings"] if one["verdict"] == "NO")
        assert broken["rule"] == "J24-07"
        assert broken["witness"]
        taken(empty, "declare_marker", **mines, id=laid["id"], owner=north)
        waits = next(event.data for event in feed if _looked_at_later(event.data))
        assert waits["faults"] == [], "what the rules said of another table stands no more"
        quiet = next(event.data for event in feed if not _looked_at_later(event.data))
        assert _of_mines(quiet) == []
        assert [one["owner"] for one in quiet["declared"] if one["id"] == laid["id"]] == [north]
    taken(empty, "marker_gone", id=laid["id"])


def _looked_at_later(view: dict[str, Any]) -> bool:
    (mission,) = (one for one in view["checks"] if one["what"] == "Mission")
    return bool(mission["message"]["code"] == "setup-check-mission-waiting")


def _of_mines(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in view["faults"] if one["claim"].startswith("mines")]


@pytest.mark.parametrize("name", ["platform", "bunker", "tower"])
def test_the_outline_proposed_for_a_touched_box_is_near_its_top_edge(empty: LiveTable, name: str) -> None:
    taken(empty, "put", thing=name)
    entry = next(one for one in example_catalogue().terrain if one.id == name)
    wanted = {tag.id for tag in entry.tags}
    until(empty, lambda now: wanted <= {tag["id"] for tag in now["tags"]})
    truth_px = top_corners_px(name)
    x, y = np.mean(truth_px, axis=0).tolist()
    top = entry.z_mm[1]
    where = {"x": x, "y": y, "top": top / MM_PER_INCH}
    found = httpx.get(f"{base(empty)}api/setup/outline", params=where, timeout=60).raise_for_status().json()
    rig = example_rig((1280, 720))
    assert rig.pose is not None
    truth, proposed = (
        Polygon(unproject(rig.camera, rig.pose, np.array(corners), top)) for corners in (truth_px, found["corners_px"])
    )
    assert proposed.hausdorff_distance(truth) < LIMIT_MM


PIECES = ("platform", "tower", "barricade-south")


@pytest.fixture
def yesterday(tmp_path: Path) -> SavedSetup:
    """Three pieces and two models of the day before, the tower an inch from where it is now; on disk."""
    draft, poses = Draft(), example_poses()
    for player in PLAYERS:
        text = teams.typed_text(f"Team of {player}", [("Grub", 32.0, None)], edition="2024")
        roster = roster_text(text, "typed.toml")
        draft = teams.team_of(
            draft, player, roster=roster, source="typed.toml", text=text, dictionary=example_catalogue().dictionary
        )
    entries = {entry.id: entry for entry in example_catalogue().terrain}
    pieces = tuple(Piece(id=name, name=name.capitalize(), entries=(entries[name],)) for name in PIECES)
    terrain = {name: PlaceKept.of(poses.terrain[name]) for name in PIECES}
    terrain["tower"] = terrain["tower"].model_copy(update={"x": terrain["tower"].x + 1.0})
    kept = SavedSetup(
        on=date.today() - timedelta(days=1), draft=draft.model_copy(update={"pieces": pieces}), terrain=terrain
    )
    SavedSetups(tmp_path / "setup" / "shelf").keep(kept)
    return kept


def test_yesterday_s_table_is_offered_with_what_moved_and_taken_again(tmp_path: Path, yesterday: SavedSetup) -> None:
    (tmp_path / "setup" / "libraries").mkdir(parents=True)
    (tmp_path / "setup" / "libraries" / "scrawl.toml").write_text("version = [")
    table = LiveTable(tmp_path, "--set-up").start()
    try:
        assert state(table)["before"] is None
        (fault,) = (one["sentence"] for one in state(table)["checks"] if one["what"] == "Set-up")
        assert "scrawl.toml" in fault
        for name in ("platform", "tower", "barricade-north"):
            taken(table, "put", thing=name)
        offer = until(table, lambda now: now["before"] and len(now["before"]["moved"]) == 6)["before"]
        assert offer["message"]["code"] == "setup-offer-yesterday"
        lines = {(one["change"], one["sentence"]) for one in offer["moved"]}
        assert ("moved", 'Tower: moved 1.0"') in lines
        assert ("missing", "Barricade-south: not in view") in lines
        assert [one["change"] for one in offer["moved"]].count("new") == 2
        assert refused(table, "take_again", name="another").code == "setup-offer-gone"
        taken(table, "begin_anew")
        assert state(table)["before"] is None
        taken(table, "start_afresh")
        taken(table, "take_again", name=offer["name"])
        again = state(table)
        assert again["before"] is None
        assert again["step"] == "ready"
        assert [piece["id"] for piece in again["pieces"]] == list(PIECES)
        assert [team["name"] for team in again["teams"]] == [team.name for team in yesterday.draft.teams]
        until(table, lambda now: now["can_start"])
        taken(table, "start")
        taken(table, "start_afresh")
        rematch = until(table, lambda now: now["before"])["before"]
        assert rematch["name"] == offer["name"]
        assert rematch["message"]["code"] == "setup-offer-today"
        assert "moved" not in {one["change"] for one in rematch["moved"]}
    finally:
        table.stop()

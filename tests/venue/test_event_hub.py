"""An event at the hub: who may do what, each thing once, files in and out, and its pages."""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from messages.message import Message
from tests.venue.event_serving import EVENT, KEY, Organiser, served, store_at
from tests.wall_clock import JUMPS_S, OVER_HALF_A_DAY_S, WallClock
from venue.errors import EventRefusedError
from venue.hub import event_service
from venue.hub.event_journal import EventJournal
from venue.hub.event_service import EventDesk
from venue.hub.event_views import entries_of
from venue.protocol import Assigned, Side, TableState
from venue.tournament import commands

AT = datetime(2026, 11, 24, tzinfo=UTC)
LIST = "Name,Faction,Club\nAnn,Kommandos,North\nBob,Kasrkin,North\nCid,,South\nDee,Legionaries,\n"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Organiser]:
    with served(tmp_path) as client:
        yield Organiser(client)


@pytest.fixture
def four(desk: Organiser) -> Organiser:
    assert desk.act(kind="set_up", title="Winter Cup", rounds=3, tables=["table-01", "table-02"]).status_code == 200
    assert desk.post("/entrants", {"by": "Ref", "csv": LIST}).json()["number"] == 4
    return desk


def test_a_round_is_played_from_the_list_to_the_standings(four: Organiser) -> None:
    assert four.begin().status_code == 200
    (round_,) = four.view()["rounds"]
    assert (round_["mission"], round_["killzone"], round_["running"]) == ("Loot", "Volkus", True)
    assert 3590 <= round_["left_s"] <= 3600
    assert [match["table"] for match in round_["matches"]] == ["table-01", "table-02"]
    for match in round_["matches"]:
        assert four.sign(match["first"], (9, 4)).status_code == 200
        assert four.sign(match["second"], (9, 4)).status_code == 200
        assert four.act(kind="confirm", round=1, table=match["table"]).status_code == 200
    view = four.view()
    assert [one["state"] for one in view["rounds"][0]["matches"]] == ["confirmed", "confirmed"]
    assert [(one["place"], one["score"], one["difference"]) for one in view["standings"]] == [
        (1, 3, 5),
        (1, 3, 5),
        (3, 0, -5),
        (3, 0, -5),
    ]
    head, *rows = csv.reader(io.StringIO(four.client.get(f"{EVENT}/standings.csv").text, newline=""))
    assert (head[:2], len(rows)) == (["place", "player"], 4)
    games = list(csv.DictReader(io.StringIO(four.client.get(f"{EVENT}/matches.csv").text, newline="")))
    assert [(one["vp_1"], one["vp_2"], one["winner"] == one["player_1"]) for one in games] == [("9", "4", True)] * 2


def test_more_rounds_than_the_players_can_play_are_warned_of_before_the_first(four: Organiser) -> None:
    assert four.view()["warnings"] == []
    assert four.act(kind="set_up", title="Winter Cup", rounds=5, tables=["table-01", "table-02"]).status_code == 200
    (warning,) = four.view()["warnings"]
    args = {"rounds": 5, "players": 4, "possible": 3}
    assert warning["message"] == {"code": "event-rematches-expected", "args": args}
    four.begin()
    assert four.view()["warnings"] == []


def test_an_event_that_has_not_changed_is_not_sent_again_and_its_clock_is(four: Organiser) -> None:
    four.begin()
    first = four.client.get(EVENT)
    assert first.headers["content-encoding"] == "gzip"
    tag = first.headers["etag"]
    again = four.client.get(EVENT, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert 3590 <= int(again.headers["round-left"]) <= 3600
    assert four.client.get(EVENT, headers={"If-None-Match": f'"other", {tag}'}).status_code == 304
    match = first.json()["rounds"][0]["matches"][0]
    four.sign(match["first"], (9, 4))
    new = four.client.get(EVENT, headers={"If-None-Match": tag})
    assert new.status_code == 200
    assert new.json()["rounds"][0]["matches"][0]["state"] == "signed"
    assert four.client.get(EVENT, headers={"Accept-Encoding": "identity"}).json()["acts"] == new.json()["acts"]


@pytest.mark.parametrize(
    ("host", "status"),
    [("192.168.1.5:8100", 200), ("[fe80::1]:8100", 200), ("127.0.0.1", 200), ("evil.example", 400), ("1.2.3", 400)],
)
def test_the_hub_answers_by_its_address_in_numbers_and_by_no_name_that_it_does_not_have(
    four: Organiser, host: str, status: int
) -> None:
    answer = four.client.get(EVENT, headers={"Host": host})
    assert answer.status_code == status
    if status == 400:
        assert answer.json()["message"]["code"] == "hub-host-unknown"


def test_a_preview_names_what_changes_and_changes_nothing(four: Organiser) -> None:
    four.begin()
    match = four.view()["rounds"][0]["matches"][0]
    before = four.view()["acts"]
    act = {"kind": "correct", "round": 1, "entrant": match["first"], "points": [9, 4], "why": "the sheet"}
    answer = four.post_raw("/preview", {"by": "Ref", "act": act})
    codes = [one["message"]["code"] for one in answer.json()]
    assert codes[0] == "event-change-result"
    assert set(codes[1:]) == {"event-change-place"}
    assert four.view()["acts"] == before
    back = {"kind": "take_back_round", "round": 1, "why": "wrong list"}
    codes = [one["message"]["code"] for one in four.post_raw("/preview", {"by": "Ref", "act": back}).json()]
    assert codes == ["event-change-round-removed"]
    refused = four.post_raw("/preview", {"by": "Ref", "act": {**back, "round": 2}})
    assert (refused.status_code, refused.json()["message"]["code"]) == (409, "event-round-not-last")


def test_a_round_is_previewed_published_and_started_in_three_steps(four: Organiser) -> None:
    headers = {"Authorization": f"Bearer {KEY}"}
    proposed = four.client.get(f"{EVENT}/rounds/next", headers=headers).json()
    assert proposed["round"] == 1
    assert four.view()["rounds"] == []
    one, other = proposed["seatings"]
    swapped = [{**one, "second": other["second"]}, {**other, "second": one["second"]}]
    body = {"by": "Ref", "minutes": 60, "seatings": swapped, "running": False}
    assert four.post("/rounds", body).status_code == 200
    (round_,) = four.view()["rounds"]
    assert (round_["running"], round_["left_s"]) == (False, 3600)
    assert [match["second"] for match in round_["matches"]] == [other["second"], one["second"]]
    assert four.act(kind="clock", running=True).status_code == 200
    assert four.view()["rounds"][0]["running"] is True


def test_a_view_of_a_match_has_the_points_that_were_signed_and_reported(four: Organiser) -> None:
    four.begin()
    match = four.view()["rounds"][0]["matches"][0]
    four.sign(match["first"], (8, 5))
    four.act(kind="table_says", round=1, table=match["table"], game="one", points=[6, 5])
    new = four.view()["rounds"][0]["matches"][0]
    assert (new["signed_points"], new["reported_points"], new["state"]) == ([[8, 5], None], [6, 5], "disputed")


def test_what_is_sent_again_under_its_key_is_not_done_twice(four: Organiser) -> None:
    first = four.post("/rounds", {"by": "Ref"}, key="the-same-key")
    again = four.post("/rounds", {"by": "Ref"}, key="the-same-key")
    assert first.json()["number"] == again.json()["number"]
    assert (first.json()["again"], again.json()["again"]) == (False, True)
    assert len(four.view()["rounds"]) == 1
    listed = four.post("/entrants", {"by": "Ref", "csv": LIST + "Eve,,\n"})
    assert listed.json()["number"] == 1
    assert len(four.view()["entrants"]) == 5


def test_only_the_organiser_organises_and_only_players_sign(four: Organiser) -> None:
    for path, body in (
        ("/acts", {"by": "x", "act": {"kind": "drop", "entrant": "p1", "why": "?"}}),
        ("/rounds", {"by": "x"}),
        ("/entrants", {"by": "x", "csv": LIST}),
    ):
        assert four.post(path, body, secret="").status_code == 401
        refused = four.post(path, body, secret="another key")
        assert refused.status_code == 401
        assert refused.headers["content-type"] == "application/problem+json"
        assert set(refused.json()) == {"type", "title", "status", "detail", "message"}
    assert four.client.get(f"{EVENT}/codes").status_code == 401
    assert four.client.get(f"{EVENT}/acts").status_code == 401
    assert four.view()["acts"] == 5
    assert not any(code in four.client.get(EVENT).text for code in Organiser.codes(four).values())


def test_a_code_cannot_be_guessed_for_long(four: Organiser) -> None:
    four.begin()
    codes = four.codes()
    match = four.view()["rounds"][0]["matches"][0]
    answers = [four.sign(match["first"], (9, 4), code="WRONG234").status_code for _ in range(12)]
    assert answers == [401] * 10 + [429] * 2
    assert four.sign(match["first"], (9, 4), code=codes[match["first"]]).status_code == 429


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"by": "Ref", "act": {"kind": "drop", "entrant": "p9", "why": "ill"}}, 409, "p9: not in this event"),
        ({"by": "Ref", "act": {"kind": "drop", "entrant": "p1"}}, 422, "drop.why"),
        ({"by": "Ref", "act": {"kind": "win", "entrant": "p1"}}, 422, "kind"),
        ({"by": "", "act": {}}, 422, "body.by"),
        ({"by": "Ref", "act": {"kind": "sign", "round": 1, "entrant": "p1", "points": [1e9, 0]}}, 422, "points"),
    ],
)
def test_what_cannot_be_done_is_said_as_a_problem(
    four: Organiser, body: dict[str, Any], status: int, said: str
) -> None:
    answer = four.post("/acts", body)
    assert (answer.status_code, answer.json()["status"]) == (status, status)
    assert said in answer.json()["detail"]
    assert answer.headers["content-type"] == "application/problem+json"


def test_another_site_and_a_body_without_end_are_refused(four: Organiser) -> None:
    client = four.client
    for content_type in ("text/plain", "text/plain; charset=json", "text/plain; of=application/json", ""):
        assert client.post(f"{EVENT}/acts", content="{}", headers={"Content-Type": content_type}).status_code == 415
    json_type = {"Content-Type": "application/json"}
    assert client.post(f"{EVENT}/acts", content=b"x" * 300_000, headers=json_type).status_code == 413
    assert client.post(f"{EVENT}/acts", content=iter([b"{}"]), headers=json_type).status_code == 411
    assert client.post("/api/tables", json={}).status_code == 405
    assert client.put(f"{EVENT}/acts", json={}).status_code == 405


def test_everything_done_is_listed_with_who_and_why_and_can_be_taken_back(four: Organiser) -> None:
    four.act(kind="drop", entrant="p2", why="had to go")
    undone = four.act(kind="undo", number=6, why="came back")
    assert undone.status_code == 200
    listed = four.client.get(f"{EVENT}/acts", headers={"Authorization": f"Bearer {KEY}"}).json()
    assert [(one["kind"], one["stands"]) for one in listed[-2:]] == [("drop", False), ("undo", False)]
    assert [one["number"] for one in listed] == list(range(1, 8))
    assert listed[-1]["takes_back"] == 6
    assert [(one["by"], one["why"]) for one in listed[-2:]] == [("Ref", "had to go"), ("Ref", "came back")]
    assert not any("code" in one for one in listed)
    assert not four.view()["entrants"][1]["dropped"]


def test_the_event_is_the_same_after_the_hub_was_restarted(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        first = Organiser(client)
        first.post("/entrants", {"by": "Ref", "csv": LIST})
        first.begin()
        before = first.view()
    with served(tmp_path) as client:
        after = Organiser(client).view()
    for view in (before, after):
        del view["rounds"][0]["left_s"]
    assert after == before


def state(names: tuple[str, str], points: tuple[int, int], game: str = "0001", *, ended: bool = True) -> TableState:
    sides = tuple(
        Side(player=f"p{n}", name=name, vp=vp) for n, (name, vp) in enumerate(zip(names, points, strict=True), 1)
    )
    return TableState(title="x", edition="kt24", game=game, sides=sides, ended=ended, at=AT)


class Hall:
    """An event's desk without a server: what ended at tables, and what tables were told."""

    def __init__(self, folder: Path) -> None:
        self.ended: list[tuple[str, TableState]] = []
        self.told: list[tuple[str, Assigned | None]] = []
        journal = EventJournal(store_at(folder), "cup")
        self.desk = EventDesk("cup", journal, self, lambda table, one: self.told.append((table, one)))
        tables = ("table-01", "table-02")
        self.desk.do(commands.SetUp(title="Cup", tables=tables, at=AT, by="Ref"), "set-up-key")
        self.desk.enter([(name, "", "") for name in ("Ann", "Bob", "Cid", "Dee")], by="Ref", key="list-key")

    def results(self) -> list[tuple[str, TableState]]:
        return self.ended

    def games(self) -> list[tuple[str, str]]:
        return [(table, one.game) for table, one in self.ended]

    def order(self, table: str, games: Collection[str]) -> dict[str, int]:
        return {game: at for at, (where, game) in enumerate(self.games()) if where == table and game in games}

    def begin(self) -> None:
        self.desk.start_round(mission="Loot", killzone="", minutes=60, by="Ref", key=f"round-{len(self.told)}", seed=1)

    def match(self, number: int = 0) -> tuple[str, str, Any]:
        assert self.desk.event.round is not None
        found = self.desk.event.round.matches[number]
        names = {one.id: one.name for one in self.desk.event.entrants}
        return names[found.first], names[found.second or ""], found


def test_tables_are_told_who_plays_there_and_when_it_is_over(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.begin()
    first, second, match = hall.match()
    told = {table: one for table, one in hall.told if one is not None}
    assert set(told) == {"table-01", "table-02"}
    assert told["table-01"].players == (first, second)
    paired = Message.of("hall-pairing-played", round=1, one=first, other=second, played=["Loot"])
    assert told["table-01"].message == paired
    hall.told.clear()
    correct = commands.Correct(round=1, entrant=match.first, points=(3, 2), why="paper", at=AT, by="Ref")
    hall.desk.do(correct, "correct-key")
    assert hall.told == [("table-01", None)]
    hall.told.clear()
    hall.desk.do(commands.Clock(running=False, at=datetime.now(UTC), by="Ref"), "pause-key")
    assert [(table, one is not None and one.running) for table, one in hall.told] == [("table-02", False)]


@pytest.mark.parametrize("jump_s", JUMPS_S)
def test_a_round_keeps_its_time_when_the_hubs_clock_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    wall = WallClock(monkeypatch, event_service, event_service)
    hall = Hall(tmp_path)
    hall.begin()
    hall.desk.refresh()
    for jump in (jump_s, -jump_s):
        wall.jump(jump)
        hall.desk.refresh()
        left_s = [one.left_s for one in hall.desk.assigned().values()]
        assert left_s == pytest.approx([3600, 3600], abs=60)
    wall.jump(jump_s)
    now = wall.now()
    hall.desk.do(commands.Clock(running=False, at=now, by="Ref"), "pause-key")
    assert hall.desk.event.round is not None
    assert hall.desk.event.round.left_s(now) == pytest.approx(3600, abs=60)


@pytest.mark.parametrize("jump_s", JUMPS_S)
def test_a_round_that_was_paused_stays_paused_when_the_hubs_clock_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    wall = WallClock(monkeypatch, event_service, event_service)
    hall = Hall(tmp_path)
    hall.begin()
    hall.desk.do(commands.Clock(running=False, at=wall.now(), by="Ref"), "pause-key")
    before = hall.desk.acts
    wall.jump(jump_s)
    hall.desk.refresh()
    assert hall.desk.acts == before


def test_two_hubs_of_one_machine_correct_a_rounds_clock_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = WallClock(monkeypatch, event_service, event_service)
    hall = Hall(tmp_path)
    other = EventDesk("cup", EventJournal(store_at(tmp_path), "cup"), hall, lambda _table, _one: None)
    hall.begin()
    wall.jump(OVER_HALF_A_DAY_S)
    for desk in (hall.desk, other, hall.desk):
        desk.refresh()
        assert [one.left_s for one in desk.assigned().values()] == pytest.approx([3600, 3600], abs=60)
    assert sum(isinstance(one, commands.Clock) for one in other.acts) == 2


def test_a_hub_that_starts_with_a_wrong_clock_leaves_a_round_to_the_right_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = WallClock(monkeypatch, event_service, event_service)
    hall = Hall(tmp_path)
    hall.begin()
    wall.jump(-OVER_HALF_A_DAY_S)
    restarted = EventDesk("cup", EventJournal(store_at(tmp_path), "cup"), hall, lambda _table, _one: None)
    restarted.refresh()
    wall.jump(OVER_HALF_A_DAY_S)
    restarted.refresh()
    assert [one.left_s for one in restarted.assigned().values()] == pytest.approx([3600, 3600], abs=60)
    assert not any(isinstance(one, commands.Clock) for one in restarted.acts)


def test_what_a_table_says_is_taken_once_and_for_those_who_sit_there(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.ended.append(("table-01", state(("Ann", "Bob"), (20, 0), "of-yesterday")))
    hall.begin()
    first, second, _ = hall.match()
    hall.desk.refresh()
    assert hall.match()[2].said is None
    hall.ended.append(("table-01", state((second, first), (6, 11), "0002")))
    for _ in range(3):
        hall.desk.refresh()
    assert hall.match()[2].said == (11, 6)
    assert sum(isinstance(one, commands.ReportResult) for one in hall.desk.acts) == 1
    hall.ended[-1] = ("table-01", state((second, first), (7, 11), "0002"))
    hall.desk.refresh()
    assert hall.match()[2].said == (11, 7)
    hall.ended[-1] = ("table-01", state((second, first), (6, 11), "0002"))
    hall.desk.refresh()
    assert hall.match()[2].said == (11, 6)


def test_hubs_of_one_database_keep_each_act_once_and_in_one_order(tmp_path: Path) -> None:
    journals = [EventJournal(store_at(tmp_path), "cup") for _ in range(3)]
    faults: list[Exception] = []

    def enter(mine: EventJournal, first: int) -> None:
        try:
            for number in range(first, first + 20):
                name = f"e{number}"
                mine.keep(commands.AddEntrant(entrant=name, name=name, at=AT, by="Ref"), f"enter-{number}")
        except Exception as fault:  # handed on to the test
            faults.append(fault)

    threads = [threading.Thread(target=enter, args=(one, 10 * at)) for at, one in enumerate(journals)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [fault for fault in faults if not isinstance(fault, EventRefusedError)] == []
    for one in journals:
        one.refresh()
    assert {one.acts for one in journals} == {journals[0].acts}
    names = [entrant.id for entrant in journals[0].event.entrants]
    assert sorted(names, key=lambda name: int(name[1:])) == [f"e{number}" for number in range(40)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            LIST,
            [
                ("Ann", "Kommandos", "North"),
                ("Bob", "Kasrkin", "North"),
                ("Cid", "", "South"),
                ("Dee", "Legionaries", ""),
            ],
        ),
        ("\ufeffFirst Name;Last Name;Army\r\nAnn;Bee;Orks\r\n;;\r\n", [("Ann Bee", "Orks", "")]),
        ("sep=;\r\nName;Club\r\nMüller, Ann;Köln\r\n", [("Müller, Ann", "", "Köln")]),
        ('"sep=\t"\nName\tClub\nAnn\tNorth\n', [("Ann", "", "North")]),
        ("Player\tFaction\nJosé  Ñ\t\n'=1+1\tX\n", [("José Ñ", "", ""), ("=1+1", "X", "")]),
    ],
)
def test_lists_are_read_as_they_are_written(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert entries_of(text) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "event-list-without-names"),
        ("sep=;\n", "event-list-without-names"),
        ("Team\nX\n", "event-list-without-names"),
        ("Name\n\n", "event-list-empty"),
        ("Name\nAnn\x00\n", "event-list-control"),
        ("Name\nAnn\nB\x1bob\n", "event-list-control"),
        ("PK\x03\x04\x14\x00", "event-list-control"),
        ("Name\nM\ufffdller\n", "event-list-encoding"),
    ],
)
def test_a_list_without_anybody_is_refused(text: str, code: str) -> None:
    with pytest.raises(EventRefusedError) as error:
        entries_of(text)
    assert error.value.message.code == code

"""The match report: one file that says the match whole, and that nothing written by a player can break."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from messages.message import Message
from tests.web.fake_archive import FakeArchive
from tests.web.fake_table import FakeTable
from web.contract.errors import UnknownError
from web.contract.table.board_views import RulingView
from web.pages.match_report import MatchReport, collect_report, render_report

EVIL = '<script>alert("x")</script>&'


class Tags(HTMLParser):
    """The tags of a page, whether they are closed in order, and its words."""

    VOID = frozenset({"meta", "img", "link"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID and not (self.get_starttag_text() or "").endswith("/>"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def asked(what: Coroutine[Any, Any, MatchReport]) -> MatchReport:
    """Return what a coroutine returns; in a thread, for the browser's loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, what).result()


def report(match: MatchReport) -> Tags:
    tags = Tags()
    tags.feed(render_report(match))
    return tags


@pytest.fixture
def match() -> MatchReport:
    return asked(collect_report(FakeArchive(FakeTable()), 1))


def test_it_has_a_board_for_each_turning_point_every_ruling_and_the_dice(match: MatchReport) -> None:
    tags = report(match)
    assert tags.open == []
    boards = [attrs for tag, attrs in tags.seen if tag == "svg" and attrs.get("class") == "board"]
    points = {mark.turning_point for mark in match.recording.marks}
    assert len(boards) == len(points)
    words = " ".join(tags.words)
    for ruling in match.last.rulings:
        assert ruling.claim in words
    for mark in match.recording.marks:
        assert all(one.sentence in words for one in mark.highlights)
    for operative in match.last.table.operatives:
        assert operative.name in words
    assert "Mira 3 2 4 1 2 6 18 dice" in words
    assert "Mira 24 dice were only counted" in words


def test_a_point_is_told_with_its_reason_and_a_ruling_that_was_not_taken_is_called_so(match: MatchReport) -> None:
    shown = [one.model_dump(mode="json", exclude={"tail", "tail_message"}) for one in match.last.rulings]
    declined = [RulingView.model_validate_json(json.dumps({**one, "declined": True})) for one in shown]
    last = match.last.model_copy(update={"rulings": tuple(declined)})
    words = " ".join(report(replace(match, last=last)).words)
    (point,) = match.recording.points
    assert f"{point.turning_point} {point.name} {point.op} {point.vp} {point.why}" in words
    assert words.count("(declined)") == len(declined) > 0
    assert "(declined)" not in " ".join(report(match).words)


def test_the_last_board_says_whether_its_turning_point_is_over(match: MatchReport) -> None:
    *ended, last = (title for title, _ in match.boards)
    assert match.last.game.over is False
    assert last == Message.of("page-report-in-point", point=match.last.game.turning_point)
    assert {title.code for title in ended} <= {"page-report-set-up", "page-report-end-of-point"}


def test_a_base_is_drawn_as_it_lies(match: MatchReport) -> None:
    name, moment = match.boards[0]
    first = moment.table.operatives[0].model_copy(update={"base": (3.0, 2.0), "rotation_deg": 30.0})
    lying = moment.model_copy(update={"table": moment.table.model_copy(update={"operatives": (first,)})})
    tags = report(replace(match, boards=[(name, lying)]))
    (drawn,) = (attrs for tag, attrs in tags.seen if tag == "ellipse")
    assert float(drawn["rx"] or 0) / float(drawn["ry"] or 1) == 1.5
    assert (drawn["transform"] or "").startswith("rotate(-30 ")


def test_it_needs_nothing_but_itself(match: MatchReport) -> None:
    for tag, attrs in report(match).seen:
        assert tag not in {"link", "script", "iframe"}
        for name in ("src", "href"):
            assert (attrs.get(name) or "data:").startswith("data:")


def test_it_has_each_picture_once_and_leads_to_the_clips_where_it_knows_the_table(match: MatchReport) -> None:
    def links(table: str) -> list[str | None]:
        tags = Tags()
        tags.feed(render_report(match, table=table))
        return [attrs["href"] for tag, attrs in tags.seen if tag == "a"]

    clips = {mark.clip_of for mark in match.recording.marks if mark.clip > 1 and mark.clip_of is not None}
    pictures = [attrs for tag, attrs in report(match).seen if tag == "img"]
    assert len(pictures) == len(match.pictures) == len(clips) == 2
    assert sum(map(len, match.pictures.values())) < 150_000 * len(clips)
    assert links("") == []
    there = links("http://table.local:8000/")
    assert set(there) == {f"http://table.local:8000/api/games/1/clips/{clip}.mp4" for clip in clips}
    assert len(there) == 3, "what is too close, the challenge of it, and the kill"
    assert links('http://x/"><script>')[0] == f'http://x/"><script>api/games/1/clips/{min(clips)}.mp4'


def test_what_players_wrote_is_words_and_never_markup(match: MatchReport) -> None:
    def evil(value: Any) -> Any:
        return value.model_copy(update={"name": EVIL})

    def renamed(moment: Any) -> Any:
        table, game = moment.table, moment.game
        return moment.model_copy(
            update={
                "table": table.model_copy(update={"operatives": tuple(map(evil, table.operatives))}),
                "game": game.model_copy(update={"seats": tuple(map(evil, game.seats)), "title": EVIL}),
                "rulings": tuple(one.model_copy(update={"claim": EVIL, "sentence": EVIL}) for one in moment.rulings),
            }
        )

    marks = tuple(one.model_copy(update={"words": EVIL}) for one in match.recording.marks)
    written = MatchReport(
        match.recording.model_copy(update={"marks": marks}),
        [(Message.stored(EVIL), renamed(moment)) for _, moment in match.boards],
        renamed(match.last),
        {mark.sequence: b"jpeg" for mark in marks},
        match.dice,
    )
    tags = report(written)
    assert not [tag for tag, _ in tags.seen if tag == "script"]
    assert tags.open == []
    assert EVIL in "".join(tags.words)


def test_a_game_without_events_is_said_in_words() -> None:
    archive = FakeArchive(FakeTable())
    archive.length = 0
    with pytest.raises(UnknownError) as error:
        asked(collect_report(archive, 1))
    assert error.value.message == Message.of("request-nothing-to-report", number=1)


@pytest.mark.nightly
def test_it_reads_well_on_a_phone_and_on_paper(match: MatchReport, chromium: Browser, artifacts: Path) -> None:
    for width in (390, 1100):
        page = chromium.new_page(viewport={"width": width, "height": 900})
        page.set_content(render_report(match))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.screenshot(path=str(artifacts / f"match-report-{width}.png"), full_page=True)
        page.close()

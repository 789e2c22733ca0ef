"""Calling a judge at a table: one call at a time, by whoever may, on disk first."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from datetime import timedelta

import pytest

from messages.message import Message
from overlook.hall import judge_calls as judging
from overlook.hall.judge_calls import NO_DESK
from tests.overlook.hall.calling import Called, Play
from tests.wall_clock import JUMPS_S, WallClock
from venue.protocol import JudgeState
from web.contract.base import Severity
from web.contract.requests import Accepted, Refused
from web.contract.table.judge_call import JudgeView


def test_what_a_caller_wrote_is_shown_to_no_other_seat(at_table: Callable[[Play], None]) -> None:
    async def scene(table: Called) -> None:
        await table.do("call", "p1", "He is palming dice")
        assert {player: table.view(player).words for player in ("p1", "p2", "any")} == {
            "p1": "He is palming dice",
            "p2": "",
            "any": "",
        }
        await table.do("withdraw", "p1")
        await table.do("call", "any", "Both of us ask")
        assert (table.view("any").words, table.view("p2").words) == ("Both of us ask", "")

    at_table(scene)


def test_a_call_is_followed_from_the_phone_to_the_answer(at_table: Callable[[Play], None]) -> None:
    async def scene(table: Called) -> None:
        assert table.view() == JudgeView()
        assert isinstance(await table.do("call", "p1", "Is this cover?"), Accepted)
        first = table.view("p1")
        assert (first.state, first.by, first.words, first.may_withdraw) == ("kept", "Blue", "Is this cover?", True)
        assert table.notices == [(Severity.INFO, Message.of("judge-kept"))]
        table.hub.says(table.call(), JudgeState.WAITING)
        assert (table.view().state, table.notices) == ("waiting", [(Severity.INFO, Message.of("judge-waiting"))])
        table.hub.says(table.call(), JudgeState.COMING)
        assert table.notices == [(Severity.INFO, Message.of("judge-coming"))]
        table.hub.says(table.call(), JudgeState.ANSWERED, "No cover.")
        assert table.notices == [(Severity.INFO, Message.of("judge-answered-words"))]
        assert (table.view().answer, table.view().open, table.view().may_withdraw) == ("No cover.", False, False)
        assert isinstance(await table.do("call", "p2"), Accepted)
        assert (table.view().state, table.view().by) == ("kept", "Red")

    at_table(scene)


def test_the_last_ruling_goes_with_it_and_where_to_look_at_it(at_table: Callable[[Play], None]) -> None:
    async def scene(table: Called) -> None:
        await table.do("call")
        last = next((one for one in table.service.snapshot().rulings if not one.taken_back), None)
        data = table.judge.log.facts[0].data
        at = f"http://table-01.local:8000/replay#{table.service.table.number}"
        assert data["ruling"] == (last.sentence if last else "")
        assert data["link"] == (f"{at}/{last.sequence}" if last else "")

    at_table(scene)


def test_two_phones_that_call_at_once_make_one_call(at_table: Callable[[Play], None]) -> None:
    async def scene(table: Called) -> None:
        outcomes = await asyncio.gather(*(table.do("call", player) for player in ("p1", "p2", "any")))
        refused = [one.message for one in outcomes if isinstance(one, Refused)]
        assert refused == [Message.of("judge-already-called", by="Blue")] * 2
        assert len(table.judge.log.facts) == 1

    at_table(scene)


def test_what_is_sent_again_under_its_key_is_one_call_also_after_a_restart(at_table: Callable[[Play], None]) -> None:
    async def scene(table: Called) -> None:
        for _ in range(2):
            assert isinstance(await table.do("call", key="the-same-key"), Accepted)
        table.restart()
        assert isinstance(await table.do("call", key="the-same-key"), Accepted)
        assert (len(table.judge.log.facts), table.view().state) == (1, "kept")

    at_table(scene)


def test_who_called_takes_it_back_or_the_tables_screen_and_no_other_seat(at_table: Callable[[Play], None]) -> None:
    async def scene(table: Called) -> None:
        assert await table.refused("withdraw") == Message.of("judge-nothing-to-withdraw")
        await table.do("call", "p1")
        assert not table.view("p2").may_withdraw
        assert await table.refused("withdraw", "p2") == Message.of("judge-not-yours", by="Blue")
        assert isinstance(await table.do("withdraw", "p1"), Accepted)
        assert (table.view(), table.notices) == (JudgeView(), [])
        await table.do("call", "any")
        assert await table.refused("withdraw", "p1") == Message.of("judge-not-yours", by="the table's screen")
        assert isinstance(await table.do("withdraw", "any"), Accepted)

    at_table(scene)


def test_a_call_that_ended_at_the_hub_cannot_be_taken_back_and_another_can_be_made(
    at_table: Callable[[Play], None],
) -> None:
    async def scene(table: Called) -> None:
        for state in (JudgeState.ANSWERED, JudgeState.ENDED):
            await table.do("call")
            table.hub.says(table.call(), state)
            assert await table.refused("withdraw") == Message.of("judge-nothing-to-withdraw")
        assert table.view() == JudgeView()
        assert isinstance(await table.do("call"), Accepted)

    at_table(scene)


def test_an_answer_to_another_call_changes_nothing(at_table: Callable[[Play], None]) -> None:
    async def scene(table: Called) -> None:
        table.hub.says("call-of-yesterday", JudgeState.COMING)
        assert table.view() == JudgeView()
        await table.do("call")
        assert table.view().state == "kept"

    at_table(scene)


def test_where_the_hub_answers_no_calls_it_is_one_clear_line(at_table: Callable[[Play], None]) -> None:
    async def scene(table: Called) -> None:
        table.hub.calls_answered = False
        assert table.view().why_not == str(NO_DESK)
        assert await table.refused("call") == NO_DESK
        table.hub.calls_answered = None
        await table.do("call")
        table.hub.calls_answered = False
        assert table.notices == [(Severity.CAUTION, Message.of("judge-kept-no-desk"))]
        assert isinstance(await table.do("withdraw"), Accepted)

    at_table(scene)


def test_who_calls_on_and_on_is_sent_to_the_desk(at_table: Callable[[Play], None]) -> None:
    async def scene(table: Called) -> None:
        for _ in range(judging.MOST_CALLS):
            await table.do("call")
            await table.do("withdraw")
        assert await table.refused("call") == Message.of("judge-called-often", times=judging.MOST_CALLS)

    at_table(scene)


def test_markup_and_what_does_not_print_is_words_like_any(at_table: Callable[[Play], None]) -> None:
    async def scene(table: Called) -> None:
        await table.do("call", "p1", "<script>alert(1)</script> \u202eevil\u2066  two  spaces ")
        assert table.view("p1").words == "<script>alert(1)</script> evil two spaces"
        with pytest.raises(ValueError, match="words"):
            await table.do("call", "p1", "x" * 121)

    at_table(scene)


def test_a_full_disk_is_said_and_nothing_is_called(
    at_table: Callable[[Play], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    async def scene(table: Called) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            full_disk = Message.of("judge-not-saved", fault="No space left on device")
            assert await table.refused("call") == full_disk
        assert table.view() == JudgeView()
        assert isinstance(await table.do("call"), Accepted)

    at_table(scene)


def test_that_it_was_answered_is_shown_for_a_while(
    at_table: Callable[[Play], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(table: Called) -> None:
        await table.do("call")
        table.hub.says(table.call(), JudgeState.ANSWERED)
        assert table.notices == [(Severity.INFO, Message.of("judge-answered"))]
        monkeypatch.setattr(judging, "ANSWERED_S", 0.0)
        assert table.notices == []
        assert table.view().message == Message.of("judge-answered")

    at_table(scene)


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        (None, "none"),
        (JudgeState.ANSWERED, "none"),
        (JudgeState.WAITING, "waiting"),
        (JudgeState.COMING, "coming"),
    ],
)
def test_a_call_of_yesterday_is_open_only_where_the_hub_says_so(
    at_table: Callable[[Play], None], monkeypatch: pytest.MonkeyPatch, state: JudgeState | None, shown: str
) -> None:
    async def scene(table: Called) -> None:
        await table.do("call")
        if state is not None:
            table.hub.says(table.call(), state)
        monkeypatch.setattr(judging, "FORGOTTEN", timedelta(0))
        assert table.view().state == shown
        assert bool(table.notices) == (shown != "none")

    at_table(scene)


@pytest.mark.parametrize("jump_s", JUMPS_S)
@pytest.mark.parametrize("restarted", [False, True])
def test_a_call_stays_open_when_the_clock_jumps(
    at_table: Callable[[Play], None], monkeypatch: pytest.MonkeyPatch, jump_s: float, restarted: bool
) -> None:
    wall = WallClock(monkeypatch, judging)

    async def scene(table: Called) -> None:
        await table.do("call", "p1")
        if restarted:
            table.restart()
        wall.jump(jump_s)
        assert (table.view("p1").state, table.view("p1").may_withdraw) == ("kept", True)
        assert await table.refused("call", "p2") == Message.of("judge-already-called", by="Blue")
        assert isinstance(await table.do("withdraw", "p1"), Accepted)

    at_table(scene)


@pytest.mark.parametrize("days", [-1, 1])
def test_a_call_of_another_day_is_not_shown_after_a_restart(
    at_table: Callable[[Play], None], monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    wall = WallClock(monkeypatch, judging)

    async def scene(table: Called) -> None:
        await table.do("call")
        wall.jump(days * 86_400)
        table.restart()
        assert table.view().state == "none"

    at_table(scene)

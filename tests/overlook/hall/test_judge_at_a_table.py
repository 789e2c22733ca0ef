"""Calling a judge at a table: one call at a time, by whoever may, on disk first, told to the hall once and in order."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from overlook.hall import judge as judging
from overlook.hall.call_log import FILE, CallLog
from overlook.hall.judge import NO_DESK, TableJudge
from overlook.hall.outbox_relay import OutboxRelay, open_outbox
from overlook.table.service import TableService
from overlook.table.session import TableSession
from referee.game.intents import Score
from referee.rules.ruling import Threshold
from venue.hub.store import Heard, Store
from venue.judge_calls import KINDS
from venue.messages import GameMessage, JudgeAnswer, JudgeState
from web.contract.intents import Accepted, Outcome, Refused
from web.contract.judge import AskedJudge, JudgeView
from web.contract.views import Severity

AT = datetime(2026, 11, 25, 12, 0, tzinfo=UTC)


@dataclass
class Hub:
    """What a table has heard of its hub."""

    judge: JudgeAnswer | None = None
    calls_answered: bool | None = None

    def says(self, call: str, state: JudgeState, words: str = "") -> None:
        self.calls_answered = True
        self.judge = JudgeAnswer(call=call, state=state, words=words, at=AT)


@dataclass
class Called:
    """A table whose judge can be called."""

    folder: Path
    service: TableService
    hub: Hub = field(default_factory=Hub)
    count: int = 0

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        publisher: Any = self.hub
        self.judge = TableJudge(CallLog(self.folder / FILE), publisher, self.service, "table-01.local:8000")

    def view(self, player: str = "any") -> JudgeView:
        return self.judge.view(player)

    @property
    def notices(self) -> list[tuple[Severity, str]]:
        self.judge.show()
        return [(one.severity, one.sentence) for one in self.service.snapshot().notices if one.id == "judge"]

    async def do(self, do: str, player: str = "p1", words: str = "", key: str = "") -> Outcome:
        self.count += 1
        asked = AskedJudge.model_validate({"do": do, "words": words})
        return await self.judge.do(asked, player=player, key=key or f"key-{self.count:06}")

    async def refused(self, do: str, player: str = "p1") -> str:
        outcome = await self.do(do, player)
        assert isinstance(outcome, Refused)
        assert "\n" not in outcome.sentence
        return outcome.sentence

    def call(self) -> str:
        assert self.judge.log.open is not None
        return self.judge.log.open.call


Play = Callable[[Called], Awaitable[None]]


@pytest.fixture
def at_table(first_activation: TableSession, tmp_path: Path) -> Callable[[Play], None]:
    def play(scene: Play) -> None:
        async def run() -> None:
            await scene(Called(tmp_path, TableService(first_activation, Threshold())))

        asyncio.run(run())

    return play


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
        assert "the hall has not heard it yet" in table.notices[0][1]
        table.hub.says(table.call(), JudgeState.WAITING)
        assert (table.view().state, table.notices) == (
            "waiting",
            [(Severity.INFO, "A judge is called: the organiser's desk has heard it.")],
        )
        table.hub.says(table.call(), JudgeState.COMING)
        assert table.notices == [(Severity.INFO, "A judge is coming.")]
        table.hub.says(table.call(), JudgeState.ANSWERED, "No cover.")
        assert table.notices[0][1].startswith("The judge has answered.")
        assert "No cover" not in table.notices[0][1]
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
        refused = [one.sentence for one in outcomes if isinstance(one, Refused)]
        assert refused == ["A judge is called already, by Blue: there is one call at a time."] * 2
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
        assert "there is nothing to take back" in await table.refused("withdraw")
        await table.do("call", "p1")
        assert not table.view("p2").may_withdraw
        assert await table.refused("withdraw", "p2") == (
            "Blue called the judge: Blue can take it back, or the table's own screen."
        )
        assert isinstance(await table.do("withdraw", "p1"), Accepted)
        assert (table.view(), table.notices) == (JudgeView(), [])
        await table.do("call", "any")
        assert "the table's screen called the judge" in await table.refused("withdraw", "p1")
        assert isinstance(await table.do("withdraw", "any"), Accepted)

    at_table(scene)


def test_a_call_that_ended_at_the_hub_cannot_be_taken_back_and_another_can_be_made(
    at_table: Callable[[Play], None],
) -> None:
    async def scene(table: Called) -> None:
        for state in (JudgeState.ANSWERED, JudgeState.ENDED):
            await table.do("call")
            table.hub.says(table.call(), state)
            assert "nothing to take back" in await table.refused("withdraw")
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
        assert table.view().why_not == NO_DESK
        assert await table.refused("call") == NO_DESK
        table.hub.calls_answered = None
        await table.do("call")
        table.hub.calls_answered = False
        assert table.notices == [(Severity.CAUTION, f"A judge is called. {NO_DESK}")]
        assert isinstance(await table.do("withdraw"), Accepted)

    at_table(scene)


def test_who_calls_on_and_on_is_sent_to_the_desk(at_table: Callable[[Play], None]) -> None:
    async def scene(table: Called) -> None:
        for _ in range(judging.MOST_CALLS):
            await table.do("call")
            await table.do("withdraw")
        assert "go to the organiser's desk" in await table.refused("call")

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
            assert "No space left on device" in await table.refused("call")
        assert table.view() == JudgeView()
        assert isinstance(await table.do("call"), Accepted)

    at_table(scene)


def test_that_it_was_answered_is_shown_for_a_while(
    at_table: Callable[[Play], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(table: Called) -> None:
        await table.do("call")
        table.hub.says(table.call(), JudgeState.ANSWERED)
        assert table.notices == [(Severity.INFO, "The judge has answered.")]
        monkeypatch.setattr(judging, "ANSWERED_S", 0.0)
        assert table.notices == []
        assert table.view().sentence == "The judge has answered."

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


class Told:
    """A table's outbox, and a hub's store that hears it."""

    def __init__(self, table: Called, session: TableSession, folder: Path) -> None:
        self.table, self.session, self.folder = table, session, folder
        self.store = Store(f"sqlite:///{folder / 'hub.sqlite'}")
        self.again()

    def again(self) -> None:
        self.outbox = open_outbox(self.folder)
        self.relay = OutboxRelay(self.session.games, self.outbox, Threshold(), self.table.judge.log)

    def follow(self) -> int:
        count = self.relay.follow()
        said = [GameMessage.model_validate_json(body) for _, body in self.outbox.ready(0, 100_000)]
        self.store.keep(Heard([("t1", one) for one in said]))
        return count

    def heard(self) -> tuple[list[tuple[int, str]], list[tuple[str, str]]]:
        said = [one for _, one in self.store.said("t1")]
        game = [(one.sequence, one.kind) for one in said if one.kind not in KINDS]
        return game, [(one.kind, str(one.data["call"])) for one in said if one.kind in KINDS]

    def check(self) -> None:
        """The hub has every event of the game and every line of the log once, each in its order."""
        game, calls = self.heard()
        assert game == [(event.sequence, event.kind) for event in self.session.game.log]
        assert calls == [(one.kind, one.call) for one in self.table.judge.log.facts]


def test_the_hub_has_each_call_once_and_in_order_wherever_the_way_is_cut(
    first_activation: TableSession, at_table: Callable[[Play], None], tmp_path: Path
) -> None:
    session = first_activation

    def scored() -> None:
        session.submit(Score(id=session.new_id("score"), player="p1", op="crit", vp=1))

    async def scene(table: Called) -> None:
        told = Told(table, session, tmp_path)
        await table.do("call")
        told.follow()
        told.check()
        assert told.follow() == 0
        await table.do("withdraw")
        before = len(session.game.log)
        scored()
        told.outbox.close()
        table.restart()
        told.again()
        assert told.follow() == 1 + len(session.game.log) - before
        told.check()
        told.outbox.renew()
        await table.do("call")
        scored()
        told.follow()
        told.check()
        told.outbox.close()
        for file in tmp_path.glob("hall.outbox*"):
            file.unlink()
        told.again()
        told.follow()
        told.check()
        told.outbox.close()
        told.store.close()

    at_table(scene)


def test_an_outbox_of_before_there_were_calls_goes_on(
    first_activation: TableSession, at_table: Callable[[Play], None], tmp_path: Path
) -> None:
    async def scene(table: Called) -> None:
        outbox = open_outbox(tmp_path)
        OutboxRelay(first_activation.games, outbox, Threshold()).follow()
        mark = outbox.mark
        assert '"calls":0' in mark
        of_before = mark.replace(',"calls":0,"call":""', "")
        assert of_before != mark
        outbox.append([], of_before)
        outbox.close()
        await table.do("call")
        told = Told(table, first_activation, tmp_path)
        assert told.follow() == 1
        told.check()
        told.outbox.close()
        told.store.close()

    at_table(scene)


def test_a_judge_is_told_though_the_games_journal_cannot_be_read(
    first_activation: TableSession, at_table: Callable[[Play], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(table: Called) -> None:
        told = Told(table, first_activation, tmp_path)
        await table.do("call")

        def broken(*_: object) -> int:
            raise OSError("Input/output error")

        monkeypatch.setattr(OutboxRelay, "_go_on", broken)
        with pytest.raises(OSError, match="Input/output"):
            told.relay.follow()
        assert len(told.outbox.ready(0, 10)) == 1
        told.outbox.close()
        told.store.close()

    at_table(scene)

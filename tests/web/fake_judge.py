"""A judge that tests call: what was asked, and what is shown."""

from __future__ import annotations

from datetime import UTC, datetime

from messages.message import Message
from web.contract.requests import Accepted, Outcome, Refused
from web.contract.table.judge_call import AskedJudge, JudgeView


class FakeJudge:
    """A `JudgePort` that takes one call."""

    def __init__(self) -> None:
        self.now = JudgeView()
        self.asked: list[tuple[str, str, str]] = []

    def view(self, player: str) -> JudgeView:
        return self.now

    async def do(self, asked: AskedJudge, *, player: str, key: str) -> Outcome:
        self.asked.append((asked.do, asked.words, player))
        if asked.do == "call" and self.now.open:
            return Refused.of(Message.stored("A judge is called already, by Blue: there is one call at a time."))
        self.now = (
            JudgeView(
                state="kept",
                sentence="A judge is called; the hall has not heard it yet.",
                by="Blue",
                since=datetime(2026, 11, 25, 12, 0, tzinfo=UTC),
                words=asked.words,
                may_withdraw=True,
            )
            if asked.do == "call"
            else JudgeView()
        )
        return Accepted()

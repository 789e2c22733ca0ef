"""A table from which a judge is called, and a hub that says what it is told to say."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from messages.message import Message
from overlook.hall.judge_calls import FILE, CallLog, JudgeCallService
from overlook.table.service import TableService
from venue.protocol import JudgeAnswer, JudgeState
from web.contract.base import Severity
from web.contract.requests import Outcome, Refused
from web.contract.table.judge_call import AskedJudge, JudgeView

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
        self.judge = JudgeCallService(CallLog(self.folder / FILE), publisher, self.service, "table-01.local:8000")

    def view(self, player: str = "any") -> JudgeView:
        return self.judge.view(player)

    @property
    def notices(self) -> list[tuple[Severity, Message | None]]:
        self.judge.show()
        return [(one.severity, one.message) for one in self.service.snapshot().notices if one.id == "judge"]

    async def do(self, do: str, player: str = "p1", words: str = "", key: str = "") -> Outcome:
        self.count += 1
        asked = AskedJudge.model_validate({"do": do, "words": words})
        return await self.judge.do(asked, player=player, key=key or f"key-{self.count:06}")

    async def refused(self, do: str, player: str = "p1") -> Message | None:
        outcome = await self.do(do, player)
        assert isinstance(outcome, Refused)
        assert "\n" not in outcome.sentence
        return outcome.message

    def call(self) -> str:
        assert self.judge.log.open is not None
        return self.judge.log.open.call


Play = Callable[[Called], Awaitable[None]]

"""View, request and port of the page /judge, on which a table calls a judge."""

from __future__ import annotations

from typing import Annotated, Literal, Protocol

from pydantic import AwareDatetime, ConfigDict, Field

from messages.message import Message
from web.contract.base import View
from web.contract.requests import Key, Outcome

MOST_WORDS = 120

State = Literal["none", "kept", "waiting", "coming", "answered"]


class JudgeView(View):
    """State of the call: `sentence` and `message` are its text, `words` are the caller's, `answer` the judge's.

    `state` is `kept` while the hall has not heard of a call, `waiting` once its desk has. `why_not` says why nobody can
    be called here and now; empty where one can, or is.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "state": "coming",
                    "message": {"code": "judge-coming", "args": {}},
                    "by": "Blue",
                    "since": "2026-11-25T18:00:00Z",
                    "words": "Is this cover?",
                    "answer": "",
                    "why_not": "",
                    "may_withdraw": True,
                }
            ]
        }
    )

    state: State = "none"
    sentence: str = ""
    message: Message | None = None
    by: str = ""
    since: AwareDatetime | None = None
    words: str = ""
    answer: str = ""
    why_not: str = ""
    why_not_message: Message | None = None
    may_withdraw: bool = False

    @property
    def open(self) -> bool:
        """Whether a judge is still awaited."""
        return self.state in {"kept", "waiting", "coming"}


class AskedJudge(View):
    """A judge is called, with one line of words at most, or is needed no more."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"do": "call", "words": "Is this cover?"}, {"do": "withdraw"}]}
    )

    do: Literal["call", "withdraw"]
    words: Annotated[str, Field(max_length=MOST_WORDS, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""


class JudgePort(Protocol):
    """A table of a hall, as the page /judge sees it."""

    def view(self, player: str) -> JudgeView:
        """Return the state of the call for a player's seat; "any" is the table's own screen or the referee."""
        ...

    async def do(self, asked: AskedJudge, *, player: str, key: Key) -> Outcome:
        """Call or withdraw, saved to disk before this returns; a repeated key has no further effect."""
        ...

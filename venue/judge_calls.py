"""A judge that is called to a table, as it travels: what the call says, and the kinds of message that carry it.

A table keeps its calls in a log of its own, and that log goes into the outbox as a game of its own would: `GameMessage`
with `kind` one of `KINDS` and one of these models for `data`. So calls come once and in order like all that is said,
and a hub that knows nothing of calls takes them for events of a game without a result: nothing waits behind them.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

CALLED = "judge_called"
WITHDRAWN = "judge_withdrawn"
KINDS = (CALLED, WITHDRAWN)
MOST_WORDS = 120
MOST_RULING = 200
MOST_NAME = 64
MOST_LINK = 200
PRIVATE = frozenset({"words"})
"""What of a call is for the organiser alone."""


def plain_line(text: object, most: int) -> object:
    """Return a text as one line without what does not print, cut to a length; what is no text stays as it is."""
    if not isinstance(text, str):
        return text
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())[:most].rstrip()


def _link(text: object) -> object:
    if not isinstance(text, str):
        return text
    sound = text.startswith(("http://", "https://")) and text.isprintable() and not set(text) & set(" <>\"'\\")
    return text if sound and len(text) <= MOST_LINK else ""


CallId = Annotated[str, Field(min_length=8, max_length=24, pattern=r"^[A-Za-z0-9_-]+$")]
CallWords = Annotated[str, BeforeValidator(lambda text: plain_line(text, MOST_WORDS)), Field(max_length=MOST_WORDS)]
CallRuling = Annotated[str, BeforeValidator(lambda text: plain_line(text, MOST_RULING)), Field(max_length=MOST_RULING)]
CallerName = Annotated[str, BeforeValidator(lambda text: plain_line(text, MOST_NAME)), Field(max_length=MOST_NAME)]
CallLink = Annotated[str, BeforeValidator(_link), Field(max_length=MOST_LINK)]
"""An address to look at; one that is no web page's is left out."""


class JudgeCalled(BaseModel):
    """A judge is called: by whom, with what words, the table's last ruling and where it can be looked at.

    `player` is the seat that called, empty for the table's own screen. Words that are too long are cut.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    call: CallId
    by: CallerName = ""
    player: CallerName = ""
    words: CallWords = ""
    ruling: CallRuling = ""
    link: CallLink = ""


class CallWithdrawn(BaseModel):
    """Who called needs no judge any more."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    call: CallId
    by: CallerName = ""

"""The spoken call: what is said aloud of what stands, in words that a synthetic voice reads well."""

from __future__ import annotations

import asyncio
import re

from hardware.voice import Voice
from overlook.table.service import TableService
from web.commentary import called
from web.contract.snapshot import Snapshot
from web.contract.views import HealthState

EVERY_S = 0.1
PART = "voice"
_INCHES = re.compile(r'(\d+(?:\.\d+)?)"')
_NAME = re.compile(r"\b([A-Za-z])(\d+)\b")


class Announcer:
    """Chooses what is said: a ruling that is new or taken back, then, when `questions`, a new question."""

    def __init__(self, *, questions: bool) -> None:
        self._questions = questions
        self._ruling: tuple[str, bool] | None = None
        self._question: str | None = None

    def call(self, now: Snapshot) -> str | None:
        """Return what is to be said now that this stands; None for nothing new."""
        ruling = now.rulings[0] if now.rulings else None
        question = now.prompts[0] if now.prompts else None
        before = (self._ruling, self._question)
        self._ruling = (ruling.id, ruling.taken_back) if ruling is not None else ("", False)
        self._question = question.id if question is not None else ""
        if None in before:
            return None
        said = []
        if ruling is not None and self._ruling != before[0]:
            said.append(called(ruling))
        if self._questions and question is not None and question.id != before[1]:
            said.append(question.question)
        return aloud(" ".join(said)) if said else None


def aloud(text: str) -> str:
    """Return a text as it is read: inches in words, the letter of a model apart from its number, no dashes."""
    inches = _INCHES.sub(lambda found: f"{found[1]} {'inch' if float(found[1]) == 1 else 'inches'}", text)
    return _NAME.sub(r"\1 \2", inches).replace("-", " ")


def spelled(pin: str) -> str:
    """Return the PIN as it is said, figure by figure and twice over."""
    figures = ", ".join(pin)
    return f"The PIN is {figures}. Again: {figures}."


async def call_aloud(service: TableService, voice: Voice, *, questions: bool) -> None:
    """Say what is new, for ever, and report how the voice is."""
    announcer = Announcer(questions=questions)
    while True:
        missing = voice.missing
        service.report(PART, HealthState.TROUBLE if missing else HealthState.OK, missing or "rulings are spoken")
        words = announcer.call(service.snapshot())
        if words is not None:
            await voice.say(words)
        await asyncio.sleep(EVERY_S)

"""The spoken call: what is said aloud of what stands, in words that a synthetic voice reads well."""

from __future__ import annotations

import asyncio
import re

from hardware.voice import Voice, VoiceSettings
from overlook.table.service import TableService
from web.contract.base import HealthState
from web.contract.table.on_air import CardKind
from web.contract.table.snapshot import Snapshot
from web.stream.cards import news
from web.stream.commentary import called

EVERY_S = 0.1
PART = "voice"
_INCHES = re.compile(r'(\d+(?:\.\d+)?)"')
_NAME = re.compile(r"\b([A-Za-z])(\d+)\b")


class Announcer:
    """Chooses what is said: a ruling that is new or taken back, what else happened, a new question.

    What happened is said where `events` are wanted, in the stream's sentences; questions where `questions` are.
    """

    def __init__(self, *, questions: bool, events: bool = False) -> None:
        self._questions, self._events = questions, events
        self._seen: Snapshot | None = None
        self._ruling: tuple[str, bool] | None = None
        self._question: str | None = None

    def call(self, now: Snapshot) -> str | None:
        """Return what is to be said now that this stands; None for nothing new."""
        ruling = now.rulings[0] if now.rulings else None
        question = now.prompts[0] if now.prompts else None
        before, seen = (self._ruling, self._question), self._seen
        self._seen = now
        self._ruling = (ruling.id, ruling.taken_back) if ruling is not None else ("", False)
        self._question = question.id if question is not None else ""
        if None in before:
            return None
        said = []
        if ruling is not None and self._ruling != before[0]:
            said.append(called(ruling))
        if seen is not None and self._events and seen is not now:
            said += _happened(seen, now)
        if self._questions and question is not None and question.id != before[1]:
            said.append(question.question)
        return aloud(" ".join(said)) if said else None


def _happened(before: Snapshot, now: Snapshot) -> list[str]:
    """Return the commentary of what is new but rulings, an attack once it is over."""
    told = [one for one in news(before, now) if one.card.kind is not CardKind.RULING and not one.withdrawn]
    over = [one for one in told if one.card.kind is not CardKind.COMBAT or not one.going]
    return [one.card.sentence.replace(" → ", " to ") for one in over]


def aloud(text: str) -> str:
    """Return a text as it is read: inches in words, the letter of a model apart from its number, no dashes."""
    inches = _INCHES.sub(lambda found: f"{found[1]} {'inch' if float(found[1]) == 1 else 'inches'}", text)
    return _NAME.sub(r"\1 \2", inches).replace("-", " ")


def spelled(pin: str) -> str:
    """Return the PIN as it is said, figure by figure and twice over."""
    figures = ", ".join(pin)
    return f"The PIN is {figures}. Again: {figures}."


async def call_aloud(service: TableService, voice: Voice, wanted: VoiceSettings) -> None:
    """Say what is new and wanted, for ever, and report how the voice is."""
    announcer = Announcer(questions=wanted.questions, events=wanted.commentary)
    while True:
        missing = voice.missing
        service.report(PART, HealthState.TROUBLE if missing else HealthState.OK, missing or "rulings are spoken")
        words = announcer.call(service.snapshot())
        if words is not None:
            await voice.say(words)
        await asyncio.sleep(EVERY_S)

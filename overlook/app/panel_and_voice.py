"""The panel's buttons, light and buzzer, and the spoken announcements."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from hardware.panel import (
    DARK,
    NO,
    TROUBLE,
    UNSURE,
    WAITING,
    YES,
    Action,
    Panel,
    PanelEvent,
    PanelSignal,
    Sound,
    panel_events,
)
from hardware.voice import Voice, VoiceSettings
from messages.catalogue import SOURCE, catalogue_of, languages
from messages.message import Message
from overlook.app.program import Loop
from overlook.console import log
from overlook.table.service import TableService
from overlook.table.views.snapshot import is_blocking
from referee.game.intents import ANY
from referee.game.prompt import Topic
from referee.rules.ruling import Verdict
from web.auth.sessions import Sessions
from web.contract.base import HealthState
from web.contract.requests import Accepted, Button, Outcome
from web.contract.table.on_air import CardKind
from web.contract.table.snapshot import Snapshot
from web.stream.cards import detect_cards
from web.stream.commentary import ruling_message

PART = "voice"


class Announcer:
    """Chooses announcements: new or withdrawn rulings always; other events and new questions if wanted.

    Events are announced in the words of the stream's commentary if `events` is set, questions if `questions` is set.
    The texts are those of `language`.
    """

    def __init__(self, *, questions: bool, events: bool = False, language: str = SOURCE) -> None:
        self._questions, self._events, self._texts = questions, events, catalogue_of(language)
        self._seen: Snapshot | None = None
        self._ruling: tuple[str, bool] | None = None
        self._question: str | None = None

    def call(self, now: Snapshot) -> str | None:
        """Return the announcement for a new snapshot; None if there is nothing new."""
        ruling = now.rulings[0] if now.rulings else None
        question = now.prompts[0] if now.prompts else None
        before, seen = (self._ruling, self._question), self._seen
        self._seen = now
        self._ruling = (ruling.id, ruling.taken_back) if ruling is not None else ("", False)
        self._question = question.id if question is not None else ""
        if None in before:
            return None
        said: list[Message] = []
        if ruling is not None and self._ruling != before[0]:
            said.append(ruling_message(ruling))
        if seen is not None and self._events and seen is not now:
            said += _happened(seen, now)
        if self._questions and question is not None and question.id != before[1]:
            said.append(question.message or Message.stored(question.question))
        return self._texts.spoken(Message.of("text-sentences", parts=said), _spoken_names(now)) if said else None


def _happened(before: Snapshot, now: Snapshot) -> list[Message]:
    """Return the commentary of new events other than rulings; an attack is included once it is over."""
    told = [one for one in detect_cards(before, now) if one.card.kind is not CardKind.RULING and not one.withdrawn]
    over = [one for one in told if one.card.kind is not CardKind.COMBAT or not one.ongoing]
    return [one.card.message or Message.stored(one.card.sentence) for one in over]


def _spoken_names(now: Snapshot) -> dict[str, str]:
    """Return names by id: of players and markers, and the labels of models."""
    names = {seat.player: seat.name for seat in now.game.seats}
    names |= {marker.id: marker.label for marker in now.table.markers}
    models = {one.id for one in now.game.roster} | {one.id for one in now.table.operatives}
    return names | {one: one.upper() for one in models}


def spoken_language(settings: VoiceSettings) -> str:
    """Return the language of the texts for a voice, such as "de" for "de-at" or "mb-de2" of espeak-ng."""
    return next((part[:2] for part in settings.language.lower().split("-") if part[:2] in languages()), SOURCE)


def spelled(pin: str, language: str = SOURCE) -> str:
    """Return the announcement of a PIN, digit by digit and repeated once."""
    return catalogue_of(language).spoken(Message.of("voice-pin", figures=list(pin)))


async def call_aloud(service: TableService, voice: Voice, wanted: VoiceSettings) -> None:
    """Speak new announcements and report the state of the voice, until cancelled."""
    announcer = Announcer(questions=wanted.questions, events=wanted.commentary, language=spoken_language(wanted))
    while True:
        missing = voice.missing
        service.report_health(
            PART, HealthState.TROUBLE if missing else HealthState.OK, missing or Message.of("voice-ok")
        )
        words = announcer.call(service.snapshot())
        if words is not None:
            await voice.say(words)
        await asyncio.sleep(EVERY_S)


class VoiceService:
    """Service of the spoken announcements, in the voice of the settings."""

    name = PART

    def __init__(self, service: TableService, settings: VoiceSettings) -> None:
        self._service, self._settings = service, settings
        self._voice = Voice(settings)

    async def run(self) -> None:
        """Speak new announcements, until cancelled."""
        await call_aloud(self._service, self._voice, self._settings)

    async def stop(self) -> None:
        """Stop speaking."""
        await self._voice.hush()

    async def say_pin(self, sessions: Sessions) -> bool:
        """Announce the PIN and return True; False if this machine cannot speak."""
        if self._voice.missing is not None:
            return False
        await self._voice.say(spelled(sessions.pin()[0], spoken_language(self._settings)))
        return True


class Buttons(Protocol):
    """A service that handles button presses."""

    async def press(self, button: Button, *, player: str = ANY, key: str) -> Outcome:
        """Handle a button press and return its outcome."""


async def take_presses(service: Buttons, panel: Panel, say_pin: SayPin) -> None:
    """Pass every press to the service, until cancelled; the buzzer signals presses that were rejected."""
    async for event in panel_events(panel):
        taken = await (say_pin() if event.action is Action.PAIR else _pressed(service, event))
        if not taken:
            panel.buzz(Sound.LONG)


async def _pressed(service: Buttons, event: PanelEvent) -> bool:
    try:
        outcome = await service.press(Button(event.action.value), key=f"panel-{event.at_s:.6f}")
    except ValueError as fault:
        log.warning("a press could not be taken: %s: %s", event.action.value, fault)
        return False
    return isinstance(outcome, Accepted)


HOLD_S = 5.0
"""How long a new ruling is shown before the light signals an open question again."""

EVERY_S = 0.1

OF_VERDICT = {Verdict.YES: YES, Verdict.NO: NO, Verdict.TOO_CLOSE: UNSURE}


class SignalChooser:
    """Chooses the light signal: a blocking fault, else the last ruling, else an open question.

    The ruling has priority over a question while it is new or a proposal is open. A new ruling sounds once; those made
    before the program started are silent.
    """

    def __init__(self) -> None:
        self._newest: str | None = None
        self._ruled_s = float("-inf")
        self._shown: PanelSignal | None = None

    def signal(self, now: Snapshot, now_s: float) -> PanelSignal | None:
        """Return the signal to show at a time in seconds; None if it does not change."""
        newest = now.rulings[0].id if now.rulings else ""
        new = self._newest is not None and newest not in ("", self._newest)
        if new:
            self._ruled_s = now_s
        self._newest = newest
        signal = self._standing(now, now_s)
        if new and signal.sound is not None:
            self._shown = replace(signal, sound=None)
            return signal
        silent = replace(signal, sound=None)
        if silent == self._shown:
            return None
        self._shown = silent
        return silent

    def _standing(self, now: Snapshot, now_s: float) -> PanelSignal:
        if any(map(is_blocking, now.health)):
            return TROUBLE
        ruling = next((each for each in now.rulings[:1] if not each.taken_back), None)
        asked_about = any(prompt.topic is Topic.PROPOSAL for prompt in now.prompts)
        if ruling is not None and (asked_about or not now.prompts or now_s - self._ruled_s < HOLD_S):
            return OF_VERDICT[ruling.verdict]
        return WAITING if now.prompts else DARK


async def drive_panel_lights(service: TableService, panel: Panel) -> None:
    """Show the signal of the current snapshot on the panel, until cancelled."""
    chooser = SignalChooser()
    while True:
        signal = chooser.signal(service.snapshot(), time.monotonic())
        if signal is not None:
            panel.show(signal)
        await asyncio.sleep(EVERY_S)


SayPin = Callable[[], Awaitable[bool]]
"""Announcement of the PIN, for the person at the panel; returns whether there was one."""


async def no_pin() -> bool:
    """Announce nothing."""
    return False


def panel_services(service: TableService, panel: Panel, say_pin: SayPin) -> list[Loop]:
    """Return the services of the panel: its buttons, and its light with the buzzer."""
    if panel.missing:
        service.report_health("panel", HealthState.OK, Message.of("panel-none"))
    return [
        Loop("panel", lambda: take_presses(service, panel, say_pin), panel.close),
        Loop("light", lambda: drive_panel_lights(service, panel)),
    ]

"""The panel's light and buzzer: which signal belongs to what stands, and when its sound is made."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

from hardware.panel import DARK, NO, TROUBLE, UNSURE, WAITING, YES, Panel, Signal
from overlook.table.blocking_health import is_blocking
from overlook.table.service import TableService
from referee.game.prompt import Topic
from referee.rules.ruling import Verdict
from web.contract.table.snapshot import Snapshot

HOLD_S = 5.0
"""How long a new ruling is shown before the light asks again for what it waits for."""

EVERY_S = 0.1

OF_VERDICT = {Verdict.YES: YES, Verdict.NO: NO, Verdict.TOO_CLOSE: UNSURE}


class SignalChooser:
    """Chooses the light: trouble first, then a new ruling or the one that is asked about, then an open question.

    A ruling sounds once, when it is new; those that stood before the table was switched on do not.
    """

    def __init__(self) -> None:
        self._newest: str | None = None
        self._ruled_s = float("-inf")
        self._shown: Signal | None = None

    def signal(self, now: Snapshot, now_s: float) -> Signal | None:
        """Return the signal to show from a time in seconds on; None when nothing changes."""
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

    def _standing(self, now: Snapshot, now_s: float) -> Signal:
        if any(map(is_blocking, now.health)):
            return TROUBLE
        ruling = next((each for each in now.rulings[:1] if not each.taken_back), None)
        asked_about = any(prompt.topic is Topic.PROPOSAL for prompt in now.prompts)
        if ruling is not None and (asked_about or not now.prompts or now_s - self._ruled_s < HOLD_S):
            return OF_VERDICT[ruling.verdict]
        return WAITING if now.prompts else DARK


async def show_signals(service: TableService, panel: Panel) -> None:
    """Keep the panel's light on what stands, for ever."""
    chooser = SignalChooser()
    while True:
        signal = chooser.signal(service.snapshot(), time.monotonic())
        if signal is not None:
            panel.show(signal)
        await asyncio.sleep(EVERY_S)

"""OBS follows the director: a scene for a shot or a fight, a ruling, a challenge, and the table's own else."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from web.contract.air import CardKind, CardView
from web.contract.port import TablePort
from web.contract.views import HealthState
from web.on_air import OnAir
from web.settings import ObsSettings

PART = "obs"
PATIENCE_S = 5
AGAIN_S = (2.0, 5.0, 10.0, 30.0)
WRONG_PASSWORD = 4009
INSTALL = "pip install simpleobsws"

Report = Callable[[str, HealthState, str], None]


SCENES = MappingProxyType(
    {CardKind.CHALLENGE: "challenge", CardKind.COMBAT: "dice", CardKind.KILL: "dice", CardKind.RULING: "ruling"}
)
"""Which scene belongs to what the director has on air, by its name in the settings."""


class SceneChooser:
    """Which scene belongs to what is on air, as late as the stream is: what players measure for themselves has none."""

    def __init__(self, settings: ObsSettings) -> None:
        self._settings = settings
        self._waiting: deque[tuple[float, str]] = deque()
        self._newest: tuple[str, float] = ("", 0.0)
        self._scene: str | None = None

    def scene(self, card: CardView | None, now_s: float, *, dice: bool = False) -> str:
        """Return the scene at a time in seconds; `card` is on air, `dice` whether some are asked for."""
        self._waiting.append((now_s + self._settings.delay_s, self._wanted(card, now_s, dice=dice)))
        while self._waiting and self._waiting[0][0] <= now_s:
            self._scene = self._waiting.popleft()[1]
        return self._settings.table if self._scene is None else self._scene

    def _wanted(self, card: CardView | None, now_s: float, *, dice: bool) -> str:
        settings = self._settings
        if card is not None and card.id != self._newest[0]:
            self._newest = card.id, now_s
        name = "" if card is None else SCENES.get(card.kind, "")
        if name == "ruling" and now_s - self._newest[1] >= settings.hold_s:
            name = ""
        if not name and dice:
            name = "dice"
        scenes = {"challenge": settings.challenge, "dice": settings.dice, "ruling": settings.ruling}
        return scenes.get(name, "") or settings.table


class Obs:
    """Keeps OBS on the scene that belongs to the table; comes back by itself, and says in one line how it is."""

    def __init__(self, settings: ObsSettings, service: TablePort, on_air: OnAir, report: Report) -> None:
        self._settings = settings
        self._service, self._on_air = service, on_air
        self._report = report

    async def run(self) -> None:
        """Follow the table for ever."""
        try:
            import simpleobsws
        except ImportError:
            self._report(PART, HealthState.TROUBLE, f"simpleobsws is not installed: {INSTALL}")
            return
        tries = 0
        while True:
            client = simpleobsws.WebSocketClient(self._settings.url, self._settings.password.get_secret_value())
            try:
                if await self._connected(client):
                    tries = 0
                    await self._follow(client, simpleobsws.Request)
            except Exception as fault:  # the library lets those of the web socket underneath through
                self._gone(fault)
            finally:
                await client.disconnect()
            await asyncio.sleep(AGAIN_S[min(tries, len(AGAIN_S) - 1)])
            tries += 1

    async def _connected(self, client: Any) -> bool:
        where = self._settings.url
        try:
            async with asyncio.timeout(PATIENCE_S):
                await client.connect()
        except (OSError, TimeoutError, ValueError) as fault:
            self._report(
                PART, HealthState.TROUBLE, f"OBS is not at {where} ({_short(fault)}): start it, or set obs.url"
            )
            return False
        except Exception as fault:  # the library lets those of the web socket underneath through
            self._report(PART, HealthState.TROUBLE, f"{where} does not talk as OBS does: {_short(fault)}")
            return False
        deadline_s = time.monotonic() + PATIENCE_S
        while not client.is_identified() and client.ws_open and time.monotonic() < deadline_s:
            await asyncio.sleep(0.02)
        if client.is_identified():
            self._report(PART, HealthState.OK, f"OBS at {where} follows the table")
            return True
        wrong = getattr(client.ws, "close_code", None) == WRONG_PASSWORD
        said = "refused the password: set obs.password to the one in OBS" if wrong else "did not greet: is it OBS?"
        self._report(PART, HealthState.LOST if wrong else HealthState.TROUBLE, f"OBS at {where} {said}")
        return False

    async def _follow(self, client: Any, request: Any) -> None:
        chooser = SceneChooser(self._settings)
        shown = ""
        async with self._on_air.followed():
            while client.ws_open:
                card = next(iter(self._on_air.view().card), None)
                dice = any(prompt.dice for prompt in self._service.snapshot().prompts)
                scene = chooser.scene(card, time.monotonic(), dice=dice)
                if scene and scene != shown:
                    answer = await client.call(request("SetCurrentProgramScene", {"sceneName": scene}), PATIENCE_S)
                    _heed_cancelling()
                    if not answer.ok():
                        self._report(PART, HealthState.TROUBLE, f"OBS has no scene {scene!r}: make it, or name another")
                    shown = scene
                await asyncio.sleep(0.1)
        self._gone()

    def _gone(self, fault: Exception | None = None) -> None:
        why = "" if fault is None else f" ({_short(fault)})"
        self._report(PART, HealthState.TROUBLE, f"OBS at {self._settings.url} has gone{why}: it is looked for again")


def _heed_cancelling() -> None:
    """Stop where a cancel was lost: the library waits by `asyncio.wait_for`, which until Python 3.12 drops one that
    comes with the answer.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _short(fault: BaseException) -> str:
    return (str(fault) or type(fault).__name__).splitlines()[0][:80]

"""OBS: scene switching over its WebSocket, and a scene collection file.

The file has the format that OBS 28 and later write; import it with Scene Collection, Import.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from types import MappingProxyType
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from messages.message import Message
from web.contract.base import HealthState
from web.contract.table.on_air import CardKind, CardView
from web.contract.table.table_port import TablePort
from web.server.responses import attachment, problems
from web.server.settings import ObsSettings
from web.stream.director import Director

PART = "obs"
PATIENCE_S = 5
AGAIN_S = (2.0, 5.0, 10.0, 30.0)
WRONG_PASSWORD = 4009
INSTALL = "pip install simpleobsws"

Report = Callable[[str, HealthState, Message], None]


SCENES = MappingProxyType(
    {CardKind.CHALLENGE: "challenge", CardKind.COMBAT: "dice", CardKind.KILL: "dice", CardKind.RULING: "ruling"}
)
"""Setting that names the scene for each kind of card on air."""


class SceneChooser:
    """Chooses the scene for what is on air, delayed like the stream; players' own measurements have none."""

    def __init__(self, settings: ObsSettings) -> None:
        self._settings = settings
        self._waiting: deque[tuple[float, str]] = deque()
        self._newest: tuple[str, float] = ("", 0.0)
        self._scene: str | None = None

    def scene(self, card: CardView | None, now_s: float, *, dice: bool = False) -> str:
        """Return the scene at a time in seconds; `card` is on air, `dice` is whether the table waits for dice."""
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


class ObsController:
    """Keeps OBS on the scene that belongs to the table; reconnects by itself, and reports its state in one line."""

    def __init__(self, settings: ObsSettings, service: TablePort, on_air: Director, report: Report) -> None:
        self._settings = settings
        self._service, self._on_air = service, on_air
        self._report = report

    async def run(self) -> None:
        """Follow the table until cancelled."""
        try:
            import simpleobsws
        except ImportError:
            self._report(PART, HealthState.TROUBLE, Message.of("stream-obs-not-installed", command=INSTALL))
            return
        tries = 0
        while True:
            client = simpleobsws.WebSocketClient(self._settings.url, self._settings.password.get_secret_value())
            try:
                if await self._connected(client):
                    tries = 0
                    await self._follow(client, simpleobsws.Request)
            except Exception as fault:  # the library also raises errors of its WebSocket library
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
            unreachable = Message.of("stream-obs-unreachable", address=where, fault=_short(fault))
            self._report(PART, HealthState.TROUBLE, unreachable)
            return False
        except Exception as fault:  # the library also raises errors of its WebSocket library
            stranger = Message.of("stream-obs-stranger", address=where, fault=_short(fault))
            self._report(PART, HealthState.TROUBLE, stranger)
            return False
        deadline_s = time.monotonic() + PATIENCE_S
        while not client.is_identified() and client.ws_open and time.monotonic() < deadline_s:
            await asyncio.sleep(0.02)
        if client.is_identified():
            self._report(PART, HealthState.OK, Message.of("stream-obs-ok", address=where))
            return True
        if getattr(client.ws, "close_code", None) == WRONG_PASSWORD:
            self._report(PART, HealthState.LOST, Message.of("stream-obs-password", address=where))
        else:
            self._report(PART, HealthState.TROUBLE, Message.of("stream-obs-silent", address=where))
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
                    _reraise_lost_cancel()
                    if not answer.ok():
                        missing = Message.of("stream-obs-scene-missing", scene=scene)
                        self._report(PART, HealthState.TROUBLE, missing)
                    shown = scene
                await asyncio.sleep(0.1)
        self._gone()

    def _gone(self, fault: Exception | None = None) -> None:
        where = self._settings.url
        gone = (
            Message.of("stream-obs-gone", address=where)
            if fault is None
            else Message.of("stream-obs-lost", address=where, fault=_short(fault))
        )
        self._report(PART, HealthState.TROUBLE, gone)


def _reraise_lost_cancel() -> None:
    """Raise `CancelledError` if a cancellation was lost.

    The library uses `asyncio.wait_for`, which before Python 3.12 drops a cancellation that coincides with the result.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _short(fault: BaseException) -> str:
    return (str(fault) or type(fault).__name__).splitlines()[0][:80]


NAME = "Overlook"
CAMERA, OVERLAY = "Overlook camera", "Overlook overlay"
Size = Annotated[
    str,
    Query(pattern=r"^(1280x720|1920x1080|3840x2160)$", description="OBS's canvas", examples=["1920x1080"]),
]
Delay = Annotated[float, Query(ge=0, le=60, description="delay, seconds", examples=[5])]
Browser = Annotated[bool, Query(description="with browser sources", examples=[True])]
Theme = Annotated[str, Query(pattern=r"^(dark|light|contrast)$", examples=["dark"])]


def scene_collection(
    table: str, *, size_px: tuple[int, int], theme: str, delay_s: float, browser: bool
) -> dict[str, Any]:
    """Return the scene collection; `table` is the table's address without a path.

    An OBS without `browser` sources gets the camera only, with bases and rulings drawn in.
    """
    scenes = list(dict.fromkeys(name for name in _scene_names(ObsSettings()) if name))
    held = {"delay": f"{delay_s:g}"} if delay_s else {}
    asked = {**({} if theme == "dark" else {"theme": theme}), **held}
    camera = {
        "input": f"{table}/camera.mjpg{_query(held if browser else {'drawn': 'true', **held})}",
        "input_format": "mpjpeg",
        "is_local_file": False,
        "restart_on_activate": False,
        "reconnect_delay_sec": 2,
    }
    overlay = {
        "url": f"{table}/overlay{_query(asked)}",
        "width": size_px[0],
        "height": size_px[1],
        "css": "",
        "shutdown": False,
        "restart_when_active": False,
    }
    sources = [{"id": "ffmpeg_source", "name": CAMERA, "settings": camera}]
    if browser:
        sources.append({"id": "browser_source", "name": OVERLAY, "settings": overlay})
    names = tuple(str(source["name"]) for source in sources)
    return {
        "name": NAME,
        "current_scene": scenes[0],
        "current_program_scene": scenes[0],
        "scene_order": [{"name": name} for name in scenes],
        "sources": [*sources, *(_scene(name, names, size_px) for name in scenes)],
        "groups": [],
        "transitions": [],
        "current_transition": "Fade",
        "transition_duration": 300,
    }


def _scene_names(settings: ObsSettings) -> tuple[str, ...]:
    return settings.table, settings.dice, settings.ruling, settings.challenge


def _query(asked: dict[str, str]) -> str:
    return f"?{urlencode(asked)}" if asked else ""


def _scene(name: str, sources: tuple[str, ...], size_px: tuple[int, int]) -> dict[str, Any]:
    """Return a scene in which each source is scaled to the canvas, later ones over earlier ones."""
    items = [
        {
            "name": source,
            "id": number,
            "visible": True,
            "locked": source == OVERLAY,
            "bounds_type": 2,
            "bounds_align": 0,
            "bounds": {"x": float(size_px[0]), "y": float(size_px[1])},
            "pos": {"x": 0.0, "y": 0.0},
            "scale": {"x": 1.0, "y": 1.0},
            "align": 5,
            "rot": 0.0,
        }
        for number, source in enumerate(sources, 1)
    ]
    return {"id": "scene", "name": name, "settings": {"items": items, "id_counter": len(items), "custom_size": False}}


def scenes_router() -> APIRouter:
    """Return the route of the scene collection."""
    router = APIRouter(prefix="/api", tags=["air"])

    @router.get("/scenes.json", response_class=Response, responses=problems(401, 422))
    async def scenes(
        request: Request, size: Size = "1920x1080", theme: Theme = "dark", delay: Delay = 0.0, browser: Browser = True
    ) -> Response:
        """A scene collection for OBS, with the addresses by which this table was called."""
        width, height = (int(side) for side in size.split("x"))
        table = f"{request.url.scheme}://{request.url.netloc}"
        found = scene_collection(table, size_px=(width, height), theme=theme, delay_s=delay, browser=browser)
        return JSONResponse(found, headers=attachment("overlook-scenes.json"))

    return router

"""A hub with an event, served from a thread: as phones, pages and tools meet it."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from tests.ports import free_port
from venue.hub.app import EventSettings, create_hub
from venue.hub.store import Store
from venue.mqtt import Broker

KEY = "a-key-nobody-knows"
EVENT = "/api/v1/event"


def store_at(folder: Path) -> Store:
    return Store(f"sqlite:///{folder / 'hub.sqlite'}")


@contextlib.contextmanager
def served(folder: Path, *, broker: int = 0) -> Iterator[httpx.Client]:
    hub = create_hub(
        Broker("127.0.0.1", broker or free_port()),
        store_at(folder),
        names=("127.0.0.1",),
        report=lambda _well, _text: None,
        event=EventSettings("cup", KEY),
    )
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(hub, host="127.0.0.1", port=port, log_level="error", ws="none"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        end_s = time.monotonic() + 30
        while not server.started:
            assert time.monotonic() < end_s
            time.sleep(0.02)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join(60)


class Organiser:
    """An organiser, and everybody's phone."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.count = 0

    def post(self, path: str, body: dict[str, Any], *, key: str = "", secret: str = KEY) -> httpx.Response:
        self.count += 1
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        return self.client.post(f"{EVENT}{path}", json={"key": key or f"key-{self.count:06}", **body}, headers=headers)

    def post_raw(self, path: str, body: dict[str, Any]) -> httpx.Response:
        return self.client.post(f"{EVENT}{path}", json=body, headers={"Authorization": f"Bearer {KEY}"})

    def act(self, **act: Any) -> httpx.Response:
        return self.post("/acts", {"by": "Ref", "act": act})

    def begin(self) -> httpx.Response:
        return self.post("/rounds", {"by": "Ref", "mission": "Loot", "killzone": "Volkus", "minutes": 60})

    def codes(self) -> dict[str, str]:
        found: dict[str, str] = self.client.get(f"{EVENT}/codes", headers={"Authorization": f"Bearer {KEY}"}).json()
        return found

    def sign(
        self, entrant: str, points: tuple[int, int], *, code: str = "", key: str = "", number: int = 1
    ) -> httpx.Response:
        body = {"entrant": entrant, "code": code or self.codes()[entrant], "round": number, "points": points}
        return self.post("/signatures", body, key=key, secret="")

    def view(self) -> Any:
        return self.client.get(EVENT).json()

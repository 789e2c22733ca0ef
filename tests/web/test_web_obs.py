"""OBS follows the table: against a server that talks as OBS does (protocol 5, msgpack)."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import msgpack
import pytest
from pydantic import SecretStr
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from tests.web.fake_rulings import defence_dice, within
from tests.web.fake_table import FakeTable
from web.contract.views import HealthState
from web.obs import WRONG_PASSWORD, Obs, SceneChooser
from web.settings import ObsSettings

PASSWORD = "correct horse"
PATIENCE_S = 10.0


def proof(password: str, salt: str, challenge: str) -> str:
    """Return the authentication string of the OBS protocol."""

    def hashed(text: str) -> str:
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    return hashed(hashed(password + salt) + challenge)


class Studio:
    """As much of OBS as the table talks to."""

    def __init__(self, scenes: set[str]) -> None:
        self.scenes, self.shown = scenes, list[str]()
        self.met: list[ServerConnection] = []
        self.mute = False

    async def talk(self, peer: ServerConnection) -> None:
        self.met.append(peer)
        hello = {"obsWebSocketVersion": "5.5.0", "rpcVersion": 1, "authentication": {"salt": "s", "challenge": "c"}}
        await peer.send(msgpack.packb({"op": 0, "d": hello}))
        said = msgpack.unpackb(await peer.recv())["d"]
        if said.get("authentication") != proof(PASSWORD, "s", "c"):
            await peer.close(WRONG_PASSWORD, "Authentication failed.")
            return
        await peer.send(msgpack.packb({"op": 2, "d": {"negotiatedRpcVersion": 1}}))
        async for message in peer:
            asked = msgpack.unpackb(message)["d"]
            if self.mute:
                continue
            scene = asked["requestData"]["sceneName"]
            known = scene in self.scenes
            self.shown += [scene] if known else []
            status = {"result": known, "code": 100 if known else 600}
            answer = {"requestType": asked["requestType"], "requestId": asked["requestId"], "requestStatus": status}
            await peer.send(msgpack.packb({"op": 7, "d": answer}))


Told = list[tuple[HealthState, str]]


class Shrugging:
    """A client as `simpleobsws` has it under Python 3.11: a cancel that comes with an answer is lost."""

    ws_open = True

    def __init__(self, *_: object) -> None:
        self.asked = 0

    async def connect(self) -> None:
        """It is always there."""

    async def disconnect(self) -> None:
        """It goes at once."""

    def is_identified(self) -> bool:
        return True

    async def call(self, *_: object) -> Any:
        self.asked += 1
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            return SimpleNamespace(ok=lambda: True)


def follow(
    play: Callable[[FakeTable, Studio, Told], Awaitable[None]], *, password: str = PASSWORD, **settings: Any
) -> None:
    """Run OBS and the table's follower while `play` happens."""

    async def run() -> None:
        studio, told = Studio({"Table", "Dice", "Challenge"} | set(settings.pop("scenes", ()))), Told()
        fake = FakeTable(moving=False)
        fake.prompts = ()
        fake.publish()
        async with serve(studio.talk, "127.0.0.1", 0, subprotocols=[Subprotocol("obswebsocket.msgpack")]) as server:
            port = server.sockets[0].getsockname()[1]
            wanted = ObsSettings(url=f"ws://127.0.0.1:{port}", password=SecretStr(password), **settings)
            task = asyncio.create_task(
                Obs(wanted, fake, lambda part, state, sentence: told.append((state, sentence))).run()
            )
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await play(fake, studio, told)
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    asyncio.run(run())


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.02)


def test_scenes_follow_dice_and_go_back() -> None:
    async def play(fake: FakeTable, studio: Studio, told: Told) -> None:
        await until(lambda: studio.shown == ["Table"])
        fake.prompts = (defence_dice(),)
        fake.publish()
        await until(lambda: studio.shown == ["Table", "Dice"])
        fake.prompts = ()
        fake.publish()
        await until(lambda: studio.shown == ["Table", "Dice", "Table"])
        assert told[0][0] is HealthState.OK

    follow(play)


def test_a_wrong_password_is_said_in_one_clear_line() -> None:
    async def play(fake: FakeTable, studio: Studio, told: Told) -> None:
        await until(lambda: bool(told))
        assert told[0][0] is HealthState.LOST
        assert "refused the password" in told[0][1]
        assert "wrong" not in told[0][1]
        assert studio.shown == []

    follow(play, password="wrong")


def test_a_scene_that_is_not_there_is_named() -> None:
    async def play(fake: FakeTable, studio: Studio, told: Told) -> None:
        await until(lambda: any("'Studio B'" in sentence for _, sentence in told))

    follow(play, table="Studio B")


def test_it_comes_back_when_obs_was_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.obs.AGAIN_S", (0.05,))

    async def play(fake: FakeTable, studio: Studio, told: Told) -> None:
        await until(lambda: studio.shown == ["Table"])
        await studio.met[0].close()
        await until(lambda: len(studio.met) > 1 and studio.shown == ["Table", "Table"])

    follow(play)


def test_it_stops_even_where_the_library_drops_the_cancel(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Shrugging()
    monkeypatch.setattr("simpleobsws.WebSocketClient", lambda *_: client)
    fake = FakeTable(moving=False)

    async def run() -> bool:
        task = asyncio.create_task(Obs(ObsSettings(), fake, lambda *_: None).run())
        await until(lambda: client.asked == 1)
        task.cancel()
        await asyncio.wait({task}, timeout=PATIENCE_S)
        return task.cancelled()

    assert asyncio.run(run())


def test_an_obs_that_no_longer_answers_is_left_and_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.obs.AGAIN_S", (0.05,))
    monkeypatch.setattr("web.obs.PATIENCE_S", 0.3)

    async def play(fake: FakeTable, studio: Studio, told: Told) -> None:
        await until(lambda: studio.shown == ["Table"])
        studio.mute = True
        fake.prompts = (defence_dice(),)
        fake.publish()
        await until(lambda: any(state is HealthState.TROUBLE and "has gone" in line for state, line in told))
        studio.mute = False
        await until(lambda: studio.shown[-1] == "Dice")
        assert len(studio.met) > 1

    follow(play)


def test_a_new_ruling_is_shown_for_a_while_and_an_old_one_is_not() -> None:
    fake = FakeTable(moving=False)
    fake.prompts = ()
    fake.publish()
    chooser = SceneChooser(ObsSettings(hold_s=6.0))
    assert chooser.scene(fake.snapshot(), 0.0) == "Table"
    fake.call(within())
    fake.publish()
    assert chooser.scene(fake.snapshot(), 1.0) == "Ruling"
    assert chooser.scene(fake.snapshot(), 6.9) == "Ruling"
    assert chooser.scene(fake.snapshot(), 7.1) == "Table"

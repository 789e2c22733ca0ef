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
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from messages.message import Message
from tests.web.fake_rulings import defence_dice, within
from tests.web.fake_table import FakeTable
from web.contract.base import HealthState
from web.contract.table.on_air import CardKind, CardView
from web.server.settings import ObsSettings
from web.stream.cards import MEASURED
from web.stream.director import Director
from web.stream.obs import WRONG_PASSWORD, ObsController, SceneChooser

PASSWORD = "correct horse"
PATIENCE_S = 60.0


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


GONE = {"stream-obs-gone", "stream-obs-lost"}
Told = list[tuple[HealthState, Message | str]]


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
                ObsController(
                    wanted, fake, Director(fake), lambda part, state, sentence: told.append((state, sentence))
                ).run()
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
        state, message = told[0]
        assert state is HealthState.LOST
        assert isinstance(message, Message)
        assert message.code == "stream-obs-password"
        assert "wrong" not in str(message)
        assert studio.shown == []

    follow(play, password="wrong")


def test_a_scene_that_is_not_there_is_named() -> None:
    async def play(fake: FakeTable, studio: Studio, told: Told) -> None:
        await until(lambda: any(one == Message.of("stream-obs-scene-missing", scene="Studio B") for _, one in told))

    follow(play, table="Studio B")


def test_it_comes_back_when_obs_was_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.stream.obs.AGAIN_S", (0.05,))

    async def play(fake: FakeTable, studio: Studio, told: Told) -> None:
        await until(lambda: studio.shown == ["Table"])
        await studio.met[0].close()
        await until(lambda: len(studio.met) > 1 and studio.shown == ["Table", "Table"])

    follow(play)


class Absent(Shrugging):
    """A client whose OBS is not running, but for the second time that it is looked for."""

    looked = 0
    ws_open = False

    async def connect(self) -> None:
        Absent.looked += 1
        if Absent.looked != 2:
            raise ConnectionRefusedError


def test_obs_that_is_not_there_is_looked_for_less_and_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simpleobsws.WebSocketClient", Absent)
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 7:
            raise asyncio.CancelledError

    # Only for that module: the server of other tests sleeps in a thread of this process.
    monkeypatch.setattr("web.stream.obs.asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": wait}))
    fake = FakeTable(moving=False)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(ObsController(ObsSettings(), fake, Director(fake), lambda *_: None).run())
    assert waits == [2, 2, 5, 10, 30, 30, 30]


def test_it_stops_even_where_the_library_drops_the_cancel(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Shrugging()
    monkeypatch.setattr("simpleobsws.WebSocketClient", lambda *_: client)
    fake = FakeTable(moving=False)

    async def run() -> bool:
        task = asyncio.create_task(ObsController(ObsSettings(), fake, Director(fake), lambda *_: None).run())
        await until(lambda: client.asked == 1)
        task.cancel()
        await asyncio.wait({task}, timeout=PATIENCE_S)
        return task.cancelled()

    assert asyncio.run(run())


def test_an_obs_that_no_longer_answers_is_left_and_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.stream.obs.AGAIN_S", (0.05,))
    monkeypatch.setattr("web.stream.obs.PATIENCE_S", 0.3)

    async def play(fake: FakeTable, studio: Studio, told: Told) -> None:
        await until(lambda: studio.shown == ["Table"])
        studio.mute = True
        fake.prompts = (defence_dice(),)
        fake.publish()
        await until(lambda: any(isinstance(one, Message) and one.code in GONE for _, one in told))
        studio.mute = False
        await until(lambda: studio.shown[-1] == "Dice")
        assert len(studio.met) > 1

    follow(play)


def card(kind: CardKind, name: str = "one") -> CardView:
    return CardView(id=f"{kind.value}-{name}", kind=kind, title="x", sentence="x")


def test_a_new_ruling_is_shown_for_a_while_and_an_old_one_is_not() -> None:
    chooser = SceneChooser(ObsSettings(hold_s=6.0))
    ruling = card(CardKind.RULING)
    assert chooser.scene(None, 0.0) == "Table"
    assert chooser.scene(ruling, 1.0) == "Ruling"
    assert chooser.scene(ruling, 6.9) == "Ruling"
    assert chooser.scene(ruling, 7.1) == "Table", "a producer has pinned it"
    assert chooser.scene(card(CardKind.RULING, "two"), 7.2) == "Ruling"


@pytest.mark.parametrize(
    ("kind", "scene"),
    [
        (CardKind.COMBAT, "Dice"),
        (CardKind.KILL, "Dice"),
        (CardKind.CHALLENGE, "Challenge"),
        (CardKind.MODEL, "Table"),
        (CardKind.SCORE, "Table"),
        (CardKind.END, "Table"),
    ],
)
def test_each_scene_is_that_of_what_the_director_has_on_air(kind: CardKind, scene: str) -> None:
    assert SceneChooser(ObsSettings()).scene(card(kind), 0.0) == scene
    assert SceneChooser(ObsSettings(dice="", challenge="")).scene(card(kind), 0.0) == "Table"


def test_dice_that_no_shot_asks_for_have_their_scene_too() -> None:
    assert SceneChooser(ObsSettings()).scene(None, 0.0, dice=True) == "Dice"
    assert SceneChooser(ObsSettings()).scene(card(CardKind.CHALLENGE), 0.0, dice=True) == "Challenge"


@given(st.lists(st.tuples(st.floats(0.05, 3), st.sampled_from([None, *CardKind])), min_size=1), st.floats(0, 20))
def test_with_a_delay_every_scene_comes_so_much_later_and_none_is_left_out(
    shown: list[tuple[float, CardKind | None]], delay_s: float
) -> None:
    now, late = SceneChooser(ObsSettings(hold_s=60)), SceneChooser(ObsSettings(hold_s=60, delay_s=delay_s))
    history: list[tuple[float, str]] = []
    now_s = 0.0
    for number, (passed_s, kind) in enumerate(shown):
        now_s += passed_s
        one = None if kind is None else card(kind, str(number))
        history.append((now_s, now.scene(one, now_s)))
        due = [scene for at_s, scene in history if at_s + delay_s <= now_s]
        assert late.scene(one, now_s) == (due[-1] if due else "Table")


def test_what_somebody_measures_for_itself_switches_nothing_and_a_ruling_does() -> None:
    async def play(fake: FakeTable, studio: Studio, told: Told) -> None:
        await until(lambda: studio.shown == ["Table"])
        fake.call(within())
        mine, *others = fake.rulings
        fake.rulings = (mine.model_copy(update={"id": f"{MEASURED}{mine.sequence}-0"}), *others)
        fake.publish()
        fake.prompts = (defence_dice(),)
        fake.publish()
        await until(lambda: studio.shown == ["Table", "Dice"])
        fake.prompts = ()
        fake.call(within())
        fake.publish()
        await until(lambda: studio.shown == ["Table", "Dice", "Ruling"])

    follow(play, scenes={"Ruling"})

"""The real OBS beside a table: run inside a network namespace, prints one JSON line for every step that came true.

OBS listens on every address, so it is kept in a namespace of its own: `unshare --net sh -c "ip link set lo up && exec
python -m tests.web.obs_lab FOLDER"`. FOLDER takes OBS's settings, its log, and the picture that it showed.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import simpleobsws
import uvicorn
from pydantic import SecretStr

from messages.message import Message
from referee.game.prompt import Topic
from tests.web.fake_rulings import defence_dice, within
from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.camera.annotated_pictures import AnnotatedPictures
from web.contract.base import HealthState
from web.contract.table.game_views import PromptChoiceView, PromptView
from web.server.settings import ObsSettings, WebSettings
from web.stream.director import Director
from web.stream.obs import ObsController, scene_collection

URL, PASSWORD = "ws://127.0.0.1:4455", "correct horse"
TABLE = "http://127.0.0.1:8047"
PATIENCE_S = 90.0
PICTURE = "Overlook camera"
HOTKEYS = Path(__file__).resolve().parents[2] / "web" / "static" / "obs" / "overlook_director.py"
COMPLAINTS = ("Failed to create source", "not found", "Failed to load scene")
SETTINGS = f"""[General]
FirstRun=true
EnableAutoUpdates=false
[OBSWebSocket]
FirstLoad=false
ServerEnabled=true
ServerPort=4455
AlertsEnabled=false
AuthRequired=true
ServerPassword={PASSWORD}
[Basic]
SceneCollection=Overlook
SceneCollectionFile=Overlook
"""
CHALLENGE = PromptView(
    id="challenge:r1",
    topic=Topic.CHALLENGE,
    about="1",
    owner="any",
    question="Upheld?",
    choices=(PromptChoiceView(key="yes", label="Yes"),),
    default="yes",
)


def tell(step: str, **what: Any) -> None:
    """Print a step that came true."""
    print(json.dumps({"step": step, **what}), flush=True)


def start_obs(folder: Path) -> subprocess.Popen[bytes]:
    """Start OBS on a screen of its own, with its settings in the folder."""
    settings = folder / "config" / "obs-studio"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "global.ini").write_text(SETTINGS)
    scenes = settings / "basic" / "scenes"
    scenes.mkdir(parents=True, exist_ok=True)
    collection = scene_collection(TABLE, size_px=(1280, 720), theme="dark", delay_s=0, browser=False)
    # As OBS keeps a script that somebody has added by its Tools menu.
    collection["modules"] = {"scripts-tool": [{"path": str(HOTKEYS), "settings": {"table": TABLE}}]}
    (scenes / "Overlook.json").write_text(json.dumps(collection))
    own = {
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_RUNTIME_DIR": str(folder),
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "QT_QPA_PLATFORM": "xcb",
    }
    with (folder / "obs.log").open("ab") as log:
        started = f"echo $DISPLAY > {folder}/display; exec obs --multi"
        screen = ["xvfb-run", "-a", "-f", str(folder / "authority"), "-s", "-screen 0 1280x720x24"]
        command = [*screen, "sh", "-c", started]
        return subprocess.Popen(command, env=os.environ | own, stdout=log, stderr=log, start_new_session=True)


def stop_obs(obs: subprocess.Popen[bytes]) -> None:
    """Kill OBS and its screen."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(obs.pid, 9)
    obs.wait()


def complaints(folder: Path) -> list[str]:
    """Return what OBS says of a scene collection that it does not like."""
    lines = (folder / "obs.log").read_text(errors="replace").splitlines()
    return [line for line in lines if any(word in line for word in COMPLAINTS)]


def photograph_window(folder: Path, name: str) -> None:
    """Take a picture of the screen that OBS is on."""
    screen = (folder / "display").read_text().strip()
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "x11grab", "-video_size", "1280x720", "-i", screen]
    own = os.environ | {"XAUTHORITY": str(folder / "authority")}
    subprocess.run([*command, "-frames:v", "1", str(folder / name)], env=own, check=True, timeout=30)


class Hand:
    """A hand in OBS: makes scenes, and looks at what is shown."""

    def __init__(self) -> None:
        self.client = simpleobsws.WebSocketClient(URL, PASSWORD)

    async def __aenter__(self) -> Hand:
        end_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < end_s:
            with contextlib.suppress(OSError, TimeoutError):
                await asyncio.wait_for(self.client.connect(), 5)
                if await self.client.wait_until_identified(5):
                    return self
            self.client = simpleobsws.WebSocketClient(URL, PASSWORD)
            await asyncio.sleep(0.5)
        raise SystemExit("OBS did not answer: see obs.log")

    async def __aexit__(self, *_: object) -> None:
        await self.client.disconnect()

    async def ask(self, what: str, **words: Any) -> dict[str, Any]:
        answer = await self.client.call(simpleobsws.Request(what, words), 10)
        if not answer.ok():
            raise SystemExit(f"OBS refused {what}: {answer.requestStatus}")
        return answer.responseData or {}

    async def scene(self) -> str:
        return str((await self.ask("GetCurrentProgramScene"))["currentProgramSceneName"])

    async def picture(self) -> np.ndarray | None:
        """Return what OBS shows of the camera; None while it has nothing yet."""
        wanted = {"sourceName": PICTURE, "imageFormat": "png", "imageWidth": 640}
        answer = await self.client.call(simpleobsws.Request("GetSourceScreenshot", wanted), 10)
        if not answer.ok():
            return None
        data = base64.b64decode(answer.responseData["imageData"].split(",", 1)[1])
        return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


async def until(true: Callable[[], Awaitable[bool]], what: str) -> None:
    """Wait until something is true; end the lab in one line when it does not become so."""
    end_s = time.monotonic() + PATIENCE_S
    while not await true():
        if time.monotonic() > end_s:
            raise SystemExit(f"it did not come true: {what}")
        await asyncio.sleep(0.1)


def alike(shown: np.ndarray, jpeg: bytes) -> float:
    """Return how alike OBS's picture and the camera's are, from -1 to 1."""
    camera = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert camera is not None
    small = cv2.resize(camera, shown.shape[1::-1], interpolation=cv2.INTER_AREA)
    return float(np.corrcoef(shown.ravel().astype(float), small.ravel().astype(float))[0, 1])


async def photographed(fake: FakeTable) -> None:
    """Have the table take pictures, for ever."""
    while True:
        fake.step(0.1)
        await asyncio.sleep(0.1)


async def lab(folder: Path) -> None:
    fake, told = FakeTable(moving=False), list[tuple[HealthState, Message | str]]()
    fake.prompts = ()
    fake.publish()
    on_air = Director(fake)
    server = uvicorn.Server(
        uvicorn.Config(create_app(Ports(table=fake, on_air=on_air), WebSettings()), port=8047, log_level="error")
    )
    serving, camera = asyncio.create_task(server.serve()), asyncio.create_task(photographed(fake))
    obs = start_obs(folder)

    def follower(password: str) -> asyncio.Task[None]:
        settings = ObsSettings(url=URL, password=SecretStr(password), hold_s=2.0)
        return asyncio.create_task(
            ObsController(settings, fake, on_air, lambda _, state, message: told.append((state, message))).run()
        )

    async def said(state: HealthState, *codes: str) -> bool:
        return any(state is known and isinstance(one, Message) and one.code in codes for known, one in told)

    try:
        async with Hand() as hand:
            tell("obs", version=(await hand.ask("GetVersion"))["obsVersion"])
            known = {one["sceneName"] for one in (await hand.ask("GetSceneList"))["scenes"]}
            tell("collection", scenes=sorted(known), complaints=complaints(folder))
            await _wrong_password(follower, said)
            following = follower(PASSWORD)
            await _scenes(fake, hand, folder)
            await _picture(AnnotatedPictures(fake, on_air), hand, folder)
            await _hotkeys(on_air, hand)
        stop_obs(obs)
        await until(
            lambda: said(HealthState.TROUBLE, "stream-obs-gone", "stream-obs-lost"), "the table says that OBS has gone"
        )
        tell("gone", said=str(told[-1][1]))
        told.clear()
        obs = start_obs(folder)
        await until(lambda: said(HealthState.OK, "stream-obs-ok"), "the table finds OBS again")
        tell("back")
        following.cancel()
    finally:
        stop_obs(obs)
        camera.cancel()
        server.should_exit = True
        await serving


async def _wrong_password(follower: Callable[[str], asyncio.Task[None]], said: Callable[..., Awaitable[bool]]) -> None:
    wrong = follower("wrong horse")
    await until(lambda: said(HealthState.LOST, "stream-obs-password"), "the password is refused")
    wrong.cancel()
    tell("wrong password")


async def _hotkeys(on_air: Director, hand: Hand) -> None:
    for name, held in (("overlook.hold", True), ("overlook.resume", False)):
        await hand.ask("TriggerHotkeyByName", hotkeyName=name)

        async def done(held: bool = held) -> bool:
            return on_air.rundown().held is held

        await until(done, f"the director heard {name}")
    tell("hotkeys")


async def _scenes(fake: FakeTable, hand: Hand, folder: Path) -> None:
    async def shows(name: str) -> None:
        async def shown() -> bool:
            return await hand.scene() == name

        await until(shown, f"OBS shows {name}")
        tell("scene", name=name)

    await shows("Table")
    for prompt, name in ((defence_dice(), "Dice"), (CHALLENGE, "Challenge")):
        fake.prompts = (prompt,)
        fake.publish()
        await shows(name)
    fake.prompts = ()
    fake.publish()
    await shows("Table")
    fake.call(within())
    fake.publish()
    await shows("Ruling")
    photograph_window(folder, "window.png")
    await shows("Table")


async def _picture(drawn: AnnotatedPictures, hand: Hand, folder: Path) -> None:
    best = -1.0

    async def shown() -> bool:
        nonlocal best
        picture = await hand.picture()
        if picture is not None and picture.std() > 1:
            best = max(best, alike(picture, (await drawn.picture(0)).jpeg))
            cv2.imwrite(str(folder / "shown.png"), picture)
        return best > 0.97

    await until(shown, "OBS shows the table's picture")
    tell("picture", alike=round(best, 4))


if __name__ == "__main__":
    asyncio.run(lab(Path(sys.argv[1])))

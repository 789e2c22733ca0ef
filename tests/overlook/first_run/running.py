"""The real program as a process of its own, whatever it finds."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import httpx

from calibration.rig import Rig, save_rig
from simulation.render.renderer import take_photo
from simulation.scene.example_table import example_catalogue, example_poses, example_rig
from tests.overlook.commands import Forked

PATIENCE_S = 30.0
"""What the pages of a fresh machine may take, in seconds of its processor's work: what else runs is not its own."""

WALL_S = 600.0
"""How long a test waits for something that hangs; how fast it must be is said by `PATIENCE_S` alone."""
SIZE_PX = (1280, 720)


class Running:
    """`overlook run` with these options; ended as a pulled plug ends it.

    `settings` are named as an installed table's service names them. It is the fork of a process that has read the
    program, another `program` too where it is one file; `from_nothing` it reads the program itself.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        program: tuple[str, ...] | None = None,
        settings: Path | None = None,
        from_nothing: bool = False,
    ) -> None:
        self._said = said = folder / "said.txt"
        said.write_text("")
        words = ["--port", "0", *options]
        env = os.environ | ({} if settings is None else {"OVERLOOK_SETTINGS": str(settings)})
        self.began_s = time.monotonic()
        self.process: subprocess.Popen[bytes] | Forked
        if from_nothing or (program is not None and len(program) > 1):
            command = [sys.executable, *(program or ("-m", "overlook", "run")), *words]
            with said.open("w") as file:
                self.process = subprocess.Popen(command, stderr=file, stdout=file, cwd=folder, env=env)
        else:
            end = folder / f"ended-{time.monotonic_ns()}"
            other = "" if program is None else program[0]
            words = words if other else ["run", *words]
            self.process = Forked(words, folder=folder, out=said, err=said, end=end, environment=env, program=other)
        self.url = ""

    def __enter__(self) -> Running:
        try:
            self._await_address()
        except AssertionError:
            self.__exit__()
            raise
        return self

    def _await_address(self) -> None:
        end_s = self.began_s + WALL_S
        while not self.url:
            found = re.search(r"(http://\S+:\d+)/", self.said)
            self.url = found[1] if found else ""
            assert self.process.poll() is None, f"it has stopped: {self.said}"
            assert time.monotonic() < end_s, f"no address within {WALL_S} s: {self.said}"
            time.sleep(0.05)

    @property
    def worked_s(self) -> float:
        """For how long it has kept a processor busy."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(60)

    @property
    def said(self) -> str:
        """What it has said so far."""
        return self._said.read_text()

    def page(self, address: str) -> httpx.Response:
        """Return what an address answers."""
        return httpx.get(self.url + address, timeout=WALL_S)

    def first(self) -> dict[str, Any] | None:
        """Return how the first run stands; None at a table that has none to show."""
        answer = self.page("/api/first")
        return answer.json() if answer.status_code == 200 else None

    def ask(self, kind: str, **fields: Any) -> httpx.Response:
        """Ask the first run for something."""
        return httpx.post(f"{self.url}/api/first", json={"wish": {"kind": kind, **fields}}, timeout=60)

    def until(self, what: str, true: Callable[[], bool], within_s: float = WALL_S) -> None:
        """Wait until something is true."""
        wait_until(what, true, within_s, said=lambda: f"it said: {self.said}")


def wait_until(
    what: str,
    true: Callable[[], bool],
    within_s: float,
    *,
    every_s: float = 0.1,
    runs: Callable[[], bool] = lambda: True,
    said: Callable[[], str],
) -> None:
    """Wait until something is true of a table that may not answer yet, or is being built anew, as long as it `runs`."""
    end_s = time.monotonic() + within_s
    while True:
        with suppress(httpx.TransportError):
            if true():
                return
        assert runs(), f"it has stopped: {said()}"
        assert time.monotonic() < end_s, f"not within {within_s} s: {what}; {said()}"
        time.sleep(every_s)


@cache
def _picture() -> bytes:
    picture = take_photo(example_catalogue(), example_poses(), example_rig(SIZE_PX)).image
    return cv2.imencode(".png", picture)[1].tobytes()


def whole_table(folder: Path) -> None:
    """Lay out everything that a table needs, its camera a picture of the example table."""
    catalogue, rig = example_catalogue(), example_rig(SIZE_PX)
    save_rig(Rig(rig.camera), folder / "rig.json")
    (folder / "catalogue.json").write_text(json.dumps(json.loads(catalogue.model_dump_json())))
    (folder / "table.png").write_bytes(_picture())
    (folder / "overlook.toml").write_text(
        f'[data]\nfolder = "{folder}/data"\n[web]\nbeat_s = 2.0\n[tray]\nfps = 8.0\n[game]\nround_min = 0\n'
        f'[camera]\nsource = "{folder}/table.png"\nsize_px = {list(SIZE_PX)}\n'
        f'rig = "{folder}/rig.json"\ncatalogue = "{folder}/catalogue.json"\n'
    )

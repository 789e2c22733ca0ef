"""A table out of its box, whose plug a test pulls."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.overlook.first_run import hands_camera
from tests.overlook.first_run.running import WALL_S, Running
from tests.ports import free_port

SETTINGS = '[camera]\nsource = "none"\nsize_px = [1280, 720]\n[panel]\nenabled = false\n'


class FreshTable:
    """A table out of its box: a settings file that names no camera, an empty data folder, and hands before a camera."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.port = free_port()
        self.hold({"show": "board"})
        (folder / "overlook.toml").write_text(SETTINGS)
        os.environ["HANDS"] = str(folder / "hands.json")
        self.program = self._started()

    def _begun(self) -> Running:
        words = ("--settings", str(self.folder / "overlook.toml"), "--data", str(self.data), "--port", str(self.port))
        return Running(self.folder, *words, program=(hands_camera.__file__,))

    def _started(self) -> Running:
        return self._begun().__enter__()

    @property
    def address(self) -> str:
        """Where it is served."""
        return f"http://localhost:{self.port}"

    def first(self) -> dict[str, Any] | None:
        """Return how the first run stands; None at a table that has none to show."""
        return self.program.first()

    def until(self, what: str, true: Callable[[], bool], within_s: float = WALL_S) -> None:
        """Wait until something is true."""
        self.program.until(what, true, within_s)

    def hold(self, what: dict[str, object]) -> None:
        """Hold something before the camera."""
        new = self.folder / "hands.new"
        new.write_text(json.dumps(what))
        new.replace(self.folder / "hands.json")

    def views(self) -> int:
        """Return how many views of the lens sheet the table says it has."""
        lens = (self.program.first() or {}).get("lens")
        return len(lens["views"]) if lens else 0

    def pull_plug(self) -> None:
        """Kill the program where it stands, and start it again."""
        self.program.__exit__()
        self.program = self._started()

    def pull_plug_while_it_starts(self, after_s: float) -> None:
        """Kill the program, begin to start it, kill it again so long after, and start it."""
        self.program.__exit__()
        begun = self._begun()
        time.sleep(after_s)
        begun.__exit__()
        self.program = self._started()

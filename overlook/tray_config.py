"""Which tray stands at this table, and which camera sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hardware.cameras.camera import Camera
from hardware.cameras.sources import camera_from_spec
from hardware.errors import CameraSpecError
from overlook.demo.player import Demonstration
from overlook.drawing.jpeg import jpeg
from overlook.settings import Settings
from overlook.table.tray.example_store import store_beside
from overlook.table.tray.ledger import TrayLedger
from vision.dice.tray import Tray, TrayError, load_tray

TABLE = "table"
NAME = "tray.json"
BY_HAND = "rolls are entered by hand"


@dataclass(frozen=True, slots=True)
class TrayAtTable:
    """A tray and its own camera, None where the table's camera sees it; no `ledger` where dice are not read.

    `trouble` says why not, "" where nobody wants them read. `watched` is false where no camera sees a tray.
    `calibrate` calibrates a tray that is to be read and has no ledger yet.
    """

    ledger: TrayLedger | None = None
    camera: Camera | None = None
    trouble: str = ""
    watched: bool = True
    calibrate: Callable[[], Tray] | None = None


def file_of(settings: Settings) -> Path:
    """Return where the tray's calibration is kept."""
    return settings.tray.file or settings.data.folder / NAME


def tray_at(settings: Settings, demonstration: Demonstration | None) -> TrayAtTable:
    """Return the tray of the settings; the demonstration has its own. A tray that cannot be is told, not raised."""
    wanted = settings.tray
    if not wanted.enabled:
        return TrayAtTable(watched=False)
    if demonstration is not None:
        dice = demonstration.dice
        ledger = None if dice.tray is None else TrayLedger(dice.tray, jpeg)
        return TrayAtTable(ledger, dice.camera, calibrate=dice.calibrate if dice.waits else None)
    try:
        other = wanted.source != TABLE
        camera = camera_from_spec(wanted.source, size_px=wanted.size_px, fps=wanted.fps) if other else None
    except CameraSpecError as fault:
        return TrayAtTable(trouble=f"{fault}; {BY_HAND}", watched=False)
    try:
        path = file_of(settings)
        if path.exists() or wanted.file is not None:
            return TrayAtTable(TrayLedger(load_tray(path), jpeg, store=store_beside(path)), camera)
    except TrayError as fault:
        return TrayAtTable(None, camera, f"{fault}; {BY_HAND}")
    return TrayAtTable(None, camera, "" if camera is None else f"the tray is not calibrated: open /tray; {BY_HAND}")

"""What a table sees with, by its settings: a simulated table and its demonstration, or a camera with lens and tags."""

from __future__ import annotations

from hardware.cameras.camera import Camera
from hardware.cameras.sources import camera_from_spec, camera_when_there
from overlook.console import stop
from overlook.demo.dice import DemonstrationDice
from overlook.demo.player import Demonstration
from overlook.demo.simulated_box import SimulatedBox
from overlook.demo.tray import uncalibrated_tray
from overlook.first_run.choices import ChoicesStore, camera_chosen
from overlook.first_run.lacking import SIMULATED, equipped
from overlook.maintenance.redaction import without_address
from overlook.opened_table import Equipment
from overlook.settings import CameraSettings, Settings
from simulation.scene.example_table import example_rig


def equipment(settings: Settings, box: SimulatedBox | None = None) -> Equipment:
    """Return what a table sees with, and the demonstration when the table is simulated; stops where it lacks something.

    With a `box` the simulated table is empty, and nobody plays on it.
    """
    source = settings.camera
    if source.source == SIMULATED and box is not None:
        bench = box.bench
        camera = camera_from_spec(SIMULATED, size_px=source.size_px, fps=source.fps, scene=bench)
        return Equipment(camera, bench.catalogue, example_rig(source.size_px), box=box)
    if source.source == SIMULATED:
        above, calibrating = uncalibrated_tray(settings.tray.fps)
        demonstration = Demonstration(DemonstrationDice(above, calibrating=calibrating))
        camera = camera_from_spec(SIMULATED, size_px=source.size_px, fps=source.fps, scene=demonstration.scene)
        return Equipment(camera, demonstration.catalogue, example_rig(source.size_px), demonstration)
    store = ChoicesStore(settings.data.folder)
    chosen = camera_chosen(settings.camera, store.choices)
    there = equipped(settings, store.choices)
    if there.rig is None or there.catalogue is None:
        lacking = " ".join(lack.sentence for lack in there.lacks)
        stop(f"camera {without_address(chosen.source)!r}: {lacking}: 'overlook run' leads there in the browser")
    return Equipment(camera_of(chosen), there.catalogue, there.rig)


def camera_of(chosen: CameraSettings) -> Camera:
    """Return a camera of the settings that is no simulated one, there already or not."""
    return camera_when_there(chosen.source, without_address(chosen.source), size_px=chosen.size_px, fps=chosen.fps)

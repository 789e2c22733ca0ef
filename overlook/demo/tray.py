"""The demonstration's dice tray: both players' dice in their colours, thrown to show what the script wants."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from simulation.cameras.tray_camera import AZURE, CRIMSON, Colour, SimulatedTray, SimulatedTrayCamera, TrayDie
from vision.dice.tray import Tray
from vision.dice.tray_calibration import tray_of_pictures

SIZE_PX = (480, 320)
DIE_PX = 36.0
BODIES: Mapping[str, Colour] = {"p1": AZURE, "p2": CRIMSON}


def demonstration_tray(fps: float = 8.0) -> tuple[SimulatedTrayCamera, Tray]:
    """Return the camera above a tray and the tray as it is calibrated: empty pictures, then each player's dice."""
    simulated = SimulatedTray(SIZE_PX, DIE_PX)
    tray = _calibrated(simulated)
    return SimulatedTrayCamera(simulated, fps=fps), tray


def uncalibrated_tray(fps: float = 8.0) -> tuple[SimulatedTrayCamera, Callable[[], Tray]]:
    """Return the camera above the same tray at once, and what calibrates it: most of a second's work, in any thread."""
    return SimulatedTrayCamera(SimulatedTray(SIZE_PX, DIE_PX), fps=fps), lambda: demonstration_tray()[1]


def _calibrated(simulated: SimulatedTray) -> Tray:
    empty = [simulated.picture() for _ in range(6)]
    dice = {player: simulated.picture(simulated.throw([1, 3, 5], body)) for player, body in BODIES.items()}
    return tray_of_pictures(empty, simulated.corners_px, simulated.die_px, dice)


def throw(camera: SimulatedTrayCamera, hands: Sequence[tuple[str, Sequence[int]]]) -> None:
    """Throw dice of several players at once into the emptied tray: each player with the values wanted."""
    dice: list[TrayDie] = []
    for player, values in hands:
        dice += camera.tray.throw(values, BODIES.get(player, AZURE), among=dice)
    camera.throw(dice)

"""Errors of the simulation package."""

from hardware.errors import HardwareError


class SceneError(HardwareError, ValueError):
    """A scene that the simulated camera cannot render."""

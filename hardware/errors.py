"""Errors of the hardware package."""

from messages.message import MessageError


class HardwareError(MessageError):
    """A device that cannot do what was requested."""


class CameraError(HardwareError, OSError):
    """A camera that cannot be opened, was lost, or delivers no frames."""


class CameraSpecError(HardwareError, ValueError):
    """A camera specification of no known kind."""


class PanelSettingsError(HardwareError, ValueError):
    """Settings of the panel that no panel can have."""

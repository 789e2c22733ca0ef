"""Errors of the hardware package."""

from messages.message import MessageError


class HardwareError(MessageError):
    """A device that cannot do what was requested; the message has the fault, its place and the remedy."""


class CameraError(HardwareError, OSError):
    """A camera that cannot be opened, was lost, or delivers no frames."""


class CameraSpecError(HardwareError, ValueError):
    """A camera specification of no known kind."""

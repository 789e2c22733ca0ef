"""What can be wrong with a device."""


class HardwareError(Exception):
    """A device that cannot do what was asked; the message says what, where and what to do."""


class CameraError(HardwareError, OSError):
    """A camera that cannot be opened, was lost, or gives no pictures."""


class CameraSpecError(HardwareError, ValueError):
    """A camera named in a way that means no camera."""

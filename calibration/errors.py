"""Errors of the calibration package."""

from messages.message import MessageError


class CalibrationError(MessageError, ValueError):
    """An image, rig or catalogue unusable for measurements; the message has the fault, its place and the remedy."""


class SightingError(CalibrationError):
    """A malformed tag sighting."""


class CatalogueError(CalibrationError):
    """A catalogue that contradicts itself or its schema."""


class RigError(CalibrationError):
    """A rig (camera and pose) that is malformed or does not fit the image."""


class RegistrationError(CalibrationError):
    """The board was not found well enough to measure on it."""


class LensError(CalibrationError):
    """Views of a target from which no lens can be calibrated; the message names the bad ones and the remedy."""


class SheetError(CalibrationError):
    """A sheet that cannot be printed as requested."""


class VerifyError(CalibrationError):
    """A plate that cannot be used for the accuracy certificate: not flat, not found, or printed at another scale."""


class LibraryError(CalibrationError):
    """A terrain library that contradicts itself or its schema, or lacks the piece."""

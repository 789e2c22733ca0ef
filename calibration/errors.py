"""What can be wrong between a picture and the board."""


class CalibrationError(ValueError):
    """A picture, rig or catalogue that cannot be measured with; the message says what, where and what to do."""


class SightingError(CalibrationError):
    """A tag sighting that is no sighting."""


class CatalogueError(CalibrationError):
    """A catalogue that contradicts itself or its schema."""


class RigError(CalibrationError):
    """A rig (camera and pose) that is malformed or belongs to another picture."""


class RegistrationError(CalibrationError):
    """The board cannot be found well enough to measure on."""


class LensError(CalibrationError):
    """Views of a target that a lens cannot be calibrated from; the message names the bad ones and what to do."""


class SheetError(CalibrationError):
    """A sheet that cannot be printed as asked."""


class VerifyError(CalibrationError):
    """A plate that says nothing about accuracy: not flat, not found, printed at another scale."""


class LibraryError(CalibrationError):
    """A terrain library that contradicts itself or its schema, or has no such piece."""

"""Errors of the calibration package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from messages.message import Message, MessageError

if TYPE_CHECKING:
    from pydantic import ValidationError


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


def first_fault(error: ValidationError) -> Message:
    """Return the first fault of a pydantic error: the field, the value found, what was expected."""
    fault = error.errors(include_url=False)[0]
    place = ""
    for step in fault["loc"]:
        if isinstance(step, int):
            place += f"[{step}]"
        elif not step.endswith("]") and step not in {"float", "constrained-float"}:
            place += f".{step}" if place else step
    if fault["type"] == "missing":
        return Message.of("file-field-missing", field=place)
    cause = fault.get("ctx", {}).get("error")
    if not place and cause is not None:
        return cause.message if isinstance(cause, MessageError) else Message.stored(str(cause))
    found = repr(fault["input"])
    found = found if len(found) < 60 else found[:57] + "..."
    if cause is not None:
        return Message.of("file-field-refused", field=place, found=found, fault=cause)
    if not place:
        return Message.of("file-content-found", found=found, expected=fault["msg"])
    return Message.of("file-field-found", field=place, found=found, expected=fault["msg"])

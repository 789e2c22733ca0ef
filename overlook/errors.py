"""Errors of the set-up."""

from __future__ import annotations

from messages.message import MessageError


class SetupError(MessageError, ValueError):
    """A set-up that is inconsistent, does not match its schema or cannot be read; the message names the place."""


class SetupRefusedError(SetupError):
    """A set-up action that is refused; the message suggests an alternative."""


class SettingsError(MessageError, ValueError):
    """An impossible setting; the message names the file, the field, the value and what was expected."""

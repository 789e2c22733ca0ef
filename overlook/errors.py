"""Errors in the program's own files."""

from __future__ import annotations

from messages.message import MessageError


class SettingsError(MessageError, ValueError):
    """An impossible setting; the message names the file, the field, the value and what was expected."""

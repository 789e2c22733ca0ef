"""What a person can get wrong in the program's own files."""

from __future__ import annotations


class SettingsError(ValueError):
    """A setting that cannot be; the message names the file, the field, the value and what was expected."""

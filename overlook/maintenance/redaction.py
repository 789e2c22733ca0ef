"""What is secret stays out of what is said and sent: passwords among settings, and within addresses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

SECRET = re.compile(r"pass|secret|token|key|urls", re.IGNORECASE)
"""Addresses of web hooks are secret too: many receivers know their senders by a path that nobody can guess."""
IN_ADDRESS = re.compile(r"(?<=://)[^/\s]+@")
QUERY = re.compile(r"(://[^\s?#'\"]*)[?#][^\s'\"]*")
"""What follows a question mark in an address of another machine: cameras take tokens and passwords there."""

HIDDEN = "(left out)"


def without_secrets(settings: Any, name: str = "") -> Any:
    """Return settings as they are, but for what is secret, and passwords within addresses.

    `name` is the field that holds them. What a secret field holds is left out whatever it is, unless it says nothing.
    """
    if SECRET.search(name) and settings and settings is not True:
        return HIDDEN
    if isinstance(settings, Mapping):
        return {key: without_secrets(value, str(key)) for key, value in settings.items()}
    if isinstance(settings, list | tuple):
        return [without_secrets(value) for value in settings]
    return without_address(settings) if isinstance(settings, str) else settings


def without_address(text: str) -> str:
    """Return a text without what is secret within addresses such as rtsp://user:password@camera/live?token=1."""
    return QUERY.sub(rf"\1?{HIDDEN}", IN_ADDRESS.sub("", text))

"""Stands in for the screen's library, which picamera2 imports and asks for its formats wherever it is; none is here."""

from __future__ import annotations


class _Named(type):
    def __getattr__(cls, name: str) -> str:
        return name


class PixelFormat(metaclass=_Named):
    """Every format there is, by its name."""

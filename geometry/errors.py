"""Errors of shapes, positions and paths."""

from messages.message import MessageError


class GeometryError(MessageError, ValueError):
    """Invalid geometry; the message names the object and the value."""


class ShapeError(GeometryError):
    """Polygon, base or prism that has no area, crosses itself, or contains a number that is not finite."""


class PositionError(GeometryError):
    """Impossible position: off the board, inside terrain or on another base."""


class PathError(GeometryError):
    """Invalid path: fewer than two positions, no length, or a coordinate that is not finite."""

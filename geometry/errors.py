"""What can be wrong with a shape, a place or a question about them."""


class GeometryError(ValueError):
    """Something on the board cannot be what it is said to be; the message names the thing and the value."""


class ShapeError(GeometryError):
    """A polygon, base or prism that has no area, crosses itself, or holds a number that is not finite."""


class PositionError(GeometryError):
    """A thing that stands where it cannot stand: off the board, inside terrain, on another base."""


class PathError(GeometryError):
    """A path that leads nowhere: fewer than two places, no length, or a coordinate that is not finite."""

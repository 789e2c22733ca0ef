"""Geometry of the board: shapes, distances, visibility, movement, and the propagation of position errors to margins.

Lengths are in inches in the board frame: origin at the lower-left corner seen from above, x to the right, y up, z up
from the killzone floor. Angles carry a suffix.
"""

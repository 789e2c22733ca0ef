"""Pure mathematics of the board: shapes, distances, sight, movement, and how a position error becomes a margin error.

Lengths are inches in the board frame: origin at the lower-left corner seen from above, x to the right, y up,
z up from the killzone floor. Angles carry a suffix.
"""

"""Moves: what a path meets, what it costs, where it may end and what may be put down there."""

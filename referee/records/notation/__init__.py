"""Notation: a game as human-readable text, written and read."""

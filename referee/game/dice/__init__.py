"""Dice within a game: facts of an attack, open questions, and outcomes as events."""

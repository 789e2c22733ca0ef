"""Dice within a game: which facts an attack begins with, what it waits for, what it did as events."""

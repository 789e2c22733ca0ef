"""A game as text that a person can read and write, both ways."""

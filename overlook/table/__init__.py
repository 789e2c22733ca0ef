"""A table in play: what its camera sees, what is played on it, and what may be done now."""

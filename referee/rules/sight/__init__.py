"""Sight: who sees whom, what shelters whom, and who is close enough to fight."""

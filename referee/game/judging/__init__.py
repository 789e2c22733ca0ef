"""What the judge is asked: the game as a position, its edition, an attempt, a weapon, order tokens."""

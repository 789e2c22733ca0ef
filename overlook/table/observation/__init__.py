"""What the camera shows of the table, and how that differs from the game."""

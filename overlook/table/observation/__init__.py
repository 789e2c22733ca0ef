"""The observed table, and how it differs from the game."""

"""Rulings attached to intents before the game decides."""

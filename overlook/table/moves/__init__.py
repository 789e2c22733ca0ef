"""Moves seen on the table, as actions and intents."""

"""A game on disk: its events in SQLite, durable before they count; lines of JSON; what can be saved of damage."""

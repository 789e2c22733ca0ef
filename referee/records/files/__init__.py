"""Rosters: teams read from our own files or imported, every weapon rule understood or listed."""

"""Missions: what each side may stand on and what lies there, read from files."""

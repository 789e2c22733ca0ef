"""Recorded games, dice and clips, for replay and films."""

"""Scenes: the things on the simulated table, and how they move."""

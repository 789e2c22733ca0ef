"""Measurements of the dice reader."""

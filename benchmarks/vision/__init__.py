"""Measurements of tag detection and positions."""

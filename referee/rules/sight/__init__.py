"""Visibility, cover and obscured, and control range, with probabilities."""

"""Measurements of rulings, odds and paths."""

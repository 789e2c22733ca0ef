"""Measurements of a running table, its pages and a hall."""

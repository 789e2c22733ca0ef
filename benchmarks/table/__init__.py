"""Measurements of a running table and its pages."""

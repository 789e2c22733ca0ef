"""Keeping what must not be lost: backup and restore of a table's games, calibrations and settings."""

"""Simulated cameras: the table, the dice tray, and a sheet for the lens wizard."""

"""Simulated cameras: the table, the dice tray, a sheet for the lens wizard."""

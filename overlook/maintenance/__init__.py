"""Maintenance: backup, restore, disk retention, health checks and problem reports."""

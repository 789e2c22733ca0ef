"""Measurements of a hall: tables, brokers and hubs under load."""

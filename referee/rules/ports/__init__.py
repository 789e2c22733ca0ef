"""Ports that an edition implements, and rules common to all editions."""

"""Phases common to all editions, with each edition's names and figures."""

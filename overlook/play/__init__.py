"""Scripted tables: the program's session and service, with observations from a script instead of a camera."""

"""Dice in a tray: read, checked, waited for. Never a value that the picture does not carry."""

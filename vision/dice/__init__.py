"""Dice: detect dice in a tray, read their values, and accept a value only if the image supports it."""

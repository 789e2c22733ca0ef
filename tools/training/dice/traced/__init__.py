"""Dice scenes by a path tracer (Blender's Cycles): dice that fall, walls, lamps, light that bounces.

They need `tools/training/traced.txt` in a Python 3.11 of their own.
"""

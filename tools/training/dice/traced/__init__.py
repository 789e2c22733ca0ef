"""Dice scenes by a path tracer (Blender's Cycles) with physics: falling dice, walls, lamps, indirect light.

They need the packages of `tools/training/traced.txt` in a separate Python 3.11.
"""

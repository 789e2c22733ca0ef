"""Targeting lines: from which points of a shooter's base a target is in cover, obscured, both or neither.

`draw_lines` evaluates many duels at once; `LineRules` holds the distances that editions choose. Rules H24-06 to H24-09,
H21-02 to H21-04.
"""

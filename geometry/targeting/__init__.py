"""Targeting lines: from which points of a shooter's base a target is in cover, obscured, both or neither.

`targeting` answers for one shooter and one target, `draw_lines` for many at once, `shot_areas` parts the base to draw;
`LineRules` holds the distances that editions choose. Rules H24-06 to H24-09, H21-02 to H21-04.
"""

from geometry.targeting.answer import Place, Targeting, least_covered, least_hindered, targeting
from geometry.targeting.areas import ShotAreas, shot_areas
from geometry.targeting.crossing import Crossing, Portion, crossed_portion, crossings
from geometry.targeting.line_rules import CROSSING, LineRules
from geometry.targeting.lines import Lines, draw_lines

__all__ = [
    "CROSSING",
    "Crossing",
    "LineRules",
    "Lines",
    "Place",
    "Portion",
    "ShotAreas",
    "Targeting",
    "crossed_portion",
    "crossings",
    "draw_lines",
    "least_covered",
    "least_hindered",
    "shot_areas",
    "targeting",
]

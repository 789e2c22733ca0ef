"""Who sees whom past a wall, and what hides whom.

Prints:
    a1 sees b1: False, hidden by wall
    a1 sees b2: True
"""

from geometry.base import BaseShape
from geometry.placement import Placement
from geometry.table import Operative
from geometry.terrain import Part
from geometry.visibility.sight import sight

base = BaseShape.from_mm(32)
wall = Part("wall", "ruin", ((9.8, 4.0), (10.2, 4.0), (10.2, 12.0), (9.8, 12.0)), 0.0, 3.0, frozenset({"Heavy"}))
places = {"a1": (5.0, 8.0), "b1": (15.0, 8.0), "b2": (15.0, 20.0)}
there = {name: Operative(name, name[0], base, 1.4, Placement(name, *place)) for name, place in places.items()}
for other in ("b1", "b2"):
    seen = sight(there["a1"], there[other], [wall])
    print(f"a1 sees {other}: {seen.visible}" + (f", hidden by {', '.join(seen.blockers)}" if not seen.visible else ""))

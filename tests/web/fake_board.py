"""What stands on the fake table: twelve operatives, six terrain parts."""

from __future__ import annotations

import numpy as np

from geometry.terrain import Part

NAMES = {
    "a1": "Sergeant Ves", "a2": "Rifle Arn", "a3": "Gunner Sol", "a4": "Medic Ilse", "a5": "Scout Pim",
    "a6": "Breacher Ode", "b1": "Warden Kesh", "b2": "Blade Tor", "b3": "Marksman Rue", "b4": "Brute Grum",
    "b5": "Seer Aun", "b6": "Runner Vik",
}  # fmt: skip
PLACES: dict[str, tuple[float, float, float, float | tuple[float, float]]] = {
    "a1": (4.2, 4.1, 0, 32), "a2": (6.9, 9.2, 0, 28.5), "a3": (9.6, 3.4, 0, 28.5), "a4": (3.1, 13.4, 0, 28.5),
    "a5": (8.9, 16.4, 2.0, 25), "a6": (12.2, 9.0, 0, 32), "b1": (25.6, 17.6, 0, 40), "b2": (17.4, 11.3, 0, 32),
    "b3": (21.6, 5.3, 3.0, 28.5), "b4": (22.4, 13.9, 0, (60, 35)), "b5": (27.2, 8.4, 0, 28.5),
    "b6": (15.6, 18.6, 0, 25),
}  # fmt: skip
TERRAIN = (
    Part("t1", "ruin west", ((6, 13.5), (11, 13.5), (11, 19), (6, 19)), 0, 2, frozenset({"Heavy", "Vantage"})),
    Part("t2", "ruin east", ((19.5, 3), (24.2, 3.8), (23.2, 8.6), (18.5, 7.8)), 0, 3, frozenset({"Heavy", "Vantage"})),
    Part("t3", "wall", ((13.4, 4.5), (14.2, 4.5), (14.2, 10), (13.4, 10)), 0, 1.5, frozenset({"Heavy"})),
    Part("t4", "barricade", ((18.6, 12.6), (19.0, 12.6), (19.0, 15.4), (18.6, 15.4)), 0, 1, frozenset({"Light"})),
    Part(
        "t5", "corner", ((24, 19.4), (28, 19.4), (28, 20), (24.6, 20), (24.6, 21.4), (24, 21.4)), 0, 4.0,
        frozenset({"Heavy"}),
    ),
    Part("t6", "crates", ((2.2, 7.2), (3.9, 6.8), (4.3, 8.5), (2.6, 8.9)), 0, 1.0, frozenset({"Light"})),
)  # fmt: skip
FLOOR = np.diag([0.008**2, 0.008**2, 0.0, 0.2])

"""How far is it, and how sure is that?

Prints:
    the gap is 2.41 in, give or take 0.02 (95 %)
    within 2.4 in: 15 % sure
"""

import numpy as np

from geometry.base import BaseShape
from geometry.measure import gap
from geometry.placement import Placement
from geometry.position_errors import gap_sigma, probability
from geometry.table import Operative

doubt = np.diag([0.008**2, 0.008**2, 0.0, 0.0])
base = BaseShape.from_mm(32)
sniper = Operative("a1", "p1", base, 1.4, Placement("a1", 4.0, 6.0, covariance=doubt))
scout = Operative("b1", "p2", base, 1.2, Placement("b1", 7.2, 7.8, covariance=doubt))

far, sigma = gap(sniper.base, scout.base), gap_sigma(sniper, scout)
print(f"the gap is {far:.2f} in, give or take {1.96 * sigma:.2f} (95 %)")
print(f"within 2.4 in: {100 * probability(2.4 - far, sigma):.0f} % sure")

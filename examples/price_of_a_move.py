"""What a move costs in each edition: increments round up to whole inches in 2024, and count as they are in 2021.

Prints:
    2024: 3.4 in and 2.3 in cost 7 in
    2021: 3.4 in and 2.3 in cost 5.7 in
"""

from referee.editions.registry import edition_of
from referee.rules.judgement import Leg

for year in ("2024", "2021"):
    pricing = edition_of(year).movement.pricing
    legs = (Leg(3.4), Leg(2.3))
    print(f"{year}: 3.4 in and 2.3 in cost {pricing.distance_cost(legs):g} in")

"""What may come of a shot, exactly: four dice on 3+ with Rending, against three dice on 4+ in cover.

Prints:
    no damage: 0.29
    7 or more damage: 0.32
"""

from referee.editions.registry import edition_of
from referee.rules.dice.shot import Defender, ShotSetup
from referee.rules.weapon import Weapon, WeaponType

edition = edition_of("2024")
bolter = Weapon("bolter", WeaponType.RANGED, 4, 3, (3, 4), edition.read_rules(["Rending"]))
odds = edition.dice.shot_odds(ShotSetup(bolter, Defender(dice=3, save=4, cover=((1, 0),))))
print(f"no damage: {float(odds.get(0, 0)):.2f}")
print(f"7 or more damage: {float(sum(share for damage, share in odds.items() if damage >= 7)):.2f}")

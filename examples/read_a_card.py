"""Weapon rules as people write them, read into the edition's own.

Prints:
    Rng 8" is Range 8"
    leth 5+ is Lethal 5+
    Piercing1 is Piercing 1
"""

from referee.editions.registry import edition_of

edition = edition_of("2024")
for text in ('Rng 8"', "leth 5+", "Piercing1"):
    (use,) = edition.read_rules([text])
    print(f"{text} is {edition.write_rule(use)}")

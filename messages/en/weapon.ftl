### Weapons and their rules

weapon-rule-number = The weapon rule { $rule } has the number { QUOTE($found) }; expected a whole number.
weapon-attack-dice = { $weapon } has { $found } attack dice; expected 0 to 20.
weapon-hit = { $weapon } hits on { $found }+; expected 2+ to 7+.
weapon-damage = { $weapon } has the damage { $found }; expected a normal and a critical damage of 0 to 99.
weapon-rule-twice = A weapon rule is listed twice: { LIST($rules) }. List each rule once.
weapon-rule-unknown = No weapon rule of this edition is called { QUOTE($rule) }; there are { LIST($known) }.
# $found: as written on a card.
weapon-rule-text = { QUOTE($found) } is not a weapon rule. Expected { LIST($known, last: "or") }. A rule of the team itself begins with a star.

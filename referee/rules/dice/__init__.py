"""Dice: pools and stages, weapon rules as hooks on stages, exact odds. Independent of editions.

`dice_rules.DiceRules` is an edition's port. It builds `shot` and `fight` (sequences of stages, walked with real dice)
and `shot_odds` and `fight_odds` (exact, under the standard policy). `shooting` and `fighting` are whole actions that a
game can store; `rule_parser` parses weapon rules as people write them.
"""

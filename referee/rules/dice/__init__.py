"""Dice: pools and stages, weapon rules as hooks on the stages, exact odds. Knows no edition.

`dice_rules.DiceRules` is an edition's port; from it come `shot` and `fight` (sequences of stages to walk with real
dice), `shot_odds` and `fight_odds` (exact, under the standard policy). `shooting` and `fighting` are whole actions that
a game can keep, `rule_parser` reads weapon rules as people write them.
"""

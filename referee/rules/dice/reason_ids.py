"""Which paragraph of an edition says why dice of a shot or a fight are not as the cards print them."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.ruling import RuleId


@dataclass(frozen=True, slots=True)
class ReasonIds:
    """The rule ids of what changes dice, by what it is; "" where an edition has no such rule.

    `injured`: wounds worsen Hit. `helped`: friends in a fight. `changed`: a stat that somebody said is changed.
    `point_blank` and `overwatch`: shots out of turn. `vantage`: Accurate, `vantage_cover`: better saves of the
    concealed lower down. `smoke`: Piercing through it. `protective`: cover that improves Save. `in_the_way`: fewer
    attack dice. `first`: who resolves the first die of a fight. `defence`: how many dice a target collects.
    """

    injured: RuleId = ""
    helped: RuleId = ""
    changed: RuleId = ""
    point_blank: RuleId = ""
    overwatch: RuleId = ""
    vantage: RuleId = ""
    vantage_cover: RuleId = ""
    smoke: RuleId = ""
    protective: RuleId = ""
    in_the_way: RuleId = ""
    first: RuleId = ""
    defence: RuleId = ""

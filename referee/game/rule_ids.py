"""Which paragraph of an edition says what the shared handlers test."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.ruling import RuleId


@dataclass(frozen=True, slots=True)
class RuleIds:
    """The rule ids that one edition gives to conditions which both have, by what they say.

    `sequence`: what is done when. `seats`: who plays. `placement`: where a thing may be put. `tokens`: who says what
    is ready. `alternation`: whose turn. `order`: an order is kept. `budget`: AP. `once`: the same action.
    `wounds`, `carried`, `put_down`: damage and markers. `ploys`, `points`: once per turning point, their
    price; `strategy_ploys`, `firefight_ploys`: when those are used. `caps`: the most that an op gives.
    `secrets`: sealed choices. `end`: who wins.
    `simultaneous`: what is resolved first. `sizes`: how large markers are, where the edition says so.
    """

    sequence: RuleId
    seats: RuleId
    placement: RuleId
    tokens: RuleId
    alternation: RuleId
    order: RuleId
    budget: RuleId
    once: RuleId
    wounds: RuleId
    carried: RuleId
    put_down: RuleId
    ploys: RuleId
    strategy_ploys: RuleId
    firefight_ploys: RuleId
    points: RuleId
    caps: RuleId
    secrets: RuleId
    end: RuleId
    simultaneous: RuleId
    sizes: RuleId | None = None

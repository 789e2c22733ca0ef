"""Acting out of turn, 2024: counteracting and interrupting on guard."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from referee.rules.attempt import judge_attempt
from referee.rules.dice.weapon import RuleUse
from referee.rules.edition import Edition
from referee.rules.errors import MalformedError
from referee.rules.exemption import Exemption
from referee.rules.judgement import Attempt, Shot
from referee.rules.position import Order, Position
from referee.rules.ruling import Finding, Ruling

COUNTERACT_MOVE = 2.0
POINT_BLANK_HIT_PENALTY = 1


@dataclass(frozen=True, slots=True)
class ReactionFacts:
    """What the game knows when a player wants to act out of turn.

    `own_ready` and `opponent_ready` count ready operatives; `already` says that this operative has reacted this
    turning point; `interrupted_on_guard` that it interrupted on guard in it; `exempt` what its card lifts (N24-02).
    """

    own_ready: int
    opponent_ready: int
    order: Order
    already: bool = False
    interrupted_on_guard: bool = False
    action: str | None = None
    exempt: Collection[Exemption] = ()


def counteract(edition: Edition, by: str, facts: ReactionFacts) -> Ruling:
    """Return whether the operative may counteract (rules C24-14 to C24-18).

    What it did in its own activation does not matter: restrictions do not carry over.
    """
    findings = [
        Finding.fact("C24-14", facts.own_ready == 0, f"{facts.own_ready} friendly operatives are still ready"),
        Finding.fact("C24-14", facts.opponent_ready > 0, f"the opponent has {facts.opponent_ready} ready operatives"),
        Finding.fact(
            "C24-03",
            facts.order is Order.ENGAGE or Exemption.REACT_CONCEALED in facts.exempt,
            f"its order is {facts.order}",
        ),
        Finding.fact(
            "C24-15",
            not facts.already,
            "it may counteract once a turning point",
            otherwise="it has counteracted in this turning point",
        ),
        Finding.fact("C24-17", not facts.interrupted_on_guard, "who interrupted on guard does not counteract"),
    ]
    if facts.action == "Guard":
        findings.append(Finding.fact("C24-14", False, "Guard may not be performed in a counteraction"))
    elif facts.action is not None:
        spec = edition.action(facts.action)
        findings.append(Finding.fact("C24-18", spec.cost_ap == 1, f"{spec.name} costs {spec.cost_ap} AP, not 1"))
    return Ruling.of(f"{by} may counteract", *findings)


@dataclass(frozen=True, slots=True)
class GuardFacts:
    """What the game knows of a guard: whether it stands, how the enemy's activation stands, its order and weapon.

    `order` goes before what the position says; `weapon_rules` are those of the weapon that it would use.
    """

    on_guard: bool
    enemy_action_finished: bool
    interrupts_used: int = 0
    order: Order | None = None
    weapon_rules: tuple[RuleUse, ...] = ()


@dataclass(frozen=True, slots=True)
class Interruption:
    """Whether a guard may interrupt, and what follows if it does."""

    ruling: Ruling
    point_blank: bool

    @property
    def hit_worsened_by(self) -> int:
        """How much worse the interrupting weapon hits (rule K24-10)."""
        return POINT_BLANK_HIT_PENALTY if self.point_blank else 0


def guard_interrupt(
    edition: Edition, position: Position, by: str, enemy: str, action: str, facts: GuardFacts
) -> Interruption:
    """Return whether an operative on guard may interrupt the enemy's activation (rules K24-09, K24-10).

    A free action meets its conditions (C24-12), so a concealed guard shoots with a Silent weapon only (D24-13). A Shoot
    while engaged is a point-blank shot at an enemy in control range; otherwise it needs a target that may
    be selected. A Fight needs the enemy in control range; an action treated as one meets its own conditions. Raises
    `MalformedError` for another kind of action.
    """
    spec = edition.action(action)
    kind = spec.treated_as or spec.name
    if kind not in {"Fight", "Shoot"}:
        raise MalformedError(f"guard interrupt with {action!r}: expected Fight, Shoot or an action treated as one")
    engaged = edition.engagement.engaged(position, by, enemy)
    point_blank = kind == "Shoot" and bool(edition.engagement.enemies_engaging(position, by))
    findings = [
        Finding.fact("K24-09", facts.on_guard, "it is on guard", otherwise="it is not on guard"),
        Finding.fact(
            "K24-09",
            facts.enemy_action_finished,
            "the enemy has finished an action",
            otherwise="the enemy has not finished an action",
        ),
        Finding.fact(
            "K24-09",
            facts.interrupts_used == 0,
            "one interruption in each enemy activation",
            otherwise="this enemy activation was interrupted already",
        ),
        Finding.fact("K24-09", spec.name != "Guard", "Guard itself may not interrupt"),
    ]
    order = facts.order or position.status[by].order
    if order is Order.CONCEAL and not spec.conceal:
        lifted = spec.lifts_conceal(facts.weapon_rules, position.status[by].exempt)
        findings.append(Finding.fact(spec.rule, lifted, f"{spec.name} may not be performed with a Conceal order"))
    if kind == "Shoot" and not point_blank:
        findings.extend(edition.judge_shot(position, Shot(by, enemy, facts.weapon_rules)).selectable.findings)
    elif spec.name == kind:
        findings.extend(engaged.findings)
    else:
        findings.extend(judge_attempt(edition, position, Attempt(by, action, enemy)).findings)
    return Interruption(Ruling.of(f"{by} may interrupt {enemy} with {action}", *findings), point_blank)


def still_on_guard(
    *, was_on_guard: bool, enemy_ended_action_in_reach: bool, interrupted: bool, acted: bool, order: Order
) -> bool:
    """Return whether a guard still stands (rule K24-08): interrupting is acting, and acting ends it."""
    unanswered = enemy_ended_action_in_reach and not interrupted
    return was_on_guard and not (unanswered or interrupted or acted or order is Order.CONCEAL)

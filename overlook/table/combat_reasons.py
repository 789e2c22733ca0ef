"""Why each side of a shot or fight rolls what it rolls: from the referee's facts and the weapon's rules, with ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from overlook.table.step_words import with_names
from referee.game.dice.dice_text import dice_said
from referee.game.state import GameState
from referee.rules.dice.attack_facts import FightFacts, ReasonFacts, TargetFacts
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.rule_book import CritFrom, FewerDefenceDice, Hook, OnlyCritsBlock, OnlyCritsSave
from referee.rules.dice.rule_parser import written
from referee.rules.dice.step import Side
from referee.rules.weapon import Weapon
from web.contract.table.game_views import CombatReasonView


def of_side(
    dice: DiceRules, state: GameState, *, operative: str, facts: Sequence[ReasonFacts], weapon: Weapon | None
) -> Iterator[CombatReasonView]:
    """Yield what changes an operative's own dice: the table and the game (`facts`), then its weapon's rules."""
    names = {key: one.card.name for key, one in state.operatives.items()}
    for one in facts:
        if one.who == operative:
            yield CombatReasonView(says=with_names(one.says, names), rule=one.rule)
    if weapon is not None:
        for rule, title, x in _hooks(dice, weapon, CritFrom):
            yield CombatReasonView(says=f"criticals on {x}+: {title}", rule=rule)


def of_shot_at(dice: DiceRules, target: TargetFacts, weapon: Weapon, *, there: int) -> Iterator[CombatReasonView]:
    """Yield what a weapon does to the dice of its target, of which `there` are rolled or kept; 0 while none are due."""
    if 0 < there < target.defender.dice:
        for rule, title, _ in _hooks(dice, weapon, FewerDefenceDice):
            says = f"{dice_said(target.defender.dice - there)} fewer: {title}"
            yield CombatReasonView(says=says, rule=rule)
    for rule, title, _ in _hooks(dice, weapon, OnlyCritsSave):
        yield CombatReasonView(says=f"only criticals stop hits: {title}", rule=rule)


def of_fought_with(dice: DiceRules, weapon: Weapon | None) -> Iterator[CombatReasonView]:
    """Yield what the enemy's weapon does to a fighter's dice."""
    if weapon is not None:
        for rule, title, _ in _hooks(dice, weapon, OnlyCritsBlock):
            yield CombatReasonView(says=f"only criticals {dice.stopping_word}: {title}", rule=rule)


def of_first(dice: DiceRules, state: GameState, facts: FightFacts) -> Iterator[CombatReasonView]:
    """Yield why it is not the attacker who resolves the first die (rule K24-04)."""
    if facts.first is Side.DEFENDER:
        attacker = state.operative(facts.attacker.id).card.name
        says = f"resolves the first die: wholly within a stronghold, {attacker} is not"
        yield CombatReasonView(says=says, rule=dice.reasons.first)


def _hooks(dice: DiceRules, weapon: Weapon, kind: type[Hook]) -> Iterator[tuple[str, str, int]]:
    """Yield each rule of a weapon that has such a hook: its id, as it is written, and its best number."""
    book = dice.weapon_rules
    for rule, _, uses in book.hooks(weapon.rules, kind):
        best = min(uses, key=lambda use: use.x or 0)
        yield rule.id, written(book, best), int(best.x or 0)

"""What only geometry knows of an action, added before the game decides: rulings that allow it, facts for its dice."""

from __future__ import annotations

from typing import Any

from geometry.table import Table
from overlook.table.judging import accepted
from referee.rules.dice.rules import DiceRules
from referee.rules.dice.weapon import WeaponType
from referee.rules.edition import Edition, Shot, ShotJudgement
from referee.rules.errors import RefereeError
from referee.rules.game.facts import Scene, fight_facts, shooting_facts
from referee.rules.game.intents import Act
from referee.rules.game.laws.acting import weapon_rules
from referee.rules.game.state import GameState

SHOOT, FIGHT = "Shoot", "Fight"


def with_evidence(edition: Edition, dice: DiceRules, state: GameState, table: Table, act: Act) -> Act:
    """Return an action with what only geometry knows: for one with a target, the rulings that allow it.

    A shot or fight that dice will resolve gets its facts; one whose results are declared gets the notes for the record
    ("cover", "obscured"). What the action brings along stays. An action that cannot be judged is returned as it is:
    the game says what is wrong with it.
    """
    there = table.operatives.keys()
    if act.rulings or act.target is None or act.operative not in there or act.target not in there:
        return act
    spec = edition.actions.get(act.action)
    kind = spec.treated_as or spec.name if spec is not None else act.action
    try:
        scene = Scene(edition, dice, state, accepted(state, table))
        if kind == SHOOT:
            return act.model_copy(update=_shot(scene, act, act.target))
        if kind == FIGHT:
            return act.model_copy(update=_fight(scene, act, act.target))
    except RefereeError:
        return act
    return act


def _shot(scene: Scene, act: Act, target: str) -> dict[str, Any]:
    rules = weapon_rules(scene.state, act)
    judged = scene.edition.judge_shot(scene.position, Shot(act.operative, target, rules))
    if act.dice:
        return {"rulings": (judged.selectable,), "facts": act.facts or shooting_facts(scene, act, {target: judged})}
    return {"rulings": (judged.selectable,), "notes": act.notes or _notes(judged)}


def _notes(judged: ShotJudgement) -> tuple[str, ...]:
    said = (("cover", judged.in_cover), ("obscured", judged.obscured))
    return tuple(word for word, ruling in said if ruling.holds)


def _fight(scene: Scene, act: Act, enemy: str) -> dict[str, Any]:
    update: dict[str, Any] = {"rulings": (scene.edition.engagement.engaged(scene.position, act.operative, enemy),)}
    if act.dice:
        update["facts"] = act.facts or fight_facts(scene, act, _answer_with(scene.state, enemy))
    return update


def _answer_with(state: GameState, enemy: str) -> str | None:
    """Return the weapon that an enemy fights back with: its first for melee; its player may say another beforehand."""
    weapons = state.operative(enemy).card.weapons
    return next((weapon.name for weapon in weapons if weapon.type is WeaponType.MELEE), None)

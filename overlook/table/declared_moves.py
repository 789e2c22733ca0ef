"""Moves that a player names, with the model where the camera sees it: free ones, dearer ones, those of a team."""

from __future__ import annotations

from overlook.table.began_on_a_level import LevelsStood, interpret_from_each
from overlook.table.carried_terrain import Stood
from overlook.table.displaced import displaced
from overlook.table.judging_context import JudgingContext
from overlook.table.seen_table import SeenTable
from referee.game.intents import Act
from referee.game.state import GameState
from referee.rules.judgement import Attempt
from referee.rules.ports.actions import is_engaged
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Finding, Ruling, Verdict


def as_seen(
    edition: Edition, state: GameState, *, seen: SeenTable | None, act: Act, stood: Stood, levels: LevelsStood
) -> Act:
    """Return a move with where its operative stands now, by which way and at which price; others as they are.

    An operative that has not left its place moves nowhere. What was said of the action's price in AP stays.
    """
    if seen is None or act.to is not None or act.action not in edition.movement.names:
        return act
    if act.operative not in displaced(state, seen.table):
        return act
    way = seen.paths.get(act.operative, ())
    began = levels.of(state, act.operative)
    how = {"seen_way": way, "stood": stood, "only": act.action}
    readings = interpret_from_each(edition, state, seen.table, mover=act.operative, began=began, **how)
    if not readings:
        return act
    read = readings[0].act
    found = {name: getattr(read, name) for name in ("to", "path", "charged", "goes_on", "evidence")}
    return act.model_copy(update=found)


def with_staying_judged(context: JudgingContext, act: Act) -> Act:
    """Return a move that leaves its operative where it stands with the ruling that bars it, where one does.

    A Charge ends near an enemy (rules D24-07, D21-04), every other move does not.
    """
    edition = context.edition
    if act.to is not None or act.action not in edition.movement.names or act.operative not in context.position.status:
        return act
    wanted, term = edition.movement.ends_by_an_enemy(act.action), edition.engagement.term
    near = is_engaged(edition, context.position, Attempt(act.operative, act.action)).p_yes
    if context.state.policies.threshold.call(near if wanted else 1.0 - near) is not Verdict.NO:
        return act
    means = f"{act.operative} has not moved, and stands within {term} of {'no' if wanted else 'an'} enemy"
    barred = Ruling.of(
        f"{act.operative} ends its {act.action}", Finding.fact(edition.action(act.action).rule, False, means)
    )
    return act.with_found(rulings=(*act.evidence.rulings, barred))

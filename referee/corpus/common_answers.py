"""Answers common to all editions, through their ports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from geometry.base import EXACT_TOLERANCE
from referee.corpus.scenario import Question
from referee.rules.errors import MalformedError
from referee.rules.judgement import Leg, Move, Shot, ShotJudgement

Got = Mapping[str, Any]


def path_of(question: Question) -> tuple[tuple[float, float, float], ...]:
    """Return the path of the question as (x, y, z): heights are the floor unless given."""
    path = question.required("path")
    heights = question.optional("heights") or [0.0] * len(path)
    if len(heights) != len(path):
        raise MalformedError("corpus-heights", scenario=question.id, places=len(path), heights=len(heights))
    return tuple((float(x), float(y), float(z)) for (x, y), z in zip(path, heights, strict=True))


def weapon_rules(question: Question) -> tuple[Any, ...]:
    """Return the weapon rules of the question, parsed with the edition's vocabulary."""
    return question.edition.read_rules(question.optional("weapon_rules", question.fact("weapon_rules", ())))


def reach_of(question: Question, rule: str) -> float:
    """Return the distance `x` of the question, or that of its weapon's rule, inches."""
    own = next((use.x for use in weapon_rules(question) if use.rule == rule), None)
    return own if own is not None and question.optional("x") is None else question.number("x")


def _best_use(question: Question, shot: Shot) -> ShotJudgement:
    """Return the judgement of the use of a weapon that is best for the shooter.

    It may leave out rules that are a choice in the killzone (K21-03). A valid target comes first, then no obscured,
    then no cover.
    """
    left_out = [use.rule for use in shot.weapon_rules if use.rule in question.edition.environment.declinable]
    uses = [
        shot,
        *(replace(shot, weapon_rules=tuple(use for use in shot.weapon_rules if use.rule != rule)) for rule in left_out),
    ]
    judged = [question.edition.judge_shot(question.position, one) for one in uses]
    return min(judged, key=lambda one: (not one.selectable.holds, one.obscured.holds, one.in_cover.holds))


def shoot(question: Question) -> Got:
    """Answer whether a target may be shot and how it is sheltered (rules E24-02 to E24-04, E21-01, E21-02)."""
    shot = Shot(question.operative("by"), question.operative("target"), weapon_rules(question))
    judged = _best_use(question, shot)
    rulings = (judged.selectable, judged.in_cover, judged.obscured)
    return {
        "readings": [str(note) for note in dict.fromkeys(note for ruling in rulings for note in ruling.notes)],
        "visible": judged.visible.holds,
        "in_cover": judged.in_cover.holds,
        "obscured": judged.obscured.holds,
        "valid_target": judged.target_ruling.holds,
        "selectable": judged.selectable.holds,
        "cover_saves": judged.cover_saves,
        **judged.modifiers.to_data(),
    }


def move(question: Question) -> Got:
    """Answer the price of a move and its first fault (rules D24-01 to D24-09, D21-01 to D21-06)."""
    asked = Move(
        question.operative("by"),
        str(question.required("action")),
        path_of(question),
        counteracting=bool(question.fact("counteracting", False)),
    )
    judged = question.edition.judge_move(question.position, asked)
    got: dict[str, Any] = {
        "legal": judged.legal,
        "charged": judged.charged,
        "vertical_charged": judged.vertical,
    }
    if judged.violations:
        got["violation"] = judged.violations[0].value
    return got


def vertical_cost(question: Question) -> Got:
    """Answer the price of climbing and dropping, and whether the action permits it."""
    heights = [float(z) for z in question.required("heights")]
    legs = [Leg(0.0, later - earlier) for earlier, later in pairwise(heights)]
    movement = question.edition.movement
    rises = [leg.rise for leg in legs if leg.rise > EXACT_TOLERANCE]
    action = str(question.optional("action", ""))
    return {
        "vertical_charged": movement.pricing.vertical_cost(legs),
        "allowed": all(movement.may_climb(action, rise) for rise in rises),
    }


def climb_cost(question: Question) -> Got:
    """Answer the price of one climb (rules I24-02, J24-05, I21-04)."""
    price = question.edition.movement.pricing.climb_cost(
        question.number("height"),
        ladder=bool(question.optional("ladder", False)),
        ladder_used=bool(question.optional("ladder_already_used_this_action", False)),
    )
    return {"vertical_charged": price}


def effective_stats(question: Question) -> Got:
    """Answer Move and the required roll, after wounds (rules L24-07, L21-01)."""
    status = question.position.status[question.operative("by")]
    printed = question.optional("hit", question.optional("bs"))
    stats = question.edition.stats.effective(status, None if printed is None else int(printed))
    return {"injured": stats.injured, "move": stats.move, "hit": stats.hit, "bs": stats.hit}


def marker_control(question: Question) -> Got:
    """Answer which operatives contest a marker and who controls it (rules L24-02, L24-03, L21-02)."""
    control = question.edition.markers.control(question.position, str(question.required("marker")))
    return {"controller": control.controller, "apl": dict(control.apl), "contesting": list(control.contesting)}


COMMON = {
    "shoot": shoot,
    "move": move,
    "vertical_cost": vertical_cost,
    "climb_cost": climb_cost,
    "effective_stats": effective_stats,
    "marker_control": marker_control,
}

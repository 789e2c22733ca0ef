"""Actions and their price, 2024 (rules C24-05 to C24-10, D24-*, I24-04, J24-*)."""

from __future__ import annotations

from geometry.base import Base
from geometry.paths import path_facts
from geometry.visibility.sight import eye_of, sight_to_disc
from referee.corpus.common import Got, path_of, weapon_rules
from referee.corpus.questions import Question
from referee.editions.kt24 import equipment, jumping
from referee.rules.attempt import judge_attempt
from referee.rules.judgement import Attempt, Shot
from referee.rules.position import Order
from referee.rules.set_up import Item

TARGETED = ("Shoot", "Fight")


def _action_allowed(question: Question) -> Got:
    facts = question.facts
    target = question.ask("target")
    attempt = Attempt(
        question.operative("by"),
        str(question.need("action")),
        None if target is None else str(target),
        weapon_rules(question),
        tuple(map(str, facts.get("performed_this_activation", ()))),
        tuple(question.edition.read_rules(rules) for rules in facts.get("weapons_used", ())),
        facts.get("enemy_in_control_range"),
        Order(facts["order"]) if facts.get("order") else None,
        bool(facts["carrying"]) if "carrying" in facts else None,
    )
    allowed = judge_attempt(question.edition, question.position, attempt).holds
    return {"allowed": allowed and _may_target(question, attempt)}


def _may_target(question: Question, attempt: Attempt) -> bool:
    """Return whether the operative that the question names may be the target (rules E24-02, F24-01)."""
    position, target = question.position, attempt.target
    if target is None or target not in position.table.operatives or attempt.action not in TARGETED:
        return True
    if position.table.operative(target).player == position.table.operative(attempt.by).player:
        return False
    if attempt.action == "Fight":
        declared = attempt.engaged is not None
        return declared or question.edition.engagement.engaged(position, attempt.by, target).holds
    return question.edition.judge_shot(position, Shot(attempt.by, target, attempt.weapon_rules)).selectable.holds


def _ap_check(question: Question) -> Got:
    status = question.position.status[question.operative("by")]
    spent = sum(int(cost) for _, cost in question.fact("spent", ()))
    return {"allowed": spent + int(question.number("cost")) <= status.apl}


def _effective_apl(question: Question) -> Got:
    status = question.position.status[question.operative("by")]
    return {"apl": question.edition.stats.apl(status.apl, question.need("modifiers"))}


def _ap_cost(question: Question) -> Got:
    return {"cost": question.edition.stats.ap_cost(int(question.number("base")), question.need("changes"))}


def _jump(question: Question) -> Got:
    judged = jumping.jump(
        question.edition.movement.pricing,
        question.number("horizontal_from_edge"),
        float(question.ask("height_difference", 0.0)),
        may_climb=question.edition.movement.may_climb(str(question.ask("action", "Reposition"))),
    )
    return {"legal": judged.ruling.holds, "vertical_charged": judged.vertical}


def _place_equipment(question: Question) -> Got:
    def corners(key: str) -> tuple[tuple[float, float], ...] | None:
        outline = question.ask(key)
        return None if outline is None else tuple((float(x), float(y)) for x, y in outline)

    centre = question.ask("pos")
    name = str(question.need("item"))
    item = Item(
        name,
        name,
        "",
        corners("poly"),
        None if centre is None else (float(centre[0]), float(centre[1])),
        float(question.ask("z", 0.0)),
    )
    mover = question.ask("moved_with")
    if mover is not None:
        return {"legal": equipment.barricade_again(question.position, str(mover), item).holds}
    zones = {"territory": corners("territory"), "drop_zone": corners("drop_zone")}
    return {"legal": equipment.may_set_up(question.position, item, **zones).holds}


def _on_incapacitated(question: Question) -> Got:
    carrying = question.fact("carrying", question.position.status[question.operative("by")].carrying)
    return {
        "must_place_marker": bool(carrying),
        "cost": 0,
        "within": "control range",
        "even_if_picked_up_this_activation": True,
    }


def _move_triggers(question: Question) -> Got:
    """Answer whether a mine goes off anywhere along a move (rule J24-07)."""
    mover = question.position.table.operative(question.operative("by"))
    mine = question.position.marker(str(question.need("marker")))
    blockers = question.edition.engagement.sight_blockers(question.position)

    def sees(base: Base, _: str) -> bool:
        return sight_to_disc(eye_of(base, mover.head), mine.base, blockers).visible

    facts = path_facts(mover.base, mover.head, path_of(question), markers={mine.id: mine.base}, sees=sees)
    triggered = any(near.in_range for near in facts.markers)
    return {
        "triggered": triggered,
        "marker_removed": triggered,
        "damage": "D3+3" if triggered else None,
    }


ACTING = {
    "action_allowed": _action_allowed,
    "ap_check": _ap_check,
    "effective_apl": _effective_apl,
    "ap_cost": _ap_cost,
    "jump": _jump,
    "place_equipment": _place_equipment,
    "on_incapacitated": _on_incapacitated,
    "move_triggers": _move_triggers,
}

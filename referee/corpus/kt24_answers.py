"""Answers of the 2024 edition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from geometry.base import EXACT_TOLERANCE, Base
from geometry.measure import inside_margin, wholly_within, within, within_area
from geometry.paths import path_facts
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.visibility.sight import eye_of, sight_to_disc
from referee.corpus.common_answers import COMMON, Got, path_of, reach_of, weapon_rules
from referee.corpus.scenario import AnswerSet, Question
from referee.editions.kt24 import areas, movement, reactions
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.equipment import may_set_up, stun_grenade
from referee.editions.kt24.equipment.comms_device import support_reach, supports
from referee.editions.kt24.equipment.portable_barricade import barricade_again
from referee.editions.kt24.options import PRECEDENCE
from referee.editions.kt24.reactions import GuardFacts, ReactionFacts
from referee.editions.kt24.scoring import command_points, final_vp, initiative_decider, kill_grade_bonus
from referee.rules.judgement import Attempt, Shot
from referee.rules.ports.actions import judge_attempt
from referee.rules.ports.edition import note
from referee.rules.position import Order
from referee.rules.set_up import Item
from referee.rules.sight.control_range import helping

TARGETED = ("Shoot", "Fight")


def _action_allowed(question: Question) -> Got:
    facts = question.facts
    target = question.optional("target")
    attempt = Attempt(
        question.operative("by"),
        str(question.required("action")),
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
    """Return whether the operative named in the question may be the target (rules E24-02, F24-01)."""
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
    return {"apl": question.edition.stats.apl(status.apl, question.required("modifiers"))}


def _ap_cost(question: Question) -> Got:
    return {"cost": question.edition.stats.ap_cost(int(question.number("base")), question.required("changes"))}


def _jump(question: Question) -> Got:
    judged = movement.jump(
        question.edition.movement.pricing,
        question.number("horizontal_from_edge"),
        float(question.optional("height_difference", 0.0)),
        may_climb=question.edition.movement.may_climb(str(question.optional("action", "Reposition"))),
    )
    return {"legal": judged.ruling.holds, "vertical_charged": judged.vertical}


def _place_equipment(question: Question) -> Got:
    def corners(key: str) -> tuple[tuple[float, float], ...] | None:
        outline = question.optional(key)
        return None if outline is None else tuple((float(x), float(y)) for x, y in outline)

    centre = question.optional("pos")
    name = str(question.required("item"))
    item = Item(
        name,
        name,
        "",
        corners("poly"),
        None if centre is None else (float(centre[0]), float(centre[1])),
        float(question.optional("z", 0.0)),
    )
    mover = question.optional("moved_with")
    if mover is not None:
        return {"legal": barricade_again(question.position, str(mover), item).holds}
    zones = {"territory": corners("territory"), "drop_zone": corners("drop_zone")}
    return {"legal": may_set_up(question.position, item, **zones).holds}


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
    mine = question.position.marker(str(question.required("marker")))
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


class Ground(IntEnum):
    """Grounds on which a rule takes precedence, the strongest first."""

    SAYS_SO = 0
    COMMENTARY = 1
    BEYOND_CORE = 2
    CANNOT = 3
    NONE = 4


@dataclass(frozen=True, slots=True)
class Claim:
    """One of the rules in conflict: its name, its owner, and its grounds for precedence."""

    name: str
    owner: str
    says_so: bool = False
    commentary: bool = False
    beyond_core: bool = False
    cannot: bool = False

    @property
    def ground(self) -> Ground:
        """Its strongest ground."""
        grounds = (self.says_so, self.commentary, self.beyond_core, self.cannot)
        return next((Ground(number) for number, holds in enumerate(grounds) if holds), Ground.NONE)


@dataclass(frozen=True, slots=True)
class Precedence:
    """The rule that prevails; None if a player decides between the remaining ones, with that player."""

    prevails: Claim | None
    decider: str | None = None
    between: tuple[Claim, ...] = ()


def precedence(claims: Iterable[Claim], initiative: str, active: str | None = None) -> Precedence:
    """Return the rule that prevails: the one with the strongest ground; else the player with initiative decides.

    `active` is the player of the active operative, under later errata that let that player decide.
    """
    ranked = sorted(claims, key=lambda claim: claim.ground)
    strongest = tuple(claim for claim in ranked if claim.ground is ranked[0].ground)
    if len(strongest) == 1:
        return Precedence(strongest[0])
    return Precedence(None, active if active is not None else initiative, strongest)


COMMAND_REROLL = "command re-roll"


def _whole(values: dict[str, float]) -> dict[str, int]:
    return {str(name): int(value) for name, value in values.items()}


def _initiative(question: Question) -> Got:
    return {"decider": initiative_decider(_whole(question.required("rolls")), question.optional("previous"))}


def _cp(question: Question) -> Got:
    before = _whole(question.required("before"))
    turning_point = int(question.number("turning_point"))
    return {"after": command_points(before, str(question.required("initiative")), turning_point)}


def _ploy(question: Question) -> Got:
    again = str(question.required("name")).strip().lower().replace("reroll", "re-roll") == COMMAND_REROLL
    return {"allowed": again or not question.optional("used_this_turning_point", False)}


def _final_vp(question: Question) -> Got:
    ops = {op: int(question.optional(op, 0)) for op in ("crit", "tac", "kill")}
    total = final_vp(ops, question.optional("primary"))
    return {**total.ops, "primary_vp": total.primary_vp, "total": total.total}


def _kill_grade_bonus(question: Question) -> Got:
    return {"bonus": kill_grade_bonus(_whole(question.required("grades")))}


def _precedence(question: Question) -> Got:
    """Answer which of conflicting rules prevails, or who decides (rule L24-12)."""
    claims = [Claim(**claim) for claim in question.required("claims")]
    reading = question.edition.reads(PRECEDENCE)
    active = question.optional("active") if reading == "active operative" else None
    found = precedence(claims, str(question.required("initiative")), None if active is None else str(active))
    return {
        "read_as": str(note(PRECEDENCE, reading)) if found.prevails is None else None,
        "prevails": found.prevails.name if found.prevails else None,
        "decider": found.decider,
        "between": [claim.name for claim in found.between],
    }


def _support(question: Question) -> Got:
    """Answer whether a SUPPORT rule reaches a friend, and its distance (rule J24-03)."""
    by, friend = question.operative("by"), question.operative("friend")
    distance, own = question.number("distance"), frozenset(map(str, question.optional("own_devices", ())))
    player = question.position.table.operative(by).player
    return {
        "reach": support_reach(question.edition, question.position, player, distance, own),
        "supported": supports(question.edition, question.position, by, friend, distance, own).holds,
    }


KEEPING = {
    "precedence": _precedence,
    "support": _support,
    "initiative": _initiative,
    "cp": _cp,
    "ploy": _ploy,
    "final_vp": _final_vp,
    "kill_grade_bonus": _kill_grade_bonus,
}


def _within(question: Question) -> Got:
    """Answer whether two objects are within a distance (H24-02, H24-03); a carried marker is at its carrier."""
    a, b = (_base(question, key) for key in ("a", "b"))
    same = question.optional("a") == question.optional("b")
    return {"within": same or within(a, b, question.number("distance"))}


def _base(question: Question, key: str) -> Base:
    table = question.position.table
    marker = table.markers.get(str(question.optional(key)))
    if marker is None:
        return table.operative(question.operative(key)).base
    return marker.base if marker.carried_by is None else table.operative(marker.carried_by).base


def _wholly_within(question: Question) -> Got:
    of = question.position.table.operative(question.operative("of"))
    subject = question.position.table.operative(question.operative("subject"))
    distance = question.number("distance")
    self_or = of.id == subject.id
    return {
        "wholly_within": self_or or wholly_within(subject.base, of.base, distance),
        "within": self_or or within(subject.base, of.base, distance),
    }


def _wholly_within_area(question: Question) -> Got:
    subject = question.position.table.operative(question.operative("subject")).base
    area = question.required("area")
    return {
        "wholly_within": inside_margin(subject, area) >= -EXACT_TOLERANCE,
        "within": within_area(subject, area),
    }


def _control_range(question: Question) -> Got:
    ruling = question.edition.engagement.engaged(question.position, question.operative("a"), question.operative("b"))
    return {"within": ruling.holds}


def _control_range_from_facts(question: Question) -> Got:
    near = question.number("distance") <= CONTROL_RANGE + EXACT_TOLERANCE
    a_sees, b_sees = bool(question.optional("a_sees_b", False)), bool(question.optional("b_sees_a", False))
    thing = question.optional("subject") not in {None, "operative"}
    mutual = near and (a_sees if thing else a_sees or b_sees)
    return {"within": mutual, "a_in_range_of_b": mutual, "b_in_range_of_a": mutual}


def _marker_control_range(question: Question) -> Got:
    ruling = question.edition.markers.near(
        question.position, question.operative("operative"), str(question.required("marker"))
    )
    return {"within": ruling.holds}


def _visible(question: Question) -> Got:
    shot = Shot(question.operative("by"), question.operative("target"))
    return {"visible": question.edition.sight.visible(question.position, shot.shooter, shot.target).holds}


MEASURING = {
    "within": _within,
    "wholly_within": _wholly_within,
    "wholly_within_area": _wholly_within_area,
    "control_range": _control_range,
    "control_range_from_facts": _control_range_from_facts,
    "marker_control_range": _marker_control_range,
    "visible": _visible,
}


def _counteract_allowed(question: Question) -> Got:
    action = question.optional("action", question.fact("action"))
    facts = ReactionFacts(
        own_ready=int(question.fact("own_ready", 0)),
        opponent_ready=int(question.fact("opp_ready", 0)),
        order=question.order_of("by"),
        already=bool(question.fact("already", False)),
        interrupted_on_guard=bool(question.fact("guard_interrupted", False)),
        action=None if action is None else str(action),
    )
    return {"allowed": reactions.counteract(question.edition, question.operative("by"), facts).holds}


def _guard_interrupt(question: Question) -> Got:
    by, enemy = question.operative("by"), question.operative("enemy")
    facts = GuardFacts(
        on_guard=by in question.fact("on_guard", ()),
        enemy_action_finished=bool(question.fact("enemy_action_finished", False)),
        interrupts_used=int(question.fact("interrupts_used_this_enemy_activation", 0)),
        order=question.order_of("by"),
        weapon_rules=weapon_rules(question),
    )
    judged = reactions.guard_interrupt(
        question.edition, question.position, by, enemy, str(question.required("action")), facts
    )
    got = {
        "allowed": judged.ruling.holds,
        "target": enemy,
        "hit_worsened_by": judged.hit_worsened_by,
        "cannot_counteract": judged.ruling.holds,
    }
    if judged.point_blank:
        got["cannot_retaliate_until"] = "end of the interrupted activation"
    return got


def _guard_status(question: Question) -> Got:
    by = question.operative("by")
    stands = reactions.still_on_guard(
        was_on_guard=by in question.fact("on_guard", ()),
        enemy_ended_action_in_reach=bool(question.fact("enemy_ended_action_in_control_range", False)),
        interrupted=bool(question.fact("interrupted", False)),
        acted=bool(question.fact("performed_this_activation", ())),
        order=question.order_of("by"),
    )
    return {"on_guard": stands}


REACTING = {
    "counteract_allowed": _counteract_allowed,
    "guard_interrupt": _guard_interrupt,
    "guard_status": _guard_status,
}


def _blast_targets(question: Question) -> Got:
    reached = areas.blast_targets(
        question.edition, question.position, question.operative("primary"), reach_of(question, "blast")
    )
    return {"secondary": [name for name, p in reached.items() if p >= 0.5]}


def _blast_cover(question: Question) -> Got:
    return {
        "secondary_in_cover": bool(question.required("primary_in_cover")),
        "secondary_obscured": bool(question.required("primary_obscured")),
    }


def _torrent_targets(question: Question) -> Got:
    allowed = areas.torrent_targets(
        question.edition,
        question.position,
        question.operative("by"),
        question.operative("primary"),
        reach_of(question, "torrent"),
        weapon_rules(question),
    )
    return {"secondary_allowed": list(allowed)}


def _stun_grenade(question: Question) -> Got:
    rolls = {str(name): int(die) for name, die in question.required("rolls").items()}
    tests = stun_grenade.stun_grenade(question.position, question.operative("target"), rolls)
    return {"tested": list(tests.tested), "apl_minus_1": list(tests.stunned)}


def _effective_weapon_rules(question: Question) -> Got:
    target = question.optional("target")
    gained = question.edition.environment.gained_rules(
        question.position, weapon_rules(question), None if target is None else str(target)
    )
    return {"gains": [question.edition.write_rule(use) for use in gained]}


def _fight_first_resolver(question: Question) -> Got:
    first = question.edition.environment.first_resolver(
        question.position, question.operative("attacker"), question.operative("defender")
    )
    return {"first": first}


def _assists(question: Question) -> Got:
    helpers = helping(question.edition, question.position, question.operative("by"), question.operative("enemy"))
    return {"assisting": list(helpers), "hit_improvement": len(helpers)}


def _hot(question: Question) -> Got:
    status = question.position.status[question.operative("by")]
    needed = question.edition.stats.effective(status, int(question.number("hit"))).hit or 0
    die = int(question.number("die"))
    damage = 2 * die if die < needed else 0
    left = max(0, status.wounds - damage)
    return {"self_damage": damage, "wounds_left": left, "incapacitated": left == 0}


WEAPONS = {
    "blast_targets": _blast_targets,
    "blast_cover": _blast_cover,
    "torrent_targets": _torrent_targets,
    "stun_grenade": _stun_grenade,
    "effective_weapon_rules": _effective_weapon_rules,
    "fight_first_resolver": _fight_first_resolver,
    "assists": _assists,
    "hot": _hot,
}


ANSWERS = AnswerSet(KT24.id, {**COMMON, **MEASURING, **ACTING, **REACTING, **WEAPONS, **KEEPING})

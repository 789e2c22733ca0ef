"""The players' accounts, 2024: initiative, command points, ploys, victory points (rules B24-*, L24-14 to L24-16)."""

from __future__ import annotations

from referee.corpus.common import Got
from referee.corpus.questions import Question
from referee.editions.kt24.accounts import command_points, final_vp, initiative_decider, kill_grade_bonus
from referee.editions.kt24.options import PRECEDENCE
from referee.editions.kt24.support import support_reach, supports
from referee.rules.options import note
from referee.rules.precedence import Claim, precedence

COMMAND_REROLL = "command re-roll"


def _whole(values: dict[str, float]) -> dict[str, int]:
    return {str(name): int(value) for name, value in values.items()}


def _initiative(question: Question) -> Got:
    return {"decider": initiative_decider(_whole(question.need("rolls")), question.ask("previous"))}


def _cp(question: Question) -> Got:
    before = _whole(question.need("before"))
    turning_point = int(question.number("turning_point"))
    return {"after": command_points(before, str(question.need("initiative")), turning_point)}


def _ploy(question: Question) -> Got:
    again = str(question.need("name")).strip().lower().replace("reroll", "re-roll") == COMMAND_REROLL
    return {"allowed": again or not question.ask("used_this_turning_point", False)}


def _final_vp(question: Question) -> Got:
    ops = {op: int(question.ask(op, 0)) for op in ("crit", "tac", "kill")}
    total = final_vp(ops, question.ask("primary"))
    return {**total.ops, "primary_vp": total.primary_vp, "total": total.total}


def _kill_grade_bonus(question: Question) -> Got:
    return {"bonus": kill_grade_bonus(_whole(question.need("grades")))}


def _precedence(question: Question) -> Got:
    """Answer which of conflicting rules holds, or who decides (rule L24-12)."""
    claims = [Claim(**claim) for claim in question.need("claims")]
    reading = question.edition.reads(PRECEDENCE)
    active = question.ask("active") if reading == "active operative" else None
    found = precedence(claims, str(question.need("initiative")), None if active is None else str(active))
    return {
        "read_as": note(PRECEDENCE, reading) if found.prevails is None else None,
        "prevails": found.prevails.name if found.prevails else None,
        "decider": found.decider,
        "between": [claim.name for claim in found.between],
    }


def _support(question: Question) -> Got:
    """Answer whether a SUPPORT rule reaches a friend, and how far it reaches (rule J24-03)."""
    by, friend = question.operative("by"), question.operative("friend")
    distance, own = question.number("distance"), frozenset(map(str, question.ask("own_devices", ())))
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

"""What weapons do beyond one target, and who helps in a fight, 2024 (rules F24-06, G24-*, J24-13, K24-03, K24-04)."""

from __future__ import annotations

from referee.corpus.common import Got, weapon_rules
from referee.corpus.questions import Question
from referee.editions.kt24 import areas
from referee.rules.sight.fight_assist import helping


def _blast_targets(question: Question) -> Got:
    reached = areas.blast_targets(
        question.edition, question.position, question.operative("primary"), question.number("x")
    )
    return {"secondary": [name for name, p in reached.items() if p >= 0.5]}


def _blast_cover(question: Question) -> Got:
    return {
        "secondary_in_cover": bool(question.need("primary_in_cover")),
        "secondary_obscured": bool(question.need("primary_obscured")),
    }


def _torrent_targets(question: Question) -> Got:
    allowed = areas.torrent_targets(
        question.edition,
        question.position,
        question.operative("by"),
        question.operative("primary"),
        question.number("x"),
    )
    return {"secondary_allowed": list(allowed)}


def _stun_grenade(question: Question) -> Got:
    rolls = {str(name): int(die) for name, die in question.need("rolls").items()}
    tests = areas.stun_grenade(question.position, question.operative("target"), rolls)
    return {"tested": list(tests.tested), "apl_minus_1": list(tests.stunned)}


def _effective_weapon_rules(question: Question) -> Got:
    target = question.ask("target")
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

"""Answers of the 2021 edition."""

from __future__ import annotations

from referee.corpus.common_answers import COMMON, Got, reach_of, weapon_rules
from referee.corpus.scenario import AnswerSet, Question
from referee.editions.kt21 import areas
from referee.editions.kt21.actions import NO_OVERWATCH
from referee.editions.kt21.edition import KT21
from referee.editions.kt21.options import TORRENT
from referee.rules.errors import MalformedError
from referee.rules.ports.edition import note
from referee.rules.position import Order
from referee.rules.sight.control_range import helping

OVERWATCH_PENALTY = 1
TRAVERSE_PRICE = 2


def _engagement_range(question: Question) -> Got:
    ruling = question.edition.engagement.engaged(question.position, question.operative("a"), question.operative("b"))
    return {"within": ruling.holds}


def _traverse_cost(question: Question) -> Got:
    """Answer the price of traversing; no move may end on top (rule I21-02)."""
    traits = {str(trait).lower() for trait in question.required("terrain_traits")}
    if "traversable" not in traits:
        return {"cost": None, "may_end_on_top": "vantage" in traits}
    return {"cost": TRAVERSE_PRICE, "may_end_on_top": False}


def _overwatch_allowed(question: Question) -> Got:
    """Answer whether an overwatch is permitted, and how much worse it hits (rule C21-04)."""
    by = question.operative("by")
    allowed = (
        int(question.fact("own_ready", 0)) == 0
        and int(question.fact("opp_ready", 0)) > 0
        and not question.fact("already", False)
        and question.order_of("by") is Order.ENGAGE
        and not any(use.rule in NO_OVERWATCH for use in weapon_rules(question))
        and not question.edition.engagement.enemies_engaging(question.position, by)
    )
    return {"allowed": allowed, "bs_worsened_by": OVERWATCH_PENALTY if allowed else 0}


def _supports(question: Question) -> Got:
    """Answer which friends support a fight: engaged with that enemy and with no other (rule F21-02)."""
    fighter, enemy = question.operative("by"), question.operative("enemy")
    return {"supporting": list(helping(question.edition, question.position, fighter, enemy))}


def _shoot_result(question: Question) -> Got:
    """Answer the damage of a shot: mortal wounds per retained critical hit, and the remaining hits (rule G21-11)."""
    unblocked = question.optional("unblocked") or {}
    normal, critical = question.optional("damage", (0, 0))
    hits = int(unblocked.get("crit", 0)) * int(critical) + int(unblocked.get("normal", 0)) * int(normal)
    return {"damage": int(question.optional("mw", 0)) * int(question.optional("retained_crits", 0)) + hits}


def _defence_dice(question: Question) -> Got:
    """Answer the number of defence dice left: AP and P do not add up, the larger counts (rules G21-01, G21-11)."""
    piercing = int(question.optional("p", 0)) if question.optional("crit_retained", False) else 0
    return {"dice": max(0, int(question.number("defence")) - max(int(question.optional("ap", 0)), piercing))}


def _jump_test(question: Question) -> Got:
    """Answer a jump test: on a 1 it fails, the operative stays and its action ends (rule I21-03)."""
    die = int(question.number("die"))
    if not 1 <= die <= 6:
        raise MalformedError("corpus-die", scenario=question.id, found=die)
    return {"success": die > 1, "position_changes": die > 1, "action_ends": die == 1}


def _initiative(question: Question) -> Got:
    """Answer who has initiative: the higher die; on a tie the player who did not have it (rule B21-02)."""
    rolls = {str(name): int(die) for name, die in question.required("rolls").items()}
    most = [player for player, die in rolls.items() if die == max(rolls.values())]
    winner = most[0] if len(most) == 1 else next(player for player in rolls if player != question.optional("previous"))
    return {"initiative": winner, "decider": winner}


def _blast_targets(question: Question) -> Got:
    """Answer which operatives a blast hits beside the original target (rule G21-04)."""
    shooter = question.operative("by") if question.optional("by") is not None else None
    reached = areas.blast_targets(
        question.edition,
        question.position,
        question.operative("primary"),
        reach_of(question, "blast"),
        weapon_rules(question),
        shooter=shooter,
    )
    in_cover = [name for name in reached.likely if reached.judged[name].in_cover.holds]
    return {"secondary": list(reached.likely), "secondary_in_cover": in_cover}


def _torrent_targets(question: Question) -> Got:
    """Answer which targets a Torrent weapon may continue to (rules G21-15, N21-04)."""
    shooter, primary = question.operative("by"), question.operative("primary")
    reading = question.edition.reads(TORRENT)
    chained = reading == "chain"
    at = (question.edition, question.position, shooter, primary, reach_of(question, "torrent"))
    rules = weapon_rules(question)
    found = areas.torrent_targets(*at, chained=chained, rules=rules)
    differs = found != areas.torrent_targets(*at, chained=not chained, rules=rules)
    return {"secondary_allowed": list(found), "read_as": str(note(TORRENT, reading)) if differs else None}


def _fusillade_targets(question: Question) -> Got:
    """Answer among which targets a Fusillade may split its dice (rule G21-06)."""
    shooter, primary = question.operative("by"), question.operative("primary")
    found = areas.fusillade_targets(question.edition, question.position, shooter, primary, weapon_rules(question))
    return {"secondary_allowed": list(found)}


ANSWERS = AnswerSet(
    KT21.id,
    {
        **COMMON,
        "blast_targets": _blast_targets,
        "torrent_targets": _torrent_targets,
        "fusillade_targets": _fusillade_targets,
        "engagement_range": _engagement_range,
        "traverse_cost": _traverse_cost,
        "overwatch_allowed": _overwatch_allowed,
        "supports": _supports,
        "shoot_result": _shoot_result,
        "defence_dice": _defence_dice,
        "jump_test": _jump_test,
        "initiative": _initiative,
    },
)

"""Intents that geometry has something to say to, with the judge's word added before the game decides."""

from __future__ import annotations

from overlook.table.attacks_in_doubt import with_doubts_asked
from overlook.table.declared_moves import with_staying_judged
from overlook.table.evidence import with_evidence
from overlook.table.judging_context import JudgingContext
from overlook.table.marker_placement import with_place_judged
from overlook.table.set_up_evidence import with_item_judged, with_standing_judged
from referee.game.intents import Act, Deploy, DropMarker, Intent, PlaceEquipment

JUDGED = (Act, Deploy, DropMarker, PlaceEquipment)
"""The intents that the judge is asked about."""


def judged(context: JudgingContext, intent: Intent) -> Intent:
    """Return the intent with the rulings on it and with what only geometry knows; others as they are.

    An attack of which something is in doubt that changes its dice becomes the question about that.
    """
    match intent:
        case Act():
            return with_doubts_asked(context, with_staying_judged(context, with_evidence(context, intent)))
        case DropMarker():
            return with_place_judged(context, intent)
        case Deploy():
            return with_standing_judged(context, intent)
        case PlaceEquipment():
            return with_item_judged(context, intent)
        case _:
            return intent

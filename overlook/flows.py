"""How a battle of each edition goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.kt21.flow import flow as flow21
from referee.kt24.flow import flow as flow24
from referee.rules.edition import Edition
from referee.rules.game.stage import Course

FLOWS: Mapping[str, Callable[[Edition], Course]] = {"kt24": flow24, "kt21": flow21}


def flow_of(edition: Edition) -> Course:
    """Return the flow of an edition's battles."""
    return FLOWS[edition.id](edition)

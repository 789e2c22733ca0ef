"""Whether a Firefight ploy has anything to work on now, where its text plainly names its moment.

Only "use it when a friendly operative ..." and its like are read. Of a text that names no moment, or one that lasts,
nothing is known, and nothing is said. What is said keeps the card's button back; by its name it can still be used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from referee.game.card import PloyCard, PloyTime
from referee.game.state import GameState, LifeState

MOMENT = re.compile(r"\b(?:when(?:ever)?|a friend\w* that|if) ([^.:;,]*)", re.I)
FRIEND = re.compile(r"\bfriend|^that\b", re.I)
DOWN = (LifeState.INCAPACITATED, LifeState.REMOVED)


@dataclass(frozen=True, slots=True)
class PloyMoment:
    """One moment: the word that names it, whether it is now for a player, and what is said where it is not."""

    word: re.Pattern[str]
    now: Callable[[GameState, str], bool]
    says: str


def _plays(state: GameState, player: str, role: str) -> bool:
    """Return whether open dice have a player's operative in a role: "shooter", "attacker" or "defender"."""
    facts = state.sequence.data.get("facts", {}) if state.sequence is not None else {}
    one = facts.get(role)
    name = str(one["id"] if isinstance(one, Mapping) else one)
    return name in state.operatives and state.operative(name).player == player


def _falls_back(state: GameState, player: str) -> bool:
    acting = state.acting
    if acting is None or state.operative(acting.operative).player != player:
        return False
    return any(one.counts_as == "Fall Back" for one in acting.performed[-1:])


def _one_down(state: GameState, player: str) -> bool:
    """Return whether a player's operative has fallen in the last thing that was done, or in the running activation."""
    dice = state.sequence or state.resolved
    hurt = dice.wounds if dice is not None else {}
    down = {name for name, one in state.operatives.items() if one.player == player and one.life in DOWN}
    lies = any(state.operative(name).life is LifeState.INCAPACITATED for name in down)
    return (lies and state.acting is not None) or any(hurt.get(name, 0) > 0 for name in down)


MOMENTS = (
    PloyMoment(re.compile(r"\bretaliat", re.I), lambda state, player: _plays(state, player, "defender"), "retaliates"),
    PloyMoment(re.compile(r"\bfight", re.I), lambda state, player: _plays(state, player, "attacker"), "fights"),
    PloyMoment(re.compile(r"\bshoot", re.I), lambda state, player: _plays(state, player, "shooter"), "shoots"),
    PloyMoment(re.compile(r"\bfall(s|ing)? back\b", re.I), _falls_back, "falls back"),
    PloyMoment(re.compile(r"\bincapacitated|\bfalls(?! back)\b", re.I), _one_down, "has just fallen"),
)


def nothing_to_work_on(state: GameState, player: str, card: PloyCard) -> str:
    """Return in a sentence why a ploy would come to nothing now; empty where it may work, or nothing is known."""
    if card.when is not PloyTime.FIREFIGHT:
        return ""
    named = list(_named(card.text))
    if not named or any(moment.now(state, player) for moment in named):
        return ""
    return f"Nothing to work on now: no friend of yours {' or '.join(moment.says for moment in named)}."


def _named(text: str) -> Iterator[PloyMoment]:
    """Yield the moments of the first clause that names when a friend's ploy is used; nothing where there is none."""
    found = MOMENT.search(text)
    if found is not None and FRIEND.search(found[0]) and "enem" not in found[0].casefold():
        yield from (moment for moment in MOMENTS if moment.word.search(found[1]))

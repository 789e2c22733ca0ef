"""Who may want something, and what it is in a few words."""

from __future__ import annotations

from referee.game.intents import (
    ANY,
    Act,
    ChooseEquipment,
    DeclareDamage,
    DeclarePlace,
    DeclareStat,
    Intent,
    Seal,
    UsePloy,
)
from referee.game.state import GameState
from referee.rules.ruling import Finding

IN_WORDS = {
    "seal": "secret choice",
    "end_stage": "end of the phase",
    "end_activation": "end of its activation",
    "pass_turn": "pass",
}
"""What intents are called whose kind is no word of a player's."""


def ownership(state: GameState, intent: Intent, rule: str) -> tuple[Finding, ...]:
    """Return whether it is that person's to do: players act for their own operatives and themselves."""
    if intent.by not in state.sides:
        return ()
    named = (getattr(intent, field, None) for field in ("player", "owner", "conceded_by"))
    owner = next((player for player in named if player), None)
    operative = state.operatives.get(getattr(intent, "operative", None) or "")
    if operative is not None:
        owner = operative.player
    correction = isinstance(intent, DeclareDamage | DeclareStat | DeclarePlace)
    holds = owner in (None, ANY, intent.by) or correction
    return (Finding.fact(rule, holds, f"that is {owner}'s to do, not {intent.by}'s"),)


def describe(intent: Intent) -> str:
    """Return an intent in a few words."""
    operative = getattr(intent, "operative", None)
    if isinstance(intent, Act):
        target = f" at {intent.target}" if intent.target else ""
        return f"{operative} {intent.action}{target}"
    if isinstance(intent, UsePloy):
        price = "" if intent.cost is None else f", {intent.cost} CP"
        return f"{intent.player} uses the ploy {intent.name}{price}"
    if isinstance(intent, Seal | ChooseEquipment):
        return secret_choice(intent.player, intent.topic if isinstance(intent, Seal) else "equipment")
    who = operative or getattr(intent, "player", None)
    deed = kind_in_words(intent)
    return f"{who} {deed}" if who else deed


def secret_choice(player: str, topic: str) -> str:
    """Return whose secret choice it is and of what, without the choice."""
    return f"{player}: {spaced(topic)}, in secret"


def kind_in_words(intent: Intent) -> str:
    """Return what sort of thing is done, in words: "undo", "place equipment"."""
    return IN_WORDS.get(intent.kind, spaced(intent.kind))


def spaced(name: str) -> str:
    """Return the name of a kind, a topic, an op or a phase as words: "tac_op_1:2" is "tac op 1, condition 2"."""
    return name.replace("_", " ").replace(":", ", condition ")


def distinct(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the findings without those that say the same of the same rule."""
    return tuple({(each.rule, each.means): each for each in findings}.values())

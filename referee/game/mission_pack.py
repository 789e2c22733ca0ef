"""Actions that a mission pack, a killzone or a team brings along, as data (rule D24-16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.rules.edition import ActionSpec, Edition
from referee.rules.errors import MalformedError

if TYPE_CHECKING:
    from referee.game.state import GameState


@dataclass(frozen=True, slots=True)
class PackAction:
    """One action of a pack: what `ActionSpec` says, in plain data; `text` is what it does, for people to read.

    `operatives` are those that may perform it (a unique action); empty means all (a mission action). What it does is
    declared by the players; the game tests and counts the rest.
    """

    name: str
    cost_ap: int = 1
    treated_as: str | None = None
    bars: tuple[str, ...] = ()
    conceal: bool = True
    engaged: bool | None = None
    repeatable: bool = False
    operatives: tuple[str, ...] = ()
    text: str = ""

    def __post_init__(self) -> None:
        if not self.name.strip() or not 0 <= self.cost_ap <= 9:
            raise MalformedError(f"action {self.name!r} for {self.cost_ap!r} AP: expected a name and 0 to 9 AP")

    @property
    def rule(self) -> str:
        """The id under which its conditions are found: the pack's, not the edition's."""
        return f"pack:{self.name}"

    @property
    def spec(self) -> ActionSpec:
        """The action as a row of the action table."""
        return ActionSpec(
            self.name,
            self.rule,
            self.cost_ap,
            bars=frozenset(self.bars),
            treated_as=self.treated_as,
            conceal=self.conceal,
            engaged=self.engaged,
            repeatable=self.repeatable,
        )


def edition_in(edition: Edition, killzone: str | None, actions: Mapping[str, PackAction]) -> Edition:
    """Return the edition with a killzone's overlay and a pack's actions on its ports."""
    overlaid = edition.in_killzone(killzone)
    if not actions:
        return overlaid
    return replace(overlaid, actions={**overlaid.actions, **{name: each.spec for name, each in actions.items()}})


def edition_of_game(edition: Edition, state: GameState) -> Edition:
    """Return the edition as this game plays it."""
    return edition_in(edition, state.killzone, state.actions)

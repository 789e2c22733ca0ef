"""Actions that a mission pack, a killzone or a team brings along, as data (rule D24-16)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.edition import ActionSpec
from referee.rules.errors import MalformedError


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

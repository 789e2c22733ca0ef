"""What players have: command and victory points, secrets, and whose turn it is between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.game.card import Seat
from referee.game.ploy_card import PloyCard
from referee.game.state.frozen import frozen
from referee.game.tac_op_card import TacOpCard
from referee.rules.dice.weapon import Weapon


@dataclass(frozen=True, slots=True)
class Side:
    """One player's account: command points, victory points by op, what is secret.

    `used` are the ploys and gambits of this turning point, in lower case. `sealed` choices are known to the machine
    alone until they are in `revealed`. `weapons` came with equipment and may be used by every operative of the side;
    `supplies` are the uses that are left of what a team shares, by name in lower case (rule J24-14). `ploys` and
    `tac_ops` are the cards of its team and the packs.
    """

    seat: Seat
    cp: int = 0
    vp: Mapping[str, int] = field(default_factory=dict)
    used: frozenset[str] = frozenset()
    equipment: tuple[str, ...] = ()
    sealed: Mapping[str, str] = field(default_factory=dict)
    revealed: Mapping[str, str] = field(default_factory=dict)
    weapons: tuple[Weapon, ...] = ()
    supplies: Mapping[str, int] = field(default_factory=dict)
    ploys: tuple[PloyCard, ...] = ()
    tac_ops: tuple[TacOpCard, ...] = ()

    def __post_init__(self) -> None:
        for name in ("vp", "sealed", "revealed", "supplies"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def total_vp(self) -> int:
        """All victory points."""
        return sum(self.vp.values())

    def ploy(self, name: str) -> PloyCard | None:
        """Return the card of a ploy, None for one that stands on no card."""
        return next((card for card in self.ploys if card.name.casefold() == name.casefold()), None)


@dataclass(frozen=True, slots=True)
class Alternation:
    """Two players taking turns at something until both pass in a row: whose turn it is, passes so far, turns taken."""

    turn: str
    passes: int = 0
    taken: int = 0

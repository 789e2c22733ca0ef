"""What stands or lies on the killzone: operatives with all that changes about them, and markers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from referee.game.board_place import BoardPlace
from referee.game.card import Card
from referee.game.state.frozen import frozen
from referee.game.until import Until
from referee.rules.position import Order, Status
from referee.rules.stats import StatRules

STATS = StatRules()
BEST, WORST = 2, 7
"""From which face on dice count at best, and at worst: from none."""
SAVE = ("save", "sv")
"""The words by which a change of the Save was declared."""


class LifeState(StrEnum):
    """Where an operative is on its way: not yet set up, standing, incapacitated (rule L24-05), off the killzone."""

    RESERVE = "reserve"
    STANDING = "standing"
    INCAPACITATED = "incapacitated"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class StatChange:
    """A stat that is not as printed: by how much, until when, and why. `fresh` until its own activation is over."""

    stat: str
    by: int
    until: Until
    why: str = ""
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class OperativeState:
    """One operative as it stands. `counteracted` and `interrupted` hold for the turning point.

    `one_more` says that it is incapacitated and may still perform one free action before it is removed (L24-06).
    """

    card: Card
    life: LifeState = LifeState.RESERVE
    order: Order = Order.CONCEAL
    ready: bool = False
    wounds: int = 0
    place: BoardPlace | None = None
    carrying: str | None = None
    changes: tuple[StatChange, ...] = ()
    counteracted: bool = False
    interrupted: bool = False
    on_guard: bool = False
    one_more: bool = False
    uses: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "uses", frozen(self.uses))

    @property
    def player(self) -> str:
        """Whose it is."""
        return self.card.player

    @property
    def lost(self) -> int:
        """How many of its wounds are gone."""
        return self.card.wounds - self.wounds

    @property
    def standing(self) -> bool:
        """Whether it is on the killzone and not incapacitated."""
        return self.life is LifeState.STANDING

    @property
    def on_board(self) -> bool:
        """Whether its base is on the killzone, incapacitated or not."""
        return self.life in (LifeState.STANDING, LifeState.INCAPACITATED)

    @property
    def apl(self) -> int:
        """The action point limit: all changes added up, then held to one more or less (rules C24-10, A21-03)."""
        return max(0, STATS.apl(self.card.apl, [each.by for each in self.changes if each.stat == "apl"]))

    @property
    def save(self) -> int:
        """From which face on its defence dice count: all changes added up, never better than 2+; 7 is never."""
        changed = sum(each.by for each in self.changes if each.stat.casefold() in SAVE)
        return max(BEST, min(WORST, self.card.save + changed))

    @property
    def injured(self) -> bool:
        """Whether it has fewer than half of its starting wounds (rules L24-07, L21-01)."""
        return STATS.is_injured(self.status())

    def status(self) -> Status:
        """Return what a judge of positions needs to know of it; `move` is as printed."""
        return Status(
            order=self.order,
            apl=self.apl,
            move=self.card.move,
            wounds=self.wounds,
            start_wounds=self.card.wounds,
            ready=self.ready,
            carrying=self.carrying,
            exempt=self.card.lifted,
            move_changes=tuple(float(each.by) for each in self.changes if each.stat == "move"),
        )


@dataclass(frozen=True, slots=True)
class MarkerState:
    """A marker: kind, diameter in inches, where it lies or who carries it, whose it is, and whether it may be lifted.

    `timer` counts the completed activations after which it goes (rule B24-11).
    """

    id: str
    kind: str
    diameter: float
    place: BoardPlace | None = None
    carried_by: str | None = None
    owner: str | None = None
    pick_up_allowed: bool = False
    timer: int | None = None

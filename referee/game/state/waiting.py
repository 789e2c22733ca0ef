"""What waits: dice to be rolled, an order to be decided, a proposal or a doubt that wants a word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.game.board_place import BoardPlace
from referee.game.state.frozen import frozen
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class OpenSequence:
    """Dice that are being resolved: by which action ("Shoot"), who acts, and the dice machine's own plain data.

    `number` counts the dice actions of the game, `wounds` are what the operatives had when it began: for showing alone.
    """

    sort: str
    operative: str
    data: Mapping[str, Any]
    number: int = field(default=1, compare=False)
    wounds: Mapping[str, int] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", frozen(self.data))
        object.__setattr__(self, "wounds", frozen(self.wounds))


@dataclass(frozen=True, slots=True)
class OpenTest:
    """Dice that a rule asks for besides those of weapons: a mine's damage, a stun test.

    `sort` is the edition's word for what the result means, `operative` whom it is about, `owner` who rolls; `about`
    is the marker or whatever else brought it on, `at` where the operative was then (x, y, z in inches; empty where that
    is where it stands).
    """

    id: str
    sort: str
    operative: str
    owner: str
    question: str
    dice: int = 1
    about: str = ""
    at: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class SimultaneousRule:
    """One of several rules that would be resolved at the same time: whose, and what it is called (rule A24-11)."""

    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read what was seen: a label, and the intent (kind and data) that it would be."""

    label: str
    intent: str
    data: Mapping[str, Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", frozen(self.data))


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """An intent that waits for a word. `because` is what is wrong or in doubt, empty when only the camera asks."""

    id: str
    owner: str
    question: str
    readings: tuple[Reading, ...]
    because: tuple[Finding, ...] = ()

    @property
    def operative(self) -> str:
        """Whose doing the likeliest reading is; empty where it names nobody."""
        return str(self._likeliest.get("operative") or "")

    @property
    def to(self) -> BoardPlace | None:
        """Where that operative has moved by the likeliest reading; None where it says nothing of that."""
        to = self._likeliest.get("to")
        return BoardPlace(**to) if isinstance(to, Mapping) else None

    @property
    def _likeliest(self) -> Mapping[str, Any]:
        return self.readings[0].data if self.readings else {}


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """A ruling that somebody doubts: who, the sequence number of the intent that it let through, and whose doing.

    `whose` is the player without whom that is not taken back; "any" where it is nobody's in particular.
    """

    by: str
    of: int
    means: str
    whose: str = "any"

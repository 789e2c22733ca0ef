"""What each move of an edition may do: the table from which moves are judged."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from geometry.paths import Passage
from geometry.terrain import Part
from referee.rules.moves.jumps import Rise
from referee.rules.ruling import RuleId


class Sticky(StrEnum):
    """What binds a mover that has come near an enemy no friend engages (X: stay in 2024, end in 2021)."""

    NO = "no"
    STAY = "stay"
    END = "end"


@dataclass(frozen=True, slots=True)
class MoveSpec:
    """One row of the table of moves.

    The allowance is the Move stat plus `extra` inches, or `fixed` inches. `may_enter` lets the mover come within
    reach of enemies, `must_end` asks it to finish there; otherwise it may not finish there. A `level` move neither
    climbs, drops nor jumps; `sheds` is the trait of terrain that the mover touches and takes along (J24-09).
    """

    action: str
    rule: RuleId
    extra: float = 0.0
    fixed: float | None = None
    may_enter: bool = False
    must_end: bool = False
    sticky: Sticky = Sticky.NO
    may_climb: bool = True
    level: bool = False
    sheds: str | None = None


@dataclass(frozen=True, slots=True)
class MoveRules:
    """The ids of an edition's rules of moving, by what they say.

    `bases`, `terrain`, `edge`: what a mover passes; `reach`: whose reach it enters; `end`: where it may stand; `climb`,
    `jump`, `drop`; `reaction`: how far it goes out of turn; `mine`: what goes off as it passes.
    """

    bases: RuleId
    terrain: RuleId
    edge: RuleId
    reach: RuleId
    end: RuleId
    climb: RuleId
    jump: RuleId
    reaction: RuleId
    mine: RuleId = ""
    drop: RuleId = ""


@dataclass(frozen=True, slots=True)
class MoveTerms:
    """What holds for all moves of an edition, lengths in inches, with the ids of the rules.

    `through_friends` lets a mover pass over friendly bases. A climb goes at most `climb_limit` high, a drop at most
    `drop_limit` deep, a jump at most `jump_limit` far. With `drop_reach` a drop is begun at most so far from the edge.
    `climb_goes_on` names the move that may finish a climb which another began.
    `passage_price`, `traverse_price` and `wire_price` come on top for each passage gone through, each obstacle
    traversed, each obstruction crossed. `reaction_limit` bounds a move made out of turn. Markers of the kinds `mines`
    go off when the mover comes near; with `mines_spare_owner` not under their owner's operatives, and `mine_note` says
    how that is read. `flying` operatives pay for level travel alone and pass over terrain and bases; off the floor a
    move ends only on parts with the trait `stand_on`. `jump_note` is how the jump's reach is read; with `jump_test` a
    jump may fail. With `jump_rise` a jump goes at most so high up or down, and its height costs nothing.
    `clear_of_passages` bars ending a move in an opening.
    """

    rules: MoveRules
    passage: Passage
    jump_limit: float
    through_friends: bool = False
    drop_reach: float | None = None
    climb_goes_on: str | None = None
    climb_limit: float | None = None
    drop_limit: float = math.inf
    passage_price: float = 0.0
    traverse_price: float | None = None
    wire_price: float = 0.0
    reaction_limit: float = 0.0
    mines: frozenset[str] = frozenset()
    mines_spare_owner: bool = False
    mine_note: str = ""
    flying: bool = False
    stand_on: str | None = None
    jump_note: str = ""
    jump_test: bool = False
    jump_rise: Rise | None = None
    clear_of_passages: bool = False

    def way(self, part: Part) -> Passage | None:
        """Return how a part may be gone through; None when it is solid."""
        if part.role == "access_point":
            return self.passage if part.state == "open" else None
        if part.has("Accessible"):
            return self.passage
        if part.has("Insignificant") or part.has("Obstructive") or is_ladder(part):
            return Passage.OPEN
        if self.traverse_price is not None and part.has("Traversable"):
            return Passage.TRAVERSE
        return None


def is_ladder(part: Part) -> bool:
    """Whether a part is a ladder: moved through, or climbed at a price of its own (J24-05)."""
    return part.role == "ladder" or "ladder" in (part.equipment or "").lower() or part.has("Ladder")

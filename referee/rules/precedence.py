"""Which of two conflicting rules holds (rule L24-12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum


class Ground(IntEnum):
    """Why a rule takes precedence, the strongest first."""

    SAYS_SO = 0
    COMMENTARY = 1
    BEYOND_CORE = 2
    CANNOT = 3
    NONE = 4


@dataclass(frozen=True, slots=True)
class Claim:
    """One of the rules in conflict: its name, whose it is, and on which grounds it may claim precedence."""

    name: str
    owner: str
    says_so: bool = False
    commentary: bool = False
    beyond_core: bool = False
    cannot: bool = False

    @property
    def ground(self) -> Ground:
        """The strongest ground that it has."""
        grounds = (self.says_so, self.commentary, self.beyond_core, self.cannot)
        return next((Ground(number) for number, holds in enumerate(grounds) if holds), Ground.NONE)


@dataclass(frozen=True, slots=True)
class Precedence:
    """The rule that holds; None where a player decides between those that are left, and who that is."""

    prevails: Claim | None
    decider: str | None = None
    between: tuple[Claim, ...] = ()


def precedence(claims: Iterable[Claim], initiative: str, active: str | None = None) -> Precedence:
    """Return which rule holds: the one with the strongest ground; else the player with initiative decides.

    `active` is the player of the active operative, where the later errata are played that let that player decide.
    """
    ranked = sorted(claims, key=lambda claim: claim.ground)
    strongest = tuple(claim for claim in ranked if claim.ground is ranked[0].ground)
    if len(strongest) == 1:
        return Precedence(strongest[0])
    return Precedence(None, active if active is not None else initiative, strongest)

"""Who is active, why, and what it has done so far."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.rules.dice.weapon import RuleUse


class ActivationKind(StrEnum):
    """Why an operative is acting."""

    ACTIVATION = "activation"
    REACTION = "reaction"
    INTERRUPT = "interrupt"
    LAST = "last action"


@dataclass(frozen=True, slots=True)
class Performed:
    """An action done in the running activation: its name, what it counts as, its price, weapon and marker if any.

    `charged` are the inches of a move; `pauses` the moves that may go on after it (rule I24-14), and `wounds` what the
    operative had left then.
    """

    action: str
    counts_as: str
    cost: int
    weapon: str | None = None
    weapon_rules: tuple[RuleUse, ...] = ()
    marker: str | None = None
    charged: float | None = None
    pauses: frozenset[str] = frozenset()
    wounds: int | None = None


@dataclass(frozen=True, slots=True)
class Activation:
    """An active operative. `left` is how many actions a reaction still has; None where AP are what limits.

    `interrupted` names the players who have interrupted it (rule K24-09); `awaiting` those who may do so now;
    `noticed` are operatives on guard in whose control range its last action ended, `perhaps` those in whose it is too
    close to call, `let_pass` those who stand down with
    its end unless their player interrupts it.
    """

    operative: str
    doing: ActivationKind
    name: str = "activation"
    spent: int = 0
    performed: tuple[Performed, ...] = ()
    left: int | None = None
    move_limit: float | None = None
    interrupted: frozenset[str] = frozenset()
    awaiting: tuple[str, ...] = ()
    noticed: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    let_pass: tuple[str, ...] = ()
    barred_from_retaliating: tuple[str, ...] = ()

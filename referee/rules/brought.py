"""What equipment brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.rules.dice.weapon import Weapon


@dataclass(frozen=True, slots=True)
class Brought:
    """What an equipment option brings: weapons for the whole side, and how often it may use what by name."""

    weapons: tuple[Weapon, ...] = ()
    supplies: Mapping[str, int] = field(default_factory=dict)

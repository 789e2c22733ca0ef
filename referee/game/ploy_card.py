"""A ploy as a team's list or a pack prints it: what it is called, when it is used, its price, and what it does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.rules.errors import MalformedError

MOST_NAME = 60
MOST_CP = 9


class PloyTime(StrEnum):
    """When a ploy is used: in turns before the Firefight phase, in the Firefight phase, or its list does not say."""

    STRATEGY = "strategy"
    FIREFIGHT = "firefight"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class PloyCard:
    """One ploy (rules B24-05 to B24-09, B21-04, B21-06): `cost` in command points, `text` kept and shown."""

    name: str
    when: PloyTime = PloyTime.ANY
    cost: int = 1
    text: str = ""

    def __post_init__(self) -> None:
        if not 1 <= len(self.name) <= MOST_NAME or not 0 <= self.cost <= MOST_CP:
            raise MalformedError(
                f"ploy {self.name!r}, {self.cost!r} CP: expected a name of 1 to {MOST_NAME} letters, 0 to {MOST_CP} CP"
            )

"""Cards of operatives, ploys and tac ops; seats of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from geometry.base import BaseShape
from messages.message import Message
from referee.rules.errors import MalformedError
from referee.rules.position import Exemption
from referee.rules.weapon import Weapon


@dataclass(frozen=True, slots=True)
class Card:
    """One operative as printed (rule L24-17): `move` in inches, `save` the required roll, base in millimetres.

    `base_mm` is (diameter, diameter) for a round base, (long, short) for an oval one; `head` is the height of the head
    above the base's underside in inches (rule H24-16). `group` is the number of operatives of its type that activate in
    a row (C21-02), `defence` the number of defence dice if the card states it, `ward` an invulnerable save (2021),
    `exempt` its team's exemptions (rule N24-02).
    """

    id: str
    player: str
    name: str
    apl: int
    move: float
    save: int
    wounds: int
    base_mm: tuple[float, float] = (32.0, 32.0)
    head: float = 1.4
    type: str = ""
    keywords: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    group: int = 1
    defence: int = 3
    ward: int | None = None
    exempt: frozenset[Exemption] = frozenset()

    def __post_init__(self) -> None:
        if not self.id or not self.player:
            raise MalformedError("game-card-owner", name=self.name)
        if not (0 <= self.apl <= 9 and 0 <= self.move <= 30 and 1 <= self.wounds <= 200 and 1 <= self.save <= 7):
            numbers = {"apl": self.apl, "move": self.move, "save": self.save, "wounds": self.wounds}
            raise MalformedError(Message.of("game-card-numbers", operative=self.id, **numbers))
        if not (1 <= self.group <= 20 and 0 <= self.defence <= 20):
            raise MalformedError("game-card-group", operative=self.id, group=self.group, defence=self.defence)

    @property
    def lifted(self) -> frozenset[Exemption]:
        """Exemptions from its rules and keywords."""
        flies = any(keyword.casefold() == Exemption.FLY for keyword in self.keywords)
        return self.exempt | {Exemption.FLY} if flies else self.exempt

    @property
    def shape(self) -> BaseShape:
        """The outline of its base."""
        return BaseShape.from_mm(self.base_mm)

    def weapon(self, name: str) -> Weapon:
        """Return the weapon with that title, or with that bare name if it has one profile (rule L24-18).

        Raises `MalformedError` that lists its weapons.
        """
        exact = [weapon for weapon in self.weapons if title(weapon) == name]
        bare = [weapon for weapon in self.weapons if weapon.name == name]
        if exact or len(bare) == 1:
            return (exact or bare)[0]
        known = [title(weapon) for weapon in self.weapons]
        raise MalformedError("game-weapon-unknown", operative=self.id, weapon=name, known=known)


def title(weapon: Weapon) -> str:
    """Return a weapon's name with its profile in brackets, if it has one (rule L24-18)."""
    return f"{weapon.name} ({weapon.profile})" if weapon.profile else weapon.name


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's seat: id ("p1"), name of the player or team, display colour, range of tags."""

    id: str
    name: str
    colour: str = ""
    tags: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if not self.id or self.id in {"any", "referee", "camera"}:
            raise MalformedError("game-seat", found=self.id)


def by_id(cards: tuple[Card, ...]) -> Mapping[str, Card]:
    """Return the cards by operative; raises `MalformedError` if two have the same id."""
    filed: dict[str, Card] = {}
    for card in cards:
        if card.id in filed:
            raise MalformedError("game-operative-twice", operative=card.id)
        filed[card.id] = card
    return filed


MOST_NAME = 60
MOST_CP = 9


class PloyTime(StrEnum):
    """When a ploy is used: in turns before the Firefight phase, in the Firefight phase, or its list does not say."""

    STRATEGY = "strategy"
    FIREFIGHT = "firefight"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class PloyCard:
    """One ploy (rules B24-05 to B24-09, B21-04, B21-06): `cost` in command points, `text` for display."""

    name: str
    when: PloyTime = PloyTime.ANY
    cost: int = 1
    text: str = ""

    def __post_init__(self) -> None:
        if not 1 <= len(self.name) <= MOST_NAME or not 0 <= self.cost <= MOST_CP:
            raise MalformedError("game-ploy", ploy=self.name, cost=self.cost, most_letters=MOST_NAME, most_cp=MOST_CP)


@dataclass(frozen=True, slots=True)
class TacOpCard:
    """A tac op available to a player: its name and text."""

    name: str
    text: str = ""

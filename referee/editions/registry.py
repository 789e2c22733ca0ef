"""Registry of editions and rulesets by id and year, loaded on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, TypeVar

from pydantic import AfterValidator, WithJsonSchema

from referee.rules.errors import MalformedError

if TYPE_CHECKING:
    from referee.game.engine.battle_flow import BattleFlow
    from referee.rules.ports.edition import Edition


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One edition as played: `edition` makes rulings, `flow` controls the battle, with the same readings.

    `build_flow` returns the flow of an edition's battles, with its action table and those of its killzones.
    """

    edition: Edition
    build_flow: Callable[[Edition], BattleFlow]
    flow: BattleFlow = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "flow", self.build_flow(self.edition))

    def playing(self, readings: Mapping[str, str]) -> Ruleset:
        """Return the ruleset with other readings; raises `MalformedError` for unknown options."""
        return replace(self, edition=self.edition.playing(readings))


Thing = TypeVar("Thing")

ALL = "both"
YEARS = {"kt24": "2024", "kt21": "2021"}
"""Year of each edition, by its id."""


class ByEdition(Mapping[str, Thing]):
    """One object per edition, by the edition's id, loaded on first use.

    `read` are the loaders, in the order of `YEARS`.
    """

    def __init__(self, *read: Callable[[], Thing]) -> None:
        self._read = dict(zip(YEARS, map(cache, read), strict=True))

    def __getitem__(self, name: str) -> Thing:
        """Return the object of that edition; raises `KeyError` for an unknown id."""
        return self._read[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def _judge24() -> Edition:
    from referee.editions.kt24.edition import KT24

    return KT24


def _judge21() -> Edition:
    from referee.editions.kt21.edition import KT21

    return KT21


def _rules24() -> Ruleset:
    from referee.editions.kt24.flow import flow

    return Ruleset(_judge24(), flow)


def _rules21() -> Ruleset:
    from referee.editions.kt21.flow import flow

    return Ruleset(_judge21(), flow)


RULESETS: Mapping[str, Ruleset] = ByEdition(_rules24, _rules21)
EDITIONS: Mapping[str, Edition] = ByEdition(_judge24, _judge21)


def _id_of(name: str) -> str:
    for known, year in YEARS.items():
        if name in (known, year):
            return known
    raise MalformedError("edition-unknown", edition=name, known=[f"{known} ({year})" for known, year in YEARS.items()])


def ruleset_of(name: str) -> Ruleset:
    """Return the ruleset of that id ("kt24") or year ("2024"); raises `MalformedError` that lists the known ones."""
    return RULESETS[_id_of(name)]


def edition_of(name: str) -> Edition:
    """Return the edition of that id or year, for rulings only; raises the errors of `ruleset_of`."""
    return EDITIONS[_id_of(name)]


def editions_of(name: str) -> tuple[Edition, ...]:
    """Return the edition of that id or year; all of them for "both", for content common to all."""
    return tuple(EDITIONS.values()) if name == ALL else (edition_of(name),)


def named_edition(name: str) -> str:
    """Return the name of an edition unchanged; raises `MalformedError`, a `ValueError`, for an unknown one."""
    _id_of(name)
    return name


_NAMES = [name for known, year in YEARS.items() for name in (year, known)]
EditionName = Annotated[str, AfterValidator(named_edition), WithJsonSchema({"type": "string", "enum": _NAMES})]
"""Id or year of an edition, as a field of a file."""

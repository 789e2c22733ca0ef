"""Readings that the sources leave open: options of an edition, each with a default."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.rules.errors import MalformedError
from referee.rules.ruling import RuleId


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that the sources do not decide: its name, its readings (the default first), whose rule it is."""

    name: str
    readings: tuple[str, ...]
    rules: tuple[RuleId, ...]
    about: str


DROP_ZONE = "set-up in a drop zone"
WHOLLY = "wholly within"


def drop_zone(rule: RuleId, source: str) -> Option:
    """Return the option how much of a base must be in its drop zone, under an edition's rule and source line."""
    about = f"how much of a base must be in the own drop zone at set-up; the sources leave it to the mission ({source})"
    return Option(DROP_ZONE, (WHOLLY, "within"), (rule,), about)


def by_name(options: Iterable[Option]) -> Mapping[str, Option]:
    """Return options by their names."""
    return MappingProxyType({option.name: option for option in options})


def settled(options: Mapping[str, Option], chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Return the reading of every option: the chosen one, else the default.

    Raises `MalformedError` for an option or a reading that there is not, and lists those there are.
    """
    for name, reading in chosen.items():
        if name not in options:
            raise MalformedError(f"option {name!r}: expected one of {', '.join(options)}")
        if reading not in options[name].readings:
            raise MalformedError(f"option {name!r}: {reading!r}: expected one of {', '.join(options[name].readings)}")
    return MappingProxyType({name: chosen.get(name, option.readings[0]) for name, option in options.items()})


def note(name: str, reading: str) -> str:
    """Return how a ruling names a reading that it depends on."""
    return f"read as: {name} = {reading}"


def read_choices(texts: Iterable[str]) -> dict[str, str]:
    """Return readings from texts such as `climb minimum=per climb`; `MalformedError` for one that is none."""
    chosen = {}
    for text in texts:
        name, sign, reading = text.partition("=")
        if not sign:
            raise MalformedError(f"reading {text!r}: expected an option and a reading, such as 'jump reach=3'")
        chosen[name.strip()] = reading.strip()
    return chosen

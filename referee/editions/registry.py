"""The editions there are, by id and by year."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema

from referee.editions.kt21.edition import KT21
from referee.editions.kt21.flow import flow as flow_2021
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.flow import flow as flow_2024
from referee.editions.ruleset import Ruleset
from referee.rules.edition import Edition
from referee.rules.errors import MalformedError

ALL = "both"
RULESETS = {rules.edition.id: rules for rules in (Ruleset(KT24, flow_2024), Ruleset(KT21, flow_2021))}
EDITIONS = {name: rules.edition for name, rules in RULESETS.items()}


def ruleset_of(name: str) -> Ruleset:
    """Return the ruleset of that id ("kt24") or year ("2024"); `MalformedError` lists those there are."""
    for rules in RULESETS.values():
        if name in (rules.edition.id, rules.edition.year):
            return rules
    known = ", ".join(f"{edition.id} ({edition.year})" for edition in EDITIONS.values())
    raise MalformedError(f"edition {name!r}: expected one of {known}")


def edition_of(name: str) -> Edition:
    """Return the edition of that id or year, for judging alone; raises what `ruleset_of` raises."""
    return ruleset_of(name).edition


def editions_of(name: str) -> tuple[Edition, ...]:
    """Return the edition of that id or year; all of them for "both", of what the editions have alike."""
    return tuple(EDITIONS.values()) if name == ALL else (edition_of(name),)


def named_edition(name: str) -> str:
    """Return the name of an edition unchanged; `MalformedError`, which is a `ValueError`, for one there is not."""
    edition_of(name)
    return name


_NAMES = [name for edition in EDITIONS.values() for name in (edition.year, edition.id)]
EditionName = Annotated[str, AfterValidator(named_edition), WithJsonSchema({"type": "string", "enum": _NAMES})]
"""The id or year of an edition, as a field of a file."""

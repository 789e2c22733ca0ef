"""The editions there are, by id and by year."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema

from referee.editions.kt21.edition import KT21
from referee.editions.kt24.edition import KT24
from referee.rules.edition import Edition
from referee.rules.errors import MalformedError

ALL = "both"
EDITIONS = {edition.id: edition for edition in (KT24, KT21)}


def edition_of(name: str) -> Edition:
    """Return the edition of that id ("kt24") or year ("2024"); `MalformedError` lists those there are."""
    for edition in EDITIONS.values():
        if name in (edition.id, edition.year):
            return edition
    known = ", ".join(f"{edition.id} ({edition.year})" for edition in EDITIONS.values())
    raise MalformedError(f"edition {name!r}: expected one of {known}")


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

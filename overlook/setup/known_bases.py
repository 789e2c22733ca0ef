"""Bases of other days: what size each kind of operative's base had, how high its figure is, what tag it carries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from calibration.catalogue import OperativeEntry
from overlook.setup.draft import Draft
from overlook.setup.tagging import PAPER_MM
from referee.records.files.roster import Roster, RosterOperative, Tag

Millimetres = float | tuple[float, float]


@dataclass(frozen=True, slots=True)
class KnownBase:
    """One operative's base as it was: size and height in millimetres, the tag that is fixed to the model itself."""

    base_mm: Millimetres
    figure_height_mm: float | None = None
    tags: tuple[Tag, ...] = ()
    mount: str | None = None


@dataclass(frozen=True, slots=True)
class KnownBases:
    """What is remembered, by team and kind of operative; of several of a kind in their order, the newest day first."""

    bases: Mapping[tuple[str, str], tuple[KnownBase, ...]] = field(default_factory=dict)

    def of(self, roster: Roster, one: RosterOperative, number: int) -> KnownBase | None:
        """Return what is remembered of the `number`-th operative of a kind, its team's own before another's."""
        kind = _kind(one.type or one.name)
        known = self.bases.get((_kind(roster.name), kind)) or self.bases.get(("", kind)) or ()
        return known[min(number, len(known) - 1)] if known else None


def known_bases(drafts: Iterable[Draft]) -> KnownBases:
    """Return what set-ups remember, the newest first; of a kind that two teams have with other bases, each its own."""
    found: dict[tuple[str, str], tuple[KnownBase, ...]] = {}
    doubtful: set[str] = set()
    for draft in drafts:
        for team in draft.teams:
            kinds: dict[str, list[KnownBase]] = {}
            for base in team.bases:
                if not base.guessed:
                    kinds.setdefault(_kind(base.kind or base.entry.name), []).append(_known(base.entry))
            for kind, bases in kinds.items():
                found.setdefault((_kind(team.name), kind), tuple(bases))
                anyone = tuple(KnownBase(one.base_mm, one.figure_height_mm) for one in bases[:1])
                if found.setdefault(("", kind), anyone)[0].base_mm != bases[0].base_mm:
                    doubtful.add(kind)
    return KnownBases({key: bases for key, bases in found.items() if key[0] or key[1] not in doubtful})


def _known(entry: OperativeEntry) -> KnownBase:
    """Return what stays from day to day: a printed tab is the seat's, a tag that is fixed to the model is its own."""
    own = tuple(
        Tag(tag.id, tag.size_mm, tag.offset_mm, tag.angle_deg) for tag in entry.tags if tag.offset_mm[2] != PAPER_MM
    )
    return KnownBase(entry.base_mm, entry.figure_height_mm, own, entry.mount if own else None)


def _kind(text: str) -> str:
    return " ".join(text.casefold().split())

"""The table of another day: recognised by its tags, and what is not as it was."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

import numpy as np

from calibration.rig import BoardPose, CameraModel
from calibration.sighting import TagSighting
from calibration.tag_geometry import Pose2D, first_pose
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from overlook.setup.draft import Draft, Piece, said
from overlook.setup.saved_setups import SavedSetup
from overlook.setup.tagging import RANGES

KNOWN_AGAIN = 0.5
"""Share of the tags that must be the same before one table is offered as another."""

STILL = 0.08
"""Inches by which a corner of a piece may seem to move though nobody touched it: the camera's own error."""

MOST_NAMED = 3
MARKERS = frozenset(RANGES["markers"])

Lens = tuple[CameraModel, BoardPose]


def recognise(shelf: Iterable[SavedSetup], seen: Collection[int], board: Collection[int]) -> SavedSetup | None:
    """Return the set-up whose tags are on the table, the likeliest, of two alike the newest; None when none is.

    The board's own tags do not count: they are there every day. Nor do those of markers and tokens, which come and go
    with the game, nor models that are still in their box, unless there was no terrain.
    """
    now = set(seen) - set(board)
    ranked = [(_share(kept.draft, now), kept.on, kept) for kept in shelf]
    share, _, best = max(ranked, key=lambda one: one[:2], default=(0.0, date.min, None))
    return best if share >= KNOWN_AGAIN else None


def _share(draft: Draft, now: Collection[int]) -> float:
    own = set(draft.tag_owners())
    there = set(now) - (MARKERS - own)
    asked = {tag_id for piece in draft.pieces for tag_id in piece.tags} or own
    return len(own & there) / len(asked | there) if asked | there else 0.0


class Change(StrEnum):
    """What became of a thing since it was set up."""

    MOVED = "moved"
    MISSING = "missing"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Moved:
    """One thing that is not as it was, named as people name it.

    A piece that moved did so by `by` inches (its corner that went farthest) and `turned_deg`, counter-clockwise from
    above.
    """

    thing: str
    change: Change
    by: float = 0.0
    turned_deg: float = 0.0

    def __str__(self) -> str:
        """One sentence for people."""
        if self.change is not Change.MOVED:
            return f"{self.thing}: {'not seen' if self.change is Change.MISSING else 'new here'}"
        turned = f", turned by {abs(self.turned_deg):.0f} degrees" if abs(self.turned_deg) >= 1 else ""
        return f'{self.thing}: moved {self.by:.1f}"{turned}'


def places_of(pieces: Iterable[Piece], tags: Mapping[int, TagSighting], lens: Lens | None) -> dict[str, Placement]:
    """Return where pieces stand on the board, by their id, from those of their tags that are seen."""
    found = {}
    for piece in pieces if lens is not None else ():
        carried = [(tag, tags[tag.id]) for entry in piece.entries for tag in entry.tags if tag.id in tags]
        if carried and lens is not None:
            stand = first_pose(*lens, carried, 0.0)
            x, y = stand.x / MM_PER_INCH, stand.y / MM_PER_INCH
            found[piece.id] = Placement(piece.id, x, y, 0.0, float(np.degrees(stand.angle)))
    return found


def moved_since(
    kept: SavedSetup, tags: Mapping[int, TagSighting], board: Collection[int], lens: Lens | None
) -> tuple[Moved, ...]:
    """Return what is not as the set-up has it: pieces first, then models that are not seen, then tags of nobody's."""
    draft = kept.draft
    now = places_of(draft.pieces, tags, lens)
    found = []
    for piece in draft.pieces:
        if not any(tag_id in tags for tag_id in piece.tags):
            found.append(Moved(piece.name, Change.MISSING))
        elif piece.id in now and piece.id in kept.terrain:
            moved = _moved(piece, kept.terrain[piece.id].placement(piece.id), now[piece.id])
            found += [moved] if moved.by > STILL else []
    away = [said(base) for _, base in draft.bases if base.tag is not None and base.tag not in tags]
    strange = [f"Tag {tag_id}" for tag_id in sorted(set(tags) - MARKERS - set(board) - set(draft.tag_owners()))]
    found += [Moved(name, Change.MISSING) for name in _few(away, "models")]
    return (*found, *(Moved(name, Change.NEW) for name in _few(strange, "tags")))


def _few(names: list[str], what: str) -> list[str]:
    return names if len(names) <= MOST_NAMED else [f"{len(names)} {what}"]


def _moved(piece: Piece, before: Placement, now: Placement) -> Moved:
    corners = np.array([[x, y, 0.0] for entry in piece.entries for x, y in entry.footprint_mm])
    one, other = (
        Pose2D(at.x * MM_PER_INCH, at.y * MM_PER_INCH, 0.0, float(np.radians(at.rotation_deg))).carry(corners)
        for at in (before, now)
    )
    by = float(np.linalg.norm(one - other, axis=1).max()) / MM_PER_INCH
    turned_deg = (now.rotation_deg - before.rotation_deg + 180) % 360 - 180
    return Moved(piece.name, Change.MOVED, by, turned_deg)


def asked_of(kept: SavedSetup, today: date) -> str:
    """Return the question that offers a table again."""
    days = (today - kept.on).days
    when = {0: "today's table", 1: "yesterday's table"}.get(days, f"the table of {kept.on.day} {kept.on:%B %Y}")
    return f"This is {when}: take it again?"

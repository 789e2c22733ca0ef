"""Saved set-ups: stored when a game begins, recognised later by their tags, and offered again."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import chain, count
from pathlib import Path
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.errors import first_fault
from calibration.files import DigestError, read_undigested, with_digest
from calibration.rig import BoardPose, CameraModel
from calibration.tag_geometry import Pose2D, rough_pose
from calibration.tags import TagSighting
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from messages.message import Message
from overlook.atomic_files import write_read_back
from overlook.errors import SetupRefusedError
from overlook.setup.draft import Draft, Piece, base_label
from overlook.setup.reducer import SetupObservation
from overlook.setup.tags import RANGES
from overlook.setup.teams import KnownBases, known_bases
from web.contract.setup.views import BeforeView, LineView, Step

_OTHER = re.compile(r"[\W_]+")
STEM = 50
"""Letters of a set-up's name used in its file name; file systems limit names to 255 bytes."""

KNOWN_AGAIN = 0.5
"""Share of the tags that must agree before a saved set-up is offered."""

STILL = 0.08
"""Movement of a piece's corner in inches that counts as none: the camera's own error."""

MOST_NAMED = 3
MARKERS = frozenset(RANGES["markers"])

Lens = tuple[CameraModel, BoardPose]
Inches = Annotated[float, Field(ge=-24, le=120, allow_inf_nan=False)]


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PlaceKept(_Document):
    """Stored placement of a terrain piece on the board: inches, degrees counter-clockwise from above."""

    x: Inches
    y: Inches
    rotation_deg: Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False)] = 0.0

    @classmethod
    def of(cls, placement: Placement) -> Self:
        """Return a placement in stored form."""
        return cls(x=round(placement.x, 3), y=round(placement.y, 3), rotation_deg=round(placement.rotation_deg, 2))

    def placement(self, thing: str) -> Placement:
        """Return the placement for a thing."""
        return Placement(thing, self.x, self.y, 0.0, self.rotation_deg)


class SavedSetup(_Document):
    """A set-up saved on a day; `terrain` are the placements of the pieces that were seen."""

    version: Literal[1] = 1
    on: date
    draft: Draft
    terrain: Mapping[str, PlaceKept] = Field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its display name: its teams and its mission."""
        teams = " against ".join(team.name or team.player for team in self.draft.teams)
        return teams if self.draft.mission is None else f"{teams}, {self.draft.mission['name']}"


def read_kept(path: Path) -> SavedSetup:
    """Return the set-up of a file; raises `SetupRefusedError` in one line with file, field and fault."""
    try:
        return SavedSetup.model_validate_json(read_undigested(path))
    except DigestError as fault:
        raise SetupRefusedError("file-fault", file=path.name, fault=fault) from None
    except OSError as fault:
        raise SetupRefusedError("setup-saved-unreadable", file=path.name, fault=fault.strerror or fault) from None
    except ValidationError as fault:
        raise SetupRefusedError("file-fault", file=path.name, fault=first_fault(fault)) from None


class SavedSetups:
    """The folder of saved set-ups; of those with the same teams and mission, only the newest is kept.

    `faults` lists the files that cannot be read; they are left unchanged.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.faults: tuple[Message, ...] = ()
        self.kept: tuple[SavedSetup, ...] = ()
        self._paths: dict[str, Path] = {}
        self._read()

    def _read(self) -> None:
        found: dict[Path, SavedSetup] = {}
        faults = []
        for path in sorted(self._folder.glob("[!.]*.json")):
            try:
                found[path] = read_kept(path)
            except SetupRefusedError as fault:
                faults.append(Message.of("setup-saved-not-offered", fault=fault))
        self.kept, self.faults = tuple(found.values()), tuple(faults)
        self._paths = {kept.name: path for path, kept in found.items()}

    def keep(self, kept: SavedSetup) -> None:
        """Write a set-up; raises `SetupRefusedError` in one line if it cannot be written."""
        path = self._paths.get(kept.name) or self._free(kept.name)
        try:
            write_read_back(path, with_digest(kept.model_dump_json(indent=1).encode()), read_kept, kept)
        except OSError as error:
            raise SetupRefusedError("setup-not-written", file=path.name, fault=error.strerror or error) from error
        self._read()

    def _free(self, name: str) -> Path:
        """Return an unused path for a set-up's name, since different names can give the same file name."""
        stem = _OTHER.sub("-", name.casefold()).strip("-")[:STEM]
        paths = (self._folder / f"{stem}{end}.json" for end in chain(("",), (f"-{number}" for number in count(2))))
        return next(path for path in paths if not path.exists())


def recognise(setups: Iterable[SavedSetup], seen: Collection[int], board: Collection[int]) -> SavedSetup | None:
    """Return the saved set-up that best matches the tags on the table, the newest of equal ones; None if none does.

    The board's tags are ignored, since they are always there; so are those of markers and tokens, which change during
    games. Missing models do not count against a set-up with terrain, because they may still be in their boxes.
    """
    now = set(seen) - set(board)
    ranked = [(_share(kept.draft, now), kept.on, kept) for kept in setups]
    share, _, best = max(ranked, key=lambda one: one[:2], default=(0.0, date.min, None))
    return best if share >= KNOWN_AGAIN else None


def _share(draft: Draft, now: Collection[int]) -> float:
    own = set(draft.tag_owners())
    there = set(now) - (MARKERS - own)
    asked = {tag_id for piece in draft.pieces for tag_id in piece.tags} or own
    return len(own & there) / len(asked | there) if asked | there else 0.0


class Change(StrEnum):
    """How a thing has changed since it was set up."""

    MOVED = "moved"
    MISSING = "missing"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Moved:
    """A difference from the saved set-up, with the thing's display name.

    For a piece that moved, `by` is the distance in inches of the corner that moved most, and `turned_deg` the rotation
    counter-clockwise from above.
    """

    thing: str | Message
    change: Change
    by: float = 0.0
    turned_deg: float = 0.0

    @property
    def message(self) -> Message:
        """The difference as a message."""
        if self.change is Change.MISSING:
            return Message.of("setup-thing-missing", thing=self.thing)
        if self.change is Change.NEW:
            return Message.of("setup-thing-new", thing=self.thing)
        if abs(self.turned_deg) < 1:
            return Message.of("setup-thing-moved", thing=self.thing, by=self.by)
        return Message.of("setup-thing-turned", thing=self.thing, by=self.by, degrees=abs(self.turned_deg))


def places_of(pieces: Iterable[Piece], tags: Mapping[int, TagSighting], lens: Lens | None) -> dict[str, Placement]:
    """Return the placements of pieces by id, computed from their visible tags."""
    found = {}
    for piece in pieces if lens is not None else ():
        carried = [(tag, tags[tag.id]) for entry in piece.entries for tag in entry.tags if tag.id in tags]
        if carried and lens is not None:
            pose = rough_pose(*lens, carried, 0.0)
            x, y = pose.x / MM_PER_INCH, pose.y / MM_PER_INCH
            found[piece.id] = Placement(piece.id, x, y, 0.0, float(np.degrees(pose.angle)))
    return found


def moved_since(
    kept: SavedSetup, tags: Mapping[int, TagSighting], *, board: Collection[int], lens: Lens | None
) -> tuple[Moved, ...]:
    """Return the differences from a saved set-up: pieces, then missing models, then unknown tags."""
    draft = kept.draft
    now = places_of(draft.pieces, tags, lens)
    found = []
    for piece in draft.pieces:
        if not any(tag_id in tags for tag_id in piece.tags):
            found.append(Moved(piece.name, Change.MISSING))
        elif piece.id in now and piece.id in kept.terrain:
            moved = _moved(piece, kept.terrain[piece.id].placement(piece.id), now[piece.id])
            found += [moved] if moved.by > STILL else []
    away = [base_label(base) for _, base in draft.bases if base.tag is not None and base.tag not in tags]
    strange = [
        Message.of("setup-things-tag", tag=tag_id)
        for tag_id in sorted(set(tags) - MARKERS - set(board) - set(draft.tag_owners()))
    ]
    models, unknown = len(away), len(strange)
    missing = away if models <= MOST_NAMED else [Message.of("setup-things-models", count=models)]
    new = strange if unknown <= MOST_NAMED else [Message.of("setup-things-tags", count=unknown)]
    return (*found, *(Moved(one, Change.MISSING) for one in missing), *(Moved(one, Change.NEW) for one in new))


def _moved(piece: Piece, before: Placement, now: Placement) -> Moved:
    corners = np.array([[x, y, 0.0] for entry in piece.entries for x, y in entry.footprint_mm])
    one, other = (
        Pose2D(at.x * MM_PER_INCH, at.y * MM_PER_INCH, 0.0, float(np.radians(at.rotation_deg))).carry(corners)
        for at in (before, now)
    )
    by = float(np.linalg.norm(one - other, axis=1).max()) / MM_PER_INCH
    turned_deg = (now.rotation_deg - before.rotation_deg + 180) % 360 - 180
    return Moved(piece.name, Change.MOVED, by, turned_deg)


def asked_of(kept: SavedSetup, today: date) -> Message:
    """Return the question that offers a saved set-up."""
    match (today - kept.on).days:
        case 0:
            return Message.of("setup-offer-today")
        case 1:
            return Message.of("setup-offer-yesterday")
        case _:
            return Message.of("setup-offer-date", day=kept.on.day, month=kept.on.month, year=kept.on.year)


class SavedSetupsView:
    """The offer of saved set-ups; `anew` is set once users have declined it."""

    def __init__(self, folder: Path, today: Callable[[], date]) -> None:
        self._saved = SavedSetups(folder)
        self._today = today
        self.anew = False

    @property
    def faults(self) -> tuple[Message, ...]:
        """Errors of saved set-ups that cannot be read."""
        return self._saved.faults

    @property
    def bases(self) -> KnownBases:
        """Bases known from the saved set-ups."""
        return known_bases(one.draft for one in sorted(self._saved.kept, key=lambda one: one.on, reverse=True))

    def keep(self, draft: Draft, seen: SetupObservation) -> None:
        """Save a set-up with its terrain's placements; raises `SetupRefusedError` if it cannot be written."""
        places = places_of(draft.pieces, seen.tags, seen.lens)
        terrain = {name: PlaceKept.of(place) for name, place in places.items()}
        self._saved.keep(SavedSetup(on=self._today(), draft=draft, terrain=terrain))

    def restore(self, draft: Draft, name: str, seen: SetupObservation) -> Draft:
        """Return the saved set-up of that name as a new draft; raises `SetupRefusedError` if it is not on offer."""
        kept = self._offered(draft, seen)
        if kept is None or kept.name != name:
            raise SetupRefusedError("setup-offer-gone", name=name)
        return kept.draft.model_copy(update={"started": False, "asked": None, "step": Step.READY})

    def view(self, draft: Draft, seen: SetupObservation) -> BeforeView | None:
        """Return the view of the offer, None if there is none."""
        kept = self._offered(draft, seen)
        if kept is None:
            return None
        moved = moved_since(kept, seen.tags, board=seen.board, lens=seen.lens)
        lines = tuple(
            LineView(change=one.change.value, sentence=str(one.message), message=one.message) for one in moved
        )
        asked = asked_of(kept, self._today())
        return BeforeView(name=kept.name, sentence=str(asked), moved=lines, message=asked)

    def _offered(self, draft: Draft, seen: SetupObservation) -> SavedSetup | None:
        """Return the saved set-up that is on the table, None once the new one has been edited."""
        if self.anew or not draft.is_empty:
            return None
        return recognise(self._saved.kept, seen.tags, seen.board)

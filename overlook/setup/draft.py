"""The draft of a set-up: a frozen document and its file."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.catalogue import OperativeEntry, TerrainEntry
from calibration.errors import CalibrationError, first_fault
from calibration.files import read_undigested, with_digest
from messages.message import Message, MessageError
from overlook.atomic_files import write_read_back
from overlook.errors import SetupRefusedError
from overlook.setup.tags import RANGES
from referee.rules.errors import RefereeError
from web.contract.setup.views import Step

PLAYERS = ("p1", "p2")
COLOURS = {"p1": "#2f7de1", "p2": "#d9462f"}
SEATS = {"p1": "Blue", "p2": "Red"}
LETTERS = {"p1": "a", "p2": "b"}
BOARD = Message.of("setup-clash-board")


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Base(_Document):
    """A model: its base and tag as a catalogue entry; `matched` once the camera has found that tag on it.

    `guessed` is set if the roster does not give the base's size.
    """

    entry: OperativeEntry
    kind: str = ""
    guessed: bool = False
    matched: bool = False

    @property
    def tag(self) -> int | None:
        """The id of its tag, None if it has none."""
        return self.entry.tags[0].id if self.entry.tags else None


class Team(_Document):
    """The team at a seat: the roster's text, the first tag id reserved for it, and its bases.

    `notes` are the texts of `note_messages`, for older versions, which refuse the other field; a draft of one of those
    has no messages.
    """

    player: Literal["p1", "p2"]
    name: str = ""
    source: str = ""
    text: str = ""
    edition: str = ""
    first_tag: int
    tag_mm: float = 20.0
    bases: tuple[Base, ...] = ()
    notes: tuple[str, ...] = ()
    note_messages: tuple[Message, ...] = Field(default=(), exclude_if=operator.not_)

    def base(self, operative: str) -> Base | None:
        """Return the base of an operative, None if it is not in this team."""
        return next((base for base in self.bases if base.entry.id == operative), None)


class Piece(_Document):
    """A piece of terrain on the table: its parts as catalogue entries, with their item of equipment and its owner."""

    id: str
    name: str
    entries: tuple[TerrainEntry, ...]

    @property
    def tags(self) -> tuple[int, ...]:
        """The ids of its tags."""
        return tuple(tag.id for entry in self.entries for tag in entry.tags)

    @property
    def equipment(self) -> str:
        """The item of equipment that it is, empty if it is terrain of the killzone."""
        return next((entry.equipment for entry in self.entries if entry.equipment), "")

    @property
    def owner(self) -> str:
        """The player who owns the item, empty if unknown."""
        return self.entries[0].player

    def being(self, equipment: str, owner: str) -> Piece:
        """Return the piece with another item of equipment and owner."""
        item = {"equipment": equipment or None, "player": owner}
        return self.model_copy(update={"entries": tuple(one.model_copy(update=item) for one in self.entries)})


class Declared(_Document):
    """A marker placed by hand: its kind, position in inches, and owner, if known."""

    id: str
    what: str
    x: float
    y: float
    diameter_mm: float
    owner: Literal["p1", "p2"] | None = None


class Draft(_Document):
    """A set-up in progress. `mission` is the data of a mission file, `sides` each player's side in it.

    `asked` is the operative whose tag is being looked for, `started` is set once the game has begun.
    """

    version: Literal[1] = 1
    step: Step = Step.TEAMS
    teams: tuple[Team, Team] = (
        Team(player="p1", first_tag=RANGES["p1"].start),
        Team(player="p2", first_tag=RANGES["p2"].start),
    )
    pieces: tuple[Piece, ...] = ()
    mission: dict[str, Any] | None = None
    sides: dict[str, str] = Field(default_factory=dict)
    declared: tuple[Declared, ...] = ()
    asked: str | None = None
    started: bool = False

    @property
    def bases(self) -> Iterator[tuple[Team, Base]]:
        """Every base with its team."""
        return ((team, base) for team in self.teams for base in team.bases)

    @property
    def is_empty(self) -> bool:
        """Whether nothing but the step has been changed."""
        return self.model_copy(update={"step": Step.TEAMS}) == Draft()

    def team(self, player: str) -> Team:
        """Return the team at a seat."""
        return self.teams[PLAYERS.index(player)]

    def owner(self, operative: str) -> tuple[Team, Base] | None:
        """Return an operative's team and base, None if there is no such operative."""
        return next(((team, base) for team, base in self.bases if base.entry.id == operative), None)

    def piece(self, name: str) -> Piece | None:
        """Return the piece with that id, None if there is none."""
        return next((piece for piece in self.pieces if piece.id == name), None)

    def with_team(self, team: Team) -> Draft:
        """Return the draft with a team at its seat."""
        teams = tuple(team if one.player == team.player else one for one in self.teams)
        return self.model_copy(update={"teams": teams})

    def with_base(self, base: Base) -> Draft:
        """Return the draft with a base replaced by that of the same operative."""
        for team in self.teams:
            if team.base(base.entry.id) is not None:
                bases = tuple(base if one.entry.id == base.entry.id else one for one in team.bases)
                return self.with_team(team.model_copy(update={"bases": bases}))
        return self

    def with_piece(self, piece: Piece) -> Draft:
        """Return the draft with a piece added, or replaced by the one with the same id."""
        if self.piece(piece.id) is None:
            return self.model_copy(update={"pieces": (*self.pieces, piece)})
        return self.model_copy(update={"pieces": tuple(piece if one.id == piece.id else one for one in self.pieces)})

    def tag_owners(self) -> dict[int, tuple[str, ...]]:
        """Return the names of the things that carry each tag, by tag id; several names are a clash."""
        found: dict[int, tuple[str, ...]] = {}
        for _, base in self.bases:
            for tag in base.entry.tags:
                found[tag.id] = (*found.get(tag.id, ()), base_label(base))
        for piece in self.pieces:
            for tag_id in piece.tags:
                found[tag_id] = (*found.get(tag_id, ()), piece.name)
        return found

    def clashes(self, board: Collection[int]) -> dict[int, tuple[str | Message, ...]]:
        """Return the tags carried by several things, including the board, with the names of those."""
        owners: dict[int, tuple[str | Message, ...]] = {
            tag_id: ((BOARD, *who) if tag_id in board else who) for tag_id, who in self.tag_owners().items()
        }
        return {tag_id: who for tag_id, who in sorted(owners.items()) if len(who) > 1}


def base_label(base: Base) -> str:
    """Return a model's display name: its label and its name."""
    return f"{base.entry.id.upper()} {base.entry.name}"


class DraftStore:
    """The file `draft.json` of one table. If the file could not be used, `fault` is the reason."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / "draft.json"
        self.fault: Message | None = None

    def read(self, fits: Callable[[Draft], object] = lambda _: None) -> Draft:
        """Return the stored draft, or an empty one; an invalid file is renamed, never overwritten.

        A draft is also invalid if `fits` raises `RefereeError` or `CalibrationError`: another version may have written
        it.
        """
        try:
            draft = Draft.model_validate_json(read_undigested(self._path))
            fits(draft)
        except FileNotFoundError:
            return Draft()
        except (OSError, ValidationError, RefereeError, CalibrationError) as error:
            self.fault = self._set_aside(_message_of(error))
            return Draft()
        return draft

    def keep(self, draft: Draft) -> None:
        """Write the draft; raises `SetupRefusedError` in one line if it cannot be written."""
        data = draft.model_dump_json().encode()
        if Draft.model_validate_json(data) != draft:
            raise SetupRefusedError("setup-draft-unstable")
        try:
            write_read_back(self._path, with_digest(data), read_undigested, data)
        except OSError as error:
            raise SetupRefusedError("setup-not-written", file=self._path.name, fault=error.strerror or error) from error

    def _set_aside(self, fault: Message) -> Message:
        """Rename the invalid file, and return a message with its new name."""
        number = 1
        while (aside := self._path.with_name(f"draft.broken-{number}.json")).exists():
            number += 1
        try:
            self._path.replace(aside)
        except OSError as error:
            reason = error.strerror or error
            return Message.of("setup-draft-stuck", file=self._path.name, reason=reason, fault=fault)
        return Message.of("setup-draft-aside", file=self._path.name, aside=aside.name, fault=fault)


def _message_of(error: Exception) -> Message:
    """Return what is wrong with a stored draft."""
    if isinstance(error, ValidationError):
        return first_fault(error)
    return error.message if isinstance(error, MessageError) else Message.stored(str(error))

"""The set-up in the making: a frozen document and its file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.catalogue import OperativeEntry, TerrainEntry, first_fault
from calibration.errors import CalibrationError
from calibration.files import digested, read_undigested
from overlook.atomic_files import write_read_back
from overlook.setup.errors import SetupRefusedError
from overlook.setup.tags import RANGES
from referee.rules.errors import RefereeError
from web.contract.setup.views import Step

PLAYERS = ("p1", "p2")
COLOURS = {"p1": "#2f7de1", "p2": "#d9462f"}
SEATS = {"p1": "Blue", "p2": "Red"}
LETTERS = {"p1": "a", "p2": "b"}


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Base(_Document):
    """One model: its base and tag as the catalogue has them; `matched` once the camera saw that tag for it.

    `guessed` says that no roster gave the base's size.
    """

    entry: OperativeEntry
    kind: str = ""
    guessed: bool = False
    matched: bool = False

    @property
    def tag(self) -> int | None:
        """The id of its tag, None while it has none."""
        return self.entry.tags[0].id if self.entry.tags else None


class Team(_Document):
    """One seat's team: the roster's own text, the tags that are its own from `first_tag` on, and its bases."""

    player: Literal["p1", "p2"]
    name: str = ""
    source: str = ""
    text: str = ""
    edition: str = ""
    first_tag: int
    tag_mm: float = 20.0
    bases: tuple[Base, ...] = ()
    notes: tuple[str, ...] = ()

    def base(self, operative: str) -> Base | None:
        """Return the base of that operative, if it is this team's."""
        return next((base for base in self.bases if base.entry.id == operative), None)


class Piece(_Document):
    """One piece of terrain on the table: its parts as the catalogue has them, with what item they are and whose."""

    id: str
    name: str
    entries: tuple[TerrainEntry, ...]

    @property
    def tags(self) -> tuple[int, ...]:
        """The ids of its tags."""
        return tuple(tag.id for entry in self.entries for tag in entry.tags)

    @property
    def equipment(self) -> str:
        """The item that it is, empty where it is terrain of the killzone."""
        return next((entry.equipment for entry in self.entries if entry.equipment), "")

    @property
    def owner(self) -> str:
        """The player whose item it is, empty while nobody has said."""
        return self.entries[0].player

    def being(self, equipment: str, owner: str) -> Piece:
        """Return the piece as that item of that player."""
        item = {"equipment": equipment or None, "player": owner}
        return self.model_copy(update={"entries": tuple(one.model_copy(update=item) for one in self.entries)})


class Declared(_Document):
    """A marker marked by hand: what it is, where it lies in inches, and whose it is where somebody said."""

    id: str
    what: str
    x: float
    y: float
    diameter_mm: float
    owner: Literal["p1", "p2"] | None = None


class Draft(_Document):
    """A set-up in the making. `mission` is the data of a mission's file, `sides` the player's side in it.

    `asked` is the operative that is looked for, `started` says that its game has begun.
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
    def pristine(self) -> bool:
        """Whether nothing was said yet."""
        return self.model_copy(update={"step": Step.TEAMS}) == Draft()

    def team(self, player: str) -> Team:
        """Return a seat's team."""
        return self.teams[PLAYERS.index(player)]

    def owner(self, operative: str) -> tuple[Team, Base] | None:
        """Return whose operative that is, and its base."""
        return next(((team, base) for team, base in self.bases if base.entry.id == operative), None)

    def piece(self, name: str) -> Piece | None:
        """Return the piece of that id."""
        return next((piece for piece in self.pieces if piece.id == name), None)

    def with_team(self, team: Team) -> Draft:
        """Return the draft with that team in its seat."""
        teams = tuple(team if one.player == team.player else one for one in self.teams)
        return self.model_copy(update={"teams": teams})

    def with_base(self, base: Base) -> Draft:
        """Return the draft with another base for the operative that it belongs to."""
        for team in self.teams:
            if team.base(base.entry.id) is not None:
                bases = tuple(base if one.entry.id == base.entry.id else one for one in team.bases)
                return self.with_team(team.model_copy(update={"bases": bases}))
        return self

    def with_piece(self, piece: Piece) -> Draft:
        """Return the draft with that piece, in place of the one of its id."""
        if self.piece(piece.id) is None:
            return self.model_copy(update={"pieces": (*self.pieces, piece)})
        return self.model_copy(update={"pieces": tuple(piece if one.id == piece.id else one for one in self.pieces)})

    def tag_owners(self) -> dict[int, tuple[str, ...]]:
        """Return who carries which tag, by what people call them; more than one is a clash."""
        found: dict[int, tuple[str, ...]] = {}
        for _, base in self.bases:
            for tag in base.entry.tags:
                found[tag.id] = (*found.get(tag.id, ()), said(base))
        for piece in self.pieces:
            for tag_id in piece.tags:
                found[tag_id] = (*found.get(tag_id, ()), piece.name)
        return found

    def clashes(self, board: Collection[int]) -> dict[int, tuple[str, ...]]:
        """Return the tags that more than one thing carries, the board's own among them, and who."""
        owners = {
            tag_id: (("the board", *who) if tag_id in board else who) for tag_id, who in self.tag_owners().items()
        }
        return {tag_id: who for tag_id, who in sorted(owners.items()) if len(who) > 1}


def said(base: Base) -> str:
    """Return what a model is called: its label and its name."""
    return f"{base.entry.id.upper()} {base.entry.name}"


class DraftStore:
    """The file `draft.json` of one table. `fault` says in one line what was wrong with the one that was found."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / "draft.json"
        self.fault = ""

    def read(self, fits: Callable[[Draft], object] = lambda _: None) -> Draft:
        """Return the draft that was kept, or an empty one; a broken file is set aside, never written over.

        So is one that `fits` refuses with a `RefereeError` or a `CalibrationError`: another version may have kept it.
        """
        try:
            draft = Draft.model_validate_json(read_undigested(self._path))
            fits(draft)
        except FileNotFoundError:
            return Draft()
        except (OSError, ValidationError, RefereeError, CalibrationError) as error:
            wrong = first_fault(error) if isinstance(error, ValidationError) else " ".join(str(error).split())
            self.fault = f"{self._path.name}: {wrong}; {self._aside()}, the set-up begins anew"
            return Draft()
        return draft

    def keep(self, draft: Draft) -> None:
        """Write the draft; `SetupRefusedError` in one line when the disk does not take it."""
        data = draft.model_dump_json().encode()
        if Draft.model_validate_json(data) != draft:
            raise SetupRefusedError("the set-up cannot be kept as it is: take the last change back")
        try:
            write_read_back(self._path, digested(data), read_undigested, data)
        except OSError as error:
            raise SetupRefusedError(f"not taken: {self._path} cannot be written ({error.strerror or error})") from error

    def _aside(self) -> str:
        """Return under which name the file is kept from now on, in words."""
        number = 1
        while (aside := self._path.with_name(f"draft.broken-{number}.json")).exists():
            number += 1
        try:
            self._path.replace(aside)
        except OSError as error:
            return f"it cannot be set aside ({error.strerror})"
        return f"it is kept as {aside.name}"

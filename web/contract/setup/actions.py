"""Set-up actions, one model each, and the set-up's port."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Protocol

from pydantic import Field

from referee.game.intents.base import Coordinate, Id, Turn
from web.contract.base import Point, View, WholeNumber
from web.contract.requests import Outcome
from web.contract.setup.views import LibraryView, OutlineView, SetupView, Step
from web.contract.streams import ChangeSource

Player = Literal["p1", "p2"]
TagId = Annotated[int, Field(ge=0, le=249), WholeNumber]
Millimetres = Annotated[float, Field(gt=0, le=400)]
Height = Annotated[float, Field(gt=0, le=12)]
Text = Annotated[str, Field(min_length=1, max_length=1_000_000)]
Title = Annotated[str, Field(min_length=1, max_length=80)]
Typed = Annotated[str, Field(max_length=10_000)]
"""Typed text. The limit is generous, because the set-up itself reports what is too long in its own words."""
TypedMillimetres = Annotated[float, Field(ge=-1e6, le=1e6)]
Pixel = tuple[Annotated[float, Field(ge=-20_000, le=20_000)], Annotated[float, Field(ge=-20_000, le=20_000)]]


class Go(View):
    """Turn to a step."""

    kind: Literal["go"]
    step: Step


class TakeBack(View):
    """Take the last change back."""

    kind: Literal["take_back"]


class TeamFile(View):
    """A team from a file's text: ours, KTDash's, New Recruit's or BattleScribe's; a packed one in base 64."""

    kind: Literal["team_file"]
    player: Player
    source: Title
    text: Text


class TeamExample(View):
    """One of the teams that ship with Overlook."""

    kind: Literal["team_example"]
    player: Player
    name: Title


class TypedBase(View):
    """One model typed by hand."""

    name: Typed
    base_mm: TypedMillimetres
    short_mm: TypedMillimetres | None = None


class TeamTyped(View):
    """A team typed by hand: names and bases; a plain trooper's card each."""

    kind: Literal["team_typed"]
    player: Player
    name: Typed
    bases: Annotated[tuple[TypedBase, ...], Field(max_length=1_000)]


class TeamGone(View):
    """A seat's team taken away again."""

    kind: Literal["team_gone"]
    player: Player


class TagsFor(View):
    """Which tags a seat's team gets: from `first` on, so large; bases that were matched keep theirs."""

    kind: Literal["tags_for"]
    player: Player
    first: TagId
    tag_mm: Millimetres


class Remap(View):
    """Give a seat's clashing tags ids that are free."""

    kind: Literal["remap"]
    player: Player


class BaseSize(View):
    """The size of one base: a diameter, or long and short."""

    kind: Literal["base_size"]
    operative: Id
    long_mm: TypedMillimetres
    short_mm: TypedMillimetres | None = None


class Ask(View):
    """Look for this base next."""

    kind: Literal["ask"]
    operative: Id


class Match(View):
    """This tag is on this base."""

    kind: Literal["match"]
    operative: Id
    tag: TagId


class Unmatch(View):
    """This base has no tag yet."""

    kind: Literal["unmatch"]
    operative: Id


class DrawPiece(View):
    """A piece drawn in the frame: corners of its top edge, px, and its height; `id` replaces a drawn one."""

    kind: Literal["draw_piece"]
    id: Id | None = None
    name: Typed
    corners_px: Annotated[tuple[Pixel, ...], Field(min_length=3, max_length=40)]
    top: Height
    traits: Annotated[tuple[Id, ...], Field(max_length=10)] = ()
    vantage: bool = False


class PickPiece(View):
    """A piece of a library: with the tags printed for it, or laid on an outline, with the tags that are seen there."""

    kind: Literal["pick_piece"]
    library: Title
    piece: Title
    corners_px: Annotated[tuple[Pixel, ...], Field(max_length=40)] = ()


class TurnPiece(View):
    """A piece turned under its tags, to the next way in which it could lie on its outline."""

    kind: Literal["turn_piece"]
    id: Id


class PartShape(View):
    """One part of a piece, its outline in inches in the piece's frame."""

    id: Id
    outline: Annotated[tuple[Point, ...], Field(min_length=3, max_length=40)]
    bottom: Annotated[float, Field(ge=0, le=12)]
    top: Height
    traits: Annotated[tuple[Id, ...], Field(max_length=10)] = ()
    vantage: bool = False
    see_through: bool = False
    role: Annotated[str, Field(max_length=40)] = ""


class EditPiece(View):
    """A piece with other parts or another name."""

    kind: Literal["edit_piece"]
    id: Id
    name: Typed
    parts: Annotated[tuple[PartShape, ...], Field(min_length=1, max_length=30)]


class PieceGone(View):
    """A piece forgotten."""

    kind: Literal["piece_gone"]
    id: Id


class PieceOwner(View):
    """Owner of a piece of equipment; empty while it is unknown."""

    kind: Literal["piece_owner"]
    id: Id
    owner: Player | None = None


class KeepPiece(View):
    """A piece kept in this table's own library."""

    kind: Literal["keep_piece"]
    id: Id


class LibraryFile(View):
    """A library of terrain from a file's text, kept at this table."""

    kind: Literal["library_file"]
    source: Title
    text: Text


class PickMission(View):
    """One of the missions that ship with Overlook."""

    kind: Literal["pick_mission"]
    name: Title


class MissionFile(View):
    """A mission from a file's text."""

    kind: Literal["mission_file"]
    source: Title
    text: Text


class EditMission(View):
    """The mission, edited: the whole of its file as data."""

    kind: Literal["edit_mission"]
    data: dict[str, Any]


class SwapSides(View):
    """The players change sides."""

    kind: Literal["swap_sides"]


class DeclareMarker(View):
    """Position and owner of a marker or token entered by hand; `id` moves one."""

    kind: Literal["declare_marker"]
    id: Id | None = None
    what: Typed
    x: Coordinate
    y: Coordinate
    diameter_mm: Millimetres = 40.0
    owner: Player | None = None


class MarkerGone(View):
    """A marker marked by hand taken away."""

    kind: Literal["marker_gone"]
    id: Id


class StartAfresh(View):
    """Begin an empty set-up; *take back* puts the one before back."""

    kind: Literal["start_afresh"]


class TakeAgain(View):
    """The table of another day taken again, by its name."""

    kind: Literal["take_again"]
    name: Annotated[str, Field(min_length=1, max_length=300)]


class BeginAnew(View):
    """The table of another day is not taken: it is not offered again until the set-up is started afresh."""

    kind: Literal["begin_anew"]


class Start(View):
    """Begin the game."""

    kind: Literal["start"]


class Put(View):
    """A thing of the simulated table's box put on the table; without a place, on a free one."""

    kind: Literal["put"]
    thing: Id
    x: Coordinate | None = None
    y: Coordinate | None = None
    rotation_deg: Turn = 0.0


class TakeOff(View):
    """A thing taken off the simulated table."""

    kind: Literal["take_off"]
    thing: Id


TeamAction = TeamFile | TeamExample | TeamTyped | TeamGone | TagsFor | Remap | BaseSize | Ask | Match | Unmatch
PieceAction = DrawPiece | PickPiece | TurnPiece | EditPiece | PieceGone | PieceOwner | KeepPiece | LibraryFile
MissionAction = PickMission | MissionFile | EditMission | SwapSides | DeclareMarker | MarkerGone
TableAction = Go | TakeBack | StartAfresh | TakeAgain | BeginAnew | Start | Put | TakeOff
SetupAction = TeamAction | PieceAction | MissionAction | TableAction


class Asked(View):
    """The body of a request: one action."""

    wish: Annotated[SetupAction, Field(discriminator="kind")]


class SetupPort(ChangeSource, Protocol):
    """The set-up of one table; methods are called on the event loop and must not block it.

    Each of its changes is the whole view.
    """

    def view(self) -> SetupView:
        """Return everything that the pages show now."""
        ...

    def libraries(self) -> tuple[LibraryView, ...]:
        """Return the libraries of terrain."""
        ...

    async def do(self, action: SetupAction, *, player: str) -> Outcome:
        """Perform an action and return the outcome; `player` acts only for its own team, "any" for both."""
        ...

    async def outline(self, at_px: tuple[float, float], top: float | None) -> OutlineView | None:
        """Return the outline proposed for the thing at a point of the frame, None if none is found."""
        ...

    def tag_sheet(self, player: str, paper: str) -> bytes:
        """Return a PDF of the tags of one team; `UnknownError` if there is nothing to print."""
        ...

    def terrain_sheet(self, library: str, paper: str) -> bytes:
        """Return a PDF of the tags of a library's pieces; `UnknownError` if there is no such library."""
        ...

    def marker_sheet(self, paper: str) -> bytes:
        """Return a PDF of the tags of the mission's markers; `UnknownError` if there are none."""
        ...

    def library_file(self, library: str) -> str:
        """Return a library as the text of its file."""
        ...

    def mission_file(self) -> str:
        """Return the mission as the text of its file."""
        ...

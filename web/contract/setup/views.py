"""Views of the set-up pages; the browser computes no numbers and makes no sentences.

Board points are inches, `*_px` points are pixels of the camera's frame, sizes of bases and tags are millimetres.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field

from messages.message import Message
from web.contract.base import VERSION, Colour, HealthState, Name, Point, View, ink_on
from web.contract.table.board_views import RulingView, TableView
from web.contract.table.snapshot import CameraView

Quad = tuple[Point, Point, Point, Point]


class Step(StrEnum):
    """The steps of a set-up, in order."""

    TEAMS = "teams"
    TAGS = "tags"
    TERRAIN = "terrain"
    MISSION = "mission"
    MARKERS = "markers"
    READY = "ready"


class StepView(View):
    """One step: whether what it asks for is there, and in a few words what is."""

    id: Step
    name: Name
    done: bool
    told: str
    message: Message | None = None
    name_message: Message | None = None


class TabView(View):
    """The printed piece of one base: the tag's centre from the base's, its side and the paper's, mm.

    `outline` is what is cut out beside the base, or around the tag where it is no tab.
    """

    mount: Name
    offset_mm: Point
    tag_mm: float
    outline_mm: tuple[Point, ...]


class BaseView(View):
    """One model of a team. `tag` is the one printed or seen for it; `matched` once the camera has seen it there.

    `guessed` says that no roster gave the base's size. `px_per_module` and `sight` say how well its tag is read.
    """

    operative: Name
    label: Name
    name: Name
    kind: str
    base_mm: Point
    guessed: bool
    tag: int | None
    tab: TabView
    matched: bool
    seen: bool
    px_per_module: float | None = None
    sight: HealthState | None = None


class TeamView(View):
    """A seat and its team: the tags that are its own from `first_tag` to `last_tag`, and what was not understood.

    `note_messages` are the messages of `notes`. `advice` says that its tags are too small to be read here, `better_mm`
    which size would do; `ink` is the text colour that reads on `colour`.
    """

    player: Name
    seat: Name
    name: str
    source: str
    edition: str
    colour: Colour
    first_tag: int
    last_tag: int
    tag_mm: float
    bases: tuple[BaseView, ...] = ()
    notes: tuple[str, ...] = ()
    note_messages: tuple[Message, ...] = ()
    advice: str = ""
    message: Message | None = None
    better_mm: float | None = None
    ink: Colour = Field(default_factory=lambda known: ink_on(known["colour"]))


class TagView(View):
    """One tag in the frame and what it is on: "board", "base", "terrain", "marker" or "new" (unassigned)."""

    id: int
    corners_px: Quad
    px_per_module: float
    whose: Literal["board", "base", "terrain", "marker", "new"]
    label: str = ""


class AskView(View):
    """Which base is looked for, what to do in one sentence, and the tags that could be its own."""

    operative: Name
    sentence: Name
    candidates: tuple[int, ...] = ()
    message: Message | None = None


class ClashView(View):
    """One tag id that two things carry."""

    tag: int
    who: tuple[Name, ...]
    sentence: Name
    message: Message


class SizeView(View):
    """A tag size that can be printed: how large its modules would be seen here, and whether that is enough."""

    tag_mm: float
    px_per_module: float | None
    sight: HealthState


class PartView(View):
    """One part of a piece of terrain: its outline on the board or in the piece's frame, inches, and what it is."""

    id: Name
    outline: tuple[Point, ...]
    bottom: float
    top: float
    traits: tuple[str, ...] = ()
    vantage: bool = False
    see_through: bool = False
    role: str = ""


class PieceView(View):
    """One piece of terrain on the table; its tags, and those of them that are seen.

    `equipment` names the item that it is, `owner` the player whose it is; each empty where there is none.
    """

    id: Name
    name: Name
    tags: tuple[int, ...]
    seen: tuple[int, ...]
    top: float
    traits: tuple[str, ...]
    parts: tuple[PartView, ...]
    outline_px: tuple[Point, ...] | None = None
    equipment: str = ""
    owner: str = ""


class OutlineView(View):
    """An outline proposed for what was touched: its corners in the picture, and the height of its top edge, inches."""

    corners_px: tuple[Point, ...]
    top: float
    height_known: bool
    sentence: str = ""
    message: Message | None = None


class ShelfPieceView(View):
    """One piece of a library, to pick from; outlines in inches in its own frame."""

    library: Name
    piece: Name
    name: Name
    top: float
    traits: tuple[str, ...]
    parts: tuple[PartView, ...]
    tags: tuple[int, ...]


class LibraryView(View):
    """One library of terrain."""

    id: Name
    name: Name
    own: bool
    pieces: tuple[ShelfPieceView, ...]


class SideView(View):
    """One side of a mission, and the player who has it."""

    id: Name
    name: Name
    player: str
    colour: Colour
    drop_zone: tuple[Point, ...]
    territory: tuple[Point, ...] = ()


class SpotView(View):
    """A marker: an objective or another that the mission lays out, or one marked by hand (`declared`).

    `equipment` says that it is an item that a player brought, `owner` whose; empty while nobody has said.
    """

    id: Name
    kind: Name
    x: float
    y: float
    diameter_mm: float
    declared: bool = False
    seen: bool = False
    equipment: bool = False
    owner: str = ""


class ItemView(View):
    """One item of equipment that the mission sets up."""

    item: Name
    side: str
    outline: tuple[Point, ...]


class MissionView(View):
    """The mission with its positions. `data` is its whole file, to be sent back changed."""

    name: Name
    killzone: str
    sides: tuple[SideView, ...]
    objectives: tuple[SpotView, ...]
    markers: tuple[SpotView, ...] = ()
    items: tuple[ItemView, ...] = ()
    data: dict[str, Any]


class CheckView(View):
    """One check before play, its state, and the step that repairs it."""

    what: Name
    state: HealthState
    sentence: Name
    step: Step | None = None
    message: Message | None = None
    what_message: Message | None = None


class NamedView(View):
    """One item to choose: its key and its name."""

    id: Name
    name: Name


class LineView(View):
    """One difference from the table as it was set up."""

    change: Literal["moved", "missing", "new"]
    sentence: Name
    message: Message | None = None


class BeforeView(View):
    """An earlier table that is on the board again: the question that offers it, and the differences."""

    name: Name
    sentence: Name
    moved: tuple[LineView, ...] = ()
    message: Message | None = None


class BoxView(View):
    """One thing of the simulated table's box: put on the table or taken off by the page."""

    thing: Name
    name: Name
    on_table: bool


class SetupView(View):
    """Everything that the set-up's pages show now.

    `traits` and `roles` are the words of terrain that rules ask for, `part_kinds` parts to begin with, around the
    origin, `marker_kinds` what a marker can be called.
    """

    version: Literal[1] = VERSION
    revision: Annotated[int, Field(ge=1)]
    step: Step
    steps: tuple[StepView, ...]
    teams: tuple[TeamView, ...]
    edition: Name
    ask: AskView | None = None
    clashes: tuple[ClashView, ...] = ()
    sizes: tuple[SizeView, ...] = ()
    tags: tuple[TagView, ...] = ()
    pieces: tuple[PieceView, ...] = ()
    mission: MissionView | None = None
    missions: tuple[NamedView, ...] = ()
    rosters: tuple[Name, ...] = ()
    declared: tuple[SpotView, ...] = ()
    faults: tuple[RulingView, ...] = ()
    checks: tuple[CheckView, ...] = ()
    can_start: bool = False
    game: str = ""
    undo: str = ""
    undo_message: Message | None = None
    before: BeforeView | None = None
    box: tuple[BoxView, ...] = ()
    simulated: bool = False
    traits: tuple[Name, ...] = ()
    roles: tuple[Name, ...] = ()
    part_kinds: tuple[PartView, ...] = ()
    marker_kinds: tuple[Name, ...] = ()
    table: TableView
    camera: CameraView

"""The view models: everything a surface shows, ready to be drawn. Numbers and sentences arrive; none are made there.

Lengths are board inches, angles degrees counter-clockwise from above, `*_px` points are pixels of the camera picture
(x right, y down). A value that does not exist is null. Every model is strict, frozen and closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from geometry.witness import Role
from referee.rules.position import Order
from referee.rules.ruling import Verdict
from web.contract.colour import ink_on

VERSION: Literal[1] = 1


def _whole(value: object) -> object:
    """Return 5 for 5.0: in JSON both are the same integer."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = BeforeValidator(_whole)
Point = tuple[float, float]
Point3 = tuple[float, float, float]
Inches = Annotated[float, Field(ge=0)]
Name = Annotated[str, Field(min_length=1)]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$", description="sRGB, for example #2f6db5")]


class View(BaseModel):
    """The base of every view model: strict, frozen, closed, finite."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)


@dataclass(frozen=True, slots=True)
class ById:
    """Annotates a list whose items are known by their `id`: they are compared, kept and sent one by one."""


BY_ID = ById()


class TrackState(StrEnum):
    """How the place of a thing is known.

    `seen`: its tag is read. `moving`: read, and not at rest. `covered`: hidden where it last stood. `lifted`: picked
    up, its place unknown. `gone`: off the table. `declared`: put there by a person's word.
    """

    SEEN = "seen"
    MOVING = "moving"
    COVERED = "covered"
    LIFTED = "lifted"
    GONE = "gone"
    DECLARED = "declared"


class Severity(StrEnum):
    """How loudly a notice or a part of the machine asks for attention."""

    INFO = "info"
    CAUTION = "caution"
    TROUBLE = "trouble"


class HealthState(StrEnum):
    """How one part of the machine is."""

    OK = "ok"
    TROUBLE = "trouble"
    LOST = "lost"


class OperativeView(View):
    """One operative: where its base stands, how surely, and what the game knows of it.

    `label` is what fits inside its base ("A2"). `base` is (long, short) in inches, full diameters. `level` names what
    it stands on ("floor" or a terrain part). `sigma_in` is the largest standard deviation of (x, y).
    """

    id: Name
    player: Name
    label: Annotated[str, Field(min_length=1, max_length=4)]
    name: Name
    x: float
    y: float
    z: float = 0.0
    rotation_deg: float = 0.0
    base: tuple[Inches, Inches]
    head: Inches
    state: TrackState = TrackState.SEEN
    sigma_in: Inches = 0.0
    level: Name = "floor"
    order: Order | None = None
    ready: bool = True
    wounds: Annotated[int, Field(ge=0)] | None = None
    start_wounds: Annotated[int, Field(ge=1)] | None = None
    carrying: str | None = None
    outline_px: tuple[Point, ...] | None = None


class TerrainView(View):
    """One upright prism of terrain; parts with the same `feature` belong together.

    `label_at` is a point inside the outline for its label. `outline_px` is its top edge.
    """

    id: Name
    feature: Name
    outline: Annotated[tuple[Point, ...], Field(min_length=3)]
    bottom: float
    top: float
    traits: tuple[str, ...] = ()
    see_through: bool = False
    state: str | None = None
    label_at: Point
    outline_px: tuple[Point, ...] | None = None


class MarkerView(View):
    """A flat disc on the board; `declared` when it lies where a person said so and no camera has seen it.

    `spread` is how far what it stands for reaches beyond its edge: smoke.
    """

    id: Name
    kind: Name
    label: Name
    x: float
    y: float
    z: float = 0.0
    diameter: Inches
    spread: Inches = 0.0
    carried_by: str | None = None
    declared: bool = False
    outline_px: tuple[Point, ...] | None = None


class BoardView(View):
    """The killzone's size in inches, and its rectangle in the camera picture."""

    width: Annotated[float, Field(gt=0)] = 30.0
    depth: Annotated[float, Field(gt=0)] = 22.0
    outline_px: tuple[Point, ...] | None = None


class FlagsView(View):
    """Whether the table may be judged by."""

    hand_in_view: bool = False
    settled: bool = True
    camera_moved: bool = False
    board_lost: bool = False


class TableView(View):
    """Everything that stands on the board."""

    board: BoardView = BoardView()
    operatives: Annotated[tuple[OperativeView, ...], BY_ID] = ()
    terrain: Annotated[tuple[TerrainView, ...], BY_ID] = ()
    markers: Annotated[tuple[MarkerView, ...], BY_ID] = ()
    flags: FlagsView = FlagsView()


class SeatView(View):
    """One player's side. `ink` is the text colour that reads on `colour`."""

    player: Name
    name: Name
    team: str = ""
    colour: Colour
    cp: Annotated[int, Field(ge=0)] = 0
    vp: Annotated[int, Field(ge=0)] = 0
    ink: Colour = Field(default_factory=lambda known: ink_on(known["colour"]))


class AbsentView(View):
    """An operative of the game that stands nowhere on the board, and may be put there by hand."""

    id: Name
    player: Name
    name: Name


class MemberView(View):
    """One operative of a team, on the board or not: `out` when it is incapacitated or removed."""

    id: Name
    player: Name
    name: Name
    wounds: Annotated[int, Field(ge=0)]
    start_wounds: Annotated[int, Field(ge=1)]
    order: Order
    ready: bool
    out: bool = False
    weapons: tuple[str, ...] = ()


class ActivationView(View):
    """An operative that may be activated now, and with which orders."""

    operative: Name
    orders: Annotated[tuple[Order, ...], Field(min_length=1)]


class GameView(View):
    """How the game stands. `undo` and `redo` say in words what they would take back or put back; null when nothing.

    `turn` is whose turn it is where players alternate, `signed` who has signed the result off. `number` is that of the
    recorded game, for `/api/games/{number}`; 0 when it is not recorded. `absent` are operatives that stand nowhere yet,
    `activations` those that may be activated now, `roster` everybody of both teams.
    """

    number: Annotated[int, Field(ge=0)] = 0

    edition: Name
    title: Name
    turning_point: Annotated[int, Field(ge=0)] = 0
    phase: str = ""
    initiative: str | None = None
    active: str | None = None
    seats: tuple[SeatView, ...] = ()
    undo: str | None = None
    redo: str | None = None
    begun: bool = True
    free: bool = False
    over: bool = False
    winner: str | None = None
    turn: str | None = None
    signed: tuple[str, ...] = ()
    absent: tuple[AbsentView, ...] = ()
    activations: tuple[ActivationView, ...] = ()
    roster: tuple[MemberView, ...] = ()


class ClockSeatView(View):
    """One player's thinking time used, whole seconds."""

    player: Name
    used_s: Annotated[int, Field(ge=0)]


class ClockView(View):
    """The chess clock and the round's timer, whole seconds; `on` names the player whose time runs."""

    running: bool = False
    on: str | None = None
    seats: tuple[ClockSeatView, ...] = ()
    round_s: Annotated[int, Field(ge=0)] = 0
    limit_s: Annotated[int, Field(ge=0)] = 0


class StrokeView(View):
    """One shape of a witness: on the board in inches and, when a camera is calibrated, in its picture.

    `points_px` follows the lens: a straight edge may have more points there than on the board.
    """

    role: Role
    points: Annotated[tuple[Point3, ...], Field(min_length=1)]
    closed: bool = False
    label: str = ""
    points_px: tuple[Point, ...] | None = None


class FindingView(View):
    """One rule tested. `figures` is the measurement in words ("1.43 in of 1.00 in, ±0.01"), empty for a plain fact.

    `holds` goes by the best estimate, `verdict` by how sure that is.
    """

    rule: Name
    means: Name
    figures: str = ""
    measured: float | None = None
    required: float | None = None
    margin: float | None = None
    sigma: Inches = 0.0
    holds: bool
    verdict: Verdict
    witness: tuple[StrokeView, ...] = ()
    things: tuple[str, ...] = ()


class RulingView(View):
    """One ruling in words. `sequence` is that of its event; `taken_back` after an undo or a lost challenge.

    `clip` is how many frames were kept of it, see `/api/games/{number}/clips/{sequence}`.
    """

    id: Name
    sequence: Annotated[int, Field(ge=1)]
    claim: Name
    verdict: Verdict
    p_yes: Annotated[float, Field(ge=0, le=1)]
    sentence: Name
    figures: str = ""
    findings: tuple[FindingView, ...] = ()
    notes: tuple[str, ...] = ()
    taken_back: bool = False
    clip: Annotated[int, Field(ge=0)] = 0


class PoseView(View):
    """A place for a base."""

    x: float
    y: float
    z: float = 0.0
    rotation_deg: float = 0.0
    outline_px: tuple[Point, ...] | None = None


class GhostView(View):
    """A model that stands where the game says it does not: where it `stands`, where it `belongs`, in words."""

    operative: Name
    stands: PoseView
    belongs: PoseView
    sentence: Name


class NoticeView(View):
    """One line for the banner, worst first in the snapshot."""

    id: Name
    severity: Severity
    sentence: Name


class HealthView(View):
    """One part of the machine (camera, board, panel, journal, ...) and how it is, in one line."""

    part: Name
    state: HealthState
    sentence: Name


class CameraView(View):
    """The camera behind the picture. `size_px` is (width, height) of the space of all `*_px` points.

    `view_px` is the part of the picture worth showing, the board with a margin: (left, top, width, height).
    """

    id: str = ""
    size_px: tuple[int, int] | None = None
    view_px: tuple[float, float, float, float] | None = None
    fps: Inches | None = None
    latency_ms: Annotated[float, Field(ge=0)] | None = None
    state: HealthState = HealthState.OK

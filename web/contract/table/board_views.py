"""Views of operatives, terrain, markers and rulings, with their outlines in the image."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from geometry.witness import Role
from messages.message import Message
from referee.rules.position import Order
from referee.rules.ruling import Verdict
from web.contract.base import BY_ID, Inches, Name, Point, Point3, TrackState, View


class StrokeView(View):
    """One shape of a witness: on the board in inches and, when a camera is calibrated, in its picture.

    `points_px` follows the lens: a straight edge may have more points there than on the board.
    """

    role: Role
    points: Annotated[tuple[Point3, ...], Field(min_length=1)]
    closed: bool = False
    label: str = ""
    points_px: tuple[Point, ...] | None = None


class CauseView(View):
    """One cause of an uncertainty: its share, and the standard deviation that it alone has, inches.

    `cause` is `pixel`, `lens`, `board`, `level`, `mounting`, `rim`, `path` or `other`; `thing` is the object with that
    error, empty for one that all share.
    """

    cause: Name
    thing: str = ""
    share: Annotated[float, Field(ge=0, le=1)]
    sigma: Inches = 0.0
    sentence: Name
    message: Message | None = None


class FindingView(View):
    """One rule tested: `means` and `message` are the result. `figures` is the measurement, empty for a plain fact.

    `message` is null if the result has no code. `holds` goes by the best estimate, `verdict` by how sure that is.
    """

    rule: Name
    means: Name
    message: Message | None = None
    figures: str = ""
    figures_message: Message | None = None
    measured: float | None = None
    required: float | None = None
    margin: float | None = None
    sigma: Inches = 0.0
    holds: bool
    verdict: Verdict
    witness: tuple[StrokeView, ...] = ()
    things: tuple[str, ...] = ()
    causes: tuple[CauseView, ...] = ()


class SettlingView(View):
    """Advice for a ruling that is too close: a sentence, and the point (x, y, z) at which to measure, inches."""

    sentence: Name
    message: Message | None = None
    at: Point3 | None = None


def _tail_message(ruling: dict[str, Any]) -> Message | None:
    if ruling["taken_back"] or ruling["declined"]:
        return Message.of("view-tail-withdrawn" if ruling["taken_back"] else "view-tail-declined")
    if ruling["verdict"] is Verdict.TOO_CLOSE:
        return Message.of("view-tail-probability", share=ruling["p_yes"])
    return None


def _tail(ruling: dict[str, Any]) -> str:
    return str(ruling["tail_message"] or "")


class RulingView(View):
    """One ruling in words. `sequence` is that of its event; `taken_back` after an undo or a lost challenge, `declined`
    where what was proposed was not taken.

    `claim_message` is the claim and `message` the reason in `sentence`, null if they have no codes; `figures_message`
    and `tail_message` are those of the other two texts, `note_messages` those of `notes`.
    `tail` is what stands behind the verdict in words: what became of it, or how probable it is.
    `causes` are the causes of its uncertainty, the largest first; their shares add up to 1.
    `clip` is how many frames were kept of it, see `/api/games/{number}/clips/{sequence}`.
    """

    id: Name
    sequence: Annotated[int, Field(ge=1)]
    claim: Name
    verdict: Verdict
    p_yes: Annotated[float, Field(ge=0, le=1)]
    sentence: Name
    message: Message | None = None
    claim_message: Message | None = None
    figures: str = ""
    figures_message: Message | None = None
    findings: tuple[FindingView, ...] = ()
    notes: tuple[str, ...] = ()
    note_messages: tuple[Message, ...] = ()
    taken_back: bool = False
    declined: bool = False
    clip: Annotated[int, Field(ge=0)] = 0
    settling: SettlingView | None = None
    causes: tuple[CauseView, ...] = ()
    tail_message: Message | None = Field(default_factory=_tail_message)
    tail: str = Field(default_factory=_tail)


class PoseView(View):
    """A place for a base."""

    x: float
    y: float
    z: float = 0.0
    rotation_deg: float = 0.0
    outline_px: tuple[Point, ...] | None = None


class OperativeView(View):
    """One operative: where its base stands, how surely, and what the game knows of it.

    `label` is what fits inside its base ("A2"). `base` is (long, short) in inches, full diameters. `level` names what
    it stands on ("floor" or a terrain part). `sigma_in` is the largest standard deviation of (x, y). `belongs` is where
    the game has it, while it is seen elsewhere.
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
    belongs: PoseView | None = None


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

    `spread` is how far what it stands for reaches beyond its edge: smoke. Of an objective, `holder` is the player who
    controls it and `says` in words who does, and why; `says_message` is the message of `says`.
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
    holder: str | None = None
    says: str = ""
    says_message: Message | None = None
    outline_px: tuple[Point, ...] | None = None


class BoardView(View):
    """The killzone's size in inches, and its rectangle in the camera's frame."""

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


class MovingView(View):
    """The active operative during its move, until the table is at rest: its straight distance from where it started.

    `state` says whether its tag is visible. `inches` is null unless it is. `message` is the message of `sentence`.
    """

    operative: Name
    state: TrackState
    inches: Inches | None = None
    sentence: Name
    message: Message


class GhostView(View):
    """A model that stands where the game says it does not: where it `stands`, where it `belongs`, in words.

    `message` is the message of `sentence`.
    """

    operative: Name
    stands: PoseView
    belongs: PoseView
    sentence: Name
    message: Message | None = None

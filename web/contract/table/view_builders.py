"""Builds views of tables and rulings: projection of outlines into the image, and wording."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol, TypeGuard

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon

from geometry.base import Base
from geometry.contributions import Contribution
from geometry.table import Marker, Operative, Table
from geometry.terrain import Outline, Part
from geometry.witness import Role, Stroke, Witness, base_outline, densified
from messages.catalogue import ENGLISH
from messages.message import Message
from referee.rules.position import Status
from referee.rules.ruling import (
    Finding,
    Measurement,
    ResolutionHint,
    Ruling,
    Threshold,
    Verdict,
    resolution_hint,
    share_message,
)
from web.contract.base import Point, Point3, TrackState
from web.contract.table.board_views import (
    BoardView,
    CauseView,
    FindingView,
    FlagsView,
    MarkerView,
    OperativeView,
    PoseView,
    RulingView,
    SettlingView,
    StrokeView,
    TableView,
    TerrainView,
)

ROUND_CORNERS = 32


class Projector(Protocol):
    """Projection from board to image through the lens: (n, 3) inches to (n, 2) pixels."""

    def __call__(self, points: NDArray[np.float64], /) -> NDArray[np.float64]:
        """Return the pixels of board points."""
        ...

    def __hash__(self) -> int:
        """Hashable, because projected outlines are cached by projector."""
        ...


def crop_window_px(
    outline_px: Sequence[Point], size_px: tuple[int, int], *, margin: float = 0.06
) -> tuple[float, float, float, float]:
    """Return the part of the frame that holds the outline with a margin: (left, top, width, height) in pixels.

    `margin` is a share of the outline's own extent, on each side. The part is clipped to the frame.
    """
    points = np.asarray(outline_px, dtype=np.float64)
    room = margin * np.ptp(points, axis=0)
    low = np.clip(points.min(axis=0) - room, 0, size_px)
    high = np.clip(points.max(axis=0) + room, 0, size_px)
    (left, top), (width, height) = low, np.maximum(high - low, 1.0)
    return round(float(left), 1), round(float(top), 1), round(float(width), 1), round(float(height), 1)


def project_line(
    points: Sequence[tuple[float, float, float]], projector: Projector | None, *, closed: bool
) -> tuple[Point, ...] | None:
    """Return a line or outline in the image, with a point every inch to follow the lens distortion."""
    return None if projector is None else _line_px(tuple(points), projector, closed)


def project_base(base: Base, projector: Projector | None) -> tuple[Point, ...] | None:
    """Return the outline of a base in the image, 32 points; its position is rounded to 0.001 in for the cache."""
    if projector is None:
        return None
    turned = round(base.rotation_deg, 1)
    return _base_px(Base(base.shape, round(base.x, 3), round(base.y, 3), round(base.z, 3), turned), projector)


@lru_cache(maxsize=256)
def _line_px(points: tuple[tuple[float, float, float], ...], projector: Projector, closed: bool) -> tuple[Point, ...]:
    return _rounded(projector(densified(points, closed=closed)))


@lru_cache(maxsize=256)
def _base_px(base: Base, projector: Projector) -> tuple[Point, ...]:
    return _rounded(projector(base_outline(base, ROUND_CORNERS)))


def _rounded(points: Iterable[NDArray[np.float64]]) -> tuple[Point, ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)


LABEL_ROOM_IN = 0.45

GAUGE = "measure here"
"""Label of the point where a gauge would settle a ruling."""


def table_view(
    table: Table,
    *,
    names: Mapping[str, str],
    labels: Mapping[str, str],
    states: Mapping[str, TrackState],
    status: Mapping[str, Status],
    levels: Mapping[str, str],
    board_lost: bool = False,
    declared: Collection[str] = (),
    spreads: Mapping[str, float] = MappingProxyType({}),
    projector: Projector | None = None,
) -> TableView:
    """Return the view of a table.

    `names`, `labels` (at most four letters), `states`, `status` and `levels` are keyed by operative; a missing one is
    shown by its id, as seen, without a status, on the floor. `declared` are ids of markers placed by hand, `spreads`
    how far markers of a kind reach beyond their edge. Without a `projector` there are no outlines in the image.
    """
    width, depth = table.board.width, table.board.depth
    corners = [(0.0, 0.0, 0.0), (width, 0.0, 0.0), (width, depth, 0.0), (0.0, depth, 0.0)]
    return TableView(
        board=BoardView(width=width, depth=depth, outline_px=project_line(corners, projector, closed=True)),
        operatives=tuple(
            operative_view(
                operative,
                name=names.get(key, key),
                label=labels.get(key, key.upper()[:4]),
                state=states.get(key, TrackState.SEEN),
                status=status.get(key),
                level=levels.get(key, "floor"),
                projector=projector,
            )
            for key, operative in sorted(table.operatives.items())
        ),
        terrain=tuple(terrain_view(part, projector) for part in table.terrain),
        markers=tuple(
            marker_view(marker, projector, declared=key in declared, spread=spreads.get(marker.kind, 0.0))
            for key, marker in sorted(table.markers.items())
        ),
        flags=FlagsView(
            hand_in_view=table.hand_in_view,
            settled=table.settled,
            camera_moved=table.camera_moved,
            board_lost=board_lost,
        ),
    )


def operative_view(
    operative: Operative,
    *,
    name: str,
    label: str,
    state: TrackState,
    status: Status | None,
    level: str,
    projector: Projector | None = None,
) -> OperativeView:
    """Return the view of one operative; positions are rounded to 0.001 in."""
    where = operative.placement
    return OperativeView(
        id=operative.id,
        player=operative.player,
        label=label,
        name=name,
        x=round(where.x, 3),
        y=round(where.y, 3),
        z=round(where.z, 3),
        rotation_deg=round(where.rotation_deg, 1),
        base=(round(operative.shape.long, 4), round(operative.shape.short, 4)),
        head=operative.head,
        state=state,
        sigma_in=round(where.sigma, 4),
        level=level,
        order=status.order if status else None,
        ready=status.ready if status else True,
        wounds=status.wounds if status else None,
        start_wounds=status.start_wounds if status else None,
        carrying=status.carrying if status else None,
        outline_px=project_base(operative.base, projector),
    )


def terrain_view(part: Part, projector: Projector | None = None) -> TerrainView:
    """Return the view of one terrain part; its outline in the image is its top edge."""
    top = [(x, y, part.top) for x, y in part.outline]
    return TerrainView(
        id=part.id,
        feature=part.feature,
        outline=part.outline,
        bottom=part.bottom,
        top=part.top,
        traits=tuple(sorted(part.traits)),
        see_through=part.see_through,
        state=part.state,
        label_at=_label_at(part.outline),
        outline_px=project_line(top, projector, closed=True),
    )


def marker_view(
    marker: Marker, projector: Projector | None = None, *, declared: bool = False, spread: float = 0.0
) -> MarkerView:
    """Return the view of one marker."""
    where = marker.placement
    return MarkerView(
        id=marker.id,
        kind=marker.kind,
        label=marker.id,
        x=round(where.x, 3),
        y=round(where.y, 3),
        z=round(where.z, 3),
        diameter=marker.diameter,
        spread=round(spread, 3),
        carried_by=marker.carried_by,
        declared=declared,
        outline_px=project_base(marker.base, projector),
    )


def pose_view(base: Base, projector: Projector | None = None) -> PoseView:
    """Return the view of a base's pose: a ghost's, or where a model belongs."""
    return PoseView(
        x=round(base.x, 3),
        y=round(base.y, 3),
        z=round(base.z, 3),
        rotation_deg=round(base.rotation_deg, 1),
        outline_px=project_base(base, projector),
    )


def ruling_view(
    ruling: Ruling,
    *,
    id_: str,
    sequence: int,
    threshold: Threshold,
    taken_back: bool = False,
    declined: bool = False,
    projector: Projector | None = None,
    places: Mapping[str, Point3] = MappingProxyType({}),
) -> RulingView:
    """Return the view of a ruling: its wording, and its findings worst first, each with its witness.

    `places` are the positions of things that the ruling may name, to suggest a measurement if it is too close to call.
    """
    verdict = ruling.verdict(threshold)
    decisive = ruling.decisive
    claim = ruling.claim.failed if verdict is Verdict.NO else ruling.claim
    figures = measurement_message(decisive) if decisive else None
    settles = resolution_hint(ruling, threshold, places)
    return RulingView(
        id=id_,
        sequence=sequence,
        claim=ENGLISH.text(ruling.claim, holds=verdict is not Verdict.NO),
        verdict=verdict,
        p_yes=round(ruling.p_yes, 4),
        sentence=explain_ruling(ruling, verdict),
        message=reasons_message(ruling, verdict),
        claim_message=claim.coded,
        figures=str(figures or ""),
        figures_message=figures,
        findings=tuple(
            _with_gauge(finding_view(finding, threshold=threshold, projector=projector), finding, settles, projector)
            for finding in sorted(ruling.findings, key=lambda finding: (finding.p_yes, finding.margin))
        ),
        notes=tuple(map(str, ruling.notes)),
        note_messages=ruling.notes,
        taken_back=taken_back,
        declined=declined,
        settling=None if settles is None else _settling_view(settles),
        causes=cause_views(ruling.contributions),
    )


def cause_views(contributions: Iterable[Contribution]) -> tuple[CauseView, ...]:
    """Return the views of the causes of an uncertainty, in their order."""
    return tuple(
        CauseView(
            cause=one.cause,
            thing=one.thing,
            share=round(one.share, 4),
            sigma=round(one.sigma, 4),
            sentence=str(message),
            message=message,
        )
        for one in contributions
        for message in (share_message(one),)
    )


def _settling_view(found: ResolutionHint) -> SettlingView:
    at = None if found.at is None else (round(found.at[0], 2), round(found.at[1], 2), round(found.at[2], 2))
    return SettlingView(sentence=found.words, message=found.message, at=at)


def _with_gauge(
    view: FindingView, finding: Finding, settles: ResolutionHint | None, projector: Projector | None
) -> FindingView:
    """Return a finding's view, with the gauge's point drawn if that finding would settle the ruling."""
    if settles is None or settles.finding is not finding or settles.at is None:
        return view
    gauge = stroke_view(Stroke(Role.MEASURE, (settles.at,), label=GAUGE), projector)
    return view.model_copy(update={"witness": (*view.witness, gauge)})


def finding_view(finding: Finding, *, threshold: Threshold, projector: Projector | None = None) -> FindingView:
    """Return the view of one finding; a plain fact has neither figures nor numbers."""
    measured, figures = _is_measured(finding), measurement_message(finding)
    return FindingView(
        rule=finding.rule,
        means=finding.means,
        message=finding.outcome.coded,
        figures=str(figures or ""),
        figures_message=figures,
        measured=round(finding.measured, 4) if measured else None,
        required=round(finding.required, 4) if measured else None,
        margin=round(finding.margin, 4) if measured else None,
        sigma=round(finding.sigma, 4),
        holds=bool(finding.holds),
        verdict=threshold.call(finding.p_yes),
        witness=witness_view(finding.witness, projector) if finding.witness else (),
        things=finding.witness.things if finding.witness else (),
        causes=cause_views(finding.contributions) if isinstance(finding, Measurement) else (),
    )


def witness_view(witness: Witness, projector: Projector | None = None) -> tuple[StrokeView, ...]:
    """Return the views of a witness's strokes, on the board and in the image."""
    return tuple(stroke_view(stroke, projector) for stroke in witness.strokes)


def stroke_view(stroke: Stroke, projector: Projector | None = None) -> StrokeView:
    """Return the view of one stroke; coordinates are rounded to 0.001 in."""
    return StrokeView(
        role=stroke.role,
        points=tuple((round(x, 3), round(y, 3), round(z, 3)) for x, y, z in stroke.points),
        closed=stroke.closed,
        label=stroke.label,
        points_px=project_line(stroke.points, projector, closed=stroke.closed),
    )


FINE_SIGMA = 0.005
"""Standard deviation in inches below which a measurement shows one more digit of it."""


def measurement_message(finding: Finding) -> Message | None:
    """Return a measurement with its limit and error; None for a declared fact.

    Clearances (nothing required) are worded as room.
    """
    if not _is_measured(finding):
        return None
    if finding.required > 0:
        figures = Message.of("view-figures-limit", measured=finding.measured, required=finding.required)
    else:
        figures = Message.of("view-figures-spare" if finding.holds else "view-figures-over", margin=abs(finding.margin))
    if finding.sigma == 0:
        return figures
    fine = finding.sigma < FINE_SIGMA
    code = "view-figures-sigma-fine" if fine else "view-figures-sigma"
    return Message.of(code, figures=figures, sigma=finding.sigma)


def _decisive_findings(ruling: Ruling, verdict: Verdict) -> tuple[Finding, ...]:
    """Return every fault of a NO, else the decisive finding; empty if there are no findings."""
    if ruling.decisive is None:
        return ()
    return ruling.faults if verdict is Verdict.NO and ruling.faults else (ruling.decisive,)


def ruling_reasons(ruling: Ruling, verdict: Verdict) -> list[Message]:
    """Return the reasons for a ruling, without its verdict."""
    reasons = [finding.outcome for finding in _decisive_findings(ruling, verdict)]
    return reasons or [Message.of("view-no-conditions")]


def explain_ruling(ruling: Ruling, verdict: Verdict) -> str:
    """Return the reasons for a ruling in English, with ids in place of names.

    Reasons in an old journal are texts without a code, and no sentences.
    """
    coded = reasons_message(ruling, verdict)
    return str(coded or Message.of("text-parts", parts=ruling_reasons(ruling, verdict)))


def reasons_message(ruling: Ruling, verdict: Verdict) -> Message | None:
    """Return the reasons for a ruling; None if one of them is text without a code."""
    reasons = ruling_reasons(ruling, verdict)
    return Message.of("text-sentences", parts=reasons) if all(one.coded for one in reasons) else None


@lru_cache(maxsize=256)
def _label_at(outline: Outline) -> Point:
    """Return a point well inside the outline, towards its upper left, because models stand in the middle."""
    area = Polygon(outline)
    inner = area.buffer(-LABEL_ROOM_IN, join_style="mitre")
    pieces = [piece for piece in getattr(inner, "geoms", [inner]) if not piece.is_empty]
    corners = [corner for piece in pieces for corner in piece.exterior.coords]
    if not corners:
        inside = area.representative_point()
        corners = [(inside.x, inside.y)]
    x, y = min(corners, key=lambda corner: (corner[0] - corner[1], corner[0]))
    return round(float(x), 2), round(float(y), 2)


def _is_measured(finding: Finding) -> TypeGuard[Measurement]:
    figures = (finding.measured, finding.required, finding.margin)
    return isinstance(finding, Measurement) and all(map(math.isfinite, figures))

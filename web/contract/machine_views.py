"""How the machine is: its parts, its camera, what it has to say."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from web.contract.views import HealthState, Inches, Name, Severity, View


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

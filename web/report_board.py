"""The board as a drawing in a page that stands alone: terrain, models in their colours, markers."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from web.contract.game_views import SeatView
from web.contract.snapshot import Snapshot
from web.contract.table_views import MarkerView, OperativeView, TerrainView

PX = 40.0
"""Drawing units for an inch."""


def board_drawing(snapshot: Snapshot, label: str) -> str:
    """Return the board of a moment as SVG, the near edge below; `label` says what it shows to who does not see it."""
    table = snapshot.table
    width, depth = table.board.width * PX, table.board.depth * PX
    seats = {seat.player: seat for seat in snapshot.game.seats}
    parts = [
        f'<rect width="{width:g}" height="{depth:g}"/>',
        *(_terrain(part, depth) for part in table.terrain),
        *(_marker(marker, depth) for marker in table.markers),
        *(_operative(one, seats, depth) for one in table.operatives),
    ]
    head = f'<svg class="board" viewBox="0 0 {width:g} {depth:g}" role="img" aria-label="{escape(label)}">'
    return f"{head}{''.join(parts)}</svg>"


def _terrain(part: TerrainView, depth: float) -> str:
    points = " ".join(f"{x * PX:.0f},{depth - y * PX:.0f}" for x, y in part.outline)
    return f'<polygon points="{points}"><title>{escape(part.feature)}, {part.top:g}" high</title></polygon>'


def _marker(marker: MarkerView, depth: float) -> str:
    x, y, r = marker.x * PX, depth - marker.y * PX, max(8.0, marker.diameter * PX / 2)
    return (
        f'<circle class="marker" cx="{x:.0f}" cy="{y:.0f}" r="{r:.0f}"><title>{escape(marker.label)}</title></circle>'
    )


def _operative(one: OperativeView, seats: Mapping[str, SeatView], depth: float) -> str:
    seat = seats.get(one.player)
    fill, ink = (seat.colour, seat.ink) if seat is not None else ("#8899a0", "#0d1214")
    x, y = one.x * PX, depth - one.y * PX
    rx, ry = (max(12.0, across * PX / 2) for across in one.base)
    wounds = f", {one.wounds} left of {one.start_wounds} wounds" if one.wounds is not None else ""
    turned = f"rotate({-one.rotation_deg:.0f} {x:.0f} {y:.0f})"
    return (
        f"<g><title>{escape(one.name)}{wounds}</title>"
        f'<ellipse class="model" cx="{x:.0f}" cy="{y:.0f}" rx="{rx:.0f}" ry="{ry:.0f}" transform="{turned}"'
        f' fill="{fill}"/><text x="{x:.0f}" y="{y + 7:.0f}" fill="{ink}">{escape(one.label)}</text></g>'
    )

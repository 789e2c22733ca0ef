"""Small drawings as SVG: shapes and words with their places in pixels, y down."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

Point = tuple[float, float]


class Drawing:
    """A picture of a size that grows shape by shape; later ones lie above."""

    def __init__(self, width: float, height: float) -> None:
        self._size = (width, height)
        self._parts: list[str] = []

    def line(self, points: Sequence[Point], colour: str, *, width: float = 2, dashed: bool = False) -> None:
        """Draw a line through points."""
        dashes = ' stroke-dasharray="6 5"' if dashed else ""
        self._parts.append(
            f'<polyline points="{_points(points)}" fill="none" stroke="{colour}" stroke-width="{width:g}"'
            f' stroke-linejoin="round" stroke-linecap="round"{dashes}/>'
        )

    def area(self, points: Sequence[Point], fill: str, *, edge: str = "none", see_through: float = 1) -> None:
        """Fill a polygon."""
        self._parts.append(
            f'<polygon points="{_points(points)}" fill="{fill}" fill-opacity="{see_through:g}" stroke="{edge}"'
            ' stroke-width="1.5"/>'
        )

    def box(self, at: Point, size: Point, fill: str, *, edge: str = "none", round_px: float = 0) -> None:
        """Fill a rectangle whose upper left corner is `at`."""
        self._parts.append(
            f'<rect x="{at[0]:.1f}" y="{at[1]:.1f}" width="{size[0]:.1f}" height="{size[1]:.1f}" rx="{round_px:g}"'
            f' fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
        )

    def dot(self, at: Point, radius: float, fill: str, *, edge: str = "none") -> None:
        """Fill a circle."""
        self._parts.append(
            f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:g}" fill="{fill}" stroke="{edge}" stroke-width="2"/>'
        )

    def words(
        self,
        at: Point,
        text: str,
        *,
        size: float = 14,
        anchor: str = "start",
        colour: str = "#1c1c1c",
        bold: bool = False,
    ) -> None:
        """Write words; `anchor` says whether `at` is their start, middle or end."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}"'
            f"{weight}>{escape(text)}</text>"
        )

    def svg(self) -> str:
        """Return the file's text."""
        width, height = self._size
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        head += f' height="{height:g}" font-family="sans-serif">\n<rect width="100%" height="100%" fill="#ffffff"/>\n'
        return head + "\n".join(self._parts) + "\n</svg>\n"


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)

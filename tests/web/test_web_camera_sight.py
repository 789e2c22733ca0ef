"""What the camera sees of the board: terrain hides what lies behind it, nothing hides what lies before or on it."""

from __future__ import annotations

import math

import numpy as np
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tests.web.drawn_camera import EYE, camera
from web.camera.annotated_pictures import CLEAR_IN, BoardProjection, visible_points
from web.contract.base import Point3
from web.contract.table.board_views import TerrainView

MARCHES = 4000
IN_DOUBT_IN = 0.06
"""A ray that passes this near an edge of a prism may be told either way."""

inches = st.floats(min_value=0.5, max_value=28.0, allow_nan=False)


@st.composite
def prisms(draw: st.DrawFn) -> TerrainView:
    """Return a convex or L-shaped prism, its bottom on the floor or above it."""
    x, y = draw(st.floats(4, 24)), draw(st.floats(4, 16))
    wide, deep = draw(st.floats(0.5, 6)), draw(st.floats(0.5, 6))
    turn = draw(st.floats(0, math.pi))
    corners = [(0.0, 0.0), (wide, 0.0), (wide, deep), (0.0, deep)]
    if draw(st.booleans()):
        corners = [(0.0, 0.0), (wide, 0.0), (wide, deep / 3), (wide / 3, deep / 3), (wide / 3, deep), (0.0, deep)]
    cos, sin = math.cos(turn), math.sin(turn)
    outline = tuple((x + cos * a - sin * b, y + sin * a + cos * b) for a, b in corners)
    bottom = draw(st.sampled_from([0.0, 0.0, 1.0]))
    top = bottom + draw(st.floats(0.5, 5))
    return TerrainView(id="t", feature="t", outline=outline, bottom=bottom, top=top, label_at=outline[0])


def clearance(point: Point3, part: TerrainView) -> float:
    """Return how far inside the prism the straight line to the eye comes, inches; below 0: it stays so far away.

    It walks along the line and asks at every step, in three dimensions: nothing is projected.
    """
    prism = shapely.Polygon(part.outline)
    best = -math.inf
    steps = np.linspace(0, 1, MARCHES)[1:-1, None]
    places = np.asarray(point) + steps * (np.asarray(EYE) - np.asarray(point))
    places = places[places[:, 2] < part.top + 1]
    spots = shapely.points(places[:, :2])
    off = shapely.distance(spots, prism.exterior)
    inside = np.where(shapely.contains(prism, spots), off, -off)
    depth = np.minimum(inside, np.minimum(part.top - places[:, 2], places[:, 2] - max(part.bottom, point[2])))
    return float(max(best, depth.max(initial=-math.inf)))


@given(prisms(), inches, st.floats(0.5, 21), st.sampled_from([0.0, 0.0, 1.0, 2.5]))
def test_a_point_is_hidden_when_the_line_to_the_camera_goes_through_terrain(
    part: TerrainView, x: float, y: float, z: float
) -> None:
    point = (x, y, z)
    deep = clearance(point, part)
    (seen,) = visible_points(EYE, [point], [part])
    if deep > IN_DOUBT_IN + CLEAR_IN:
        assert not seen
    elif deep < -IN_DOUBT_IN:
        assert seen


def test_what_is_see_through_hides_nothing_and_what_stands_on_top_is_seen() -> None:
    outline = ((2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0))
    block = TerrainView(id="t", feature="t", outline=outline, bottom=0.0, top=3.0, label_at=(4.0, 4.0))
    assert list(visible_points(EYE, [(4, 4, 0), (4, 4, 3), (1.95, 4, 0), (7, 4, 0)], [block])) == [
        False,
        True,
        False,
        True,
    ]
    assert visible_points(EYE, [(4, 4, 0)], [block.model_copy(update={"see_through": True})]).all()


def test_a_line_is_worked_out_once_and_bends_with_the_lens() -> None:
    sight = BoardProjection(camera(), ())
    line = sight.line(((0.0, 0.0, 0.0), (30.0, 0.0, 0.0)), closed=False)
    assert line is sight.line(((0.0, 0.0, 0.0), (30.0, 0.0, 0.0)), closed=False)
    straight = np.linspace(line.points_px[0], line.points_px[-1], len(line.points_px))
    assert np.abs(line.points_px - straight)[:, 1].max() > 1, "the lens bends it"
    np.testing.assert_allclose(line.points_px, camera()(np.linspace((0, 0, 0), (30, 0, 0), len(line.points_px))))

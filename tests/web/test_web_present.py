"""From nouns to what is shown: nothing is lost, figures are in words, the picture is in true perspective."""

from __future__ import annotations

import math

import numpy as np
import pytest
from shapely import Point

from geometry.base import Base, BaseShape
from geometry.terrain import Part
from geometry.witness import Role, Stroke, Witness
from messages.message import Message
from referee.rules.ruling import Fact, Finding, Measurement, Ruling, Threshold, Verdict
from tests.web.drawn_camera import camera
from tests.web.fake_rulings import too_close
from tests.web.fake_table import FakeTable
from web.contract.table.view_builders import (
    crop_window_px,
    explain_ruling,
    finding_view,
    project_base,
    project_line,
    ruling_view,
    table_view,
    terrain_view,
)

stored = Message.stored


@pytest.mark.parametrize(
    ("finding", "words"),
    [
        (Measurement("r", stored("m"), 1.43, 1.0, -0.43, 0.012), '1.43" (limit 1.00"), ±0.01"'),
        (Measurement("r", stored("m"), 1.43, 1.0, -0.43, 0.0042), '1.43" (limit 1.00"), ±0.004"'),
        (Measurement("r", stored("m"), 2.0, 2.0, 0.0), '2.00" (limit 2.00")'),
        (Fact.declared("r", False, stored("m")), ""),
        (Fact.declared("r", True, stored("m")), ""),
        (Measurement("r", stored("m"), math.inf, 6.0, -math.inf), ""),
    ],
    ids=["measured", "fine", "exact", "refused fact", "fact", "endless"],
)
def test_figures_in_words(finding: Finding, words: str) -> None:
    shown = finding_view(finding, threshold=Threshold())
    assert shown.figures == words
    assert (shown.figures_message is None) == (words == "")
    assert (shown.measured is None) == (words == "")


def test_a_finding_says_how_sure_it_is() -> None:
    near = finding_view(Measurement("r", stored("m"), 1.0, 1.0, 0.001, 0.01), threshold=Threshold())
    assert (near.holds, near.verdict) == (True, Verdict.TOO_CLOSE)


def test_a_refused_claim_shows_every_fault() -> None:
    ruling = Ruling.of(
        stored("c"),
        Fact.declared("a", False, stored("First")),
        Fact.declared("b", True, stored("Fine")),
        Fact.declared("d", False, stored("Second.")),
    )
    assert explain_ruling(ruling, Verdict.NO) == "First · Second."


def test_a_ruling_is_shown_with_its_worst_finding_first() -> None:
    ruling = Ruling.of(
        stored("c"),
        Measurement("a", stored("wide"), 1, 2, 1.0, 0.1),
        Measurement("b", stored("narrow"), 1, 2, 0.05, 0.1),
    )
    shown = ruling_view(ruling, id_="r", sequence=3, threshold=Threshold())
    assert [finding.rule for finding in shown.findings] == ["b", "a"]
    assert shown.verdict is Verdict.TOO_CLOSE
    assert shown.p_yes == pytest.approx(0.6915, abs=1e-4)
    assert shown.sentence == "narrow"


def test_a_straight_edge_follows_the_lens() -> None:
    project = camera()
    line = project_line([(0, 0, 0), (30, 0, 0)], project, closed=False)
    assert line is not None
    points = np.array(line)
    assert len(points) == 31
    chord = points[0] + (points[-1] - points[0]) * np.linspace(0, 1, 31)[:, None]
    assert np.linalg.norm(points - chord, axis=1).max() > 2.0
    assert points[0] == pytest.approx(project(np.array([[0.0, 0, 0]]))[0], abs=0.06)


def test_a_closed_outline_does_not_repeat_its_first_point() -> None:
    outline = project_line([(0, 0, 0), (1, 0, 0), (1, 1, 0)], camera(), closed=True)
    assert outline is not None
    assert len(outline) == len(set(outline)) == 4


def test_height_moves_things_in_the_picture() -> None:
    project = camera()
    shape = BaseShape.from_mm(32)
    low, high = (project_base(Base(shape, 25, 18, z), project) for z in (0.0, 3.0))
    assert low is not None
    assert high is not None
    shift = np.linalg.norm(np.mean(high, axis=0) - np.mean(low, axis=0))
    assert shift > 15


def test_an_oval_lies_as_it_is_turned() -> None:
    outline = project_base(Base(BaseShape(3.0, 1.0), 15, 11, 0, 90), lambda points: points[:, :2] * 10)
    assert outline is not None
    extent = np.ptp(np.array(outline), axis=0)
    assert extent == pytest.approx([10, 30], abs=0.2)


def test_without_a_camera_nothing_is_drawn_in_a_picture() -> None:
    fake = FakeTable()
    shown = table_view(fake.table(), names={}, labels={}, states={}, status={}, levels={})
    assert shown.board.outline_px is None
    assert all(operative.outline_px is None for operative in shown.operatives)
    assert {operative.name for operative in shown.operatives} == set(fake.table().operatives)


@pytest.mark.parametrize(
    "outline",
    [
        ((0, 0), (5, 0), (5, 5), (0, 5)),
        ((0, 0), (4, 0), (4, 0.6), (0.6, 0.6), (0.6, 2), (0, 2)),
        ((0, 0), (0.2, 0), (0.2, 6), (0, 6)),
        ((0, 0), (6, 0), (6, 4), (4, 4), (4, 1.2), (2, 1.2), (2, 4), (0, 4)),
    ],
)
def test_a_terrain_label_stands_inside_its_outline(outline: tuple[tuple[float, float], ...]) -> None:
    part = Part("t", "f", outline, 0, 2)
    x, y = terrain_view(part).label_at
    assert part.polygon.buffer(0.01).contains(Point(x, y))


def test_the_view_holds_the_board_and_stays_in_the_picture() -> None:
    shown = FakeTable().snapshot()
    assert shown.table.board.outline_px is not None
    left, top, width, height = crop_window_px(shown.table.board.outline_px, (1280, 720))
    xs, ys = zip(*shown.table.board.outline_px, strict=True)
    assert left <= min(xs)
    assert left + width >= max(xs)
    assert top <= min(ys)
    assert top + height >= max(ys)
    assert left >= 0
    assert left + width <= 1280
    assert top >= 0
    assert top + height <= 720


def test_a_witness_arrives_with_its_points_in_inches_and_pixels() -> None:
    shown = ruling_view(too_close(), id_="r", sequence=1, threshold=Threshold(), projector=camera())
    path = next(stroke for stroke in shown.findings[0].witness if stroke.role is Role.PATH)
    assert path.points[0] == (8.9, 10.0, 0.0)
    assert path.points_px is not None
    assert len(path.points_px) > len(path.points)
    assert shown.findings[0].things == ("a2",)


def test_a_point_stays_a_point() -> None:
    eye = Stroke(Role.EYE, ((3.0, 4.0, 1.5),))
    shown = finding_view(
        Fact.declared("r", True, stored("m"), Witness((eye,))), threshold=Threshold(), projector=camera()
    )
    assert shown.witness[0].points_px is not None
    assert len(shown.witness[0].points_px) == 1


def test_what_stands_as_it_stood_is_drawn_as_it_was_and_a_moved_camera_draws_it_anew() -> None:
    base = Base(BaseShape.from_mm(32), 10.0, 8.0)
    first, moved = camera(), camera()
    line = [(1.0, 1.0, 0.0), (5.0, 1.0, 2.0)]
    assert project_base(base, first) is project_base(base.at(10.0001, 8.0), first)
    assert project_base(base, first) == project_base(base, moved)
    assert project_base(base.at(10.01, 8.0), first) != project_base(base, first)
    assert project_line(line, first, closed=False) is project_line(list(line), first, closed=False)
    assert project_line(line, first, closed=True) != project_line(line, first, closed=False)

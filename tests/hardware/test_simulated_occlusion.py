"""What stands in front hides what is behind: terrain, figures, hands; and nothing else is touched."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon

from calibration.rig import BoardPose, CameraModel, Rig
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from messages.message import Message
from simulation import Hand, Poses, Renderer, Sensor, example_catalogue, example_poses, example_rig, tag_truth
from simulation.errors import SceneError
from simulation.render.stage import terrain_piece
from tests.depth import at_night

CATALOGUE = example_catalogue()


def tag_points(renderer: Renderer, poses: Poses, thing: str) -> NDArray[np.float64]:
    """Points of the thing's first tag, a grid of 15 x 15, board mm."""
    card = next(each for each in renderer.things(poses) if each.id == thing).cards[0]
    a, b, _, d = card.corners_mm()
    steps = (np.arange(15) + 0.5) / 15
    u, v = np.meshgrid(steps, steps)
    return np.asarray(a + u.ravel()[:, None] * (b - a) + v.ravel()[:, None] * (d - a), np.float64)


def share_hidden_by_terrain(renderer: Renderer, poses: Poses, points: NDArray[np.float64]) -> float:
    """The share of points whose line to the camera passes through a prism: by shapely, in the plan."""
    camera = renderer.view.camera_mm
    hidden = np.zeros(len(points), bool)
    for entry in CATALOGUE.terrain:
        if entry.id not in poses.terrain:
            continue
        piece = terrain_piece(entry, poses.terrain[entry.id], CATALOGUE.dictionary, renderer.view, 0)
        plan, top = Polygon(piece.blocker.outline_mm), piece.blocker.top_mm
        for i, point in enumerate(points):
            if point[2] >= top:
                continue
            climb = (top - point[2]) / (camera[2] - point[2])
            below_top = LineString([point[:2], point[:2] + climb * (camera - point)[:2]])
            hidden[i] |= below_top.intersection(plan).length > 1e-6
    return float(hidden.mean())


@pytest.mark.parametrize(
    ("x", "y", "turn"),
    [
        (18.6, 13.9, 30.0),
        (4.9, 9.6, 20.0),
        (22.3, 8.8, 250.0),
        (25.4, 5.2, 180.0),
        *at_night((19.0, 12.4, 160.0), (24.9, 13.7, 100.0), (7.0, 6.2, 75.0), (15.0, 14.7, 170.0)),
    ],
)
def test_terrain_hides_as_much_of_a_tag_as_lines_to_the_camera_say(
    plain_renderer: Renderer, poses: Poses, x: float, y: float, turn: float
) -> None:
    alone = replace(poses, operatives={"a2": Placement("a2", x, y, 0.0, turn)}, markers={})
    hidden = share_hidden_by_terrain(plain_renderer, alone, tag_points(plain_renderer, alone, "a2"))
    seen = tag_truth(plain_renderer, alone)[41].seen
    assert seen <= 1 - hidden + 0.03
    if hidden in {0.0, 1.0}:
        assert seen == pytest.approx(1 - hidden, abs=0.05)


def test_the_cases_above_hold_hidden_half_hidden_and_free_tags(plain_renderer: Renderer, poses: Poses) -> None:
    shares = []
    for x, y, turn in ((18.6, 13.9, 30.0), (4.9, 9.6, 20.0), (22.3, 8.8, 250.0), (25.4, 5.2, 180.0)):
        alone = replace(poses, operatives={"a2": Placement("a2", x, y, 0.0, turn)}, markers={})
        shares.append(share_hidden_by_terrain(plain_renderer, alone, tag_points(plain_renderer, alone, "a2")))
    assert min(shares) == 0.0
    assert max(shares) > 0.2


def test_what_is_wholly_behind_a_wall_does_not_show(plain_renderer: Renderer, poses: Poses) -> None:
    """The wall's picture is the same with and without someone in its lee."""
    nobody = replace(poses, operatives={}, markers={})
    behind = replace(nobody, operatives={"a6": Placement("a6", 4.62, 9.5, 0.0, 0.0)})
    truth = tag_truth(plain_renderer, behind)[45]
    assert truth.seen < 0.4
    plain, with_someone = plain_renderer.light(nobody).copy(), plain_renderer.light(behind)
    changed = np.abs(plain - with_someone).max(axis=2) > 0.02
    wall = next(p for p in plain_renderer.stage(behind).pieces if p.entry.id == "ruin-west-short")
    rows, columns = np.nonzero(changed)
    x, y = plain_renderer.view.ground(plain_renderer.view.frame, wall.blocker.top_mm)
    inner = Polygon(wall.blocker.outline_mm).buffer(-1.5)
    from shapely import contains_xy

    assert not contains_xy(inner, x[rows, columns], y[rows, columns]).any()


def test_a_figure_hides_the_tag_that_it_leans_over() -> None:
    """Seen at a slant a figure leans away from the camera, over whoever stands behind it and over nobody before it."""
    lens = CameraModel((960, 540), np.array([[300.0, 0, 480], [0, 300.0, 270], [0, 0, 1]]), np.zeros(5))
    down = np.diag([1.0, -1.0, -1.0])
    pose = BoardPose(np.asarray(cv2.Rodrigues(down)[0], np.float64).ravel(), -down @ np.array([560.0, 280.0, 380.0]))
    renderer = Renderer(CATALOGUE, Rig(lens, pose), sensor=Sensor.ideal())
    drone, behind, before = (Placement("a6", x, 11.0, 0.0, 0.0) for x in (6.0, 6.0, 8.8))
    alone = Poses(operatives={"a6": drone})
    assert tag_truth(renderer, alone)[45].seen == pytest.approx(1.0, abs=0.01)
    for placed, least, most in ((behind, 0.2, 0.85), (before, 0.99, 1.0)):
        both = Poses(operatives={"a6": placed, "b1": Placement("b1", 7.4, 11.0, 0.0, 90.0)})
        assert least <= tag_truth(renderer, both)[45].seen <= most


def test_a_hand_hides_tags_and_leaves_the_rest(plain_renderer: Renderer, poses: Poses) -> None:
    at = poses.operatives["b5"]
    reaching = replace(poses, hand=Hand(at.x + 1.0, at.y + 1.4, 1.2, -90.0))
    before, after = tag_truth(plain_renderer, poses), tag_truth(plain_renderer, reaching)
    covered = {tag for tag in before if before[tag].seen - after[tag].seen > 0.9}
    assert 50 in covered
    assert len(covered) < 15
    assert all(after[tag].seen <= before[tag].seen + 1e-6 for tag in before)
    assert after[0].seen == after[3].seen == 1.0
    with_hand, without = plain_renderer.picture(reaching), plain_renderer.picture(poses)
    np.testing.assert_array_equal(with_hand[:, :300], without[:, :300])
    skin = with_hand[(with_hand != without).any(axis=2)].astype(int)
    warm = (skin[:, 2] > skin[:, 0] + 25) & (skin[:, 2] > 110)
    assert warm.mean() > 0.15


def test_a_tag_outside_the_picture_is_not_seen(poses: Poses) -> None:
    rig = example_rig((320, 180), fill=1.4)
    truth = tag_truth(Renderer(CATALOGUE, rig, sensor=Sensor.ideal()), poses)
    assert truth[0].seen == 0.0
    assert truth[20].seen == 1.0


def test_what_moves_leaves_nothing_behind(poses: Poses) -> None:
    """Drawing only what changed gives, to the last bit, what drawing everything anew gives."""
    rig = example_rig((320, 180))
    moving = Renderer(CATALOGUE, rig)
    moving.light(poses)
    rng = np.random.default_rng(4)
    operatives = dict(poses.operatives)
    for _ in range(4):
        name = str(rng.choice(sorted(operatives)))
        x, y = rng.uniform((2, 2), (28, 20))
        operatives[name] = Placement(name, float(x), float(y), 0.0, float(rng.uniform(-180, 180)))
        now = replace(poses, operatives=operatives, hand=Hand(float(x), float(y), 1.3, -70.0))
        moving.light(now)
    del operatives["a1"]
    last = replace(poses, operatives=operatives)
    np.testing.assert_allclose(moving.light(last), Renderer(CATALOGUE, rig).light(last), atol=1e-6)


def test_terrain_that_moves_takes_its_shadow_along(poses: Poses) -> None:
    rig = example_rig((320, 180))
    renderer = Renderer(CATALOGUE, rig)
    renderer.light(poses)
    moved = replace(poses, terrain={**poses.terrain, "tower": Placement("tower", 15.2, 13.4, 0.0, 0.0)})
    np.testing.assert_allclose(renderer.light(moved), Renderer(CATALOGUE, rig).light(moved), atol=1e-6)


def test_a_shadow_falls_away_from_the_lamp(poses: Poses) -> None:
    renderer = Renderer(CATALOGUE, example_rig((320, 180)), sensor=Sensor.ideal())
    nobody = replace(poses, operatives={}, markers={})
    tower = nobody.terrain["tower"]
    no_tower = replace(nobody, terrain={k: v for k, v in nobody.terrain.items() if k != "tower"})
    ratio = (renderer.light(nobody).mean(axis=2) + 1e-6) / (renderer.light(no_tower).mean(axis=2) + 1e-6)
    x, y = renderer.view.ground(renderer.view.frame, 0.0)
    away = np.array(renderer.look.light.towards[:2]) * -1
    away /= np.linalg.norm(away)
    spot = np.array([tower.x, tower.y]) * MM_PER_INCH + away * 95
    lee = np.hypot(x - spot[0], y - spot[1]) < 8
    spot = np.array([tower.x, tower.y]) * MM_PER_INCH - away * 130
    lit = np.hypot(x - spot[0], y - spot[1]) < 8
    assert ratio[lee].mean() < 0.7
    assert ratio[lit].mean() == pytest.approx(1.0, abs=0.05)


def test_a_scene_cannot_place_what_the_catalogue_does_not_hold(plain_renderer: Renderer) -> None:
    with pytest.raises(SceneError) as error:
        plain_renderer.light(Poses(operatives={"nobody": Placement("nobody", 1, 1)}))
    assert error.value.message == Message.of("simulation-things-unknown", things=["nobody"])
    with pytest.raises(SceneError) as error:
        plain_renderer.light(replace(example_poses(), terrain={"wall-9": Placement("wall-9", 1, 1)}))
    assert error.value.message == Message.of("simulation-things-unknown", things=["wall-9"])

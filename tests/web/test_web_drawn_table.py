"""What is drawn into the camera's picture: control ranges in true perspective, names, what is on air."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.web.drawn_camera import EYE, SIZE_PX, camera
from tests.web.fake_table import FakeTable
from web.camera.annotated_pictures import CANVAS_PX, BoardProjection, draw_annotations
from web.camera.drawing import bgr_of
from web.camera.virtual_camera import full_window
from web.contract.table.board_views import TerrainView
from web.contract.table.on_air import CardKind, CardView
from web.contract.table.snapshot import Snapshot

GROUND = 60


def blank() -> bytes:
    """Return a grey picture in which whatever is drawn can be told."""
    return cv2.imencode(".png", np.full((SIZE_PX[1], SIZE_PX[0], 3), GROUND, np.uint8))[1].tobytes()


def drawn(snapshot: Snapshot, **more: Any) -> NDArray[np.int16]:
    sight = BoardProjection(camera(), snapshot.table.terrain)
    jpeg = draw_annotations(blank(), snapshot, sight=sight, **more)
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, np.int16)


@pytest.fixture
def bare() -> Snapshot:
    """A table without rulings."""
    return FakeTable(moving=False).snapshot().model_copy(update={"rulings": ()})


def touched(picture: NDArray[np.int16], at: NDArray[np.float64]) -> bool:
    x, y = np.round(at).astype(int)
    near = picture[y - 1 : y + 2, x - 1 : x + 2]
    return bool(np.abs(near - GROUND).max() > 25)


def test_a_control_range_is_an_inch_off_the_base_where_nothing_hides_it(bare: Snapshot) -> None:
    one = next(one for one in bare.table.operatives if one.level == "floor" and one.base[0] == one.base[1])
    alone = bare.model_copy(update={"table": bare.table.model_copy(update={"operatives": (one,), "terrain": ()})})
    picture = drawn(alone)
    radius = one.base[0] / 2 + 1.0
    turns = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    ring = np.stack([one.x + radius * np.cos(turns), one.y + radius * np.sin(turns), np.full(24, one.z)], axis=1)
    assert all(touched(picture, place) for place in camera()(ring))
    between = np.stack(
        [one.x + (radius - 0.5) * np.cos(turns), one.y + (radius - 0.5) * np.sin(turns), ring[:, 2]], axis=1
    )
    assert sum(touched(picture, place) for place in camera()(between)) < 12, "a ring and a name, no disc"


def test_what_terrain_hides_of_a_range_is_not_drawn(bare: Snapshot) -> None:
    one = next(one for one in bare.table.operatives if one.level == "floor")
    assert one.x < EYE[0] - 5, "the wall leans over the model's side of it in the picture"
    far = one.base[0] / 2 + 1.0
    left, right, low, high = one.x + far + 0.1, one.x + far + 0.3, one.y - 3, one.y + 3
    outline = ((left, low), (right, low), (right, high), (left, high))
    wall = TerrainView(id="w", feature="w", outline=outline, bottom=0.0, top=4.0, label_at=(left + 0.1, one.y))
    table = bare.table.model_copy(update={"operatives": (one,), "terrain": ()})
    open_, behind = (
        drawn(bare.model_copy(update={"table": table.model_copy(update={"terrain": terrain})}))
        for terrain in ((), (wall,))
    )
    spot = camera()(np.array([[one.x + far, one.y, 0.0]]))[0]
    other = camera()(np.array([[one.x - far, one.y, 0.0]]))[0]
    assert touched(open_, spot)
    assert not touched(behind, spot)
    assert touched(open_, other)
    assert touched(behind, other)


def test_names_are_there_and_none_lies_on_another_or_on_a_base(bare: Snapshot) -> None:
    plain = drawn(bare)
    renamed = bare.model_copy(
        update={
            "table": bare.table.model_copy(
                update={
                    "operatives": tuple(
                        one.model_copy(update={"name": "·", "label": "·"}) for one in bare.table.operatives
                    )
                }
            )
        }
    )
    changed = np.abs(plain - drawn(renamed)).max(axis=2) > 40
    shown = [one for one in bare.table.operatives if one.state not in {"lifted", "gone"}]
    assert changed.sum() > 150 * len(shown)
    for one in shown:
        middle = camera()(np.array([[one.x, one.y, one.z]]))[0]
        assert not touched(plain, middle), f"{one.name} is hidden by a name"


def test_what_somebody_measures_for_itself_is_not_in_the_picture(bare: Snapshot) -> None:
    (ruling, *_) = FakeTable(moving=False).snapshot().rulings
    mine = ruling.model_copy(update={"id": "m12-0"})
    assert (drawn(bare.model_copy(update={"rulings": (mine,)})) == drawn(bare)).all()
    assert (drawn(bare.model_copy(update={"rulings": (ruling,)})) != drawn(bare)).any()


def test_a_followed_picture_draws_what_is_on_air_alone(bare: Snapshot) -> None:
    (ruling, *_) = FakeTable(moving=False).snapshot().rulings
    now = bare.model_copy(update={"rulings": (ruling,)})
    window = full_window(SIZE_PX, now.camera.view_px)
    card = CardView(id="ruling-1", kind=CardKind.RULING, title="x", sentence="x", rulings=(ruling,))
    without, on = drawn(now, window=window), drawn(now, window=window, card=card)
    assert without.shape == (CANVAS_PX[1], CANVAS_PX[0], 3)
    assert (without == drawn(bare, window=window)).all()
    line = next(stroke for stroke in ruling.findings[0].witness if len(stroke.points) > 1)
    ends = (camera()(np.array(line.points))[[0, -1]] - (window.x - window.width / 2, window.y - window.height / 2)) * (
        CANVAS_PX[0] / window.width
    )
    middle = ends.mean(axis=0).round().astype(int)
    near = np.abs(on - without)[middle[1] - 12 : middle[1] + 13, middle[0] - 12 : middle[0] + 13]
    assert near.max() > 60, "the line is where the camera has it, in a picture that is a part of the camera's"


def test_bases_have_their_sides_colour(bare: Snapshot) -> None:
    picture = drawn(bare)
    for one in bare.table.operatives:
        if one.state in {"lifted", "gone"} or one.base[0] != one.base[1]:
            continue
        colour = np.array(bgr_of(next(seat.colour for seat in bare.game.seats if seat.player == one.player)))
        turns = np.linspace(0, 2 * math.pi, 16, endpoint=False)
        radius = one.base[0] / 2
        rim = np.stack([one.x + radius * np.cos(turns), one.y + radius * np.sin(turns), np.full(16, one.z)], axis=1)
        off = [
            np.abs(picture[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2] - colour).max(axis=2).min()
            for x, y in camera()(rim)
        ]
        assert np.median(off) < 60, one.name

"""The metrology is tested on these pictures, so their corners must lie where `cv2.projectPoints` says.

The oracle shares nothing with the renderer: it samples the tag's pattern by brute force, 400 points a pixel, through a
polynomial fitted to `cv2.projectPoints` alone, and asks by least squares how far each corner of the drawn tag is from
its place.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.rig import Rig
from calibration.tags import patterns
from geometry.placement import Placement
from simulation import Light, Poses, Renderer, RenderSettings, Sensor, example_catalogue, example_poses, example_rig
from simulation.render.models import INK, PAPER, Card
from tests.depth import at_night

POINTS = 400
MARGIN = 0.9 / 8
EVEN = Light(ambient=1.0, slope_x=0.0, slope_y=0.0, falloff=0.0)


def project(rig: Rig, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    assert rig.pose is not None
    pixels, _ = cv2.projectPoints(
        points_mm, rig.pose.rvec, rig.pose.tvec_mm, rig.camera.camera_matrix, rig.camera.dist_coeffs
    )
    return np.asarray(pixels, np.float64).reshape(-1, 2)


def on_board(card: Card, uv: NDArray[np.float64]) -> NDArray[np.float64]:
    """The board points of tag coordinates: (0, 0) is the top-left corner of the black square, (1, 1) the opposite."""
    x, y = (uv[:, 0] - 0.5) * card.size_mm, (0.5 - uv[:, 1]) * card.size_mm
    c, s = np.cos(np.radians(card.rotation_deg)), np.sin(np.radians(card.rotation_deg))
    cx, cy, cz = card.centre_mm
    return np.column_stack([cx + c * x - s * y, cy + s * x + c * y, np.full(len(x), cz)])


class Oracle:
    """The tag coordinates of pixels near one tag, by a polynomial of degree five through projected points."""

    def __init__(self, rig: Rig, card: Card) -> None:
        steps = np.linspace(-0.25, 1.25, 25)
        uv = np.array(list(product(steps, steps)))
        pixels = project(rig, on_board(card, uv))
        self.middle, self.scale = pixels.mean(axis=0), np.ptp(pixels, axis=0).max() / 2
        self.weights = np.linalg.lstsq(self.terms(pixels), uv, rcond=None)[0]
        assert np.abs(self.terms(pixels) @ self.weights - uv).max() < 1e-5

    def terms(self, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = ((pixels - self.middle) / self.scale).T
        return np.stack([x**i * y**j for i in range(4) for j in range(6 - i)], axis=1)

    def __call__(self, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(self.terms(pixels) @ self.weights, np.float64)


def white_share(
    card: Card, oracle: Oracle, pixels: NDArray[np.float64], shift: tuple[float, float] = (0.0, 0.0)
) -> NDArray[np.float64]:
    """The share of white in each pixel, shape (n,), of a tag that is moved by `shift` pixels."""
    centres = pixels - shift
    uv = oracle(centres)
    east, north = np.array([0.5, 0.0]), np.array([0.0, 0.5])
    by_x = oracle(centres + east) - oracle(centres - east)
    by_y = oracle(centres + north) - oracle(centres - north)
    # An even sequence in the plane, whose shadows on both axes are even too.
    spread = np.mod(np.arange(POINTS)[:, None] * np.array([0.7548776662466927, 0.5698402909980532]) + 0.5, 1) - 0.5
    u, v = (uv[:, None, :] + by_x[:, None, :] * spread[:, :1] + by_y[:, None, :] * spread[:, 1:]).transpose(2, 0, 1)
    pattern = patterns(card.dictionary)[card.id]
    row, column = np.floor(v * 8).astype(int), np.floor(u * 8).astype(int)
    inside = (row >= 0) & (row < 8) & (column >= 0) & (column < 8)
    return np.asarray(np.where(inside, pattern[row.clip(0, 7), column.clip(0, 7)], 1.0).mean(axis=1), np.float64)


def corner_error_px(card: Card, rig: Rig, light: NDArray[np.float32]) -> float:
    """How far the worst coordinate of the drawn tag's corners is from where it belongs."""
    oracle = Oracle(rig, card)
    corners = np.array([(-MARGIN, -MARGIN), (1 + MARGIN, -MARGIN), (1 + MARGIN, 1 + MARGIN), (-MARGIN, 1 + MARGIN)])
    outer = project(rig, on_board(card, corners))
    (x0, y0), (x1, y1) = np.floor(outer.min(axis=0)).astype(int), np.ceil(outer.max(axis=0)).astype(int) + 1
    pixels = np.stack(np.meshgrid(np.arange(x0, x1), np.arange(y0, y1)), axis=-1).reshape(-1, 2).astype(float)
    drawn = ((light[y0:y1, x0:x1, 1] - INK[1]) / (PAPER[1] - INK[1])).ravel()
    ours = (np.abs(oracle(pixels) - 0.5) < 0.5 + MARGIN * 0.8).all(axis=1)
    pixels, drawn = pixels[ours], drawn[ours]
    step = 0.05
    by_x = (white_share(card, oracle, pixels, (step, 0)) - white_share(card, oracle, pixels, (-step, 0))) / (2 * step)
    by_y = (white_share(card, oracle, pixels, (0, step)) - white_share(card, oracle, pixels, (0, -step))) / (2 * step)
    u, v = oracle(pixels).T
    shares = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=1)
    slopes = np.concatenate([shares * by_x[:, None], shares * by_y[:, None]], axis=1)
    misfit = drawn - white_share(card, oracle, pixels)
    return float(np.abs(np.linalg.lstsq(slopes, misfit, rcond=None)[0]).max())


def cards_of(renderer: Renderer, poses: Poses) -> dict[int, Card]:
    stage = renderer.stage(poses)
    cards = [*stage.board_cards, *(card for piece in stage.pieces for card in piece.cards)]
    cards += [card for thing in renderer.things(poses) for card in thing.cards]
    return {card.id: card for card in cards}


@pytest.mark.parametrize(
    ("tilt_deg", "size_px", "ids"),
    [
        (12.0, (1280, 720), (5, 21, 42, 43, 45, 71)),
        *at_night(
            (3.0, (1280, 720), (5, 20, 42, 45)),
            (0.0, (1600, 900), (43, 71)),
        ),
    ],
)
def test_corners_lie_where_project_points_puts_them(
    tilt_deg: float, size_px: tuple[int, int], ids: tuple[int, ...]
) -> None:
    rig = example_rig(size_px, tilt_deg=tilt_deg, fill=0.86)
    renderer = Renderer(example_catalogue(), rig, sensor=Sensor.ideal(), look=RenderSettings(light=EVEN))
    poses = example_poses()
    light = renderer.light(poses) / EVEN.evenness(renderer.view, (381.0, 279.5))[..., None]
    cards = cards_of(renderer, poses)
    errors = {tag: corner_error_px(cards[tag], rig, light) for tag in ids}
    assert max(errors.values()) < 0.02, errors


def test_the_oracle_sees_a_corner_that_is_off(plain_renderer: Renderer, poses: Poses) -> None:
    """A tag drawn 0.1 mm from where it is said to be must not pass."""
    card = cards_of(plain_renderer, poses)[43]
    light = plain_renderer.light(poses) / EVEN.evenness(plain_renderer.view, (381.0, 279.5))[..., None]
    off = Card(card.dictionary, card.id, card.size_mm, (card.centre_mm[0] + 0.1, *card.centre_mm[1:]),
               card.rotation_deg, card.half_paper_mm)  # fmt: skip
    assert corner_error_px(off, plain_renderer.view.rig, light) > 0.08


@pytest.mark.parametrize("angle_deg", [37.0, *at_night(0.0, 90.0, -130.0)])
def test_a_turned_tag_turns_counter_clockwise_seen_from_above(angle_deg: float) -> None:
    """Read back by OpenCV, the first corner is where the printed tag's top-left went."""
    data = example_catalogue().model_dump(mode="json")
    data["board"]["tags"][5]["angle_deg"] = angle_deg
    data["terrain"], data["operatives"], data["markers"] = [], [], []
    catalogue = type(example_catalogue()).model_validate(data)
    rig = example_rig()
    renderer = Renderer(catalogue, rig, sensor=Sensor(full_well=float("inf"), read_noise=0.0, blur_px=0.4))
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12))
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(renderer.picture(Poses()), cv2.COLOR_BGR2GRAY))
    found = {int(i): c.reshape(4, 2) for i, c in zip(np.ravel(ids), corners, strict=True)}
    tag = catalogue.board.tags[5]
    turn = np.radians(angle_deg)
    x, y = -tag.size_mm / 2, tag.size_mm / 2
    top_left = (tag.centre_mm[0] + np.cos(turn) * x - np.sin(turn) * y,
                tag.centre_mm[1] + np.sin(turn) * x + np.cos(turn) * y, 0.0)  # fmt: skip
    expected = project(rig, np.array([top_left]))[0]
    assert np.linalg.norm(found[tag.id][0] - expected) < 2.0


def test_the_same_tag_elsewhere_is_as_exact(plain_renderer: Renderer) -> None:
    """Corners do not depend on how a tag meets the grid of pixels: four places a fraction of a pixel apart."""
    even = EVEN.evenness(plain_renderer.view, (381.0, 279.5))[..., None]
    worst = []
    for step in range(4):
        at = Placement("a4", 11.0 + 0.0031 * step, 9.0 + 0.0017 * step, 0.0, 0.3 * step)
        poses = replace(example_poses(), operatives={"a4": at}, markers={})
        light = plain_renderer.light(poses) / even
        worst.append(corner_error_px(cards_of(plain_renderer, poses)[43], plain_renderer.view.rig, light))
    assert max(worst) < 0.02

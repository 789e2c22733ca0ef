"""Occluders: dirt, figures, paper and shadows over tags."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from calibration.tags import modules
from simulation.degradations.ground_truth import GroundTruthImage, Points, TrueTag
from simulation.render.models import BASE_HEIGHT_MM
from simulation.render.rays import Floats
from simulation.render.shapes import linear

_BITS = 4
_LARGE_PX = 400
"""Size from which shapes are drawn with fewer samples per pixel."""


def cover(size_px: tuple[int, int], outline_px: Points, soft_px: float = 0.0) -> tuple[tuple[slice, slice], Floats]:
    """Return a window of the image and the share of its pixels covered by a polygon; `soft_px` blurs its border.

    The window is empty if the polygon is outside the image.
    """
    width, height = size_px
    margin = 2 + 3 * soft_px
    low = np.floor(outline_px.min(axis=0) - margin)
    high = np.ceil(outline_px.max(axis=0) + margin) + 1
    x0, y0 = np.clip(low, 0, (width, height)).astype(int).tolist()
    x1, y1 = np.clip(high, 0, (width, height)).astype(int).tolist()
    if x1 <= x0 or y1 <= y0:
        return (slice(0, 0), slice(0, 0)), np.zeros((0, 0), np.float32)
    fine = 2 if max(x1 - x0, y1 - y0) > _LARGE_PX else 8
    layer = np.zeros(((y1 - y0) * fine, (x1 - x0) * fine), np.uint8)
    points: Points = (outline_px - np.array([x0, y0], np.float64) + 0.5) * fine - 0.5
    cv2.fillPoly(layer, [np.round(points * (1 << _BITS)).astype(np.int32)], 255, cv2.LINE_8, _BITS)
    share = np.asarray(cv2.resize(layer, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA), np.float32) / 255
    if soft_px > 0:
        share = np.asarray(cv2.GaussianBlur(share, (0, 0), soft_px, borderType=cv2.BORDER_REPLICATE))
    return (slice(y0, y1), slice(x0, x1)), share.astype(np.float32)


def lay(light: Floats, outline_px: Points, colour: tuple[float, ...], *, soft_px: float = 0.0) -> None:
    """Draw a polygon of one colour, with as many values as the light has channels, into the light."""
    window, share = cover((light.shape[1], light.shape[0]), outline_px, soft_px)
    light[window] += share[..., None] * (np.asarray(colour, np.float32) - light[window])


def shade(light: Floats, outline_px: Points, left: float, *, soft_px: float) -> None:
    """Reduce the light inside a polygon to the share `left`."""
    window, share = cover((light.shape[1], light.shape[0]), outline_px, soft_px)
    light[window] *= (1 - share * np.float32(1 - left))[..., None]


def disc_mm(centre_mm: tuple[float, float, float], radius_mm: float, points: int = 64) -> Points:
    """Return the outline of a horizontal disc on the board, shape (points, 3)."""
    turn = np.linspace(0, 2 * np.pi, points, endpoint=False)
    x, y, z = centre_mm
    return np.column_stack([x + radius_mm * np.cos(turn), y + radius_mm * np.sin(turn), np.full(points, z)])


def ragged(
    rng: np.random.Generator, centre: tuple[float, float], radius: float, points: int = 40, rough: float = 0.25
) -> Points:
    """Return the outline of an irregular blob around a centre, shape (points, 2), in the units of the radius."""
    turn = np.linspace(0, 2 * np.pi, points, endpoint=False)
    reach = np.ones(points)
    for wave in range(2, 6):
        reach += rough * rng.normal(0, 0.5) / wave * np.cos(wave * turn + rng.uniform(0, 6.3))
    reach = radius * np.clip(reach, 0.4, 1.7)
    return np.column_stack([centre[0] + reach * np.cos(turn), centre[1] + reach * np.sin(turn)])


def rectangle(centre: tuple[float, float], sides: tuple[float, float], angle_deg: float) -> Points:
    """Return the corners of a rotated rectangle, shape (4, 2)."""
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.asarray(sides) / 2
    turned: Points = half @ np.array([[c, s], [-s, c]]) + centre
    return turned


def at_height(outline: Points, z_mm: float) -> Points:
    """Return a flat outline, shape (n, 2), as board points at a height, shape (n, 3)."""
    return np.column_stack([outline, np.full(len(outline), z_mm)])


_BLOBS = tuple(linear(code) for code in ("#1d1d1c", "#b5352c", "#2f6fb7", "#5c5348", "#d0977a", "#e6e3d3", "#3f8f56"))
_PAPER = linear("#ebe9e2")
_TYPE = linear("#3a3a3c")
_BASE, _GRAVEL = linear("#1d1d1c"), linear("#5c5348")
_PAPER_MM = (210.0, 297.0)


def partly_covered(room: GroundTruthImage, rng: np.random.Generator, share: float) -> GroundTruthImage:
    """Cover the share `share` of all tags with a blob over a corner, a side or the middle: a sword, a finger, glue."""
    light = room.light.copy()
    for tag in room.tags.values():
        if rng.random() >= share:
            continue
        corners = room.corners_px(tag)
        side = float(np.linalg.norm(np.diff(corners, axis=0), axis=1).mean())
        a, b = corners[rng.integers(4)], corners[rng.integers(4)]
        middle = corners.mean(axis=0)
        at = (a + b) / 2 + rng.uniform(-0.1, 0.35) * (middle - (a + b) / 2)
        blob = ragged(rng, (float(at[0]), float(at[1])), rng.uniform(0.12, 0.3) * side)
        lay(light, blob, _BLOBS[rng.integers(len(_BLOBS))], soft_px=0.4)
    return room.lit(light)


def terrain_tags_covered(room: GroundTruthImage, rng: np.random.Generator) -> GroundTruthImage:
    """Cover every tag on terrain completely, as with moss, snow or a model's cape."""
    light = room.light.copy()
    hidden: set[str] = set()
    for tag in room.tags.values():
        if tag.kind == "terrain":
            corners = room.corners_px(tag)
            middle = corners.mean(axis=0)
            side = float(np.linalg.norm(np.diff(corners, axis=0), axis=1).mean())
            blob = ragged(rng, (float(middle[0]), float(middle[1])), 1.15 * side, rough=0.12)
            lay(light, blob, _BLOBS[rng.integers(len(_BLOBS))], soft_px=0.5)
            hidden |= {each.thing for each in room.tags.values() if each.thing is not None and _under(room, each, blob)}
    return room.lit(light).hidden(hidden)


def touching_bases(room: GroundTruthImage, rng: np.random.Generator, at: str) -> GroundTruthImage:
    """Place a base that touches the black square of each tag beside a base, at a "corner" or a "side".

    Only the operatives of these tags remain readable.
    """
    light = room.light.copy()
    asked: set[str] = set()
    others = {tag.id: tag for tag in room.tags.values()}
    for tag in room.tags.values():
        if tag.kind != "operative" or tag.thing not in room.readable:
            continue
        x, y, z = room.where_mm[tag.thing]
        if np.linalg.norm(tag.centre_mm[:2] - (x, y)) < 20 or tag.centre_mm[2] - z > 5:
            continue  # on the base itself, or on a head: out of reach of a neighbour
        touched = _neighbour(room, rng, tag, others.values(), at)
        if touched is None:
            continue
        (cx, cy), radius = touched
        _base(room, light, (cx, cy, z), radius)
        asked.add(tag.thing)
    return room.lit(light).hidden(set(room.readable) - asked)


def paper_sheet(room: GroundTruthImage, rng: np.random.Generator, sheets: int) -> GroundTruthImage:
    """Lay printed A4 sheets on terrain and models; `sheets` is their number (two cover a third of the board)."""
    light = room.light.copy()
    wide, deep = room.catalogue.board.size_mm
    hidden: set[str] = set()
    for _ in range(sheets):
        turn = rng.uniform(0, 180)
        at = (rng.uniform(0.15, 0.85) * wide, rng.uniform(0.2, 0.8) * deep)
        outline = room.pixels(at_height(rectangle(at, _PAPER_MM, turn), 32.0))
        shade(light, room.pixels(at_height(rectangle((at[0] + 9, at[1] - 7), _PAPER_MM, turn), 0.0)), 0.6, soft_px=3)
        lay(light, outline, _PAPER, soft_px=0.3)
        for row in np.arange(-128.0, 128.0, 5.5):
            for column in np.arange(-90.0, 90.0, 9.0):
                if rng.random() < 0.75:
                    word = rectangle((column + rng.uniform(0, 2), row), (rng.uniform(3, 8), 1.7), 0.0)
                    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
                    placed = word @ np.array([[c, s], [-s, c]]) + at
                    lay(light, room.pixels(at_height(placed, 32.0)), _TYPE)
        hidden |= {tag.thing for tag in room.tags.values() if tag.thing is not None and _under(room, tag, outline)}
    return room.lit(light).hidden(hidden)


def clutter(room: GroundTruthImage, rng: np.random.Generator, things: int) -> GroundTruthImage:
    """Scatter dice, tokens and cups on the board; some hide a tag or a part of one."""
    light = room.light.copy()
    wide, deep = room.catalogue.board.size_mm
    hidden: set[str] = set()
    for number in range(things):
        at = (rng.uniform(0, wide), rng.uniform(0, deep))
        colour = _BLOBS[rng.integers(len(_BLOBS))]
        if number % 9 == 8:
            outline = room.pixels(disc_mm((*at, 90.0), rng.uniform(35, 45)))
            lay(light, room.pixels(disc_mm((at[0] + 20, at[1] - 15, 0.0), 45.0)), (0.08, 0.08, 0.08), soft_px=5)
            lay(light, outline, colour, soft_px=0.5)
            lay(light, room.pixels(disc_mm((*at, 85.0), 30.0)), (0.02, 0.03, 0.06), soft_px=0.5)
        elif number % 3 == 2:
            outline = room.pixels(disc_mm((*at, 2.0), rng.uniform(10, 20)))
            lay(light, outline, colour, soft_px=0.4)
        else:
            side, turn = rng.uniform(12, 16), rng.uniform(0, 90)
            outline = room.pixels(at_height(rectangle(at, (side, side), turn), side))
            lay(
                light, room.pixels(at_height(rectangle(at, (side * 1.1, side * 1.1), turn), 0.0)), (0.1,) * 3, soft_px=1
            )
            lay(light, outline, colour, soft_px=0.4)
            for pip in rng.uniform(-0.3, 0.3, (int(rng.integers(1, 7)), 2)):
                lay(light, room.pixels(disc_mm((*(at + pip * side), side), 1.4)), (0.8, 0.8, 0.8))
        hidden |= {tag.thing for tag in room.tags.values() if tag.thing is not None and _under(room, tag, outline)}
    return room.lit(light).hidden(hidden)


def worn(room: GroundTruthImage, rng: np.random.Generator, severity: float) -> GroundTruthImage:
    """Fade, yellow and soil the prints: ink turns grey, the paper gets spots and smears. 1 is an old club's set."""
    light = room.light.copy()
    for tag in room.tags.values():
        corners = room.corners_px(tag)
        wide = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * (1 + 2.5 / modules(room.catalogue.dictionary))
        x0, y0 = np.maximum(np.floor(wide.min(axis=0)).astype(int), 0).tolist()
        x1, y1 = np.minimum(np.ceil(wide.max(axis=0)).astype(int) + 1, room.size_px).tolist()
        if x1 <= x0 or y1 <= y0:
            continue
        patch = light[y0:y1, x0:x1]
        fade = severity * rng.uniform(0.05, 0.3)
        spots = _spots(rng, patch.shape[:2], severity)
        aged = patch * (1 - fade) + fade * np.float32(0.5) * patch.max()
        aged = aged * np.array([1 - 0.25 * severity * rng.random(), 1, 1], np.float32) * spots[..., None]
        layer = np.zeros(patch.shape[:2], np.uint8)
        cv2.fillPoly(layer, [np.round((wide - (x0, y0)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        share = (layer.astype(np.float32) / 255)[..., None]
        patch += share * (aged - patch)
    return room.lit(light)


def busy_mat(room: GroundTruthImage, rng: np.random.Generator, contrast: float) -> GroundTruthImage:
    """Print rubble, lines and squares of high contrast on the mat. Needs the room's bare floor."""
    assert room.floor is not None
    height, width = room.light.shape[:2]
    art = np.ones((height, width, 1), np.float32)
    wide, deep = room.catalogue.board.size_mm
    for _ in range(900):
        at = (rng.uniform(0, wide), rng.uniform(0, deep))
        size = rng.uniform(4, 40)
        shape = rectangle(at, (size, size * rng.uniform(0.1, 1.0)), rng.uniform(0, 180))
        tone = float(np.exp(contrast * rng.normal(0, 1)))
        window = room.pixels(at_height(shape, 0.0))
        lay(art, window, (tone,))
    art = np.clip(art, 0.08, 4.0)
    bare = cv2.GaussianBlur(room.floor.astype(np.float32), (0, 0), 0.7)[..., None]
    return room.lit(np.minimum(room.light * (1 + bare * (art - 1)), 1.0))


def _spots(rng: np.random.Generator, shape: tuple[int, int], severity: float) -> Floats:
    spots = np.ones((*shape, 1), np.float32)
    for _ in range(int(rng.poisson(5 * severity))):
        at = (rng.uniform(0, shape[1]), rng.uniform(0, shape[0]))
        lay(spots, ragged(rng, at, rng.uniform(0.5, 3.0)), (float(rng.uniform(0.3, 0.8)),), soft_px=0.6)
    return spots[..., 0]


def _neighbour(
    room: GroundTruthImage, rng: np.random.Generator, tag: TrueTag, others: Iterable[TrueTag], at: str
) -> tuple[tuple[float, float], float] | None:
    """Return a base that touches the square but covers no other tag and not the tag's own base; None if none fits."""
    corners, middle = tag.corners_mm[:, :2], tag.centre_mm[:2]
    radius = float(rng.choice([12.5, 14.25, 16.0]))
    points = corners if at == "corner" else (corners + np.roll(corners, 1, axis=0)) / 2
    x, y, _ = room.where_mm[str(tag.thing)]
    # The rim is higher than the tag, so it appears farther out by this amount.
    camera = room.rig.pose
    assert camera is not None
    for point in rng.permutation(points):
        away = (point - middle) / np.linalg.norm(point - middle)
        centre = point + away * radius
        drift = (centre - camera.camera_mm[:2]) / camera.camera_mm[2] * (BASE_HEIGHT_MM - 1.0)
        centre = centre - drift
        apart = min(np.linalg.norm(other.centre_mm[:2] - centre) for other in others if other.id != tag.id)
        if apart > radius + 16 and np.hypot(centre[0] - x, centre[1] - y) > radius + 12:
            return (float(centre[0]), float(centre[1])), radius
    return None


def _base(room: GroundTruthImage, light: Floats, foot_mm: tuple[float, float, float], radius_mm: float) -> None:
    """Draw a dark round base with gravel on top, seen from the true camera."""
    x, y, z = foot_mm
    low = room.pixels(disc_mm((x, y, z), radius_mm))
    high = room.pixels(disc_mm((x, y, z + BASE_HEIGHT_MM), radius_mm))
    hull = cv2.convexHull(np.concatenate([low, high]).astype(np.float32)).reshape(-1, 2).astype(np.float64)
    lay(light, hull, _BASE)
    lay(light, room.pixels(disc_mm((x, y, z + BASE_HEIGHT_MM), radius_mm - 1.6)), _GRAVEL)


def _under(room: GroundTruthImage, tag: TrueTag, outline_px: Points) -> bool:
    """Return whether a shape in the image touches a tag's square."""
    shape = cv2.convexHull(outline_px.astype(np.float32))
    square = room.corners_px(tag).astype(np.float32)
    return cv2.intersectConvexConvex(shape, cv2.convexHull(square))[0] > 0.5


def hard_shadows(room: GroundTruthImage, rng: np.random.Generator, left: float) -> GroundTruthImage:
    """Cast shadows of people or window bars with the share `left` of the light, and borders one or two pixels soft."""
    light = room.light.copy()
    wide, deep = room.catalogue.board.size_mm
    outlines = _bars(rng, (wide, deep)) if rng.random() < 0.5 else _people(rng, (wide, deep))
    soft = rng.uniform(0.6, 2.2)
    dark = np.ones((*light.shape[:2], 1), np.float32)
    for outline in outlines:
        shade(dark, room.pixels(at_height(outline, 0.0)), left, soft_px=soft)
    # Overlapping shadows of one lamp are no darker than one of them.
    return room.lit(light * np.maximum(dark, np.float32(left)))


def _people(rng: np.random.Generator, board_mm: tuple[float, float]) -> list[Points]:
    """Return heads, shoulders and arms that lean in from the sides: many edges, most of them across the board."""
    wide, deep = board_mm
    outlines: list[Points] = []
    for _ in range(int(rng.integers(3, 6))):
        side = rng.integers(4)
        along = rng.uniform(0.15, 0.85)
        foot = {
            0: (along * wide, -40.0),
            1: (along * wide, deep + 40.0),
            2: (-40.0, along * deep),
            3: (wide + 40.0, along * deep),
        }[int(side)]
        towards = np.degrees(np.arctan2(deep / 2 - foot[1], wide / 2 - foot[0])) + rng.uniform(-25, 25)
        ahead = np.array([np.cos(np.radians(towards)), np.sin(np.radians(towards))])
        reach = rng.uniform(120, 330)
        neck = np.asarray(foot) + ahead * reach
        outlines.append(rectangle(_point(np.asarray(foot) + ahead * reach / 2), (reach, rng.uniform(90, 170)), towards))
        outlines.append(ragged(rng, _point(neck), rng.uniform(45, 75), rough=0.2))
        for turn in (-1, 1):
            arm = np.radians(towards + turn * rng.uniform(15, 60))
            length = rng.uniform(120, 320)
            elbow = np.asarray(foot) + ahead * reach * 0.6
            middle = elbow + np.array([np.cos(arm), np.sin(arm)]) * length / 2
            outlines.append(rectangle(_point(middle), (length, rng.uniform(18, 45)), float(np.degrees(arm))))
            end = elbow + np.array([np.cos(arm), np.sin(arm)]) * length
            for finger in rng.uniform(-0.5, 0.5, 3):
                tip = end + np.array([np.cos(arm + finger), np.sin(arm + finger)]) * 30
                outlines.append(rectangle(_point((end + tip) / 2), (36, 9), float(np.degrees(arm + finger))))
    return outlines


def _bars(rng: np.random.Generator, board_mm: tuple[float, float]) -> list[Points]:
    """Return parallel bars with some across them, like the shadow of a window or a shelf."""
    wide, deep = board_mm
    angle = rng.uniform(0, 180)
    pitch, thick = rng.uniform(60, 140), rng.uniform(12, 40)
    normal = np.array([-np.sin(np.radians(angle)), np.cos(np.radians(angle))])
    middle = np.array([wide, deep]) / 2
    outlines = [
        rectangle(_point(middle + normal * (number * pitch + rng.uniform(-8, 8))), (1300.0, thick), angle)
        for number in range(-6, 7)
    ]
    along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    outlines += [rectangle(_point(middle + along * at), (thick, 1300.0), angle) for at in (-240.0, 60.0, 310.0)]
    return outlines


def _point(values: Points) -> tuple[float, float]:
    return float(values[0]), float(values[1])

"""Hard shadows that fall across a board: people between lamp and table, the bars of a window."""

from __future__ import annotations

import numpy as np

from hardware.simulated.rooms.painting import at_height, ragged, rectangle, shade
from hardware.simulated.rooms.room import Points, Room


def hard_shadows(room: Room, rng: np.random.Generator, left: float) -> Room:
    """Shadows of people or of window bars leave the share `left` of the light, with borders a pixel or two soft."""
    light = room.light.copy()
    wide, deep = room.catalogue.board.size_mm
    outlines = _bars(rng, (wide, deep)) if rng.random() < 0.5 else _people(rng, (wide, deep))
    soft = rng.uniform(0.6, 2.2)
    dark = np.ones((*light.shape[:2], 1), np.float32)
    for outline in outlines:
        shade(dark, room.pixels(at_height(outline, 0.0)), left, soft_px=soft)
    # Two people in the way of one lamp take no more of its light than one.
    return room.lit(light * np.maximum(dark, np.float32(left)))


def _people(rng: np.random.Generator, board_mm: tuple[float, float]) -> list[Points]:
    """Heads, shoulders and arms that lean in from the sides: many edges, most of them across the board."""
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
    """Parallel bars and some across them, as a window or a shelf throws them."""
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

"""Tray calibration from images, and the tray's corners from tags on its rim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.dice.acceptance import FOUND, DieDoubt, DieState, accept_dice
from vision.dice.detections import TOGETHER, DetectedDie, as_flat
from vision.dice.detector import dice_in
from vision.dice.foreground import tint_of_shadows
from vision.dice.known_make import colour_of, look_alike
from vision.dice.networks import EDGE_PX, Image
from vision.dice.pips import pips_of
from vision.dice.reader import TrayLook
from vision.dice.tray import ROOM_TINT, EmptyTrayError, Tray, TrayError, calibrate_tray
from vision.tags.detector import Detector

LEAST_PIPS_PX = 24.0
"""Least edge length in the camera's image for calibrating pips: on smaller dice a pip is three pixels wide, and a flame
that replaced a one fitted a two just as well.
"""

SURE = 0.45
"""Least confidence of a die for calibrating its player's colour."""


def tray_of_pictures(
    empty: list[Image],
    corners_px: NDArray[np.float64],
    die_px: float,
    dice: Mapping[str, Image],
    *,
    printed: bool = False,
) -> Tray:
    """Return a tray with the colours of the players in `dice`, each from an image of that player's dice alone.

    Three or more dice also give the lean of flat dice in it and, unless they are small, the look of their pips. Dice in
    the images of the empty tray would never be seen again, so they are an error unless what looks like dice is
    `printed` on the tray. Raises `TrayError` for that, for unusable images of the empty tray, if no dice of a player
    are seen, and if two players' dice look alike.
    """
    tray = calibrate_tray(empty, corners_px, die_px)
    lying = 0 if printed else len(accept_dice(dice_in(tray.empty, EDGE_PX)).sure)
    if lying:
        raise EmptyTrayError("tray-empty-dice", dice=lying)
    views = {player: tray.view(picture) for player, picture in dice.items()}
    seen = {player: TrayLook(view, tray).found for player, view in views.items()}
    colours = tuple(
        colour_of(player, views[player], [die for die in found if die.present >= SURE])
        for player, found in seen.items()
    )
    for one, other in combinations(colours, 2):
        if look_alike(one, other):
            raise TrayError("tray-players-alike", one=one.player, other=other.player)
    lying_flat = {player: _flat(found) for player, found in seen.items()}
    if die_px >= LEAST_PIPS_PX:
        colours = tuple(
            each.model_copy(update={"pips": pips_of(views[each.player], lying_flat[each.player])}) for each in colours
        )
    flat = tuple(as_flat(die) for dice_of in lying_flat.values() for die in dice_of)
    tint = max((tint_of_shadows(views[player], tray, found) for player, found in seen.items()), default=ROOM_TINT)
    return replace(tray, colours=colours, flat=flat if len(flat) >= TOGETHER else (), shadow_tint=tint)


def _flat(found: Sequence[DetectedDie]) -> list[DetectedDie]:
    """Return the flat dice of a tray that was empty before; also faint ones if fewer than `TOGETHER` are accepted.

    A person has put them there, so their number is known and no other object is taken for a die.
    """
    laid = sum(die.present >= FOUND for die in found)
    flat = [die for die in accept_dice(found, laid).dice if die.state is DieState.FLAT] if laid else []
    sure = [die.seen for die in flat if die.doubt is None]
    return sure if len(sure) >= TOGETHER else [die.seen for die in flat if die.doubt in (None, DieDoubt.FAINT)]


DICTIONARY = "DICT_ARUCO_MIP_36h12"
RIM_TAGS = (210, 211, 212, 213)
"""Tags printed for a rim; no other sheet of this project uses them."""


def corners_of_tags(image: Image, ids: tuple[int, int, int, int], dictionary: str = DICTIONARY) -> NDArray[np.float64]:
    """Return the tray's corners, (4, 2) px clockwise from the upper left, from four tags in any order.

    Raises `TrayError` that names the missing tags.
    """
    found = {
        sighting.id: np.asarray(sighting.corners_px, dtype=np.float64)
        for sighting in Detector(dictionary, frozenset(ids), (image.shape[1], image.shape[0])).detect(image).sightings
    }
    missing = [tag for tag in ids if tag not in found]
    if missing:
        raise TrayError("tray-rim-tags", tags=missing)
    middle = np.mean([found[tag].mean(axis=0) for tag in ids], axis=0)
    inner = np.array([min(found[tag], key=lambda corner: float(np.linalg.norm(corner - middle))) for tag in ids])
    around = np.arctan2(inner[:, 1] - middle[1], inner[:, 0] - middle[0])
    clockwise = inner[np.argsort(around)]
    first = int(np.argmin(clockwise.sum(axis=1)))
    return np.asarray(np.roll(clockwise, -first, axis=0), dtype=np.float64)

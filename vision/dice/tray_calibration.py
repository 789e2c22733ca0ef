"""A tray made from images of it, and its corners from rim tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.dice.acceptance import FOUND, Doubt, State, judge
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
"""Edge in the camera's picture from which dice tell what their pips look like: of smaller ones a pip is three pixels,
and a flame in the place of a one was as good a two.
"""

SURE = 0.45
"""How surely a die is seen from which it tells its player's colour."""


def tray_of_pictures(
    empty: list[Image],
    corners_px: NDArray[np.float64],
    die_px: float,
    dice: Mapping[str, Image],
    *,
    printed: bool = False,
) -> Tray:
    """Return a tray that knows the colours of the players in `dice`, each by a picture of that player's dice alone.

    Those dice, three or more, also tell how flat ones are seen in it, and unless they are small what their pips are.
    Dice that lay in it while it was taken for empty would never be seen again: it is refused, unless what looks like
    dice there is `printed` on it. Raises `TrayError` for that, where the pictures of the empty tray are none, where no
    dice of a player are seen and where two players' dice look alike.
    """
    tray = calibrate_tray(empty, corners_px, die_px)
    lying = 0 if printed else len(judge(dice_in(tray.empty, EDGE_PX)).sure)
    if lying:
        raise EmptyTrayError(
            f"tray: {lying} dice lie in what should be the empty tray: take them out and look at it again"
        )
    views = {player: tray.view(picture) for player, picture in dice.items()}
    seen = {player: TrayLook(view, tray).found for player, view in views.items()}
    colours = tuple(
        colour_of(player, views[player], [die for die in found if die.present >= SURE])
        for player, found in seen.items()
    )
    for one, other in combinations(colours, 2):
        if look_alike(one, other):
            raise TrayError(
                f"tray: the dice of {one.player!r} and {other.player!r} look alike: take others for one of the two, "
                "or leave one out"
            )
    lying_flat = {player: _flat(found) for player, found in seen.items()}
    if die_px >= LEAST_PIPS_PX:
        colours = tuple(
            each.model_copy(update={"pips": pips_of(views[each.player], lying_flat[each.player])}) for each in colours
        )
    flat = tuple(as_flat(die) for dice_of in lying_flat.values() for die in dice_of)
    tint = max((tint_of_shadows(views[player], tray, found) for player, found in seen.items()), default=ROOM_TINT)
    return replace(tray, colours=colours, flat=flat if len(flat) >= TOGETHER else (), shadow_tint=tint)


def _flat(found: Sequence[DetectedDie]) -> list[DetectedDie]:
    """Return the dice of a tray that was empty which lie flat; faint ones too where fewer than `TOGETHER` are believed.

    Somebody has laid them there, so their number is known and nothing is taken for a die that is none.
    """
    laid = sum(die.present >= FOUND for die in found)
    flat = [die for die in judge(found, laid).dice if die.state is State.FLAT] if laid else []
    sure = [die.seen for die in flat if die.doubt is None]
    return sure if len(sure) >= TOGETHER else [die.seen for die in flat if die.doubt in (None, Doubt.FAINT)]


DICTIONARY = "DICT_ARUCO_MIP_36h12"
RIM_TAGS = (210, 211, 212, 213)
"""The tags that are printed for a rim; no board, roster or plate of ours has them."""


def corners_of_tags(image: Image, ids: tuple[int, int, int, int], dictionary: str = DICTIONARY) -> NDArray[np.float64]:
    """Return the tray's corners, (4, 2) px clockwise from the upper left, of four tags in any order.

    Raises `TrayError` that names the tags which are not seen.
    """
    found = {
        sighting.id: np.asarray(sighting.corners_px, dtype=np.float64)
        for sighting in Detector(dictionary, frozenset(ids), (image.shape[1], image.shape[0])).detect(image).sightings
    }
    missing = [str(tag) for tag in ids if tag not in found]
    if missing:
        raise TrayError(f"tray: tag {', '.join(missing)} of the rim not seen: clean it, or light it, or give --corners")
    middle = np.mean([found[tag].mean(axis=0) for tag in ids], axis=0)
    inner = np.array([min(found[tag], key=lambda corner: float(np.linalg.norm(corner - middle))) for tag in ids])
    around = np.arctan2(inner[:, 1] - middle[1], inner[:, 0] - middle[0])
    clockwise = inner[np.argsort(around)]
    first = int(np.argmin(clockwise.sum(axis=1)))
    return np.asarray(np.roll(clockwise, -first, axis=0), dtype=np.float64)

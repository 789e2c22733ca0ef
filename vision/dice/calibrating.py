"""A tray made from pictures of it: empty first, then with each player's dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.colours import colour_of
from vision.dice.looking import dice_in
from vision.dice.network import EDGE_PX, Image
from vision.dice.tray import Tray, calibrate_tray

SURE = 0.45
"""How surely a die is seen from which it tells its player's colour."""


def tray_of_pictures(
    empty: list[Image], corners_px: NDArray[np.float64], die_px: float, dice: Mapping[str, Image]
) -> Tray:
    """Return a tray that knows the colours of the players in `dice`, each by a picture of that player's dice alone.

    Raises `TrayError` where the pictures of the empty tray are none, or no dice of a player are seen.
    """
    tray = calibrate_tray(empty, corners_px, die_px)
    views = {player: tray.view(picture) for player, picture in dice.items()}
    colours = tuple(
        colour_of(player, view, [die for die in dice_in(view, EDGE_PX) if die.present >= SURE])
        for player, view in views.items()
    )
    return replace(tray, colours=colours)

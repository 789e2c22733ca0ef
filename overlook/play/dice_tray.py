"""The dice tray of a script: what its camera would tell of dice that are thrown into it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from overlook.drawing.jpeg import jpeg
from overlook.play.script import PLAYERS
from overlook.table.tray.ledger import TrayLedger
from vision.dice.acceptance import ReadDie, Reading, State
from vision.dice.detections import DetectedDie
from vision.dice.networks import EDGE_PX
from vision.dice.tray import PlayersDice, Tray
from vision.dice.tray_tracker import Association, Phase, Roll, TrayReading

CELLS = 8
"""Dice beside each other along a side of the tray: room for sixty-four."""

SIDE_PX = round(CELLS * EDGE_PX)
COLOURS = {"p1": (110.0, 130.0, 60.0), "p2": (110.0, 190.0, 160.0)}
"""The colours of the players' dice: blue and red, CIE Lab as OpenCV codes it."""


class ScriptedTray:
    """A tray in which every player's dice have a colour of their own, so that each die is known for whose it is."""

    def __init__(self) -> None:
        empty = np.full((SIDE_PX, SIDE_PX, 3), 90, np.uint8)
        corners = np.array([[0, 0], [SIDE_PX, 0], [SIDE_PX, SIDE_PX], [0, SIDE_PX]], np.float64)
        colours = tuple(PlayersDice(player=player, lab=COLOURS[player]) for player in PLAYERS)
        self._picture = empty
        self.ledger = TrayLedger(Tray((SIDE_PX, SIDE_PX), corners, EDGE_PX, empty, 1.0, colours), jpeg)
        self._lying: tuple[ReadDie, ...] = ()

    def nothing(self) -> TrayReading:
        """Return what is told of an empty tray."""
        return TrayReading(Phase.EMPTY)

    def thrown(self, faces: tuple[int, ...], player: str) -> Iterator[TrayReading]:
        """Yield what is told while a player takes its dice out and throws these: they roll, they lie still."""
        yield TrayReading(Phase.ROLLING)
        stay = [number for number, die in enumerate(self._lying) if die.owner != player]
        kept = [self._lying[number] for number in stay]
        lying = (*kept, *(_die(face, player, len(kept) + k) for k, face in enumerate(faces)))
        gone = tuple(number for number in range(len(self._lying)) if number not in stay)
        pairs = tuple((old, new) for new, old in enumerate(stay))
        self._lying = lying
        kept_and_thrown = Association(pairs, tuple(range(len(kept), len(lying))), gone)
        yield TrayReading(Phase.SETTLED, Roll(Reading(lying, None), self._picture, kept_and_thrown))


def _die(face: int, player: str, cell: int) -> ReadDie:
    row, column = divmod(cell, CELLS)
    x_px, y_px = (column + 0.5) * EDGE_PX, (row % CELLS + 0.5) * EDGE_PX
    seen = DetectedDie(face, x_px, y_px, 0.7 * EDGE_PX, 0.99, 0.01, 0.0, (0.0, 0.0))
    return ReadDie(seen, face, State.FLAT, None, owner=player)

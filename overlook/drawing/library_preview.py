"""A library of terrain as a picture: its pieces laid out on a bare board under the simulated camera."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import parse_catalogue
from calibration.errors import LibraryError
from calibration.terrain_library import Library, entries_of, outline_of
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from simulation.render.renderer import photograph
from simulation.scene.example_table import BOARD_MM, example_catalogue, example_rig
from simulation.scene.scene import Poses

EDGE_MM, GAP_MM = 52.0, 16.0
SIZE_PX = (1600, 900)


def drawn_library(library: Library) -> NDArray[np.uint8]:
    """Return a photograph of as many pieces as the board holds, in rows, uint8 (height, width, 3) BGR.

    Raises `LibraryError` when not even one piece fits.
    """
    places = _laid_out(library)
    if not places:
        raise LibraryError(f"{library.name}: no piece fits the board")
    parts = [entry for piece in library.pieces if piece.id in places for entry in entries_of(piece)]
    bare = example_catalogue().model_dump(mode="json") | {"operatives": [], "markers": []}
    document = bare | {"dictionary": library.dictionary, "terrain": [part.model_dump(mode="json") for part in parts]}
    catalogue = parse_catalogue(document, source=library.name)
    terrain = {part.id: _as(part.id, places[part.piece or part.id]) for part in parts}
    return photograph(catalogue, Poses(operatives={}, terrain=terrain, markers={}), example_rig(SIZE_PX)).image


def _as(name: str, place: Placement) -> Placement:
    return Placement(name, place.x, place.y)


def _laid_out(library: Library) -> dict[str, Placement]:
    """Return where pieces stand, row by row from the top left; those that the board has no room for are left out."""
    width, depth = BOARD_MM
    x, y, row = EDGE_MM, depth - EDGE_MM, 0.0
    places: dict[str, Placement] = {}
    for piece in library.pieces:
        corners = np.asarray(outline_of(piece))
        low, (wide, deep) = corners.min(axis=0), np.ptp(corners, axis=0)
        if x + wide > width - EDGE_MM:
            x, y, row = EDGE_MM, y - row - GAP_MM, 0.0
        if y - deep < EDGE_MM:
            break
        at = np.array([x, y - deep]) - low
        places[piece.id] = Placement(piece.id, float(at[0]) / MM_PER_INCH, float(at[1]) / MM_PER_INCH)
        x, row = x + wide + GAP_MM, max(row, float(deep))
    return places

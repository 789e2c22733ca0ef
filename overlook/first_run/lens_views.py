"""The views of the lens sheet that were taken, kept one by one: a pulled plug loses none."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from calibration.files import read_undigested
from calibration.lens.target import BoardView
from overlook.writing import write_json

NAME = "lens-views.json"


class LensViews:
    """The file of one camera's views in one mode; views of another are not given back."""

    def __init__(self, folder: Path, camera: str) -> None:
        self._path = folder / NAME
        self._camera = camera

    def read(self, size_px: tuple[int, int]) -> tuple[BoardView, ...]:
        """Return the views kept for pictures of that size; none where the file is damaged or another camera's."""
        try:
            kept = json.loads(read_undigested(self._path))
            if kept["camera"] != self._camera or tuple(kept["size_px"]) != size_px:
                return ()
            return tuple(
                BoardView(
                    str(one["name"]),
                    size_px,
                    np.array(one["ids"], dtype=np.int64),
                    np.array(one["corners_px"], dtype=np.float64).reshape(-1, 2),
                    float(one["blur_px"]),
                )
                for one in kept["views"]
            )
        except (OSError, ValueError, KeyError, TypeError):
            return ()

    def keep(self, views: Sequence[BoardView], size_px: tuple[int, int]) -> None:
        """Keep these views and no others; raises `OSError`."""
        shown = [
            {
                "name": view.name,
                "ids": view.ids.tolist(),
                "corners_px": view.corners_px.tolist(),
                "blur_px": view.blur_px,
            }
            for view in views
        ]
        write_json(self._path, {"version": 1, "camera": self._camera, "size_px": list(size_px), "views": shown})

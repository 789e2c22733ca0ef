"""The example's table as a settled frame shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from geometry.placement import Placement
from geometry.table import Marker, Table
from overlook.table.observation.seen_table import SeenTable, table_of
from simulation import example_catalogue, example_poses
from vision.frame import Frame

FRAME = Frame(np.zeros((4, 4), np.uint8), 0.0, datetime(2026, 11, 22, tzinfo=UTC), "test")


def at_rest(
    moved: Mapping[str, tuple[float, float]] | None = None, tokens: Mapping[str, str] | None = None
) -> SeenTable:
    """Return the example table with some operatives pushed by inches, and order tokens beside some."""
    poses = example_poses()
    stand = {
        name: replace(where, x=where.x + push[0], y=where.y + push[1])
        for name, where in poses.operatives.items()
        for push in [(moved or {}).get(name, (0.0, 0.0))]
    }
    bare = table_of(example_catalogue(), operatives=stand, terrain=poses.terrain, markers=poses.markers)
    lie = {
        f"token-{name}": Marker(f"token-{name}", kind, 0.5, Placement(f"token-{name}", at.x, at.y - 1.2, at.z))
        for name, kind in (tokens or {}).items()
        for at in [poses.operatives[name]]
    }
    table: Table = replace(bare, markers={**bare.markers, **lie}, settled=True)
    return SeenTable(FRAME, table)

"""Lighting of a rendered tray: directional and ambient light, and the reflections on glossy dice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tools.training.dice.die import Array


@dataclass(frozen=True)
class Panel:
    """A lamp or window reflected by glossy dice: a soft-edged rectangle of directions around `towards`."""

    towards: Array
    along: Array
    across: Array
    half: tuple[float, float]
    soft: float
    colour: Array


@dataclass(frozen=True)
class Light:
    """A scene's lighting: direction (unit), ambient share 0-1, and panels that glossy dice reflect."""

    towards: Array
    ambient: float
    panels: tuple[Panel, ...]

    def mirrored(self, ways: Array) -> Array:
        """Return the reflected colour in unit directions (n, 3), (n, 3) BGR."""
        seen = np.zeros((len(ways), 3), np.float32)
        for panel in self.panels:
            inside = (ways @ panel.towards > 0).astype(np.float32)
            for axis, half in ((panel.along, panel.half[0]), (panel.across, panel.half[1])):
                inside *= np.clip((half - np.abs(ways @ axis)) / panel.soft + 0.5, 0, 1)
            seen += inside[:, None] * panel.colour
        return seen


def random_light(rng: np.random.Generator) -> Light:
    """Return light from above with up to four lamps or windows."""
    towards = _unit(np.array([rng.normal(), rng.normal(), rng.uniform(0.8, 3)], np.float32))
    panels = []
    for _ in range(rng.integers(0, 5)):
        way = towards + rng.normal(0, 0.15, 3) if rng.random() < 0.4 else rng.normal(0, 1, 3) * [0.5, 0.5, 1]
        middle = _unit(np.array([way[0], way[1], abs(way[2]) + 0.05], np.float32))
        along = _unit(np.cross(middle, _unit(rng.normal(0, 1, 3).astype(np.float32))))
        half = (float(rng.uniform(0.04, 0.5)), float(rng.uniform(0.04, 0.5)))
        colour = (rng.uniform(80, 300) * (1 + rng.normal(0, 0.06, 3))).astype(np.float32)
        panels.append(Panel(middle, along, np.cross(middle, along), half, float(rng.uniform(0.02, 0.25)), colour))
    return Light(towards, float(rng.uniform(0.3, 0.8)), tuple(panels))


def _unit(vector: Array) -> Array:
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)

"""A picture of what stands as before is, but for its noise, what a renderer that knows no picture before draws."""

from __future__ import annotations

import copy
import random
from dataclasses import replace

import numpy as np
import pytest

from calibration.catalogue import parse_catalogue
from simulation import Hand, Poses, Renderer, example_catalogue, example_poses, example_rig
from simulation.errors import SceneError
from tests.codes import coded
from tests.depth import depth

SIZE_PX = (320, 180)
STEPS = depth(7, 12)


def stirred(poses: Poses, stream: random.Random) -> Poses:
    """The same poses with a model moved by a hair, one taken away, terrain turned, a hand laid in, or nothing."""
    kind = stream.choice(["still", "still", "hair", "gone", "terrain", "hand", "no hand"])
    if kind == "hair":
        name = stream.choice(sorted(poses.operatives))
        where = poses.operatives[name]
        return replace(poses, operatives={**poses.operatives, name: replace(where, x=where.x + 0.02)})
    if kind == "gone":
        name = stream.choice(sorted(poses.operatives))
        return replace(poses, operatives={key: at for key, at in poses.operatives.items() if key != name})
    if kind == "terrain":
        name = stream.choice(sorted(poses.terrain))
        where = poses.terrain[name]
        return replace(poses, terrain={**poses.terrain, name: replace(where, x=where.x + 0.05)})
    if kind == "hand":
        return replace(poses, hand=Hand(stream.uniform(8, 20), stream.uniform(6, 14), 1.0))
    return replace(poses, hand=None) if kind == "no hand" else poses


def test_whatever_was_drawn_before_a_picture_is_the_same() -> None:
    catalogue, rig, stream = example_catalogue(), example_rig(SIZE_PX), random.Random(5)
    used, fresh, poses = Renderer(catalogue, rig), Renderer(catalogue, rig), example_poses()
    for seed in range(STEPS):
        poses = stirred(poses, stream)
        if seed % 3 == 1:
            used.light(poses)
        if seed % 4 == 2:
            used.stage(poses)
        new = copy.deepcopy(fresh, {id(catalogue): catalogue}).picture(poses, seed=seed)
        assert np.array_equal(used.picture(poses, seed=seed), new)


def test_other_models_on_the_same_stage_are_drawn_as_by_a_renderer_of_their_own() -> None:
    catalogue, rig, poses = example_catalogue(), example_rig(SIZE_PX), example_poses()
    used = Renderer(catalogue, rig)
    before = used.picture(poses, seed=1)
    data = catalogue.model_dump()
    data["operatives"][0]["tags"][0]["id"] = 200
    other = parse_catalogue(data)
    shared = used.with_models(other).picture(poses, seed=1)
    assert np.array_equal(shared, Renderer(other, rig).picture(poses, seed=1))
    assert not np.array_equal(shared, before)
    assert np.array_equal(used.picture(poses, seed=1), before)
    with pytest.raises(SceneError, check=coded("simulation-other-stage")):
        used.with_models(catalogue.bare)

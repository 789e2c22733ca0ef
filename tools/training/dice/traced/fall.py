"""Physics of a throw (Bullet): dice fall into a tray until they rest, flat or against each other and the walls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import pybullet

from tools.training.dice.die import Array
from tools.training.dice.traced.lying import Pose, Thrown, TracedTray

GRAVITY = 613.0
"""In edges per second squared, for a die of 16 mm."""

_STEP_S = 1 / 480
_CALM = 0.6
"""Speed in edges, and radians, per second below which a die is at rest."""

_CALM_S = 0.2
_LONGEST_S = 3.0
_HIGH = 40.0
"""Height of the walls while dice fall."""


def fallen(
    rng: np.random.Generator, tray: TracedTray, hulls: Sequence[Array], dice: Sequence[Thrown], handfuls: int = 1
) -> list[Pose]:
    """Return the poses of dice after a throw in several handfuls; `hulls` has each make's, in edges.

    Dice that left the tray are left out; empty if they do not come to rest within `_LONGEST_S`.
    """
    friction, spread = rng.uniform(0.35, 0.9), rng.uniform(0.15, 0.45)
    with _world() as world:
        for place, size, turn in _boards(tray):
            shape = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=size, physicsClientId=world)
            _rough(pybullet.createMultiBody(0, shape, -1, place, turn, physicsClientId=world), friction, world)
        bodies: list[tuple[Thrown, int]] = []
        calm = True
        for handful in np.array_split(np.arange(len(dice)), handfuls):
            middle = rng.uniform(-0.5, 0.5, 2) * (1 - 2 * spread)
            for k, which in enumerate(handful):
                die = dice[which]
                inside = np.array([tray.width, tray.height]) / 2 - die.scale
                at = (middle + rng.uniform(-spread, spread, 2)) * [tray.width, tray.height]
                x, y = np.clip(at, -inside, inside)
                where = [float(x), float(y), 3.0 + 0.9 * die.scale * k]
                bodies.append((die, _thrown(rng, hulls[die.make] * die.scale, where, friction, world)))
            calm = _settles([body for _, body in bodies], world)
        poses = [_pose(die, body, world) for die, body in bodies]
    return [pose for pose in poses if tray.holds(pose.centre)] if calm else []


@contextmanager
def _world() -> Iterator[int]:
    world = pybullet.connect(pybullet.DIRECT)
    try:
        pybullet.setGravity(0, 0, -GRAVITY, physicsClientId=world)
        pybullet.setPhysicsEngineParameter(
            fixedTimeStep=_STEP_S, numSolverIterations=100, deterministicOverlappingPairs=1, physicsClientId=world
        )
        yield world
    finally:
        pybullet.disconnect(physicsClientId=world)


def _boards(tray: TracedTray) -> Iterator[tuple[list[float], list[float], tuple[float, ...]]]:
    """Yield centre, half size and rotation of the floor and of four high walls."""
    yield [0, 0, -1], [tray.width, tray.height, 1], (0, 0, 0, 1)
    lean = np.arctan2(tray.draft, tray.wall)
    for side in range(4):
        yaw = side * np.pi / 2
        away = (tray.width, tray.height)[side % 2] / 2
        along = (tray.height, tray.width)[side % 2] / 2 + 2
        for low, high, tilt in ((0.0, tray.wall, lean), (tray.wall, _HIGH, 0.0)):
            half = (high - low) / 2
            out = away + (0 if low == 0 else tray.draft) + np.cos(tilt) * 0.5 + np.sin(tilt) * half
            up = low + np.cos(tilt) * half - np.sin(tilt) * 0.5
            turn = pybullet.getQuaternionFromEuler((0, tilt, yaw))
            yield [out * np.cos(yaw), out * np.sin(yaw), up], [0.5, along, half], turn


def _thrown(rng: np.random.Generator, corners: Array, where: list[float], friction: float, world: int) -> int:
    shape = pybullet.createCollisionShape(pybullet.GEOM_MESH, vertices=corners.tolist(), physicsClientId=world)
    turn = rng.normal(size=4)
    body = int(
        pybullet.createMultiBody(1.0, shape, -1, where, (turn / np.linalg.norm(turn)).tolist(), physicsClientId=world)
    )
    _rough(body, friction, world)
    edge = float(np.ptp(corners[:, 0]))
    pybullet.changeDynamics(
        body, -1, localInertiaDiagonal=[edge * edge / 6] * 3, spinningFriction=0.02, physicsClientId=world
    )
    push = [*rng.uniform(-35, 35, 2).tolist(), float(rng.uniform(-30, 0))]
    pybullet.resetBaseVelocity(body, push, rng.normal(0, 14, 3).tolist(), physicsClientId=world)
    return body


def _rough(body: int, friction: float, world: int) -> None:
    pybullet.changeDynamics(body, -1, lateralFriction=friction**0.5, restitution=0.35, physicsClientId=world)


def _settles(bodies: Sequence[int], world: int) -> bool:
    """Run the simulation until all bodies are at rest; return whether they are."""
    calm_s = 0.0
    for step in range(int(_LONGEST_S / _STEP_S)):
        pybullet.stepSimulation(physicsClientId=world)
        if step % 12 == 0:
            speeds = [pybullet.getBaseVelocity(body, physicsClientId=world) for body in bodies]
            calm_s = calm_s + 12 * _STEP_S if np.abs(speeds).max() < _CALM else 0.0
            if calm_s > _CALM_S:
                return True
    return False


def _pose(die: Thrown, body: int, world: int) -> Pose:
    centre, turn = pybullet.getBasePositionAndOrientation(body, physicsClientId=world)
    return Pose(die, np.array(centre), np.array(pybullet.getMatrixFromQuaternion(turn)).reshape(3, 3))

"""How long the simulated camera needs, one core: python benchmarks/camera_render.py [WIDTHxHEIGHT ...].

Processor time as well as wall time is printed, since the machine may be shared.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from geometry.placement import Placement
from simulation import Hand, Renderer, example_catalogue, example_poses, example_rig

ROUNDS = 15


def timed(work: Callable[[int], object], rounds: int = ROUNDS) -> tuple[float, float]:
    """The median wall and processor milliseconds of one round."""
    wall, processor = [], []
    for number in range(rounds):
        wall_s, processor_s = time.perf_counter(), time.process_time()
        work(number)
        wall.append(time.perf_counter() - wall_s)
        processor.append(time.process_time() - processor_s)
    return float(np.median(wall)) * 1e3, float(np.median(processor)) * 1e3


def steps(size: tuple[int, int]) -> list[tuple[str, Callable[[int], object], int]]:
    """What is timed at one size, in order: its name, the work, how often."""
    catalogue, poses = example_catalogue(), example_poses()
    made: list[Renderer] = []
    at = poses.operatives["a4"]

    def moved(number: int) -> Placement:
        return Placement("a4", at.x + 0.05 * number, at.y, at.z, at.rotation_deg + number)

    def moving(number: int) -> object:
        shown = replace(poses, operatives={**poses.operatives, "a4": moved(number)})
        return made[0].picture(shown, seed=number)

    def with_hand(number: int) -> object:
        there = moved(number)
        hand = Hand(there.x, there.y, 1.25, -90.0)
        shown = replace(poses, operatives={**poses.operatives, "a4": there}, hand=hand)
        return made[0].picture(shown, seed=number)

    return [
        ("camera: rays of every pixel", lambda _: made.append(Renderer(catalogue, example_rig(size))), 1),
        ("stage: board and terrain, once", lambda _: made[0].stage(poses), 1),
        ("first picture: 12 figures, 3 markers", lambda _: made[0].picture(poses), 1),
        ("picture, nothing moves", lambda n: made[0].picture(poses, seed=n), ROUNDS),
        ("picture, one figure moves", moving, ROUNDS),
        ("picture, figure and hand move", with_hand, ROUNDS),
    ]


def main(sizes: list[tuple[int, int]]) -> None:
    cv2.setNumThreads(1)
    print(f"{'size':>10} {'what':<36} {'wall ms':>9} {'cpu ms':>9}")
    for size in sizes:
        for name, work, rounds in steps(size):
            wall_ms, processor_ms = timed(work, rounds)
            print(f"{size[0]:>5}x{size[1]:<4} {name:<36} {wall_ms:>9.1f} {processor_ms:>9.1f}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    asked = [tuple(map(int, argument.split("x"))) for argument in sys.argv[1:]]
    main([(w, h) for w, h in asked] or [(1280, 720), (1920, 1080), (2304, 1296)])

"""Measure what logging costs while it is off: the tests of its level in a frame, against the time of the frame.

    python -m benchmarks.vision.logging_cost --frames 5

Detects the tags of rendered frames, some of them missing, with the log of vision at `info`. It counts how often the
log's level is tested in a frame, and times one such test. The ratio is the frame's time with these tests over its time
without. Exits with 1 above `MOST_RATIO`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from unittest.mock import patch

from simulation import example_catalogue, example_poses, example_rig, take_photo
from vision.tags import detector
from vision.tags.detector import Detector

MOST_RATIO = 1.01
TESTS = 200_000
ABSENT = frozenset(range(200, 250))
"""Tags that no frame shows: the detector searches for them, and rejects candidates."""


def main() -> int:
    """Measure and print; return 1 if the ratio is above the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=5)
    options = parser.parse_args()
    catalogue, rig = example_catalogue(), example_rig((1280, 720))
    detector.log.setLevel("INFO")
    begun_s = time.process_time()
    for _ in range(TESTS):
        detector.log.isEnabledFor(10)
    test_s = (time.process_time() - begun_s) / TESTS
    ratios, tests = [], []
    for seed in range(options.frames):
        image = take_photo(catalogue, example_poses(), rig, seed=seed).image
        eye = Detector(catalogue.dictionary, catalogue.tag_ids | ABSENT, rig.camera.size_px)
        begun_s = time.process_time()
        eye.detect(image)
        frame_s = time.process_time() - begun_s
        with (
            patch.object(detector.log, "isEnabledFor", wraps=detector.log.isEnabledFor) as tested,
            patch.object(detector.log, "debug", wraps=detector.log.debug) as written,
        ):
            eye.detect(image)
        tests.append(tested.call_count + written.call_count)
        ratios.append(frame_s / (frame_s - tests[-1] * test_s))
    mean = statistics.mean(tests)
    print(f"{options.frames} frames, {mean:.0f} tests of the level in each, {test_s * 1e9:.0f} ns a test")
    print(f"largest ratio {max(ratios):.6f} (limit {MOST_RATIO})")
    return 0 if max(ratios) <= MOST_RATIO else 1


if __name__ == "__main__":
    raise SystemExit(main())

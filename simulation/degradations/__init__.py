"""Degradations: images of a table under the conditions of a club evening, with seed, severity and ground truth.

They model light, paper, lens and shutter, and know nothing about how tags are detected.
"""

from simulation.degradations.conditions import CONDITIONS, Condition
from simulation.degradations.ground_truth import (
    GroundTruthImage,
    TrueTag,
    photographed_image,
    rendered_image,
    scene_names,
)
from simulation.degradations.scorecard import Scorecard, Verdict, score_detection

__all__ = [
    "CONDITIONS",
    "Condition",
    "GroundTruthImage",
    "Scorecard",
    "TrueTag",
    "Verdict",
    "photographed_image",
    "rendered_image",
    "scene_names",
    "score_detection",
]

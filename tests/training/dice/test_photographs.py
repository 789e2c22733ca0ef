"""Labelled photographs are read as their source means them, wrong labels left out."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from training.dice import photographs as module
from training.dice.photographs import DOUBTFUL, SOURCES, photographs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for source in ("nell-byler", "matteop65"):
        (tmp_path / source).mkdir()
        labels = []
        for name in ("a.png", "b.png"):
            cv2.imwrite(str(tmp_path / source / name), np.full((60, 80, 3), 90, np.uint8))
            labels.append({"image": name, "dice": [{"value": 4, "bbox": [10, 20, 30, 24]}]})
        (tmp_path / source / "labels.json").write_text(json.dumps(labels))
    return tmp_path


def test_a_die_is_in_the_middle_of_its_box_and_its_edge_is_what_the_source_boxes(folder: Path) -> None:
    (whole,), (face,) = (photographs(folder, source)[0].dice for source in ("nell-byler", "matteop65"))
    assert (whole.value, whole.x_px, whole.y_px) == (4, 25, 32)
    assert whole.edge_px == pytest.approx(0.87 * 30)
    assert face.edge_px == pytest.approx(1.05 * 30)
    assert (whole.slack_px, face.slack_px) == (pytest.approx(0.3 * whole.edge_px), 0)


def test_doubtful_pictures_are_given_only_when_asked_for(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "doubtful.txt").write_text("nell-byler/a.png\nmatteop65/b.png\n")
    monkeypatch.setattr(module, "DOUBTFUL", tmp_path / "doubtful.txt")
    assert [picture.name for picture in photographs(folder, "nell-byler")] == ["b.png"]
    assert [picture.name for picture in photographs(folder, "nell-byler", doubtful=True)] == ["a.png", "b.png"]


def test_the_doubtful_list_names_known_sources() -> None:
    lines = DOUBTFUL.read_text().split()
    assert lines
    assert {line.split("/")[0] for line in lines} <= set(SOURCES)
    assert len(set(lines)) == len(lines)

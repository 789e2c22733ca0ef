"""Labelled photographs are read as their source means them, wrong labels left out."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tools.training.dice import photographs as module
from tools.training.dice.photographs import DOUBTFUL, EDGES, PLACES, SOURCES, photographs

pytestmark = pytest.mark.nightly


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
    assert whole.slack_px == pytest.approx(0.3 * whole.edge_px)
    assert face.slack_px == 0


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


def label(folder: Path, source: str, *boxes: tuple[int, int]) -> None:
    """Let the source have one picture, with a die of each value and box side given, side by side."""
    dice = [{"value": value, "bbox": [10 * k, 20, side, side - 1]} for k, (value, side) in enumerate(boxes)]
    (folder / source / "labels.json").write_text(json.dumps([{"image": "a.png", "dice": dice}]))


def test_a_one_boxed_about_its_pip_is_as_large_as_the_other_dice_and_stays_where_it_is(folder: Path) -> None:
    label(folder, "matteop65", (1, 9), (3, 40), (5, 44), (1, 70))
    low, three, five, high = photographs(folder, "matteop65")[0].dice
    assert (three.edge_px, five.edge_px) == pytest.approx((42, 46.2))
    assert low.edge_px == high.edge_px == pytest.approx(44.1)
    assert (low.value, low.x_px, low.y_px) == (1, 4.5, 24)


def test_where_only_ones_lie_their_edge_is_the_list_s(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "edges.txt").write_text("matteop65/a.png 61\n")
    monkeypatch.setattr(module, "EDGES", tmp_path / "edges.txt")
    label(folder, "matteop65", (1, 9), (1, 30))
    assert [die.edge_px for die in photographs(folder, "matteop65")[0].dice] == [61, 61]
    label(folder, "matteop65", (1, 9), (2, 40))
    assert photographs(folder, "matteop65")[0].dice[0].edge_px == pytest.approx(42)


def test_a_lone_one_that_the_list_does_not_name_is_refused(folder: Path) -> None:
    label(folder, "matteop65", (1, 9))
    with pytest.raises(KeyError, match=r"matteop65/a\.png"):
        photographs(folder, "matteop65")


def test_a_source_that_boxes_the_whole_die_keeps_its_ones(folder: Path) -> None:
    label(folder, "nell-byler", (1, 9), (3, 40))
    assert photographs(folder, "nell-byler")[0].dice[0].edge_px == pytest.approx(0.87 * 9)


def test_the_edges_are_those_of_dice_in_pictures_of_that_source() -> None:
    lines = [line.split() for line in EDGES.read_text().splitlines()]
    assert {name.split("/")[0] for name, _ in lines} == {"matteop65"}
    assert len({name for name, _ in lines}) == len(lines) == 54
    assert all(20 < float(edge) < 200 for _, edge in lines)


def test_a_die_without_a_box_lies_where_the_list_has_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "places.txt").write_text("nell-byler/a.png 31.5 22 20\n")
    monkeypatch.setattr(module, "PLACES", tmp_path / "places.txt")
    (folder / "nell-byler" / "labels.json").write_text(json.dumps([{"image": "a.png", "dice": [{"value": 6}]}]))
    ((die,),) = (picture.dice for picture in photographs(folder, "nell-byler"))
    assert (die.value, die.x_px, die.y_px, die.edge_px) == (6, 31.5, 22, 20)
    assert die.slack_px == pytest.approx(6)


def test_the_list_of_places_names_known_sources_once() -> None:
    names = [line.split()[0] for line in PLACES.read_text().splitlines()]
    assert {name.split("/")[0] for name in names} <= set(SOURCES)
    assert len(set(names)) == len(names) > 0

"""Photographs of the verify plate on the simulated table give a certificate, or a refusal in words."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest

from calibration.catalogue import Catalogue, parse_catalogue
from calibration.errors import VerifyError
from calibration.pose.accuracy import PLATE, Plate
from geometry.placement import Placement
from simulation import Poses, Renderer, example_catalogue, example_rig, take_photo
from vision.tracking.photograph import verify

MIDDLE = np.array([1.5, 2.0]) * PLATE.pitch_mm


def bare() -> Catalogue:
    return example_catalogue().bare


def with_plate(scale: float = 1.0) -> Catalogue:
    tags = [
        {
            "id": tag_id,
            "size_mm": PLATE.size_mm * scale,
            "offset_mm": [(x - MIDDLE[0]) * scale, (y - MIDDLE[1]) * scale, 1.2],
        }
        for tag_id, x, y in PLATE.places
    ]
    data = bare().model_dump()
    data["markers"] = [{"id": "plate", "kind": "plate", "diameter_mm": 260.0, "tags": tags}]
    return parse_catalogue(data)


def pictures(scale: float = 1.0, count: int = 2) -> list[tuple[str, Any]]:
    drawn = Renderer(with_plate(scale), example_rig((1920, 1080)))
    taken = []
    for index, (x, y, turn) in enumerate([(8.0, 11.0, 20.0), (21.5, 10.5, -70.0)][:count]):
        poses = Poses(markers={"plate": Placement("plate", x, y, 0.0, turn)})
        taken.append((f"p{index}.jpg", drawn.picture(poses, seed=index)))
    return taken


@pytest.fixture(scope="module")
def taken() -> list[tuple[str, Any]]:
    return pictures()


def test_a_true_rig_is_certified_to_a_few_hundredths_of_a_millimetre(taken: list[tuple[str, Any]]) -> None:
    paper = verify(taken, example_rig((1920, 1080)), bare(), date(2026, 3, 1), thickness_mm=1.2)
    assert abs(paper.bias_mm) < 0.05
    assert paper.p95_mm < 0.2
    assert paper.coverage_95 > 0.92
    assert paper.px_per_module == pytest.approx(14 / 8 * 0.77 * 1920 / example_height(), rel=0.1)
    assert [reading.name for reading in paper.readings] == ["p0.jpg", "p1.jpg"]
    for reading, (x, y) in zip(paper.readings, [(8.0, 11.0), (21.5, 10.5)], strict=True):
        assert np.abs(np.subtract(reading.centre_mm, (x * 25.4, y * 25.4))).max() < 1.0


def example_height() -> float:
    rig = example_rig((1920, 1080))
    assert rig.pose is not None
    return float(rig.pose.camera_mm[2])


def test_a_plate_printed_three_percent_small_is_refused() -> None:
    with pytest.raises(VerifyError) as error:
        verify(pictures(0.97, 1), example_rig((1920, 1080)), bare(), date(2026, 3, 1), thickness_mm=1.2)
    assert (error.value.message.code, error.value.message["file"]) == ("board-plate-scaled", "p0.jpg")
    assert error.value.message["scale"] == pytest.approx(0.974, abs=0.005)


def test_a_plate_whose_tags_stand_for_something_else_is_refused() -> None:
    with pytest.raises(VerifyError) as error:
        verify([], example_rig((1920, 1080)), example_catalogue(), date(2026, 3, 1), plate=Plate(first_id=40))
    assert error.value.message.code == "board-plate-shared"


def test_pictures_without_the_plate_are_refused() -> None:
    image = take_photo(bare(), Poses(), example_rig()).image
    with pytest.raises(VerifyError) as error:
        verify([("empty.jpg", image)], example_rig(), bare(), date(2026, 3, 1))
    assert (error.value.message["seen"], error.value.message["all"]) == (0, 20)

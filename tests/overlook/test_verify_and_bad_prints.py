"""What a person can print, lay or load wrongly is found and said in one line; a right plate gets its certificate."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, parse_catalogue
from calibration.pose.accuracy import PLATE, PlateReading, certify
from calibration.rig import Rig, save_rig
from geometry.placement import Placement
from messages.message import Message
from overlook.app.composition import report_accuracy
from overlook.data_folder import CERTIFICATE
from overlook.image_files import write_picture
from simulation import Poses, Renderer, example_catalogue, example_poses, example_rig
from tests.overlook import commands
from web.contract.base import HealthState

RIG = example_rig((1280, 720))
THICK_MM = 1.2


def overlook(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return commands.overlook(*words, folder=folder)


def bare() -> Catalogue:
    return example_catalogue().bare


def with_plate(rise_mm: Callable[[float, float], float] = lambda x, y: 0.0, scale: float = 1.0) -> Catalogue:
    """The board with the verify plate on it as one thing; `rise_mm` bends it."""
    middle = np.array([1.5, 2.0]) * PLATE.pitch_mm
    tags = [
        {
            "id": tag_id,
            "size_mm": PLATE.size_mm * scale,
            "offset_mm": [(x - middle[0]) * scale, (y - middle[1]) * scale, THICK_MM + rise_mm(x, y)],
        }
        for tag_id, x, y in PLATE.places
    ]
    data = bare().model_dump()
    data["markers"] = [{"id": "plate", "kind": "plate", "diameter_mm": 260.0, "tags": tags}]
    return parse_catalogue(data)


def scaled(catalogue: Catalogue, ratio: float, *, board: bool) -> Catalogue:
    """The catalogue as it really is when a printer scaled the board's sheet, or that of the operatives' tags."""
    data = catalogue.model_dump()
    if board:
        for tag in data["board"]["tags"]:
            tag["size_mm"] *= ratio
    else:
        for thing in data["operatives"]:
            for tag in thing["tags"]:
                tag["size_mm"] *= ratio
    return parse_catalogue(json.loads(json.dumps(data)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rig and catalogues on disk, a good photograph, and the plate in three places."""
    made = tmp_path_factory.mktemp("prints")
    save_rig(RIG, made / "rig.json")
    for name, catalogue in (("things", example_catalogue()), ("bare", bare())):
        (made / f"{name}.json").write_text(json.dumps(json.loads(catalogue.model_dump_json())))
    write_picture(made / "good.png", photo(example_catalogue()))
    for number, (x, y, turn) in enumerate([(8.0, 11.0, 20.0), (21.5, 10.5, -70.0), (15.0, 12.0, 100.0)]):
        lay(made / f"plate{number}.png", with_plate(), Placement("plate", x, y, 0.0, turn), seed=number)
    return made


def lay(path: Path, catalogue: Catalogue, where: Placement, seed: int = 0) -> None:
    write_picture(path, photo(catalogue, Poses(markers={"plate": where}), seed))


@cache
def stages() -> dict[str, Renderer]:
    """Renderers by board and terrain, shared because drawing is most of the work."""
    return {}


def photo(catalogue: Catalogue, poses: Poses | None = None, seed: int = 2) -> NDArray[np.uint8]:
    """The table of a catalogue, as the example's rig sees it."""
    key = repr((catalogue.board, catalogue.terrain))
    drawn = stages().get(key)
    renderer = Renderer(catalogue, RIG) if drawn is None else drawn.with_models(catalogue)
    image = renderer.picture(poses or example_poses(), seed=seed)
    stages().setdefault(key, renderer)
    return image


def locate(folder: Path, image: str, *, rig: str = "rig.json") -> subprocess.CompletedProcess[str]:
    return overlook(folder, "locate", image, "--rig", rig, "--catalogue", "things.json", "--json")


def verify(folder: Path, *images: str, out: str = "c.json") -> subprocess.CompletedProcess[str]:
    plate = ("--rig", "rig.json", "--catalogue", "bare.json", "--thickness-mm", str(THICK_MM), "--out", out)
    return overlook(folder, "verify", *images, *plate, "--json")


def warned(done: subprocess.CompletedProcess[str]) -> tuple[dict[str, Any], str]:
    """The answer about the one picture, and its warnings as one text."""
    assert done.returncode == 0, done.stderr
    (answer,) = json.loads(done.stdout)["images"]
    return answer, "; ".join(answer["warnings"])


def refused(done: subprocess.CompletedProcess[str], *said: str) -> None:
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    for words in said:
        assert words in done.stderr


def test_a_plate_in_three_places_gets_a_dated_certificate_and_a_page(folder: Path) -> None:
    images = ["plate0.png", "plate1.png", "plate2.png"]
    options = ("--rig", "rig.json", "--catalogue", "bare.json", "--thickness-mm", str(THICK_MM))
    done = overlook(folder, "verify", *images, *options, "--out", "certificate.json", "--page", "page.html")
    assert done.returncode == 0, done.stderr
    assert "inside the stated 95 %" in done.stdout
    paper = json.loads((folder / "certificate.json").read_text())
    assert paper["date"] == date.today().isoformat()
    assert [place["image"] for place in paper["places"]] == images
    assert abs(paper["bias_mm"]) < 0.05
    assert paper["p50_mm"] < paper["p95_mm"] < paper["max_mm"] < 0.4
    assert paper["p95_mm"] < 0.2
    assert paper["coverage_95"] > 0.92
    doubts = paper["doubts"]
    assert all(0 < one["exact_in"] < one["mounted_in"] for one in doubts)
    worst = max(doubts, key=lambda one: one["mounted_in"])
    rows = [line.split()[1:] for line in done.stdout.splitlines()[-8:-1]]
    assert sorted(cell for row in rows for cell in row if cell != "-")[-1] == f"{worst['mounted_in']:.3f}"
    assert sum(cell != "-" for row in rows for cell in row) == len(doubts)
    page = (folder / "page.html").read_text()
    assert paper["date"] in page
    assert f"{paper['p95_mm']:.2f}<small>" in page
    assert "http" not in page, "the page is complete in itself"


def test_a_plate_that_is_not_flat_is_refused(folder: Path) -> None:
    bent = with_plate(lambda x, y: 9.0 * (x / PLATE.pitch_mm / 3 - 0.5) ** 2 * 4)
    lay(folder / "bent.png", bent, Placement("plate", 15.0, 11.0, 0.0, 10.0))
    refused(verify(folder, "bent.png", out="bent.json"), "bent.png", "not flat", "stiff board")
    assert not (folder / "bent.json").exists()


def test_a_plate_on_something_is_refused_as_tilted(folder: Path) -> None:
    tilted = with_plate(lambda x, y: 0.06 * y)
    lay(folder / "tilted.png", tilted, Placement("plate", 15.0, 11.0, 0.0, 10.0))
    refused(verify(folder, "tilted.png"), "tilted.png", "tilted by", "bare killzone")


def test_a_plate_printed_three_percent_small_is_refused(folder: Path) -> None:
    lay(folder / "small.png", with_plate(scale=0.97), Placement("plate", 15.0, 11.0, 0.0, 10.0))
    refused(verify(folder, "small.png"), "small.png", "97.0 % of its", "100 mm ruler")


def test_a_mirrored_print_is_refused(folder: Path) -> None:
    image = cv2.imread(str(folder / "good.png"))
    assert image is not None
    write_picture(folder / "mirrored.png", np.ascontiguousarray(image[:, ::-1]))
    refused(locate(folder, "mirrored.png"), "tags are mirrored", "without mirroring")


def test_two_copies_of_one_tag_are_said_and_not_used(folder: Path) -> None:
    twice = example_catalogue().model_dump()
    copy = dict(twice["operatives"][0])
    image = photo(example_catalogue())
    data = {**twice, "operatives": [{**copy, "id": "copy"}], "terrain": [], "markers": []}
    alone = Poses(operatives={"copy": Placement("copy", 26.0, 3.0, 0.0, 20.0)})
    other = photo(parse_catalogue(json.loads(json.dumps(data))), alone)
    region = (slice(567, 693), slice(900, 1067))
    image[region] = other[region]
    write_picture(folder / "twice.png", image)
    answer, said = warned(locate(folder, "twice.png"))
    assert f"Tag {copy['tags'][0]['id']} is in the image 2 times" in said
    assert answer["missing"] == [copy["id"]]


def test_a_foreign_tag_is_listed_and_disturbs_nobody(folder: Path) -> None:
    data = example_catalogue().model_dump()
    data["markers"][0]["tags"][0]["id"] = 200
    write_picture(folder / "foreign.png", photo(parse_catalogue(json.loads(json.dumps(data)))))
    answer, said = warned(locate(folder, "foreign.png"))
    assert answer["unknown_tags"] == [200]
    assert answer["missing"] == []
    assert "Tag 200 is not in the catalogue" in said


@pytest.mark.parametrize(
    ("board", "said"),
    [(True, "The board's tags are printed at 97"), (False, "the tags of operatives are printed at 97")],
)
def test_a_print_scaled_by_three_percent_is_said(folder: Path, board: bool, said: str) -> None:
    real = scaled(example_catalogue(), 0.97, board=board)
    write_picture(folder / "scaled.png", photo(real))
    assert said in warned(locate(folder, "scaled.png"))[1]


def test_a_lens_file_for_another_size_is_refused(folder: Path) -> None:
    save_rig(example_rig((1920, 1080)), folder / "large_rig.json")
    refused(locate(folder, "good.png", rig="large_rig.json"), "1920 x 1080", "1280 x 720")


def test_a_lens_file_for_another_mode_of_the_same_size_is_said(folder: Path) -> None:
    """A mode that crops the sensor magnifies: its focal length is another, though the picture has the same size."""
    matrix = RIG.camera.camera_matrix * np.array([[1.3, 1, 1], [1, 1.3, 1], [1, 1, 1]])
    save_rig(Rig(replace(RIG.camera, camera_matrix=matrix)), folder / "crop.json")
    assert "the lens file is for another camera mode" in warned(locate(folder, "good.png", rig="crop.json"))[1]


def test_a_good_picture_with_the_right_lens_has_no_warnings(folder: Path) -> None:
    assert warned(locate(folder, "good.png"))[1] == ""


def test_a_running_table_shows_its_certificate_and_nothing_without_one(tmp_path: Path) -> None:
    told: list[tuple[str, str]] = []

    def report(part: str, state: HealthState, sentence: Message | str) -> None:
        assert state is HealthState.OK
        told.append((part, str(sentence)))

    path = tmp_path / CERTIFICATE
    report_accuracy(report, path)
    assert told == []
    reading = PlateReading("a.jpg", (380.0, 280.0), np.array([0.1, -0.1]), np.array([0.1, 0.1]), 1.0, 20)
    path.write_text(json.dumps(certify([reading], "cm3", date(2026, 3, 1), 3.3).to_json()))
    report_accuracy(report, path)
    assert told == [("accuracy", "±0.10 mm, verified 2026-03-01")]

"""`overlook ask`: a question about one photograph by a camera that was never calibrated."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from calibration.pose.self_calibration import FRAME_DIAGONAL_MM
from calibration.rig import save_rig
from overlook.cli.ask import Question, focal_35mm_of, question_of
from overlook.cli.main import program
from referee import records
from referee.rules.errors import MalformedError
from simulation.render.renderer import take_photo
from simulation.scene.example_table import example_catalogue, example_poses, example_rig

SIZE_PX = (1600, 1200)
GAMES = Path(records.__file__).parent / "files" / "examples" / "games"
FOCAL_LENGTH_35MM = 0xA405
EXIF_FOLDER = 0x8769


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A slanted photograph with EXIF, the same without, and the catalogue."""
    there = tmp_path_factory.mktemp("photo")
    rig = example_rig(SIZE_PX, tilt_deg=25, fill=0.62)
    picture = Image.fromarray(
        np.ascontiguousarray(take_photo(example_catalogue(), example_poses(), rig).image[..., ::-1])
    )
    picture.save(there / "plain.jpg", quality=92)
    exif = Image.Exif()
    focal = float(rig.camera.camera_matrix[0, 0])
    exif.get_ifd(EXIF_FOLDER)[FOCAL_LENGTH_35MM] = round(focal * FRAME_DIAGONAL_MM / math.hypot(*SIZE_PX))
    picture.save(there / "phone.jpg", quality=92, exif=exif)
    (there / "catalogue.json").write_text(example_catalogue().model_dump_json(), encoding="utf-8")
    save_rig(replace(rig, pose=None), there / "rig.json")
    return there


def ask(folder: Path, question: str, *more: str, photograph: str = "phone.jpg") -> Result:
    words = ["ask", str(folder / photograph), question, "--catalogue", str(folder / "catalogue.json"), *more]
    return CliRunner().invoke(program("ask"), words)


def true_gap(a: str, b: str) -> float:
    """Edge to edge on the floor, from the example's places and base sizes, all round."""
    poses, bases = example_poses().operatives, {one.id: one.base_mm for one in example_catalogue().operatives}
    centres = math.dist((poses[a].x, poses[a].y), (poses[b].x, poses[b].y))
    radii = [base / 2 / 25.4 for base in (bases[a], bases[b]) if isinstance(base, float)]
    return centres - sum(radii)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("A1 within 2 of B1", Question("within", "a1", "b1", 2.0)),
        ('is A1 within 2.5" of B1?', Question("within", "a1", "b1", 2.5)),
        ("A1 is within 2,5 inches of b1", Question("within", "a1", "b1", 2.5)),
        ("does a1 see B2?", Question("sees", "a1", "b2")),
        ("A1 sees B2", Question("sees", "a1", "b2")),
        ("is B2 in cover from A1", Question("cover", "a1", "b2")),
        ("A1 in control range of B1", Question("control", "a1", "b1")),
        ("who wins", None),
        ("A1 within B1", None),
        ("", None),
    ],
)
def test_questions_are_understood_as_people_type_them(typed: str, meant: Question | None) -> None:
    assert question_of(typed) == meant


@pytest.mark.parametrize("photograph", ["phone.jpg", "plain.jpg"])
def test_distances_are_answered_on_both_sides_of_the_truth(folder: Path, photograph: str) -> None:
    apart = true_gap("a1", "b1")
    for limit, verdict in ((apart + 0.2, "YES"), (apart - 0.2, "NO"), (apart, "TOO_CLOSE")):
        done = ask(folder, f"A1 within {limit:.3f} of B1", "--json", photograph=photograph)
        assert json.loads(done.stdout)["verdict"] == verdict


def test_an_estimated_lens_gives_the_same_answers_as_the_true_one(folder: Path) -> None:
    for question in ("A2 sees B5", "B1 in cover from A2", "A1 in control range of B1"):
        told = ask(folder, question, "--json"), ask(folder, question, "--json", "--rig", str(folder / "rig.json"))
        first, second = (json.loads(one.stdout) for one in told)
        assert first["verdict"] == second["verdict"]


def test_the_answer_is_said_with_its_reason(folder: Path) -> None:
    done = ask(folder, "A1 within 30 of B1")
    assert done.stdout.startswith('A1 is within 30" of B1? YES.')


@pytest.mark.parametrize(
    ("question", "said"),
    [("who wins", "is not understood"), ("A1 sees Z9", "z9"), ("A1 sees A1", "two operatives")],
)
def test_a_question_that_cannot_be_answered_is_refused_in_one_line(folder: Path, question: str, said: str) -> None:
    done = ask(folder, question)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_focal_length_comes_from_exif_or_from_nowhere(folder: Path, tmp_path: Path) -> None:
    assert focal_35mm_of(folder / "phone.jpg") == pytest.approx(0.77 * 1600 * 43.27 / 2000, abs=0.5)
    assert focal_35mm_of(folder / "plain.jpg") is None
    (tmp_path / "cut.jpg").write_bytes((folder / "phone.jpg").read_bytes()[:400])
    assert focal_35mm_of(tmp_path / "cut.jpg") in {None, focal_35mm_of(folder / "phone.jpg")}
    (tmp_path / "none.jpg").write_bytes(b"")
    assert focal_35mm_of(tmp_path / "none.jpg") is None


def test_the_free_table_measures_on_a_photograph(folder: Path) -> None:
    apart = true_gap("a1", "b1")
    told = ask(folder, f"gap A1 B1 {apart + 0.5:.2f}", "--edition", "free")
    assert told.exit_code == 0
    assert "YES" in told.stdout
    plain = json.loads(ask(folder, "gap A1 B1 reach", "--game", str(GAMES / "marsh-lanterns.toml"), "--json").stdout)
    (found,) = plain["measures"]
    assert found["value"] == pytest.approx(apart, abs=0.1)
    assert (found["limit"], found["verdict"]) == (1.0, "NO")


def test_a_question_to_the_free_table_that_is_not_understood_is_one_line(folder: Path) -> None:
    refused = ask(folder, "charge A1", "--edition", "free")
    assert isinstance(refused.exception, MalformedError)

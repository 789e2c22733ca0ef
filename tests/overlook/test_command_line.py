"""The command line: answers on stdout alone, faults in one line that says what, where and what to do, exit status 2."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from overlook.cli.main import FAULTS, MODULES, SUMMARIES, asked, described, faults, listing, program
from overlook.image_files import write_picture
from overlook.settings import load_settings
from tests.overlook.commands import overlook
from tests.vision.bombs import png


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small photograph of the simulated table, with its catalogue and rig."""
    folder = tmp_path_factory.mktemp("photo")
    done = overlook("example", "photo", "--width", "1280", folder=folder)
    assert done.returncode == 0, done.stderr
    return folder / "photo"


HELPED = [*MODULES, "print tags", "calibrate wizard", "mission example", "terrain outline"]


def options(photo: Path, **changed: Path) -> list[str]:
    named = {"rig": photo / "rig.json", "catalogue": photo / "catalogue.json", **changed}
    return [word for name, path in named.items() for word in (f"--{name}", str(path))]


def changed(source: Path, target: Path, change: dict[str, Any]) -> Path:
    document = json.loads(source.read_text())
    for dotted, value in change.items():
        *way, last = dotted.split(".")
        inner = document
        for step in way:
            inner = inner[int(step)] if step.isdecimal() else inner[step]
        inner[last] = value
    target.write_text(json.dumps(document))
    return target


def test_locate_places_every_operative_of_its_own_photograph(photo: Path) -> None:
    done = overlook("locate", photo / "table.png", *options(photo), "--json", folder=photo)
    assert done.returncode == 0, done.stderr
    (answer,) = json.loads(done.stdout)["images"]
    assert answer["board"]["references"] == 16
    assert answer["missing"] == []
    assert answer["unknown_tags"] == []
    truth = {"a1": (2.7, 13.6, "floor"), "a2": (7.9, 16.4, "platform"), "b2": (22.7, 6.9, "bunker"), "b6": (18.2, 3.6)}
    found = {one["id"]: one for one in answer["operatives"]}
    assert len(found) == 12
    for name, (x, y, *level) in truth.items():
        place = found[name]["pos_mm"]
        assert np.hypot(place[0] / 25.4 - x, place[1] / 25.4 - y) * 25.4 < 0.8
        assert found[name]["level"] == (level[0] if level else "floor")


def test_measure_says_gap_sigma_and_verdicts_and_draws_them(photo: Path, tmp_path: Path) -> None:
    picture = tmp_path / "drawn.png"
    asked = ("--from", "a4", "--to", "b6", "--picture", picture, "--json")
    done = overlook("measure", photo / "table.png", *options(photo), *asked, folder=photo)
    assert done.returncode == 0, done.stderr
    (pair,) = json.loads(done.stdout)["images"][0]["pairs"]
    assert (pair["a"], pair["b"], pair["visible"], pair["control_range"]) == ("a4", "b6", "YES", "NO")
    centres = np.hypot(10.4 - 18.2, 12.8 - 3.6)
    assert pair["gap_in"] == pytest.approx(centres - (12.5 + 16) / 25.4, abs=0.05)
    assert 0 < pair["sigma_in"] < 0.05
    assert picture.stat().st_size > 100_000


def test_the_answer_is_alone_on_stdout(photo: Path) -> None:
    done = overlook("locate", photo / "table.png", *options(photo), "--json", folder=photo)
    json.loads(done.stdout)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing image", r"nowhere\.png cannot be read"),
        ("unreadable image", r"text\.png cannot be read as an image"),
        ("tag twice", r"catalogue\.json: operatives\[1\]\.tags\[0\]\.id: tag \d+"),
        ("unknown dictionary", r"dictionary: .*DICT_ARUCO"),
        ("rig for another size", r"1280 x 720 px.* 1920 x 1080 px"),
        ("no board in view", r"0 of 16 board tags"),
        ("broken rig", r"rig\.json is not valid JSON"),
        ("nobody of that name", r"no operative \"zz\""),
    ],
)
def test_bad_input_is_one_line_and_status_2(photo: Path, tmp_path: Path, name: str, said: str) -> None:
    image, words = photo / "table.png", options(photo)
    extra: tuple[str, ...] = ()
    if name == "missing image":
        image = tmp_path / "nowhere.png"
    elif name == "unreadable image":
        image = tmp_path / "text.png"
        image.write_text("no picture")
    elif name == "tag twice":
        tag = json.loads((photo / "catalogue.json").read_text())["operatives"][0]["tags"][0]["id"]
        twice = changed(photo / "catalogue.json", tmp_path / "catalogue.json", {"operatives.1.tags.0.id": tag})
        words = options(photo, catalogue=twice)
    elif name == "unknown dictionary":
        other = changed(photo / "catalogue.json", tmp_path / "catalogue.json", {"dictionary": "DICT_NONE"})
        words = options(photo, catalogue=other)
    elif name == "rig for another size":
        other = changed(photo / "rig.json", tmp_path / "rig.json", {"camera.size_px": [1920, 1080]})
        words = options(photo, rig=other)
    elif name == "no board in view":
        image = tmp_path / "grey.png"
        write_picture(image, np.full((720, 1280, 3), 128, np.uint8))
    elif name == "broken rig":
        broken = tmp_path / "rig.json"
        broken.write_text("{")
        words = options(photo, rig=broken)
    else:
        extra = ("--from", "zz")
    command = "measure" if extra else "locate"
    done = overlook(command, image, *words, *extra, folder=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert re.search(said, done.stderr), done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("frob",), "No such command"),
        (("adjudicate",), "file"),
        (("adjudicate", "nothing.json"), "nothing.json cannot be read"),
        (("odds", "nothing.json"), "nothing.json"),
        (("play", "nothing.json"), "nothing.json"),
        (("roster", "nothing.toml"), "nothing.toml"),
        (("dice", "none.png", "--count", "abc"), '--count: found "abc". Expected a whole number'),
        (
            ("locate", "none.png", "--rig", "r", "--catalogue", "c", "--fps", "0"),
            '--fps: found "0". Expected at least 0.01',
        ),
        (("locate", "none.png"), "Missing option '--rig'"),
        (("dice", "float.tiff"), "float.tiff cannot be read as an image"),
        (("dice", "none.png", "--tray", "deep.json"), "deep.json: lists and objects are nested too deeply"),
        (("adjudicate", "deep.json"), "deep.json is not valid JSON"),
        (("odds", "deep.json"), "deep.json is not valid JSON"),
        (("play", "deep.json"), "deep.json"),
        (("roster", "deep.json"), "deep.json is not valid JSON"),
        (("run", "--port", "99999"), "web.port"),
        (("run", "--edition", "kt99"), "kt24"),
        (("run", "--camera", "periscope"), "camera"),
        (("run", "--settings", "nothing.toml"), "nothing.toml"),
    ],
)
def test_a_wrong_command_is_one_line_and_status_2(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    (tmp_path / "deep.json").write_text("[" * 100_000)
    cv2.imwrite(str(tmp_path / "float.tiff"), np.zeros((9, 9, 3), np.float32))
    done = overlook(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert said in done.stderr


def test_a_taken_port_is_one_line(tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = overlook("run", "--port", str(port), "--data", str(tmp_path), folder=tmp_path)
    assert done.returncode == 2
    assert f"Port {port}" in done.stderr
    assert "--port" in done.stderr


def test_every_command_of_the_readme_runs(checkout: Path, tmp_path: Path) -> None:
    readme = (checkout / "README.md").read_text()
    shell = [line for block in re.findall(r"```sh\n(.*?)```", readme, re.S) for line in block.splitlines()]
    commands = [shlex.split(line, comments=True) for line in shell if line.strip()]
    ours = [words[1:] for words in commands if words[0].endswith("overlook")]
    assert len(ours) == 3
    for words in ours:
        done = overlook(*words, folder=tmp_path)
        assert done.returncode == 0, (words, done.stderr)
    made = {words[1] for words in commands if words[0] == "make"}
    listed = subprocess.run(["make", "-s"], cwd=checkout, capture_output=True, text=True, check=True).stdout
    assert made == {"run", "test"}
    assert all(f"make {name}" in listed for name in made)
    for name in re.findall(r"`overlook (\w+)[ `]", readme):
        helped = overlook(name, "--help", folder=tmp_path)
        assert helped.returncode == 0, (name, helped.stderr)


def test_every_link_of_the_documents_leads_somewhere(checkout: Path) -> None:
    for document in (checkout / "README.md", *(checkout / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
            if "://" not in target:
                assert os.path.exists(document.parent / target), f"{document.name}: {target}"


def test_the_settings_that_the_environment_names_go_before_those_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside, named = tmp_path / "overlook.toml", tmp_path / "named.toml"
    beside.write_text("[web]\nport = 8001\n")
    named.write_text("[web]\nport = 8002\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OVERLOOK_SETTINGS", raising=False)
    assert load_settings().web.port == 8001
    monkeypatch.setenv("OVERLOOK_SETTINGS", str(named))
    assert load_settings().web.port == 8002


def test_every_command_is_named_before_it_is_read() -> None:
    whole = typer.main.get_command(program())
    assert isinstance(whole, TyperGroup)
    assert set(whole.commands) == set(MODULES)


@pytest.mark.parametrize("command", sorted(MODULES))
def test_a_command_alone_is_the_command_among_all(command: str) -> None:
    alone, whole = (typer.main.get_command(made) for made in (program(command), program()))
    assert isinstance(alone, TyperGroup)
    assert isinstance(whole, TyperGroup)
    one, same = alone.commands[command], whole.commands[command]
    assert [each.name for each in one.params] == [each.name for each in same.params]
    assert one.help == same.help


def test_the_list_of_commands_is_that_of_all_of_them_read() -> None:
    whole = typer.main.get_command(program())
    assert isinstance(whole, TyperGroup)
    firsts = {
        name: (described(one.help) or "").split("\n\n")[0].replace("\n", " ") for name, one in whole.commands.items()
    }
    assert list(firsts.items()) == [(name, described(summary)) for name, summary in SUMMARIES.items()]
    shown = [CliRunner().invoke(app, ["--help"]).output for app in (listing(), program())]
    assert shown[0] == shown[1]


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["nothing"], []])
def test_a_list_of_commands_reads_none_of_them(words: list[str]) -> None:
    read = "import sys; from overlook.cli.main import asked; asked(sys.argv[1:]); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", read, *words], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"numpy", "cv2", "pydantic", "shapely", "scipy"}
    assert {name for name in loaded if name.startswith("overlook.cli.")} == {"overlook.cli.main"}


def test_a_command_is_read_without_the_library_of_the_catalogue() -> None:
    read = "import sys; from overlook.cli.main import asked; asked(['run']); print('fluent.runtime' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("words", [name.split() for name in HELPED])
def test_help_is_shown_in_words_and_not_in_codes(words: list[str]) -> None:
    shown = CliRunner().invoke(program(words[0]), [*words, "--help"]).output
    assert "-help-" not in shown
    assert "cli-summary" not in shown


def test_a_command_behind_an_option_is_read_too() -> None:
    assert isinstance(group := typer.main.get_command(asked(["--help", "run"])), TyperGroup)
    assert group.commands["run"].params


def test_every_fault_of_a_person_is_known_by_its_name() -> None:
    for module, name in FAULTS.items():
        assert issubclass(getattr(import_module(module), name), Exception)
    assert {one.__name__ for one in faults()} == set(FAULTS.values())


EACH_ALONE = """
import sys
from importlib import import_module
OURS = ("overlook", "referee", "web", "venue", "vision", "hardware", "simulation", "calibration", "geometry")
for name in sys.argv[1:]:
    for loaded in [one for one in sys.modules if one.partition(".")[0] in OURS]:
        del sys.modules[loaded]
    import_module(f"overlook.cli.{name}")
"""


@pytest.mark.nightly
def test_every_command_begins_though_its_own_module_is_the_first_that_is_imported() -> None:
    names = sorted(set(MODULES.values()))
    assert {"content", "games"} <= set(names)
    done = subprocess.run([sys.executable, "-c", EACH_ALONE, *names], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
@pytest.mark.parametrize(
    "words",
    [
        "calibrate lens view.jpg --target t.json --out r.json --focus {}",
        "terrain outline view.jpg --rig r.json --catalogue c.json --at 5 5 --height-mm {}",
        "locate view.jpg --rig r.json --catalogue c.json --sequence --fps {}",
        "mount --height-m {}",
        "verify view.jpg --rig r.json --catalogue c.json --thickness-mm {}",
    ],
)
def test_an_option_that_is_no_number_is_refused_by_its_name(words: str, number: str) -> None:
    asked_for = shlex.split(words.format(number))
    done = CliRunner().invoke(program(asked_for[0]), asked_for)
    assert done.exit_code == 2
    option = next(word for word in reversed(asked_for) if word.startswith("--"))
    assert option in done.output


@pytest.mark.parametrize("at", [("nan", "5"), ("5", "inf"), ("-1", "5"), ("5", "720")])
def test_an_outline_is_asked_for_at_a_pixel_of_the_picture(photo: Path, at: tuple[str, str]) -> None:
    done = overlook("terrain", "outline", photo / "table.png", *options(photo), "--at", *at, folder=photo)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "--at" in done.stderr
    assert "1280 x 720" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        "locate {picture} {table}",
        "locate --sequence {picture} {table}",
        "measure {picture} {table}",
        "verify {picture} {table}",
        "terrain outline {picture} {table} --at 5 5",
        "calibrate board {picture} {table} --out out.json",
        "calibrate lens {picture} --target target.json --out out.json",
        "dice {picture}",
        "tray {picture} {picture} {picture} --corners '5,5 90,5 90,90 5,90'",
    ],
)
def test_too_large_a_picture_is_refused_by_every_command(photo: Path, words: str, tmp_path: Path) -> None:
    (picture := tmp_path / "huge.png").write_bytes(png(16384, 16384))
    target = {"squares": [11, 8], "square_mm": 25, "marker_mm": 18.5, "dictionary": "DICT_5X5_100"}
    (tmp_path / "target.json").write_text(json.dumps(target))
    done = overlook(*shlex.split(words.format(picture=picture, table=shlex.join(options(photo)))), folder=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    line = done.stderr.splitlines()[-1]
    assert line.startswith(f"overlook: {picture}: ")
    assert "16384 x 16384" in line

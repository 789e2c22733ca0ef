"""A table always starts and always serves, whatever is missing or damaged: the real program, as a process."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.depth import depth
from tests.overlook.first_run.running import PATIENCE_S, Running, whole_table

GARBAGE = (b"", b"{", b"\xff\xfe\x00garbage", b"null", b'{"version": 99}', b"[" * 5000)
Spoil = Callable[[Path, random.Random], None]


def garbled(name: str) -> Spoil:
    def spoil(folder: Path, chance: random.Random) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(chance.choice(GARBAGE))

    return spoil


def gone(name: str) -> Spoil:
    def spoil(folder: Path, _: random.Random) -> None:
        (folder / name).unlink(missing_ok=True)

    return spoil


def a_folder(name: str) -> Spoil:
    def spoil(folder: Path, _: random.Random) -> None:
        (folder / name).unlink(missing_ok=True)
        (folder / name).mkdir(parents=True, exist_ok=True)

    return spoil


def replaced(name: str, old: str, new: str) -> Spoil:
    def spoil(folder: Path, _: random.Random) -> None:
        path = folder / name
        if path.is_file():
            path.write_text(path.read_text(errors="replace").replace(old, new), encoding="utf-8")

    return spoil


def no_data_folder(folder: Path, _: random.Random) -> None:
    if not (folder / "data").exists():
        (folder / "data").write_text("a file stands where the folder should be")


SPOILS: dict[str, Spoil] = {
    "settings gone": gone("overlook.toml"),
    "settings garbled": garbled("overlook.toml"),
    "settings a folder": a_folder("overlook.toml"),
    "a line that is no TOML": replaced("overlook.toml", "[game]", "[game]\nedition = kt24"),
    "an unknown edition": replaced("overlook.toml", "[game]", '[game]\nedition = "kt99"'),
    "a broken header": replaced("overlook.toml", "[camera]", "[camera"),
    "a misspelt section": replaced("overlook.toml", "[game]", "[gmae]"),
    "a port of words": replaced("overlook.toml", "[web]", '[web]\nport = "many"'),
    "an impossible name": replaced("overlook.toml", "[web]", '[web]\nnames = ["a:b/c"]'),
    "an address that is not here": replaced("overlook.toml", "[web]", '[web]\nhost = "192.0.2.55"'),
    "a team that is not there": replaced("overlook.toml", "[game]", '[game]\nteams = ["nowhere.toml"]'),
    "a pack that is not there": replaced("overlook.toml", "[game]", '[game]\npacks = ["nowhere.toml"]'),
    "an unknown killzone": replaced("overlook.toml", "[game]", '[game]\nkillzone = "moon"'),
    "a tray camera misspelt": replaced("overlook.toml", "[tray]", '[tray]\nsource = "cmera"'),
    "no camera named": replaced("overlook.toml", "source = ", "# source = "),
    "a camera that is not plugged in": replaced("overlook.toml", "table.png", "/dev/video9"),
    "a camera misspelt": replaced("overlook.toml", "table.png", "picamrea"),
    "picture gone": gone("table.png"),
    "picture garbled": garbled("table.png"),
    "lens gone": gone("rig.json"),
    "lens garbled": garbled("rig.json"),
    "lens a folder": a_folder("rig.json"),
    "catalogue gone": gone("catalogue.json"),
    "catalogue garbled": garbled("catalogue.json"),
    "data folder a file": no_data_folder,
    "games folder a file": garbled("data/games"),
    "choices garbled": garbled("data/first-run/choices.json"),
    "certificate garbled": garbled("data/certificate.json"),
    "mounting garbled": garbled("data/mounting.json"),
    "tray garbled": garbled("data/tray.json"),
    "draft garbled": garbled("data/setup/draft.json"),
    "secret garbled": garbled("data/cookie-secret"),
    "a game garbled": garbled("data/games/0001.game"),
}


def serves(folder: Path, spoiled: list[str], *, from_nothing: bool) -> float:
    """Start the program in a folder, and return after how much work, s, both pages stood; it must say what is wrong."""
    settings, data = folder / "overlook.toml", ("--data", str(folder / "data"))
    with Running(folder, *data, settings=settings, from_nothing=from_nothing) as table:
        for address in ("/", "/setup"):
            answer = table.page(address)
            assert answer.status_code == 200, (spoiled, address, answer.text)
            assert answer.headers["content-type"].startswith("text/html")
        took_s = table.worked_s
        assert took_s < PATIENCE_S, spoiled
        state = table.first()
        snapshot = table.page("/api/snapshot")
        if snapshot.status_code == 404:
            assert state is not None
            lacks = state["lacks"]
            assert lacks, spoiled
            assert all(len(lack["sentence"]) > 20 for lack in lacks)
        else:
            assert snapshot.status_code == 200, (spoiled, snapshot.text)
        time.sleep(0.5)
        assert table.process.poll() is None, (spoiled, table.said)
        assert "Traceback" not in table.said, (spoiled, table.said)
    return took_s


def spoil(folder: Path, names: list[str], seed: int) -> None:
    chance = random.Random(seed)
    for name in names:
        # Two that contradict each other, a file and a folder of one name, are one.
        with contextlib.suppress(FileExistsError, IsADirectoryError, NotADirectoryError):
            SPOILS[name](folder, chance)


@pytest.mark.parametrize("seed", range(depth(1, 3)))
def test_whatever_is_missing_or_damaged_both_pages_stand_and_say_it(
    tmp_path: Path, seed: int, commit_seed: int
) -> None:
    seed += commit_seed
    chance = random.Random(seed)
    names = chance.sample(sorted(SPOILS), chance.randint(2, 5))
    whole_table(tmp_path)
    spoil(tmp_path, names, seed)
    print(f"\n{names}: {serves(tmp_path, names, from_nothing=True):.1f} s")


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(SPOILS))
def test_each_thing_alone_is_said_and_survived(tmp_path: Path, name: str) -> None:
    whole_table(tmp_path)
    spoil(tmp_path, [name], 1)
    serves(tmp_path, [name], from_nothing=False)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 140))
def test_any_combination_of_them_too(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    names = chance.sample(sorted(SPOILS), chance.randint(1, 8))
    whole_table(tmp_path)
    spoil(tmp_path, names, seed)
    serves(tmp_path, names, from_nothing=False)


def test_a_fresh_machine_with_a_camera_named_says_what_is_missing(tmp_path: Path) -> None:
    with Running(
        tmp_path, "--camera", "v4l2:/dev/video9", "--data", str(tmp_path / "data"), from_nothing=True
    ) as table:
        assert table.page("/").status_code == table.page("/setup").status_code == 200
        assert table.page("/api/v1/first").json().keys() == table.page("/api/first").json().keys()
        assert table.worked_s < PATIENCE_S
        table.until("the camera is said to be away", lambda: "camera" in parts(table))
        state = table.first()
        assert state is not None
        said = {lack["part"]: lack for lack in state["lacks"]}
        assert "v4l2:/dev/video9" in said["camera"]["sentence"]
        assert said["lens"]["step"] == "lens"


def health(table: Running) -> dict[str, dict[str, Any]]:
    return {one["part"]: one for one in table.page("/api/health").json()["parts"]}


def parts(table: Running) -> set[str]:
    state = table.first()
    return {lack["part"] for lack in state["lacks"]} if state is not None else set()


def test_a_camera_that_is_plugged_in_later_is_taken_by_itself(tmp_path: Path) -> None:
    whole_table(tmp_path)
    picture = (tmp_path / "table.png").read_bytes()
    (tmp_path / "table.png").unlink()
    with Running(tmp_path, "--settings", str(tmp_path / "overlook.toml")) as table:
        table.until("the camera is said to be away", lambda: health(table).get("camera", {}).get("state") == "lost")
        assert health(table)["camera"]["message"]["code"] == "camera-unknown"
        (tmp_path / "table.png").write_bytes(picture)
        table.until("the board is found", lambda: health(table).get("board", {}).get("state") == "ok")


def test_a_first_run_whose_camera_comes_later_shows_its_picture(tmp_path: Path) -> None:
    whole_table(tmp_path)
    picture = (tmp_path / "table.png").read_bytes()
    for name in ("table.png", "rig.json"):
        (tmp_path / name).unlink()
    with Running(tmp_path, "--settings", str(tmp_path / "overlook.toml")) as table:
        table.until("the camera is said to be away", lambda: "camera" in parts(table))
        (tmp_path / "table.png").write_bytes(picture)
        table.until("the camera is there", lambda: "camera" not in parts(table))
        table.until("its picture is shown", lambda: (table.first() or {})["picture"] > 0)
        assert table.page("/api/first/picture.jpg").content.startswith(b"\xff\xd8")


def test_what_is_mended_by_hand_is_found_without_a_restart(tmp_path: Path) -> None:
    whole_table(tmp_path)
    rig = (tmp_path / "rig.json").read_bytes()
    (tmp_path / "rig.json").write_bytes(b"{")
    with Running(tmp_path, "--settings", str(tmp_path / "overlook.toml")) as table:
        assert "lens" in parts(table)
        (tmp_path / "rig.json").write_bytes(rig)
        table.until("the table plays", lambda: table.page("/api/snapshot").status_code == 200)

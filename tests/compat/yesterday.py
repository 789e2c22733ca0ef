"""What the program makes of a folder of fixtures: everything that is compared, by a name."""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from pydantic import BaseModel

from calibration.catalogue import load_catalogue
from overlook.app.table_vision import MountStore
from overlook.settings import load_settings
from tests.compat.observed import figures, judged, kinds, notation, overlook
from tests.depth import depth
from tests.overlook.live_table import LiveTable
from venue.outbox import Outbox

EXPECTED = "expected"


def restored(folder: Path, into: Path) -> Path:
    """Return a table's data folder, put back from the backup as its owner does."""
    data = into / "table"
    said = overlook("restore", folder / "table.backup", "--data", data)
    assert said.status == 0, said.err
    return data


def games_of(data: Path) -> list[Path]:
    """Return the journals of a table, in order."""
    return sorted((data / "games").glob("*.game"))


def drawn_games(games: Sequence[Path], seed: int) -> list[Path]:
    """Return every fifth game, in order, the first of them chosen by a seed; at night all."""
    every = depth(5, 1)
    return list(games[seed % every :: every])


def observe(folder: Path) -> dict[str, Any]:
    """Return all that is expected of a folder of fixtures, by the name of the file that keeps it."""
    with tempfile.TemporaryDirectory() as scratch:
        data = restored(folder, Path(scratch))
        found: dict[str, Any] = {
            "games": {game.name: judged(game) for game in games_of(data)},
            "notation": {game.name: digest(notation(game)) for game in games_of(data)},
            "kinds": sorted(map(list, set().union(*(kinds(game) for game in games_of(data))))),
            "files": {name: ask() for name, ask in files(folder, data).items()},
        }
        with opened(data) as table:
            found["web"] = {name: ask() for name, ask in pages(table, data).items()}
        return found


def digest(text: str) -> str:
    """Return a short digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def files(folder: Path, data: Path) -> dict[str, Callable[[], Any]]:
    """Return how each file beside the games is asked what it says."""
    asked: dict[str, Callable[[], Any]] = {
        "settings": lambda: _settings(folder / "settings" / "overlook.toml"),
        "mounting": lambda: _learned(folder, data),
        "outbox": lambda: _outbox(folder / "hall" / "hall.outbox"),
        "located": lambda: _seen(folder, "locate"),
        "measured": lambda: _seen(folder, "measure", "--from", "a1", "--to", "b1"),
    }
    for roster in sorted((folder / "rosters").iterdir()):
        asked[roster.name] = partial(_roster, roster)
    for mission in sorted((folder / "missions").iterdir()):
        asked[mission.name] = partial(_document, "mission", "check", mission)
    for library in sorted([*(folder / "terrain").iterdir(), *(data / "setup" / "libraries").iterdir()]):
        asked[library.name] = partial(_document, "terrain", "check", library)
    for tray in sorted((folder / "trays").glob("*.json")):
        asked[tray.name] = partial(_document, "dice", folder / "trays" / "roll.png", "--tray", tray)
    return asked


def _settings(path: Path) -> Any:
    """Return what stands in a settings file as it was understood; files beside it by their names."""

    settings = load_settings(path)
    return {name: _plain(getattr(settings, name)) for name in type(settings).model_fields}


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return {name: _plain(getattr(value, name)) for name in type(value).model_fields}
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): _plain(inner) for name, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, Path):
        return value.name
    return value if value is None or isinstance(value, bool | int | float) else str(value)


def _learned(folder: Path, data: Path) -> Any:
    """Return what the camera had learned of the bases in the catalogue."""
    catalogue = load_catalogue(folder / "calibration" / "catalogue.json")
    return MountStore(data / "mounting.json", catalogue).read().to_json()


def _outbox(path: Path) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(path, folder))
        outbox = Outbox(copy)
        ready = [[number, json.loads(body)] for number, body in outbox.ready(0, 10)]
        said = {"stream": outbox.stream, "last": outbox.last, "mark": outbox.mark, "ready": ready}
        outbox.close()
        return said


def _seen(folder: Path, command: str, *more: str) -> Any:
    place = folder / "calibration"
    fitting = ("--rig", place / "rig.json", "--catalogue", place / "catalogue.json")
    return _document(command, place / "table.jpg", *fitting, *more)


def _roster(path: Path) -> Any:
    """Return what a roster says, read where it lies: it says which file it was."""
    with contextlib.chdir(path.parent):
        return _document("roster", path.name)


def _document(*words: str | Path) -> Any:
    return overlook(*words, "--json").document()


@contextlib.contextmanager
def opened(data: Path) -> Iterator[LiveTable]:
    """Give the running program on that table's data folder, its set-up page open; its camera is in no hurry."""
    settings = data.parent / "slow.toml"
    settings.write_text("[camera]\nfps = 2.0\n")
    table = LiveTable(data, "--set-up", "--settings", str(settings)).start()
    try:
        yield table
    finally:
        table.stop()


def pages(table: LiveTable, data: Path, games: Sequence[Path] | None = None) -> dict[str, Callable[[], Any]]:
    """Return how each thing that the pages show is asked for, of all games or of some.

    The games are read as they were, not as they go on.
    """
    asked: dict[str, Callable[[], Any]] = {
        "set-up": lambda: figures(_set_up(got(table, "api/setup"))),
        "libraries": lambda: figures(got(table, "api/setup/libraries")),
        "mission": lambda: digest(_text(table, "api/setup/mission.toml")),
        "certificate": lambda: "0.213" in _text(table, "certificate"),
        "token": lambda: got(table, "api/pairing")["token"],
        "list": lambda: [_listed(one) for one in got(table, "api/games")["games"]],
    }
    for number, game in enumerate(games_of(data), 1):
        if games is None or game in games:
            asked[game.name] = partial(_moment, table, number)
    last = len(games_of(data))
    for clip in sorted((data / "games" / f"{last:04d}.clips").iterdir()):
        asked[f"clip {clip.stem}"] = partial(_clip, table, f"api/games/{last}/clips/{clip.stem}")
    for roll in sorted((data / "games" / f"{last:04d}.rolls").iterdir()):
        asked[roll.name] = partial(_size, table, f"api/rolls/{roll.name}")
    return asked


def got(table: LiveTable, path: str) -> Any:
    """Return what the program answers at that path."""
    answer = httpx.get(f"{table.url}{path}", timeout=60)
    assert answer.status_code == 200, f"{path}: {answer.text}"
    return answer.json()


def _text(table: LiveTable, path: str) -> str:
    answer = httpx.get(f"{table.url}{path}", timeout=60)
    assert answer.status_code == 200, f"{path}: {answer.text}"
    return answer.text


def _clip(table: LiveTable, path: str) -> Any:
    return figures(got(table, path))


def _size(table: LiveTable, path: str) -> int:
    """Return how many bytes a picture has."""
    answer = httpx.get(f"{table.url}{path}", timeout=60)
    assert answer.status_code == 200, path
    return len(answer.content)


def _listed(game: dict[str, Any]) -> dict[str, Any]:
    return {name: game[name] for name in ("number", "edition", "title", "begun", "players")}


def _set_up(view: dict[str, Any]) -> dict[str, Any]:
    """Return what was said of a set-up, without what the camera sees of it now."""
    teams = [
        {
            name: team[name]
            for name in ("player", "name", "source", "edition", "first_tag", "last_tag", "tag_mm", "notes")
        }
        | {
            "bases": [
                {name: base[name] for name in ("operative", "name", "base_mm", "tag", "matched")}
                for base in team["bases"]
            ]
        }
        for team in view["teams"]
    ]
    pieces = [
        {name: piece[name] for name in ("id", "name", "tags", "parts", "equipment", "owner")}
        for piece in view["pieces"]
    ]
    declared = [{**one, "seen": False} for one in view["declared"]]
    return {"step": view["step"], "teams": teams, "pieces": pieces, "mission": view["mission"], "declared": declared}


def _moment(table: LiveTable, number: int) -> dict[str, Any]:
    """Return how a game stood after half of what was written down of it, and after all."""
    marks = got(table, f"api/games/{number}")["marks"]
    last = marks[-1]["sequence"]
    now = got(table, f"api/games/{number}/moments/{last}")
    rulings = [[one["sequence"], one["verdict"], one["p_yes"]] for one in now["rulings"]]
    told = [[mark["sequence"], mark["turning_point"], [one["kind"] for one in mark["highlights"]]] for mark in marks]
    prompts = [[one["owner"], one["dice"]] for one in now["prompts"]]
    shown = {"table": now["table"], "game": now["game"], "rulings": rulings, "marks": told, "prompts": prompts}
    figured: dict[str, Any] = figures(shown)
    return figured

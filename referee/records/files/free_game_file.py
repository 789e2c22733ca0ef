"""Files of games for the free table: reading, and the ones that come with the program."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from messages.message import Message
from referee.editions.free.game_file import FreeGame
from referee.records.files.text_files import parsed, text_of
from referee.rules.errors import MalformedError, fault_at

EXPECTED = Message.of("free-file-kind")


def read_free_game(path: Path) -> FreeGame:
    """Return the game of a file; raises `MalformedError` on one line with the file, the field and its fault."""
    return free_game_of(str(path), text_of(path, EXPECTED))


def free_game_of(source: str, text: str) -> FreeGame:
    """Return the game of a TOML text; `source` is its file's name. Raises the errors of `read_free_game`."""
    content = parsed(source, text, EXPECTED)
    try:
        return FreeGame.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise MalformedError("file-fault", file=source, fault=fault_at(field, first)) from error


def example_games() -> dict[str, FreeGame]:
    """Return the games that come with the program, by the names of their files."""
    folder = files("referee.records.files") / "examples" / "games"
    texts = {one.name: one.read_text(encoding="utf-8") for one in folder.iterdir() if one.name.endswith(".toml")}
    return {name: free_game_of(name, text) for name, text in sorted(texts.items())}

"""What is in a backup: its format, when it was made, and every file with its size and digest."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from overlook.maintenance.errors import BackupError

NAME = "manifest.json"
FORMAT: Literal[1] = 1


class Kept(BaseModel):
    """One file of a backup: its path inside, its size in bytes, its SHA-256."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    size: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]

    @field_validator("path")
    @classmethod
    def _inside(cls, path: str) -> str:
        parts = PurePosixPath(path).parts
        # Spelled in one way only: "data//etc" is, once its "data/" is taken away, a path from the disk's own root.
        plain = PurePosixPath(path).as_posix() == path
        if not parts or not plain or path.startswith("/") or ".." in parts or "\\" in path or path == NAME:
            raise ValueError("a path inside the backup, without '..'")
        return path


class Manifest(BaseModel):
    """The table of contents of a backup."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal[1] = FORMAT
    program: str
    made: AwareDatetime
    files: tuple[Kept, ...]

    @model_validator(mode="after")
    def _once_each(self) -> Manifest:
        paths = [kept.path for kept in self.files]
        if len(set(paths)) != len(paths):
            raise ValueError("a file stands in it twice")
        return self


def read_manifest(text: bytes, where: str) -> Manifest:
    """Return the manifest of that text; `BackupError` names the field that is wrong."""
    try:
        return Manifest.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "the whole"
        raise BackupError(f"{where}: its {NAME} is not one of ours: {field}: {first['msg']}") from error

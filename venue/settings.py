"""The `[venue]` section of the settings: how a table connects to its hall."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from venue.errors import VenueError
from venue.protocol import table_name

PLAIN, ENCRYPTED = 1883, 8883


class VenueSettings(BaseModel):
    """The hall that a table belongs to; none if `broker` is empty. Descriptions are codes of messages.

    `hall.sh add` prints these lines.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    broker: str = Field("", description="hall-setting-broker")
    port: Annotated[int, Field(ge=1, le=65535)] | None = Field(None, description="hall-setting-port")
    table: str = Field("", description="hall-setting-table")
    user: str = Field("", description="hall-setting-user")
    password: str | None = Field(None, description="hall-setting-password", repr=False)
    password_file: Path | None = Field(None, description="hall-setting-password-file")
    ca_file: Path | None = Field(None, description="hall-setting-ca-file")
    tls: bool = Field(False, description="hall-setting-tls")

    @model_validator(mode="after")
    def _together(self) -> Self:
        if bool(self.broker) != bool(self.table):
            raise VenueError("hall-setting-both")
        if self.table:
            table_name(self.table)
        if self.password is not None and self.password_file is not None:
            raise VenueError("hall-setting-password-twice")
        return self

    @property
    def enabled(self) -> bool:
        """Whether this table belongs to a hall."""
        return bool(self.broker)

    def beside(self, folder: Path) -> VenueSettings:
        """Return the settings with relative paths resolved against a folder, the settings file's."""
        named = {"password_file": self.password_file, "ca_file": self.ca_file}
        return self.model_copy(update={name: folder / path for name, path in named.items() if path is not None})

    def secret(self) -> str | None:
        """Return the password; raises `VenueError` if its file cannot be read."""
        if self.password_file is None:
            return self.password
        try:
            return self.password_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as fault:
            why = getattr(fault, "strerror", None) or fault
            raise VenueError("hall-password-unreadable", file=self.password_file, fault=why) from fault

    def certificate(self) -> str | None:
        """Return the CA file's path; raises `VenueError` if the file does not exist."""
        if self.ca_file is not None and not self.ca_file.is_file():
            raise VenueError("hall-certificate-missing", file=self.ca_file)
        return str(self.ca_file) if self.ca_file is not None else None

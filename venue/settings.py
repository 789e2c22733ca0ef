"""The `[venue]` section of the settings: how a table connects to its hall."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from venue.errors import VenueError
from venue.protocol import table_name

PLAIN, ENCRYPTED = 1883, 8883


class VenueSettings(BaseModel):
    """The hall that a table belongs to; none if `broker` is empty. `hall.sh add` prints these lines."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    broker: str = Field("", description="the host of the hall's MQTT broker; empty for a table on its own")
    port: Annotated[int, Field(ge=1, le=65535)] | None = Field(
        None, description="the broker's port; 8883 with TLS, 1883 without, when left out"
    )
    table: str = Field("", description="this table's name in the hall, such as table-07")
    user: str = Field("", description="the user at the broker; the table's name when left out")
    password: str | None = Field(None, description="the password at the broker", repr=False)
    password_file: Path | None = Field(None, description="a file that holds the password, instead of it")
    ca_file: Path | None = Field(None, description="the hall's CA certificate; TLS is used then")
    tls: bool = Field(False, description="TLS without ca_file: a certificate that this machine trusts anyway")

    @model_validator(mode="after")
    def _together(self) -> Self:
        if bool(self.broker) != bool(self.table):
            raise VenueError("broker and table go together: say both, or neither")
        if self.table:
            table_name(self.table)
        if self.password is not None and self.password_file is not None:
            raise VenueError("password and password_file: say one of the two")
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
            raise VenueError(f"venue.password_file {self.password_file}: cannot be read ({why})") from fault

    def certificate(self) -> str | None:
        """Return the CA file's path; raises `VenueError` if the file does not exist."""
        if self.ca_file is not None and not self.ca_file.is_file():
            raise VenueError(f"venue.ca_file {self.ca_file}: no such file: copy it from the hall's folder")
        return str(self.ca_file) if self.ca_file is not None else None

"""Files that ship with the program, to be listed, shown, and copied so that they can be changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Protocol, TypeVar

import typer

from overlook.console import Exit, note
from overlook.writing import write_read_back

ExampleName = Annotated[str | None, typer.Argument(help="Which of ours; without it, their names.")]
ExampleOut = Annotated[Path | None, typer.Option("--out", help="Where to write the file, to change it.")]


class Named(Protocol):
    """Whatever ships: it has a name and a sentence about itself."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def about(self) -> str:
        """What it is, in a sentence."""
        ...


T = TypeVar("T", bound=Named)


def hand_out(shipped: Mapping[str, T], name: str, out: Path | None, text: str, read: Callable[[Path], T]) -> Exit:
    """Show the text of one of them, or write it to a file and read it back."""
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_read_back(out, text.encode(), read, shipped[name])
        note(f"wrote {out}")
    return Exit.DONE


def listed(shipped: Mapping[str, T]) -> Exit:
    """List what ships, a line each."""
    for key, each in shipped.items():
        typer.echo(f"{key}: {each.name}. {each.about}")
    return Exit.DONE

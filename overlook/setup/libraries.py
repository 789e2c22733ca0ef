"""The libraries of terrain at a table: those that ship with Overlook, those that were brought, and its own."""

from __future__ import annotations

import re
from itertools import chain, count
from pathlib import Path

from calibration.catalogue import Catalogue, TerrainEntry
from calibration.errors import LibraryError
from calibration.files import digested_toml
from calibration.terrain_library import (
    Library,
    LibraryPiece,
    entries_of,
    example_libraries,
    library_data,
    load_library,
    parse_library,
    piece_of,
)
from geometry.base import MM_PER_INCH
from overlook.setup.draft import Piece
from overlook.setup.errors import SetupRefusedError
from overlook.setup.toml_text import toml_text
from overlook.writing import write_read_back
from referee.records.files.text_files import TextError, read_toml
from web.contract.setup.views import LibraryView, PartView, ShelfPieceView

OWN = "our-own"


class Libraries:
    """Libraries by the name of their file; a broken file is left out and named in `faults`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._examples = example_libraries()
        self._brought: dict[str, Library] = {}
        self.faults: tuple[str, ...] = ()
        for path in sorted(folder.glob("*.toml")):
            try:
                self._brought[path.stem] = load_library(path)
            except LibraryError as fault:
                self.faults = (*self.faults, str(fault))

    def get(self, name: str) -> Library:
        """Return the library of that name; `LibraryError` lists those there are."""
        known = self._brought | self._examples
        if name not in known:
            raise LibraryError(f"there is no library {name!r}: {', '.join(known)}")
        return known[name]

    @property
    def tag_sizes_mm(self) -> dict[int, float]:
        """The sizes of the tags that are printed for the pieces, by id."""
        libraries = (self._examples | self._brought).values()
        return {tag.id: tag.size_mm for library in libraries for piece in library.pieces for tag in piece.tags}

    def text(self, name: str) -> str:
        """Return a library as the text of its file."""
        return toml_text(library_data(self.get(name)))

    def add(self, source: str, text: str) -> None:
        """Keep a library that was brought, in place of none; `LibraryError` says the field and the reason if broken."""
        try:
            data = read_toml(text)
        except TextError as fault:
            raise LibraryError(f"{source}: no TOML ({fault}); expected a terrain library") from None
        library, stem = parse_library(data, source=source), _file_name(source)
        names = chain((stem,), (f"{stem}-{number}" for number in count(2)))
        self._keep(next(name for name in names if self._is_free(name, library)), library)

    def _is_free(self, name: str, library: Library) -> bool:
        taken = name == OWN or name in self._examples or self._path(name).exists()
        return not taken or self._brought.get(name) == library

    @property
    def own(self) -> tuple[LibraryPiece, ...]:
        """The pieces of the table's own library."""
        return self._brought[OWN].pieces if OWN in self._brought else ()

    def keep(self, piece: Piece) -> None:
        """Keep a piece of the table in the library of its own, in place of the one of its id, or its name and tags."""
        kept = piece_of(piece.entries, name=piece.name)
        pieces = (*(one for one in self.own if one.id != kept.id and not _same(one, kept)), kept)
        data = {"version": 1, "name": "This table's own", "pieces": [one.model_dump() for one in pieces]}
        self._keep(OWN, parse_library(data, source="this table's own"))

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.toml"

    def _keep(self, name: str, library: Library) -> None:
        path = self._path(name)
        try:
            write_read_back(path, digested_toml(toml_text(library_data(library))), load_library, library)
        except OSError as fault:
            raise SetupRefusedError(f"not kept: {path} cannot be written ({fault.strerror})") from fault
        self._brought[name] = library

    def views(self) -> tuple[LibraryView, ...]:
        """Return all of them as they are picked from, the table's own first."""
        return tuple(
            LibraryView(
                id=name,
                name=library.name,
                own=name in self._brought,
                pieces=tuple(_shelved(name, piece) for piece in library.pieces),
            )
            for name, library in (self._brought | self._examples).items()
        )


def _same(one: LibraryPiece, other: LibraryPiece) -> bool:
    """Return whether two pieces are one that was drawn twice."""
    return one.name == other.name and not set(one.tag_ids).isdisjoint(other.tag_ids)


def _file_name(source: str) -> str:
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", source.removesuffix(".toml")).strip("-")
    return (stem or "library")[:40]


def _shelved(library: str, piece: LibraryPiece) -> ShelfPieceView:
    return ShelfPieceView(
        library=library,
        piece=piece.id,
        name=piece.name,
        top=round(max(part.z_mm[1] for part in piece.parts) / MM_PER_INCH, 2),
        traits=tuple(dict.fromkeys(trait for part in piece.parts for trait in part.traits)),
        parts=parts_view(entries_of(piece)),
        tags=piece.tag_ids,
    )


def parts_view(entries: tuple[TerrainEntry, ...]) -> tuple[PartView, ...]:
    """Return the parts of a piece as they are drawn from above, in inches in its frame."""
    return tuple(
        PartView(
            id=entry.id,
            outline=tuple((round(x / MM_PER_INCH, 3), round(y / MM_PER_INCH, 3)) for x, y in entry.footprint_mm),
            bottom=round(entry.z_mm[0] / MM_PER_INCH, 2),
            top=round(entry.z_mm[1] / MM_PER_INCH, 2),
            traits=entry.traits,
            vantage=entry.vantage,
            see_through=entry.see_through,
            role=entry.role or "",
        )
        for entry in entries
    )


def sheet_of(library: Library, bare: Catalogue) -> Catalogue:
    """Return the catalogue whose tags a library's pieces are printed with."""
    entries = tuple(entry for piece in library.pieces for entry in entries_of(piece))
    return bare.model_copy(update={"terrain": entries, "dictionary": library.dictionary})

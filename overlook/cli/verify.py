"""`overlook verify`: photographs of the verify plate in, the accuracy certificate out."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from calibration.catalogue import load_catalogue
from calibration.rig import load_rig
from geometry.base import MM_PER_INCH
from overlook.cli.locate import AsJson, CatalogueFile, RigFile
from overlook.console import Exit, emit, note
from overlook.drawing.pictures import read_picture, require_apart
from overlook.settings import load_settings
from overlook.writing import write_digested, write_file
from vision.tracking.photograph import verify
from web.contract.setup.calibration import Certificate
from web.pages.certificate import certificate_page

CERTIFICATE = "certificate.json"
LEAST_PLACES = 3


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("verify")
    def command(
        images: Annotated[list[Path], typer.Argument(help="Photographs of the verify plate, in several places.")],
        rig: RigFile,
        catalogue: CatalogueFile,
        out: Annotated[
            Path | None, typer.Option("--out", help="Where the certificate goes; this table's data folder otherwise.")
        ] = None,
        page: Annotated[Path | None, typer.Option("--page", help="Write the certificate as a page, too.")] = None,
        thickness_mm: Annotated[
            float, typer.Option("--thickness-mm", min=0, max=30, help="How thick the plate is with its board.")
        ] = 0.2,
        ruler_mm: Annotated[
            float, typer.Option("--ruler-mm", min=90, max=110, help="What the plate's printed 100 mm really measure.")
        ] = 100.0,
        as_json: AsJson = False,
    ) -> int:
        """Measure the plate where it lies: bias, median, 95 % and largest error, and whether the stated error holds."""
        for option, path in (("--out", out), ("--page", page)):
            if path is not None:
                require_apart(path, images, option)
        camera, things = load_rig(rig), load_catalogue(catalogue)
        pictures = [(path.name, read_picture(path)) for path in images]
        found = verify(pictures, camera, things, date.today(), thickness_mm=thickness_mm, print_scale=ruler_mm / 100)
        document = found.to_json()
        where = out or load_settings().data.folder / CERTIFICATE
        write_digested(where, json.dumps(document, indent=1))
        if page is not None:
            write_file(page, certificate_page(Certificate.model_validate(document), alone=True).encode())
        if as_json:
            emit(document)
        else:
            for place in found.readings:
                x, y = (value / MM_PER_INCH for value in place.centre_mm)
                typer.echo(f'  {place.name}: at {x:.1f}, {y:.1f}", bias {place.bias_mm:+.3f} mm')
            typer.echo(
                f"{document['distances']} distances: bias {found.bias_mm:+.3f} mm, p50 {found.p50_mm:.3f}, "
                f"p95 {found.p95_mm:.3f}, largest {found.max_mm:.3f} mm; "
                f"{found.coverage_95:.1%} inside the stated 95 %"
            )
        if len(found.readings) < LEAST_PLACES:
            note(f"{len(found.readings)} places only: lay the plate in at least {LEAST_PLACES}, corners too")
        note(f"wrote {where}" + (f" and {page}" if page is not None else ""))
        return Exit.DONE

"""`overlook calibrate` and `overlook verify`: lens, pose, and verified accuracy."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from calibration.catalogue import load_catalogue
from calibration.lens.lens import LensCalibration, calibrate
from calibration.lens.target import detect_target, load_target
from calibration.rig import Rig, camera_json, load_rig, pose_json, save_rig
from calibration.sheets import fitting_target
from geometry.base import MM_PER_INCH
from hardware.cameras.camera import Camera
from overlook.atomic_files import write_digested, write_file
from overlook.camera_sources import camera_from_spec
from overlook.cli.locate import AsJson, CatalogueFile, RigFile
from overlook.console import Exit, print_json, print_notice
from overlook.data_folder import CERTIFICATE
from overlook.first_run.prerequisites import SIMULATED
from overlook.image_files import read_picture, require_apart
from overlook.settings import load_settings
from simulation.cameras.sheet_camera import SheetCamera
from simulation.scene.example_table import example_rig
from vision.tracking.photograph import locate, verify
from web.contract.setup.calibration import Certificate
from web.pages.certificate import certificate_page
from web.server.addresses import public_url

Out = Annotated[Path, typer.Option("--out", help="Where the rig is written.")]


def lens_json(found: LensCalibration) -> dict[str, Any]:
    """Return the camera part of the rig, and each view's error (docs/formats.md)."""
    views = [
        {
            "image": view.name,
            "rms_px": round(view.rms_px, 4),
            "tilt_deg": round(view.tilt_deg, 2),
            "corners": view.corners,
            "blur_px": round(view.blur_px, 3),
        }
        for view in found.views
    ]
    return {"camera": camera_json(found.camera), "views": views, "coverage": round(found.coverage, 3)}


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    _register_calibrate(app)
    _register_verify(app)


def _register_calibrate(app: typer.Typer) -> None:
    group = typer.Typer(help="Calibrate the lens, or find the board.", no_args_is_help=False)
    app.add_typer(group, name="calibrate")

    @group.command("lens")
    def lens(
        images: Annotated[list[Path], typer.Argument(help="Views of the ChArUco sheet, tilted, all over the picture.")],
        target: Annotated[Path, typer.Option("--target", help="What the sheet is: target.json.")],
        out: Out,
        camera: Annotated[str, typer.Option("--camera", help="The camera's id.")] = "camera",
        mode: Annotated[str | None, typer.Option("--mode", help="The mode that took the views.")] = None,
        focus: Annotated[
            float | None, typer.Option("--focus", min=0, max=100, help="The focus setting, dioptres.")
        ] = None,
        as_json: AsJson = False,
    ) -> int:
        """Find the lens from views of a sheet; refuses a bad set and says which views are bad, and why."""
        require_apart(out, images, "--out")
        sheet = load_target(target)
        views = []
        for number, path in enumerate(images, 1):
            print_notice(f"looking at view {number} of {len(images)}: {path.name}")
            views.append(detect_target(path.name, read_picture(path), sheet))
        found = calibrate(views, sheet, camera_id=camera, mode=mode, focus=focus)
        save_rig(Rig(found.camera), out)
        if as_json:
            print_json(lens_json(found))
        else:
            for view in found.views:
                typer.echo(f"  {view.name}: {view.rms_px:.3f} px, tilted {view.tilt_deg:.0f} degrees")
            typer.echo(f"{found.rms_px:.3f} px over {len(found.views)} views; wrote {out}")
        return Exit.DONE

    @group.command("board")
    def board(
        image: Annotated[Path, typer.Argument(help="A photograph of the board.")],
        rig: RigFile,
        catalogue: CatalogueFile,
        out: Out,
        as_json: AsJson = False,
    ) -> int:
        """Find where the camera hangs above the board, and write the rig with its pose."""
        require_apart(out, [image], "--out")
        camera, things = load_rig(rig), load_catalogue(catalogue)
        reading = locate(read_picture(image), camera, things)
        pose = reading.registration.pose
        save_rig(camera.with_pose(pose), out)
        for warning in reading.warnings:
            print_notice(f"{image}: {warning}")
        if as_json:
            print_json({"pose": pose_json(pose)})
        else:
            typer.echo(f"board from {pose.references} tags, {pose.residual_px or 0:.2f} px; wrote {out}")
        return Exit.DONE

    @group.command("wizard")
    def wizard(
        out: Out,
        target: Annotated[
            Path | None, typer.Option("--target", help="What the sheet is; else the A4 sheet of 'print charuco'.")
        ] = None,
        camera: Annotated[str, typer.Option("--camera", help="Which camera; see overlook.toml.")] = "simulated",
        width: Annotated[int, typer.Option("--width", min=320, max=9152, help="Width of the mode.")] = 1280,
        height: Annotated[int, typer.Option("--height", min=240, max=6944, help="Height of the mode.")] = 720,
        port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port of the page.")] = 8766,
        host: Annotated[str, typer.Option("--host", help="The address listened on.")] = "127.0.0.1",
    ) -> int:
        """Calibrate in the browser: it shows what is wanted, takes views by itself, and finds the lens."""
        sheet = fitting_target() if target is None else load_target(target)
        size_px = (width, height)
        if camera == SIMULATED:
            device: Camera = SheetCamera(sheet, example_rig(size_px))
        else:
            device = camera_from_spec(camera, size_px=size_px)
        from overlook.first_run.lens_wizard import LensService  # imported here, since verify needs no server
        from overlook.listening import listen
        from web.server.settings import WebSettings

        web = WebSettings(host=host, port=port)
        listening = listen(web)
        its_port = listening.getsockname()[1]
        address = f"{public_url(web, its_port) or f'http://localhost:{its_port}'}/calibrate"
        try:
            service = LensService(device, sheet, out)
            asyncio.run(
                service.run(listening, web, lambda: print_notice(f"the wizard is at {address}  (stop it with Ctrl-C)"))
            )
        finally:
            listening.close()
        return Exit.DONE


LEAST_PLACES = 3


def _register_verify(app: typer.Typer) -> None:
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
            print_json(document)
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
            print_notice(f"{len(found.readings)} places only: lay the plate in at least {LEAST_PLACES}, corners too")
        print_notice(f"wrote {where}" + (f" and {page}" if page is not None else ""))
        return Exit.DONE

"""`overlook calibrate` and `overlook verify`: lens, pose, and verified accuracy."""

from __future__ import annotations

import asyncio
import json
import statistics
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from calibration.catalogue import load_catalogue
from calibration.lens.lens import LensCalibration, calibrate
from calibration.lens.target import detect_target, load_target
from calibration.pose.accuracy import DoubtAt
from calibration.rig import Rig, camera_json, load_rig, pose_json, save_rig
from calibration.sheets import fitting_target
from geometry.base import MM_PER_INCH
from hardware.cameras.camera import Camera
from messages.message import Message
from overlook.atomic_files import write_digested, write_file
from overlook.camera_sources import camera_from_spec
from overlook.cli.locate import AsJson, CatalogueFile, RigFile
from overlook.console import Exit, print_json, print_notice
from overlook.data_folder import CERTIFICATE
from overlook.first_run.prerequisites import SIMULATED
from overlook.image_files import read_picture, require_apart
from overlook.settings import load_settings
from referee.rules.ruling import Threshold
from simulation.cameras.sheet_camera import SheetCamera
from simulation.scene.example_table import example_rig
from vision.tracking.photograph import locate, verify
from web.contract.setup.calibration import Certificate
from web.server.addresses import public_url

Out = Annotated[Path, typer.Option("--out", help="calibrate-help-out")]


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
    group = typer.Typer(no_args_is_help=False)
    app.add_typer(group, name="calibrate")

    @group.command("lens")
    def lens(
        images: Annotated[list[Path], typer.Argument(help="calibrate-help-views")],
        target: Annotated[Path, typer.Option("--target", help="calibrate-help-target")],
        out: Out,
        camera: Annotated[str, typer.Option("--camera", help="calibrate-help-camera-id")] = "camera",
        mode: Annotated[str | None, typer.Option("--mode", help="calibrate-help-mode")] = None,
        focus: Annotated[float | None, typer.Option("--focus", min=0, max=100, help="calibrate-help-focus")] = None,
        as_json: AsJson = False,
    ) -> int:
        """Find the lens from views of a sheet; a bad set is refused, with the bad views and the reasons."""
        require_apart(out, images, "--out")
        sheet = load_target(target)
        views = []
        for number, path in enumerate(images, 1):
            print_notice(Message.of("calibrate-reading-view", number=number, views=len(images), file=path.name))
            views.append(detect_target(path.name, read_picture(path), sheet))
        found = calibrate(views, sheet, camera_id=camera, mode=mode, focus=focus)
        save_rig(Rig(found.camera), out)
        if as_json:
            print_json(lens_json(found))
        else:
            for view in found.views:
                typer.echo(Message.of("calibrate-view", view=view.name, error=view.rms_px, tilt=view.tilt_deg))
            typer.echo(Message.of("calibrate-lens-done", error=found.rms_px, views=len(found.views), file=out))
        return Exit.DONE

    @group.command("board")
    def board(
        image: Annotated[Path, typer.Argument(help="calibrate-help-photograph")],
        rig: RigFile,
        catalogue: CatalogueFile,
        out: Out,
        as_json: AsJson = False,
    ) -> int:
        """Find the camera's pose above the board, and write the rig with it."""
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
            typer.echo(Message.of("calibrate-board-done", tags=pose.references, error=pose.residual_px or 0, file=out))
        return Exit.DONE

    @group.command("wizard")
    def wizard(
        out: Out,
        target: Annotated[Path | None, typer.Option("--target", help="calibrate-help-wizard-target")] = None,
        camera: Annotated[str, typer.Option("--camera", help="cli-help-camera")] = "simulated",
        width: Annotated[int, typer.Option("--width", min=320, max=9152, help="calibrate-help-width")] = 1280,
        height: Annotated[int, typer.Option("--height", min=240, max=6944, help="calibrate-help-height")] = 720,
        port: Annotated[int, typer.Option("--port", min=0, max=65535, help="cli-help-port")] = 8766,
        host: Annotated[str, typer.Option("--host", help="cli-help-host")] = "127.0.0.1",
    ) -> int:
        """Calibrate in the browser: the page guides you, takes the views, and finds the lens."""
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
            ready = Message.of("calibrate-wizard-ready", address=address)
            asyncio.run(service.run(listening, web, lambda: print_notice(ready)))
        finally:
            listening.close()
        return Exit.DONE


LEAST_PLACES = 3


def _register_verify(app: typer.Typer) -> None:
    @app.command("verify")
    def command(
        images: Annotated[list[Path], typer.Argument(help="calibrate-help-plate")],
        rig: RigFile,
        catalogue: CatalogueFile,
        out: Annotated[Path | None, typer.Option("--out", help="calibrate-help-certificate")] = None,
        page: Annotated[Path | None, typer.Option("--page", help="calibrate-help-page")] = None,
        thickness_mm: Annotated[
            float, typer.Option("--thickness-mm", min=0, max=30, help="calibrate-help-thickness")
        ] = 0.2,
        ruler_mm: Annotated[float, typer.Option("--ruler-mm", min=90, max=110, help="calibrate-help-ruler")] = 100.0,
        as_json: AsJson = False,
    ) -> int:
        """Measure the verify plate: bias, median, 95 % and largest error, and whether the stated error holds."""
        for option, path in (("--out", out), ("--page", page)):
            if path is not None:
                require_apart(path, images, option)
        camera, things = load_rig(rig), load_catalogue(catalogue)
        pictures = [(path.name, read_picture(path)) for path in images]
        found = verify(
            pictures,
            camera,
            things,
            date.today(),
            thickness_mm=thickness_mm,
            print_scale=ruler_mm / 100,
            sure=Threshold().sure,
        )
        document = found.to_json()
        where = out or load_settings().data.folder / CERTIFICATE
        write_digested(where, json.dumps(document, indent=1))
        if page is not None:
            from web.pages.certificate import certificate_page

            write_file(page, certificate_page(Certificate.model_validate(document), alone=True).encode())
        if as_json:
            print_json(document)
        else:
            for place in found.readings:
                x, y = (value / MM_PER_INCH for value in place.centre_mm)
                typer.echo(Message.of("calibrate-plate-place", view=place.name, x=x, y=y, bias=place.bias_mm))
            typer.echo(
                Message.of(
                    "calibrate-plate-result",
                    distances=document["distances"],
                    bias=found.bias_mm,
                    median=found.p50_mm,
                    most_95=found.p95_mm,
                    most=found.max_mm,
                    inside=found.coverage_95,
                )
            )
            for line in _doubt_lines(found.doubts):
                typer.echo(line)
        if len(found.readings) < LEAST_PLACES:
            print_notice(Message.of("calibrate-plate-few", places=len(found.readings), least=LEAST_PLACES))
        print_notice(Message.of("cli-wrote", files=[where] if page is None else [where, page]))
        return Exit.DONE


def _doubt_lines(doubts: Sequence[DoubtAt]) -> Iterator[str]:
    """Yield what the rig leaves in doubt, with a map of the board for mounted tags, the far edge first."""
    if not doubts:
        return
    worst = max(doubts, key=lambda one: one.mounted)
    mounted, exact = (statistics.median(values) for values in zip(*((d.mounted, d.exact) for d in doubts), strict=True))
    yield str(Message.of("calibrate-doubt", mounted=mounted, exact=exact))
    yield str(Message.of("calibrate-doubt-worst", mounted=worst.mounted, exact=worst.exact, x=worst.x, y=worst.y))
    yield str(Message.of("calibrate-doubt-map"))
    across = sorted({one.x for one in doubts})
    there = {(one.x, one.y): one.mounted for one in doubts}
    for y in sorted({one.y for one in doubts}, reverse=True):
        yield f"{y:5.1f}  " + " ".join(f"{there[x, y]:.3f}" if (x, y) in there else "  -  " for x in across)
    yield "       " + " ".join(f"{x:5.1f}" for x in across)

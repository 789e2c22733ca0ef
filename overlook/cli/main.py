"""The command line: every fault a person can cause is one line on stderr and exit status 2."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.metadata import version

import typer
from pydantic import ValidationError

from calibration.errors import CalibrationError
from geometry.errors import GeometryError
from hardware.errors import HardwareError
from overlook.console import Exit, note, stop
from overlook.errors import SettingsError
from referee.rules.errors import RefereeError
from venue.errors import VenueError
from vision.frame import FrameError

MODULES = {
    "adjudicate": "adjudicate",
    "bench": "bench",
    "calibrate": "calibrate",
    "dice": "dice",
    "doctor": "doctor",
    "example": "example",
    "hub": "hub",
    "backup": "keep",
    "restore": "keep",
    "locate": "locate",
    "measure": "measure",
    "mission": "mission",
    "mount": "mount",
    "wiring": "mount",
    "odds": "odds",
    "pack": "pack",
    "play": "play",
    "recover": "recover",
    "replay": "replay",
    "export": "replay",
    "import": "replay",
    "report": "report",
    "roster": "roster",
    "run": "run",
    "print": "sheets",
    "terrain": "terrain",
    "tray": "tray",
    "verify": "verify",
}
"""Each command's name and its module in `overlook.cli`: only the one that is asked for is read."""

FAULTS = (GeometryError, CalibrationError, RefereeError, FrameError, SettingsError, HardwareError, VenueError)
"""What a person can cause: each says in one line what is wrong."""


def program(command: str | None = None) -> typer.Typer:
    """Return the program with one command, or with all of them where it has no such command."""
    app = typer.Typer(
        name="overlook", help="The referee above the table.", pretty_exceptions_enable=False, add_completion=False
    )
    app.callback(invoke_without_command=True)(_bare)
    for module in [MODULES[command]] if command in MODULES else dict.fromkeys(MODULES.values()):
        import_module(f"overlook.cli.{module}").register(app)
    return app


def _bare(
    context: typer.Context, show: bool = typer.Option(False, "--version", help="Print the version and stop.")
) -> int:
    if show:
        typer.echo(f"overlook {version('overlook')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(Exit.BAD_INPUT)
    return Exit.DONE


def _usage(fault: typer.TyperException) -> str:
    """Return what is wrong with the words of a command: the option, the value found, what was expected."""
    cause = fault.__cause__
    if not (isinstance(fault, typer.BadParameter) and fault.param is not None and isinstance(cause, ValidationError)):
        return fault.format_message()
    wrong = cause.errors(include_url=False)[0]
    expected = wrong["msg"].removeprefix("Input should be ").partition(", unable to parse")[0]
    return f"{fault.param.opts[0]}: found {wrong['input']!r}; expected {expected}"


def main() -> None:
    """Run the program and leave with its exit status."""
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")  # else a broken picture has a second line, OpenCV's own
    try:
        status = program(next(iter(sys.argv[1:]), None))(standalone_mode=False)
    except typer.Abort:
        note("overlook: interrupted")
        status = Exit.INTERRUPTED
    except typer.TyperException as usage:
        stop(f"{_usage(usage).rstrip('.')}; see 'overlook --help'")
    except FAULTS as fault:
        stop(str(fault))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = Exit.DONE
    except OSError as fault:
        where = f"{fault.filename}: " if fault.filename else ""
        stop(f"{where}{fault.strerror or fault}")
    except KeyboardInterrupt:
        note("overlook: interrupted")
        status = Exit.INTERRUPTED
    except Exception as fault:
        import_module("overlook.cli.report").of_a_crash(fault)
        raise
    sys.exit(int(status or 0))

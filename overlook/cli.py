"""The command line: every fault a person can cause is one line on stderr and exit status 2."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version

import typer

from calibration.errors import CalibrationError
from geometry.errors import GeometryError
from hardware.errors import HardwareError
from overlook.commands import (
    adjudicate,
    bench,
    calibrate,
    dice,
    doctor,
    example,
    hub,
    keep,
    locate,
    measure,
    mission,
    mount,
    odds,
    recover,
    replay,
    report,
    roster,
    run,
    sheets,
    terrain,
    tray,
    verify,
)
from overlook.console import Exit, note, stop
from overlook.settings import SettingsError
from referee.rules.errors import RefereeError
from venue.errors import VenueError
from vision.frame import FrameError

app = typer.Typer(
    name="overlook",
    help="The referee above the table.",
    pretty_exceptions_enable=False,
    add_completion=False,
)
COMMANDS = (
    adjudicate,
    bench,
    calibrate,
    dice,
    doctor,
    example,
    hub,
    keep,
    locate,
    measure,
    mission,
    mount,
    odds,
    recover,
    replay,
    report,
    roster,
    run,
    sheets,
    terrain,
    tray,
    verify,
)
FAULTS = (GeometryError, CalibrationError, RefereeError, FrameError, SettingsError, HardwareError, VenueError)
"""What a person can cause: each says in one line what is wrong."""

for command in COMMANDS:
    command.register(app)


@app.callback(invoke_without_command=True)
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


def main() -> None:
    """Run the program and leave with its exit status."""
    try:
        status = app(standalone_mode=False)
    except typer.Abort:
        note("overlook: interrupted")
        status = Exit.INTERRUPTED
    except typer.TyperException as usage:
        stop(f"{str(usage).rstrip('.')}; see 'overlook --help'")
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
        report.of_a_crash(fault)
        raise
    sys.exit(int(status or 0))

"""The command line: loads the command's module, and turns errors into one line and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import typer

from overlook.console import Exit, exit_with_error, print_notice
from overlook.process import gc_frozen_during_import, is_address_space_too_small, memory_limit_problem

SUMMARIES = {
    "adjudicate": "Answer a corpus of positions, and compare with the answers it expects.",
    "bench": (
        "Measure our detection beside plain cv2.aruco and pupil-apriltags, and tracked windows beside full frames."
    ),
    "broadcast": "Hand the annotated camera as H.264 to a server that has many viewers: MediaMTX, go2rtc, Janus.",
    "dice": "Read a roll; say unsure, and why, rather than guess.",
    "doctor": (
        "Look at camera, lens file, light, board, panel, disk, heat, power, clock, games, hall. Nothing is changed."
    ),
    "example": "Photograph the simulated table: a picture, what carries which tag, and the lens that took it.",
    "hub": "Show every table of the hall, keep what they say, and their results.",
    "backup": "Write games, calibrations and settings into one verified file. A running table may go on meanwhile.",
    "restore": "Put a backup back, after verifying every file of it. What was there is never deleted.",
    "locate": "Say what stands where on each photograph, with its error.",
    "measure": "Measure between operatives: gap, control range, sight, cover, obscured, with the camera's error.",
    "mount": "How high each camera must hang, and how small a tag it reads. Without a height: as low as it may.",
    "wiring": "Draw which hole of the Pi's header goes to which button, light and buzzer, by the pins of the settings.",
    "odds": "Answer dice questions exactly, and compare with the answers they expect.",
    "play": "Play a table from a script: its own rules, seats and rights, with the script's sightings.",
    "recover": (
        "Put a sound game in a damaged one's place, with every event before the damage; the damaged file is kept."
    ),
    "replay": "Judge a recorded game again and say every ruling that would differ today.",
    "export": "Write a recorded game as notation for people, or as JSON lines with every event.",
    "import": "Read a game from notation or JSON lines into a journal that the table can go on with.",
    "report": "Write versions, settings without secrets, games, last log lines and the last fault into one file.",
    "roster": "Read a roster, say what was understood of it, and write it as another program's or ours.",
    "run": "Run the table: camera, referee, pages, panel. Without settings: the simulated table and a scripted game.",
    "tray": "Calibrate a dice tray: outline, die size, how it looks empty, whose dice have which colour.",
    "verify": (
        "Measure the plate where it lies: bias, median, 95 % and largest error, and whether the stated error holds."
    ),
    "calibrate": "Calibrate the lens, or find the board.",
    "mission": "Missions: drop zones, territories, objectives, markers and equipment in a file.",
    "pack": "Packs: actions and equipment that a team or a mission adds, in a file.",
    "print": "Sheets to print: tags, the board, the tray's rim, the calibration target, the verify plate.",
    "terrain": "Terrain: libraries of pieces, and the outline of a box in a picture.",
}
"""Summaries of the commands, in the order in which `--help` lists them."""


MODULES = {
    "adjudicate": "games",
    "backup": "maintenance",
    "bench": "bench",
    "broadcast": "broadcast",
    "calibrate": "calibrate",
    "dice": "dice",
    "doctor": "doctor",
    "example": "locate",
    "export": "games",
    "hub": "hub",
    "import": "games",
    "locate": "locate",
    "measure": "locate",
    "mission": "content",
    "mount": "mount",
    "odds": "games",
    "pack": "content",
    "play": "play",
    "print": "printing",
    "recover": "games",
    "replay": "games",
    "report": "maintenance",
    "restore": "maintenance",
    "roster": "content",
    "run": "run",
    "terrain": "printing",
    "tray": "dice",
    "verify": "calibrate",
    "wiring": "mount",
}
"""Module in `overlook.cli` of each command; only the requested command's module is imported."""

FAULTS = {
    "geometry.errors": "GeometryError",
    "calibration.errors": "CalibrationError",
    "referee.rules.errors": "RefereeError",
    "vision.frame": "FrameError",
    "overlook.errors": "SettingsError",
    "hardware.errors": "HardwareError",
    "venue.errors": "VenueError",
}
"""Errors that a user can cause, by module; the message is a complete line."""


def faults() -> tuple[type[Exception], ...]:
    """Return the error types whose modules have been imported; no others can have been raised."""
    return tuple(getattr(sys.modules[module], name) for module, name in FAULTS.items() if module in sys.modules)


def _empty() -> typer.Typer:
    app = typer.Typer(
        name="overlook",
        help="The referee above the table.",
        pretty_exceptions_enable=False,
        add_completion=False,
        rich_markup_mode=None,
    )
    app.callback(invoke_without_command=True)(_bare)
    return app


def listing() -> typer.Typer:
    """Return the program with only names and summaries of its commands, for help and usage errors."""
    app = _empty()
    for name, summary in SUMMARIES.items():
        app.command(name, help=summary, short_help=summary)(_unread)
    return app


def _unread() -> None:
    raise AssertionError("a command that is asked for is read")


def asked(words: Sequence[str]) -> typer.Typer:
    """Return the program with the command that the arguments name, or the list of commands if they name none."""
    if not any(word in MODULES for word in words):
        return listing()
    return program(words[0])


def program(command: str | None = None) -> typer.Typer:
    """Return the program with one command, or with all of them if it has no such command."""
    app = _empty()
    for module in [MODULES[command]] if command in MODULES else dict.fromkeys(MODULES.values()):
        import_module(f"overlook.cli.{module}").register(app)
    order = list(SUMMARIES)
    app.registered_commands.sort(key=lambda one: order.index(_name_of(one)))
    app.registered_groups.sort(key=lambda one: order.index(_name_of(one)))
    read: list[Any] = [*app.registered_commands, *app.registered_groups]
    for one in read:
        one.short_help = SUMMARIES[_name_of(one)]
    return app


def _name_of(command: Any) -> str:
    return str(command.name or getattr(command.callback, "__name__", ""))


def _bare(
    context: typer.Context, show: bool = typer.Option(False, "--version", help="Print the version and stop.")
) -> int:
    if show:
        typer.echo(f"overlook {import_module('overlook.distribution').program_version()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(Exit.BAD_INPUT)
    return Exit.DONE


def _stop_plainly(line: str) -> NoReturn:
    """Write one line and exit without allocating much memory or importing anything."""
    os.write(sys.stderr.fileno(), f"overlook: {line}\n".encode())
    os._exit(Exit.BAD_INPUT)


def main() -> None:
    """Run the program and exit with its status."""
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")  # otherwise a broken image prints an additional line of OpenCV's
    if sys.argv[1:2] == ["run"] and is_address_space_too_small():
        _stop_plainly(memory_limit_problem())
    try:
        with gc_frozen_during_import():
            command = asked(sys.argv[1:])
        status = command(standalone_mode=False)
    except typer.Abort:
        print_notice("overlook: interrupted")
        status = Exit.INTERRUPTED
    except typer.TyperException as usage:
        said = describe_usage_error(usage)
        exit_with_error(f"{said.rstrip('.')}; see 'overlook --help'")
    except faults() as fault:
        exit_with_error(str(fault))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = Exit.DONE
    except OSError as fault:
        where = f"{fault.filename}: " if fault.filename else ""
        exit_with_error(f"{where}{fault.strerror or fault}")
    except KeyboardInterrupt:
        print_notice("overlook: interrupted")
        status = Exit.INTERRUPTED
    except MemoryError:
        _stop_plainly(
            f"there is no memory left: {memory_limit_problem() or 'close other programs, or give this machine more'}"
        )
    except Exception as fault:
        # Lack of memory shows up as many kinds of errors: threads cannot start, libraries cannot be loaded.
        if lacking := memory_limit_problem():
            _stop_plainly(f"{lacking} ({' '.join(str(fault).split())[:120]})")
        import_module("overlook.maintenance.reports").of_a_crash(fault)
        raise
    sys.exit(int(status or 0))


def describe_usage_error(fault: typer.TyperException) -> str:
    """Return what is wrong with the arguments of a command: the option, the value found, the value expected."""
    from pydantic import ValidationError  # imported here, since the list of commands does not need pydantic

    cause = fault.__cause__
    if not (isinstance(fault, typer.BadParameter) and fault.param is not None and isinstance(cause, ValidationError)):
        return fault.format_message()
    wrong = cause.errors(include_url=False)[0]
    expected = wrong["msg"].removeprefix("Input should be ").partition(", unable to parse")[0]
    return f"{fault.param.opts[0]}: found {wrong['input']!r}; expected {expected}"

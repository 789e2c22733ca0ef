"""The command line: loads the command's module, and turns errors into one line and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from messages.message import CODE, Message, MessageError
from overlook.console import Exit, exit_with_error, print_notice
from overlook.process import gc_frozen_during_import, is_address_space_too_small, memory_limit_problem


class HelpCommand(TyperCommand):
    """A command whose parameters are described by the codes of messages."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help page."""
        _render(self)
        super().format_help(ctx, formatter)


class HelpGroup(TyperGroup):
    """A group of commands that is described, like its parameters and commands, by the codes of messages."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help page."""
        _render(self)
        for command in self.commands.values():
            _render(command)
        super().format_help(ctx, formatter)


def described(description: str | None) -> str | None:
    """Return the text of a description that is the code of a message, and any other as it is."""
    return str(Message.of(description)) if description and CODE.fullmatch(description) else description


def _render(command: Any) -> None:
    command.help, command.short_help = described(command.help), described(command.short_help)
    for parameter in command.params:
        parameter.help = described(parameter.help)


SUMMARIES = {
    "adjudicate": "cli-summary-adjudicate",
    "ask": "cli-summary-ask",
    "bench": "cli-summary-bench",
    "broadcast": "cli-summary-broadcast",
    "dice": "cli-summary-dice",
    "doctor": "cli-summary-doctor",
    "example": "cli-summary-example",
    "hub": "cli-summary-hub",
    "backup": "cli-summary-backup",
    "restore": "cli-summary-restore",
    "locate": "cli-summary-locate",
    "measure": "cli-summary-measure",
    "mount": "cli-summary-mount",
    "wiring": "cli-summary-wiring",
    "odds": "cli-summary-odds",
    "play": "cli-summary-play",
    "recover": "cli-summary-recover",
    "replay": "cli-summary-replay",
    "explain": "cli-summary-explain",
    "rule": "cli-summary-rule",
    "branch": "cli-summary-branch",
    "export": "cli-summary-export",
    "import": "cli-summary-import",
    "report": "cli-summary-report",
    "roster": "cli-summary-roster",
    "schema": "cli-summary-schema",
    "run": "cli-summary-run",
    "tray": "cli-summary-tray",
    "verify": "cli-summary-verify",
    "calibrate": "cli-summary-calibrate",
    "mission": "cli-summary-mission",
    "pack": "cli-summary-pack",
    "print": "cli-summary-print",
    "terrain": "cli-summary-terrain",
}
"""Messages with the summaries of the commands, in the order in which `--help` lists them."""


MODULES = {
    "adjudicate": "games",
    "ask": "ask",
    "backup": "maintenance",
    "bench": "bench",
    "branch": "games",
    "broadcast": "broadcast",
    "calibrate": "calibrate",
    "dice": "dice",
    "doctor": "doctor",
    "example": "locate",
    "explain": "games",
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
    "rule": "games",
    "run": "run",
    "schema": "content",
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
        cls=HelpGroup,
        help="cli-about",
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
        app.command(name, cls=HelpCommand, help=summary, short_help=summary)(_unread)
    return app


def _unread() -> None:
    raise AssertionError("not read")


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
    for group in app.registered_groups:
        group.cls, group.help = HelpGroup, SUMMARIES[_name_of(group)]
    _describe_by_messages(app)
    return app


def _describe_by_messages(app: typer.Typer) -> None:
    for command in app.registered_commands:
        command.cls = HelpCommand
    for group in app.registered_groups:
        if group.typer_instance is not None:
            _describe_by_messages(group.typer_instance)


def _name_of(command: Any) -> str:
    return str(command.name or getattr(command.callback, "__name__", ""))


def _bare(context: typer.Context, show: bool = typer.Option(False, "--version", help="cli-help-version")) -> int:
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
        exit_with_error(describe_usage_error(usage))
    except faults() as fault:
        exit_with_error(_with_format(fault))
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
        _stop_plainly(f"no memory left: {memory_limit_problem() or 'close other programs'}")
    except Exception as fault:
        # Lack of memory shows up as many kinds of errors: threads cannot start, libraries cannot be loaded.
        if lacking := memory_limit_problem():
            _stop_plainly(f"{lacking} ({' '.join(str(fault).split())[:120]})")
        import_module("overlook.maintenance.reports").of_a_crash(fault)
        raise
    sys.exit(int(status or 0))


def _with_format(fault: Exception) -> Message | str:
    """Return a fault, and the command that shows the format of the file, if the file's content is at fault."""
    if not isinstance(fault, MessageError):
        return str(fault)
    name = import_module("overlook.schemas").format_of_fault(sys.argv[1], fault)
    return Message.of("cli-format", fault=fault, format=name) if name else str(fault)


EXPECTED = {
    "bool_parsing": "cli-expected-truth",
    "finite_number": "cli-expected-finite",
    "float_parsing": "cli-expected-number",
    "greater_than": "cli-expected-more",
    "greater_than_equal": "cli-expected-least",
    "int_from_float": "cli-expected-whole",
    "int_parsing": "cli-expected-whole",
    "less_than": "cli-expected-less",
    "less_than_equal": "cli-expected-most",
}
"""Messages with the expected value of an option, by pydantic's types of errors."""
WITH_LIMIT = {"cli-expected-more", "cli-expected-least", "cli-expected-less", "cli-expected-most"}


def describe_usage_error(fault: typer.TyperException) -> Message:
    """Return what is wrong with the arguments of a command: the option, the value found, the value expected."""
    from pydantic import ValidationError  # imported here, since the list of commands does not need pydantic

    cause = fault.__cause__
    if not (isinstance(fault, typer.BadParameter) and fault.param is not None and isinstance(cause, ValidationError)):
        return Message.of("cli-usage", fault=fault.format_message())
    wrong = cause.errors(include_url=False)[0]
    known, limits = EXPECTED.get(wrong["type"]), [*wrong.get("ctx", {}).values()]
    if known is None:
        expected = Message.stored(wrong["msg"])
    else:
        expected = Message.of(known, limit=limits[0]) if known in WITH_LIMIT else Message.of(known)
    return Message.of("cli-option-found", option=fault.param.opts[0], found=str(wrong["input"]), expected=expected)

"""Help of the commands: parameters and groups name a message, whose text is read when help is shown."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

from messages.message import CODE, Message


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

"""What is wrong with the words of a command; read only when something is."""

from __future__ import annotations

import typer
from pydantic import ValidationError


def usage(fault: typer.TyperException) -> str:
    """Return what is wrong with the words of a command: the option, the value found, what was expected."""
    cause = fault.__cause__
    if not (isinstance(fault, typer.BadParameter) and fault.param is not None and isinstance(cause, ValidationError)):
        return fault.format_message()
    wrong = cause.errors(include_url=False)[0]
    expected = wrong["msg"].removeprefix("Input should be ").partition(", unable to parse")[0]
    return f"{fault.param.opts[0]}: found {wrong['input']!r}; expected {expected}"

"""What somebody types as a name: how long it may be, and the line that says so."""

from __future__ import annotations

from overlook.setup.errors import SetupRefusedError

MOST_LETTERS = 80


def check_name(whose: str, name: str) -> None:
    """Raise `SetupRefusedError` where something has no name, or one that is too long."""
    if not name.strip():
        raise SetupRefusedError(f"{whose} has no name: write one")
    if len(name) > MOST_LETTERS:
        raise SetupRefusedError(
            f'the name of {whose} has {len(name)} letters, "{name[:24]}…": write {MOST_LETTERS} at most'
        )

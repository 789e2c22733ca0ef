"""Fork what the table remembers, so that a frame can be judged on a copy and count as a whole or not at all."""

from __future__ import annotations

import copy
from typing import TypeVar

Memory = TypeVar("Memory")


def fork(memory: Memory) -> Memory:
    """Return a copy with containers of its own: dicts, sets and lists; what they hold is frozen and is shared."""
    other = copy.copy(memory)
    for name, value in vars(other).items():
        if isinstance(value, dict | set | list):
            setattr(other, name, value.copy())
    return other

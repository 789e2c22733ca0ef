"""A read-only copy of a mapping, for frozen records that hold one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def frozen(mapping: Mapping[K, V]) -> Mapping[K, V]:
    """Return a read-only copy."""
    return MappingProxyType(dict(mapping))

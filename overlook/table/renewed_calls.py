"""Whether a call of what stands wrong says something else than before: it has moved on, and not by noise alone."""

from __future__ import annotations

import re

NUMBER = re.compile(r"\d+(?:\.\d+)?")
FARTHER = 0.25
"""Inches, or degrees, by which a number in a call is another one."""


def says_else(said: str, now: str) -> bool:
    """Return whether two calls differ in their words, or in a number by more than noise makes of it."""
    if NUMBER.sub("#", said) != NUMBER.sub("#", now):
        return True
    numbers = zip(NUMBER.findall(said), NUMBER.findall(now), strict=True)
    return any(abs(float(one) - float(other)) > FARTHER for one, other in numbers)

"""What shelters a target and what a shot at it is worth, in one line."""

from __future__ import annotations

from typing import Any

from referee.rules.ruling import Verdict


def sheltered(known: dict[str, Any]) -> str:
    """Return "in cover · obscured: too close to call · 41 % incapacitated" of a view's cover, obscured and odds."""
    said = [
        word if known[field] is Verdict.YES else f"{word}: too close to call"
        for field, word in (("cover", "in cover"), ("obscured", "obscured"))
        if known[field] is not Verdict.NO
    ]
    return " · ".join(filter(None, (*said, known["odds"])))

"""Why the game refused, as its tests ask for it."""

from __future__ import annotations

import pytest

from referee.game.record import RefusedError


def rules(refused: pytest.ExceptionInfo[RefusedError]) -> list[str]:
    """Return the ids of the rules that a refusal names."""
    return [finding.rule for finding in refused.value.findings]


def reasons(refused: pytest.ExceptionInfo[RefusedError]) -> list[str]:
    """Return the codes of the reasons of a refusal."""
    return [finding.reason.code for finding in refused.value.findings]

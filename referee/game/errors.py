"""What can be wrong with an event, an intent or an answer."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.errors import IllegalError, MalformedError
from referee.rules.ruling import Finding


class OutOfOrderError(MalformedError):
    """An event does not follow from those before it; the message says which was expected where."""


class UnknownKindError(MalformedError):
    """An event or intent of a kind that nobody knows."""


class RefusedError(IllegalError):
    """The rules do not allow it here and now. `findings` are all that is wrong, not the first."""

    def __init__(self, what: str, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        faults = "; ".join(f"{finding.rule}: {finding.means}" for finding in self.findings)
        super().__init__(f"{what}: {faults}")


class RestsOnItError(IllegalError):
    """Something cannot be taken back alone: what came after depends on it."""

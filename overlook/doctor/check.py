"""One thing looked at: how it is, in a sentence, and the line that mends it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    """How a part is: well, usable but not as it should be, or broken."""

    OK = "ok"
    CAUTION = "caution"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class Check:
    """How one part is. `mend` is the line that mends it, empty when it is well."""

    part: str
    health: Health
    sentence: str
    mend: str = ""

    @property
    def line(self) -> str:
        """How it is and what mends it."""
        return f"{self.sentence}: {self.mend}" if self.mend else self.sentence

    @classmethod
    def ok(cls, part: str, sentence: str) -> Check:
        """Return a part that is well."""
        return cls(part, Health.OK, sentence)

    @classmethod
    def caution(cls, part: str, sentence: str, mend: str) -> Check:
        """Return a part that could be better."""
        return cls(part, Health.CAUTION, sentence, mend)

    @classmethod
    def trouble(cls, part: str, sentence: str, mend: str) -> Check:
        """Return a part that does not work."""
        return cls(part, Health.TROUBLE, sentence, mend)

"""Rulings and findings as a journal keeps them: English text beside codes and figures.

A record of an earlier version has no codes: its text becomes a stored message (`messages.message.STORED`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, PlainValidator

from geometry.contributions import Cause, Contribution
from geometry.witness import Witness
from messages.message import Message
from referee.rules.ruling import Fact, Finding, Measurement, Ruling

_FIGURES = frozenset({"measured", "required"})


Figure = Annotated[float, Field(ge=-math.inf)]
"""A number that may be infinite, but not NaN."""


class _WrittenContribution(BaseModel):
    """A contribution in a journal."""

    model_config = ConfigDict(defer_build=True, frozen=True, strict=True, extra="forbid")

    cause: Cause
    thing: str = ""
    sigma: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    share: Annotated[float, Field(ge=0, le=1)]


class _WrittenFinding(BaseModel):
    """A finding in a journal; infinite figures are the strings "Infinity" and "-Infinity"."""

    model_config = ConfigDict(defer_build=True, frozen=True, strict=True, extra="forbid", ser_json_inf_nan="strings")

    rule: str
    means: str
    measured: Figure
    required: Figure
    margin: Figure
    sigma: Annotated[float, Field(ge=0)] = 0.0
    witness: Witness | None = None
    strict: bool = False
    message: Message | None = None
    contributions: tuple[_WrittenContribution, ...] = ()

    @property
    def is_fact(self) -> bool:
        """Whether it is a fact, by its code; without a code, by its figures, which a length may have by chance."""
        if self.message is not None:
            return not {name for name, _ in self.message.args} >= _FIGURES
        if self.sigma == 0:
            return self.required == 1 and (self.measured, self.margin) in ((1.0, 0.0), (0.0, -math.inf))
        return self.required == 1 and self.measured in (0.0, 1.0) and abs(self.margin) != abs(self.measured - 1)


class _WrittenRuling(BaseModel):
    """A ruling in a journal."""

    model_config = ConfigDict(defer_build=True, frozen=True, strict=True, extra="forbid", ser_json_inf_nan="strings")

    claim: str
    findings: tuple[_WrittenFinding, ...]
    p_yes: Annotated[float, Field(ge=0, le=1)]
    notes: tuple[str, ...] = ()
    note_messages: tuple[Message, ...] = ()
    by_hand: tuple[str, ...] = ()
    message: Message | None = None
    contributions: tuple[_WrittenContribution, ...] = ()


def _finding_of(data: Any) -> Finding:
    if isinstance(data, Fact | Measurement):
        return data
    written = data if isinstance(data, _WrittenFinding) else _WrittenFinding.model_validate(data, strict=False)
    reason = written.message or Message.stored(written.means)
    if written.is_fact:
        return Fact(written.rule, reason, written.measured == 1, written.margin, written.sigma, written.witness)
    return Measurement(
        written.rule,
        Message(reason.code, tuple(each for each in reason.args if each[0] not in _FIGURES)),
        written.measured,
        written.required,
        written.margin,
        written.sigma,
        written.witness,
        written.strict,
        _contributions_of(written.contributions),
    )


def _contributions_of(written: tuple[_WrittenContribution, ...]) -> tuple[Contribution, ...]:
    return tuple(Contribution(one.cause, one.thing, one.sigma, one.share) for one in written)


def _contributions_as_json(contributions: tuple[Contribution, ...]) -> list[dict[str, Any]]:
    return [
        {"cause": str(one.cause), "thing": one.thing, "sigma": one.sigma, "share": one.share} for one in contributions
    ]


def _finding_as_json(finding: Finding) -> dict[str, Any]:
    written = _WrittenFinding(
        rule=finding.rule,
        means=finding.means,
        measured=finding.measured,
        required=finding.required,
        margin=finding.margin,
        sigma=finding.sigma,
        witness=finding.witness,
        strict=isinstance(finding, Measurement) and finding.strict,
        message=finding.message.coded,
    )
    data = written.model_dump(mode="json", exclude={"contributions", *(() if written.message else ("message",))})
    if isinstance(finding, Measurement) and finding.contributions:
        data["contributions"] = _contributions_as_json(finding.contributions)
    return data


def _ruling_of(data: Any) -> Ruling:
    if isinstance(data, Ruling):
        return data
    written = _WrittenRuling.model_validate(data, strict=False)
    return Ruling(
        written.message or Message.stored(written.claim),
        tuple(map(_finding_of, written.findings)),
        written.p_yes,
        written.note_messages or tuple(map(Message.stored, written.notes)),
        written.by_hand,
        _contributions_of(written.contributions),
    )


def _ruling_as_json(ruling: Ruling) -> dict[str, Any]:
    data: dict[str, Any] = {
        "claim": str(ruling.claim),
        "findings": [_finding_as_json(finding) for finding in ruling.findings],
        "p_yes": ruling.p_yes,
        "notes": [str(note) for note in ruling.notes],
    }
    if any(note.coded is not None for note in ruling.notes):
        data["note_messages"] = [note.to_data() for note in ruling.notes]
    if ruling.by_hand:
        data["by_hand"] = list(ruling.by_hand)
    if ruling.contributions:
        data["contributions"] = _contributions_as_json(ruling.contributions)
    if (message := ruling.claim.coded) is not None:
        data["message"] = message.to_data()
    return data


def finding_without_text(data: Mapping[str, Any], instead: str) -> dict[str, Any]:
    """Return a finding's JSON without what it says: `instead` as its text, and no code."""
    kept = {name: value for name, value in data.items() if name != "contributions"}
    return {**kept, "means": instead, "message": None}


RecordedFinding = Annotated[
    Finding, PlainValidator(_finding_of, json_schema_input_type=_WrittenFinding), PlainSerializer(_finding_as_json)
]
RecordedRuling = Annotated[
    Ruling, PlainValidator(_ruling_of, json_schema_input_type=_WrittenRuling), PlainSerializer(_ruling_as_json)
]

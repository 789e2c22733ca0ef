"""Distances, control range and sight, 2024 (rules H24-01 to H24-05)."""

from __future__ import annotations

from geometry.base import EXACT_TOLERANCE, Base
from geometry.measure import inside_margin, wholly_within, within, within_area
from geometry.visibility.control_range import CONTROL_RANGE
from referee.corpus.common import Got
from referee.corpus.questions import Question
from referee.rules.judgement import Shot


def _within(question: Question) -> Got:
    """Answer whether two things are within a distance (H24-02, H24-03); a carried marker is where its carrier is."""
    a, b = (_base(question, key) for key in ("a", "b"))
    same = question.ask("a") == question.ask("b")
    return {"within": same or within(a, b, question.number("distance"))}


def _base(question: Question, key: str) -> Base:
    table = question.position.table
    marker = table.markers.get(str(question.ask(key)))
    if marker is None:
        return table.operative(question.operative(key)).base
    return marker.base if marker.carried_by is None else table.operative(marker.carried_by).base


def _wholly_within(question: Question) -> Got:
    of = question.position.table.operative(question.operative("of"))
    subject = question.position.table.operative(question.operative("subject"))
    distance = question.number("distance")
    self_or = of.id == subject.id
    return {
        "wholly_within": self_or or wholly_within(subject.base, of.base, distance),
        "within": self_or or within(subject.base, of.base, distance),
    }


def _wholly_within_area(question: Question) -> Got:
    subject = question.position.table.operative(question.operative("subject")).base
    area = question.need("area")
    return {
        "wholly_within": inside_margin(subject, area) >= -EXACT_TOLERANCE,
        "within": within_area(subject, area),
    }


def _control_range(question: Question) -> Got:
    ruling = question.edition.engagement.engaged(question.position, question.operative("a"), question.operative("b"))
    return {"within": ruling.holds}


def _control_range_from_facts(question: Question) -> Got:
    near = question.number("distance") <= CONTROL_RANGE + EXACT_TOLERANCE
    a_sees, b_sees = bool(question.ask("a_sees_b", False)), bool(question.ask("b_sees_a", False))
    thing = question.ask("subject") not in {None, "operative"}
    mutual = near and (a_sees if thing else a_sees or b_sees)
    return {"within": mutual, "a_in_range_of_b": mutual, "b_in_range_of_a": mutual}


def _marker_control_range(question: Question) -> Got:
    ruling = question.edition.markers.near(
        question.position, question.operative("operative"), str(question.need("marker"))
    )
    return {"within": ruling.holds}


def _visible(question: Question) -> Got:
    shot = Shot(question.operative("by"), question.operative("target"))
    return {"visible": question.edition.sight.visible(question.position, shot.shooter, shot.target).holds}


MEASURING = {
    "within": _within,
    "wholly_within": _wholly_within,
    "wholly_within_area": _wholly_within_area,
    "control_range": _control_range,
    "control_range_from_facts": _control_range_from_facts,
    "marker_control_range": _marker_control_range,
    "visible": _visible,
}

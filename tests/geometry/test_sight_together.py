"""Looks that are taken together see what each sees alone, to the last digit."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.base import Base, BaseShape
from geometry.terrain import Outline, Part, Prisms
from geometry.visibility.sight import body_of, eye_of, look
from geometry.visibility.sight_batch import MANY, SightQuery, look_batch
from tests.depth import depth

SHAPES = st.sampled_from([BaseShape.from_mm(25), BaseShape.from_mm(32), BaseShape.from_mm((60, 35))])
HEIGHTS = st.sampled_from([0.0, 0.0, 1.5, 2.0])
SIZES = st.sampled_from([0.3, 0.5, 1.0, 3.0])


@st.composite
def outlines(draw: st.DrawFn) -> Outline:
    x, y = draw(st.floats(0, 14)), draw(st.floats(0, 9))
    wide, deep = draw(SIZES), draw(SIZES)
    box = ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))
    wedge = ((x, y), (x + wide, y + 0.3), (x + wide / 2, y + 0.3 + deep))
    corner = ((x, y), (x + 2, y), (x + 2, y + 0.3), (x + 0.3, y + 0.3), (x + 0.3, y + 2), (x, y + 2))
    return draw(st.sampled_from([box, box, wedge, corner]))


@st.composite
def parts(draw: st.DrawFn) -> tuple[Part, ...]:
    found = []
    for number, outline in enumerate(draw(st.lists(outlines(), max_size=9))):
        bottom = draw(HEIGHTS)
        top = bottom + draw(st.sampled_from([0.2, 1.0, 1.6, 3.0]))
        found.append(Part(f"t{number}", f"f{number % 4}", outline, bottom, top))
    return tuple(found)


BASES = st.builds(Base, SHAPES, st.floats(0, 16), st.floats(0, 11), z=HEIGHTS, rotation_deg=st.floats(-180, 180))


@st.composite
def looks(draw: st.DrawFn) -> list[SightQuery]:
    past = [Prisms.of(each) for each in draw(st.lists(parts(), min_size=1, max_size=3))]
    heads, bases = st.sampled_from([0.2, 1.2, 1.6]), draw(st.lists(BASES, min_size=2, max_size=8))
    return [
        SightQuery(eye_of(one, draw(heads)), body_of(other, draw(heads)), draw(st.sampled_from(past)))
        for one in bases
        for other in bases
        if one is not other
    ]


@settings(max_examples=depth(25, 60), deadline=None)
@given(looks())
def test_each_look_sees_what_it_sees_alone(taken: list[SightQuery]) -> None:
    assert look_batch(taken) == [look(one.eye, one.body, one.prisms) for one in taken]


def test_wall_before_the_long_end_of_an_oval_base_hides_it() -> None:
    """Two walls meet off the middle: the far one stands more than the base's half width beside the line of sight."""
    across, beside = (
        Part(name, name, ((5.0, low), (5.2, low), (5.2, high), (5.0, high)), 0.0, 3.0)
        for name, low, high in (("across", 3.0, 5.6), ("beside", 5.6, 7.0))
    )
    oval = Base(BaseShape.from_mm((60, 35)), 6.0, 5.0, rotation_deg=90)
    eye, body = eye_of(Base(BaseShape.from_mm(32), 0.0, 5.0), 1.2), body_of(oval, 1.2)
    behind_one, behind_both = look_batch(
        [SightQuery(eye, body, Prisms.of(each)) for each in ([across], [across, beside])]
    )
    assert (behind_one.visible, behind_one.blockers) == (True, ("across",))
    assert (behind_both.visible, behind_both.blockers) == (False, ("across", "beside"))


@settings(max_examples=5, deadline=None)
@given(looks())
def test_so_do_more_looks_than_are_padded_alike(taken: list[SightQuery]) -> None:
    many = taken * (1 + MANY // len(taken))
    assert len(many) > MANY
    assert look_batch(many) == [look(one.eye, one.body, one.prisms) for one in taken] * (1 + MANY // len(taken))


def test_nothing_asked_nothing_seen() -> None:
    assert look_batch([]) == []

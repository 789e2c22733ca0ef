"""Which size of tag is advised: one that is read, and never wider than a base without a word about it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from overlook.setup.tags import NEEDED_PX, TAG_SIZES_MM, size_advice

MODULES = 8
scales = st.floats(0.3, 6.0)
sizes = st.sampled_from(TAG_SIZES_MM)
bases = st.sampled_from([25.0, 28.5, 32.0, 40.0])


@given(scales, sizes, bases)
def test_a_tag_wider_than_the_base_is_advised_with_where_it_lies_and_what_else_helps(
    px_of_mm: float, tag_mm: float, base_mm: float
) -> None:
    said, better = size_advice(px_of_mm, tag_mm, modules=MODULES, base_mm=base_mm)
    assert (better is None) == (said is None)
    if better is not None and said is not None:
        assert better > tag_mm
        assert said.code == ("setup-tags-wide" if better > base_mm else "setup-tags-small")


@given(scales, sizes)
def test_nothing_is_advised_where_the_tags_are_read(px_of_mm: float, tag_mm: float) -> None:
    said, _ = size_advice(px_of_mm, tag_mm, modules=MODULES, base_mm=25.0)
    read = round(px_of_mm * tag_mm / MODULES, 1) >= NEEDED_PX
    assert (said is None) == (read or tag_mm == TAG_SIZES_MM[-1])

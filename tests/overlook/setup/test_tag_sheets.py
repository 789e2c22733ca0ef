"""A sheet that cannot be printed is refused in one line."""

from __future__ import annotations

import pytest

from messages.message import Message
from overlook.setup import exports, teams
from overlook.setup.draft import Draft
from referee.records.files.roster_file import roster_text
from simulation.scene.example_table import example_catalogue
from web.contract.errors import UnknownError

BARE = example_catalogue().model_copy(update={"operatives": (), "terrain": (), "markers": ()})


def sheet(base_mm: float, tag_mm: float) -> bytes:
    text = teams.typed_text("Typed", [("Grub", base_mm, None)], edition="2024")
    roster = roster_text(text, "typed.toml")
    draft = teams.team_of(Draft(), "p1", roster=roster, source="x", text=text, dictionary=BARE.dictionary)
    draft = teams.tagged(draft, "p1", first_tag=40, tag_mm=tag_mm, dictionary=BARE.dictionary)
    return exports.team_sheet(exports.tagged_models(draft, "p1"), BARE, "A4")


@pytest.mark.parametrize("base_mm", [0.01, 0.5, 1.0, 4.99])
@pytest.mark.parametrize("tag_mm", [0.01, 1.0, 20.0])
def test_a_base_that_is_none_is_named(base_mm: float, tag_mm: float) -> None:
    with pytest.raises(UnknownError) as refused:
        sheet(base_mm, tag_mm)

    assert refused.value.message == Message.of("setup-base-small", model="a1", least=5.0)


@pytest.mark.parametrize(("base_mm", "tag_mm"), [(400.0, 1.0), (32.0, 400.0)])
def test_what_no_page_holds_is_named(base_mm: float, tag_mm: float) -> None:
    with pytest.raises(UnknownError) as refused:
        sheet(base_mm, tag_mm)

    assert refused.value.message.code == "sheet-card-large"


@pytest.mark.parametrize("base_mm", [5.0, 25.0, 60.0])
def test_every_base_of_a_miniature_is_printed(base_mm: float) -> None:
    assert sheet(base_mm, 20.0).startswith(b"%PDF")

"""Equipment is judged as its player's once somebody has said whose it is (rules J24-04, J24-06, J24-07, J24-10)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from geometry.placement import Placement
from messages.message import Message
from overlook.errors import SetupRefusedError
from overlook.setup.draft import Draft, Piece
from overlook.setup.exports import catalogue_of
from overlook.setup.mission import rulings_of
from overlook.setup.reducer import SetupObservation, reduce
from overlook.setup.terrain import Libraries, edited_piece
from overlook.table.observation.seen_table import table_of
from referee.editions.registry import edition_of
from simulation import example_catalogue
from web.contract.setup import actions

BARE = example_catalogue().bare
SOUTH, NORTH = (8.0, 7.0), (8.0, 15.0)


@pytest.fixture
def at_table(tmp_path: Path) -> SetupObservation:
    """A table with the libraries that ship with Overlook, and nothing in the picture."""
    return SetupObservation(BARE.dictionary, BARE.tag_ids, {}, None, Libraries(tmp_path), "kt24")


def laid(at_table: SetupObservation, *asked: actions.SetupAction) -> Draft:
    """The first player in the south, the second in the north, and what was asked for."""
    draft = Draft()
    for action in (actions.PickMission(kind="pick_mission", name="crossed-lines"), *asked):
        draft = reduce(draft, action, at_table)
    return draft


def picked(piece: str) -> actions.PickPiece:
    return actions.PickPiece(kind="pick_piece", library="equipment", piece=piece)


def owned(piece: str, owner: str | None) -> actions.PieceOwner:
    return actions.PieceOwner.model_validate({"kind": "piece_owner", "id": piece, "owner": owner})


def against(draft: Draft, at: tuple[float, float]) -> set[str]:
    """The rules that the equipment breaks where every piece stands at `at`."""
    catalogue = catalogue_of(draft, BARE, ())
    places = {entry.id: Placement(entry.id, *at, 0.0, 0.0, np.zeros((4, 4))) for entry in catalogue.terrain}
    rulings = rulings_of(draft, edition_of("kt24"), table_of(catalogue, operatives={}, terrain=places, markers={}))
    return {
        finding.rule
        for ruling in rulings
        for finding in ruling.findings
        if not finding.holds and finding.rule.startswith("J24")
    }


@pytest.mark.parametrize(
    ("piece", "rule"),
    [("light-barricade-b", "J24-06"), ("heavy-barricade", "J24-04"), ("razor-wire", "J24-10")],
)
def test_a_barricade_in_the_other_s_territory_is_told_once_its_owner_is_said(
    at_table: SetupObservation, piece: str, rule: str
) -> None:
    assert against(laid(at_table, picked(piece)), NORTH) == set()
    assert against(laid(at_table, picked(piece), owned(piece, "p1")), NORTH) == {rule}
    assert against(laid(at_table, picked(piece), owned(piece, "p1")), SOUTH) == set()
    assert against(laid(at_table, picked(piece), owned(piece, "p2")), SOUTH) == {rule}
    assert against(laid(at_table, picked(piece), owned(piece, "p1"), owned(piece, None)), NORTH) == set()


@pytest.mark.parametrize("swaps", [0, 1])
def test_mines_by_hand_are_judged_on_the_side_that_their_player_has(at_table: SetupObservation, swaps: int) -> None:
    swapped: Sequence[actions.SetupAction] = [actions.SwapSides(kind="swap_sides")] * swaps
    for owner, wrong in ((None, False), ("p1", not swaps), ("p2", bool(swaps))):
        mines = actions.DeclareMarker.model_validate(
            {"kind": "declare_marker", "what": "mines", "x": NORTH[0], "y": NORTH[1], "owner": owner}
        )
        draft = laid(at_table, mines, *swapped)
        assert against(draft, NORTH) == ({"J24-07"} if wrong else set())


def test_terrain_of_the_killzone_is_nobody_s(at_table: SetupObservation) -> None:
    ruin = actions.PickPiece(kind="pick_piece", library="volkus-like", piece="shell")
    with pytest.raises(SetupRefusedError) as refused:
        laid(at_table, ruin, owned("shell", "p1"))
    assert refused.value.message.code == "setup-piece-no-owner"
    with pytest.raises(SetupRefusedError) as refused:
        laid(at_table, owned("nothing", "p1"))

    assert refused.value.message == Message.of("setup-piece-gone", piece="nothing")


def test_equipment_with_another_part_is_the_same_player_s_item(at_table: SetupObservation) -> None:
    piece = laid(at_table, picked("razor-wire"), owned("razor-wire", "p2")).piece("razor-wire")
    assert piece is not None
    edited = edited_piece(piece, _with_a_post(piece))
    assert [(one.equipment, one.player) for one in edited.entries] == [("razor wire", "p2")] * 2


def _with_a_post(piece: Piece) -> actions.EditPiece:
    square = ((-0.2, -0.2), (0.2, -0.2), (0.2, 0.2), (-0.2, 0.2))
    parts = tuple(
        actions.PartShape(id=name, outline=square, bottom=0.0, top=0.5) for name in (piece.entries[0].id, "post")
    )
    return actions.EditPiece(kind="edit_piece", id=piece.id, name=piece.name, parts=parts)

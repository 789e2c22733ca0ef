"""Reducer of the set-up: a draft and an action give the next draft, or a refusal in one line.

`KeepPiece` and `LibraryFile` leave the draft unchanged and write to the terrain libraries of the observation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from calibration.rig import BoardPose, CameraModel
from calibration.tags import TagSighting
from calibration.terrain_library import entries_of
from messages.message import Message
from overlook.errors import SetupRefusedError
from overlook.setup import mission, teams
from overlook.setup.draft import Declared, Draft, Piece, Team
from overlook.setup.tag_matching import next_unmatched_base
from overlook.setup.tags import RANGES
from overlook.setup.teams import KnownBases, check_base, check_name, check_team
from overlook.setup.terrain import Libraries, drawn_piece, edited_piece, free_name, laid_piece, name_of, rotate_piece
from referee.editions.registry import edition_of
from referee.records.files.roster_file import example_texts, roster_text
from web.contract.base import View
from web.contract.setup import actions
from web.contract.setup.views import Step


@dataclass(frozen=True, slots=True)
class SetupObservation:
    """Facts about the table for the reducer: board tags, tags in the image, camera and pose (None while it is lost).

    `bases` are known from saved set-ups, `edition` is the table's ("kt24").
    """

    dictionary: str
    board: frozenset[int]
    tags: Mapping[int, TagSighting]
    lens: tuple[CameraModel, BoardPose] | None
    libraries: Libraries
    edition: str
    bases: KnownBases = field(default_factory=KnownBases)


def reduce(draft: Draft, action: actions.SetupAction, seen: SetupObservation) -> Draft:
    """Return the draft after an action.

    Raises `SetupRefusedError`, `MalformedError` or `CalibrationError` in one line.
    """
    return CHANGES[type(action)](draft, action, seen)


def _go(draft: Draft, action: actions.Go, seen: SetupObservation) -> Draft:
    draft = draft.model_copy(update={"step": action.step})
    if action.step is Step.TAGS:
        return _asking(draft, draft.asked)
    return draft


def _asking(draft: Draft, after: str | None) -> Draft:
    """Return the draft with the next unmatched base to look for."""
    owner = draft.owner(after) if after is not None else None
    if owner is not None and not owner[1].matched:
        return draft
    return draft.model_copy(update={"asked": next_unmatched_base(draft, after)})


def _team(draft: Draft, player: str, *, source: str, text: str, seen: SetupObservation) -> Draft:
    roster = roster_text(text, source)
    return _asking(
        teams.team_of(
            draft, player, roster=roster, source=source, text=text, dictionary=seen.dictionary, known=seen.bases
        ),
        None,
    )


def _team_file(draft: Draft, action: actions.TeamFile, seen: SetupObservation) -> Draft:
    return _team(draft, action.player, source=action.source, text=action.text, seen=seen)


def _team_example(draft: Draft, action: actions.TeamExample, seen: SetupObservation) -> Draft:
    known = example_texts()
    if action.name not in known:
        raise SetupRefusedError("setup-team-unknown", team=action.name, known=known)
    return _team(draft, action.player, source=f"{action.name}.toml", text=known[action.name], seen=seen)


def _team_typed(draft: Draft, action: actions.TeamTyped, seen: SetupObservation) -> Draft:
    check_team(action)
    bases = [(base.name, base.base_mm, base.short_mm) for base in action.bases]
    text = teams.typed_text(action.name, bases, edition=edition_of(seen.edition).year)
    return _team(draft, action.player, source="typed by hand.toml", text=text, seen=seen)


def _team_gone(draft: Draft, action: actions.TeamGone, seen: SetupObservation) -> Draft:
    seat = draft.team(action.player)
    return draft.with_team(Team(player=seat.player, first_tag=seat.first_tag, tag_mm=seat.tag_mm))


def _tags_for(draft: Draft, action: actions.TagsFor, seen: SetupObservation) -> Draft:
    if action.first in seen.board:
        raise SetupRefusedError("setup-tag-first", tag=action.first, first=RANGES["board"].stop)
    return teams.tagged(
        draft, action.player, first_tag=action.first, tag_mm=action.tag_mm, dictionary=seen.dictionary, anew=True
    )


def _remap(draft: Draft, action: actions.Remap, seen: SetupObservation) -> Draft:
    return teams.renumber_tags(
        draft,
        action.player,
        clashing=draft.clashes(seen.board),
        board=seen.board,
        dictionary=seen.dictionary,
    )


def _base_size(draft: Draft, action: actions.BaseSize, seen: SetupObservation) -> Draft:
    owner = draft.owner(action.operative)
    check_base(action.operative if owner is None else owner[1].entry.name, action.long_mm, action.short_mm)
    size = action.long_mm if action.short_mm is None else (action.long_mm, action.short_mm)
    return teams.resize_base(draft, action.operative, base_mm=size, dictionary=seen.dictionary)


def _ask(draft: Draft, action: actions.Ask, seen: SetupObservation) -> Draft:
    if draft.owner(action.operative) is None:
        raise SetupRefusedError("setup-model-gone", model=action.operative)
    return draft.model_copy(update={"asked": action.operative})


def _match(draft: Draft, action: actions.Match, seen: SetupObservation) -> Draft:
    if action.tag in seen.board:
        raise SetupRefusedError("setup-tag-of-board", tag=action.tag)
    return _asking(teams.match_base(draft, action.operative, action.tag, dictionary=seen.dictionary), action.operative)


def _unmatch(draft: Draft, action: actions.Unmatch, seen: SetupObservation) -> Draft:
    owner = draft.owner(action.operative)
    if owner is None:
        raise SetupRefusedError("setup-model-gone", model=action.operative)
    base = owner[1].model_copy(update={"matched": False})
    return draft.with_base(base).model_copy(update={"asked": action.operative})


def _draw_piece(draft: Draft, action: actions.DrawPiece, seen: SetupObservation) -> Draft:
    check_name(Message.of("setup-the-piece"), action.name)
    if seen.lens is None:
        raise SetupRefusedError("setup-board-hidden")
    others = [piece for piece in draft.pieces if piece.id != action.id]
    bases = {tag.id for _, base in draft.bases for tag in base.entry.tags}
    taken = seen.board | bases | {tag_id for piece in others for tag_id in piece.tags}
    pieces = [*(piece.id for piece in draft.pieces), *(piece.id for piece in seen.libraries.own)]
    things = [*(base.entry.id for _, base in draft.bases), *(marker.id for marker in draft.declared)]
    name = action.id or name_of(action.name, [*pieces, *things])
    there = draft.piece(name)
    piece = drawn_piece(
        name,
        action.name,
        corners_px=action.corners_px,
        top_in=action.top,
        tags=seen.tags.values(),
        taken=taken,
        lens=seen.lens,
        traits=action.traits,
        vantage=action.vantage,
        before=there.entries[0] if there is not None and len(there.entries) == 1 else None,
    )
    return draft.with_piece(piece if there is None else piece.being(there.equipment, there.owner))


def _pick_piece(draft: Draft, action: actions.PickPiece, seen: SetupObservation) -> Draft:
    piece = seen.libraries.get(action.library).piece(action.piece)
    free = free_name((other.id for other in draft.pieces), piece.id)
    if not action.corners_px:
        there = draft.piece(piece.id)
        another = there is not None and there.tags and set(there.tags).isdisjoint(piece.tag_ids)
        name = free if another else piece.id
        return draft.with_piece(Piece(id=name, name=piece.name, entries=entries_of(piece, name=name)))
    if seen.lens is None:
        raise SetupRefusedError("setup-board-hidden")
    taken = seen.board | {tag.id for _, base in draft.bases for tag in base.entry.tags}
    taken |= {tag_id for other in draft.pieces for tag_id in other.tags}
    return draft.with_piece(
        laid_piece(piece, free, corners_px=action.corners_px, tags=seen.tags.values(), taken=taken, lens=seen.lens)
    )


def _turn_piece(draft: Draft, action: actions.TurnPiece, seen: SetupObservation) -> Draft:
    return draft.with_piece(rotate_piece(_piece(draft, action.id)))


def _edit_piece(draft: Draft, action: actions.EditPiece, seen: SetupObservation) -> Draft:
    check_name(Message.of("setup-the-piece"), action.name)
    return draft.with_piece(edited_piece(_piece(draft, action.id), action))


def _piece_owner(draft: Draft, action: actions.PieceOwner, seen: SetupObservation) -> Draft:
    piece = _piece(draft, action.id)
    if not piece.equipment:
        raise SetupRefusedError("setup-piece-no-owner", piece=piece.name)
    return draft.with_piece(piece.being(piece.equipment, action.owner or ""))


def _piece(draft: Draft, name: str) -> Piece:
    piece = draft.piece(name)
    if piece is None:
        raise SetupRefusedError("setup-piece-gone", piece=name)
    return piece


def _keep_piece(draft: Draft, action: actions.KeepPiece, seen: SetupObservation) -> Draft:
    seen.libraries.keep(_piece(draft, action.id))
    return draft


def _library_file(draft: Draft, action: actions.LibraryFile, seen: SetupObservation) -> Draft:
    seen.libraries.add(action.source, action.text)
    return draft


def _pick_mission(draft: Draft, action: actions.PickMission, seen: SetupObservation) -> Draft:
    return mission.pick_mission(draft, action.name, edition=seen.edition)


def _mission_file(draft: Draft, action: actions.MissionFile, seen: SetupObservation) -> Draft:
    return mission.upload_mission(draft, action.source, action.text, edition=seen.edition)


def _edit_mission(draft: Draft, action: actions.EditMission, seen: SetupObservation) -> Draft:
    name = action.data.get("name")
    if isinstance(name, str):
        check_name(Message.of("setup-the-mission"), name)
    return mission.with_mission(draft, action.data)


def _swap_sides(draft: Draft, action: actions.SwapSides, seen: SetupObservation) -> Draft:
    return mission.swap_sides(draft)


def _piece_gone(draft: Draft, action: actions.PieceGone, seen: SetupObservation) -> Draft:
    gone = _piece(draft, action.id)
    return draft.model_copy(update={"pieces": tuple(piece for piece in draft.pieces if piece.id != gone.id)})


def _declare_marker(draft: Draft, action: actions.DeclareMarker, seen: SetupObservation) -> Draft:
    check_name(Message.of("setup-the-marker"), action.what)
    name = action.id or free_name((marker.id for marker in draft.declared), "mark")
    marker = Declared(
        id=name, what=action.what, x=action.x, y=action.y, diameter_mm=action.diameter_mm, owner=action.owner
    )
    if action.id is None:
        return draft.model_copy(update={"declared": (*draft.declared, marker)})
    kept = tuple(marker if one.id == action.id else one for one in draft.declared)
    return draft.model_copy(update={"declared": kept})


def _marker_gone(draft: Draft, action: actions.MarkerGone, seen: SetupObservation) -> Draft:
    return draft.model_copy(update={"declared": tuple(one for one in draft.declared if one.id != action.id)})


Change = Callable[[Draft, Any, SetupObservation], Draft]
CHANGES: Mapping[type[View], Change] = {
    actions.Go: _go,
    actions.TeamFile: _team_file,
    actions.TeamExample: _team_example,
    actions.TeamTyped: _team_typed,
    actions.TeamGone: _team_gone,
    actions.TagsFor: _tags_for,
    actions.Remap: _remap,
    actions.BaseSize: _base_size,
    actions.Ask: _ask,
    actions.Match: _match,
    actions.Unmatch: _unmatch,
    actions.DrawPiece: _draw_piece,
    actions.PickPiece: _pick_piece,
    actions.TurnPiece: _turn_piece,
    actions.EditPiece: _edit_piece,
    actions.KeepPiece: _keep_piece,
    actions.LibraryFile: _library_file,
    actions.PieceGone: _piece_gone,
    actions.PieceOwner: _piece_owner,
    actions.PickMission: _pick_mission,
    actions.MissionFile: _mission_file,
    actions.EditMission: _edit_mission,
    actions.SwapSides: _swap_sides,
    actions.DeclareMarker: _declare_marker,
    actions.MarkerGone: _marker_gone,
}

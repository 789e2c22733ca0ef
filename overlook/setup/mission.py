"""The mission of a set-up: its choice, sides, markers, and the rules' checks; editions of teams and missions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from calibration.catalogue import MarkerEntry, ThingTag
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from geometry.table import Marker, Table
from messages.message import Message
from overlook.errors import SetupRefusedError
from overlook.setup.draft import COLOURS, PLAYERS, SEATS, Draft, Team
from overlook.setup.tags import RANGES
from referee.editions.registry import edition_of
from referee.game.board_place import BoardPlace
from referee.game.state import MarkerState
from referee.records.files.mission_file import example_missions, mission_data, mission_of, mission_text
from referee.rules.mission import Corners, MarkerSpot, Mission
from referee.rules.ports.edition import Edition
from referee.rules.position import Order, Position, Status
from referee.rules.ruling import Ruling
from referee.rules.set_up import items_of
from web.contract.base import HealthState
from web.contract.setup.views import CheckView, ItemView, MissionView, NamedView, SideView, SpotView, Step


def caution_of(team: Team, edition: str) -> Message | None:
    """Return a warning if a team's edition is not the table's ("kt24"), else None."""
    if not team.edition or edition_of(team.edition).id == edition:
        return None
    theirs, ours = edition_of(team.edition).year, edition_of(edition).year
    return Message.of("setup-team-edition", team=team.name or SEATS[team.player], theirs=theirs, ours=ours)


def checks_of_editions(draft: Draft, edition: str) -> Iterator[CheckView]:
    """Yield a check for each team, and for the mission, whose edition is not the table's."""
    for team in draft.teams:
        if said := caution_of(team, edition):
            yield check_view(
                Message.of("setup-part-edition", seat=SEATS[team.player]), HealthState.TROUBLE, said, Step.TEAMS
            )
    mission = draft.mission
    if mission is not None and (theirs := edition_of(mission["edition"])) is not (ours := edition_of(edition)):
        said = Message.of("setup-mission-edition", mission=str(mission["name"]), theirs=theirs.year, ours=ours.year)
        yield check_view(Message.of("setup-part-edition-mission"), HealthState.TROUBLE, said, Step.MISSION)


def check_view(part: Message, state: HealthState, said: Message, step: Step | None = None) -> CheckView:
    """Return the view of a check: the title of what was checked, its state, and the step that fixes it."""
    return CheckView(what=str(part), what_message=part, state=state, sentence=str(said), step=step, message=said)


def refuse_another(mission: Mission, source: str, *, edition: str) -> None:
    """Raise `SetupRefusedError` if the edition of a mission file is not the table's."""
    theirs, ours = edition_of(mission.edition), edition_of(edition)
    if theirs is not ours:
        raise SetupRefusedError("setup-mission-file-edition", file=source, theirs=theirs.year, ours=ours.year)


MARKER_TAG_MM = 22.0
LEAST_TAG_MM = 12.0
TOKEN_MM = 2.0
TOKENS = 4
TOKEN_ACROSS_MM = 20.0
UNTRIED = Status(Order.CONCEAL, apl=2, move=6.0, wounds=1, start_wounds=1)


def example_names(edition: str) -> tuple[NamedView, ...]:
    """Return the missions shipped for an edition ("kt24")."""
    shipped = example_missions().items()
    return tuple(NamedView(id=file, name=one.name) for file, one in shipped if edition_of(one.edition).id == edition)


def pick_mission(draft: Draft, name: str, *, edition: str) -> Draft:
    """Return the draft with a shipped mission of the table's edition ("kt24")."""
    known = example_missions()
    if name not in known:
        raise SetupRefusedError("setup-mission-unknown", mission=name, known=known)
    refuse_another(known[name], name, edition=edition)
    return with_mission(draft, mission_data(known[name]), name)


def upload_mission(draft: Draft, source: str, text: str, *, edition: str) -> Draft:
    """Return the draft with a mission parsed from a file's text; raises `MalformedError` with field and reason."""
    mission = mission_text(text, source)
    refuse_another(mission, source, edition=edition)
    return with_mission(draft, mission_data(mission), source)


def with_mission(draft: Draft, data: Any, source: str = "the mission") -> Draft:
    """Return the draft with a validated mission; players get new sides if theirs do not exist in it."""
    mission = mission_of(data, source)
    names = [side.id for side in mission.sides]
    kept = bool(draft.sides) and set(draft.sides.values()) <= set(names)
    sides = draft.sides if kept else dict(zip(PLAYERS, names, strict=False))
    return draft.model_copy(update={"mission": mission_data(mission), "sides": sides})


def swap_sides(draft: Draft) -> Draft:
    """Return the draft with the players' sides swapped."""
    return draft.model_copy(update={"sides": dict(zip(draft.sides, reversed(draft.sides.values()), strict=True))})


def mission_in(draft: Draft) -> Mission | None:
    """Return the draft's mission, None if there is none."""
    return None if draft.mission is None else mission_of(draft.mission, "the mission")


def marker_entries(draft: Draft) -> tuple[MarkerEntry, ...]:
    """Return the mission's markers with the tags printed for them; without a tag they are at the mission's position."""
    mission = mission_in(draft)
    if mission is None:
        return ()
    entries = []
    for number, spot in enumerate(mission.markers):
        across_mm = spot.diameter * MM_PER_INCH
        size = max(LEAST_TAG_MM, min(MARKER_TAG_MM, round(0.55 * across_mm, 1)))
        tag = ThingTag(id=RANGES["markers"].start + number, size_mm=size, offset_mm=(0.0, 0.0, TOKEN_MM))
        entries.append(MarkerEntry(id=spot.id, kind=spot.kind, diameter_mm=round(across_mm, 2), tags=(tag,)))
    return tuple(entries)


def token_entries(kinds: Collection[str]) -> tuple[MarkerEntry, ...]:
    """Return tokens that players place during games, such as thrown smoke (rule J24-11); their tag ids are fixed."""
    names = [(kind, f"{kind[:2]}{number}") for kind in sorted(kinds) for number in range(1, TOKENS + 1)]
    first = RANGES["markers"].stop - len(names)
    entries = []
    for number, (kind, name) in enumerate(names):
        tag = ThingTag(id=first + number, size_mm=LEAST_TAG_MM, offset_mm=(0.0, 0.0, TOKEN_MM))
        entries.append(MarkerEntry(id=name, kind=kind, diameter_mm=TOKEN_ACROSS_MM, tags=(tag,)))
    return tuple(entries)


def marker_states(draft: Draft) -> tuple[MarkerState, ...]:
    """Return the markers at the start of a game, at declared positions: the mission's, and those placed by hand."""
    mission = mission_in(draft)
    players = {side: player for player, side in draft.sides.items()}
    laid = () if mission is None else mission.markers
    return (
        *(_state(spot, players) for spot in laid),
        *(
            MarkerState(
                one.id,
                one.what,
                one.diameter_mm / MM_PER_INCH,
                BoardPlace(one.x, one.y, declared=True),
                owner=one.owner,
            )
            for one in draft.declared
        ),
    )


def _state(spot: MarkerSpot, players: Mapping[str, str]) -> MarkerState:
    place = BoardPlace(*spot.at, declared=True)
    owner = players.get(spot.side) if spot.side is not None else None
    return MarkerState(spot.id, spot.kind, spot.diameter, place, owner=owner, pick_up_allowed=spot.pick_up_allowed)


def owners_of(draft: Draft) -> dict[str, str]:
    """Return the owner of each item of equipment, by the id of its part or marker; items without one are omitted."""
    built = {entry.id: entry.player for piece in draft.pieces for entry in piece.entries if entry.player}
    return built | {one.id: one.owner for one in marker_states(draft) if one.owner is not None}


def zones_of(draft: Draft) -> dict[str, Corners]:
    """Return each player's drop zone as corners in inches; empty without a mission."""
    mission = mission_in(draft)
    return {} if mission is None else {player: mission.side(side).drop_zone for player, side in draft.sides.items()}


def rulings_of(draft: Draft, edition: Edition, table: Table) -> tuple[Ruling, ...]:
    """Return the rulings on the whole set-up (rules A24-*, J24-*); empty without a mission.

    Markers that the camera does not see are taken to be at their declared positions.
    """
    mission = mission_in(draft)
    if mission is None:
        return ()
    markers = dict(table.markers)
    for one in marker_states(draft):
        if one.id not in markers and one.place is not None:
            place = one.place
            at = Placement(one.id, place.x, place.y, place.z, 0.0, np.zeros((4, 4)))
            markers[one.id] = Marker(one.id, one.kind, one.diameter, at)
    status = dict.fromkeys(table.operatives, UNTRIED)
    position = Position(replace(table, markers=markers), status, mission.killzone)
    items = items_of(position, owners_of(draft), edition.set_up.markers)
    names = {base.entry.id: f"{base.entry.id.upper()} {base.entry.name}" for _, base in draft.bases}
    return tuple(
        replace(ruling, claim=_named(ruling.claim, names))
        for ruling in edition.in_killzone(mission.killzone).set_up.check(position, mission, draft.sides, items)
    )


def _named(claim: Message, names: Mapping[str, str]) -> Message:
    """Return a claim with the label of the thing that it is about, if it has one."""
    return claim.with_args(**{name: names[value] for name, value in claim.args if value in names})


def mission_view(draft: Draft, seen: frozenset[str]) -> MissionView | None:
    """Return the view of the mission; `seen` are the markers that the camera sees."""
    mission = mission_in(draft)
    if mission is None or draft.mission is None:
        return None
    players = {side: player for player, side in draft.sides.items()}
    objectives = len(draft.mission.get("objectives", ()))
    spots = [
        SpotView(
            id=one.id,
            kind=one.kind,
            x=one.at[0],
            y=one.at[1],
            diameter_mm=round(one.diameter * MM_PER_INCH, 1),
            seen=one.id in seen,
        )
        for one in mission.markers
    ]
    return MissionView(
        name=mission.name,
        killzone=mission.killzone or "",
        sides=tuple(
            SideView(
                id=one.id,
                name=one.name,
                player=players.get(one.id, ""),
                colour=COLOURS.get(players.get(one.id, ""), "#8899a0"),
                drop_zone=one.drop_zone,
                territory=one.territory,
            )
            for one in mission.sides
        ),
        objectives=tuple(spots[:objectives]),
        markers=tuple(spots[objectives:]),
        items=tuple(ItemView(item=one.item, side=one.side or "", outline=one.outline) for one in mission.items),
        data=draft.mission,
    )

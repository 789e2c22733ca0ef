"""The view of the set-up: the progress of each step, and the checks before the start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from calibration.catalogue import Catalogue
from calibration.rig import BoardPose, Rig
from calibration.tags import MARGIN_MODULES, TagSighting, modules
from geometry.base import MM_PER_INCH
from messages.message import Message
from overlook.setup.draft import COLOURS, SEATS, Base, Draft, Piece, Team, base_label
from overlook.setup.mission import caution_of, check_view, checks_of_editions, mission_view
from overlook.setup.ports import BoxPort
from overlook.setup.tag_matching import Answer
from overlook.setup.tags import LEAST_PX, RANGES, TAG_SIZES_MM, px_per_mm, sight_of, size_advice
from overlook.setup.teams import KIT, SEAT_TAGS
from overlook.setup.terrain import PART_KINDS, TERRAIN_ROLES, TERRAIN_TRAITS, parts_view
from overlook.table.observation.seen_table import SeenTable
from overlook.table.views.board_view import BoardProjector
from web.contract.base import HealthState, Point, TrackState
from web.contract.setup import views
from web.contract.setup.views import CheckView, ClashView, PieceView, SpotView, Step, TeamView
from web.contract.table.board_views import RulingView, TableView
from web.contract.table.snapshot import CameraView
from web.contract.table.view_builders import crop_window_px, project_line, table_view

MOST_NAMED = 6
"""Longest list of names in a check."""

OK, TROUBLE, LOST = HealthState.OK, HealthState.TROUBLE, HealthState.LOST


def checks_of(
    draft: Draft,
    *,
    teams: Sequence[TeamView],
    pieces: Sequence[PieceView],
    undescribed: Sequence[int],
    clashes: Sequence[ClashView],
    declared: Sequence[SpotView],
    camera: CameraView,
    seen: SeenTable | None,
    bare: Catalogue,
    edition: str,
    fault: Message | None,
    faults: Sequence[RulingView] | None,
) -> tuple[CheckView, ...]:
    """Return the checks before a game, in the order to fix them; a lost one prevents the start.

    `undescribed` are visible tags that belong to nothing, except those reserved for models and markers. `edition` is
    the table's ("kt24"), `fault` an error in the set-up's files, `faults` the rulings against the current set-up, None
    until the rules have checked it.
    """
    return (
        *((check_view(Message.of("setup-part-files"), TROUBLE, fault, Step.TEAMS),) if fault else ()),
        _camera(camera),
        _board(seen, bare),
        *(_team_check(team) for team in teams),
        *(_clash_check(one) for one in clashes),
        *checks_of_editions(draft, edition),
        *_tag_checks(teams),
        _terrain(pieces, undescribed, unmatched=any(not base.matched for team in teams for base in team.bases)),
        *_equipment(pieces, declared),
        _mission(draft, faults),
    )


def _camera(camera: CameraView) -> CheckView:
    part = Message.of("setup-part-camera")
    if camera.size_px is None:
        return check_view(part, LOST, Message.of("setup-check-camera-none"))
    width, height = camera.size_px
    said = Message.of("setup-check-camera", fps=camera.fps or 0, width=width, height=height)
    return check_view(part, camera.state, said)


def _board(seen: SeenTable | None, bare: Catalogue) -> CheckView:
    part = Message.of("setup-part-board")
    if seen is None:
        return check_view(part, LOST, Message.of("setup-check-board-none"))
    if seen.problem is not None or seen.pose is None:
        return check_view(part, LOST, seen.problem or Message.of("setup-check-camera-moving"))
    there, printed = sum(tag.id in seen.tags for tag in bare.board.tags), len(bare.board.tags)
    said = Message.of("setup-check-board", seen=there, all=printed, residual=seen.pose.residual_px or 0.0)
    return check_view(part, OK if 2 * there >= printed else TROUBLE, said)


def _team_check(team: TeamView) -> CheckView:
    part = (
        Message.of("setup-part-team", seat=team.seat, team=team.name)
        if team.name
        else Message.of("setup-part-seat", seat=team.seat)
    )
    count = len(team.bases)
    if not count:
        return check_view(part, LOST, Message.of("setup-check-team-none"), Step.TEAMS)
    unmatched = [base.label for base in team.bases if not base.matched]
    away = [base.label for base in team.bases if base.matched and not base.seen]
    if unmatched:
        return check_view(part, TROUBLE, Message.of("setup-check-unmatched", models=_cut(unmatched)), Step.TAGS)
    if away:
        said = Message.of("setup-check-away", seen=count - len(away), all=count, things=_cut(away))
        return check_view(part, TROUBLE, said, Step.TAGS)
    return check_view(part, OK, Message.of("setup-check-models", count=count))


def _clash_check(clash: ClashView) -> CheckView:
    return check_view(Message.of("setup-part-tag", tag=clash.tag), LOST, clash.message, Step.TEAMS)


def _tag_checks(teams: Sequence[TeamView]) -> Iterable[CheckView]:
    seen = [base for team in teams for base in team.bases if base.px_per_module is not None]
    if not seen:
        return
    least = min(seen, key=lambda base: base.px_per_module or 0.0)
    small = [base.label for base in seen if base.sight is not HealthState.OK]
    px, model = least.px_per_module, least.label
    if least.sight is HealthState.LOST:
        said = Message.of("setup-check-tags-lost", px=px, model=model, least=LEAST_PX, models=_cut(small))
    elif small:
        said = Message.of("setup-check-tags-small", px=px, model=model, models=_cut(small))
    else:
        said = Message.of("setup-check-tags", px=px, model=model)
    part = Message.of("setup-part-tags")
    yield check_view(part, TROUBLE if small else OK, said, Step.TEAMS if small else None)


def _terrain(pieces: Sequence[PieceView], undescribed: Sequence[int], *, unmatched: bool) -> CheckView:
    part, count = Message.of("setup-part-terrain"), len(pieces)
    if undescribed:
        tags, new = _ranges(undescribed), len(undescribed)
        said = (
            Message.of("setup-check-terrain-or-model", count=new, tags=tags)
            if unmatched
            else Message.of("setup-check-terrain-new", count=new, tags=tags)
        )
        return check_view(part, TROUBLE, said, Step.TERRAIN)
    if not pieces:
        return check_view(part, TROUBLE, Message.of("setup-check-terrain-none"), Step.TERRAIN)
    away = [piece.name for piece in pieces if not piece.seen]
    if away:
        said = Message.of("setup-check-away", seen=count - len(away), all=count, things=_cut(away))
        return check_view(part, TROUBLE, said, Step.TERRAIN)
    return check_view(part, OK, Message.of("setup-check-pieces", count=count))


def _equipment(pieces: Sequence[PieceView], declared: Sequence[SpotView]) -> Iterable[CheckView]:
    built = [piece.name for piece in pieces if piece.equipment and not piece.owner]
    laid = [f"{spot.kind} {spot.id}" for spot in declared if spot.equipment and not spot.owner]
    if built or laid:
        said = Message.of("setup-check-owner", things=_cut([*built, *laid]))
        yield check_view(Message.of("setup-part-equipment"), TROUBLE, said, Step.TERRAIN if built else Step.MARKERS)


def _mission(draft: Draft, faults: Sequence[RulingView] | None) -> CheckView:
    part = Message.of("setup-part-mission")
    if draft.mission is None:
        return check_view(part, TROUBLE, Message.of("setup-check-mission-none"), Step.MISSION)
    name = str(draft.mission["name"])
    if faults is None:
        return check_view(part, OK, Message.of("setup-check-mission-waiting", mission=name))
    if faults:
        said = Message.of("setup-check-mission-faults", mission=name, count=len(faults))
        return check_view(part, TROUBLE, said, Step.MISSION)
    return check_view(part, OK, Message.of("setup-check-mission-ok", mission=name))


def _ranges(ids: Sequence[int]) -> list[int | Message]:
    """Return tags in order, with consecutive ids as ranges: "16 to 33" and 40."""
    runs: list[list[int]] = []
    for one in sorted(ids):
        if runs and one == runs[-1][-1] + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return [run[0] if len(run) == 1 else Message.of("setup-tag-range", first=run[0], last=run[-1]) for run in runs]


def _cut(names: Sequence[str]) -> list[str | Message]:
    """Return the first names, and how many more there are."""
    rest = len(names) - MOST_NAMED
    return [*names[:MOST_NAMED], *([Message.of("setup-more", count=rest)] if rest > 0 else [])]


def steps_of(
    draft: Draft,
    *,
    teams: tuple[views.TeamView, ...],
    pieces: tuple[views.PieceView, ...],
    undescribed: tuple[int, ...],
    clashes: tuple[views.ClashView, ...],
) -> tuple[views.StepView, ...]:
    """Return every step of the set-up, whether it is done, and its progress in a few words."""
    bases = [base for team in teams for base in team.bases]
    matched, markers = sum(base.matched for base in bases), len(draft.declared)
    none, mission = Message.of("setup-told-none"), draft.mission
    first, second = (len(team.bases) for team in teams)
    new = len(undescribed)
    return (
        _step(
            views.Step.TEAMS,
            Message.of("setup-step-teams"),
            done=all(team.bases for team in teams) and not clashes,
            told=Message.of("setup-told-models", first=first, second=second) if bases else none,
        ),
        _step(
            views.Step.TAGS,
            Message.of("setup-step-tags"),
            done=bool(bases) and matched == len(bases),
            told=Message.of("setup-told-found", found=matched, all=len(bases))
            if bases
            else Message.of("setup-told-no-models"),
        ),
        _step(
            views.Step.TERRAIN,
            Message.of("setup-step-terrain"),
            done=bool(pieces) and not undescribed and all(piece.seen for piece in pieces),
            told=Message.of("setup-told-pieces-new", pieces=len(pieces), tags=new)
            if new
            else Message.of("setup-told-pieces", pieces=len(pieces)),
        ),
        _step(
            views.Step.MISSION,
            Message.of("setup-step-mission"),
            done=mission is not None,
            told=none if mission is None else Message.of("setup-told-mission", mission=str(mission["name"])),
        ),
        _step(
            views.Step.MARKERS,
            Message.of("setup-step-markers"),
            done=bool(markers),
            told=Message.of("setup-told-markers", markers=markers) if markers else Message.of("setup-told-no-markers"),
        ),
        _step(
            views.Step.READY,
            Message.of("setup-step-ready"),
            done=draft.started,
            told=Message.of("setup-told-running") if draft.started else None,
        ),
    )


def _step(step: views.Step, name: Message, *, done: bool, told: Message | None) -> views.StepView:
    return views.StepView(id=step, name=str(name), name_message=name, done=done, told=str(told or ""), message=told)


MARKER_TAGS = RANGES["markers"].start
"""First id of markers' tags; the plate's ids follow."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Input of the set-up's view."""

    draft: Draft
    seen: SeenTable | None
    rig: Rig
    bare: Catalogue
    camera: CameraView
    edition: str
    answer: Answer | None
    undo: Message | None
    fault: Message | None
    box: BoxPort | None
    equipment: frozenset[str] = frozenset()
    rosters: tuple[str, ...] = ()
    missions: tuple[views.NamedView, ...] = ()
    faults: tuple[RulingView, ...] | None = None
    before: views.BeforeView | None = None

    @property
    def tags(self) -> Mapping[int, TagSighting]:
        """The tags in the image."""
        return {} if self.seen is None else self.seen.tags

    @property
    def pose(self) -> BoardPose | None:
        """The board's pose, None while it is lost."""
        return None if self.seen is None else self.seen.pose

    @property
    def side(self) -> int:
        """Width of a tag in modules."""
        return modules(self.bare.dictionary)


def view_of(sight: Sight, revision: int) -> views.SetupView:
    """Return the view of the whole set-up."""
    draft = sight.draft
    table = _table(sight)
    camera = sight.camera
    if table.board.outline_px is not None and camera.size_px is not None:
        camera = camera.model_copy(update={"view_px": crop_window_px(table.board.outline_px, camera.size_px)})
    teams = tuple(_team(sight, team) for team in draft.teams)
    clashes = tuple(_clash(tag_id, who) for tag_id, who in draft.clashes(sight.bare.tag_ids).items())
    pieces = tuple(_piece(sight, piece) for piece in draft.pieces)
    declared = tuple(
        views.SpotView(
            id=one.id,
            kind=one.what,
            x=one.x,
            y=one.y,
            diameter_mm=one.diameter_mm,
            declared=True,
            equipment=one.what in sight.equipment,
            owner=one.owner or "",
        )
        for one in draft.declared
    )
    tags = _tags(sight)
    undescribed = _undescribed(draft, tags)
    checks = checks_of(
        draft,
        teams=teams,
        pieces=pieces,
        undescribed=undescribed,
        clashes=clashes,
        declared=declared,
        camera=camera,
        seen=sight.seen,
        bare=sight.bare,
        edition=sight.edition,
        fault=sight.fault,
        faults=sight.faults,
    )
    return views.SetupView(
        revision=revision,
        step=draft.step,
        steps=steps_of(draft, teams=teams, pieces=pieces, undescribed=undescribed, clashes=clashes),
        teams=teams,
        edition=sight.edition,
        ask=_ask(sight),
        clashes=clashes,
        sizes=_sizes(sight),
        tags=tags,
        pieces=pieces,
        rosters=sight.rosters,
        missions=sight.missions,
        mission=mission_view(draft, frozenset(() if sight.seen is None else sight.seen.table.markers)),
        faults=sight.faults or (),
        declared=declared,
        checks=checks,
        can_start=not draft.started and not any(check.state is HealthState.LOST for check in checks),
        game="/" if draft.started else "",
        undo=str(sight.undo or "") if not draft.started else "",
        undo_message=None if draft.started else sight.undo,
        before=sight.before,
        box=_box(sight.box),
        simulated=sight.box is not None,
        traits=TERRAIN_TRAITS,
        roles=TERRAIN_ROLES,
        part_kinds=PART_KINDS,
        marker_kinds=("objective", *sorted(sight.equipment), "token"),
        table=table,
        camera=camera,
    )


def _table(sight: Sight) -> TableView:
    seen = sight.seen
    if seen is None:
        return TableView()
    bases = {base.entry.id: base for _, base in sight.draft.bases}
    return table_view(
        seen.table,
        names={name: base.entry.name for name, base in bases.items()},
        labels={name: name.upper() for name in bases},
        states={name: TrackState(state.value) for name, state in seen.states.items()},
        status={},
        levels=seen.levels,
        board_lost=seen.problem is not None,
        projector=None if seen.pose is None else BoardProjector(sight.rig.camera, seen.pose),
    )


def _team(sight: Sight, team: Team) -> views.TeamView:
    advice, better_mm = _advice(sight, team)
    caution = caution_of(team, sight.edition)
    notes = (*((caution,) if caution else ()), *(team.note_messages or map(Message.stored, team.notes)))
    return views.TeamView(
        player=team.player,
        seat=SEATS[team.player],
        name=team.name,
        source=team.source,
        edition=team.edition,
        colour=COLOURS[team.player],
        first_tag=team.first_tag,
        last_tag=team.first_tag + SEAT_TAGS - 1,
        tag_mm=team.tag_mm,
        bases=tuple(_base(sight, base) for base in team.bases),
        notes=tuple(map(str, notes)),
        note_messages=notes,
        advice=str(advice or ""),
        message=advice,
        better_mm=better_mm,
    )


def _advice(sight: Sight, team: Team) -> tuple[Message | None, float | None]:
    """Return advice on the size of a team's tags, and a better size."""
    bases = [base.entry for base in team.bases if not base.matched]
    sizes = [tag.size_mm for entry in bases for tag in entry.tags]
    if sight.pose is None or not sizes:
        return None, None
    scale = px_per_mm(sight.rig, sight.pose, sight.bare)
    smallest = min(2 * min(entry.half_axes_mm) for entry in bases)
    return size_advice(scale, min(sizes), modules=sight.side, base_mm=smallest)


def _base(sight: Sight, base: Base) -> views.BaseView:
    entry = base.entry
    tag = sight.tags.get(base.tag) if base.tag is not None else None
    px = None if tag is None else round(tag.side_px / sight.side, 1)
    half = entry.half_axes_mm
    return views.BaseView(
        operative=entry.id,
        label=entry.id.upper(),
        name=entry.name,
        kind=base.kind,
        base_mm=(2 * half[0], 2 * half[1]),
        guessed=base.guessed,
        tag=base.tag,
        tab=_tab(base, sight.side),
        matched=base.matched,
        seen=tag is not None,
        px_per_module=px,
        sight=None if px is None else sight_of(px),
    )


def _tab(base: Base, side: int) -> views.TabView:
    """Return the shape of the printed tab of a base's tag, as `overlook print tags` cuts it."""
    entry = base.entry
    if not entry.tags:
        return views.TabView(mount="tab", offset_mm=(0.0, 0.0), tag_mm=0.0, outline_mm=())
    tag = entry.tags[0]
    x, y, _ = tag.offset_mm
    half = tag.size_mm * (0.5 + MARGIN_MODULES / side)
    left = 0.0 if entry.mount_of(tag) == "tab" else x - half
    corners = ((left, y - half), (x + half, y - half), (x + half, y + half), (left, y + half))
    return views.TabView(mount=entry.mount_of(tag), offset_mm=(x, y), tag_mm=tag.size_mm, outline_mm=corners)


def _clash(tag_id: int, who: tuple[str | Message, ...]) -> views.ClashView:
    said = Message.of("setup-tag-clash", tag=tag_id, who=who)
    return views.ClashView(tag=tag_id, who=tuple(map(str, who)), sentence=str(said), message=said)


def _ask(sight: Sight) -> views.AskView | None:
    if sight.answer is None or sight.draft.asked is None:
        return None
    return views.AskView(
        operative=sight.draft.asked,
        sentence=str(sight.answer.sentence),
        candidates=sight.answer.candidates,
        message=sight.answer.sentence,
    )


def _sizes(sight: Sight) -> tuple[views.SizeView, ...]:
    scale = None if sight.pose is None else px_per_mm(sight.rig, sight.pose, sight.bare)
    sizes = []
    for tag_mm in TAG_SIZES_MM:
        px = None if scale is None else round(scale * tag_mm / sight.side, 1)
        sizes.append(
            views.SizeView(tag_mm=tag_mm, px_per_module=px, sight=HealthState.OK if px is None else sight_of(px))
        )
    return tuple(sizes)


def _tags(sight: Sight) -> tuple[views.TagView, ...]:
    bases = {tag.id: base for _, base in sight.draft.bases for tag in base.entry.tags}
    pieces = {tag_id: piece for piece in sight.draft.pieces for tag_id in piece.tags}
    found = []
    for tag_id, tag in sorted(sight.tags.items()):
        whose, label = "new", str(tag_id)
        if tag_id in sight.bare.tag_ids:
            whose = "board"
        elif tag_id in pieces:
            whose, label = "terrain", pieces[tag_id].name
        elif tag_id in bases and bases[tag_id].matched:
            whose, label = "base", base_label(bases[tag_id])
        corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in tag.corners_px)
        found.append(
            views.TagView.model_validate(
                {
                    "id": tag_id,
                    "corners_px": corners,
                    "px_per_module": round(tag.side_px / sight.side, 1),
                    "whose": whose,
                    "label": label,
                }
            )
        )
    return tuple(found)


def _undescribed(draft: Draft, tags: tuple[views.TagView, ...]) -> tuple[int, ...]:
    """Return the visible tags that belong to nothing and are not reserved for models or markers."""
    own = {tag_id for team in draft.teams for tag_id in range(team.first_tag, team.first_tag + SEAT_TAGS)}
    own |= {tag.id for _, base in draft.bases for tag in base.entry.tags} | KIT.keys()
    return tuple(tag.id for tag in tags if tag.whose == "new" and tag.id not in own and tag.id < MARKER_TAGS)


def _piece(sight: Sight, piece: Piece) -> views.PieceView:
    seen = tuple(tag_id for tag_id in piece.tags if tag_id in sight.tags)
    parts = {} if sight.seen is None else {part.id: part for part in sight.seen.table.terrain}
    outline_px: tuple[Point, ...] | None = None
    if sight.pose is not None:
        highest = max(piece.entries, key=lambda entry: entry.z_mm[1])
        part = parts.get(highest.id)
        if part is not None:
            top = [(x, y, part.top) for x, y in part.outline]
            outline_px = project_line(top, BoardProjector(sight.rig.camera, sight.pose), closed=True)
    return views.PieceView(
        id=piece.id,
        name=piece.name,
        tags=piece.tags,
        seen=seen,
        top=round(max(entry.z_mm[1] for entry in piece.entries) / MM_PER_INCH, 2),
        traits=tuple(dict.fromkeys(trait for entry in piece.entries for trait in entry.traits)),
        parts=parts_view(piece.entries),
        outline_px=outline_px,
        equipment=piece.equipment,
        owner=piece.owner,
    )


def _box(box: BoxPort | None) -> tuple[views.BoxView, ...]:
    if box is None:
        return ()
    return tuple(views.BoxView(thing=stock.id, name=stock.name, on_table=box.on_table(stock)) for stock in box.things)

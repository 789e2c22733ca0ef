"""The view of the set-up: the progress of each step, and the checks before the start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from calibration.catalogue import Catalogue
from calibration.rig import BoardPose, Rig
from calibration.tags import MARGIN_MODULES, TagSighting, modules
from geometry.base import MM_PER_INCH
from overlook.setup.draft import COLOURS, SEATS, Base, Draft, Piece, Team, base_label
from overlook.setup.mission import caution_of, checks_of_editions, mission_view
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
    fault: str,
    faults: Sequence[RulingView] | None,
) -> tuple[CheckView, ...]:
    """Return the checks before a game, in the order to fix them; a lost one prevents the start.

    `undescribed` are visible tags that belong to nothing, except those reserved for models and markers. `edition` is
    the table's ("kt24"), `fault` an error in the set-up's files, `faults` the rulings against the current set-up, None
    until the rules have checked it.
    """
    return (
        *((CheckView(what="Set-up", state=TROUBLE, sentence=fault, step=Step.TEAMS),) if fault else ()),
        _camera(camera),
        _board(seen, bare),
        *(_team_check(team) for team in teams),
        *(CheckView(what=f"Tag {one.tag}", state=LOST, sentence=one.sentence, step=Step.TEAMS) for one in clashes),
        *checks_of_editions(draft, edition),
        *_tag_checks(teams),
        _terrain(pieces, undescribed, unmatched=any(not base.matched for team in teams for base in team.bases)),
        *_equipment(pieces, declared),
        _mission(draft, faults),
    )


def _camera(camera: CameraView) -> CheckView:
    size = "" if camera.size_px is None else f", {camera.size_px[0]} x {camera.size_px[1]}"
    said = f"{camera.fps or 0:.0f} pictures a second{size}" if camera.size_px else "no picture yet"
    return CheckView(what="Camera", state=camera.state if camera.size_px else LOST, sentence=said)


def _board(seen: SeenTable | None, bare: Catalogue) -> CheckView:
    if seen is None:
        return CheckView(what="Board", state=LOST, sentence="not looked at yet")
    if seen.problem is not None or seen.pose is None:
        return CheckView(what="Board", state=LOST, sentence=str(seen.problem or "the camera moves"))
    there = sum(tag.id in seen.tags for tag in bare.board.tags)
    said = f"{there} of {len(bare.board.tags)} tags seen, off by {seen.pose.residual_px or 0:.2f} px"
    return CheckView(what="Board", state=OK if 2 * there >= len(bare.board.tags) else TROUBLE, sentence=said)


def _team_check(team: TeamView) -> CheckView:
    what = f"{team.seat}: {team.name}" if team.name else team.seat
    if not team.bases:
        return CheckView(what=what, state=LOST, sentence="no team yet: bring a roster", step=Step.TEAMS)
    unmatched = [base.label for base in team.bases if not base.matched]
    away = [base.label for base in team.bases if base.matched and not base.seen]
    if unmatched:
        said = f"not found under the camera yet: {_listed(unmatched)}"
        return CheckView(what=what, state=TROUBLE, sentence=said, step=Step.TAGS)
    if away:
        said = f"{len(team.bases) - len(away)} of {len(team.bases)} seen now; not seen: {_listed(away)}"
        return CheckView(what=what, state=TROUBLE, sentence=said, step=Step.TAGS)
    return CheckView(what=what, state=OK, sentence=_all_seen(len(team.bases), "model"))


def _all_seen(number: int, what: str) -> str:
    return f"the one {what} is seen" if number == 1 else f"all {number} {what}s seen"


def _tag_checks(teams: Sequence[TeamView]) -> Iterable[CheckView]:
    seen = [base for team in teams for base in team.bases if base.px_per_module is not None]
    if not seen:
        return
    least = min(seen, key=lambda base: base.px_per_module or 0.0)
    small = [base.label for base in seen if base.sight is not HealthState.OK]
    said = f"the smallest has {least.px_per_module:.1f} px a module ({least.label})"
    if least.sight is HealthState.LOST:
        said += f": under {LEAST_PX:g} it is often lost; print larger tags for {_listed(small)}"
    elif small:
        said += f": read in good light; larger tags for {_listed(small)} are surer"
    state = TROUBLE if small else OK
    yield CheckView(what="Tags", state=state, sentence=said, step=Step.TEAMS if small else None)


def _terrain(pieces: Sequence[PieceView], undescribed: Sequence[int], *, unmatched: bool) -> CheckView:
    if undescribed:
        said = (
            f"nobody has described what carries {_numbered(undescribed)}: touch each piece in the picture on Terrain"
            f"{', or match it on Tags where it is a model' if unmatched else ''}; until then it hides and covers"
            " nothing in a ruling, and is in nobody's way"
        )
        return CheckView(what="Terrain", state=TROUBLE, sentence=said, step=Step.TERRAIN)
    if not pieces:
        return CheckView(what="Terrain", state=TROUBLE, sentence="none: an empty killzone", step=Step.TERRAIN)
    away = [piece.name for piece in pieces if not piece.seen]
    if away:
        said = f"{len(pieces) - len(away)} of {len(pieces)} seen; not seen: {_listed(away)}"
        return CheckView(what="Terrain", state=TROUBLE, sentence=said, step=Step.TERRAIN)
    return CheckView(what="Terrain", state=OK, sentence=_all_seen(len(pieces), "piece"))


def _equipment(pieces: Sequence[PieceView], declared: Sequence[SpotView]) -> Iterable[CheckView]:
    built = [piece.name for piece in pieces if piece.equipment and not piece.owner]
    laid = [f"{spot.kind} {spot.id}" for spot in declared if spot.equipment and not spot.owner]
    if built or laid:
        said = f"say whose, or its territory is not checked: {_listed([*built, *laid])}"
        step = Step.TERRAIN if built else Step.MARKERS
        yield CheckView(what="Equipment", state=TROUBLE, sentence=said, step=step)


def _mission(draft: Draft, faults: Sequence[RulingView] | None) -> CheckView:
    if draft.mission is None:
        said = "none: no drop zones and no objectives"
        return CheckView(what="Mission", state=TROUBLE, sentence=said, step=Step.MISSION)
    name = str(draft.mission["name"])
    if faults is None:
        said = f"{name}: looked at by the rules as soon as the table is at rest"
        return CheckView(what="Mission", state=TROUBLE, sentence=said, step=Step.MISSION)
    if faults:
        said = f"{name}: {len(faults)} thing{'s' if len(faults) > 1 else ''} to look at, shown on the board"
        return CheckView(what="Mission", state=TROUBLE, sentence=said, step=Step.MISSION)
    return CheckView(what="Mission", state=OK, sentence=f"{name}: everything stands as the rules ask")


def _numbered(ids: Sequence[int]) -> str:
    """Return tags as text, with consecutive ids as ranges: "tags 16 to 33, 40"."""
    runs: list[list[int]] = []
    for one in sorted(ids):
        if runs and one == runs[-1][-1] + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    said = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
    return f"tag{'s' if len(ids) > 1 else ''} {said}"


def _listed(names: Sequence[str], most: int = 6) -> str:
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + rest


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
    matched = sum(base.matched for base in bases)
    models = " and ".join(str(len(team.bases)) for team in teams)
    markers = len(draft.declared)
    return (
        _step(
            views.Step.TEAMS,
            "Teams",
            done=all(team.bases for team in teams) and not clashes,
            told=f"{models} models" if bases else "none yet",
        ),
        _step(
            views.Step.TAGS,
            "Tags",
            done=bool(bases) and matched == len(bases),
            told=f"{matched} of {len(bases)} found" if bases else "no models yet",
        ),
        _step(
            views.Step.TERRAIN,
            "Terrain",
            done=bool(pieces) and not undescribed and all(piece.seen for piece in pieces),
            told=_counted(len(pieces), "piece")
            + (f", {_counted(len(undescribed), 'tag')} to describe" if undescribed else ""),
        ),
        _step(
            views.Step.MISSION,
            "Mission",
            done=draft.mission is not None,
            told=str(draft.mission["name"]) if draft.mission is not None else "none yet",
        ),
        _step(
            views.Step.MARKERS, "Markers", done=bool(markers), told=f"{markers} by hand" if markers else "none by hand"
        ),
        _step(views.Step.READY, "Ready", done=draft.started, told="game on" if draft.started else ""),
    )


def _counted(many: int, what: str) -> str:
    return f"{many} {what}{'s' if many != 1 else ''}"


def _step(step: views.Step, name: str, *, done: bool, told: str) -> views.StepView:
    return views.StepView(id=step, name=name, done=done, told=told)


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
    undo: str
    fault: str
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
        undo="" if draft.started else sight.undo,
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
        notes=(*filter(None, [caution_of(team, sight.edition)]), *team.notes),
        advice=advice,
        better_mm=better_mm,
    )


def _advice(sight: Sight, team: Team) -> tuple[str, float | None]:
    """Return advice on the size of a team's tags, and a better size."""
    bases = [base.entry for base in team.bases if not base.matched]
    sizes = [tag.size_mm for entry in bases for tag in entry.tags]
    if sight.pose is None or not sizes:
        return "", None
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


def _clash(tag_id: int, who: tuple[str, ...]) -> views.ClashView:
    sentence = f"Tag {tag_id} is on {' and on '.join(who)}: one of them needs another."
    return views.ClashView(tag=tag_id, who=who, sentence=sentence)


def _ask(sight: Sight) -> views.AskView | None:
    if sight.answer is None or sight.draft.asked is None:
        return None
    return views.AskView(
        operative=sight.draft.asked, sentence=sight.answer.sentence, candidates=sight.answer.candidates
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

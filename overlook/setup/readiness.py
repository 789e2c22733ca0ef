"""Ready to play: what is calibrated, what is seen, what is missing, each in one line with the step that mends it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from calibration.catalogue import Catalogue
from overlook.setup.draft import Draft
from overlook.setup.other_edition import checks_of_editions
from overlook.setup.tag_size_advice import LEAST_PX
from overlook.table.seen_table import SeenTable
from web.contract.base import HealthState
from web.contract.setup.views import CheckView, ClashView, PieceView, SpotView, Step, TeamView
from web.contract.table.board_views import RulingView
from web.contract.table.snapshot import CameraView

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
    """Return what a game needs, in the order in which it is mended; one that is lost forbids the start.

    `undescribed` are the tags in the picture that nobody has said anything of, models' and markers' aside; `edition` is
    what the table plays ("kt24"), `fault` what is wrong with the files of the set-up; `faults` are the
    rulings against the table as it stands, None while the rules have not looked at it.
    """
    return (
        *((CheckView(what="Set-up", state=TROUBLE, sentence=fault, step=Step.TEAMS),) if fault else ()),
        _camera(camera),
        _board(seen, bare),
        *(_team(team) for team in teams),
        *(CheckView(what=f"Tag {one.tag}", state=LOST, sentence=one.sentence, step=Step.TEAMS) for one in clashes),
        *checks_of_editions(draft, edition),
        *_tags(teams),
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
        return CheckView(what="Board", state=LOST, sentence=seen.problem or "the camera moves")
    there = sum(tag.id in seen.tags for tag in bare.board.tags)
    said = f"{there} of {len(bare.board.tags)} tags seen, off by {seen.pose.residual_px or 0:.2f} px"
    return CheckView(what="Board", state=OK if 2 * there >= len(bare.board.tags) else TROUBLE, sentence=said)


def _team(team: TeamView) -> CheckView:
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


def _tags(teams: Sequence[TeamView]) -> Iterable[CheckView]:
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
    """Return tags in words, ids that follow each other as one: "tags 16 to 33, 40"."""
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

"""The steps of a set-up, and how far each is."""

from __future__ import annotations

from overlook.setup.draft import Draft
from web.contract.setup import views


def steps_of(
    draft: Draft,
    *,
    teams: tuple[views.TeamView, ...],
    pieces: tuple[views.PieceView, ...],
    undescribed: tuple[int, ...],
    clashes: tuple[views.ClashView, ...],
) -> tuple[views.StepView, ...]:
    """Return every step of the set-up: whether it is done, and in a few words how far it is."""
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

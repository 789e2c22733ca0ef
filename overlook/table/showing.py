"""The running table as the surfaces show it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, CameraModel, project
from geometry.base import MM_PER_INCH
from overlook.table.judging import apart, elsewhere
from overlook.table.rulings import Measured, Shown
from overlook.table.running import RunningTable
from referee.rules.game.board import table_of
from referee.rules.game.state import GameState
from referee.rules.prompt import Prompt
from referee.rules.ruling import Threshold
from web.offers import MenuView, OffersView
from web.present import Projector, pose_view, ruling_view, table_view, view_px
from web.snapshot import Snapshot
from web.views import (
    CameraView,
    GameView,
    GhostView,
    HealthState,
    HealthView,
    NoticeView,
    RulingView,
    SeatView,
    Severity,
    TableView,
    TrackState,
)


@dataclass(frozen=True)
class PictureOf:
    """From board inches to the pixels of a camera's picture, through its lens."""

    camera: CameraModel
    pose: BoardPose

    def __call__(self, points: NDArray[np.float64], /) -> NDArray[np.float64]:
        """Return the pixels, shape (n, 2), of board points of shape (n, 3)."""
        return project(self.camera, self.pose, points * MM_PER_INCH)


class DrawnRulings:
    """Rulings in words and drawn, each made once for every place of the camera."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, bool], RulingView] = {}
        self._projector: Projector | None = None

    def view(self, shown: Shown, threshold: Threshold, projector: Projector | None, *, taken_back: bool) -> RulingView:
        """Return one ruling as it is shown."""
        if projector != self._projector:
            self._kept.clear()
            self._projector = projector
        key = (shown.id, taken_back)
        if key not in self._kept or isinstance(shown, Measured):
            self._kept[key] = ruling_view(
                shown.ruling,
                id_=shown.id,
                sequence=shown.sequence,
                threshold=threshold,
                taken_back=taken_back,
                projector=projector,
            )
        return self._kept[key]


@dataclass(frozen=True, slots=True)
class Aside:
    """What is shown beside table and game: the machine, the camera, what can be done; `now_s` is for the clock."""

    health: tuple[HealthView, ...]
    camera: CameraView
    offers: OffersView | None
    menu: MenuView | None
    now_s: float


def snapshot_of(
    table: RunningTable, revision: int, threshold: Threshold, aside: Aside, drawn: DrawnRulings
) -> Snapshot:
    """Return everything a surface shows now; no choice that is still secret is in it."""
    projector = projector_of(table)
    camera, health = aside.camera, aside.health
    shown_table = _table(table, projector)
    outline_px = shown_table.board.outline_px
    if outline_px is not None and camera.size_px is not None:
        camera = camera.model_copy(update={"view_px": view_px(outline_px, camera.size_px)})
    return Snapshot(
        revision=revision,
        table=shown_table,
        game=_game(table),
        prompts=tuple(named(prompt, table.state) for prompt in table.game.prompts),
        rulings=tuple(
            drawn.view(shown, threshold, projector, taken_back=taken_back)
            for shown, taken_back in table.record.newest_first()
        ),
        ghosts=_ghosts(table, projector),
        notices=(*_lost(health), *_notices(table)),
        health=health,
        camera=camera,
        offers=() if aside.offers is None else (aside.offers,),
        menu=() if aside.menu is None else (aside.menu,),
        clock=table.clock.view(table.state.sides, aside.now_s),
    )


def named(prompt: Prompt, state: GameState) -> Prompt:
    """Return a prompt with the players' names in its words, where the game has their ids."""
    names = {player: side.seat.name for player, side in state.sides.items()}
    if not names:
        return prompt
    ids = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")

    def said(words: str) -> str:
        return ids.sub(lambda found: names[found.group()], words)

    choices = tuple(choice.model_copy(update={"label": said(choice.label)}) for choice in prompt.choices)
    return prompt.model_copy(update={"question": said(prompt.question), "choices": choices})


def projector_of(table: RunningTable) -> Projector | None:
    """Return the way from the board to the newest picture; None while the board is lost."""
    seen = table.seen
    pose = seen.pose if seen is not None else None
    return None if pose is None else PictureOf(table.rig.camera, pose)


def _table(table: RunningTable, projector: Projector | None) -> TableView:
    seen, state = table.seen, table.state
    if seen is None:
        return TableView()
    gone = {name for name, known in state.operatives.items() if not known.on_board}
    shown = {name: one for name, one in seen.table.operatives.items() if name not in gone}
    states = {name: TrackState(state.value) for name, state in seen.states.items()}
    for name, one in table_of(state).operatives.items():
        if name not in shown:
            shown[name], states[name] = one, TrackState.DECLARED
    return table_view(
        replace(seen.table, operatives=shown),
        names={name: known.card.name for name, known in state.operatives.items()},
        labels={name: name.upper()[:4] for name in shown},
        states=states,
        status={name: known.status() for name, known in state.operatives.items() if name in shown},
        levels=seen.levels,
        board_lost=seen.problem is not None,
        projector=projector,
    )


def _game(table: RunningTable) -> GameView:
    state, game = table.state, table.game
    acting = state.acting
    return GameView(
        edition=table.edition.id,
        title=state.mission or table.edition.title,
        turning_point=state.turning_point,
        phase=state.stage,
        initiative=state.initiative,
        active=acting.operative if acting is not None else None,
        seats=tuple(
            SeatView(
                player=player,
                name=side.seat.name,
                colour=side.seat.colour or "#888888",
                cp=side.cp,
                vp=max(0, side.total_vp),
            )
            for player, side in state.sides.items()
        ),
        undo=_undo_words(table) if game.can_undo else None,
        redo="put back what was taken back last" if game.can_redo else None,
        begun=state.begun,
        free=state.free,
        over=state.stage == "ended",
        winner=state.winner,
        turn=state.turn,
        signed=table.signed,
    )


def _undo_words(table: RunningTable) -> str:
    past = table.game.timeline.past
    return "" if past is None else f"take back: {past.intent.kind.replace('_', ' ')}"


def _ghosts(table: RunningTable, projector: Projector | None) -> tuple[GhostView, ...]:
    seen, state = table.seen, table.state
    if seen is None or not seen.table.settled:
        return ()
    waiting = {str(proposal.readings[0].data.get("operative")) for proposal in state.proposals if proposal.readings}
    ghosts = []
    for name in elsewhere(state, seen.table):
        known = state.operatives[name].place
        if known is None or name in waiting:
            continue
        base = seen.table.operatives[name].base
        belongs = base.at(known.x, known.y, known.z)
        ghosts.append(
            GhostView(
                operative=name,
                stands=pose_view(base, projector),
                belongs=pose_view(belongs, projector),
                sentence=f'{name} goes back {apart(known, seen.table.operatives[name].placement):.1f}"',
            )
        )
    return tuple(ghosts)


def _lost(health: tuple[HealthView, ...]) -> tuple[NoticeView, ...]:
    return tuple(
        NoticeView(id=f"lost-{one.part}", severity=Severity.TROUBLE, sentence=one.sentence)
        for one in health
        if one.state is not HealthState.OK and one.part in {"camera", "journal", "program"}
    )


def _notices(table: RunningTable) -> tuple[NoticeView, ...]:
    seen = table.seen
    if seen is None:
        return (NoticeView(id="waiting", severity=Severity.INFO, sentence="Waiting for the first picture."),)
    notices = []
    if seen.problem is not None:
        notices.append(NoticeView(id="board", severity=Severity.TROUBLE, sentence=seen.problem))
    notices += [
        NoticeView(id=key, severity=Severity.CAUTION, sentence=means) for key, means in table.game.called.items()
    ]
    if seen.table.camera_moved:
        sentence = "The camera has moved. Nothing is ruled until it stands still and the board is found again."
        notices.append(NoticeView(id="camera-moved", severity=Severity.TROUBLE, sentence=sentence))
    if seen.table.hand_in_view:
        notices.append(
            NoticeView(id="hand", severity=Severity.INFO, sentence="A hand is in view; ruling when it is gone.")
        )
    return tuple(notices)

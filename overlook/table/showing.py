"""The table in play as the surfaces show it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, CameraModel, project
from geometry.base import MM_PER_INCH
from overlook.table.blocking_health import is_blocking
from overlook.table.declared_places import unseen
from overlook.table.default_cards import NO_COLOUR, seats_of
from overlook.table.interpretation import displaced
from overlook.table.ruling_history import Measured, RulingEntry
from overlook.table.session import TableSession
from overlook.table.step_words import PromptsOf, undo_words
from overlook.table.tray.ledger import TrayLedger
from overlook.table.unplayed_tokens import ready
from referee.game.board import table_of
from referee.game.board_place import BoardPlace
from referee.game.card import title
from referee.game.prompt import Prompt
from referee.game.state import GameState, LifeState, OperativeState
from referee.game.timeline import Timeline
from referee.rules.edition import Edition
from referee.rules.ruling import Threshold
from web.contract.offers import MenuView, OffersView
from web.contract.present import Projector, pose_view, ruling_view, table_view, view_px
from web.contract.snapshot import Snapshot
from web.contract.tray import LyingDieView, ReadView, TrayView
from web.contract.views import (
    AbsentView,
    CameraView,
    GameView,
    GhostView,
    HealthState,
    HealthView,
    MemberView,
    NoticeView,
    RulingView,
    SeatView,
    Severity,
    TableView,
    TrackState,
)

MOST_WARNINGS = 4
"""Sentences of the eye that are shown at once."""


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
        self._kept: dict[tuple[str, bool, int], RulingView] = {}
        self._projector: Projector | None = None

    def view(
        self, shown: RulingEntry, threshold: Threshold, projector: Projector | None, *, taken_back: bool, clip: int = 0
    ) -> RulingView:
        """Return one ruling as it is shown; `clip` frames were kept of it."""
        if projector != self._projector:
            self._kept.clear()
            self._projector = projector
        key = (shown.id, taken_back, clip)
        if key not in self._kept or isinstance(shown, Measured):
            self._kept[key] = ruling_view(
                shown.ruling,
                id_=shown.id,
                sequence=shown.sequence,
                threshold=threshold,
                taken_back=taken_back,
                projector=projector,
            ).model_copy(update={"clip": clip})
        return self._kept[key]


@dataclass(frozen=True, slots=True)
class Aside:
    """What is shown beside table and game: the machine, the camera, what can be done; `now_s` is for the clock.

    `clips` are the frames kept of rulings, by the sequence number of their intent.
    """

    health: tuple[HealthView, ...]
    camera: CameraView
    offers: OffersView | None
    menu: MenuView | None
    now_s: float
    clips: Mapping[int, int]


def snapshot_of(
    table: TableSession, *, revision: int, threshold: Threshold, aside: Aside, drawn: DrawnRulings
) -> Snapshot:
    """Return everything a surface shows now; no choice that is still secret is in it."""
    projector = projector_of(table)
    camera, health = aside.camera, aside.health
    shown_table = table_shown(table, projector)
    outline_px = shown_table.board.outline_px
    if outline_px is not None and camera.size_px is not None:
        camera = camera.model_copy(update={"view_px": view_px(outline_px, camera.size_px)})
    return Snapshot(
        revision=revision,
        table=shown_table,
        game=_game(table),
        prompts=tuple(named(prompt, table.state) for prompt in table.prompts),
        rulings=tuple(
            drawn.view(shown, threshold, projector, taken_back=taken_back, clip=_clip(shown, aside.clips))
            for shown, taken_back in table.record.newest_first()
        ),
        ghosts=_ghosts(table, projector),
        notices=(*_lost(health), *_notices(table)),
        health=health,
        camera=camera,
        offers=() if aside.offers is None else (aside.offers,),
        menu=() if aside.menu is None else (aside.menu,),
        tray=() if table.ledger is None else (_tray(table, table.ledger),),
        clock=table.clock.view(table.state.sides, aside.now_s),
        combat=table.combat,
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


def projector_of(table: TableSession) -> Projector | None:
    """Return the way from the board to the newest picture; None while the board is lost."""
    seen = table.seen
    pose = seen.pose if seen is not None else None
    return None if pose is None else PictureOf(table.rig.camera, pose)


def table_shown(table: TableSession, projector: Projector | None) -> TableView:
    """Return the table as it is seen and known, on the board and, with a projector, in the picture."""
    seen, state = table.seen, table.state
    if seen is None:
        return TableView()
    gone = {name for name, known in state.operatives.items() if not known.on_board}
    shown = {name: one for name, one in seen.table.operatives.items() if name not in gone}
    states = {name: TrackState(state.value) for name, state in seen.states.items()}
    away = unseen(state, replace(seen.table, operatives=shown))
    shown |= away.operatives
    states |= {name: _believed(state.operatives[name].place) for name in away.operatives}
    lying = {
        name: replace(one, kind=f"{one.kind} token")
        for name, one in ready(table.edition_here, state, seen.table).items()
    }
    return table_view(
        replace(seen.table, operatives=shown, markers={**seen.table.markers, **lying, **away.markers}),
        names={name: known.card.name for name, known in state.operatives.items()},
        labels={name: name.upper()[:4] for name in shown},
        states=states,
        status={name: known.status() for name, known in state.operatives.items() if name in shown},
        levels=seen.levels,
        board_lost=seen.problem is not None,
        declared=_declared_markers(state) & away.markers.keys(),
        spreads=table.edition_here.spreads,
        projector=projector,
    )


def _believed(place: BoardPlace | None) -> TrackState:
    """Return how the place of an operative is known that no tag shows: by somebody's word, or as it was seen last."""
    return TrackState.DECLARED if place is not None and place.declared else TrackState.COVERED


def _declared_markers(state: GameState) -> set[str]:
    return {name for name, one in state.markers.items() if one.place is not None and one.place.declared}


def recorded_table(state: GameState, edition: Edition) -> TableView:
    """Return the table as the game had it, with nothing that only a camera knows."""
    table = table_of(state)
    places = {name: state.operatives[name].place for name in table.operatives}
    declared = {name for name, place in places.items() if place is not None and place.declared}
    return table_view(
        table,
        names={name: known.card.name for name, known in state.operatives.items()},
        labels={name: name.upper()[:4] for name in table.operatives},
        states={name: TrackState.DECLARED if name in declared else TrackState.SEEN for name in table.operatives},
        status={name: state.operatives[name].status() for name in table.operatives},
        levels={},
        declared=_declared_markers(state),
        spreads=edition.spreads,
    )


def _clip(shown: RulingEntry, clips: Mapping[int, int]) -> int:
    return 0 if isinstance(shown, Measured) else clips.get(shown.sequence, 0)


def game_view(
    state: GameState,
    timeline: Timeline,
    edition: Edition,
    *,
    prompts_of: PromptsOf,
    signed: tuple[str, ...] = (),
    number: int = 0,
) -> GameView:
    """Return how a game stands; `prompts_of` says what was asked before the step that undo would take back."""
    acting = state.acting
    return GameView(
        number=number,
        edition=edition.id,
        title=state.mission or edition.title,
        turning_point=state.turning_point,
        phase=state.stage.replace("_", " "),
        initiative=state.initiative,
        active=acting.operative if acting is not None else None,
        seats=tuple(
            SeatView(
                player=player,
                name=side.seat.name,
                colour=side.seat.colour or NO_COLOUR,
                cp=side.cp,
                vp=max(0, side.total_vp),
            )
            for player, side in state.sides.items()
        ),
        undo=f"Undo: {undo_words(timeline.past, prompts_of)}" if timeline.past is not None else None,
        redo=f"Redo: {undo_words(timeline.undone.step, prompts_of)}" if timeline.undone is not None else None,
        begun=state.begun,
        free=state.free,
        over=state.ended,
        winner=state.winner,
        turn=state.turn,
        signed=signed,
        roster=tuple(_member(name, one) for name, one in state.operatives.items()),
        absent=tuple(
            AbsentView(id=name, player=one.player, name=one.card.name)
            for name, one in state.operatives.items()
            if one.life is LifeState.RESERVE or (one.on_board and one.place is None)
        ),
    )


def _member(name: str, one: OperativeState) -> MemberView:
    return MemberView(
        id=name,
        player=one.player,
        name=one.card.name,
        wounds=one.wounds,
        start_wounds=one.card.wounds,
        order=one.order,
        ready=one.ready,
        out=one.life in (LifeState.INCAPACITATED, LifeState.REMOVED),
        weapons=tuple(title(weapon) for weapon in one.card.weapons),
    )


def _tray(table: TableSession, ledger: TrayLedger) -> TrayView:
    on_tray = ledger.on_tray
    return TrayView(
        phase=ledger.phase.value,
        fault=ledger.fault,
        roll=on_tray.id if on_tray is not None else None,
        reads=tuple(
            ReadView(
                prompt=read.prompt,
                key=read.key,
                why=read.why,
                dice=tuple(
                    LyingDieView(value=die.value, doubt=die.doubt or read.doubt, box=die.box) for die in read.dice
                ),
            )
            for read in table.reads
        ),
    )


def _game(table: TableSession) -> GameView:
    game = game_view(
        table.state,
        table.game.timeline,
        table.edition,
        prompts_of=table.game.prompts_of,
        signed=table.signed,
        number=table.number,
    )
    game = game.model_copy(update={"activations": table.activations})
    if game.begun or not table.set_up_by_people:
        return game
    return game.model_copy(update={"seats": _seats_to_be(table)})


def _seats_to_be(table: TableSession) -> tuple[SeatView, ...]:
    """Return the seats of a game that has not begun, so that phones can be paired for them."""
    seats = seats_of(table.catalogue, table.defaults.teams)
    return tuple(SeatView(player=seat.id, name=seat.name, colour=seat.colour) for seat in seats)


def _ghosts(table: TableSession, projector: Projector | None) -> tuple[GhostView, ...]:
    seen, state = table.seen, table.state
    if seen is None or not seen.table.settled:
        return ()
    waiting = {str(proposal.readings[0].data.get("operative")) for proposal in state.proposals if proposal.readings}
    ghosts = []
    for name in displaced(state, seen.table):
        known = state.operatives[name].place
        if known is None or name in waiting:
            continue
        base = seen.table.operatives[name].base
        belongs = base.at(known.x, known.y, known.z)
        off = known.distance_to(seen.table.operatives[name].placement)
        ghosts.append(
            GhostView(
                operative=name,
                stands=pose_view(base, projector),
                belongs=pose_view(belongs, projector),
                sentence=f'Put {name} back: it is {off:.1f}" from its place',
            )
        )
    return tuple(ghosts)


def _lost(health: tuple[HealthView, ...]) -> tuple[NoticeView, ...]:
    return tuple(
        NoticeView(id=f"lost-{one.part}", severity=Severity.TROUBLE, sentence=one.sentence)
        for one in health
        if (one.part == "disk" and is_blocking(one))
        or (one.part in {"camera", "journal", "program"} and one.state is not HealthState.OK)
    )


def _notices(table: TableSession) -> tuple[NoticeView, ...]:
    seen = table.seen
    if seen is None:
        return (NoticeView(id="waiting", severity=Severity.INFO, sentence="Waiting for the first picture."),)
    notices = []
    if seen.problem is not None:
        notices.append(NoticeView(id="board", severity=Severity.TROUBLE, sentence=seen.problem))
    elif not seen.table.camera_moved:
        notices += [
            NoticeView(id=f"eye-{crc32(line.encode()):08x}", severity=Severity.CAUTION, sentence=line)
            for line in seen.warnings[:MOST_WARNINGS]
        ]
    notices += [
        NoticeView(id=key, severity=Severity.CAUTION, sentence=means) for key, means in table.game.called.items()
    ]
    if seen.table.camera_moved:
        sentence = "The camera has moved. Nothing is ruled until it stands still and the board is found again."
        notices.append(NoticeView(id="camera-moved", severity=Severity.TROUBLE, sentence=sentence))
    if seen.table.hand_in_view:
        notices.append(
            NoticeView(id="hand", severity=Severity.INFO, sentence="A hand is in view: rulings follow when it is gone.")
        )
    return tuple(notices)

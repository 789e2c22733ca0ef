"""Build the `Snapshot` that every surface shows: rulings, notices, tray, health problems that block play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from zlib import crc32

from geometry.base import Base
from messages.catalogue import ENGLISH
from messages.message import NO_NAMES, Message
from overlook.table.games.ruling_history import AdHocMeasurement, RulingEntry
from overlook.table.games.steps import by_hand, display_names, text_of, with_names
from overlook.table.moves.move_classification import STRAY
from overlook.table.observation.displaced import displaced_models, missing_models
from overlook.table.observation.seen_table import SeenTable
from overlook.table.offers.table_facts import TableFacts
from overlook.table.tray.roll_assignments import TrayFacts
from overlook.table.views.attack_dice import worded_prompts
from overlook.table.views.board_view import moving_shown, places_seen, projector_of, table_shown
from overlook.table.views.combat_view import combat_of
from overlook.table.views.game_view import game_shown, prompts_lookup, worded_prompt
from referee.game.engine.prompting import REFUSE
from referee.game.judging.position import table_of
from referee.game.prompt import Topic
from referee.game.state import GameState, LifeState
from referee.rules.ruling import Ruling, Threshold
from vision.tracking.track import TrackState
from web.contract.base import HealthState, Severity
from web.contract.table.available_actions import MenuView, OffersView
from web.contract.table.board_views import GhostView, RulingView
from web.contract.table.game_views import KeptFallView
from web.contract.table.snapshot import (
    CameraView,
    HealthView,
    LyingDieView,
    NoticeView,
    ReadView,
    RequestView,
    Snapshot,
    TrayView,
)
from web.contract.table.view_builders import Projector, crop_window_px, pose_view, ruling_view

LOST = (HealthState.LOST,)
FAILING = (HealthState.TROUBLE, HealthState.LOST)
BLOCKING = {"camera": LOST, "board": LOST, "journal": FAILING, "disk": LOST}
"""States of a part in which the table cannot see, or cannot store what is played."""


def is_blocking(part: HealthView) -> bool:
    """Return whether the table cannot go on while a part is in this state."""
    return part.state in BLOCKING.get(part.part, ())


MOST_WARNINGS = 4
"""Largest number of vision warnings shown at once."""


class RulingViewCache:
    """Cache of ruling views, each built once for a pose of the camera.

    Rulings of another game have the same ids, so each view is stored together with its ruling.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[str, bool, bool, int], tuple[Ruling, RulingView]] = {}
        self._projector: Projector | None = None

    def view(
        self,
        shown: RulingEntry,
        threshold: Threshold,
        projector: Projector | None,
        *,
        state: GameState,
        taken_back: bool,
        declined: bool = False,
        clip: int = 0,
        places: Mapping[str, tuple[float, float, float]] = MappingProxyType({}),
    ) -> RulingView:
        """Return the view of a ruling, with the game's names; `clip` is the number of frames stored for it.

        `places` has the current positions of things, to suggest a measurement if the ruling is too close to call.
        """
        if projector != self._projector:
            self._kept.clear()
            self._projector = projector
        key = (shown.id, taken_back, declined, clip)
        known = self._kept.get(key)
        if known is None or known[0] is not shown.ruling:
            view = ruling_view(
                shown.ruling,
                id_=shown.id,
                sequence=shown.sequence,
                threshold=threshold,
                taken_back=taken_back,
                declined=declined,
                projector=projector,
                places=places,
            )
            known = shown.ruling, _in_names(view, state).model_copy(update={"clip": clip})
            self._kept[key] = known
        return known[1]


def _in_names(view: RulingView, state: GameState) -> RulingView:
    """Return a ruling with the players' names and the models' labels in its text."""
    names = display_names(state)

    def shown(text: str, message: Message | None) -> str:
        return with_names(text, names) if message is None else ENGLISH.text(message, names)

    findings = tuple(one.model_copy(update={"means": shown(one.means, one.message)}) for one in view.findings)
    said = {"claim": shown(view.claim, view.claim_message), "sentence": shown(view.sentence, view.message)}
    return view.model_copy(update={**said, "findings": findings})


@dataclass(frozen=True, slots=True)
class SnapshotExtras:
    """Parts of a snapshot beside table and game: health, camera, available actions.

    `clips` has the number of frames stored for each ruling and fall, by the sequence number of its intent; `falls` has
    that number for each operative's fall. `notices`, the players' `requests` and the seats with `phones` come from
    outside the game.
    """

    health: tuple[HealthView, ...]
    camera: CameraView
    offers: OffersView | None
    menu: MenuView | None
    clips: Mapping[int, int]
    falls: Mapping[str, int] = field(default_factory=dict)
    notices: tuple[NoticeView, ...] = ()
    requests: tuple[RequestView, ...] = ()
    phones: tuple[str, ...] = ()


def build_snapshot(
    facts: TableFacts, *, revision: int, threshold: Threshold, aside: SnapshotExtras, drawn: RulingViewCache
) -> Snapshot:
    """Return everything that a surface shows now, without choices that are still secret."""
    projector, places = projector_of(facts), places_seen(facts)
    camera, health = aside.camera, aside.health
    shown_table = table_shown(facts, projector)
    ghosts = _ghosts(facts, projector)
    outline_px = shown_table.board.outline_px
    if outline_px is not None and camera.size_px is not None:
        camera = camera.model_copy(update={"view_px": crop_window_px(outline_px, camera.size_px)})
    return Snapshot(
        revision=revision,
        table=shown_table,
        game=game_shown(facts),
        prompts=tuple(worded_prompt(prompt, facts.timeline) for prompt in worded_prompts(facts)),
        rulings=tuple(
            drawn.view(
                shown.entry,
                threshold,
                projector,
                state=facts.state,
                taken_back=shown.taken_back,
                declined=shown.declined,
                clip=_clip(shown.entry, aside.clips),
                places=places,
            )
            for shown in facts.rulings
        ),
        ghosts=ghosts,
        moving=moving_shown(facts, aside.offers),
        notices=(*_lost(health), *aside.notices, *_notices(facts, ghosts)),
        health=health,
        camera=camera,
        offers=() if aside.offers is None else (aside.offers,),
        menu=() if aside.menu is None else (aside.menu,),
        tray=() if facts.tray is None else (_tray(facts, facts.tray),),
        clock=facts.clock.view(facts.state.sides),
        combat=combat_of(facts),
        scoring=facts.scoring,
        falls=_falls(facts, aside),
        requests=aside.requests,
        phones=aside.phones,
    )


def _falls(facts: TableFacts, aside: SnapshotExtras) -> tuple[KeptFallView, ...]:
    """Return the stored clips of the falls of operatives that are out of action now."""
    lying = (LifeState.INCAPACITATED, LifeState.REMOVED)
    kept = ((name, aside.falls.get(name, 0)) for name, one in facts.state.operatives.items() if one.life in lying)
    return tuple(
        KeptFallView(operative=name, clip=aside.clips[number], clip_of=number)
        for name, number in kept
        if aside.clips.get(number)
    )


def _clip(shown: RulingEntry, clips: Mapping[int, int]) -> int:
    return 0 if isinstance(shown, AdHocMeasurement) else clips.get(shown.sequence, 0)


def _tray(facts: TableFacts, tray: TrayFacts) -> TrayView:
    return TrayView(
        phase=tray.phase.value,
        fault=_english(tray.fault),
        message=tray.fault,
        roll=tray.roll,
        reads=tuple(
            ReadView(
                prompt=read.prompt,
                key=read.key,
                why=_english(read.why),
                message=read.why,
                dice=tuple(
                    LyingDieView(value=die.value, doubt=die.doubt or _english(read.doubt), box=die.box)
                    for die in read.dice
                ),
            )
            for read in facts.suggestions
        ),
    )


def _english(message: Message | None) -> str:
    return "" if message is None else str(message)


def _ghosts(facts: TableFacts, projector: Projector | None) -> tuple[GhostView, ...]:
    seen, state = facts.seen, facts.state
    if seen is None or not seen.table.settled:
        return ()
    waiting = {one.about for one in facts.asked if one.topic is Topic.PROPOSAL and one.default != REFUSE}
    waiting = waiting if facts.branch is None else set()
    ghosts = []
    for name in displaced_models(state, seen.table):
        known = state.operatives[name].place
        if known is None or name in waiting:
            continue
        base = seen.table.operatives[name].base
        off = known.distance_to(seen.table.operatives[name].placement)
        message = Message.of("notice-displaced", operative=name, off=off)
        ghosts.append(_ghost(state, message, base, base.at(known.x, known.y, known.z), projector))
    for name in missing_models(state, seen.table) if facts.branch is not None else ():
        belongs = table_of(state, ()).operatives[name].base
        ghosts.append(_ghost(state, Message.of("notice-missing", operative=name), belongs, belongs, projector))
    return tuple(ghosts)


def _ghost(state: GameState, message: Message, stands: Base, belongs: Base, projector: Projector | None) -> GhostView:
    return GhostView(
        operative=str(message["operative"]),
        stands=pose_view(stands, projector),
        belongs=pose_view(belongs, projector),
        sentence=ENGLISH.text(message, _labels(state)),
        message=message,
    )


def _label(state: GameState, operative: str) -> str:
    """Return a model's label and name, such as "B5 Granny Sorrel"."""
    name = state.operatives[operative].card.name
    return operative.upper() if name.upper() == operative.upper() else f"{operative.upper()} {name}"


def _labels(state: GameState) -> dict[str, str]:
    return {name: _label(state, name) for name in state.operatives}


def _lying_out(state: GameState, seen: SeenTable) -> list[str]:
    """Return the operatives that are out of the battle and still seen on the board."""
    board = seen.table.board
    return [
        name
        for name, one in sorted(seen.table.operatives.items())
        if (known := state.operatives.get(name)) is not None
        and known.life is LifeState.REMOVED
        and seen.states.get(name) is TrackState.SEEN
        and 0 <= one.placement.x <= board.width
        and 0 <= one.placement.y <= board.depth
    ]


def _lost(health: tuple[HealthView, ...]) -> tuple[NoticeView, ...]:
    return tuple(
        NoticeView(id=f"lost-{one.part}", severity=Severity.TROUBLE, sentence=one.sentence, message=one.message)
        for one in health
        if (one.part == "disk" and is_blocking(one))
        or (one.part in {"camera", "journal", "program", "judging"} and one.state is not HealthState.OK)
    )


def _notice(key: str, severity: Severity, message: Message, names: Mapping[str, str] = NO_NAMES) -> NoticeView:
    return NoticeView(id=key, severity=severity, sentence=ENGLISH.text(message, names), message=message.coded)


def _as_notice(key: str, ghost: GhostView) -> NoticeView:
    return NoticeView(id=key, severity=Severity.CAUTION, sentence=ghost.sentence, message=ghost.message)


def _notices(facts: TableFacts, ghosts: Sequence[GhostView]) -> tuple[NoticeView, ...]:
    """Return a notice for each thing that people should know, and only one for each displaced model."""
    seen = facts.seen
    if seen is None:
        return (_notice("waiting", Severity.INFO, Message.of("notice-waiting")),)
    notices, labels = [], _labels(facts.state)
    if seen.problem is not None:
        notices.append(_notice("board", Severity.TROUBLE, seen.problem))
    elif not seen.table.camera_moved:
        notices += [
            _notice(f"eye-{crc32(ENGLISH.text(warning, labels).encode()):08x}", Severity.CAUTION, warning, labels)
            for warning in seen.warnings[:MOST_WARNINGS]
        ]
    names = display_names(facts.state)
    if facts.branch is not None and ghosts:
        sets_back = Message.of(
            "notice-branch", game=facts.branch.parent, event=facts.branch.sequence, number=len(ghosts)
        )
        notices.append(_notice("branch", Severity.INFO, sets_back))
        ghosts = ()
    displaced, called = {ghost.operative: ghost for ghost in ghosts}, facts.called
    for key, means in called.items():
        ghost = displaced.get(key.removeprefix(STRAY))
        if ghost is not None:
            notices.append(_as_notice(key, ghost))
        else:
            sentence = text_of(means, names)
            notices.append(NoticeView(id=key, severity=Severity.CAUTION, sentence=sentence, message=means.coded))
    notices += [
        _as_notice(f"ghost-{name}", ghost) for name, ghost in displaced.items() if f"{STRAY}{name}" not in called
    ]
    notices += [
        _notice(f"out-{name}", Severity.INFO, Message.of("notice-out", operative=name), labels)
        for name in _lying_out(facts.state, seen)
    ]
    told = by_hand(facts.timeline, prompts_lookup(facts))
    if told is not None:
        number, step = told
        notices.append(
            NoticeView(
                id=f"by-hand-{number}", severity=Severity.INFO, sentence=text_of(step, names), message=step.coded
            )
        )
    if seen.table.camera_moved:
        notices.append(_notice("camera-moved", Severity.TROUBLE, Message.of("notice-camera-moved")))
    if seen.table.hand_in_view:
        notices.append(_notice("hand", Severity.INFO, Message.of("notice-hand")))
    return tuple(notices)

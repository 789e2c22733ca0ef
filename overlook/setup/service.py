"""Service of the set-up: applies actions, stores the draft, checks the rules in the background, publishes the view."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import date

from calibration.catalogue import Catalogue
from calibration.errors import CalibrationError
from messages.message import Message
from overlook.errors import SetupRefusedError
from overlook.setup import exports
from overlook.setup.draft import PLAYERS, SEATS, Draft, DraftStore
from overlook.setup.exports import catalogue_of, mission_name, table_defaults_of, team_names
from overlook.setup.mission import example_names, rulings_of, zones_of
from overlook.setup.ports import BoxPort, OutlinePort
from overlook.setup.reducer import SetupObservation, reduce
from overlook.setup.saved_setups import SavedSetupsView
from overlook.setup.tag_matching import TagLookout
from overlook.setup.terrain import Libraries
from overlook.setup.view import Sight, view_of
from overlook.table.observation.seen_table import SeenTable
from overlook.table.service import TableService
from overlook.table.views.board_view import BoardProjector
from referee.game.consent import SeatScope
from referee.game.intents import SetUp
from referee.rules.errors import RefereeError
from referee.rules.ruling import Verdict
from web.contract.base import HealthState
from web.contract.permissions import SETUP_SCOPES
from web.contract.requests import Accepted, Outcome, Refused
from web.contract.setup import actions
from web.contract.setup.views import LibraryView, OutlineView, SetupView, Step
from web.contract.streams import Change
from web.contract.table.board_views import RulingView
from web.contract.table.feed import Feed, nearly_equal
from web.contract.table.view_builders import ruling_view

log = logging.getLogger("overlook.setup")

JUDGE_EVERY_S = 1.0
JUDGED = frozenset({Step.MISSION, Step.MARKERS, Step.READY})

Judge = Callable[[Draft, SeenTable], tuple[RulingView, ...]]


class BackgroundCheck:
    """Checks the set-up against the rules periodically while a page is open; `judge` is called in a thread.

    `said` are the rulings on the current draft, None until there are any; `fault` is the reason if the check failed,
    else None.
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._asked_s = float("-inf")
        self._asked: tuple[Draft, asyncio.Future[tuple[RulingView, ...]]] | None = None
        self.said: tuple[RulingView, ...] | None = None
        self.fault: Message | None = None

    def forget(self) -> None:
        """Discard the result after a change of the set-up; the next frame starts a new check."""
        self.said, self.fault, self._asked_s = None, None, float("-inf")

    def take(self, draft: Draft, seen: SeenTable, now_s: float, *, watched: bool) -> None:
        """Collect the result of a check of this draft, and start the next one if it is due."""
        if self._asked is not None:
            about, asked = self._asked
            if not asked.done():
                return
            self._asked = None
            self._heed(asked, stands=about is draft)
        if draft.step not in JUDGED or draft.started or now_s - self._asked_s < JUDGE_EVERY_S:
            return
        if watched and seen.table.settled:
            self._asked_s = now_s
            self._asked = draft, asyncio.ensure_future(asyncio.to_thread(self._judge, draft, seen))

    def _heed(self, asked: asyncio.Future[tuple[RulingView, ...]], *, stands: bool) -> None:
        fault = asked.exception()
        if fault is not None:
            log.error("the rules could not look at the set-up", exc_info=fault)
        if stands:
            self.said = None if fault else asked.result()
            self.fault = Message.of("setup-rules-failed", fault=fault) if fault else None


REFUSALS = (SetupRefusedError, RefereeError, CalibrationError)


def allowed(draft: Draft, action: actions.SetupAction, player: str) -> None:
    """Raise `SetupRefusedError` if a player's phone would change another player's team or models."""
    model = draft.owner(getattr(action, "operative", ""))
    whose = getattr(action, "player", player) if model is None else model[0].player
    if player not in ("any", whose):
        raise SetupRefusedError("setup-team-of-other", own=player, other=whose)


def own_models_alone(action: actions.Put | actions.TakeOff, box: BoxPort, player: str) -> None:
    """Raise `SetupRefusedError` if a player's phone would move anything but its own models during a game."""
    thing = next((one for one in box.things if one.id == action.thing), None)
    if thing is None:
        return
    if thing.model is None:
        raise SetupRefusedError("setup-game-screen", thing=thing.name)
    whose = thing.model.player
    if whose != player:
        raise SetupRefusedError("setup-game-models", thing=thing.name, owner=whose)


UNDO: Mapping[str, Message] = {
    "go": Message.of("setup-undo-step"),
    "ask": Message.of("setup-undo-step"),
    "team_file": Message.of("setup-undo-team"),
    "team_example": Message.of("setup-undo-team"),
    "team_typed": Message.of("setup-undo-team"),
    "team_gone": Message.of("setup-undo-team-gone"),
    "tags_for": Message.of("setup-undo-tags"),
    "remap": Message.of("setup-undo-renumbered"),
    "base_size": Message.of("setup-undo-base"),
    "match": Message.of("setup-undo-match"),
    "unmatch": Message.of("setup-undo-unmatch"),
    "draw_piece": Message.of("setup-undo-piece"),
    "pick_piece": Message.of("setup-undo-piece"),
    "turn_piece": Message.of("setup-undo-piece-turned"),
    "edit_piece": Message.of("setup-undo-piece"),
    "piece_gone": Message.of("setup-undo-piece-gone"),
    "piece_owner": Message.of("setup-undo-piece-owner"),
    "keep_piece": Message.of("setup-undo-piece-kept"),
    "library_file": Message.of("setup-undo-library"),
    "pick_mission": Message.of("setup-undo-mission"),
    "mission_file": Message.of("setup-undo-mission"),
    "edit_mission": Message.of("setup-undo-mission"),
    "swap_sides": Message.of("setup-undo-sides"),
    "declare_marker": Message.of("setup-undo-marker"),
    "marker_gone": Message.of("setup-undo-marker-gone"),
}
"""Names of what Undo takes back, by kind of action."""

MOST_UNDONE = 50
PART = "set-up"
EVERY_S = 0.2
"""Least interval between views if only the camera has news."""


class SetupService:
    """The set-up of one table. It belongs to the event loop; `take` is called for every frame.

    `given` is the table's default catalogue, used until the set-up is changed; a table with a `box` uses only its
    board. `catalogue` is the current one, replaced by another object whenever it changes. `outline` detects the outline
    at a point of an image, `today` returns the date.
    """

    def __init__(
        self,
        table_service: TableService,
        given: Catalogue,
        store: DraftStore,
        *,
        outline: OutlinePort,
        today: Callable[[], date],
        box: BoxPort | None = None,
    ) -> None:
        self._table_service = table_service
        self._bare = given.bare
        self._given = given if box is None else self._bare
        self._defaults = table_service.table.defaults
        table_service.table.set_up_by_people = True
        self._board = self._bare.tag_ids
        self._store = store
        self._outline = outline
        self._box = box
        self.draft = store.read(self._check_draft)
        self._rosters = team_names(table_service.table.edition.id)
        self._missions = example_names(table_service.table.edition.id)
        self._libraries = Libraries(store.folder / "libraries")
        self._saved_setups = SavedSetupsView(store.folder / "shelf", today)
        self._background_check = BackgroundCheck(self._faults_in)
        self._past: list[tuple[Message, Draft]] = []
        self.catalogue = self._looked_for(self.draft)
        self._fill_box()
        self._seen: SeenTable | None = None
        self._lookout = TagLookout(self._board)
        self._shown_s = float("-inf")
        self._feed = Feed(self._build_view(1))
        self._apply_to_session()

    def _fill_box(self) -> None:
        """Put both teams' models into the simulated table's box; if there are none, the box is unchanged."""
        entries = tuple(base.entry for _, base in self.draft.bases)
        if self._box is not None and entries:
            self._box.set_models(entries)

    def _apply_to_session(self) -> None:
        """Pass catalogue and defaults to the session, which judges nothing while the table is being set up."""
        table = self._table_service.table
        table.use_setup(
            self.catalogue, self._defaults if self.draft.is_empty else table_defaults_of(self.draft, self._defaults)
        )
        table.being_set_up = not (self.draft.started or self.draft.is_empty)

    def _check_draft(self, draft: Draft) -> None:
        """Raise an error if a stored draft cannot be used."""
        self._looked_for(draft)
        table_defaults_of(draft, self._defaults)

    def _looked_for(self, draft: Draft) -> Catalogue:
        return (
            self._given
            if draft.is_empty
            else catalogue_of(draft, self._bare, self._table_service.table.edition.action_only_markers)
        )

    def view(self) -> SetupView:
        """Return the current view."""
        self._show()
        return self._feed.newest

    def changes(self, after: int | None) -> AsyncIterator[Change]:
        """Yield the whole view now and whenever it has changed."""
        del after
        return self._feed.changes(None)

    def take(self, seen: SeenTable, now_s: float) -> None:
        """Process a frame: match resting tags with models, run the rules' check, publish the view."""
        self._seen = seen
        self._lookout.look(seen, now_s)
        self._background_check.take(self.draft, seen, now_s, watched=self._feed.viewers > 0)
        if self._match(now_s) or (self._feed.viewers and now_s - self._shown_s >= EVERY_S):
            self._shown_s = now_s
            self._show()

    def _faults_in(self, draft: Draft, seen: SeenTable) -> tuple[RulingView, ...]:
        table_service = self._table_service
        projector = None if seen.pose is None else BoardProjector(table_service.table.rig.camera, seen.pose)
        found = [
            ruling_view(one, id_=str(number), sequence=1, threshold=table_service.threshold, projector=projector)
            for number, one in enumerate(rulings_of(draft, table_service.table.edition, seen.table))
        ]
        return tuple(one for one in found if one.verdict is not Verdict.YES)

    def _match(self, now_s: float) -> bool:
        """Match the models whose tags are certain."""
        if self.draft.step is not Step.TAGS or self.draft.started:
            return False
        sure = self._lookout.matches(self.draft)
        try:
            for operative, tag in sure.items():
                self._change(actions.Match(kind="match", operative=operative, tag=tag))
        except REFUSALS as refusal:
            self._table_service.report_health(PART, HealthState.TROUBLE, refusal.message)
        else:
            if sure:
                self._table_service.clear_health(PART)
        return bool(sure)

    def libraries(self) -> tuple[LibraryView, ...]:
        """Return the available terrain libraries."""
        return self._libraries.views()

    async def do(self, action: actions.SetupAction, *, player: str) -> Outcome:
        """Apply an action; return whether it was accepted."""
        try:
            allowed(self.draft, action, player)
            self._between_games(action, player)
            teams = self.draft.teams
            await self._done(action)
            if self.draft.teams != teams and not isinstance(action, actions.Match | actions.Unmatch):
                self._fill_box()
        except REFUSALS as refusal:
            return Refused.of(refusal.message, SEATS)
        self._show()
        return Accepted()

    def _between_games(self, action: actions.SetupAction, player: str) -> None:
        """Raise `SetupRefusedError` if a player's phone may not do this during a game."""
        state = self._table_service.table.state
        if not state.begun or state.ended or player not in PLAYERS:
            return
        if SETUP_SCOPES.get(action.kind) is SeatScope.BETWEEN_GAMES:
            raise SetupRefusedError("setup-game-running")
        if isinstance(action, actions.Put | actions.TakeOff):
            own_models_alone(action, self._at_hand(), player)

    async def _done(self, action: actions.SetupAction) -> None:
        match action:
            case actions.Put() | actions.TakeOff():
                self._at_hand().move(action, zones_of(self.draft))
            case actions.TakeBack():
                self._take_back()
            case actions.StartAfresh():
                self._commit_draft(Message.of("setup-undo-all"), Draft())
                self._saved_setups.anew = False
            case actions.TakeAgain():
                self._commit_draft(
                    Message.of("setup-undo-restored"),
                    self._saved_setups.restore(self.draft, action.name, self._context()),
                )
            case actions.BeginAnew():
                self._saved_setups.anew = True
            case actions.Start():
                await self._start()
            case _:
                if not isinstance(action, actions.Go):
                    self._not_started()
                self._lookout.heed(action)
                self._change(action)

    def _at_hand(self) -> BoxPort:
        if self._box is None:
            raise SetupRefusedError("setup-table-real")
        return self._box

    def _change(self, action: actions.SetupAction) -> None:
        self._commit_draft(UNDO[action.kind], reduce(self.draft, action, self._context()))

    def _context(self) -> SetupObservation:
        seen = self._seen
        lens = None if seen is None or seen.pose is None else (self._table_service.table.rig.camera, seen.pose)
        tags, bases = {} if seen is None else seen.tags, self._saved_setups.bases
        edition = self._table_service.table.edition.id
        return SetupObservation(self._bare.dictionary, self._board, tags, lens, self._libraries, edition, bases)

    def _commit_draft(self, why: Message, draft: Draft) -> None:
        """Write a draft to disk and make it the current one; raises `SetupRefusedError` if that fails."""
        catalogue = self._looked_for(draft)
        self._store.keep(draft)
        before, self.draft = self.draft, draft
        if (before.model_copy(update={"step": draft.step, "asked": draft.asked})) != draft:
            self._past = [*self._past[1 - MOST_UNDONE :], (why, before)]
            self._background_check.forget()
        if catalogue != self.catalogue:
            self.catalogue = catalogue
        self._apply_to_session()

    def _take_back(self) -> None:
        if not self._past:
            raise SetupRefusedError("setup-nothing-to-undo")
        self._not_started()
        why, before = self._past[-1]
        past = self._past[:-1]
        matched = {base.entry.id for _, base in self.draft.bases if base.matched}
        self._commit_draft(why, before.model_copy(update={"step": self.draft.step}))
        self._lookout.leave(matched - {base.entry.id for _, base in before.bases if base.matched})
        self._past = past

    def _not_started(self) -> None:
        if self.draft.started:
            raise SetupRefusedError("setup-game-begun")

    async def _start(self) -> None:
        self._not_started()
        if not self._feed.newest.can_start:
            wrong = next(check for check in self._feed.newest.checks if check.state is HealthState.LOST)
            raise SetupRefusedError("setup-not-ready", check=wrong.message or wrong.sentence)
        table = self._table_service.table

        def intent() -> SetUp:
            self._not_started()
            return table.new_game(free=False, mission=mission_name(self.draft))

        table.use_setup(self.catalogue, table_defaults_of(self.draft, self._defaults))
        if refused := await self._table_service.begin(intent):
            raise SetupRefusedError(refused)
        self._commit_draft(Message.of("setup-undo-start"), self.draft.model_copy(update={"started": True}))
        self._save()
        self._table_service.publish()

    def _save(self) -> None:
        """Save the set-up; if it cannot be written, that is reported and the game continues."""
        try:
            self._saved_setups.keep(self.draft, self._context())
        except SetupRefusedError as fault:
            self._table_service.report_health(PART, HealthState.TROUBLE, fault.message)
        else:
            self._table_service.clear_health(PART)

    def _show(self) -> None:
        """Publish the view if it has changed."""
        before = self._feed.newest
        view = self._build_view(before.revision)
        if not nearly_equal(before, view):
            self._feed.publish(view.model_copy(update={"revision": before.revision + 1}))

    def _build_view(self, revision: int) -> SetupView:
        table_service = self._table_service
        return view_of(
            Sight(
                draft=self.draft,
                seen=self._seen,
                rig=table_service.table.rig,
                bare=self._bare,
                camera=table_service.camera,
                edition=table_service.table.edition.id,
                equipment=table_service.table.edition.set_up.markers,
                answer=self._lookout.answer(self.draft) if self.draft.step is Step.TAGS else None,
                undo=self._past[-1][0] if self._past else None,
                fault=next(filter(None, self._troubles()), None),
                before=self._saved_setups.view(self.draft, self._context()),
                box=self._box,
                rosters=self._rosters,
                missions=self._missions,
                faults=self._background_check.said,
            ),
            revision,
        )

    def _troubles(self) -> tuple[Message | None, ...]:
        return (self._store.fault, *self._saved_setups.faults, *self._libraries.faults, self._background_check.fault)

    async def outline(self, at_px: tuple[float, float], top: float | None) -> OutlineView | None:
        """Return the outline proposed for the piece at a point of the image."""
        sizes = self._libraries.tag_sizes_mm | self.catalogue.tag_sizes_mm
        camera = self._table_service.table.rig.camera
        return await self._outline(self._seen, camera, sizes_mm=sizes, at_px=at_px, top=top)

    def tag_sheet(self, player: str, paper: str) -> bytes:
        """Return a PDF with the tags of one team."""
        return exports.team_sheet(exports.tagged_models(self.draft, player), self._bare, paper)

    def terrain_sheet(self, library: str, paper: str) -> bytes:
        """Return a PDF with the tags of a library's pieces."""
        return exports.terrain_sheet(self._libraries, library, bare=self._bare, paper=paper)

    def marker_sheet(self, paper: str) -> bytes:
        """Return a PDF with the tags of the mission's markers."""
        return exports.marker_sheet(self.catalogue, self._bare, paper)

    def library_file(self, library: str) -> str:
        """Return the text of a library's file."""
        return exports.library_file(self._libraries, library)

    def mission_file(self) -> str:
        """Return the text of the mission's file."""
        return exports.mission_file(self.draft)

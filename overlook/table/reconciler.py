"""What the camera sees that the game does not know yet: moves to take, tokens that were turned, models gone astray."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from geometry.placement import Placement
from overlook.table.apart import apart
from overlook.table.declared_places import DeclaredPlaces
from overlook.table.frame_observer import SeenTable
from overlook.table.interpretation import ELSEWHERE, already_known, displaced, interpret_move, out_of_turn_moves
from overlook.table.order_tokens import OrderTokens
from referee.game.board_place import BoardPlace
from referee.game.intents import ANY, CAMERA, Answer, ClearFault, DeclarePlace, Propose, ReportFault
from referee.game.prompting import REFUSE
from referee.game.state import OpenProposal
from referee.game.tokens import token_intents
from referee.rules.errors import RefereeError

if TYPE_CHECKING:
    from overlook.table.session import TableSession


class Reconciler:
    """Tells the game of one table what its camera sees; each thing once, for as long as it stays as it is."""

    def __init__(self, *, resumed: bool) -> None:
        self._judged: dict[str, Placement] = {}
        self._tokens = OrderTokens()
        self._declared = DeclaredPlaces()
        self._resumed = resumed

    def take(self, table: TableSession, seen: SeenTable) -> None:
        """Take in a table at rest: submit what follows from it."""
        if self._resumed:
            self._judged = already_known(table.game.timeline, displaced(table.state, seen.table))
            self._resumed = False
        for name, place in self._declared.found(table.state, seen.table):
            table.submit(DeclarePlace(id=table.new_id("found"), by=CAMERA, operative=name, place=place))
        self._mend(table, seen)
        self._take_tokens(table, seen)
        for proposal in table.state.proposals:
            _withdraw_if_moved_on(table, proposal, seen)
        self._propose(table, seen)
        for name, means in out_of_turn_moves(table.state, seen.table, self._judged).items():
            self._judged[name] = seen.table.operatives[name].placement
            table.submit(ReportFault(id=table.new_id("call"), by=CAMERA, key=f"stray:{name}", means=means))

    def _take_tokens(self, table: TableSession, seen: SeenTable) -> None:
        """Do what players said by turning order tokens; what the rules refuse is called until the token says else."""
        for said in self._tokens.take(table.state, seen.table):
            key = f"token:{said.operative}"
            if key in table.game.called:
                table.submit(ClearFault(id=table.new_id("mend"), by=CAMERA, key=key))
            for intent in token_intents(table.state, (said,), f"{table.new_id('token')}-"):
                try:
                    table.submit(intent)
                except RefereeError as fault:
                    table.submit(
                        ReportFault(id=table.new_id("call"), by=CAMERA, key=key, means=f"{said.token}: {fault}")
                    )

    def _mend(self, table: TableSession, seen: SeenTable) -> None:
        away = displaced(table.state, seen.table)
        for key in table.game.called:
            if key.startswith("stray:") and key.removeprefix("stray:") not in away:
                table.submit(ClearFault(id=table.new_id("mend"), by=CAMERA, key=key))
        self._judged = {name: place for name, place in self._judged.items() if name in away}

    def _propose(self, table: TableSession, seen: SeenTable) -> None:
        acting = table.state.acting
        if acting is None or acting.operative not in displaced(table.state, seen.table) or table.state.proposals:
            return
        mover, place = acting.operative, seen.table.operatives[acting.operative].placement
        before = self._judged.get(mover)
        if before is not None and apart(before, place) <= ELSEWHERE:
            return
        self._judged[mover] = place
        try:
            readings = interpret_move(
                table.edition_here, table.state, seen.table, mover=mover, seen_way=seen.paths.get(mover, ())
            )
        except RefereeError as fault:
            table.submit(ReportFault(id=table.new_id("call"), by=CAMERA, key=f"stray:{mover}", means=str(fault)))
            return
        known = table.state.operative(mover)
        moved = apart(known.place, place) if known.place is not None else 0.0
        legal = readings[0].judgement.legal
        question = f'{known.card.name} moved {moved:.1f}"' + (": take it?" if legal else ", which no action allows")
        table.submit(
            Propose(
                id=table.new_id("seen"),
                by=CAMERA,
                owner=known.player,
                question=question,
                readings=tuple(reading.guess for reading in readings),
            )
        )


def _withdraw_if_moved_on(table: TableSession, proposal: OpenProposal, seen: SeenTable) -> None:
    data: Mapping[str, object] = proposal.readings[0].data if proposal.readings else {}
    mover, to = data.get("operative"), data.get("to")
    if not isinstance(to, dict) or mover not in seen.table.operatives:
        return
    aim = BoardPlace(float(to["x"]), float(to["y"]), float(to["z"]))
    if apart(aim, seen.table.operatives[str(mover)].placement) > ELSEWHERE:
        table.submit(Answer(id=table.new_id("moved-on"), by=ANY, prompt=proposal.id, choice=REFUSE))

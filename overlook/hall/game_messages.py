"""What the hall is told of a game: every event, with the rulings it carried and how the game ended."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from overlook.hall.seal_key import public_seal
from overlook.table.default_cards import NO_COLOUR
from overlook.table.ruling_history import rulings_of
from referee.editions.registry import edition_of
from referee.game.engine.timeline import PublicEntry, Timeline, fold_all, redact_secrets
from referee.game.events.battle import Revealed
from referee.game.events.pieces import EquipmentChosen
from referee.game.intents import EndBattle
from referee.game.journal_entry import JournalEntry
from referee.game.state import GameState
from referee.records.journal.reading import Written
from referee.rules.errors import RefereeError
from referee.rules.ruling import Ruling, Threshold
from venue.protocol import RulingSaid, Side, TableState, UnnumberedGameMessage
from web.contract.table.view_builders import sentence


def game_name(number: int, first: Written) -> str:
    """Return a game's name in the hall: its number at the table, and what no other game has."""
    own = hashlib.blake2b(f"{first.seal}{first.at.isoformat()}".encode(), digest_size=4).hexdigest()
    return f"{number:04d}-{own}"


def hall_state(
    state: GameState,
    edition: str,
    game: str,
    at: datetime,
    *,
    trouble: Sequence[str] = (),
    last_ruling: str = "",
    practice: bool = False,
) -> TableState:
    """Return in short how a game stands; the demonstration is practice by its title."""
    acting = state.acting
    return TableState(
        title=state.mission or edition_of(edition).title,
        edition=edition,
        game=game,
        phase=state.stage.replace("_", " "),
        turning_point=state.turning_point,
        initiative=state.initiative,
        active=acting.operative if acting is not None else None,
        sides=tuple(
            Side(
                player=player,
                name=side.seat.name,
                colour=side.seat.colour or NO_COLOUR,
                cp=side.cp,
                vp=max(0, side.total_vp),
            )
            for player, side in state.sides.items()
        ),
        ended=state.ended,
        winner=state.winner,
        practice=practice,
        trouble=tuple(trouble),
        last_ruling=last_ruling,
        at=at,
    )


def _unknown(game: str) -> str | None:
    """Return that it is not known which match a game was played for."""
    return None


@dataclass
class GameMessages:
    """Follows one game event by event; `told` is what it comes to so far, `key` hides the seals.

    `practice` games have no result, neither has the demonstration. `match_of` gives the match that a game was played
    for, by the game's name.
    """

    game: str
    threshold: Threshold
    key: bytes
    practice: bool = False
    match_of: Callable[[str], str | None] = _unknown
    told: Timeline = field(default_factory=Timeline)
    _lost: bool = False

    def tell(self, written: Sequence[Written]) -> Iterator[UnnumberedGameMessage]:
        """Yield what is said of further events, which are whole intents with all that followed from them.

        A choice that is still secret is redacted; the event that reveals it says what it was. Of a game that this
        program cannot follow the bare events are said, without any secret choice.
        """
        for _, each in groupby(written, key=lambda one: one.event.cause):
            yield from self._tell(list(each))

    def _tell(self, written: list[Written]) -> Iterator[UnnumberedGameMessage]:
        was_over = self.told.state.ended
        try:
            self.told = self.told if self._lost else fold_all((one.event for one in written), self.told)
        except RefereeError:
            self.told, self._lost, was_over = Timeline(), True, False
        state, last = self.told.state, written[-1]
        rulings = tuple(_said(ruling, self.threshold) for ruling in self._rulings(written[0].event))
        result = self._result(last) if state.ended != was_over else None
        for one, shown in zip(written, redact_secrets([one.event for one in written], self.told), strict=True):
            yield UnnumberedGameMessage(
                game=self.game,
                sequence=shown.sequence,
                cause=shown.cause,
                edition=shown.edition,
                kind=shown.kind,
                data=_opened(shown, state),
                rulings=rulings if one is written[0] else (),
                result=result if one is last else None,
                seal=public_seal(one.seal, self.key),
                at=one.at,
            )

    def _result(self, last: Written) -> TableState | None:
        """Return how a game stands that an event has ended or taken up again; None for practice."""
        state, step = self.told.state, self.told.past
        shown = hall_state(state, last.event.edition, self.game, last.at, practice=self.practice)
        if shown.practice:
            return None
        ended = step.intent if step is not None and state.ended else None
        conceded_by = ended.conceded_by if isinstance(ended, EndBattle) else None
        return shown.model_copy(update={"conceded_by": conceded_by, "match": self.match_of(self.game)})

    def _rulings(self, intent: JournalEntry) -> tuple[Ruling, ...]:
        step = self.told.past
        return rulings_of(step) if step is not None and step.sequence == intent.sequence else ()


def _opened(event: PublicEntry, state: GameState) -> dict[str, object]:
    """Return an event's data; where it reveals a choice, with the choice: who listens heard it redacted."""
    if event.kind == EquipmentChosen.kind and state.sides and state.sides.keys() <= state.chosen:
        return {**event.data, "revealed": {player: side.equipment for player, side in state.sides.items()}}
    side = state.sides.get(str(event.data.get("player")))
    if event.kind != Revealed.kind or side is None:
        return event.data
    return {**event.data, "value": side.revealed.get(str(event.data["topic"]))}


def _said(ruling: Ruling, threshold: Threshold) -> RulingSaid:
    verdict = ruling.verdict(threshold)
    decisive = ruling.decisive
    return RulingSaid(
        claim=ruling.claim,
        verdict=verdict,
        p_yes=ruling.p_yes,
        sentence=sentence(ruling, verdict),
        rule=decisive.rule if decisive is not None else "",
    )

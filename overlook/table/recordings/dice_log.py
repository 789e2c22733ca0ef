"""Dice log: every die rolled at this table, and a test for fairness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from messages.message import Message
from overlook.table.games.games import Games
from overlook.table.tray.dice_on_tray import LAY_THERE
from referee.editions.registry import ruleset_of
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import fold_all
from referee.game.intents import Answer, ObserveRoll
from referee.game.journal_entry import JournalEntry
from referee.game.prompt import Prompt
from referee.records.journal.errors import JournalError
from referee.records.journal.reading import Written, read_written
from referee.rules.dice.fairness import LEAST_EXPECTED, CountedRoll, Fairness, counted_fairness, fairness, rolls_to_tell
from referee.rules.errors import RefereeError
from web.contract.table.recordings import UNUSUAL, CountedView, FairnessView, PlayerDiceView, SpreadView

NIGHT_ENDS = timedelta(hours=5)
"""Rolls before this hour count for the evening before."""


@dataclass(frozen=True, slots=True)
class RolledDice:
    """Dice that a player answered with: name of the seat, evening, faces, and whether the tray read the same."""

    player: str
    evening: date
    faces: tuple[int, ...]
    seen: bool


@dataclass(frozen=True, slots=True)
class CountedDice:
    """Dice reported only as a number of successes: name of the seat, evening, and that roll."""

    player: str
    evening: date
    roll: CountedRoll


Rolled = RolledDice | CountedDice


def rolled_in(written: Sequence[Written]) -> Iterator[Rolled]:
    """Yield the dice of one game's answers that still stand, so that a roll entered again after an undo counts once.

    Dice of a question that any player may answer are left out, because their owner is unknown, and so are dice that
    the program rolled.
    """
    if not written:
        return
    events = [each.event for each in written]
    decider = Decider(ruleset_of(events[0].edition).flow)
    rolls = [event for event in events if event.kind == ObserveRoll.kind]
    spent: set[tuple[str, int]] = set()
    for step in fold_all(events).live_steps():
        intent = step.intent
        if not isinstance(intent, Answer) or not intent.dice or intent.roll:
            continue
        asked = next((prompt for prompt in decider.prompts(step.before) if prompt.id == intent.prompt), None)
        if asked is None or asked.owner not in step.before.sides:
            continue
        at = written[step.sequence - 1].at.astimezone() - NIGHT_ENDS
        name = step.before.side(asked.owner).seat.name
        if intent.counted:
            yield CountedDice(name, at.date(), _counted(intent.dice, asked))
            continue
        before = [_free(roll, asked.owner) for roll in rolls if roll.sequence < step.sequence]
        lay = next((dice for dice in reversed(before) if dice), {})
        seen = Counter(intent.dice) <= Counter(value for die, value in lay.items() if die not in spent)
        spent.update(lay)
        yield RolledDice(name, at.date(), intent.dice, seen)


def _counted(standing: Sequence[int], asked: Prompt) -> CountedRoll:
    """Return the counted roll that was entered as faces standing for it."""
    good = {face for grade in asked.grades if grade.counts_as != "fail" for face in grade.faces}
    return CountedRoll(dice=len(standing), successes=sum(face in good for face in standing), faces=len(good))


def _free(roll: JournalEntry, owner: str) -> dict[tuple[str, int], int]:
    """Return the trusted values of dice that could be that player's and that no answer had taken."""
    return {
        (roll.id, number): die["value"]
        for number, die in enumerate(roll.data["dice"])
        if die["value"] is not None and not die["doubt"] and die["player"] in (owner, None)
        if die.get("taken", "") in ("", LAY_THERE)
    }


class DiceLog:
    """Every die of a table's games; a game is read again only if it has changed."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._known: dict[int, tuple[tuple[int, ...], tuple[Rolled, ...]]] = {}

    def read(self) -> tuple[Rolled, ...]:
        """Return all rolled dice, oldest game first; a game that cannot be read is left out."""
        return tuple(each for number in self._games.numbers for each in self._of(number))

    def _of(self, number: int) -> tuple[Rolled, ...]:
        try:
            stamp = self._games.stamp(number)
            known = self._known.get(number)
            if known is None or known[0] != stamp:
                known = (stamp, tuple(rolled_in(read_written(self._games.path(number)))))
                self._known[number] = known
        except (JournalError, RefereeError):
            return ()
        return known[1]


LOADED = 0.2
"""Chance of a six with the loaded dice in the page's example: one in five, not one in six."""

RARE = 0.01
"""Chance below which it is written as "fewer than 1 of 100"."""

LEAST_DICE = round(6 * LEAST_EXPECTED)


def fairness_view(rolled: Sequence[Rolled]) -> FairnessView:
    """Return the statistics of these dice."""
    players = dict.fromkeys(each.player for each in rolled)
    needed = Message.of("luck-needed", dice=rolls_to_tell(LOADED))
    return FairnessView(
        players=tuple(_player(player, [each for each in rolled if each.player == player]) for player in players),
        needed=str(needed),
        message=needed,
    )


def _player(player: str, rolled: Sequence[Rolled]) -> PlayerDiceView:
    told = [each for each in rolled if isinstance(each, RolledDice)]
    evenings = sorted({each.evening for each in told}, reverse=True)
    return PlayerDiceView(
        all=_spread(player, told),
        evenings=tuple(
            _spread(evening.isoformat(), [each for each in told if each.evening == evening]) for evening in evenings
        ),
        counted=_counted_view([each for each in rolled if isinstance(each, CountedDice)]),
    )


def _counted_view(rolled: Sequence[CountedDice]) -> CountedView | None:
    if not rolled:
        return None
    found = counted_fairness(each.roll for each in rolled)
    message = Message.of(
        "luck-counted",
        dice=found.dice,
        successes=found.successes,
        expected=found.expected,
        often=_how_often(found.p_value),
    )
    return CountedView(
        dice=found.dice,
        successes=found.successes,
        expected=round(found.expected, 3),
        p=found.p_value,
        sentence=str(message),
        message=message,
    )


def _spread(name: str, rolled: Iterable[RolledDice]) -> SpreadView:
    rolls = tuple(rolled)
    found = fairness(face for each in rolls for face in each.faces)
    one, two, three, four, five, six = found.counts
    result = _result(found)
    return SpreadView(
        of=name,
        counts=(one, two, three, four, five, six),
        seen=sum(len(each.faces) for each in rolls if each.seen),
        chi_squared=round(found.chi_squared, 3),
        p=found.p_value,
        sentence=str(result),
        message=result,
    )


def _result(found: Fairness) -> Message:
    if found.p_value is None:
        return Message.of("luck-few", dice=found.rolls, least=LEAST_DICE)
    return Message.of("luck-tested", dice=found.rolls, often=_how_often(found.p_value))


def _how_often(p_value: float) -> Message:
    """Return how often fair dice would differ as much."""
    if p_value < RARE:
        return Message.of("luck-unusual-rare")
    return Message.of("luck-unusual" if p_value < UNUSUAL else "luck-usual", percent=round(100 * p_value))

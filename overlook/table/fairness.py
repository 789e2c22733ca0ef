"""How the dice fell at this table, in words: by player, by evening, and how many dice it takes to tell a bias."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from overlook.table.rolled import CountedDice, Rolled, RolledDice
from referee.rules.dice.fairness import LEAST_EXPECTED, Fairness, counted_fairness, fairness, rolls_to_tell
from web.contract.table.recordings import UNUSUAL, CountedView, FairnessView, PlayerDiceView, SpreadView

LOADED = 0.2
"""The chance of a six that the page takes for an example: every fifth die, not every sixth."""

LEAST_DICE = round(6 * LEAST_EXPECTED)


def fairness_view(rolled: Sequence[Rolled]) -> FairnessView:
    """Return the figures of all these dice."""
    players = dict.fromkeys(each.player for each in rolled)
    return FairnessView(
        players=tuple(_player(player, [each for each in rolled if each.player == player]) for player in players),
        needed=(
            f"Good and bad luck of one evening say little. To find out dice that show a six every fifth time, and not "
            f"every sixth, takes about {rolls_to_tell(LOADED)} dice; even then they pass for fair one time in five."
        ),
    )


def _player(player: str, rolled: Sequence[Rolled]) -> PlayerDiceView:
    told = [each for each in rolled if isinstance(each, RolledDice)]
    evenings = sorted({each.evening for each in told}, reverse=True)
    return PlayerDiceView(
        all=_spread(player, told),
        evenings=tuple(
            _spread(evening.isoformat(), [each for each in told if each.evening == evening]) for evening in evenings
        ),
        counted=_counted([each for each in rolled if isinstance(each, CountedDice)]),
    )


def _counted(rolled: Sequence[CountedDice]) -> CountedView | None:
    if not rolled:
        return None
    found = counted_fairness(each.roll for each in rolled)
    said = f"{found.dice} dice were only counted: {found.successes} succeeded, of fair dice {found.expected:.1f} would"
    return CountedView(
        dice=found.dice,
        successes=found.successes,
        expected=round(found.expected, 3),
        p=found.p_value,
        sentence=f"{said}; {_verdict(found.p_value)} would stray as far, or more.",
    )


def _spread(name: str, rolled: Iterable[RolledDice]) -> SpreadView:
    rolls = tuple(rolled)
    found = fairness(face for each in rolls for face in each.faces)
    one, two, three, four, five, six = found.counts
    return SpreadView(
        of=name,
        counts=(one, two, three, four, five, six),
        seen=sum(len(each.faces) for each in rolls if each.seen),
        chi_squared=round(found.chi_squared, 3),
        p=found.p_value,
        sentence=_sentence(found),
    )


def _sentence(found: Fairness) -> str:
    if found.p_value is None:
        return f"{found.rolls} dice: too few to say anything; from {LEAST_DICE} on they are tested."
    return f"{found.rolls} dice, {_verdict(found.p_value)} would see faces as uneven, or more."


def _verdict(p_value: float) -> str:
    often = f"{100 * p_value:.0f}" if p_value >= 0.01 else "fewer than 1"
    verdict = "unusual" if p_value < UNUSUAL else "nothing unusual"
    return f"{verdict}: {often} in 100 tables with fair dice"

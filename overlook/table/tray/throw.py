"""Dice that lie in the tray, and what they say to a question that waits for dice."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from referee.rules.game.intents import LyingDie
from referee.rules.prompt import Prompt


@dataclass(frozen=True, slots=True)
class Throw:
    """What lies in the tray: its dice, for each the answer that took it ("" for none), and what is wrong with it all.

    `why` is about no single die: something in the tray is none, or the readings differ.
    """

    id: str
    dice: tuple[LyingDie, ...]
    taken: tuple[str, ...]
    why: str = ""

    def free(self, player: str, known: Collection[str], standing: Collection[str]) -> tuple[int, ...]:
        """Return the dice that a player may answer with: those that nothing took that still stands.

        `known` are the players whose dice are told by their colour: another one's are left out then. A die whose
        colour fits nobody's may be anybody's.
        """
        told_apart = player in known
        return tuple(
            number
            for number, (die, by) in enumerate(zip(self.dice, self.taken, strict=True))
            if by not in standing and (not told_apart or die.player in (player, None))
        )

    def taking(self, dice: Collection[int], answer: str) -> Throw:
        """Return the throw with these dice taken by an answer."""
        return replace(self, taken=tuple(answer if k in dice else by for k, by in enumerate(self.taken)))


@dataclass(frozen=True, slots=True)
class Read:
    """What the tray says to one question: the dice, and why it is not believed ("" when it is).

    `wanted` is how many dice are asked for; `astray` says that it is the whole throw that is not believed.
    """

    prompt: str
    wanted: int
    dice: tuple[LyingDie, ...]
    why: str
    astray: bool = False

    @property
    def given(self) -> tuple[int, ...]:
        """The values that a person need not enter; none where nobody knows which dice are meant."""
        return () if self.astray or len(self.dice) > self.wanted else self.sure

    @property
    def sure(self) -> tuple[int, ...]:
        """The values that are believed, as many as are asked for."""
        values = [die.value for die in self.dice if not die.doubt and die.value is not None]
        return tuple(values[: self.wanted])

    @property
    def whole(self) -> bool:
        """Whether one word is enough to take it."""
        return not self.why


def read_for(prompt: Prompt, throw: Throw, known: Collection[str], standing: Collection[str]) -> Read | None:
    """Return what a throw says to a question that waits for dice; None where none of its dice may answer it."""
    dice = tuple(throw.dice[number] for number in throw.free(prompt.owner, known, standing))
    if not prompt.dice or prompt.choices or not (dice or throw.why):
        return None
    return Read(prompt.id, prompt.dice, dice, _why(dice, prompt.dice, throw.why), bool(throw.why))


def _why(dice: tuple[LyingDie, ...], wanted: int, strange: str) -> str:
    seen = len(dice)
    if strange:
        return strange
    if seen < wanted:
        return f"{seen} of {wanted} dice seen: add the rest by hand, or lay apart those that touch"
    if seen > wanted:
        return f"{seen} dice seen, {wanted} wanted: take the others out of the tray, or enter the roll by hand"
    cocked = sum(die.value is None for die in dice)
    if cocked:
        return f"{cocked} of {seen} dice cocked: throw again, or say what the marked ones show"
    doubtful = sum(bool(die.doubt) for die in dice)
    return f"{doubtful} of {seen} dice doubtful: say what the marked ones show" if doubtful else ""

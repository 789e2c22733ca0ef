"""Dice that lie in the tray, and what they say to a question that waits for dice."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from overlook.table.tray.throws import DieThrow
from referee.game.intents import ObservedDie
from referee.game.prompt import Prompt

ASTRAY = "the whole roll is not believed"


@dataclass(frozen=True, slots=True)
class DiceOnTray:
    """What lies in the tray: its dice, for each the answer that took it ("" for none), and what is wrong with it all.

    `names` tell its dice apart: one has another as soon as it is thrown again or read otherwise. `throws` says for what
    each was thrown.

    `why` is about no single die: something in the tray is none, or the readings differ. `hidden` is true while
    something lies over the dice: they stay whose they are, and answer nothing.
    """

    id: str
    dice: tuple[ObservedDie, ...]
    taken: tuple[str, ...]
    why: str = ""
    hidden: bool = False
    names: tuple[str, ...] = ()
    throws: tuple[DieThrow, ...] = ()

    @classmethod
    def of(
        cls, key: str, dice: tuple[ObservedDie, ...], *, why: str = "", asked: frozenset[str] | None = None
    ) -> DiceOnTray:
        """Return dice that nothing took, all thrown now, when these questions waited for dice; None: nobody knows."""
        names = tuple(f"{key}.{number}" for number in range(len(dice)))
        return cls(
            key, dice, ("",) * len(dice), why, names=names, throws=tuple(DieThrow(name, asked) for name in names)
        )

    def after(self, before: DiceOnTray, pairs: Collection[tuple[int, int]]) -> DiceOnTray:
        """Return the dice with what is known of those that stayed, `pairs` of places before and now."""
        taken, names, throws = list(self.taken), list(self.names), list(self.throws)
        for old, now in pairs:
            taken[now], throws[now] = before.taken[old], before.throws[old]
            if _as(before.dice[old]) == _as(self.dice[now]):
                names[now] = before.names[old]
        return replace(self, taken=tuple(taken), names=tuple(names), throws=tuple(throws))

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

    def thrown_for(self, question: str, dice: Collection[int]) -> tuple[int, ...]:
        """Return those of the dice that were thrown when that question stood."""
        return tuple(number for number in dice if self.throws[number].answers(question))

    def uncalled(self, asked: Collection[str], known: Collection[str], standing: Collection[str]) -> int:
        """Return how many dice lie there, taken by nothing, of players of whom nothing is `asked`."""
        return sum(
            by not in standing and die.player in known and die.player not in asked
            for die, by in zip(self.dice, self.taken, strict=True)
        )

    def taking(self, dice: Collection[int], answer: str) -> DiceOnTray:
        """Return the dice with these ones taken by an answer."""
        return replace(self, taken=tuple(answer if k in dice else by for k, by in enumerate(self.taken)))

    def taking_thrown(
        self,
        answers: Sequence[tuple[str, str]],
        thrown: Collection[int],
        *,
        known: Collection[str],
        standing: Collection[str],
    ) -> DiceOnTray:
        """Return the dice with those that were `thrown` taken by answers, each with whose it is, given before."""
        on_tray = self
        for answer, owner in answers:
            on_tray = on_tray.taking(set(on_tray.free(owner, known, standing)) & set(thrown), answer)
        return on_tray


def _as(die: ObservedDie) -> tuple[object, ...]:
    return die.value, die.player, die.doubt


@dataclass(frozen=True, slots=True)
class TraySuggestion:
    """What the tray says to one question: the dice, and why it is not believed ("" when it is).

    `key` names these dice, as they are read and believed. `wanted` is how many dice are asked for; `astray` says that
    it is the whole roll that is not believed.
    """

    prompt: str
    wanted: int
    dice: tuple[ObservedDie, ...]
    why: str
    key: str
    astray: bool = False

    @property
    def doubt(self) -> str:
        """Why no die may be filled in though its own value is believed; "" where it may."""
        return ASTRAY if self.astray else ""

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


def read_for(
    prompt: Prompt,
    on_tray: DiceOnTray,
    *,
    known: Collection[str],
    standing: Collection[str],
    uncalled: int = 0,
    question: str = "",
) -> TraySuggestion | None:
    """Return what the dice on the tray say to a question that waits for dice; None where none of them may answer it.

    `uncalled` dice of players who are not asked lie there too. Dice that lay there before the `question` was asked are
    no roll for it.
    """
    lying = () if on_tray.hidden else on_tray.free(prompt.owner, known, standing)
    thrown = on_tray.thrown_for(question, lying)
    early = len(lying) - len(thrown)
    dice = tuple(on_tray.dice[number] for number in thrown)
    others = uncalled if prompt.owner in known and not on_tray.hidden else 0
    if not prompt.dice or prompt.choices or not (lying or on_tray.why or others):
        return None
    key = (" ".join(sorted(on_tray.names[number] for number in thrown)) or on_tray.id) + ("?" if on_tray.why else "")
    return TraySuggestion(
        prompt.id,
        prompt.dice,
        dice,
        _why(dice, prompt.dice, strange=on_tray.why, others=others, early=early),
        key,
        bool(on_tray.why),
    )


def _why(dice: tuple[ObservedDie, ...], wanted: int, *, strange: str, others: int, early: int) -> str:
    seen = len(dice)
    if strange:
        return strange
    if seen < wanted:
        return _missing(seen, wanted, others=others, early=early)
    if seen > wanted:
        return f"{seen} dice seen, {wanted} wanted: take the others out of the tray, or enter the roll by hand"
    cocked = sum(die.value is None for die in dice)
    if cocked:
        return f"{cocked} of {seen} dice cocked: throw again, or say what the marked ones show"
    doubtful = sum(bool(die.doubt) for die in dice)
    return f"{doubtful} of {seen} dice doubtful: say what the marked ones show" if doubtful else ""


def _missing(seen: int, wanted: int, *, others: int, early: int) -> str:
    if early:
        lay = "the die that lies there was" if early == 1 else f"{early} dice that lie there were"
        return f"{seen} of {wanted} dice thrown: {lay} thrown before this roll was asked for, throw again now"
    if others:
        return f"{seen} of {wanted} dice seen, {others} in the other colour: throw those of who is asked, or enter them"
    return f"{seen} of {wanted} dice seen: add the rest by hand, or lay apart those that touch"

"""A sequence of stages walked step by step: dice entered, decisions made, effects collected."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from referee.rules.dice.faces import checked
from referee.rules.dice.step import Ask, Choice, Decision, DiceStep, DiceStepName, Effect, Roll, Side
from referee.rules.errors import IllegalError, MalformedError

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Sequence(Generic[S]):
    """Named stages in order, and the state before the first. `dice` bounds how many dice can ever be rolled."""

    stages: tuple[DiceStep[S], ...]
    start: S
    dice: int

    def begin(self) -> Walk[S]:
        """Return the walk at its first roll or decision."""
        return Walk(self, 0, self.start)._forward()

    def until(self, name: DiceStepName) -> Sequence[S]:
        """Return the sequence cut before the first stage of that name; `MalformedError` when it has none."""
        for index, stage in enumerate(self.stages):
            if stage.name is name:
                return replace(self, stages=self.stages[:index])
        names = ", ".join(dict.fromkeys(stage.name for stage in self.stages))
        raise MalformedError(f"stage {name!r}: this sequence has {names}")


@dataclass(frozen=True, slots=True)
class Walk(Generic[S]):
    """Where a sequence stands: which stage, which state, what it waits for, and what has happened to operatives."""

    sequence: Sequence[S]
    index: int
    state: S
    waits: Roll | Ask | None = None
    effects: tuple[Effect, ...] = ()

    @property
    def over(self) -> bool:
        """Whether every stage is done."""
        return self.waits is None

    @property
    def stage(self) -> DiceStepName | None:
        """The name of the stage that waits, or None when all are done."""
        return None if self.waits is None else self.sequence.stages[self.index].name

    @property
    def roll(self) -> Roll | None:
        """The roll that is due, if one is."""
        return self.waits if isinstance(self.waits, Roll) else None

    @property
    def decision(self) -> Decision | None:
        """The decision that is open, if one is, with all its choices."""
        if not isinstance(self.waits, Ask):
            return None
        stage = self.sequence.stages[self.index]
        choices = stage.choices(self.state)
        if self.waits.default not in choices:
            choices = (self.waits.default, *choices)
        advised = stage.advised(self.state, self.waits.default)
        return Decision(self.waits.owner, stage.name, choices, advised, stage.reading_at(self.state))

    def enter(self, faces: Iterable[int]) -> Walk[S]:
        """Return the walk after the dice that are due.

        Raises `MalformedError` for wrong faces or another number of dice, `IllegalError` when no dice are due.
        """
        if not isinstance(self.waits, Roll):
            raise IllegalError(f"dice {list(faces)}: none are due; {self._due()}")
        dice = checked(faces, self.waits.dice)
        return self._moved(self.sequence.stages[self.index].rolled(self.state, dice))

    def choose(self, choice: Choice) -> Walk[S]:
        """Return the walk after a decision; `IllegalError` when the rules do not allow it here and now."""
        if not isinstance(self.waits, Ask):
            raise IllegalError(f"choice {choice.key!r}: no decision is open; {self._due()}")
        stage = self.sequence.stages[self.index]
        if choice != self.waits.default and not stage.allows(self.state, choice):
            offered = ", ".join(option.key for option in stage.choices(self.state))
            read = f" ({stage.reading_at(self.state)})" if stage.reading_at(self.state) else ""
            raise IllegalError(f"choice {choice.key!r} at {stage.name}: expected one of {offered}{read}")
        return self._moved(stage.chosen(self.state, choice))

    def run(self, dice: Callable[[Roll], Iterable[int]], decide: Callable[[Side, Decision], Choice]) -> Walk[S]:
        """Return the finished walk, with dice and decisions from two callables."""
        walk = self
        while walk.waits is not None:
            if isinstance(walk.waits, Roll):
                walk = walk.enter(dice(walk.waits))
            elif (open_decision := walk.decision) is not None:
                walk = walk.choose(decide(walk.waits.owner, open_decision))
        return walk

    def _due(self) -> str:
        if self.waits is None:
            return "the sequence is over"
        if isinstance(self.waits, Roll):
            return f"{self.waits.dice} dice of the {self.waits.owner} are"
        return f"the {self.waits.owner} decides"

    def _moved(self, after: S) -> Walk[S]:
        done = self.sequence.stages[self.index].effects(self.state, after)
        return replace(self, state=after, waits=None, effects=self.effects + done)._forward()

    def _forward(self) -> Walk[S]:
        index, state, effects = self.index, self.state, self.effects
        while index < len(self.sequence.stages):
            stage = self.sequence.stages[index]
            need = stage.step(state)
            if isinstance(need, Roll | Ask):
                return Walk(self.sequence, index, state, need, effects)
            effects += stage.effects(state, need)
            state, index = need, index + 1
        return Walk(self.sequence, index, state, None, effects)

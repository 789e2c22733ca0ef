"""What the dice of a whole action wait for, what was done, and what it did to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol, Self, TypeVar

from pydantic import BaseModel, ValidationError

from referee.rules.dice.faces import Grades
from referee.rules.dice.step import Choice, DiceStepName, Roll, Side
from referee.rules.errors import MalformedError


class When(StrEnum):
    """When an outcome is applied: at once, or when the whole action is over (C24-11, E24-11)."""

    NOW = "now"
    AFTER_ACTION = "after action"


@dataclass(frozen=True, slots=True)
class Pending:
    """What a shooting or fighting action waits for.

    `player` has to answer. `dice` is how many are to be rolled, zero for a decision. `target` names whom it is about.
    `reading` is the reading of the sources that the choices depend on, if they depend on one. `worth` is what each face
    of the dice counts as, None for a decision; `by_face` says that something else about them matters, too.
    """

    player: str
    side: Side
    stage: DiceStepName
    target: str
    dice: int = 0
    choices: tuple[Choice, ...] = ()
    default: Choice | None = None
    reading: str = ""
    worth: Grades | None = None
    by_face: bool = False

    def rolling(self, roll: Roll) -> Pending:
        """Return it with the dice that are to be rolled."""
        return replace(self, dice=roll.dice, worth=roll.worth, by_face=roll.by_face)


@dataclass(frozen=True, slots=True)
class Step:
    """One answer that was taken: the dice as they were entered, or the choice."""

    player: str
    stage: DiceStepName
    target: str
    dice: tuple[int, ...] = ()
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the action did to an operative (or, for "cp", to a player): `kind` as in `Effect`, `amount`, by `rule`.

    Damage and mortal wounds are amounts lost, an APL change is signed. Operatives whose wounds are gone stay where
    they are until the action is over.
    """

    kind: str
    who: str
    amount: int
    rule: str
    when: When = When.NOW


class Action(Protocol):
    """An action in dice, wherever it stands."""

    def answer(self, given: tuple[int, ...] | Choice) -> Self:
        """Return the action after dice or a choice."""


A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=BaseModel)


def replayed(model: type[F], begin: Callable[[F], A], data: Mapping[str, Any]) -> A:
    """Return the action that plain data describe, from its facts through every answer it was given.

    Raises `MalformedError` for facts that are none, and whatever a wrong answer raises.
    """
    try:
        facts = model.model_validate(data.get("facts"))
    except ValidationError as error:
        raise MalformedError(f"action: {first_fault(error)}") from error
    action = begin(facts)
    for given in data.get("answers", ()):
        action = action.answer(answer_of(given))
    return action


def recorded(facts: BaseModel, steps: Iterable[Step]) -> dict[str, Any]:
    """Return an action as plain data: its facts and every answer so far."""
    return {"facts": facts.model_dump(mode="json"), "answers": answer_data(steps)}


def answer_data(steps: Iterable[Step]) -> list[dict[str, Any]]:
    """Return the answers as plain data, enough to play the action again."""
    return [{"choice": step.choice.key} if step.choice else {"dice": list(step.dice)} for step in steps]


def answer_of(data: Mapping[str, Any]) -> tuple[int, ...] | Choice:
    """Return one answer from plain data: dice, or a choice; `MalformedError` when it is neither."""
    if isinstance(data.get("choice"), str):
        return Choice.from_key(data["choice"])
    if isinstance(data.get("dice"), list):
        return tuple(data["dice"])
    raise MalformedError(f"answer {dict(data)!r}: expected 'dice' (a list of faces) or 'choice' (a key)")


def first_fault(error: ValidationError) -> str:
    """Return the first fault of refused data in one line: field, what was expected, what was found."""
    first = error.errors()[0]
    return f"field {'.'.join(map(str, first['loc'])) or '(whole)'}: {first['msg']}, found {str(first['input'])[:60]!r}"

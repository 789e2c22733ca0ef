"""Which open prompt a player means, and what it would answer."""

from __future__ import annotations

from collections.abc import Sequence

from overlook.play.steps import Choose, Dice
from referee.game.intents import ANY
from referee.game.prompt import Prompt
from web.contract.requests import GAME_REQUESTS, GameRequest

EVERYBODYS = frozenset({"screen", "referee"})
"""The seats that answer for both players."""

SCREEN = "screen"


def owner_of_oldest(prompts: Sequence[Prompt]) -> str:
    """Return the seat that speaks where a step names none: the owner of the oldest prompt, else the screen."""
    owner = next((one.owner for one in prompts if one.holds_up), ANY)
    return SCREEN if owner == ANY else owner


def chosen(prompts: Sequence[Prompt], seat: str, step: Choose, shown: Sequence[Prompt]) -> GameRequest | str:
    """Return the answer that a choice means, or in one sentence why it means none: the prompts as phones have them.

    A choice that only another's prompt has is asked of that one: the table says whose it is.
    """
    asked = _about(prompts, step.about)
    for prompt in _own_first(asked, seat):
        key = _key(prompt, step.choose)
        if key is not None:
            return _answer({"prompt": prompt.id, "choice": key})
    there = "; ".join(f"{one.question} {_words(one)}" for one in _about(shown, step.about))
    return f"Nothing that is asked has the choice {step.choose!r}{_of(step.about)}. Asked: {there or 'nothing'}."


def rolled(prompts: Sequence[Prompt], seat: str, step: Dice) -> GameRequest | str:
    """Return the answer that dice mean, or in one sentence why they mean none."""
    for prompt in _own_first(_about(prompts, step.about), seat):
        if prompt.dice:
            return _answer({"prompt": prompt.id, "dice": step.dice})
    return f"No dice are asked for{_of(step.about)}."


def may_answer(prompt: Prompt, seat: str) -> bool:
    """Return whether a prompt is this seat's to answer."""
    return prompt.owner in (ANY, seat) or seat in EVERYBODYS


def _about(prompts: Sequence[Prompt], operative: str | None) -> list[Prompt]:
    return [prompt for prompt in prompts if operative is None or prompt.about == operative]


def _own_first(prompts: Sequence[Prompt], seat: str) -> list[Prompt]:
    return sorted(prompts, key=lambda prompt: not may_answer(prompt, seat))


def _key(prompt: Prompt, said: str) -> str | None:
    """Return the key of the choice that is meant: by its key, its label, or how the label begins.

    "Block" is understood where the 2021 edition parries: scripts of before say it.
    """
    said = said.replace("Block", "Parry", 1) if any(one.label.startswith("Parry") for one in prompt.choices) else said
    choices = prompt.choices
    exact = (choice.key for choice in choices if said in (choice.key, choice.label))
    begins = (choice.key for choice in choices if choice.label.casefold().startswith(said.casefold()))
    return next(exact, None) or next(begins, None)


def _answer(fields: dict[str, object]) -> GameRequest:
    form = GAME_REQUESTS["answer"]
    return form.model_validate({"kind": "answer", **fields})


def _words(prompt: Prompt) -> str:
    """Return the choices in brackets, or how many dice are asked for."""
    dice = f"{prompt.dice} {'die' if prompt.dice == 1 else 'dice'}" if prompt.dice else "nothing to choose"
    return f"({', '.join(choice.label for choice in prompt.choices) or dice})"


def _of(operative: str | None) -> str:
    return f" about {operative}" if operative is not None else ""

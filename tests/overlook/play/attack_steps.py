"""Steps of attacks as players make them, answered by what is asked until the dice are through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from overlook.play.runner import Played
from tests.overlook.play.scripts import Raw, played

Document = dict[str, Any]


def dice_prompt(step: Document) -> Document | None:
    """Return the question of open dice after a step, None where none are open."""
    return next((one for one in step["prompts"] if one["topic"] == "dice"), None)


def answered(raw: Raw, answer: Callable[[Document], Raw], *, most: int = 60) -> tuple[Played, list[Document]]:
    """Return what a script comes to whose open dice are answered one by one, and what was asked in order.

    `answer` gives the step for a question; the script is played anew with each, so that nothing but steps goes in.
    """
    steps, asked = list(raw["steps"]), []
    for _ in range(most):
        result = played({**raw, "steps": steps})
        last = next(step for step in reversed(result.steps) if step["kind"] != "expect")
        assert last["accepted"], last["why"]
        prompt = dice_prompt(last)
        if prompt is None:
            return result, asked
        asked.append(prompt)
        steps.append(answer(prompt))
    raise AssertionError(f"still asked after {most} answers: {asked[-1]['question']}")


def by_default(prompt: Document, *, faces: tuple[int, ...] = (6, 5, 4, 3, 3, 3, 3, 3)) -> Raw:
    """Return the step that rolls the faces in turn, passes what may be passed, and else takes the default."""
    seat = prompt["owner"]
    if prompt["choices"]:
        keys = [choice["key"] for choice in prompt["choices"]]
        kept = "pass" in keys and not any(key.startswith("target") for key in keys)
        return {"as": seat, "choose": "pass" if kept else prompt["default"]}
    return {"as": seat, "dice": list(faces[: prompt["dice"]])}

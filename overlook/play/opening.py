"""What is asked before the first activation, answered by itself."""

from __future__ import annotations

from collections.abc import Mapping

from overlook.play.script import Script, ScriptError, fault
from overlook.table.opening import MOST, default_choice, default_dice, is_opened
from overlook.table.service import TableService
from referee.game.prompt import Prompt, Topic
from web.contract.requests import GAME_REQUESTS, GameRequest, Refused


async def open_battle(service: TableService, script: Script) -> None:
    """Answer everything before the first activation: by defaults, so that the right player has initiative.

    Equipment is taken as the script says. Raises `ScriptError` where an answer is refused or nothing is asked.
    """
    taken: set[str] = set()
    for number in range(MOST):
        if is_opened(service.table.state):
            break
        prompts = service.table.game.prompts
        if not prompts:
            stage = service.table.state.stage
            raise ScriptError(fault("script", "begin", script.begin, f"a battle that opens: it waits in {stage!r}"))
        prompt = prompts[0]
        request = _equipment(prompt, script) or _answer(prompt, script.initiative)
        if prompt.topic is Topic.EQUIPMENT:
            taken.add(prompt.owner)
        outcome = await service.submit(request, player=prompt.owner, key=f"opening-{number:04d}")
        if isinstance(outcome, Refused):
            field = f"equipment.{prompt.owner}" if prompt.topic is Topic.EQUIPMENT else "begin"
            found = _options(script, prompt.owner) if prompt.topic is Topic.EQUIPMENT else prompt.question
            raise ScriptError(fault("script", field, found, f"what the table takes: {outcome.sentence}"))
    for player, options in script.equipment.items():
        if options and player not in taken:
            raise ScriptError(fault("script", f"equipment.{player}", options, "none: this edition asks for none"))


def _request(kind: str, fields: Mapping[str, object]) -> GameRequest:
    return GAME_REQUESTS[kind].model_validate({"kind": kind, **fields})


def _options(script: Script, owner: str) -> tuple[str, ...]:
    return tuple(one for player, options in script.equipment.items() if player == owner for one in options)


def _equipment(prompt: Prompt, script: Script) -> GameRequest | None:
    options = _options(script, prompt.owner)
    if prompt.topic is not Topic.EQUIPMENT or not options:
        return None
    return _request("choose_equipment", {"player": prompt.owner, "options": options})


def _answer(prompt: Prompt, initiative: str) -> GameRequest:
    choice, dice = default_choice(prompt, initiative), default_dice(prompt, initiative)
    return _request("answer", {"prompt": prompt.id, "choice": choice, "dice": dice})
